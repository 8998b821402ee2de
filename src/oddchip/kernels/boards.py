"""Every board for players whose cards are known: call `deals.boards`; the commonest spot has a loop of its own."""

import numpy as np
from numba import njit

from oddchip.kernels.showdown import suited, tally, value_of
from oddchip.kernels.values import FLUSH, HIGH, LOW, START, compiled


@compiled
def boards(
    keys, masks, rest_keys, rest_masks, count, base, low, values, flush, replaces, floors, lo, hi, counts, waived
):
    """Every board of `count` more common cards for players whose cards are known, first card from `lo` to `hi`.

    The last card runs in a loop of its own. `values` are (ways, size) tables.
    """
    n, players, ways = len(rest_keys), len(keys), values.shape[0]
    if ways == 1 and players == 2 and count == 5 and not replaces[0] and not floors[0]:
        deals = 0
        for first in range(lo, min(hi, n - 4)):
            left = n - 1 - first
            deals += left * (left - 1) * (left - 2) * (left - 3) // 24
        wins, ties = boards_of_five(
            keys[0], keys[1], masks[0], masks[1], rest_keys, rest_masks, base, low, values[0], flush[0], lo, hi
        )
        counts[1, 0] += wins
        counts[2, 0] += deals - wins - ties
        counts[3, 0] += ties
        return deals
    worth = np.zeros((players, ways), dtype=np.uint16)
    rows = np.arange(players)
    partial_key = np.zeros((6, players), dtype=np.uint64)
    partial_mask = np.zeros((6, players), dtype=np.uint64)
    partial_key[0] = keys
    partial_mask[0] = masks
    chosen = np.zeros(6, dtype=np.int64)
    depth = 0
    chosen[0] = lo
    deals = 0
    while depth >= 0:
        last = hi if depth == 0 else n - count + depth + 1
        if depth == count - 1:
            deals += _last_card(
                partial_key[depth], partial_mask[depth], rest_keys, rest_masks, chosen[depth], last,
                base, low, values, flush, replaces, floors, worth, rows, counts, waived,
            )  # fmt: skip
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        if chosen[depth] >= last:
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        c = chosen[depth]
        for p in range(players):
            partial_key[depth + 1, p] = partial_key[depth, p] + rest_keys[c]
            partial_mask[depth + 1, p] = partial_mask[depth, p] + rest_masks[c]
        depth += 1
        chosen[depth] = c + 1
    return deals


@njit(inline="always")
def _last_card(
    keys, masks, rest_keys, rest_masks, first, last, base, low, values, flush, replaces, floors, worth, rows,
    counts, waived,
):  # fmt: skip
    ways, players = values.shape[0], len(keys)
    if ways == 1 and players == 2 and not replaces[0] and not floors[0]:
        wins, ties = _last_card_of_two(
            keys[0], keys[1], masks[0], masks[1], rest_keys[first:last], rest_masks[first:last],
            base, low, values[0], flush[0],
        )  # fmt: skip
        counts[1, 0] += wins
        counts[3, 0] += ties
        counts[2, 0] += last - first - wins - ties
        return last - first
    one, one_flush, one_replaces = values[0], flush[0], replaces[0]
    two, two_flush, two_replaces = values[ways - 1], flush[ways - 1], replaces[ways - 1]
    for c in range(first, last):
        for p in range(players):
            key, mask = keys[p] + rest_keys[c], masks[p] + rest_masks[c]
            worth[p, 0] = value_of(key, mask, base, low, one, one_flush, one_replaces)
            if ways > 1:
                worth[p, 1] = value_of(key, mask, base, low, two, two_flush, two_replaces)
        tally(worth, rows, floors, counts, waived)
    return last - first


@njit(inline="always")
def _last_card_of_two(a, b, mask_a, mask_b, keys, masks, base, low, values, flush):
    """Wins and ties of the first of two players over a last card; nothing in the loop but sums and look-ups."""
    wins = ties = 0
    a += START
    b += START
    for c in range(keys.shape[0]):
        x, y = a + keys[c], b + keys[c]
        v = values[base[x >> HIGH] + low[x & LOW]]
        w = values[base[y >> HIGH] + low[y & LOW]]
        if (x | y) & FLUSH:
            v = suited(x, mask_a + masks[c], v, flush, False)
            w = suited(y, mask_b + masks[c], w, flush, False)
        wins += v > w
        ties += v == w
    return wins, ties


@compiled
def boards_of_five(a, b, mask_a, mask_b, rest_keys, rest_masks, base, low, values, flush, lo, hi):
    """(wins, ties) of the first of two known hands over every five common cards whose first is `lo` to `hi`.

    One way, no qualifier, no lows that a flush hurts; written out because it is asked so often.
    """
    n = len(rest_keys)
    wins = ties = 0
    for i in range(lo, hi):
        a1, b1, m1 = a + rest_keys[i], b + rest_keys[i], rest_masks[i]
        for j in range(i + 1, n - 3):
            a2, b2, m2 = a1 + rest_keys[j], b1 + rest_keys[j], m1 + rest_masks[j]
            for k in range(j + 1, n - 2):
                a3, b3, m3 = a2 + rest_keys[k], b2 + rest_keys[k], m2 + rest_masks[k]
                for m in range(k + 1, n - 1):
                    a4, b4, m4 = a3 + rest_keys[m], b3 + rest_keys[m], m3 + rest_masks[m]
                    won, tied = _last_card_of_two(
                        a4, b4, mask_a + m4, mask_b + m4, rest_keys[m + 1 :], rest_masks[m + 1 :],
                        base, low, values, flush,
                    )  # fmt: skip
                    wins += won
                    ties += tied
    return wins, ties
