"""Exact and random deals, against published figures."""

import math

import numpy as np
import pytest
from numba import njit

from oddchip.cards import FRENCH, Deck
from oddchip.kernels import deals
from oddchip.kernels.streams import below, fair, streams
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


def test_streams_are_told_by_the_seed_and_are_not_alike() -> None:
    first, again = streams(7, 3), streams(np.random.SeedSequence(7), 3)
    assert [words.tolist() for words in first] == [words.tolist() for words in again]
    assert len({tuple(words.tolist()) for words in [*first, *streams(8, 3)]}) == 6


@njit
def numbers(n: int, count: int, s0: int, s1: int, counts: np.ndarray) -> None:
    for _ in range(count):
        i, s0, s1 = below(np.uint64(n), s0, s1)
        counts[i] += 1


@pytest.mark.parametrize("n", [2, 3, 47, 52, 53])
def test_places_are_drawn_evenly(n: int) -> None:
    counts, many = np.zeros(n, np.int64), 1_000_000
    numbers(n, many, *streams(n, 1)[0], counts)
    assert counts.sum() == many
    chi2 = float(((counts - many / n) ** 2 / (many / n)).sum())
    assert abs(chi2 - (n - 1)) < 5 * math.sqrt(2 * (n - 1)) + 1


def test_bits_that_would_favour_a_place_are_drawn_again() -> None:
    """2**32 = 47 * 91382282 + 42: of each place's products just as many are taken, and 42 are thrown back."""
    n = 47
    least = 2**32 % n
    kept = [bits for bits in range(200) if bits * n % 2**32 >= least]
    assert kept == list(range(1, 200))
    s0, s1 = streams(1, 1)[0]
    for bits in kept[:50]:
        assert fair(np.uint64(bits), np.uint64(n), s0, s1) == (bits * n >> 32, s0, s1)
    again = fair(np.uint64(0), np.uint64(n), s0, s1)
    assert again[1:] != (s0, s1)


def dealt(players: int, seed: int, trials: int = 20_000, floors: np.ndarray = NO_FLOOR):
    """Random five-card hands for any number of players, both ways."""
    high, low = (tables_for(order(ranking), 5) for ranking in (Ranking.HIGH, Ranking.ACE_TO_FIVE_LOW))
    counts, waived = (np.zeros((1 << players, 1 << players), np.int32) for _ in range(2))
    ways = np.stack([high.values, low.values]), np.stack([high.flush, low.flush]), np.zeros(2, np.bool_)
    every = list(DECK.cards)
    nothing = np.zeros(players, np.uint64)
    deals.sample(
        nothing, nothing, np.full(players, 5), 0, high.keys[every], high.masks[every], high.base, high.low, *ways,
        floors, trials, streams(seed, 1)[0], counts, waived,
    )  # fmt: skip
    return counts, waived


@pytest.mark.parametrize("players", [2, 8, 10])
def test_every_seat_wins_as_often(players: int) -> None:
    counts, _ = dealt(players, players)
    assert counts.sum() == 20_000
    for totals in (counts.sum(axis=1), counts.sum(axis=0)):
        share = [sum(n / m.bit_count() for m, n in enumerate(totals.tolist()) if m >> p & 1) for p in range(players)]
        mean = 20_000 / players
        assert all(abs(won - mean) < 5 * math.sqrt(mean) for won in share)


def test_a_seed_gives_the_same_deals_again() -> None:
    assert (dealt(3, 5)[0] == dealt(3, 5)[0]).all()
    assert (dealt(3, 5)[0] != dealt(3, 6)[0]).any()


def test_where_nobody_qualifies_the_winners_before_the_qualifiers_are_counted() -> None:
    judges = order(Ranking.HIGH), order(Ranking.ACE_TO_FIVE_LOW)
    floors = np.array([judges[0].floor("pair J"), judges[1].floor("low 8")], np.uint16)
    free, _ = dealt(2, 9)
    counts, waived = dealt(2, 9, floors=floors)
    assert counts.sum() == free.sum()
    assert waived.sum() == counts[0, 0] > 0
    assert waived[0].sum() == waived[:, 0].sum() == 0


@pytest.mark.parametrize("ranking, floor", [(Ranking.HIGH, "pair J"), (Ranking.ACE_TO_FIVE_LOW, "low 8")])
def test_a_duel_one_way_with_a_qualifier_is_the_melee(ranking: Ranking, floor: str) -> None:
    judge = order(ranking)
    t = tables_for(judge, 5)
    held = [DECK.parse(hand) for hand in ("2h5h9s", "3c4d8c")]
    rest = [card for card in DECK.cards if card not in {*held[0], *held[1]}][:20]
    floors = np.array([judge.floor(floor)], np.uint16)
    lists = []
    for hand in held:
        key, mask = (cards[list(hand)].sum() for cards in t[:2])
        lists.append(completions(t, key, mask, t.keys[rest], t.masks[rest], 2))
    found, melee = ((np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)) for _ in range(2))
    number = deals.duel(*lists[0], *lists[1], floors, *found)
    sets, worth = (np.concatenate(column) for column in zip(*lists, strict=True))
    starts = np.array([0, len(lists[0][0]), len(sets)])
    assert deals.melee(sets, worth, starts, floors, *melee) == number == math.comb(20, 2) * math.comb(18, 2)
    assert all((a == b).all() for a, b in zip(found, melee, strict=True))
    assert found[1].sum() == found[0][0].sum() > 0
