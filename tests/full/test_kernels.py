"""Kernels against scalar values and the slow reference at length, and every long row of the published censuses."""

from math import comb

import numpy as np
import pytest

from kernel_reference import IDS, ORDERS, Pack, workers
from oddchip.rankings import Ranking
from test_census import LONG_ROWS, every_row
from test_kernel_reference import check, check_lows

MILLION = 1_000_000
LOWS = [
    (0, 7, (24530944, 11359744, 43705344, 781824)),
    (0, 8, (233410560, 119439360, 374261760, 9856000)),
    (1, 7, (32091392, 15985792, 54613248, 1725312)),
    (1, 8, (305653504, 167826304, 469334784, 21554304)),
]


@pytest.mark.parametrize("ranking, deck", ORDERS, ids=IDS)
def test_a_million_hands_of_each_size(ranking, deck, verified):
    rng = np.random.default_rng(1_000_000)
    pack = Pack(ranking, deck, deck.cards, workers())
    more = () if ranking is Ranking.BADUGI else (6, 7, 8)
    for size in more:
        pack.compare(size, MILLION, rng)
    every = f"all {comb(deck.size, pack.size):,} hands of {pack.size} cards"
    also = " and a million random ones each of 6, 7 and 8" if more else ""
    verified(f"kernels {ranking.value} {deck.size}", f"{every}{also}: kernels, scalar values, slow reference")


@every_row(LONG_ROWS)
def test_published_census_by_kernels(row, verified):
    check(row, workers())
    verified(f"kernel census {row['label']} {row['k']}", f"{row['total']:,} hands one by one, the published digest")


@pytest.mark.parametrize("jokers, cards, numbers", LOWS)
def test_lows_of_so_much_or_better(jokers, cards, numbers, verified):
    check_lows(jokers, cards, numbers, workers())
    verified(
        f"kernel lows {cards} of {52 + jokers}", "lows of eight, seven, nine and five or better: the published counts"
    )
