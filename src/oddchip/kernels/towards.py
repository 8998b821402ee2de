"""The last two draws towards a target, with the best keep before each, counted in integers.

The target is a list of hands. Only the cards that stand in some of them are told apart, by places from 0; all others
are junk. For every small set of places the number of target hands that hold it is added up once; what each part of a
hand can still become, without the cards thrown, follows by inclusion and exclusion.
"""

import numpy as np
from numba import njit

from oddchip.kernels.values import compiled

NONE = np.uint64(0)
COUNT = np.array([part.bit_count() for part in range(64)])


@compiled
def add_up(targets, masks, gone, whole_hands, sign, size, step, sums):
    """Adds `sign` to the sums of all sets that each target hand holds: of those without a card of `gone` (a mask of
    places) when `whole_hands`, else of those with one. Sets stand by rank, those of fewer cards first."""
    places = np.zeros(1 << size, dtype=np.int64)
    for row in range(len(masks)):
        if (masks[row] & gone == NONE) == whole_hands:
            _places(targets[row], size, step, places)
            for part in range(1 << size):
                sums[places[part]] += sign


@compiled
def held_by(targets, masks, gone, size, step, whole, sums):
    """`sums[set]`: how many of the target hands without a card of `gone` hold the set.

    `whole` are the sums with nothing gone: they are put right where that is less work than to add up anew.
    """
    lost = 0
    for row in range(len(masks)):
        lost += masks[row] & gone != NONE
    if 2 * lost > len(masks):
        sums[:] = 0
        add_up(targets, masks, gone, True, 1, size, step, sums)
    else:
        sums[:] = whole
        add_up(targets, masks, gone, False, -1, size, step, sums)


@njit(inline="always")
def _places(cards, size, step, out):
    """The place of each part (a mask) of some rising cards among all sets: those of fewer cards first, then by rank."""
    out[0] = 0
    for card in range(size):
        bit = 1 << card
        for part in range(bit):
            out[part | bit] = out[part] + step[cards[card], COUNT[part] + 1]


@compiled
def _chance(hand, held, sums, scale, step, places, exact):
    """What the best keep is worth with one draw left: in how many ways it can be filled, times `scale[cards kept]`."""
    _places(hand, held, step, places)
    for part in range(1 << held):
        exact[part] = sums[places[part]]
    for i in range(held):
        for part in range(1 << held):
            if not part >> i & 1:
                exact[part] -= exact[part | 1 << i]
    best = 0
    for part in range(1 << held):
        best = max(best, exact[part] * scale[COUNT[part]])
    return best


@compiled
def two_draws(kept, live, draws, junk, scale, sums, step):
    """Keeping `kept` (rising places), `draws` cards come, of `live` places and of the junk; then one more draw.

    Summed over all ways for them to come: what the best keep is worth then, as `_chance` counts it. `junk[j]` is the
    number of ways for the junk to come with j live cards. `sums` are `held_by` of kept and live cards together.
    """
    size, n = len(kept), len(live)
    hand = np.zeros(size + draws, dtype=np.int64)
    places, exact = np.zeros(1 << (size + draws), dtype=np.int64), np.zeros(1 << (size + draws), dtype=np.int64)
    chosen = np.zeros(draws + 1, dtype=np.int64)
    total = 0
    for drawn in range(min(draws, n) + 1):
        if not junk[drawn]:
            continue
        for j in range(drawn):
            chosen[j] = j
        found = 0
        while True:
            i, j = 0, 0
            for k in range(size + drawn):
                if j == drawn or (i < size and kept[i] < live[chosen[j]]):
                    hand[k] = kept[i]
                    i += 1
                else:
                    hand[k] = live[chosen[j]]
                    j += 1
            found += _chance(hand, size + drawn, sums, scale, step, places, exact)
            j = drawn - 1
            while j >= 0 and chosen[j] == n - drawn + j:
                j -= 1
            if j < 0:
                break
            chosen[j] += 1
            for i in range(j + 1, drawn):
                chosen[i] = chosen[i - 1] + 1
        total += found * junk[drawn]
    return total
