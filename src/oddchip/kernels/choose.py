"""Hands that must take so many cards from their own and so many from each row: Omaha, Cucamonga (CU-4.1), compiled.

`plan(use, sizes)` lists which public cards go with one own card and with two. On a fixed board these are added up once
(`public_sums`), and `tables` finds the best hand of every own card and of every two: any hand is then a few maxima.
`choose_against.against` so meets all 575,757 hands an opponent may hold in a millisecond or two, and `completions`
gives lists for `deals.duel` and `deals.melee`; `choose_deals` counts every board to come, and random deals. All fill
the same histograms, `counts[high winners, low winners]` and `waived`, as `deals` does.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oddchip.errors import CardError
from oddchip.kernels.bulk import LOWS_WITH_SUITS
from oddchip.kernels.showdown import suited
from oddchip.kernels.tables import Keys, Values, card_arrays, tables_for
from oddchip.kernels.values import FLUSH, HIGH, LOW, START, compiled
from oddchip.rankings import Order, Ranking
from oddchip.rankings.choose import Span

_0, _1 = np.uint64(0), np.uint64(1)
NONE = np.uint16(0)


class Plan(NamedTuple):
    """Places of public cards: rows of four that go with one own card, rows of three that go with two."""

    ones: NDArray[np.uint8]
    twos: NDArray[np.uint8]
    groups: NDArray[np.int64]
    """For each public place the row it belongs to."""


def plan(use: Sequence[Span], sizes: Sequence[int]) -> Plan:
    """What may be chosen: `use` is the least and most cards from one's own and then from each row of `sizes` cards.

    Public cards are numbered row after row. Hands have five cards, one or two of them one's own; else `CardError`.
    """
    groups = [row for row, size in enumerate(sizes) for _ in range(size)]
    rows = [[place for place, row in enumerate(groups) if row == wanted] for wanted in range(len(sizes))]
    chosen: dict[int, list[tuple[int, ...]]] = {1: [], 2: []}
    for own, *counts in product(*(range(least, most + 1) for least, most in use)):
        if own + sum(counts) != 5 or any(map(int.__gt__, counts, sizes)):
            continue
        if own not in chosen:
            raise CardError(f"a hand takes one or two of its own cards here, not {own}")
        parts = product(*(combinations(row, count) for row, count in zip(rows, counts, strict=True)))
        chosen[own] += [sum(part, ()) for part in parts]
    if not any(chosen.values()):
        raise CardError(f"no hand of five cards can be made with {list(use)} of rows of {list(sizes)}")
    ones, twos = (np.array(chosen[own], dtype=np.uint8).reshape(-1, 5 - own) for own in (1, 2))
    return Plan(ones, twos, np.array(groups, dtype=np.int64))


class Ways(NamedTuple):
    """One or two ways to win, read by one index: `values`, `flush` and `replaces` have a row for each way."""

    base: NDArray[np.uint32]
    low: NDArray[np.uint16]
    values: Values
    flush: Values
    replaces: NDArray[np.bool_]


class Sums(NamedTuple):
    """Keys and masks of the public cards that go with one own card, and with two."""

    one_keys: Keys
    one_masks: Keys
    two_keys: Keys
    two_masks: Keys


def ways_of(orders: Sequence[Order]) -> tuple[Ways, Keys, Keys]:
    """One or two orders of one deck as `Ways`, and the keys and masks of cards to read them by.

    Where one order minds suits and the other does not, the keys are those of the first; `CardError` when a joker would
    need two keys (high beside deuce-to-seven) or an order has no five-card hands.
    """
    minding = [order for order in orders if order.ranking is not Ranking.ACE_TO_FIVE_LOW] or [orders[0]]
    every = [tables_for(order, 5) for order in orders]
    keys, masks = card_arrays(minding[0])
    if len({order.deck for order in orders}) > 1 or any((card_arrays(o)[0] != keys).any() for o in minding):
        raise CardError(f"{' and '.join(map(repr, orders))} cannot be read by one key")
    values = np.stack([tables.values for tables in every])
    flush = np.stack([tables.flush for tables in every])
    replaces = np.array([order.ranking in LOWS_WITH_SUITS for order in orders])
    return Ways(every[0].base, every[0].low, values, flush, replaces), keys, masks


def empty_sums(plan: Plan) -> Sums:
    """Room for the sums of one board."""
    return Sums(*(np.zeros(len(parts), np.uint64) for parts in (plan.ones, plan.ones, plan.twos, plan.twos)))


# --- one board ---------------------------------------------------------------------------------------------------


@compiled
def public_sums(ones, twos, keys, masks, sums):
    """Adds up the public cards as a plan's `ones` and `twos` say; `keys` and `masks` are those of the public cards."""
    for i in range(ones.shape[0]):
        a, b, c, d = ones[i, 0], ones[i, 1], ones[i, 2], ones[i, 3]
        sums.one_keys[i] = START + keys[a] + keys[b] + keys[c] + keys[d]
        sums.one_masks[i] = masks[a] + masks[b] + masks[c] + masks[d]
    for i in range(twos.shape[0]):
        a, b, c = twos[i, 0], twos[i, 1], twos[i, 2]
        sums.two_keys[i] = START + keys[a] + keys[b] + keys[c]
        sums.two_masks[i] = masks[a] + masks[b] + masks[c]


