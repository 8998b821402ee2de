"""California Poker in bulk: who wins each pair of gifts of a deal (CP-5), 70 by 70."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from oddchip.kernels.matrix_games import FOUND, WORDS, solve
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


def solutions(
    order: Order, deals: NDArray[np.uint8], gifts: Gifts
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Every deal (a row of sixteen cards, the first player's eight first) solved in whole numbers.

    Gives a row of `matrix_games` figures for each deal, the weights of both players' mixes (deals by 2 by 70, over the
    deal's denominator), and for which deals it went well: numbers that grow too large for 64 bits are left to Python.
    """
    found = np.zeros((len(deals), FOUND), dtype=np.int64)
    mixes = np.zeros((len(deals), 2, COUNT), dtype=np.int64)
    well = np.zeros(len(deals), dtype=np.bool_)
    _solve_all(deals, positions(gifts), *tables_for(order, SIZE), found, mixes, well)
    return found, mixes, well


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


@compiled
def _solve_all(deals, gifts, keys, masks, base, low, values, flush, found, mixes, well):
    strength, table = np.empty((COUNT, COUNT), dtype=np.uint16), np.empty((COUNT, COUNT), dtype=np.uint8)
    row_bits, column_bits = np.empty((COUNT, WORDS), dtype=np.uint64), np.empty((COUNT, WORDS), dtype=np.uint64)
    work = np.empty((COUNT + 1, COUNT + 1), dtype=np.int64)
    for deal in range(deals.shape[0]):
        play(deals[deal], gifts, keys, masks, base, low, values, flush, strength, table)
        well[deal] = solve(table, found[deal], mixes[deal, 0], mixes[deal, 1], row_bits, column_bits, work)
