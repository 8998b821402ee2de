"""Known hands against every hand that one more player may hold, on a fixed board; see `choose`.

What a hand is worth is the greatest of what its single cards and pairs are worth. So whether it reaches a threshold is
whether any of them does: for a hand but for its last card, the last cards that make it are a set of bits, and a whole
row of hands is counted at once.
"""

import numpy as np
from numba import njit

from oddchip.kernels.values import compiled

_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_FIVES, _THREES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_FIFTEENS, _ONES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)

# How the further player stands to the best of the known: below, level, above but short of the floor, above.
_STEPS = 3


@compiled
def against(have, wide, pairs, count, best_known, winners, floors, counts, waived):
    """Known players meet every hand that one more player, who began so, may hold with `count` cards of the rest.

    `have` and `wide` are those of `choose.begin`, with `count` 1 or more and up to 64 cards in the rest. `best_known`
    is the best value among the known, each way, and `winners` the mask of who has it. The further player's bit is that
    of the last player of `counts`. Returns the number of hands.
    """
    ways, n = wide.shape
    known = np.zeros((ways * _STEPS, n), dtype=np.uint64)
    reach = np.zeros((count, ways * _STEPS), dtype=np.uint64)
    _thresholds(have, wide, pairs, best_known, floors, known, reach[0])
    found = np.zeros((4, 4), dtype=np.int64)
    chosen = np.zeros(count, dtype=np.int64)
    every = _ALL >> np.uint64(64 - n)
    depth = 0
    while depth >= 0:
        place = chosen[depth]
        if depth == count - 1:
            _count(reach[depth], every & (_ALL << np.uint64(place)), ways, found)
        elif place <= n - count + depth:
            bit = _1 << np.uint64(place)
            for k in range(ways * _STEPS):
                reach[depth + 1, k] = _ALL if reach[depth, k] & bit else reach[depth, k] | known[k, place]
            depth += 1
            chosen[depth] = place + 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
    deals = found[0, 0]
    _write(found, best_known, winners, floors, ways, counts, waived)
    return deals


@compiled
def _thresholds(have, wide, pairs, best_known, floors, known, reach):
    """For level, above, and above with a hand that qualifies: the partners of each card that reach it, as bits."""
    ways, n = wide.shape
    for way in range(ways):
        level = np.int64(best_known[way])
        steps = (level, level + 1, max(level + 1, np.int64(floors[way])))
        for step in range(_STEPS):
            k, least = way * _STEPS + step, steps[step]
            for i in range(n):
                bit = _1 << np.uint64(i)
                if wide[way, i] >= least:
                    reach[k] |= bit
                for j in range(n):
                    if i != j and pairs[way, j, i] >= least:
                        known[k, j] |= bit
            if have[way] >= least:
                reach[k] = _ALL


@njit(inline="always")
def _many(bits):
    """How many bits are set; the compiler knows this for one instruction."""
    bits = bits - ((bits >> _1) & _FIVES)
    bits = (bits & _THREES) + ((bits >> _2) & _THREES)
    bits = (bits + (bits >> _4)) & _FIFTEENS
    return np.int64((bits * _ONES) >> _56)


@njit(inline="always")
def _count(reach, left, ways, found):
    """Adds to `found[i, j]` how many last cards reach step i in high and step j in low."""
    high = (left, left & reach[0], left & reach[1], left & reach[2])
    for i in range(4):
        found[i, 0] += _many(high[i])
    if ways > 1:
        for j in range(_STEPS):
            low = reach[_STEPS + j]
            for i in range(4):
                found[i, j + 1] += _many(high[i] & low)


@compiled
def _write(found, best_known, winners, floors, ways, counts, waived):
    """Hands that reach a step become hands that stand there, and these become counts by winners."""
    other = counts.shape[0] >> 1
    for i in range(4):
        for j in range(4 if ways > 1 else 1):
            number = found[i, j]
            if i < 3:
                number -= found[i + 1, j]
            if j < 3 and ways > 1:
                number -= found[i, j + 1]
                if i < 3:
                    number += found[i + 1, j + 1]
            raw_high, high = _masks(i, winners[0], other, best_known[0] < floors[0])
            raw_low, low = 0, 0
            if ways > 1:
                raw_low, low = _masks(j, winners[1], other, best_known[1] < floors[1])
            counts[high, low] += number
            if not high | low:
                waived[raw_high, raw_low] += number


@compiled
def _masks(step, known, other, short):
    """Who wins, before the qualifier and after it, when the further player stands at a step."""
    raw = known if step == 0 else known | other if step == 1 else other
    return raw, 0 if short and step < 3 else raw
