"""Hand values: high, ace-to-five, deuce-to-seven, ace-to-six and badugi, on any pack, with jokers; and their words."""

from oddchip.rankings.census import Census, census
from oddchip.rankings.choose import Chooser, best_use, combinations
from oddchip.rankings.orders import Order, order
from oddchip.rankings.scale import Category, HandClass, Ranking

__all__ = [
    "Category",
    "Census",
    "Chooser",
    "HandClass",
    "Order",
    "Ranking",
    "best_use",
    "census",
    "combinations",
    "order",
]
