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

#: Lines of the dealer that put cards on the table, with where the name of the row stands ("" for the board).
ROWS = {"db": 0, "up": 1, "down": 1}
BURN, SHUFFLE = "burn", "shuffle"


class Script:
    """The cards of some lines, in order, as answers to every `DealOffer`; `dealer` is what `Hand.start` takes."""

    order: tuple[int, ...] = ()

    def __init__(self, lines: Sequence[Line], deck: Deck, skip: int = 0) -> None:
        self.deck = deck
        self.queue = [(k, to, card) for k, line in enumerate(lines) for to, card in self._dealt(line)]
        named = {card for _, _, card in self.queue}
        for line in lines:
            if line.actor != "d" and line.word in ("sm", "up", "sd", "give") and line.rest:
                named.update(deck.parse(line.rest[0], allow_unknown=True) if line.rest[0] != "-" else ())
        free = [card for card in deck.cards if card not in named]
        self.free = free[skip:] + free[:skip]
        self.stand_ins: set[int] = set()
        self.answers: list[DealCards] = []

    def dealer(self, deck: Deck) -> Script:
        return self

    def _dealt(self, line: Line) -> list[tuple[int | str, int]]:
        if line.actor != "d" or len(line.rest) < 1:
            return []
        if line.word in (BURN, SHUFFLE):
            return [(line.word, UNKNOWN)]
        if line.word == "dh":
            if len(line.rest) != 2 or not line.rest[0][1:].isdigit():
                return []
            to: int | str = int(line.rest[0][1:]) - 1
            cards = line.rest[1]
        elif line.word in ROWS and len(line.rest) == ROWS[line.word] + 1:
            to = "board" if line.word == "db" else line.rest[0]
            cards = line.rest[-1]
        else:
            return []
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
        raise SetupError("there are more unknown cards than could be in the pack")

    def told(self, lines: int) -> None:
        """So many lines have been played, and their cards dealt."""
        self.queue = [entry for entry in self.queue if entry[0] >= lines]

    def _shuffle(self, offer: DealOffer) -> tuple[int, ...]:
        """An order of the pool that serves what is written: first the cards to come, in order, then the rest."""
        marks = [at for at, (_, to, _) in enumerate(self.queue) if to == SHUFFLE]
        coming = self.queue[marks[0] + 1 : marks[1] if len(marks) > 1 else None] if marks else self.queue
        self.queue = self.queue[marks[0] + 1 :] if marks else self.queue
        wanted = {card for _, _, card in coming}
        rest = [card for card in self.free if card in offer.eligible]
        rest += [card for card in offer.eligible if card not in wanted and card not in rest]
        order: list[int] = []
        for _, _, card in coming:
            if card in offer.eligible and card not in order:
                order.append(card)
            elif card == UNKNOWN and rest:
                order.append(rest.pop(0))
        self.stand_ins.update(card for card in order if card in self.free)
        return tuple(order + [card for card in offer.eligible if card not in order])

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
        return len(ours) == len(theirs) and all(map(self._words_agree, ours, theirs))

    def _words_agree(self, told: str, made: str) -> bool:
        if told == made or "??" not in told:
            return told == made
        return len(told) == len(made) and all(
            told[k : k + 2] in ("??", made[k : k + 2]) for k in range(0, len(told), 2)
        )
