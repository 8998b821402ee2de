"""Exact and random deals, against published figures."""

import math

import numpy as np

from oddchip.cards import FRENCH, Deck
from oddchip.kernels import deals
from oddchip.kernels.tables import tables_for
from oddchip.rankings import Ranking, order

DECK = Deck(FRENCH)
NO_FLOOR = np.zeros(2, np.uint16)
PLAIN = np.array([False])


def spot(size: int, dead: str, *hands: str):
    tables = tables_for(order(Ranking.HIGH), size)
    held = [DECK.parse(hand) for hand in hands]
    gone = {card for hand in held for card in hand} | set(DECK.parse(dead))
    rest = [card for card in DECK.cards if card not in gone]
    keys = np.array([sum(int(tables.keys[card]) for card in hand) for hand in held], dtype=np.uint64)
    masks = np.array([sum(int(tables.masks[card]) for card in hand) for hand in held], dtype=np.uint64)
    return tables, keys, masks, tables.keys[rest], tables.masks[rest]


def test_ace_king_against_queens_over_every_board() -> None:
    t, keys, masks, rest_keys, rest_masks = spot(7, "", "AhKh", "QsQd")
    counts, waived = np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)
    last = len(rest_keys) - 4
    deals.boards(
        keys, masks, rest_keys, rest_masks, 5, t.base, t.low, t.values[None], t.flush[None], PLAIN, NO_FLOOR,
        0, last, counts, waived,
    )  # fmt: skip
    assert counts[:, 0].tolist() == [0, 787966, 917606, 6732]
    found = deals.boards_of_five(
        keys[0], keys[1], masks[0], masks[1], rest_keys, rest_masks, t.base, t.low, t.values, t.flush, 0, last
    )
    assert found == (787966, 6732)


def completions(t, key, mask, rest_keys, rest_masks, count: int):
    sets = np.zeros(math.comb(len(rest_keys), count), np.uint64)
    worth = np.zeros((len(sets), 1), np.uint16)
    rows = deals.completions(
        key, mask, rest_keys, rest_masks, count, t.base, t.low, t.values[None], t.flush[None], PLAIN, sets, worth
    )
    assert rows == len(sets)
    return sets, worth


def test_two_against_one_card_in_five_card_draw() -> None:
    t, keys, masks, rest_keys, rest_masks = spot(5, "2d3h9h", "AhAsKd", "9c8c7c6c")
    lists = [completions(t, keys[p], masks[p], rest_keys, rest_masks, 2 - p) for p in range(2)]
    counts, waived = np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)
    assert deals.duel(*lists[0], *lists[1], NO_FLOOR, counts, waived) == 34440
    assert counts[:, 0].tolist() == [0, 22262, 12178, 0]
    again, starts = np.zeros((4, 4), np.int64), np.cumsum([0, *(len(sets) for sets, _ in lists)])
    sets, worth = (np.concatenate(column) for column in zip(*lists, strict=True))
    assert deals.melee(sets, worth, starts, NO_FLOOR, again, waived) == 34440
    assert (again == counts).all()


def test_random_deals_come_near_the_exact_share() -> None:
    t, keys, masks, rest_keys, rest_masks = spot(7, "", "AhKh", "QsQd")
    counts, waived = np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)
    trials = 400_000
    deals.sample(
        keys, masks, np.array([0, 0]), 5, rest_keys, rest_masks, t.base, t.low, t.values[None], t.flush[None], PLAIN,
        NO_FLOOR, trials, np.array([1, 2], np.uint64), counts, waived,
    )  # fmt: skip
    share, exact = counts[1, 0] / trials, 787966 / 1712304
    assert counts.sum() == trials
    assert abs(share - exact) < 4 * math.sqrt(exact * (1 - exact) / trials)
