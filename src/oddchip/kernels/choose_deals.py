"""Boards to come and random deals where hands must take so many cards from here and there; see `choose`."""

import numpy as np

from oddchip.kernels.choose import best, public_sums
from oddchip.kernels.samples import deal
from oddchip.kernels.showdown import tally
from oddchip.kernels.values import compiled

_1 = np.uint64(1)


@compiled
def showdown(own_keys, own_masks, held, sums, ways, worth):
    """The best each way of every player: `own_keys[p]` are player p's cards, the first `held[p]` of them."""
    last = worth.shape[1] - 1
    for p in range(len(held)):
        found = best(own_keys[p], own_masks[p], held[p], sums, ways)
        worth[p, last] = found[1]
        worth[p, 0] = found[0]


@compiled
def boards(
    own_keys, own_masks, held, board_keys, board_masks, missing, groups, rest_keys, rest_masks, ones, twos, sums, ways,
    floors, lo, hi, counts, waived,
):  # fmt: skip
    """Every board to come for players whose cards are known; of the first missing card the places from `lo` to `hi`.

    `missing` are the places of the board that are not known yet, row by row, and `groups` the row of each place: cards
    of one row are taken in one order only. The missing places of `board_keys` and `board_masks` are overwritten.
    Returns the number of boards. `sums` is room from `choose.empty_sums`.
    """
    n, count = len(rest_keys), len(missing)
    worth = np.zeros((len(held), ways.values.shape[0]), dtype=np.uint16)
    rows = np.arange(len(held))
    chosen = np.zeros(count + 1, dtype=np.int64)
    taken = np.zeros(n, dtype=np.bool_)
    chosen[0] = lo
    deals = depth = 0
    while depth >= 0:
        if depth == count:
            public_sums(ones, twos, board_keys, board_masks, sums)
            showdown(own_keys, own_masks, held, sums, ways, worth)
            tally(worth, rows, floors, counts, waived)
            deals += 1
        else:
            place = chosen[depth]
            end = hi if depth == 0 else n
            while place < end and taken[place]:
                place += 1
            chosen[depth] = place
            if place < end:
                taken[place] = True
                board_keys[missing[depth]], board_masks[missing[depth]] = rest_keys[place], rest_masks[place]
                depth += 1
                if depth < count:
                    same_row = groups[missing[depth]] == groups[missing[depth - 1]]
                    chosen[depth] = place + 1 if same_row else 0
                continue
        depth -= 1
        if depth >= 0:
            taken[chosen[depth]] = False
            chosen[depth] += 1
    return deals


@compiled
def sample(
    own_keys, own_masks, held, wants, board_keys, board_masks, missing, rest_keys, rest_masks, ones, twos, sums, ways,
    floors, trials, seed, counts, waived,
):  # fmt: skip
    """Random deals: each player p holds `held[p]` cards and gets `wants[p]` more, and the missing places are filled.

    `own_keys` and `own_masks` have room for all of a player's cards, and the board for all of its own; what is dealt is
    written there. `seed` is a stream of `streams.streams`.
    """
    s0, s1 = seed[0], seed[1]
    players = len(held)
    order = np.arange(len(rest_keys)).astype(np.uint8)
    size = np.uint64(len(rest_keys))
    worth = np.zeros((players, ways.values.shape[0]), dtype=np.uint16)
    rows, whole = np.arange(players), held + wants
    for _ in range(trials):
        at = np.uint64(0)
        for i in range(len(missing)):
            card, s0, s1 = deal(order, at, size, s0, s1)
            board_keys[missing[i]], board_masks[missing[i]] = rest_keys[card], rest_masks[card]
            at += _1
        for p in range(players):
            for i in range(held[p], whole[p]):
                card, s0, s1 = deal(order, at, size, s0, s1)
                own_keys[p, i], own_masks[p, i] = rest_keys[card], rest_masks[card]
                at += _1
        public_sums(ones, twos, board_keys, board_masks, sums)
        showdown(own_keys, own_masks, whole, sums, ways, worth)
        tally(worth, rows, floors, counts, waived)
