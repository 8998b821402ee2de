"""Exact answers: every way the unseen cards can fall, counted once.

Without table cards to come every player has a list of ways to complete his hand, and the lists are fitted together
wherever no card is in two of them. With table cards to come, every table is dealt to every way the hands can be.
The work is cut into chunks that depend on the spot only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddchip.kernels import choose, choose_deals, deals, joint
from oddchip.odds.case import NO_CARD, Case
from oddchip.odds.counted import Counts, Tally, added, empty, tally_block, times
from oddchip.odds.job import Job, Ways, job_of, table_ways
from oddchip.odds.terms import PATTERNS

BLOCK = 1 << 16
CHUNKS = 32


def count_chunk(case: Case, index: int, total: int) -> Tally:
    """One chunk of an exact count. Pure: it depends on its arguments only, and the tallies of all chunks add up."""
    job = job_of(case)
    parts = [empty(job.terms)]
    for group, factor in enumerate(job.factors):
        lists = job.lists(group)
        if all(len(ways.sets) for ways in lists):
            parts.append(times(_work(job, group).count(index, total), factor))
    return added(parts)


def _work(job: Job, group: int) -> _Melee | _Tables | _Boards:
    """How to count a group of hands: table by table when there are fewer tables than ways the hands can be."""
    cache, key = job.case._cache, f"work {group}"
    if key not in cache:
        lists = job.lists(group)
        hands, tables = prod(len(ways.sets) for ways in lists), job.completions((0,) * len(lists))
        kind = _Melee if not job.case.common else _Boards if hands == 1 or hands < tables else _Tables
        cache[key] = kind(job, lists)
    work: _Melee | _Tables | _Boards = cache[key]
    return work


class _InOrder:
    """Lists put in order: the longest first, for chunks to cut, and the next longest last, in the innermost loop. Masks
    of players are put back."""

    def __init__(self, job: Job, lists: list[Ways]) -> None:
        self.job, self.terms, self.n = job, job.terms, len(lists)
        longest, *others = sorted(range(self.n), key=lambda p: -len(lists[p].sets))
        self.order = [longest, *reversed(others)]
        self.lists = [lists[p] for p in self.order]
        self.starts = np.cumsum([0, *(len(ways.sets) for ways in self.lists)]).astype(np.int64)
        self.sets = np.concatenate([ways.sets for ways in self.lists])
        self.weights = np.concatenate([ways.weights for ways in self.lists])
        self.masks = np.array([self._unsorted(mask) for mask in range(1 << self.n)], dtype=np.int64)

    def _unsorted(self, mask: int) -> int:
        return sum(1 << p for place, p in enumerate(self.order) if mask >> place & 1)

    def _sorted(self, mask: int) -> int:
        return sum(1 << place for place, p in enumerate(self.order) if mask >> p & 1)

    def slice(self, index: int, total: int) -> tuple[int, int]:
        """The chunk's part of the longest list."""
        size = len(self.lists[0].sets)
        return size * index // total, size * (index + 1) // total

    def blocks(self, lo: int, hi: int) -> Iterator[NDArray[np.int64]]:
        return self.blocks_of(self.sets, self.starts, lo, hi)

    def blocks_of(self, sets: Any, starts: Any, lo: int, hi: int) -> Iterator[NDArray[np.int64]]:
        """All ways the lists fit together, as rows of places in the lists, for the players in their own order."""
        state = joint.begin_rows(starts, lo)
        back = np.argsort(self.order)
        while True:
            rows = np.zeros((BLOCK, self.n), dtype=np.int64)
            found = joint.melee_rows(sets, starts, lo, hi, state, rows)
            if found:
                yield rows[:found][:, back]
            if found < BLOCK:
                return

    def fit(self, sets: Any, worth: Any, weights: Any, starts: Any, lo: int, hi: int, found: Counts) -> None:
        """Counts all ways the lists fit together; players are numbered as their lists are ordered."""
        floors = self.job.floors
        if not self._one_pot:
            joint.melee_of_pots(
                sets, worth, weights, starts, lo, hi, self._eligible, floors, self.terms.mode, *self._claims,
                found.counts, found.waived,
            )  # fmt: skip
        elif self.n == 2 and self._plain_weights and worth.dtype == np.uint16:
            middle = starts[1]
            deals.duel(
                sets[lo:hi], worth[lo:hi], sets[middle:], worth[middle:], floors.astype(np.uint16),
                found.counts[0], found.waived[0],
            )  # fmt: skip
        else:
            joint.melee_of_one(sets, worth, weights, starts, lo, hi, floors, found.counts[0], found.waived[0])

    @cached_property
    def _eligible(self) -> NDArray[np.int64]:
        return np.array([self._sorted(int(mask)) for mask in self.terms.eligible], dtype=np.int64)

    @cached_property
    def _claims(self) -> tuple[int, int]:
        high, low = self.terms.claims
        return self._sorted(high), self._sorted(low)

    @cached_property
    def _one_pot(self) -> bool:
        return len(self.terms.eligible) == 1 and self.terms.mode != joint.BY_DECLARATION

    @cached_property
    def _plain_weights(self) -> bool:
        return bool((self.weights == 1).all())

    def block(self, rows: NDArray[np.int64], worth: Any) -> Tally:
        return tally_block(self.terms, worth[rows], self.weights[rows].prod(axis=1), self.job.floors)


