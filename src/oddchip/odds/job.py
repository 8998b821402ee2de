"""What counting or sampling a case takes: its terms, its judge, and every way each hand can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import comb, lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddchip.cards import UNKNOWN
from oddchip.errors import SetupError
from oddchip.kernels import joint
from oddchip.odds.case import NO_CARD, Case
from oddchip.odds.judge import CHOSEN, ONE_BY_ONE, PLAIN, Judge
from oddchip.odds.terms import PATTERNS, Terms, terms_of

MOST_ROWS = 20_000_000
MOST_GROUPS = 10_000


@dataclass(eq=False)
class Ways:
    """One player's ways: `sets` as masks of places in the rest, whole hands, weights."""

    sets: NDArray[np.uint64]
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]


@dataclass(eq=False)
class Job:
    """All that counting a case takes, made once in each process."""

    case: Case
    terms: Terms = field(init=False)
    judge: Judge = field(init=False)

    def __post_init__(self) -> None:
        self.terms, self.judge = terms_of(self.case), Judge(self.case)
        self.floors = self.terms.floors * self.judge.scale

    @cached_property
    def kinds(self) -> list[list[tuple[int, int]]]:
        """For each player the kinds of set he may hold: how many cards it lacks, and its weight where kernels could not
        hold the products of all weights, else 0."""
        heaviest = prod(int(h.weights.sum()) for h in self.case.holdings)
        most = prod(comb(len(self.case.rest), int(h.wants.max())) for h in self.case.holdings)
        split = heaviest * most * comb(len(self.case.rest), self.case.common) >= 1 << 62
        found = []
        for holding in self.case.holdings:
            weights = holding.weights if split else np.zeros_like(holding.weights)
            kinds = np.unique(np.stack([holding.wants, weights], axis=1), axis=0)
            found.append([(int(want), int(weight)) for want, weight in kinds])
        if prod(map(len, found)) > MOST_GROUPS:
            raise SetupError("these ranges have too many different weights to be counted: sample them")
        return found

    @cached_property
    def groups(self) -> list[tuple[tuple[int, int], ...]]:
        """A kind for each player: all there are together."""
        return list(product(*self.kinds))

    def completions(self, wants: Sequence[int]) -> int:
        """In how many ways hands and table can be filled, given what the players keep."""
        left = len(self.case.rest) - sum(self._own(p, w) for p, w in enumerate(wants) if self.case.holdings[p].is_range)
        ways = 1
        for want in (*wants, *self.row_wants()):
            ways, left = ways * comb(left, want), left - want
        return ways * prod(self._arrangements(p, want) for p, want in enumerate(wants))

    def _own(self, p: int, want: int) -> int:
        """Cards of the rest that a set of a range takes: those the spot does not name."""
        ups = sum(card != UNKNOWN for card in self.case.ups[p])
        return self.case.size - want - ups

    def _arrangements(self, p: int, want: int) -> int:
        holding = self.case.holdings[p]
        chosen = np.flatnonzero(holding.wants == want)
        return len(self._orders(np.flatnonzero(holding.entries[chosen[0]] == NO_CARD))) if len(chosen) and want else 1

    def row_wants(self) -> list[int]:
        """How many cards each row of the table lacks; one sum where it is all the same to the players."""
        rows = [sum(card < 0 for card in row) for row in self.case.rows.values()]
        return rows if self.judge.kind != PLAIN else [sum(rows)]

    @cached_property
    def factors(self) -> list[int]:
        """What each group's counts are multiplied by, so that how likely a hand is does not depend on how much it
        draws."""
        ways = [self.completions([want for want, _ in group]) for group in self.groups]
        whole = lcm(*ways)
        weights = [prod(weight or 1 for _, weight in group) for group in self.groups]
        return [weight * whole // one for weight, one in zip(weights, ways, strict=True)]

    @cached_property
    def deals(self) -> int:
        """How many deals there are to count, those included in which the hands of two ranges clash."""
        total = 0
        for wants in product(*(np.unique(h.wants).tolist() for h in self.case.holdings)):
            sets = prod(int((h.wants == w).sum()) for h, w in zip(self.case.holdings, wants, strict=True))
            total += sets * self.completions(wants)
        return total

    @cached_property
    def rows(self) -> int:
        """How many rows the lists have: what must be held in memory."""
        n = len(self.case.rest)
        sizes = [np.unique(h.wants, return_counts=True) for h in self.case.holdings]
        return sum(comb(n, int(want)) * int(sets) for size in sizes for want, sets in zip(*size, strict=True))

    # -- lists ---------------------------------------------------------------------------------------------------

    def ways_of(self, p: int, kind: tuple[int, int]) -> Ways:
        """Every way player p's hands of a kind can be completed."""
        case, holding, (want, only) = self.case, self.case.holdings[p], kind
        chosen = holding.wants == want
        if only:
            chosen &= holding.weights == only
        entries = holding.entries[chosen]
        weights = np.ones(len(entries), np.int64) if only else holding.weights[chosen]
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
            cache[key] = [self.ways_of(p, kind) for p, kind in enumerate(self.groups[group])]
        found: list[Ways] = cache[key]
        return found


def job_of(case: Case) -> Job:
    """The job of a case, made once."""
    cache = case._cache
    if "job" not in cache:
        cache["job"] = Job(case)
    found: Job = cache["job"]
    return found


def check_size(job: Job) -> None:
    """Refuse what does not fit in memory, whoever asks for it."""
    if job.rows > MOST_ROWS:
        raise SetupError(f"these hands can be completed in {job.rows:,} ways, too many to list: sample them")


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
