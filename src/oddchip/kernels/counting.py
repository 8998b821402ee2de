"""How often every value comes: all hands of five to eight cards, one by one.

The first cards change one at a time and carry their sums along; the last two run in plain loops. Two histograms take
turns, because the next hand often has the value of this one and would have to wait for its count.
"""

import numpy as np

from oddchip.kernels.values import FLUSH, HIGH, LOW, ONE, SIXTEEN, START, best_flush, compiled, forced_flush

VALUES = 1 << 16
PLAIN, FLUSH_HELPS, FLUSH_REPLACES, FLUSH_IS_DODGED = 0, 1, 2, 3


@compiled
def count(keys, masks, size, tables, five, ranks_of, rule, lo, hi, counts):
    """Adds to `counts[value]` all hands of `size` cards whose first card is `lo` to `hi`; `keys` are those of the pack.

    `tables` are those of this size and `five` of five cards (base, low, values, flush); `rule` says what a flush does,
    and `ranks_of` the ranks of every value, where it is dodged.
    """
    base, low, values, flush = tables
    n, depth, first = len(keys), 0, size - 2
    end = np.uint64(n)
    twice = np.zeros(2 * VALUES, dtype=np.int64)
    hand, suits = np.zeros(8, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    key_to, mask_to = np.zeros(8, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    key_to[0] = START
    chosen = np.zeros(8, dtype=np.int64)
    chosen[0] = lo
    while depth >= 0:
        card = chosen[depth]
        if depth == first:
            for i in range(np.uint64(card), end):
                key, mask = key_to[first] + keys[i], mask_to[first] + masks[i]
                for j in range(i + ONE, end):
                    whole = key + keys[j]
                    value = values[base[whole >> HIGH] + low[whole & LOW]]
                    if whole & FLUSH:
                        suited = mask + masks[j]
                        if rule == FLUSH_HELPS:
                            value = best_flush(whole, suited, flush, value)
                        elif rule == FLUSH_REPLACES:
                            value = best_flush(whole, suited, flush, np.uint16(0))
                        else:
                            hand[first], suits[first] = keys[i], masks[i]
                            hand[first + 1], suits[first + 1] = keys[j], masks[j]
                            value = _dodged(whole, suited, value, hand, suits, size, five, ranks_of)
                    twice[np.uint64(value) | (j & ONE) << SIXTEEN] += 1
        elif card < (hi if depth == 0 else n - size + depth + 1):
            hand[depth], suits[depth] = keys[card], masks[card]
            key_to[depth + 1], mask_to[depth + 1] = key_to[depth] + keys[card], mask_to[depth] + masks[card]
            depth += 1
            chosen[depth] = card + 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
    for value in range(len(counts)):
        counts[value] += twice[value] + twice[VALUES + value]


@compiled
def _dodged(key, mask, plain, hand, suits, size, five, ranks_of):
    base, low, values, flush = five
    return forced_flush(key, mask, plain, ranks_of, hand, suits, size, base, low, values, flush)
