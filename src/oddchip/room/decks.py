"""Committed decks of a table: what a commitment is bound to, the house's secrets of a hand, and the dealer they make.

docs/fairness.md says what is proven by whom. Nothing here reads a clock or draws random bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from oddchip.cards import cards_text
from oddchip.dealers import Dealer, awaited, shuffled
from oddchip.errors import SetupError
from oddchip.fair.deck import FIRST, ROOTS, Commitment, Cut, HiddenDeck, Place, cut, order
from oddchip.fair.deck.pedersen import opens
from oddchip.fair.deck.wire import commitment_data, commitment_from
from oddchip.fair.errors import FairError
from oddchip.hand import Hand
from oddchip.room.desk import Committed, Desk, SeedsGiven
from oddchip.table import Table
from oddchip.table.deal import dealing_of
from oddchip.table.values import Dealing

#: Secrets of this many bytes are from before decks were committed: every card follows from them alone.
OLD = 32

#: A hidden deck for a place, or None where it is still being made elsewhere.
Hide = Callable[[Place], HiddenDeck | None]


@dataclass(frozen=True)
class Decks:
    """The house's secrets of one hand: the hidden deck of its first deal, then those of its reshuffles.

    `laid` says of a hand with reshuffles, once it is over, where each card went and who may see it (`opened.laid_out`):
    the events as people saw them do not tell. `old` is the secret of a hand from before decks were committed.
    """

    hand: int
    hidden: tuple[HiddenDeck, ...] = ()
    laid: bytes = b""
    old: bytes = b""

    def with_deck(self, deck: HiddenDeck) -> Decks:
        """With the deck of another shuffle; a first deal begins anew."""
        place = deck.place
        kept = self.hidden[: place.shuffle] if place.hand == self.hand else ()
        if len(kept) != place.shuffle:
            raise FairError(f"the deck before {place} is gone")
        return Decks(place.hand, (*kept, deck))

    def packed(self) -> bytes:
        """As it lies in the table of secrets: what is laid out, then the decks."""
        parts = [self.laid, *(deck.packed() for deck in self.hidden)]
        return self.old or b"".join(len(part).to_bytes(4, "big") + part for part in parts)

    @classmethod
    def unpacked(cls, hand: int, body: bytes) -> Decks:
        if len(body) == OLD:
            return cls(hand, old=body)
        parts, at = [], 0
        while at < len(body):
            end = at + 4 + int.from_bytes(body[at : at + 4], "big")
            parts.append(body[at + 4 : end])
            at = end
        return cls(hand, tuple(map(HiddenDeck.unpacked, parts[1:])), parts[0])


def holds(decks: Decks | None, told: Committed) -> bool:
    """Are these the secrets of the hand that was committed to, and the deck among them?"""
    return decks is not None and decks.hand == told.hand and len(decks.hidden) > told.shuffle


# --- what is committed to ---------------------------------------------------------------------------------------------


def next_place(table: Table, desk: Desk, table_id: str) -> Place:
    """What the commitment of the next deal is bound to. SetupError where there is none."""
    dealing, places = _dealing(table), table.places
    people = {seat: places[seat].player for seat in dealing.seats}
    tips = {
        seat: bytes.fromhex(desk.tips[person])
        for seat, person in people.items()
        if person in desk.tips and person not in desk.passed_over
    }
    game = dealing.entry.game
    return Place.of(table_id, dealing.number, 0, game.id, game.deck, dealing.seats, _before(desk), 0, tips)


def shuffle_place(table: Table, desk: Desk, table_id: str) -> Place:
    """What the commitment of the reshuffle is bound to that the hand awaits; who is still in it gives a seed."""
    hand = table.hand
    assert hand is not None
    assert hand.awaits is not None
    deck = hand.game.deck
    tips = {
        seat: bytes.fromhex(desk.tips[person])
        for seat, person in desk.dealt.items()
        if seat in hand.live and person in desk.tips
    }
    kept = len(deck.cards) - len(hand.awaits.eligible)
    shuffle, before = len(desk.cuts), _before(desk)
    return Place.of(table_id, table.state.hands, shuffle, hand.game.id, deck, hand.seats, before, kept, tips)


def _dealing(table: Table) -> Dealing:
    if table.entry is None:
        raise SetupError("no game is set")
    return dealing_of(table.state)


def _before(desk: Desk) -> bytes:
    return bytes.fromhex(desk.before) if desk.before else FIRST


def kept_cards(hand: Hand) -> tuple[int, ...]:
    """The cards that a reshuffle leaves where they are."""
    assert hand.awaits is not None
    pool = set(hand.awaits.eligible)
    return tuple(card for card in hand.game.deck.cards if card not in pool)


def fits(pending: Committed, table: Table) -> bool:
    """Can the hand still be dealt that was committed to: the same number, game, pack and seats?"""
    try:
        dealing = _dealing(table)
    except SetupError:
        return False
    said = pending.commitment
    game = dealing.entry.game
    same = (said["hand"], said["game"], tuple(said["seats"])) == (dealing.number, game.id, tuple(sorted(dealing.seats)))
    return same and said["pack"] == cards_text(game.deck.cards, game.deck)


def fact_of(commitment: Commitment, people: Mapping[int, str], until: float) -> Committed:
    """A commitment as a fact of the table's log; `people` are those whose seeds it waits for."""
    return Committed(commitment.id.hex(), commitment_data(commitment), dict(people), until)


def check_hidden(deck: HiddenDeck, commitment: Commitment) -> None:
    """FairError unless a hidden deck is what was committed: every slot opens, and the cards are the pack."""
    if deck.roots != commitment.roots or sorted(deck.cards) != sorted(set(deck.cards)):
        raise FairError(f"the deck that is kept for {commitment.place} is another one")
    for number in range(len(deck.candidates)):
        if deck.kind == ROOTS and deck.rows(number)[-1][0] != commitment.roots[number]:
            raise FairError(f"candidate {number} that is kept for {commitment.place} is another one")
    if deck.kind != ROOTS:
        hidden = deck.candidates[0]
        for slot, at in enumerate(hidden.order):
            if not opens(commitment.roots[slot], at + 1, hidden.salt(slot)):
                raise FairError(f"slot {slot} that is kept for {commitment.place} is another one")


# --- what follows from the seeds --------------------------------------------------------------------------------------


def commitment_of(fact: Committed) -> Commitment:
    """The commitment that a fact of the log tells."""
    return commitment_from(fact.commitment)


def cut_of(committed: Committed, seeds: Mapping[int, str]) -> Cut:
    """The cut of a commitment by these seeds (hex). FairError for a seed that does not follow from its tip."""
    return cut(commitment_of(committed), {seat: bytes.fromhex(seed) for seat, seed in seeds.items()})


def cards_of(deck: HiddenDeck, committed: Committed, given: SeedsGiven) -> tuple[int, ...]:
    """The cards as they are dealt, top first: of a reshuffle, its pool."""
    return order(deck, cut_of(committed, given.seeds))


def dealer_of(deck: HiddenDeck, committed: Committed, given: SeedsGiven) -> Dealer:
    """The dealer of a committed deck, who is waited for when the pack runs out."""
    return awaited(cards_of(deck, committed, given))


def old_dealer_of(secret: bytes) -> Dealer:
    """The dealer whose every card follows from 32 secret bytes, as hands were dealt before decks were committed."""
    return shuffled(Random(int.from_bytes(secret, "little")))