@compiled
def meet(key, mask, sum_keys, sum_masks, ways, high, low):
    """The better of `high`, `low` and what some own cards (one key and mask) make with any of the public sums."""
    base, ranks, both = ways.base, ways.low, ways.values.shape[0] > 1
    first, other = ways.values[0], ways.values[ways.values.shape[0] - 1]
    for i in range(sum_keys.shape[0]):
        whole = key + sum_keys[i]
        place = base[whole >> HIGH] + ranks[whole & LOW]
        value, value_low = first[place], other[place] if both else NONE
        if whole & FLUSH:
            suits = mask + sum_masks[i]
            value = suited(whole, suits, value, ways.flush[0], ways.replaces[0])
            if both:
                value_low = suited(whole, suits, value_low, ways.flush[1], ways.replaces[1])
        high, low = max(high, value), max(low, value_low)
    return high, low


@compiled
def best(keys, masks, count, sums, ways):
    """The best a player with the first `count` of these own cards can make, each way (0 for a way there is not)."""
    high = low = NONE
    for i in range(count):
        high, low = meet(keys[i], masks[i], sums.one_keys, sums.one_masks, ways, high, low)
        for j in range(i):
            high, low = meet(keys[i] + keys[j], masks[i] + masks[j], sums.two_keys, sums.two_masks, ways, high, low)
    return high, low


# --- a fixed board and unknown cards -------------------------------------------------------------------------------


@compiled
def tables(rest_keys, rest_masks, sums, ways, singles, pairs):
    """The best hand each way of every card of the rest, `singles[way, i]`, and of every two, `pairs[way, i, j]`."""
    last = ways.values.shape[0] - 1
    for i in range(len(rest_keys)):
        key, mask = rest_keys[i], rest_masks[i]
        found = meet(key, mask, sums.one_keys, sums.one_masks, ways, NONE, NONE)
        singles[last, i] = found[1]
        singles[0, i] = found[0]
        pairs[:, i, i] = 0
        for j in range(i):
            found = meet(key + rest_keys[j], mask + rest_masks[j], sums.two_keys, sums.two_masks, ways, NONE, NONE)
            pairs[last, i, j] = pairs[last, j, i] = found[1]
            pairs[0, i, j] = pairs[0, j, i] = found[0]


@compiled
def begin(keys, masks, rest_keys, rest_masks, sums, ways, singles, have, wide):
    """A player who holds these cards: `have[way]` is their best, `wide[way, i]` their best with one more of the rest.

    A player of whom nothing is known begins with zeros and a copy of `singles`.
    """
    last = ways.values.shape[0] - 1
    found = best(keys, masks, len(keys), sums, ways)
    have[last] = found[1]
    have[0] = found[0]
    for i in range(len(rest_keys)):
        high, low = have[0], have[last]
        for j in range(len(keys)):
            high, low = meet(
                keys[j] + rest_keys[i], masks[j] + rest_masks[i], sums.two_keys, sums.two_masks, ways, high, low
            )
        wide[last, i] = max(low, singles[last, i])
        wide[0, i] = max(high, singles[0, i])


@compiled
def _widen(wide, pairs, place, wider):
    """One more card: what every further card would make of the hand."""
    for way in range(wide.shape[0]):
        for i in range(place + 1, wide.shape[1]):
            wider[way, i] = max(wide[way, i], pairs[way, place, i])


@compiled
def completions(have, wide, pairs, count, sets, worth):
    """Every way to add `count` cards of the rest to a hand that began so: `sets[i]`, `worth[i, way]`, for `deals`."""
    ways, n = wide.shape
    if count == 0:
        sets[0], worth[0] = _0, have
        return 1
    best_so_far = np.zeros((count, ways), dtype=np.uint16)
    wider = np.zeros((count, ways, n), dtype=np.uint16)
    taken = np.zeros(count, dtype=np.uint64)
    chosen = np.zeros(count, dtype=np.int64)
    best_so_far[0], wider[0] = have, wide
    row = depth = 0
    while depth >= 0:
        if depth == count - 1:
            for place in range(chosen[depth], n):
                sets[row] = taken[depth] | _1 << np.uint64(place)
                for way in range(ways):
                    worth[row, way] = max(best_so_far[depth, way], wider[depth, way, place])
                row += 1
        elif chosen[depth] <= n - count + depth:
            place = chosen[depth]
            for way in range(ways):
                best_so_far[depth + 1, way] = max(best_so_far[depth, way], wider[depth, way, place])
            _widen(wider[depth], pairs, place, wider[depth + 1])
            taken[depth + 1] = taken[depth] | _1 << np.uint64(place)
            depth += 1
            chosen[depth] = place + 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
    return row
