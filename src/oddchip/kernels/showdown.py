"""What compiled deals share: the value of a hand from its key, and who has won.

Winners are counted in `counts[high winners, low winners]`, both masks of players, 0 where nobody has a hand that
qualifies. Where nobody qualifies either way, `waived` counts the winners before the qualifiers.
"""

import numpy as np
from numba import njit

from oddchip.kernels.values import FLUSH, HIGH, LOW, START, best_flush, compiled


@compiled
def suited(key, mask, plain, flush, replaces):
    """The rare case, kept out of the loops: some suit has five cards."""
    return best_flush(key, mask, flush, np.uint16(0) if replaces else plain)


@njit(inline="always")
def value_of(key, mask, base, low, values, flush, replaces):
    """The value of a hand from its key (without the start of the counters) and mask; a flush `replaces` in lows."""
    key += START
    plain = values[base[key >> HIGH] + low[key & LOW]]
    if key & FLUSH:
        return suited(key, mask, plain, flush, replaces)
    return plain


@njit(inline="always")
def tally(worth, rows, floors, counts, waived):
    """Who has the best hand each way; `rows[p]` is player p's row of `worth`."""
    high, best = _best(worth, rows, 0)
    if worth.shape[1] == 1:
        if best >= floors[0]:
            counts[high, 0] += 1
        else:
            counts[0, 0] += 1
            waived[high, 0] += 1
        return
    low, best_low = _best(worth, rows, 1)
    mask = high if best >= floors[0] else 0
    mask_low = low if best_low >= floors[1] else 0
    counts[mask, mask_low] += 1
    if not mask | mask_low:
        waived[high, low] += 1


@njit(inline="always")
def _best(worth, rows, way):
    winners = 0
    best = np.uint16(0)
    for p in range(len(rows)):
        value = worth[rows[p], way]
        if value > best:
            best = value
            winners = 1 << p
        elif value == best:
            winners |= 1 << p
    return winners, best
