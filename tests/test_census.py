"""Exact counts of hands: the published rank censuses, and every hand of small packs counted one by one."""

import json
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
import yaml

from oddchip.cards import FRENCH, ITALIAN, Deck, stripped
from oddchip.errors import GameError
from oddchip.rankings import Category, Ranking, census, order

RULINGS = Path(__file__).parent / "rulings"
RANKINGS = {
    "27low": Ranking.DEUCE_TO_SEVEN_LOW,
    "A5low": Ranking.ACE_TO_FIVE_LOW,
    "A6low": Ranking.ACE_TO_SIX_LOW,
    "badugi": Ranking.BADUGI,
    "high": Ranking.HIGH,
}


def of_label(label):
    """The order a row of the published census is about: `27low53 joker=best`."""
    if label.startswith("ital40"):
        return order(Ranking.HIGH, ITALIAN, straights40="gap" if "gap" in label else "closed_up")
    name = next(name for name in RANKINGS if label.startswith(name))
    jokers = int(label[len(name) :][:2]) - 52
    return order(RANKINGS[name], Deck(FRENCH, jokers, wild="wild" in label))


def by_number(counted):
    """Categories by the numbers of the published census: on 40 cards 6 is a flush and 5 a full house."""
    judge = counted.order
    numbers = Counter()
    for value, number in counted.counts.items():
        hand = judge.hand(value)
        badugi = judge.ranking is Ranking.BADUGI
        category = len(hand.ranks) if badugi else int(hand.category)
        if judge.rule.is_forty and category in (5, 6):
            category = 11 - category
        numbers[str(category)] += number
    return dict(numbers)


ROWS = json.loads((RULINGS / "rank_census.json").read_text())
SHORT_ROWS, LONG_ROWS = [
    [row for row in ROWS if (row["k"] > 5 and row["total"] > 2e7) is long] for long in (False, True)
]


def every_row(rows):
    return pytest.mark.parametrize("row", rows, ids=[f"{row['label']}, {row['k']}" for row in rows])


def check(row):
    counted = census(of_label(row["label"]), row["k"])
    assert by_number(counted) == row["categories"]
    assert (counted.total, counted.classes_seen, counted.digest) == (
        row["total"],
        row["classes_seen"],
        row["sha256_16"],
    )


@every_row(SHORT_ROWS)
def test_published_census(row):
    check(row)


def italian(kind):
    (found,) = (
        r for r in yaml.safe_load((RULINGS / "common_italian.yaml").read_text())["vectors"] if r["kind"] == kind
    )
    return found["expect"]


@pytest.mark.parametrize("kind, cards", [("freq5", 5), ("freq7", 7)])
def test_italian_frequencies(kind, cards):
    """IT-15, IT-16."""
    names = {
        "SF": "straight flush",
        "quads": "four of a kind",
        "full": "full house",
        "trips": "three of a kind",
        "twopair": "two pair",
        "high": "high card",
    }
    counted = census(order(Ranking.HIGH, ITALIAN), cards)
    expected = italian(kind)
    assert expected.pop("total") == counted.total
    assert counted.categories == {names.get(name, name): number for name, number in expected.items()}


def test_italian_lows():
    """IT-19: seven or better, and with the knave as an eight; beside stud eight on 52 cards."""
    expected = italian("low7")
    low40, low52 = order(Ranking.ACE_TO_FIVE_LOW, ITALIAN), order(Ranking.ACE_TO_FIVE_LOW)
    forty, french = census(low40, 7), census(low52, 7)
    assert forty.at_least(low40.floor("low 7")) == expected["seven"]
    assert forty.at_least(low40.floor("low F")) == expected["knave_as_eight"]
    assert french.at_least(low52.floor("low 8")) == expected["deck52_eight"]
    assert (forty.total, french.total) == (expected["total"], expected["deck52_total"])


@pytest.mark.parametrize(
    "jokers, eight, seven, nine, wheel", [(0, 57344, 21504, 129024, 1024), (1, 75264, 30464, 161280, 2304)]
)
def test_lows_in_five_cards(jokers, eight, seven, nine, wheel):
    judge = order(Ranking.ACE_TO_FIVE_LOW, Deck(FRENCH, jokers))
    counted = census(judge, 5)
    floors = [judge.floor(f"low {top}") for top in "8795"]
    assert [counted.at_least(floor) for floor in floors] == [eight, seven, nine, wheel]


SMALL = [
    (Ranking.HIGH, Deck(stripped("23456"), 1), {}, (2, 4, 5, 6, 7)),
    (Ranking.HIGH, Deck(stripped("9TJQKA", (0, 1, 3)), 2), {}, (1, 3, 5, 6, 7)),
    (Ranking.HIGH, Deck(stripped("9TJQKA", (0, 1, 3)), 2), {"bug_in_flush": "double_ace_flush"}, (5, 6)),
    (Ranking.HIGH, Deck(stripped("345678", (1, 2)), 1, wild=True), {"five_aces": "quads"}, (5, 7)),
    (Ranking.ACE_TO_FIVE_LOW, Deck(stripped("23456A", (0, 1, 3)), 2), {}, (4, 5, 6, 8)),
    (Ranking.DEUCE_TO_SEVEN_LOW, Deck(stripped("23456789", (0, 1)), 1), {"lowball_joker": "lowest_not_held"}, (4, 5)),
    (Ranking.BADUGI, Deck(stripped("23456A", (0, 1, 3)), 1), {}, (3, 4)),
]


@pytest.mark.parametrize("ranking, deck, options, sizes", SMALL)
def test_small_packs_one_by_one(ranking, deck, options, sizes):
    judge = order(ranking, deck, **options)
    for size in sizes:
        counted = Counter(map(judge.value, combinations(deck.cards, size)))
        assert census(judge, size).counts == counted


def test_progress_and_refusals():
    calls = []
    counted = census(order(Ranking.HIGH), 5, progress=lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    assert calls[-1] == (comb(52, 5),) * 2
    assert counted.categories["straight flush"] == 40
    assert counted.order.hand(max(counted.counts)).category is Category.STRAIGHT_FLUSH
    with pytest.raises(GameError, match=r"7 cards in .* can only be counted one by one"):
        census(order(Ranking.DEUCE_TO_SEVEN_LOW), 7)
