"""How often every value comes: all hands of five to eight cards, one by one.

The first cards change one at a time and carry their sums along; the last two run in plain loops. Two histograms take
turns, because the next hand often has the value of this one and would have to wait for its count.
"""

import numpy as np
from numba import njit

from oddchip.kernels.values import FLUSH, HIGH, LOW, START, best_flush, compiled, forced_flush

PLAIN, FLUSH_HELPS, FLUSH_REPLACES, FLUSH_IS_DODGED = 0, 1, 2, 3


@compiled
def count(keys, masks, size, tables, five, ranks_of, rule, lo, hi, counts):
    """Adds to `counts[value]` all hands of `size` cards whose first card is `lo` to `hi`; `keys` are those of the pack.

    `tables` are those of this size and `five` of five cards (base, low, values, flush); `rule` says what a flush does,
    and `ranks_of` the ranks of every value, where it is dodged.
    """
    n, depth = len(keys), 0
    twice = np.zeros((2, len(counts)), dtype=np.int64)
    hand = np.zeros(8, dtype=np.uint64)
    suits = np.zeros(8, dtype=np.uint64)
    key_to, mask_to = np.zeros(8, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    key_to[0] = START
    chosen = np.zeros(8, dtype=np.int64)
    chosen[0] = lo
    first = size - 2
    while depth >= 0:
        last = hi if depth == 0 else n - size + depth + 1
        if depth == first:
            _last_two(
                keys, masks, chosen[depth], key_to[depth], mask_to[depth], hand, suits, size, tables, five, ranks_of,
                rule, twice,
            )  # fmt: skip
        elif chosen[depth] < last:
            card = chosen[depth]
            hand[depth], suits[depth] = keys[card], masks[card]
            key_to[depth + 1] = key_to[depth] + keys[card]
            mask_to[depth + 1] = mask_to[depth] + masks[card]
            depth += 1
            chosen[depth] = card + 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
    counts += twice[0] + twice[1]


@njit(inline="always")
def _last_two(keys, masks, first, key, mask, hand, suits, size, tables, five, ranks_of, rule, twice):
    base, low, values, flush = tables
    one, other = twice[0], twice[1]
    for i in range(np.uint64(first), np.uint64(len(keys))):
        with_one = key + keys[i]
        for j in range(i + np.uint64(1), np.uint64(len(keys))):
            whole = with_one + keys[j]
            value = values[base[whole >> HIGH] + low[whole & LOW]]
            if whole & FLUSH:
                suited = mask + masks[i] + masks[j]
                if rule == FLUSH_HELPS:
                    value = best_flush(whole, suited, flush, value)
                elif rule == FLUSH_REPLACES:
                    value = best_flush(whole, suited, flush, np.uint16(0))
                else:
                    hand[size - 2], suits[size - 2] = keys[i], masks[i]
                    hand[size - 1], suits[size - 1] = keys[j], masks[j]
                    value = _dodged(whole, suited, value, hand, suits, size, five, ranks_of)
            if j & np.uint64(1):
                one[value] += 1
            else:
                other[value] += 1


@compiled
def _dodged(key, mask, plain, hand, suits, size, five, ranks_of):
    base, low, values, flush = five
    return forced_flush(key, mask, plain, ranks_of, hand, suits, size, base, low, values, flush)
