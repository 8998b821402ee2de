"""What a holding is worth, in words: each way the pot is judged, with the cards on the table that may be used."""

from __future__ import annotations

from dataclasses import dataclass

from oddchip.cards import UNKNOWN, Deck, card_words, cards_text, is_joker
from oddchip.plan import AwardPlan, RulesPlan
from oddchip.rankings import Chooser, Order

Cards = tuple[int, ...]


@dataclass(frozen=True)
class Worth:
    """One way: its name, the value, the words, the cards that play, what jokers stand for, and does it qualify?"""

    way: str
    value: int
    words: str
    cards: Cards
    jokers: dict[int, int]
    qualifies: bool

    def sentence(self, deck: Deck) -> str:
        """``eights and sevens with an ace (the joker is the ace of spades)``."""
        stands = [
            f"the {card_words(joker, deck)} is the {card_words(card, deck)}" for joker, card in self.jokers.items()
        ]
        extra = [*stands, *([] if self.qualifies else [f"does not qualify for {self.way}"])]
        return f"{self.words} ({'; '.join(extra)})" if extra else self.words

    def plain(self, deck: Deck) -> dict[str, object]:
        """As data for JSON."""
        return {
            "way": self.way,
            "value": self.value,
            "words": self.words,
            "plays": cards_text(self.cards, deck).split(),
            "jokers": {cards_text([joker], deck): cards_text([card], deck) for joker, card in self.jokers.items()},
            "qualifies": self.qualifies,
        }


def worth(order: Order, cards: Cards, way: str = "", floor: int = 0) -> Worth:
    """The best hand of one to eight cards in an order."""
    value = order.value(cards)
    played = order.played(cards)
    return Worth(
        way or order.ranking.value, value, order.describe(value), played, order.stands_for(cards), value >= floor
    )


def worth_by_award(award: AwardPlan, hand: Cards, rows: tuple[Cards, ...]) -> Worth | None:
    """The best hand one way of the game, with what lies open; None while no hand can be made."""
    hand = tuple(card for card in hand if card != UNKNOWN)
    rows = tuple(tuple(card for card in row if card != UNKNOWN) for row in rows)
    if not award.use:
        cards = hand + tuple(card for row in rows for card in row)
        return worth(award.order, cards, award.name, award.floor) if cards else None
    own = award.rows.index(-1)
    use = [award.use[own]] + [span for k, span in enumerate(award.use) if k != own]
    value, cards = Chooser(award.order, use, [rows[row] for row in award.rows if row >= 0]).best(hand)
    if not value:
        return None
    # Only these five may play, so the order reads the jokers among them.
    jokers = award.order.stands_for(cards) if any(map(is_joker, cards)) else {}
    return Worth(award.name, value, award.order.describe(value), cards, jokers, value >= award.floor)


def all_ways(rules: RulesPlan, hand: Cards, rows: tuple[Cards, ...]) -> list[Worth]:
    """What a holding is worth each way the pot is judged now."""
    found = (worth_by_award(award, hand, rows) for award in rules.awards)
    return [each for each in found if each is not None]
