"""Exact answers: every way the unseen cards can fall, counted once.

Without table cards to come every player has a list of ways to complete his hand, and the lists are fitted together
wherever no card is in two of them. With table cards to come, every table is dealt to every way the hands can be.
The work is cut into chunks that depend on the spot only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import comb, lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddchip.errors import SetupError
from oddchip.kernels import choose, choose_deals, deals, joint
from oddchip.odds.case import NO_CARD, Case
from oddchip.odds.counted import Counts, Tally, added, empty, tally_block, times
from oddchip.odds.judge import CHOSEN, ONE_BY_ONE, Judge
from oddchip.odds.terms import PATTERNS, Terms, terms_of

MOST_ROWS = 20_000_000
BLOCK = 1 << 16
CHUNKS = 32


@dataclass(eq=False)
class Ways:
    """One player's ways: `sets` as masks of places in the rest, whole hands, weights."""

    sets: NDArray[np.uint64]
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]


@dataclass(eq=False)
class Job:
    """All that counting a case takes, made once in each process; `groups` say how many cards each player lacks."""

    case: Case
    terms: Terms = field(init=False)
    judge: Judge = field(init=False)

    def __post_init__(self) -> None:
        self.terms, self.judge = terms_of(self.case), Judge(self.case)
        self.floors = self.terms.floors * self.judge.scale

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """How many cards the players lack: one tuple, or several where a range has hands that draw and hands that
        do not."""
        return list(product(*(sorted(set(h.wants.tolist())) for h in self.case.holdings)))

    def completions(self, wants: tuple[int, ...]) -> int:
        """In how many ways hands and table can be filled, given what the players keep."""
        left = len(self.case.rest) - sum(self._own(p, w) for p, w in enumerate(wants) if self.case.holdings[p].is_range)
        ways = 1
        for want in (*wants, *self._row_wants()):
            ways, left = ways * comb(left, want), left - want
        return ways

    def _own(self, p: int, want: int) -> int:
        """Cards of the rest that a set of a range takes: those the spot does not name."""
        ups = len(self.case.spot.up[p]) if self.case.spot.up else 0
        holding = self.case.holdings[p]
        named = int(sum(1 << card & self.case.gone > 0 for card in holding.entries[0].tolist() if card != NO_CARD))
        return self.case.size - want - (named if ups else 0)

    def _row_wants(self) -> list[int]:
        rows = [sum(card < 0 for card in row) for row in self.case.rows.values()]
        return rows if self.judge.kind != "plain" else [sum(rows)]

    @cached_property
    def factors(self) -> list[int]:
        """What each group's counts are multiplied by, so that a hand's weight does not depend on how much it draws."""
        ways = [self.completions(wants) for wants in self.groups]
        whole = lcm(*ways)
        return [whole // one for one in ways]

    @cached_property
    def deals(self) -> int:
        """How many deals there are to count, those included in which the hands of two ranges clash."""
        total = 0
        for wants in self.groups:
            sets = prod(int((h.wants == w).sum()) for h, w in zip(self.case.holdings, wants, strict=True))
            total += sets * self.completions(wants)
        return total

    @cached_property
    def rows(self) -> int:
        """How many rows the lists have: what must be held in memory."""
        n = len(self.case.rest)
        return sum(int(sum(comb(n, w) for w in h.wants.tolist())) for h in self.case.holdings)

    # -- lists ---------------------------------------------------------------------------------------------------

    def ways_of(self, p: int, want: int) -> Ways:
        """Every way player p's hands that lack so many cards can be completed."""
        case, holding = self.case, self.case.holdings[p]
        chosen = holding.wants == want
        entries, weights = holding.entries[chosen], holding.weights[chosen]
        places = np.full(64, 64, dtype=np.uint64)
        places[list(case.rest)] = np.arange(len(case.rest), dtype=np.uint64)
        own = _sets(entries, places)
        if not want:
            return Ways(own, entries, weights)
        drawn = combinations(len(case.rest), want)
        masks = np.bitwise_or.reduce(np.uint64(1) << drawn.astype(np.uint64), axis=1)
        rest = np.array(case.rest, dtype=np.uint8)
        parts = []
        for entry, mask, weight in zip(entries, own, weights, strict=True):
            free = (masks & mask) == 0
            parts.append(self._filled(p, entry, rest[drawn[free]], mask | masks[free], int(weight)))
        return Ways(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("sets", "hands", "weights")))

    def _filled(self, p: int, entry: NDArray[np.uint8], cards: NDArray[np.uint8], sets: Any, weight: int) -> Ways:
        """The entry with every choice of cards in its empty places, in every order that matters."""
        empty_places = np.flatnonzero(entry == NO_CARD)
        hands, all_sets = [], []
        for order in self._orders(empty_places):
            filled = np.repeat(entry[None], len(cards), axis=0)
            filled[:, empty_places] = cards[:, order]
            hands.append(filled)
            all_sets.append(sets)
        found = np.concatenate(hands)
        return Ways(np.concatenate(all_sets), found, np.full(len(found), weight, dtype=np.int64))

    def _orders(self, places: NDArray[np.int64]) -> list[list[int]]:
        """Which drawn cards lie open matters where a joker that came face down is wild (S8-B1)."""
        up = [int(place) in self.case.plan.up for place in places]
        if not any(award.wild for award in self.case.rules.awards) or all(up) or not any(up):
            return [list(range(len(places)))]
        found = []
        for opened in combinations(len(places), sum(up)).tolist():
            hidden = iter([card for card in range(len(places)) if card not in opened])
            shown = iter(opened)
            found.append([next(shown) if is_up else next(hidden) for is_up in up])
        return found

    def lists(self, group: int) -> list[Ways]:
        """The lists of a group of hands."""
        key = f"lists {group}"
        cache = self.case._cache
        if key not in cache:
            cache[key] = [self.ways_of(p, want) for p, want in enumerate(self.groups[group])]
        found: list[Ways] = cache[key]
        return found

    def _work(self, lists: list[Ways]) -> _Melee | _Boards | _Tables:
        """How to count: table by table when there are fewer tables than ways the hands can be."""
        if not self.case.common:
            return _Melee(self, lists)
        hands = prod(len(ways.sets) for ways in lists)
        tables = self.completions((0,) * len(lists))
        return _Boards(self, lists) if hands == 1 or hands < tables else _Tables(self, lists)

    def count(self, index: int, total: int) -> Tally:
        """The part of chunk `index` of so many."""
        parts = [empty(self.terms)]
        for group, factor in enumerate(self.factors):
            lists = self.lists(group)
            if all(len(ways.sets) for ways in lists):
                parts.append(times(self._work(lists).count(index, total), factor))
        return added(parts)


