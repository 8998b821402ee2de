"""Hands as they are played: a few thousand deals of one player, drawn by the chart to the end.

A rival who threw two and then one is looked up among the lines that threw two and then one: what he holds now and what
he will end with are read off together. A library belongs to a game and a set of rules, is made when it is first wanted,
and is the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from oddchip.actions import Way
from oddchip.bots.charts import Chart, Reading
from oddchip.house import HouseRules
from oddchip.plan import DealOp, DrawOp, Op, Plan, RulesPlan
from oddchip.spec import Game

Cards = tuple[int, ...]
LINES = 3000
SEED = 1936


class Line:
    """One player's hand to the end.

    `mask` has a bit for every card of it, discards included; `thrown` counts the discards of each draw; `ranks` says,
    for every betting stage (before the first draw, between, after the last), how strong the hand is among all lines, 0
    to 1; `values` are those of the finished hand each way, 0 where it does not qualify; `way` is what it would
    declare, and `opening` the value of the dealt hand where it takes openers to open.
    """

    __slots__ = ("dealt", "hands", "mask", "opening", "ranks", "thrown", "values", "way")

    def __init__(self, dealt: Cards) -> None:
        self.dealt = dealt
        self.hands: list[Cards] = []
        self.thrown: tuple[int, ...] = ()
        self.mask = self.opening = 0
        self.ranks: list[float] = []
        self.values: tuple[int, ...] = ()
        self.way = Way.HIGH


class Player:
    """Plays one hand on through the steps ahead, drawing by the chart."""

    def __init__(self, ahead: Sequence[Op], charts: Reading) -> None:
        self.charts = charts
        self.steps = [op for op in ahead if isinstance(op, DealOp | DrawOp)]
        self.draws = sum(isinstance(op, DrawOp) for op in self.steps)

    def play(self, hand: Cards, stub: Iterator[int], line: Line | None = None) -> Cards:
        left = self.draws
        for op in self.steps:
            if isinstance(op, DealOp):
                hand += tuple([next(stub) for _ in range(op.count)])
                continue
            if line is not None:
                line.hands.append(hand)
            kept = self.charts.keep(hand, left, op.most)
            thrown = len(hand) - len(kept)
            hand = kept + tuple([next(stub) for _ in range(thrown + op.extra)])
            left -= 1
            if line is not None:
                line.thrown += (thrown,)
        return hand


class Library:
    """The lines of one game under one set of rules."""

    def __init__(self, plan: Plan, rules: RulesPlan) -> None:
        self.charts = Reading(rules.awards)
        self.rules = rules
        first = plan.rulesets[0]
        self.opening = first.opening_order.value if first.floors else None
        self.player = Player(plan.ops, self.charts)
        self.lines = list(self._lines(plan))
        self._by_throws: dict[tuple[int, ...], list[Line]] = {}
        self._rank()

    def _lines(self, plan: Plan) -> Iterator[Line]:
        rng = Random(SEED)
        cards = list(plan.deck.cards)
        first = [op.count for op in plan.ops if isinstance(op, DealOp)]
        for _ in range(LINES):
            rng.shuffle(cards)
            line = Line(tuple(cards[: sum(first)]))
            last = self.player.play((), iter(cards), line)
            line.hands.append(last)
            line.values = finished(self.rules, last)
            if self.opening:
                line.opening = self.opening(line.dealt)
            line.mask = mask_of({*line.dealt, *(card for hand in line.hands for card in hand)})
            yield line

    def _rank(self) -> None:
        """Ranks at every stage, each way and then together; the way to declare is the one of the higher rank."""
        ways = self.charts.ways
        for stage in range(self.player.draws + 1):
            left = self.player.draws - stage
            ranks = [self._one_way(stage, left, chart) for chart in ways]
            for line, *each in zip(self.lines, *ranks, strict=True):
                line.ranks.append(together(each))
                if not left and len(each) == 2:
                    line.way = way_of(*each)

    def _one_way(self, stage: int, left: int, chart: Chart) -> list[float]:
        strengths = [chart.strength(line.hands[stage], left) for line in self.lines]
        order = sorted(range(len(strengths)), key=strengths.__getitem__)
        ranks = [0.0] * len(order)
        for place, index in enumerate(order):
            ranks[index] = (place + 0.5) / len(order)
        return ranks

    def that_threw(self, thrown: tuple[int, ...]) -> list[Line]:
        """The lines with these discards so far; where there are few, those that agree in the last draw."""
        if thrown not in self._by_throws:
            size = len(thrown)
            found = [line for line in self.lines if line.thrown[:size] == thrown]
            if len(found) < 40 and size > 1:
                found += [line for line in self.lines if line.thrown[size - 1] == thrown[-1]]
            if len(found) < 40 and size:
                found += [line for line in self.lines if abs(line.thrown[size - 1] - thrown[-1]) <= 1]
            self._by_throws[thrown] = found if len(found) >= 40 else self.lines
        return self._by_throws[thrown]


def together(ranks: Sequence[float]) -> float:
    """One rank out of those each way: the better way counts most."""
    return ranks[0] if len(ranks) == 1 else 0.75 * max(ranks) + 0.25 * min(ranks)


def way_of(high: float, low: float) -> Way:
    """What a player with these ranks declares."""
    if min(high, low) > 0.93:
        return Way.BOTH
    return Way.HIGH if high >= low else Way.LOW


def finished(rules: RulesPlan, hand: Cards) -> tuple[int, ...]:
    """The values of a finished hand each way; 0 where it does not qualify."""
    values = []
    for award in rules.awards:
        value = award.order.value(hand)
        values.append(value if value >= award.floor else 0)
    return tuple(values)


def mask_of(cards: Sequence[int] | set[int] | frozenset[int]) -> int:
    """Cards as bits."""
    return sum(1 << card for card in cards)


_MADE: dict[tuple[Game, HouseRules, int], Library] = {}
_MOST = 64


def library(plan: Plan, rules: int) -> Library:
    """The library of a game under its rules number `rules`: the same at all stakes and for any number of seats."""
    key = plan.game, plan.house, rules
    if key not in _MADE:
        if len(_MADE) >= _MOST:
            _MADE.clear()
        _MADE[key] = Library(plan, plan.rulesets[rules])
    return _MADE[key]
