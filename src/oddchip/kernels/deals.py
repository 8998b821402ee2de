"""Compiled deals: every way, or many random ways, to complete the hands of a spot, and who wins each way.

Results are histograms of winners: `counts[high winners, low winners]`, both masks of players, 0 where nobody has a hand
that qualifies. Shares, scoops and quarters follow from them exactly, in integers. Where nobody qualifies either way,
`waived` counts the winners before the qualifiers. Both have 2**players rows, and as many columns or, one way, one.

A way to win is read from one `uint16` table by the same index for every order of a deck. `rest` are the cards still
unseen; a set of them is a mask of places in `rest`. Players are any number that can be dealt to.
"""

import numpy as np
from numba import njit

from oddchip.kernels.boards import boards, boards_of_five
from oddchip.kernels.samples import sample
from oddchip.kernels.showdown import tally, value_of
from oddchip.kernels.values import compiled

__all__ = ["boards", "boards_of_five", "completions", "duel", "melee", "sample", "value_of"]

U0, U1 = np.uint64(0), np.uint64(1)
ANY = np.uint16(0)


@compiled
def completions(key, mask, rest_keys, rest_masks, count, base, low, values, flush, replaces, sets, worth):
    """Every way to add `count` of the rest to a hand: `sets[i]` which, `worth[i, way]` the value each way.

    `key` and `mask` are those of the known cards; `values`, `flush` are (ways, size) tables.
    """
    n = len(rest_keys)
    chosen = np.zeros(8, dtype=np.int64)
    for j in range(count):
        chosen[j] = j
    row = 0
    while True:
        k, m, taken = key, mask, np.uint64(0)
        for j in range(count):
            k += rest_keys[chosen[j]]
            m += rest_masks[chosen[j]]
            taken |= U1 << np.uint64(chosen[j])
        sets[row] = taken
        for way in range(values.shape[0]):
            worth[row, way] = value_of(k, m, base, low, values[way], flush[way], replaces[way])
        row += 1
        j = count - 1
        while j >= 0 and chosen[j] == n - count + j:
            j -= 1
        if j < 0:
            return row
        chosen[j] += 1
        for i in range(j + 1, count):
            chosen[i] = chosen[i - 1] + 1


@compiled
def duel(sets_a, worth_a, sets_b, worth_b, floors, counts, waived):
    """Two players who complete their hands from the same rest: every pair of ways without a common card.

    Returns how many there were. Give the shorter list as b.
    """
    if worth_a.shape[1] == 1:
        high_a, high_b = worth_a[:, 0].copy(), worth_b[:, 0].copy()
        return _duel_one_way(sets_a, high_a, sets_b, high_b, floors[0], counts, waived)
    deals = 0
    for i in range(len(sets_a)):
        taken = sets_a[i]
        high_a = worth_a[i, 0]
        low_a = worth_a[i, 1]
        for j in range(len(sets_b)):
            if taken & sets_b[j]:
                continue
            deals += 1
            high = _better(high_a, worth_b[j, 0], floors[0])
            low = _better(low_a, worth_b[j, 1], floors[1])
            counts[high, low] += 1
            if not high | low:
                high, low = _better(high_a, worth_b[j, 0], ANY), _better(low_a, worth_b[j, 1], ANY)
                waived[high, low] += 1
    return deals


@compiled
def _duel_one_way(sets_a, worth_a, sets_b, worth_b, floor, counts, waived):
    """Nothing in the loop but comparisons, so that many are made at once."""
    deals = 0
    for i in range(len(sets_a)):
        taken, mine = sets_a[i], worth_a[i]
        free = wins = ties = none = none_wins = none_ties = 0
        for j in range(len(sets_b)):
            apart = taken & sets_b[j] == U0
            free += apart
            wins += apart & (mine > worth_b[j])
            ties += apart & (mine == worth_b[j])
        if mine < floor:
            for j in range(len(sets_b)):
                short = (taken & sets_b[j] == U0) & (worth_b[j] < floor)
                none += short
                none_wins += short & (mine > worth_b[j])
                none_ties += short & (mine == worth_b[j])
            counts[0, 0] += none
            waived[1, 0] += none_wins
            waived[2, 0] += none - none_wins - none_ties
            waived[3, 0] += none_ties
        deals += free
        counts[1, 0] += wins - none_wins
        counts[2, 0] += free - wins - ties - (none - none_wins - none_ties)
        counts[3, 0] += ties - none_ties
    return deals


@njit(inline="always")
def _better(a, b, floor):
    if a < floor and b < floor:
        return 0
    return 1 if a > b else 2 if b > a else 3


@compiled
def melee(sets, worth, starts, floors, counts, waived):
    """Any number of players: lists of completions one after the other, player p's from starts[p] to starts[p + 1]."""
    players = len(starts) - 1
    place = starts[:-1].copy()
    taken = np.zeros(players + 1, dtype=np.uint64)
    deals = 0
    p = 0
    while p >= 0:
        if place[p] == starts[p + 1]:
            place[p] = starts[p]
            p -= 1
            if p >= 0:
                place[p] += 1
            continue
        mine = sets[place[p]]
        if taken[p] & mine:
            place[p] += 1
            continue
        if p < players - 1:
            taken[p + 1] = taken[p] | mine
            p += 1
            continue
        deals += 1
        tally(worth, place, floors, counts, waived)
        place[p] += 1
    return deals
