"""California Poker in bulk: who wins each pair of gifts of a deal (CP-5), 70 by 70."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from oddchip.kernels.showdown import value_of
from oddchip.kernels.tables import tables_for
from oddchip.kernels.values import compiled
from oddchip.rankings import Order

COUNT, SIZE = 70, 8
Gifts = Sequence[tuple[int, ...]]


def results_of(order: Order, cards: Sequence[int], gifts: Gifts) -> bytes:
    """The results of the first eight cards against the second eight, row by row: 2 the first wins, 1 a tie, 0 he loses.

    `gifts` are the positions given, such that gift 69 - g gives what gift g keeps.
    """
    table = np.empty((COUNT, COUNT), dtype=np.uint8)
    strength = np.empty((COUNT, COUNT), dtype=np.uint16)
    tables = tables_for(order, SIZE)
    play(np.array(cards, dtype=np.uint8), positions(gifts), *tables, strength, table)
    return table.tobytes()


def positions(gifts: Gifts) -> NDArray[np.uint8]:
    return np.array(gifts, dtype=np.uint8)


@compiled
def play(cards, gifts, keys, masks, base, low, values, flush, strength, table):
    """Fills `strength` with the first player's final hands and `table` with the results.

    The second player's final hand after gifts r and c is the first's after gifts 69 - r and 69 - c.
    """
    last = COUNT - 1
    key = np.zeros((2, COUNT), dtype=np.uint64)
    mask = np.zeros((2, COUNT), dtype=np.uint64)
    for gift in range(COUNT):
        for place in range(gifts.shape[1]):
            kept, given = cards[gifts[last - gift, place]], cards[SIZE + gifts[gift, place]]
            key[0, gift] += keys[kept]
            mask[0, gift] += masks[kept]
            key[1, gift] += keys[given]
            mask[1, gift] += masks[given]
    for r in range(COUNT):
        for c in range(COUNT):
            strength[r, c] = value_of(key[0, r] + key[1, c], mask[0, r] + mask[1, c], base, low, values, flush, False)
    for r in range(COUNT):
        for c in range(COUNT):
            own, other = strength[r, c], strength[last - r, last - c]
            table[r, c] = 1 + (own > other) - (own < other)
