"""Random deals of a hand to each player in turn: how many pass, one after the other, before somebody can open."""

import numpy as np

from oddchip.kernels.samples import deal
from oddchip.kernels.showdown import value_of
from oddchip.kernels.values import compiled


@compiled
def passing(keys, masks, base, low, values, flush, size, players, floors, trials, seed, counts):
    """`counts[step, n]` is raised for each deal in which the first n of `players` hold less than `floors[step]`, and
    the next holds as much; n is `players` where everybody passes. `keys` and `masks` are those of the unseen cards.
    """
    s0, s1 = seed[0], seed[1]
    order = np.arange(len(keys)).astype(np.uint8)
    n = np.uint64(len(keys))
    worth = np.zeros(players, dtype=np.int64)
    for _ in range(trials):
        at = np.uint64(0)
        for p in range(players):
            key, mask = np.uint64(0), np.uint64(0)
            for _ in range(size):
                card, s0, s1 = deal(order, at, n, s0, s1)
                key += keys[card]
                mask += masks[card]
                at += np.uint64(1)
            worth[p] = value_of(key, mask, base, low, values, flush, False)
        for step in range(len(floors)):
            first = 0
            while first < players and worth[first] < floors[step]:
                first += 1
            counts[step, first] += 1
