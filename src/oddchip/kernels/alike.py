"""One key for all situations that an exchange of suits or of ranks turns into one another."""

import numpy as np

from oddchip.kernels.values import compiled

U1, FOUR, EIGHT = np.uint64(1), np.uint64(4), np.uint64(8)
MOST = 16


@compiled
def _code(kept, live, suits, sort, states):
    """What is known of the four cards of a rank as one number: gone 0, to come 1, kept 2, suit by suit."""
    for s in range(4):
        bit = np.uint64(suits[s])
        states[s] = (live >> bit & U1) + (kept >> bit & U1) * np.uint64(2)
    if sort:
        for i in range(1, 4):
            j = i
            while j > 0 and states[j - 1] > states[j]:
                states[j - 1], states[j] = states[j], states[j - 1]
                j -= 1
    return ((states[0] * np.uint64(3) + states[1]) * np.uint64(3) + states[2]) * np.uint64(3) + states[3]


@compiled
def keys(kept, live, suits, ranks, starts, suitless, out):
    """Two words for each situation, masks of cards kept and to come: equal only for situations that are alike.

    `suits` are the orders of suits that may stand for one another; `ranks` the ranks, those that may be exchanged side
    by side, each such group from starts[g] to starts[g + 1]; `suitless`: the suits of each rank may be exchanged.
    """
    codes = np.zeros(MOST, dtype=np.uint64)
    states = np.zeros(4, dtype=np.uint64)
    for row in range(len(kept)):
        out[row, 0] = out[row, 1] = ~np.uint64(0)
        for turn in range(len(suits)):
            for i in range(len(ranks)):
                shift = np.uint64(4 * ranks[i])
                codes[i] = _code(kept[row] >> shift, live[row] >> shift, suits[turn], suitless, states)
            for g in range(len(starts) - 1):
                for i in range(starts[g] + 1, starts[g + 1]):
                    code, j = codes[i], i
                    while j > starts[g] and codes[j - 1] > code:
                        codes[j] = codes[j - 1]
                        j -= 1
                    codes[j] = code
            codes[len(ranks)] = kept[row] >> np.uint64(52)
            codes[len(ranks) + 1] = live[row] >> np.uint64(52)
            first, second = np.uint64(0), np.uint64(0)
            for i in range(8):
                first = first << EIGHT | codes[i]
                second = second << EIGHT | codes[8 + i]
            if first < out[row, 0] or (first == out[row, 0] and second < out[row, 1]):
                out[row, 0], out[row, 1] = first, second
