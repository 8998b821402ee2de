"""Tallies: how many deals had which winners, pot by pot, and the answer they amount to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddchip.kernels import joint
from oddchip.odds.result import Odds, PotOdds, Share
from oddchip.odds.terms import PATTERNS, Key, Outcome, Terms

Tally = tuple[Counter[Key], ...]
"""For each pot, main pot first, how many deals went so. Patterns decide all pots at once and are counted once."""


def empty(terms: Terms) -> Tally:
    return tuple(Counter() for _ in range(1 if terms.mode == PATTERNS else len(terms.eligible)))


def added(tallies: Iterable[Tally]) -> Tally:
    """The sum; the order does not matter, for all are whole numbers."""
    total: Tally | None = None
    for tally in tallies:
        if total is None:
            total = tuple(Counter(pot) for pot in tally)
        else:
            for pot, more in zip(total, tally, strict=True):
                pot.update(more)
    assert total is not None
    return total


def times(tally: Tally, factor: int) -> Tally:
    return tally if factor == 1 else tuple(Counter({key: n * factor for key, n in pot.items()}) for pot in tally)


class Counts:
    """The arrays that kernels count into, for all pots."""

    def __init__(self, terms: Terms) -> None:
        n, two = terms.case.players, terms.mode != joint.ONE_WAY
        shape = (len(terms.eligible), 1 << n, 1 << n if two else 1)
        self.counts = np.zeros(shape, dtype=np.int64)
        self.waived = np.zeros(shape if terms.floors.any() else (shape[0], 1 << n, shape[2]), dtype=np.int64)

    def tally(self, masks: NDArray[np.int64] | None = None) -> Tally:
        """What was counted; `masks` gives the players back their numbers where they were put into another order."""
        return tuple(_tally(c, w, masks) for c, w in zip(self.counts, self.waived, strict=True))


def _tally(counts: NDArray[np.int64], waived: NDArray[np.int64], masks: NDArray[np.int64] | None) -> Counter[Key]:
    found: Counter[Key] = Counter()
    for array, raw in ((counts, False), (waived, True)):
        for high, low in zip(*np.nonzero(array), strict=True):
            number = int(array[high, low])
            a, b = (int(high), int(low)) if masks is None else (int(masks[high]), int(masks[low]))
            if raw:
                found[0, 0, a, b] += number
            elif a or b:
                found[a, b, 0, 0] += number
    return found


def tally_block(terms: Terms, worth: NDArray[Any], weights: NDArray[np.int64], floors: NDArray[np.int64]) -> Tally:
    """The tally of deals laid out: `worth` is (deals, players, ways)."""
    high, low = np.ascontiguousarray(worth[:, :, 0]), np.ascontiguousarray(worth[:, :, -1])
    if terms.mode == PATTERNS:
        codes = np.zeros(len(worth), dtype=np.uint64)
        joint.patterns_block(high, low, codes)
        kinds, place = np.unique(codes, return_inverse=True)
        sums = np.zeros(len(kinds), dtype=np.int64)
        np.add.at(sums, place, weights)
        return (Counter({(int(code), 0, 0, 0): int(n) for code, n in zip(kinds, sums, strict=True)}),)
    found = Counts(terms)
    for k, eligible in enumerate(terms.eligible):
        joint.tally_block(
            high, low, weights, int(eligible), floors, terms.mode, *terms.claims, found.counts[k], found.waived[k]
        )
    return found.tally()


# --- the answer --------------------------------------------------------------------------------------------------


def answer(terms: Terms, tally: Tally, exact: bool, why: str) -> Odds:
    """The odds a tally amounts to. Sampled ones come with the standard error of every share."""
    pots = [_Pot(terms, tally[0 if terms.mode == PATTERNS else k], k) for k in range(len(terms.case.pots))]
    amounts = [pot.amount for pot in terms.case.pots]
    whole, n = sum(amounts), terms.case.players
    deals = pots[0].deals
    players = pots[0].players if len(pots) == 1 else tuple(_together(pots, amounts, p) for p in range(n))
    errors = tuple(
        0.0 if exact else sum(a / whole * pot.error(p) for a, pot in zip(amounts, pots, strict=True)) for p in range(n)
    )
    counts, waived = _contract(terms, tally[0])
    return Odds(
        players=players,
        deals=deals,
        exact=exact,
        error=max(errors),
        counts=counts,
        waived=waived,
        errors=errors,
        ways=terms.ways,
        carried=sum((pot.carried * a for a, pot in zip(amounts, pots, strict=True)), Fraction(0)) / whole,
        pots=tuple(_pot_odds(terms, pot, k) for k, pot in enumerate(pots)) if len(pots) > 1 else (),
        why=why,
    )


def _contract(terms: Terms, tally: Counter[Key]) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    counts: Counter[tuple[int, int]] = Counter()
    waived: Counter[tuple[int, int]] = Counter()
    for key, number in tally.items():
        if terms.mode == PATTERNS:
            won = terms.outcome(key, 0).winners
            counts[won[0], won[-1]] += number
            continue
        counts[key[:2]] += number
        if not any(key[:2]):
            waived[key[2:]] += number
    return dict(counts), dict(waived)


class _Pot:
    """One pot's outcomes, with how many deals had each."""

    def __init__(self, terms: Terms, tally: Counter[Key], k: int) -> None:
        self.outcomes: list[tuple[Outcome, int]] = [(terms.outcome(key, k), n) for key, n in tally.items()]
        self.deals = sum(tally.values())
        self.ways = terms.ways
        self.players = tuple(self._share(p) for p in range(terms.case.players))
        self.carried = self._mean(lambda one: one.carried)

    def _mean(self, what: Any) -> Fraction:
        return sum((Fraction(what(one)) * n for one, n in self.outcomes), Fraction(0)) / self.deals

    def _share(self, p: int) -> Share:
        win, tie = {}, {}
        for k, way in enumerate(self.ways):
            win[way] = self._mean(lambda one, k=k: one.winners[k] == 1 << p)
            tie[way] = self._mean(lambda one, k=k: one.winners[k] >> p & 1 and one.winners[k] != 1 << p)
        return Share(
            self._mean(lambda one: one.parts[p]),
            win,
            tie,
            self._mean(lambda one: one.parts[p] == 1),
            self._mean(lambda one: one.parts[p] == Fraction(1, 4)),
        )

    def error(self, p: int) -> float:
        """The standard error of a share; never 0, for what has not been seen may still come."""
        mean = self.players[p].share
        square = self._mean(lambda one: one.parts[p] ** 2)
        variance = float(square - mean * mean)
        return sqrt((variance + 1 / self.deals) / self.deals)


def _together(pots: list[_Pot], amounts: list[int], p: int) -> Share:
    """One player's part of all chips. Scoop and quarter are those of the main pot: side pots have their own."""
    whole = sum(amounts)
    share = sum((pot.players[p].share * a for a, pot in zip(amounts, pots, strict=True)), Fraction(0)) / whole
    main = pots[0].players[p]
    return Share(share, main.win, main.tie, main.scoop, main.quarter)


def _pot_odds(terms: Terms, pot: _Pot, k: int) -> PotOdds:
    made = terms.case.pots[k]
    eligible = tuple(p for p in range(terms.case.players) if made.eligible >> p & 1)
    return PotOdds(made.amount, eligible, pot.players, pot.carried)
