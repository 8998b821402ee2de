"""What classes of hands are called in tables. The names are patterns too: a range can be made of each."""

from __future__ import annotations

from collections.abc import Callable

from oddchip.rankings import Category, HandClass, Order, Ranking

DETAILS = ("classes", "ranks", "hands")


def class_words(order: Order, detail: str) -> Callable[[int], str]:
    """The name of the class a value belongs to."""
    if detail == "hands":
        return order.describe
    by_rank = detail == "ranks" or order.ranking is not Ranking.HIGH
    names = [_ranked(order, hand, detail) if value and by_rank else "" for value, hand in enumerate(order.hands)]
    return lambda value: names[value] or order.category(value)


def _ranked(order: Order, hand: HandClass, detail: str) -> str:
    """By its leading rank: `pair of jacks`, `8 low`, `badugi 8`. Without ranks lows go by their top card alone."""
    pack, top = order.deck.pack, hand.ranks[0]
    letter = pack.rank_letters[top] if top >= 0 else "joker"
    if order.ranking is Ranking.BADUGI:
        name = {4: "badugi", 3: "tri", 2: "two-card", 1: "one-card"}[len(hand.ranks)]
        return f"{name} {letter}" if detail == "ranks" else ""
    is_low = order.ranking is not Ranking.HIGH
    if hand.category is Category.HIGH_CARD:
        return f"{letter} low" if is_low else f"{pack.rank_words[top]} high"
    if detail != "ranks" or top < 0:
        return ""
    return _grouped(hand.category, pack.plural(top), pack.rank_words[top]) + (" low" if is_low else "")


def _grouped(category: Category, many: str, one: str) -> str:
    return {
        Category.PAIR: f"pair of {many}",
        Category.TWO_PAIR: f"{many} up",
        Category.TRIPS: f"three {many}",
        Category.STRAIGHT: f"{one}-high straight",
        Category.FLUSH: f"{one}-high flush",
        Category.FULL_HOUSE: f"{many} full",
        Category.QUADS: f"four {many}",
        Category.STRAIGHT_FLUSH: f"{one}-high straight flush",
        Category.FIVE_OF_A_KIND: f"five {many}",
    }[category]
