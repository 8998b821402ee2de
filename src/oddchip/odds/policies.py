"""How players draw when several draws are to come: policies, each a rule from a hand to the places it keeps.

    chart("kansas_city")                    rules of thumb for the game
    StandPat()                              a hand that never draws
    Towards("badugi", "badugi J")           whatever is likeliest to be that with the next draw
    ByHand(lambda cards, left: cards[:3])   anybody's own rule, asked hand by hand
    First(0b00111, 3, chart("badugi"))      this keep first, the chart afterwards

A policy takes arrays of hands and gives a bit mask of places kept for each, as `spot.Policy` says. It sees its own hand
and the draws left, nothing else; what others drew is not asked. Charts are stated rules, not best play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from oddchip.errors import GameError
from oddchip.games import find_game
from oddchip.kernels.keeps import Keeps as AllKeeps
from oddchip.odds.draws_goal import Goal, Target, goal_of, orders_of
from oddchip.odds.policies_charts import BadugiChart, Hands, HighChart, LowChart, Masks, SplitChart
from oddchip.odds.spot import Policy
from oddchip.rankings import Order, Ranking
from oddchip.spec import Game


def chart(game: Game | str, rules: int = 0) -> Policy:
    """The chart of a game: for high, low, badugi, or both ways."""
    found = find_game(game) if isinstance(game, str) else game
    if not found.draws:
        raise GameError(f"{found.name} has no draw")
    orders = orders_of(found, rules)
    charts = [_chart(order) for order in orders]
    if len(charts) == 1:
        return charts[0]
    high, low = charts[0], charts[1]
    assert isinstance(high, HighChart)
    assert isinstance(low, LowChart)
    return SplitChart(high, low)


def _chart(order: Order) -> Policy:
    if order.ranking is Ranking.HIGH:
        return HighChart(order)
    return BadugiChart(order) if order.ranking is Ranking.BADUGI else LowChart(order)


@dataclass(frozen=True)
class StandPat:
    """Throws nothing."""

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        return np.full(len(hands), (1 << hands.shape[1]) - 1, dtype=np.uint8)


@dataclass(frozen=True)
class First:
    """Keeps the places of `mask` when `draws` are left, and goes on by another policy."""

    mask: int
    draws: int
    then: Policy | None

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        if draws_left == self.draws:
            return np.full(len(hands), self.mask, dtype=np.uint8)
        if self.then is None:
            raise GameError(f"with {draws_left} draws left it is not said how this hand goes on")
        return self.then.keeps(hands, draws_left)


@dataclass(frozen=True)
class ByDraws:
    """Another policy for each number of draws left: `ByDraws({2: chart(game), 1: StandPat()})`."""

    policies: Mapping[int, Policy]

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        if draws_left not in self.policies:
            raise GameError(f"it is not said how to draw with {draws_left} draws left")
        return self.policies[draws_left].keeps(hands, draws_left)


@dataclass(frozen=True)
class ByHand:
    """A rule asked hand by hand: from (cards, draws left) to the cards kept. Slow, and any rule you like."""

    rule: Callable[[tuple[int, ...], int], tuple[int, ...]]

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        found = np.zeros(len(hands), dtype=np.uint8)
        for i, hand in enumerate(hands.tolist()):
            kept = set(self.rule(tuple(hand), draws_left))
            if not kept <= set(hand):
                raise GameError(f"a policy keeps cards of its own hand, not {sorted(kept - set(hand))}")
            found[i] = sum(1 << place for place, card in enumerate(hand) if card in kept)
        return found


@dataclass(frozen=True)
class Towards:
    """Keeps what is likeliest to be the target after one draw, from a pack that lacks only this hand; of equals what
    throws least. `target` is as in `draws_target.towards`. It does not look ahead to the draws after."""

    game: Game | str
    target: Target
    rules: int = 0
    _known: dict[bytes, int] = field(default_factory=dict, repr=False, compare=False)

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        goal, table = self._table
        if hands.shape[1] != goal.size:
            raise GameError(f"towards a target one draws from {goal.size} cards, not {hands.shape[1]}")
        places = np.zeros(256, dtype=np.int64)
        places[list(goal.deck.cards)] = np.arange(goal.deck.size)
        order = np.argsort(hands, axis=1)
        found = np.zeros(len(hands), dtype=np.uint8)
        for i, hand in enumerate(np.take_along_axis(places[hands], order, axis=1)):
            key = hand.tobytes()
            if key not in self._known:
                self._known[key] = _likeliest(table, hand.tolist())
            found[i] = sum(1 << int(place) for k, place in enumerate(order[i]) if self._known[key] >> k & 1)
        return found

    @cached_property
    def _table(self) -> tuple[Goal, AllKeeps]:
        goal = goal_of(self.game, self.target, self.rules)
        return goal, AllKeeps(goal.payoff(), goal.deck.size, goal.size)

    def __reduce__(self) -> tuple[type[Towards], tuple[Game | str, Target, int]]:
        return type(self), (self.game, self.target, self.rules)


def _likeliest(table: AllKeeps, hand: list[int]) -> int:
    """The mask of the cards kept, lowest first."""
    worth = table.worth(hand)
    parts = [int(sum_) * (table.unit // table.deals[mask.bit_count()]) for mask, sum_ in enumerate(worth)]
    return max(range(len(parts)), key=lambda mask: (parts[mask], mask.bit_count()))
