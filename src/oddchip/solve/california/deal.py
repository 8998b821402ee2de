"""A deal of California Poker: two open hands of eight, and the 70 gifts that each may make of his (CP-1, CP-3).

A hand lies in canonical order, rank and then suit (CP-2). Its gifts are numbered as `itertools.combinations` lists the
positions of the cards given: gift 0 gives cards 0 to 3, gift 69 cards 4 to 7. So the gift that gives what gift g keeps
is gift 69 - g.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from oddchip.cards import FRENCH, cards_text, exactly
from oddchip.errors import CardError
from oddchip.rankings import Order, Ranking, order

Cards = tuple[int, ...]
HAND, GIVEN = 8, 4
#: The positions of the cards that each gift gives, gift by gift.
GIFTS = tuple(combinations(range(HAND), GIVEN))
#: And of those it keeps.
KEEPS = GIFTS[::-1]
COUNT = len(GIFTS)
_NUMBER = {places: gift for gift, places in enumerate(GIFTS)}
HIGH = order(Ranking.HIGH, FRENCH)


@dataclass(frozen=True, slots=True)
class Deal:
    """Two hands of eight cards in canonical order, and the order they are judged by. `Deal.of` reads and checks."""

    first: Cards
    second: Cards
    order: Order = HIGH

    @classmethod
    def of(cls, first: str | Iterable[int], second: str | Iterable[int], order: Order = HIGH) -> Deal:
        """A deal out of cards as text or ints, in any order; CardError unless they are sixteen different cards."""
        hands = [_hand(cards, order, name) for cards, name in ((first, "first"), (second, "second"))]
        if both := sorted(set(hands[0]) & set(hands[1])):
            raise CardError(f"both hands hold {cards_text(both, order.deck)}: expected sixteen different cards")
        return cls(hands[0], hands[1], order)

    @classmethod
    def random(cls, rng: Random, order: Order = HIGH) -> Deal:
        """Sixteen cards of the pack, drawn by `rng`."""
        cards = rng.sample(order.deck.cards, 2 * HAND)
        return cls(tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND:])), order)

    def swapped(self) -> Deal:
        """The same deal from the other seat."""
        return Deal(self.second, self.first, self.order)

    def hand(self, side: int) -> Cards:
        """The first hand (0) or the second (1)."""
        return (self.first, self.second)[side]

    def given(self, side: int, gift: int) -> Cards:
        """The four cards of this gift."""
        hand = self.hand(side)
        return tuple([hand[place] for place in GIFTS[gift]])

    def kept(self, side: int, gift: int) -> Cards:
        """The four cards that stay."""
        return self.given(side, COUNT - 1 - gift)

    def gift(self, side: int, cards: str | Iterable[int]) -> int:
        """The number of the gift that gives these four; CardError unless they are four cards of that hand."""
        deck = self.order.deck
        found = deck.parse(cards) if isinstance(cards, str) else tuple(cards)
        exactly(found, GIVEN, "cards to give")
        hand = self.hand(side)
        if strange := [card for card in found if card not in hand]:
            raise CardError(f"{cards_text(strange, deck)} cannot be given: the hand is {cards_text(hand, deck)}")
        if len(set(found)) != GIVEN:
            raise CardError(f"a card is given twice: {cards_text(found, deck)}")
        return _NUMBER[tuple(sorted(map(hand.index, found)))]


def gift_of_mask(mask: int) -> int:
    """The number of a gift from its bits, bit k for card k in canonical order; CardError unless there are four."""
    if not 0 <= mask < 1 << HAND or mask.bit_count() != GIVEN:
        raise CardError(f"a gift is four bits of eight, not {mask:#b}")
    return _NUMBER[tuple(place for place in range(HAND) if mask >> place & 1)]


def _hand(cards: str | Iterable[int], order: Order, name: str) -> Cards:
    found: Sequence[int] = order.deck.parse(cards) if isinstance(cards, str) else tuple(cards)
    exactly(found, HAND, f"cards in the {name} hand")
    if strange := [card for card in found if card not in order.deck.cards]:
        raise CardError(f"{strange[0]!r} in the {name} hand is no card of this deck: {order.deck.name}")
    if len(set(found)) != HAND:
        raise CardError(f"a card is twice in the {name} hand: {cards_text(found, order.deck)}")
    return tuple(sorted(found))
