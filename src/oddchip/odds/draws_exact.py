"""All keeps of a hand against one opponent before the last draw, exactly, every card removed.

Both players' ways to end are listed by value and fitted together by `kernels.removal`: a second or two for all 32 keeps
against a hand at random, where pairs of hands would be counted in trillions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from oddchip.kernels import joint, removal
from oddchip.kernels.bulk import bulk
from oddchip.odds.case import NO_CARD, Case, Holding
from oddchip.odds.terms import Terms
from oddchip.rankings import Order

MOST_SPREAD = 500_000_000
"""More ways to fill a range's hands than this are not listed."""

Values = NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class Others:
    """How the other player may end: `sets` of places in the unseen cards, rising, whole `hands`, and `weights`."""

    sets: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]


@dataclass(frozen=True)
class Found:
    """One keep: its part of the pot, how often it wins and ties each way, and the weight of all deals."""

    share: Fraction
    win: dict[str, Fraction]
    tie: dict[str, Fraction]
    deals: int


def can_count(case: Case, terms: Terms) -> bool:
    """Two players, cards that speak, and no more ways than memory and 64 bits hold."""
    plain = case.players == 2 and not case.rows and terms.mode in (joint.ONE_WAY, joint.CARDS_SPEAK)
    if not plain or len(case.pots) > 1 or any(award.wild or award.use for award in case.rules.awards):
        return False
    if terms.mode == joint.CARDS_SPEAK and terms.floors[0]:
        return False
    unseen, other = len(case.rest), case.holdings[1]
    if not other.is_range:
        return True
    if sum(comb(unseen - case.size + int(want), int(want)) for want in other.wants) > MOST_SPREAD:
        return False
    scaled = sum(int(w) * f for w, f in zip(other.weights.tolist(), _factors(case, other), strict=True))
    return scaled * comb(unseen, min(case.size, unseen)) < 1 << 62


def count(case: Case, terms: Terms, kept: Sequence[tuple[int, ...]]) -> list[Found]:
    """What each keep is worth; `kept` are cards of the first hand, the others of which are thrown away."""
    others = _others(case, case.holdings[1])
    own = _Own(case, kept)
    ways = case.rules.awards
    found = [_Way(own, others, award.order, int(floor)) for award, floor in zip(ways, terms.floors, strict=False)]
    if len(ways) == 1:
        return [_one_way(own, others, found[0], keep, ways[0].name) for keep in range(len(kept))]
    high, low = found
    # Where nobody makes the low, the high hand has all: the same count again among those hands only.
    unqualified = high.among(low.own_values < low.floor, low.other_values < low.floor)
    return [
        _two_ways(own, others, (high, low, unqualified), keep, (ways[0].name, ways[1].name))
        for keep in range(len(kept))
    ]


class _Own:
    """The ways of all keeps: which sets of unseen cards each can draw, and the hands they make."""

    def __init__(self, case: Case, kept: Sequence[tuple[int, ...]]) -> None:
        unseen, size = len(case.rest), case.size
        self.unseen, self.draws = unseen, [size - len(cards) for cards in kept]
        drawn = {k: sets_of(unseen, k) for k in sorted(set(self.draws))}
        starts, at = {}, 0
        for k, sets in drawn.items():
            starts[k], at = at, at + len(sets)
        self.sets = np.zeros((at, max(1, *self.draws) if self.draws else 1), dtype=np.uint8)
        self.sizes = np.zeros(at, dtype=np.uint8)
        for k, sets in drawn.items():
            self.sets[starts[k] : starts[k] + len(sets), :k] = sets
            self.sizes[starts[k] : starts[k] + len(sets)] = k
        rest = np.array(case.rest, dtype=np.uint8)
        rows, hands = [], []
        for cards, k in zip(kept, self.draws, strict=True):
            rows.append(np.arange(starts[k], starts[k] + len(drawn[k]), dtype=np.int32))
            held = np.repeat(np.array([cards], dtype=np.uint8).reshape(1, len(cards)), len(drawn[k]), axis=0)
            hands.append(np.concatenate([held, rest[drawn[k]]], axis=1))
        self.rows, self.hands = np.concatenate(rows), np.concatenate(hands)
        self.keeps = np.repeat(np.arange(len(kept), dtype=np.uint8), [len(one) for one in rows])

    def deals(self, others: Others, keep: int) -> int:
        """The weight of all pairs of ways that share no card."""
        left = self.unseen - others.sets.shape[1]
        return int(others.weights.sum()) * comb(left, self.draws[keep])


