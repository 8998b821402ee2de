"""Hands that must take so many cards from here and so many from there: Omaha, Cucamonga (CU-4.1)."""

import itertools
from collections.abc import Iterator, Sequence
from math import comb, prod

from oddchip.rankings.fast import Cards, Readers
from oddchip.rankings.layout import playing
from oddchip.rankings.orders import Order
from oddchip.rankings.tables import FLUSH, HIGH_HALF, LOW_MASK, START, index

Span = tuple[int, int]
"""The least and the most cards that a source may give."""


def _splits(use: Sequence[Span], total: int) -> Iterator[tuple[int, ...]]:
    spans = (range(least, most + 1) for least, most in use)
    return (counts for counts in itertools.product(*spans) if sum(counts) == total)


def combinations(use: Sequence[Span], sizes: Sequence[int], total: int = 5) -> int:
    """How many hands one may choose from: 660 in Cucamonga with five cards, 432 with four."""
    return sum(prod(map(comb, sizes, counts)) for counts in _splits(use, total))


class Chooser:
    """Best hands of several players who share the public sources: what these can give is added up once.

    `use` says how many cards come from the player's hand, and then from each of the public sources.
    """

    def __init__(self, order: Order, use: Sequence[Span], public: Sequence[Cards], size: int = 5) -> None:
        self.order, self.size = order, size
        self._public: dict[int, list[tuple[int, ...]]] = {}
        for own, *counts in _splits(use, size):
            self._public.setdefault(own, []).extend(_chosen(public, counts))
        readers = order.readers
        self._fast = readers if isinstance(readers, Readers) and size == 5 else None
        self._sums: dict[int, list[int]] = {}
        if self._fast:
            key_of = self._fast.keys.__getitem__
            self._sums = {own: [sum(map(key_of, part)) for part in parts] for own, parts in self._public.items()}

    def value(self, hand: Cards) -> int:
        """The value of the best hand that may be made; 0 when there is none."""
        return max((value for _, values in self._all(hand) for value in values), default=0)

    def best(self, hand: Cards) -> tuple[int, tuple[int, ...]]:
        """That value, and the cards that make it as a player lays them down."""
        every = [(own, public, values) for (own, public), values in self._all(hand)]
        best = max((value for _, _, values in every for value in values), default=0)
        choices = [
            own + part
            for own, public, values in every
            for part, value in zip(public, values, strict=True)
            if value == best
        ]
        if not choices:
            return 0, ()
        return best, playing(choices, self.order.hand(best), self.order.scale.height)

    def _all(self, hand: Cards) -> Iterator[tuple[tuple[tuple[int, ...], list[tuple[int, ...]]], list[int]]]:
        """Every choice of own cards with the public cards that may go with it, and the values they make."""
        value_of = self.order.value_of(self.size)
        for count, public in self._public.items():
            for own in itertools.combinations(hand, count):
                if self._fast:
                    values = self._sum_up(self._fast, own, self._sums[count], public)
                else:
                    values = [value_of(own + part) for part in public]
                yield (own, public), values

    def _sum_up(self, fast: Readers, own: Cards, sums: list[int], public: list[tuple[int, ...]]) -> list[int]:
        table, (base, low, _) = fast.table(5), index(5, fast.jokers)
        start = sum(map(fast.keys.__getitem__, own), START)
        keys = [start + key for key in sums]
        values = [table[base[key >> HIGH_HALF] + low[key & LOW_MASK]] for key in keys]
        if fast.scale.rule.has_suits:
            five, own = fast.of(5), tuple(own)
            for place, key in enumerate(keys):
                if key & FLUSH:
                    values[place] = five(own + public[place])
        return values


def _chosen(sources: Sequence[Cards], counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    parts = (itertools.combinations(source, count) for source, count in zip(sources, counts, strict=True))
    return (tuple(itertools.chain.from_iterable(choice)) for choice in itertools.product(*parts))


def crossed(order: Order, firsts: Sequence[Cards], seconds: Sequence[Cards]) -> list[list[int]]:
    """The value of every first part with every second one: a row for each first. All unions have one size, 5 to 8.

    The parts are added up once each, so that a table of 70 by 70 costs a few look-ups a cell (California Poker).
    """
    size = len(firsts[0]) + len(seconds[0])
    value, readers = order.value_of(size), order.readers
    if not isinstance(readers, Readers) or size < 5:
        return [[value(tuple(first) + tuple(second)) for second in seconds] for first in firsts]
    table, (base, low, _) = readers.table(size), index(size, readers.jokers)
    key_of, suits = readers.keys.__getitem__, readers.scale.rule.has_suits
    sums = [sum(map(key_of, second)) for second in seconds]
    found = []
    for first in firsts:
        start = sum(map(key_of, first), START)
        keys = [start + key for key in sums]
        row = [table[base[key >> HIGH_HALF] + low[key & LOW_MASK]] for key in keys]
        if suits:
            for place, key in enumerate(keys):
                if key & FLUSH:
                    row[place] = value(tuple(first) + tuple(seconds[place]))
        found.append(row)
    return found


def best_use(order: Order, sources: Sequence[Cards], use: Sequence[Span], size: int = 5) -> tuple[int, tuple[int, ...]]:
    """The best hand with so many cards from each source (the least and the most), and the cards that make it."""
    return Chooser(order, use, sources[1:], size).best(sources[0])