def job_of(case: Case) -> Job:
    """The job of a case, made once."""
    cache = case._cache
    if "job" not in cache:
        cache["job"] = Job(case)
    found: Job = cache["job"]
    return found


def count_chunk(case: Case, index: int, total: int) -> Tally:
    """One chunk of an exact count. Pure: it depends on its arguments only, and the tallies of all chunks add up."""
    return job_of(case).count(index, total)


def check_size(job: Job) -> None:
    """Refuse what does not fit in memory, whoever asks for it."""
    if job.rows > MOST_ROWS:
        raise SetupError(f"these hands can be completed in {job.rows:,} ways, too many to list: sample them")


class _InOrder:
    """Lists put in order, longest first, so that chunks cut the longest; masks are put back."""

    def __init__(self, job: Job, lists: list[Ways]) -> None:
        self.job, self.terms, self.n = job, job.terms, len(lists)
        self.order = sorted(range(self.n), key=lambda p: -len(lists[p].sets))
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
        if self.n == 2 and self._simple and worth.dtype == np.uint16:
            middle = starts[1]
            deals.duel(
                sets[lo:hi], worth[lo:hi], sets[middle:], worth[middle:], self.job.floors.astype(np.uint16),
                found.counts[0], found.waived[0],
            )  # fmt: skip
            return
        joint.melee_of_pots(
            sets, worth, weights, starts, lo, hi, self._eligible, self.job.floors, self.terms.mode, *self._claims,
            found.counts, found.waived,
        )  # fmt: skip

    @cached_property
    def _eligible(self) -> NDArray[np.int64]:
        return np.array([self._sorted(int(mask)) for mask in self.terms.eligible], dtype=np.int64)

    @cached_property
    def _claims(self) -> tuple[int, int]:
        high, low = self.terms.claims
        return self._sorted(high), self._sorted(low)

    @cached_property
    def _simple(self) -> bool:
        one_pot = len(self.terms.eligible) == 1 and self.terms.mode != joint.BY_DECLARATION
        return one_pot and bool((self.weights == 1).all())

    def _block(self, rows: NDArray[np.int64], worth: Any) -> Tally:
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
            blocks = (self._block(rows, self.worth) for rows in self.blocks(lo, hi))
            return added([empty(self.terms), *blocks])
        found = Counts(self.terms)
        self.fit(self.sets, self.worth, self.weights, self.starts, lo, hi, found)
        return found.tally(self.masks)


class _Tables(_InOrder):
    """Table cards to come, and many ways the hands can be: the lists are fitted together on every table."""

    def __init__(self, job: Job, lists: list[Ways]) -> None:
        super().__init__(job, lists)
        self.hands = np.concatenate([ways.hands for ways in self.lists])
        self.places = table_ways(len(job.case.rest), tuple(job._row_wants()))

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
        self.wants = job._row_wants()
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


def combinations(n: int, k: int) -> NDArray[np.uint8]:
    """Every choice of k of n places, a row each."""
    out = np.zeros((comb(n, k), k), dtype=np.uint8)
    if len(out) and k:
        joint.combinations(n, k, out)
    return out


def table_ways(n: int, wants: tuple[int, ...]) -> NDArray[np.uint8]:
    """Every way to deal so many of n cards to each row of the table; rows are not the same to a player."""
    found = combinations(n, wants[0])
    for k, want in enumerate(wants[1:], start=1):
        if not want:
            continue
        used = sum(wants[:k])
        more = combinations(n - used, want)
        parts = []
        for first in found:
            left = np.setdiff1d(np.arange(n, dtype=np.uint8), first)
            parts.append(np.concatenate([np.repeat(first[None], len(more), axis=0), left[more]], axis=1))
        found = np.concatenate(parts)
    return found


def _sets(entries: NDArray[np.uint8], places: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The cards of each entry as a mask of places in the rest; cards that the spot names have none."""
    at = places[entries & 63]
    bits = np.where((entries == NO_CARD) | (at == 64), np.uint64(0), np.uint64(1) << (at & np.uint64(63)))
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    return masks


def limit_of(job: Job) -> int:
    """Up to how many deals an answer is exact unless it is asked otherwise, by what a deal costs."""
    if job.judge.kind == ONE_BY_ONE:
        return 100_000 if job.case.common else 20_000_000
    if job.judge.kind == CHOSEN:
        return 3_000_000 if job.case.common else 200_000_000
    if job.terms.mode == PATTERNS:
        return 20_000_000
    return 200_000_000
