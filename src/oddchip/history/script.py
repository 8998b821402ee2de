"""A dealer who deals what is written: hands whose pack is not recorded are dealt from their own lines.

Cards that nobody recorded (`??`) are stood in for by cards that occur nowhere else; a discard of unknown cards throws
such stand-ins first.
"""

from __future__ import annotations

from collections.abc import Sequence

from oddchip.actions import DealCards, DealOffer
from oddchip.cards import UNKNOWN, Deck, cards_text
from oddchip.errors import SetupError
from oddchip.history.lines import Line
from oddchip.whole import is_whole

#: Lines of the dealer that put cards on the table, with where the name of the row stands ("" for the board).
ROWS = {"db": 0, "up": 1, "down": 1}
BURN, SHUFFLE = "burn", "shuffle"


def dealt_to(line: Line) -> tuple[str, str] | None:
    """To whom a line deals (``p3``, or the name of a row of the table) and which cards; None if it deals none."""
    if line.actor != "d":
        return None
    if line.word == "dh" and len(line.rest) == 2 and line.rest[0][:1] == "p" and is_whole(line.rest[0][1:]):
        return line.rest[0], line.rest[1]
    if line.word in ROWS and len(line.rest) == ROWS[line.word] + 1:
        return ("board" if line.word == "db" else line.rest[0]), line.rest[-1]
    return None


def cards_agree(told: str, made: str) -> bool:
    """Are two strings of cards the same, where ``??`` agrees with any card?"""
    if "??" not in told:
        return told == made
    return len(told) == len(made) and all(told[k : k + 2] in ("??", made[k : k + 2]) for k in range(0, len(told), 2))


class Script:
    """The cards of some lines, in order, as answers to every `DealOffer`; `dealer` is what `Hand.start` takes."""

    order: tuple[int, ...] = ()

    def __init__(self, lines: Sequence[tuple[int, Line]], deck: Deck, skip: int = 0, burns: bool = False) -> None:
        self.deck = deck
        self.burns = burns
        self.written: dict[str, str] = {}
        self.queue = [(k, to, card) for k, line in lines for to, card in self._dealt(line)]
        named = {card for _, _, card in self.queue}
        for _, line in lines:
            if line.actor != "d" and line.word in ("sm", "up", "sd", "give") and line.rest:
                named.update(deck.parse(line.rest[0], allow_unknown=True) if line.rest[0] != "-" else ())
        self.throws = [
            (k, line.position, deck.parse(line.rest[0], allow_unknown=True))
            for k, line in lines
            if line.word == "sd" and line.rest and line.rest[0] != "-"
        ]
        free = [card for card in deck.cards if card not in named]
        self.free = free[skip:] + free[:skip]
        self.stand_ins: set[int] = set()
        self.answers: list[DealCards] = []

    def dealer(self, deck: Deck) -> Script:
        return self

    @property
    def has_unknown(self) -> bool:
        """Is there a card to be dealt that nobody knows?"""
        return any(card == UNKNOWN and to not in (BURN, SHUFFLE) for _, to, card in self.queue)

    def _dealt(self, line: Line) -> list[tuple[int | str, int]]:
        if line.actor == "d" and line.word in (BURN, SHUFFLE):
            return [(line.word, UNKNOWN)]
        found = dealt_to(line)
        if found is None:
            return []
        whom, cards = found
        self.written[whom] = self.written.get(whom, "") + cards
        to = int(whom[1:]) - 1 if line.word == "dh" else whom
        return [(to, card) for card in self.deck.parse(cards, allow_unknown=True)]

    # --- dealing -------------------------------------------------------------------------------------------------

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        """The next written card for whom the offer is; the same for the same question."""
        if asked == len(self.answers):
            self.answers.append(DealCards(self._shuffle(offer) if offer.whole else (self._next(offer),)))
        return self.answers[asked]

    def _next(self, offer: DealOffer) -> int:
        for at, (_, to, card) in enumerate(self.queue):
            if to == offer.to:
                del self.queue[at]
                return self._stand_in(offer) if card == UNKNOWN else self._eligible(card, offer)
        whom = f"p{offer.to + 1}" if isinstance(offer.to, int) else offer.to
        raise SetupError(f"no card is written for {whom}, who is dealt one")

    def _eligible(self, card: int, offer: DealOffer) -> int:
        if card not in offer.eligible:
            raise SetupError(f"{cards_text([card], self.deck)} is dealt, which is not in the stub")
        return card

    def _stand_in(self, offer: DealOffer) -> int:
        for card in self.free:
            if card in offer.eligible:
                self.free.remove(card)
                self.stand_ins.add(card)
                return card
        raise SetupError("too many cards are unknown: the pack has no others to stand in for them")

    def told(self, lines: int) -> None:
        """All lines before number `lines` have been played, and their cards dealt."""
        self.queue = [entry for entry in self.queue if entry[0] >= lines]

    def _shuffle(self, offer: DealOffer) -> tuple[int, ...]:
        """An order of the pool that serves what is written: first the cards to come, in order, then the rest."""
        marks = [at for at, (_, to, _) in enumerate(self.queue) if to == SHUFFLE]
        coming = self.queue[marks[0] + 1 : marks[1] if len(marks) > 1 else None] if marks else self.queue
        self.queue = self.queue[marks[0] + 1 :] if marks else self.queue
        wanted = {card for _, _, card in coming}
        rest = [card for card in self.free if card in offer.eligible]
        rest += [card for card in offer.eligible if card not in wanted and card not in rest]
        order = [rest.pop(0)] if self.burns and rest else []
        for _, _, card in coming:
            if card in offer.eligible and card not in order:
                order.append(card)
            elif card == UNKNOWN and rest:
                order.append(rest.pop(0))
        self.stand_ins.update(card for card in order if card in self.free)
        over = [card for card in offer.eligible if card not in order]
        after = self.queue[marks[1] - marks[0] :] if len(marks) > 1 else []
        if after:
            # What is left over at the next shuffle is what he who draws then may not have: his own discards (D-RS-2),
            # and the bottom card, which stays (option `reserve_bottom`).
            until, last = self.queue[marks[1] - marks[0] - 1][0], after[0][1]
            own = {card for k, i, cards in self.throws if i == last and k < until for card in cards}
            over.sort(key=lambda card: card not in own)
        return tuple(order + over)

    # --- what is written about cards -----------------------------------------------------------------------------

    def cards(self, text: str, holding: tuple[int, ...]) -> tuple[int, ...]:
        """The cards a player throws or gives; unknown ones are stand-ins of his holding first, then others."""
        told = self.deck.parse(text, allow_unknown=True)
        known = [card for card in told if card != UNKNOWN]
        rest = [card for card in holding if card not in known]
        rest.sort(key=lambda card: card not in self.stand_ins)
        return (*known, *rest[: len(told) - len(known)])

    def agrees(self, told: Line, made: Line) -> bool:
        """Are two lines the same, where `??` agrees with any card?"""
        ours, theirs = told.text.split(), made.text.split()
        return len(ours) == len(theirs) and all(map(cards_agree, ours, theirs))