class _Way:
    """One way to win: the weights of the other's hands that each keep beats and ties."""

    def __init__(self, own: _Own, others: Others, order: Order, floor: int) -> None:
        judge = bulk(order)
        self.own, self.others, self.floor = own, others, floor
        self.own_values, self.other_values = judge.values(own.hands), judge.values(others.hands)
        everyone = np.ones(len(others.sets), dtype=bool)
        self.less, self.tied = self._meet(self.own_values >= floor, everyone)

    def among(self, own: NDArray[np.bool_], others: NDArray[np.bool_]) -> tuple[list[int], list[int]]:
        """The same among some of the hands only."""
        return self._meet(own, others)

    def _meet(self, own: NDArray[np.bool_], others: NDArray[np.bool_]) -> tuple[list[int], list[int]]:
        mine, theirs = _rising(self.own_values, own), _rising(self.other_values, others)
        keeps = len(self.own.draws)
        less, tied = np.zeros(keeps, dtype=np.int64), np.zeros(keeps, dtype=np.int64)
        most = min(self.own.sets.shape[1] if max(self.own.draws) else 0, self.others.sets.shape[1])
        parts, ends = removal.parts_of(most)
        removal.meet(
            self.own.sets, self.own.sizes, self.own.rows[mine], self.own.keeps[mine], self.own_values[mine],
            self.others.sets[theirs], self.other_values[theirs], self.others.weights[theirs], parts, ends,
            removal.steps(self.own.unseen, most), np.zeros(removal.offsets(self.own.unseen, most)[-1], np.int64),
            less, tied,
        )  # fmt: skip
        return less.tolist(), tied.tolist()


def _rising(values: Values, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The places of the chosen, worst hand first."""
    places = np.flatnonzero(chosen)
    return places[np.argsort(values[places], kind="stable")]


def _one_way(own: _Own, others: Others, way: _Way, keep: int, name: str) -> Found:
    deals = own.deals(others, keep)
    win, tie = Fraction(way.less[keep], deals), Fraction(way.tied[keep], deals)
    return Found(win + tie / 2, {name: win}, {name: tie}, deals)


def _two_ways(
    own: _Own, others: Others, ways: tuple[_Way, _Way, tuple[list[int], list[int]]], keep: int, names: tuple[str, str]
) -> Found:
    """Half the pot each way, all of it for high where nobody qualifies for low (D-HL-3)."""
    high, low, unqualified = ways
    deals = own.deals(others, keep)
    less, tied = (Fraction(one[keep], deals) for one in unqualified)
    win = {names[0]: Fraction(high.less[keep], deals), names[1]: Fraction(low.less[keep], deals)}
    tie = {names[0]: Fraction(high.tied[keep], deals), names[1]: Fraction(low.tied[keep], deals)}
    share = (sum(win.values()) + less + (sum(tie.values()) + tied) / 2) / 2
    return Found(share, win, tie, deals)


# --- the other player --------------------------------------------------------------------------------------------


def _others(case: Case, holding: Holding) -> Others:
    rest = np.array(case.rest, dtype=np.uint8)
    if not holding.is_range:
        known = holding.entries[0][holding.entries[0] != NO_CARD]
        sets = sets_of(len(rest), int(holding.wants[0]))
        hands = np.concatenate([np.repeat(known[None], len(sets), axis=0), rest[sets]], axis=1)
        return Others(sets, hands, np.ones(len(sets), dtype=np.int64))
    weights = _spread(case, holding)
    held = np.flatnonzero(weights)
    sets = sets_of(len(rest), case.size)[held]
    return Others(sets, rest[sets], weights[held])


def _spread(case: Case, holding: Holding) -> NDArray[np.int64]:
    """The weight of every hand a range may become, by rank."""
    unseen, size = len(case.rest), case.size
    places = np.full(256, 255, dtype=np.uint8)
    places[list(case.rest)] = np.arange(unseen, dtype=np.uint8)
    out = np.zeros(comb(unseen, size), dtype=np.int64)
    factors = np.array(_factors(case, holding), dtype=np.int64)
    for want in sorted(set(holding.wants.tolist())):
        chosen = holding.wants == want
        kept = np.sort(places[holding.entries[chosen]], axis=1)[:, : size - want]
        weights = holding.weights[chosen] * factors[chosen]
        removal.spread(np.ascontiguousarray(kept), weights, unseen, size, removal.columns(unseen), out)
    return out


def _factors(case: Case, holding: Holding) -> list[int]:
    """What the weight of each set is multiplied by, so that it does not depend on how much he draws."""
    wants = holding.wants.tolist()
    ways = {want: comb(len(case.rest) - case.size + want, want) for want in set(wants)}
    whole = lcm(*ways.values())
    return [whole // ways[want] for want in wants]


@lru_cache(maxsize=12)
def sets_of(unseen: int, size: int) -> NDArray[np.uint8]:
    """Every set of so many of the unseen cards' places, by rank."""
    out = np.zeros((comb(unseen, size), size), dtype=np.uint8)
    if size:
        removal.sets_by_rank(unseen, size, out)
    return out