class _Melee(_InOrder):
    """No table card to come: the lists are fitted together."""

    def __init__(self, job: Job, lists: list[Ways]) -> None:
        super().__init__(job, lists)
        table = job.case.table
        self.worth = np.concatenate([job.judge.worth(ways.hands, table) for ways in self.lists])

    def count(self, index: int, total: int) -> Tally:
        lo, hi = self.slice(index, total)
        if lo == hi:
            return empty(self.terms)
        if self.terms.mode == PATTERNS:
            blocks = (self.block(rows, self.worth) for rows in self.blocks(lo, hi))
            return added([empty(self.terms), *blocks])
        found = Counts(self.terms)
        self.fit(self.sets, self.worth, self.weights, self.starts, lo, hi, found)
        return found.tally(self.masks)


class _Tables(_InOrder):
    """Table cards to come, and many ways the hands can be: the lists are fitted together on every table."""

    def __init__(self, job: Job, lists: list[Ways]) -> None:
        super().__init__(job, lists)
        self.hands = np.concatenate([ways.hands for ways in self.lists])
        self.places = table_ways(len(job.case.rest), tuple(job.row_wants()))

    def count(self, index: int, total: int) -> Tally:
        case, found = self.job.case, Counts(self.terms)
        rest, table = np.array(case.rest, dtype=np.uint8), case.table.copy()
        to_come = np.flatnonzero(table == NO_CARD)
        tallies = [empty(self.terms)]
        size = len(self.places)
        for places in self.places[size * index // total : size * (index + 1) // total]:
            table[to_come] = rest[places]
            used = np.bitwise_or.reduce(np.uint64(1) << places.astype(np.uint64))
            free = np.flatnonzero((self.sets & used) == 0)
            starts = np.searchsorted(free, self.starts).astype(np.int64)
            if (starts[1:] == starts[:-1]).any():
                continue
            worth = self.job.judge.worth(self.hands[free], table)
            if self.terms.mode == PATTERNS:
                weights = self.weights[free]
                for rows in self.blocks_of(self.sets[free], starts, 0, int(starts[1])):
                    tallies.append(tally_block(self.terms, worth[rows], weights[rows].prod(axis=1), self.job.floors))
            else:
                self.fit(self.sets[free], worth, self.weights[free], starts, 0, int(starts[1]), found)
        return added([*tallies, found.tally(self.masks)] if self.terms.mode != PATTERNS else tallies)


class _Boards(_InOrder):
    """Table cards to come: every table for every way the hands can be."""

    def __init__(self, job: Job, lists: list[Ways]) -> None:
        super().__init__(job, lists)
        self.hands = np.concatenate([ways.hands for ways in self.lists])
        self.wants = job.row_wants()
        self.whole = len(self.lists[0].sets) > 1
        pots = len(self.terms.eligible) == 1 and self.terms.mode in (joint.ONE_WAY, joint.CARDS_SPEAK)
        self.fast = (job.judge.by_key or job.judge.choice is not None) and pots

    def count(self, index: int, total: int) -> Tally:
        lo, hi = self.slice(index, total) if self.whole else (0, 1)
        part = (0, 1) if self.whole else (index, total)
        if lo == hi:
            return empty(self.terms)
        tallies, found = [empty(self.terms)], Counts(self.terms)
        for rows in self.blocks(lo, hi):
            for row in rows:
                weight = int(self.weights[row].prod())
                if self.fast:
                    self._quickly(row, weight, part, found)
                else:
                    tallies += [times(one, weight) for one in self._block(row, part)]
        return added([*tallies, found.tally()] if self.fast else tallies)

    def _free(self, row: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The cards of the rest that are in nobody's hand."""
        taken = int(np.bitwise_or.reduce(self.sets[row]))
        rest = self.job.case.rest
        return np.array([card for place, card in enumerate(rest) if not taken >> place & 1], dtype=np.uint8)

    def _quickly(self, row: NDArray[np.int64], weight: int, part: tuple[int, int], found: Counts) -> None:
        """Every table by the kernels, for the first cards that are the chunk's part."""
        free = self._free(row)
        last = len(free) - (self.job.case.common - 1 if self.job.judge.by_key else 0)
        lo, hi = last * part[0] // part[1], last * (part[0] + 1) // part[1]
        if lo == hi:
            return
        counts, waived = np.zeros_like(found.counts[0]), np.zeros_like(found.waived[0])
        count = self._by_key if self.job.judge.by_key else self._by_choice
        count(row, free, lo, hi, counts, waived)
        found.counts[0] += weight * counts
        found.waived[0] += weight * waived

    def _by_key(self, row: Any, free: Any, lo: int, hi: int, counts: Any, waived: Any) -> None:
        t, values, flush, replaces = self.job.judge.tables
        table = self.job.case.table
        cards = [np.concatenate([self.hands[place], table[table != NO_CARD]]) for place in row]
        keys = np.array([t.keys[one].sum(dtype=np.uint64) for one in cards], dtype=np.uint64)
        masks = np.array([t.masks[one].sum(dtype=np.uint64) for one in cards], dtype=np.uint64)
        deals.boards(
            keys, masks, t.keys[free], t.masks[free], self.job.case.common, t.base, t.low, values, flush, replaces,
            self.job.floors.astype(np.uint16), lo, hi, counts, waived,
        )  # fmt: skip

    def _by_choice(self, row: Any, free: Any, lo: int, hi: int, counts: Any, waived: Any) -> None:
        choice = self.job.judge.choice
        assert choice is not None
        plan, ways, keys, masks = choice
        hands, table = self.hands[row], self.job.case.table
        known = np.where(table == NO_CARD, 0, table)
        choose_deals.boards(
            keys[hands], masks[hands], np.full(len(hands), hands.shape[1], np.int64), keys[known], masks[known],
            np.flatnonzero(table == NO_CARD), plan.groups, keys[free], masks[free], plan.ones, plan.twos,
            choose.empty_sums(plan), ways, self.job.floors.astype(np.uint16), lo, hi, counts, waived,
        )  # fmt: skip

    def _block(self, row: NDArray[np.int64], part: tuple[int, int]) -> Iterator[Tally]:
        free = self._free(row)
        places = table_ways(len(free), tuple(self.wants))
        lo, hi = len(places) * part[0] // part[1], len(places) * (part[0] + 1) // part[1]
        table = self.job.case.table
        to_come = np.flatnonzero(table == NO_CARD)
        for at in range(lo, hi, BLOCK):
            drawn = free[places[at : min(at + BLOCK, hi)]]
            tables = np.repeat(table[None], len(drawn), axis=0)
            tables[:, to_come] = drawn
            hands = (np.repeat(self.hands[place][None], len(drawn), axis=0) for place in row)
            worth = np.stack([self.job.judge.worth(hand, tables) for hand in hands], axis=1)
            yield tally_block(self.terms, worth, np.ones(len(drawn), np.int64), self.job.floors)
