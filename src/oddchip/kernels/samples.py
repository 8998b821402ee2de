"""Random deals. `deals.sample` is what to call; what it does for two hands and a whole board is written out here."""

import numpy as np
from numba import njit

from oddchip.kernels.showdown import suited, tally, value_of
from oddchip.kernels.streams import below, fair, next_bits
from oddchip.kernels.values import FLUSH, HIGH, LOW, START, compiled

_32 = np.uint64(32)
_LOWER = np.uint64(0xFFFFFFFF)
_0, _1, _2, _3, _4 = (np.uint64(n) for n in range(5))


@compiled
def sample(
    keys, masks, wants, common, rest_keys, rest_masks, base, low, values, flush, replaces, floors, trials, seed,
    counts, waived,
):  # fmt: skip
    """Random deals: player p gets `wants[p]` more cards of the rest, and all share `common` more.

    `seed` are two words that are not both 0, as `streams.streams` makes them, and `seed` is left as it is: give every
    chunk its own. The rest must hold as many cards as are dealt. Whole deals are dealt, without replacement and
    without bias.
    """
    players, ways = len(keys), values.shape[0]
    if ways == 1 and players == 2 and common == 5 and not (wants[0] | wants[1] | floors[0]) and not replaces[0]:
        wins, ties = _five_for_two(
            keys[0], keys[1], masks[0], masks[1], rest_keys, rest_masks, base, low, values[0], flush[0], trials,
            seed[0], seed[1],
        )  # fmt: skip
        counts[1, 0] += wins
        counts[2, 0] += trials - wins - ties
        counts[3, 0] += ties
        return
    _any(
        keys, masks, wants, common, rest_keys, rest_masks, base, low, values, flush, replaces, floors, trials,
        seed[0], seed[1], counts, waived,
    )  # fmt: skip


@compiled
def _any(
    keys, masks, wants, common, rest_keys, rest_masks, base, low, values, flush, replaces, floors, trials, s0, s1,
    counts, waived,
):  # fmt: skip
    players, ways = len(keys), values.shape[0]
    first, first_flush, first_replaces = values[0], flush[0], replaces[0]
    other, other_flush, other_replaces = values[ways - 1], flush[ways - 1], replaces[ways - 1]
    order = np.arange(len(rest_keys)).astype(np.uint8)
    size = np.uint64(len(rest_keys))
    worth = np.zeros((players, ways), dtype=np.uint16)
    rows = np.arange(players)
    for _ in range(trials):
        at = _0
        shared_key, shared_mask = _0, _0
        for _ in range(common):
            card, s0, s1 = deal(order, at, size, s0, s1)
            shared_key += rest_keys[card]
            shared_mask += rest_masks[card]
            at += _1
        for p in range(players):
            key, mask = keys[p] + shared_key, masks[p] + shared_mask
            for _ in range(wants[p]):
                card, s0, s1 = deal(order, at, size, s0, s1)
                key += rest_keys[card]
                mask += rest_masks[card]
                at += _1
            worth[p, 0] = value_of(key, mask, base, low, first, first_flush, first_replaces)
            if ways > 1:
                worth[p, 1] = value_of(key, mask, base, low, other, other_flush, other_replaces)
        tally(worth, rows, floors, counts, waived)


@njit
def deal(order, at, size, s0, s1):
    """One more card of a shuffle that never ends: a random one of those from `at` on comes to stand there."""
    j, s0, s1 = below(size - at, s0, s1)
    card = order[at + j]
    order[at + j] = order[at]
    order[at] = card
    return card, s0, s1


@njit(inline="always")
def _swap(order, at, j):
    card = order[at + j]
    order[at + j] = order[at]
    order[at] = card
    return card


@compiled
def _five_for_two(a, b, mask_a, mask_b, rest_keys, rest_masks, base, low, values, flush, trials, s0, s1):
    """Wins and ties of the first of two hands over random boards: two cards from each 64 bits, suits only if wanted."""
    order = np.arange(64).astype(np.uint8)
    n = np.uint64(len(rest_keys))
    a += START
    b += START
    wins = ties = 0
    for _ in range(trials):
        bits, s0, s1 = next_bits(s0, s1)
        i, s0, s1 = fair(bits >> _32, n, s0, s1)
        j, s0, s1 = fair(bits & _LOWER, n - _1, s0, s1)
        bits, s0, s1 = next_bits(s0, s1)
        k, s0, s1 = fair(bits >> _32, n - _2, s0, s1)
        m, s0, s1 = fair(bits & _LOWER, n - _3, s0, s1)
        bits, s0, s1 = next_bits(s0, s1)
        o, s0, s1 = fair(bits >> _32, n - _4, s0, s1)
        c, d, e = _swap(order, _0, i), _swap(order, _1, j), _swap(order, _2, k)
        f, g = _swap(order, _3, m), _swap(order, _4, o)
        board = rest_keys[c] + rest_keys[d] + rest_keys[e] + rest_keys[f] + rest_keys[g]
        x, y = a + board, b + board
        v = values[base[x >> HIGH] + low[x & LOW]]
        w = values[base[y >> HIGH] + low[y & LOW]]
        if (x | y) & FLUSH:
            mask = rest_masks[c] + rest_masks[d] + rest_masks[e] + rest_masks[f] + rest_masks[g]
            v = suited(x, mask_a + mask, v, flush, False)
            w = suited(y, mask_b + mask, w, flush, False)
        wins += v > w
        ties += v == w
    return wins, ties
