"""Kernels = scalar values = the slow reference, on 20,000 hands of each size; and how often hands come, by kernels."""

import json
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from kernel_reference import IDS, ORDERS, Pack, sub_packs
from oddchip.cards import FRENCH, Deck, stripped
from oddchip.errors import CardError
from oddchip.kernels.census import census
from oddchip.rankings import Ranking, order
from oddchip.rankings import census as plain_census
from terminal import oddchip
from test_census import SHORT_ROWS, by_number, every_row, of_label

PACKS, CARDS, EACH = 5, 14, 4000
LOWS = [
    (0, 5, (57344, 21504, 129024, 1024)),
    (0, 6, (1691648, 706048, 3376128, 40448)),
    (1, 5, (75264, 30464, 161280, 2304)),
    (1, 6, (2214912, 996352, 4214784, 90112)),
]


@pytest.mark.parametrize("ranking, deck", ORDERS, ids=IDS)
def test_kernels_scalars_and_the_reference_agree(ranking, deck):
    rng = np.random.default_rng(20)
    known = {}
    for cards in sub_packs(deck, PACKS, CARDS, rng):
        pack = Pack(ranking, deck, cards)
        for size in (4,) if ranking is Ranking.BADUGI else (5, 6, 7, 8):
            pack.compare(size, EACH, rng)
        for value, key in zip(pack.values.tolist(), pack.keys, strict=True):
            assert known.setdefault(value, key) == key
    assert all(a[1] < b[1] for a, b in pairwise(sorted(known.items())))


def check(row, threads=2):
    counted = census(of_label(row["label"]), row["k"], threads=threads)
    assert by_number(counted) == row["categories"]
    found = counted.total, counted.classes_seen, counted.digest
    assert found == (row["total"], row["classes_seen"], row["sha256_16"])


@every_row(SHORT_ROWS)
def test_published_census_by_kernels(row):
    check(row)


def check_lows(jokers, cards, numbers, threads=2):
    judge = order(Ranking.ACE_TO_FIVE_LOW, Deck(FRENCH, jokers))
    counted = census(judge, cards, threads=threads)
    assert [counted.at_least(judge.floor(f"low {top}")) for top in "8795"] == list(numbers)


@pytest.mark.parametrize("jokers, cards, numbers", LOWS)
def test_lows_of_so_much_or_better(jokers, cards, numbers):
    check_lows(jokers, cards, numbers)


SMALL = Deck(stripped("23456789", (0, 1, 2)), 2)


@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize("cards", [4, 5, 6, 7, 8])
def test_every_order_counts_as_the_scalar_values_do(ranking, cards):
    """Small packs, where the plain census counts, or is counted for, one hand at a time."""
    if ranking is Ranking.BADUGI and cards > 4:
        with pytest.raises(CardError, match="one by one"):
            census(order(ranking, SMALL), cards)
        return
    deck = SMALL if cards < 7 else Deck(stripped("23456789", (0, 1)), 1)
    judge = order(ranking, deck)
    calls = []
    counted = census(judge, cards, progress=lambda done, total: calls.append((done, total)))
    assert counted.counts == one_by_one(judge, cards)
    assert calls == sorted(calls)
    assert not calls or calls[-1] == (counted.total,) * 2


def one_by_one(judge, cards):
    return Counter(map(judge.value_of(cards), combinations(judge.deck.cards, cards)))


def test_the_terminal_counts_six_cards_by_kernels():
    told = json.loads(oddchip("census", "27low52", "--cards", "6", "--json").out)
    judge = order(Ranking.DEUCE_TO_SEVEN_LOW)
    assert told["total"] == 20358520
    assert told["digest"] == census(judge, 6).digest


def test_without_the_extra_the_terminal_says_what_installs_it(monkeypatch):
    monkeypatch.setattr("oddchip.cli.odds_common.find_spec", lambda name: None)
    refused = oddchip("census", "27low52", "--cards", "6")
    assert (refused.code, refused.out) == (2, "")
    assert "can only be counted one by one" in refused.err
    assert "python -m pip install 'oddchip[odds]'" in refused.err
    grouped = oddchip("census", "A5low52", "--cards", "6", "--json")
    assert (grouped.code, json.loads(grouped.out)["digest"]) == (
        0,
        plain_census(order(Ranking.ACE_TO_FIVE_LOW), 6).digest,
    )
    assert "python -m pip install 'oddchip[odds]'" in grouped.err
