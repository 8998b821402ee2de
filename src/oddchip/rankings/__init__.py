"""Hand values: high, ace-to-five, deuce-to-seven, ace-to-six and badugi, on any pack, with jokers; and their words."""

from oddchip.rankings.order import Order, order
from oddchip.rankings.scale import Category, HandClass, Ranking

__all__ = ["Category", "HandClass", "Order", "Ranking", "order"]
