"""A player's own part in fair dealing: his chain of seeds, and checking every card he is shown.

`Part.hear(view)` gives what is to be sent; what does not hold is in `troubles`, a sentence each. It trusts nothing the
room says about itself: the commitment it told its seed for, the cut and each opening are worked out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from oddchip.fair.chains import SeedChain
from oddchip.fair.deck import (
    Commitment,
    Cut,
    Opening,
    check_kept,
    check_opening,
    check_proof,
    commitment_from,
    cut,
    forks,
    verify_hand,
)
from oddchip.fair.deck.verify import read_record
from oddchip.fair.errors import FairError
from oddchip.room.protocol import FairView, OpeningView, Seed, TableView
from oddchip.telling import counted, listed

Bits = Callable[[int], bytes]
Where = tuple[int, int]  # hand, shuffle


@dataclass
class Part:
    """One player at one table. `bits` gives random bytes, `name` an id for a request."""

    bits: Bits
    name: Callable[[], str]
    troubles: list[str] = field(default_factory=list)
    checked: int = 0  # cards whose proof held
    again: int = 0  # seeds asked for a second time, for another deck
    late: int = 0  # seeds that came too late for a reshuffle
    verified: int = 0  # hands whose record was verified
    key: str = ""  # the room's signing key, from when it was first heard of
    told: dict[Where, tuple[str, bytes]] = field(default_factory=dict)  # the commitment, and the seed told for it
    _chain: SeedChain | None = None
    _decks: dict[Where, Commitment] = field(default_factory=dict)
    _cuts: dict[Where, Cut] = field(default_factory=dict)
    _cards: set[str] = field(default_factory=set)  # proven in this hand
    _opened: dict[Where, set[str]] = field(default_factory=dict)  # in each deck: dealt from it, or set aside
    _hand: int = -1
    _looked: int = -1
    _fair: FairView | None = None
    _sent: set[tuple[str, str, float]] = field(default_factory=set)  # tip, seed, until when it is waited for

    @property
    def fair(self) -> FairView | None:
        """What was said last of how decks are committed."""
        return self._fair

    @property
    def chain(self) -> SeedChain:
        if self._chain is None or not self._chain.left:
            self._chain = SeedChain.made(self.bits(32))
        return self._chain

    def hear(self, view: TableView) -> list[Seed]:
        """Take in a view; what is to be sent for it."""
        if view.hand != self._hand or view.fresh:
            self._hand, self._cards = view.hand, set()
        if view.fresh:
            self._sent = set()
        seat = view.me.seat if view.me else -1
        try:
            if view.fair is not None:
                self._heard(seat, view.fair)
            for each in view.openings:
                self._open(view.hand, each)
            self._all_proven(view)
            return self._asked(seat) if seat >= 0 else []
        except FairError as wrong:
            self._wrong(str(wrong))
            return []

    def _wrong(self, why: str) -> None:
        if why not in self.troubles:
            self.troubles.append(why)

    # --- commitments and seeds ---------------------------------------------------------------------------------------

    def _heard(self, seat: int, fair: FairView) -> None:
        self._fair = fair
        if self.key and fair.key != self.key:
            self._wrong(f"the room signs with another key now: {fair.key} instead of {self.key}")
        self.key = self.key or fair.key
        if fair.commitment is not None:
            self._commitment(fair)
        if not fair.waits:
            self._cut(seat, (fair.hand, fair.shuffle), fair)

    def _asked(self, seat: int) -> list[Seed]:
        """What the room waits for: my seed, or the tip of my chain, each told once to a connection.

        The seed again if the time to wait is another one: the worker that it was told to may have gone with it.
        """
        fair = self._fair
        if fair is None:
            return []
        if seat in fair.waits:
            found, until = self._seed(seat, (fair.hand, fair.shuffle)), fair.until
        else:
            known = fair.tip == self.chain.tip.hex()
            found, until = [] if known else [Seed(self.name(), tip=self.chain.tip.hex())], 0.0
        fresh = [each for each in found if (each.tip, each.seed, until) not in self._sent]
        self._sent.update((each.tip, each.seed, until) for each in fresh)
        return fresh

    def _commitment(self, fair: FairView) -> None:
        said = commitment_from(msgspec.to_builtins(fair.commitment, str_keys=True))
        where = said.place.hand, said.place.shuffle
        if (where, said.id.hex()) != ((fair.hand, fair.shuffle), fair.id):
            raise FairError(f"the commitment of {said.place} is not the one that the room names")
        if where not in self._decks or self._decks[where].id != said.id:
            said.check_signed(bytes.fromhex(self.key))
            if any(forks(said, old) for old in self._decks.values()):
                raise FairError(f"the commitment of {said.place} follows what another one followed: there are two logs")
            check_proof(said)
            self._decks[where] = said
            self._cuts.pop(where, None)
            for old in [each for each in self._decks if each[0] < said.place.hand - 1]:
                del self._decks[old]

    def _seed(self, seat: int, where: Where) -> list[Seed]:
        """Tell the seed for a commitment; the same one if it is asked for again."""
        deck = self._decks.get(where)
        if deck is None:
            return []
        known = self.told.get(where)
        if known is None or known[0] != deck.id.hex():
            if deck.place.tips.get(seat) != self.chain.tip:
                return []  # a chain of another window of mine: that one tells it
            self.again += known is not None
            known = self.told[where] = (deck.id.hex(), self.chain.reveal())
        return [Seed(self.name(), root=known[0], seed=known[1].hex())]

    def _cut(self, seat: int, where: Where, fair: FairView) -> None:
        """The order in which the hidden cards are dealt follows from the commitment and all seeds."""
        deck = self._decks.get(where)
        if deck is None or deck.id.hex() != fair.id or where in self._cuts:
            return
        seeds = {each: bytes.fromhex(seed) for each, seed in fair.seeds.items()}
        self._cuts[where] = cut(deck, seeds)
        mine, told = seeds.get(seat), self.told.get(where)
        here = told is not None and told[0] == deck.id.hex()
        if here and mine is None and seat in fair.left_out:
            self.late += 1
        elif here and told is not None and mine != told[1]:
            self._wrong(f"{deck.place} is dealt without the seed that was told for it")
        elif not here and mine in [seed for _, seed in self.told.values()]:
            self._wrong(f"{deck.place} is cut with a seed that was told for another deck")

    # --- the whole hand ----------------------------------------------------------------------------------------------

    def is_due(self, view: TableView) -> bool:
        """Shall the record of the hand that is over be looked at now? Every hand is, by some two at the table."""
        if view.state != "over" or view.hand == self._looked or view.me is None or view.me.seat < 0:
            return False
        if (view.hand, 0) not in self._cuts:
            return False
        self._looked = view.hand
        return int.from_bytes(self.bits(4), "big") % max(1, sum(bool(seat.cards) for seat in view.seats)) < 2

    def verify(self, record: str) -> None:
        """Verify the record of a hand, as the room gave it."""
        try:
            verify_hand(record, bytes.fromhex(self.key))
            _goes_round(record)
            self.verified += 1
        except FairError as wrong:
            self._wrong(str(wrong))

    # --- cards -------------------------------------------------------------------------------------------------------

    def _open(self, hand: int, each: OpeningView) -> None:
        where = hand, each.shuffle
        deck, made = self._decks.get(where), self._cuts.get(where)
        if deck is None or made is None:
            fair = self._fair
            if fair is not None and (fair.commitment is None or where < (fair.hand, fair.shuffle)):
                self._cards.add(each.card)  # of a deck that I was not there for: the hand's record proves it
                return
            raise FairError(f"a proof came for {each.card}, and no deck that it could be of")
        opening = Opening(each.slot, each.card, bytes.fromhex(each.salt), tuple(map(bytes.fromhex, each.path)))
        if each.position < 0:
            check_kept(deck, opening)
        else:
            check_opening(deck, made, each.position, opening)
            self._cards.add(each.card)
        self._opened.setdefault(where, set()).add(each.card)
        self.checked += 1

    def _all_proven(self, view: TableView) -> None:
        """Every card that lies open for me has been proven."""
        told = self._cards or view.state == "playing"  # of a hand that is long over nothing is kept that would prove it
        if told and (view.hand, 0) in self._cuts and view.me is not None and view.me.seat >= 0:
            bare = sorted(set(_cards_in(view)) - self._cards)
            if bare:
                raise FairError(f"no proof came for {' '.join(bare)} in hand {view.hand}")
        self._all_set_aside(view)

    def _all_set_aside(self, view: TableView) -> None:
        """After a reshuffle each card that I play with was set aside by it or dealt from it: none is in its pool."""
        fair = self._fair
        where = (view.hand, fair.shuffle if fair is not None and fair.hand == view.hand else 0)
        if not where[1] or where not in self._cuts or view.me is None or view.state != "playing":
            return
        if not any(seat.seat == view.me.seat and seat.state == "in" for seat in view.seats):
            return  # hands that are folded are shuffled too (D-RS-1)
        mine = {card.text for card in view.me.cards if card.text}
        loose = sorted(mine - self._opened.get(where, set()))
        if loose:
            raise FairError(f"no proof came that reshuffle {where[1]} of hand {view.hand} set {' '.join(loose)} aside")


def _goes_round(record: str) -> None:
    """FairError unless the first cards of a hand go to each seat in turn, clockwise: nobody is dealt seconds."""
    found = read_record(record).shuffles
    first = next((each for each in found if not each.commitment.place.shuffle and each.dealt), None)
    if first is None:
        return
    seats, place = first.commitment.place.seats, first.commitment.place
    went = [to for _, to in first.dealt if isinstance(to, int)]
    at = seats.index(went[0]) if went and went[0] in seats else 0
    clockwise = [*seats[at:], *seats[:at]]
    if went[: len(seats)] != clockwise[: len(went)]:
        raise FairError(f"the first cards of {place} did not go round")
    second = went[len(seats) : 2 * len(seats)]
    if second[:1] == clockwise[:1] and second != clockwise[: len(second)]:
        raise FairError(f"the second cards of {place} did not go round")


def _cards_in(view: TableView) -> Iterator[str]:
    for cards in (*(seat.cards for seat in view.seats), *(row.cards for row in view.rows), view.dead):
        for card in cards:
            if card.text:
                yield card.text
    if view.me is not None:
        yield from (card.text for card in view.me.cards if card.text)


# --- in words ---------------------------------------------------------------------------------------------------------

NOT_PROVEN = (
    "it is not proven that nobody else sees cards (the house sees all of them), nor that players do not collude"
)
PACK = {
    "roots": "and that it was the whole pack was checked with 7 candidates of 8",
    "roots32": "and that it was the whole pack was checked with 31 candidates of 32",
    "strict": "and it is proven to be the whole pack",
}


def badge(part: Part) -> str:
    """What is and what is not proven of the hand, in one sentence."""
    if part.troubles:
        return f"The deal is not what it should be: {part.troubles[-1]}."
    fair = part.fair
    if fair is not None and fair.level == "pair":
        return "Two deal to each other at this table, without the house: play it in a browser."
    if fair is None or not fair.hand:
        return "No deck is committed to yet."
    if fair.waits:
        return f"The deck of hand {fair.hand} is committed to, and {counted(len(fair.waits), 'seed')} are waited for."
    if not fair.seeds:
        return (
            f"The deck of hand {fair.hand} was fixed beforehand, but cut by the house alone, since nobody gave a seed."
        )
    whose = "seed of one player" if len(fair.seeds) == 1 else f"seeds of {len(fair.seeds)} players"
    cut = f"the deck of hand {fair.hand} was fixed before it was cut by the {whose}"
    return f"It is proven that {cut}, {PACK[fair.level]}; {NOT_PROVEN}."


def details(part: Part, view: TableView) -> list[str]:
    """All that is told of how decks are committed, a line each."""
    fair = part.fair
    if fair is None:
        return []
    names = {seat.seat: seat.name for seat in view.seats}

    def who(seats: Iterable[int]) -> str:
        return listed([names.get(seat) or f"seat {seat + 1}" for seat in seats])

    said = [f"Cards of this evening whose proof held: {part.checked}; hands verified: {part.verified}."]
    said += [f"Seeds of: {who(sorted(fair.seeds))}."] if fair.seeds else []
    said += [f"Waited for: {who(fair.waits)}."] if fair.waits else []
    said += [f"No seed came in time from: {who(fair.left_out)}."] if fair.left_out else []
    said += [f"Without a chain of seeds: {who(fair.without)}."] if fair.without else []
    for seat, count in sorted(fair.withheld.items()):
        said.append(f"{who([seat])} withheld {counted(count, 'seed')} here.")
    said.append(f"Commitments given up: {fair.given_up}; void hands: {fair.voids}.")
    if part.again:
        said.append(f"Your seed was asked for a second time, for another deck: {counted(part.again, 'time')}.")
    return [*said, f"Commitment: {fair.id or 'none'}.", f"The room signs with {fair.key}."]
