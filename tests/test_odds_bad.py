"""Bad input: one sentence, at once."""

import time
from fractions import Fraction

import pytest

pytest.importorskip("numba")

from oddchip.errors import OddchipError
from oddchip.house import HouseRules
from oddchip.odds import Spot, compare, odds

BAD = (
    (Spot("texas_holdem", ("AhKh", "AhQd")), "Ah is there twice: in hand 1 and in hand 2"),
    (Spot("texas_holdem", ("AhKh", "AsQd"), rows={"board": "2c3c4cKh"}), "Kh is there twice"),
    (Spot("texas_holdem", ("AhKh", "AsQd"), dead="Kh"), "Kh is there twice"),
    (Spot("texas_holdem", ("AhKh", "X1Qd")), "french has no joker"),
    (Spot("texas_holdem", ("AhKh", "As1d")), "no card is called"),
    (Spot("short_deck_holdem", ("AhKh", "2sQd")), "2s is not in this deck"),
    (Spot("texas_holdem", ("AhKh", (60, 3))), "60 in hand 2 is no card of this deck"),
    (Spot("texas_holdem", ("AhKh", "AsQdJd")), "hand 2 has 3 cards: no more than 2 are held here"),
    (Spot("texas_holdem", ("AhKh",)), "between two players or more"),
    (Spot("texas_holdem", ("AhKh", None), rows={"flop": "2c3c4c"}), "no row on the table called|no row called"),
    (Spot("texas_holdem", ("AhKh", None), rows={"board": "2c3c4c5c6c7c"}), "the board has 5 cards, not 6"),
    (Spot("texas_holdem", ("AhKh", None), draws=(1, 0)), "Texas Hold'em has no draw"),
    (Spot("texas_holdem", ("AhKh", None), declared=("high", "low")), "nobody declares in Texas Hold'em"),
    (Spot("texas_holdem", ("AhKh", None), put=(5,)), "for each of the 2 players, not for 1"),
    (Spot("texas_holdem", ("AhKh", None), put=(0, 0)), "nothing in the pot"),
    (Spot("texas_holdem", ("AhKh", None), put=(-1, 5)), "whole numbers"),
    (Spot("texas_holdem", ("AhKh", None), dealt_in=1), "no fewer were dealt in"),
    (Spot("texas_holdem", (None,) * 11), "for 2 to 10 players, not 11"),
    (Spot("texas_holdem", ("AhKh", None), up=("Ah", "")), "no card of a hand lies open"),
    (Spot("texas_holdem", ("AhKh", None), rules=1), "rules 0 to 0, not 1"),
    (Spot("texas_holdem", ("AhKh", None), gifts=("Ah", "")), "nobody gives cards away"),
    (Spot("texas_hold", ("AhKh", None)), "no game is called"),
    (Spot("high_low_declare", ("AhKh", None)), "say low, high or both for each player"),
    (Spot("high_low_declare", ("AhKh", None), declared=("high", "lo")), "'lo'"),
    (Spot("five_card_draw", ("AhKhQhJhTh9h", None)), "hand 1 has 6 cards"),
    (Spot("five_card_draw", ("AhKhQhJh", None), draws=(2, None)), "keeps 4 cards and so receives 1, not 2"),
    (Spot("five_card_draw", ("Ah", None), house=HouseRules.of(max_draw=3)), "no more than 3 may be thrown"),
    (Spot("five_card_draw", ("AhKhQhJhTh", None), to_come=2), "has 1 draws, not 2"),
    (Spot("deuce_to_seven_triple_draw", ("AhKh", None), to_come=2), "2 draws to come need policies"),
    (Spot("five_card_draw", ("AhKhQhJh", None), discards=("Ah ??", "")), "leave \\?\\? out"),
    (Spot("five_card_draw", ("", "", "", "", "", "", "", "AhKh"), dead="2c3c4c5c6c7c8c9cTcJcQcKcAc"), "are to come"),
    (Spot("texas_holdem", ([], "AhKh"), rows={"board": "Ah"}), "Ah is there twice"),
    (Spot("texas_holdem", ([((0, 1), Fraction(0))], "AhKh")), "above 0"),
    (Spot("texas_holdem", ([((0, 1), Fraction(1))], "2cKh")), "player 1 can hold no hand of his range here"),
    (Spot("texas_holdem", ([((0, 1, 2), Fraction(1))], "AcKh")), "hands of 3 cards"),
    (Spot("texas_holdem", ([((0, 52), Fraction(1))], "AcKh")), "not in this deck"),
    (Spot("texas_holdem", ([((0, 1), Fraction(1))], [((0, 2), Fraction(1))])), "cannot be held together"),
    (Spot("california_poker", ("AsAdAhKs2c3d4h6s", None), gifts=("AsAd", "")), "gives 4 cards of his own hand"),
)


@pytest.mark.parametrize(("spot", "said"), BAD, ids=[said for _, said in BAD])
def test_bad_spots_are_refused_in_one_sentence(spot, said):
    started = time.perf_counter()
    with pytest.raises(OddchipError, match=said) as refusal:
        odds(spot)
    assert "\n" not in str(refusal.value)
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize("error", [0, -1, 1, float("nan"), float("inf")])
def test_the_error_to_stop_at_is_a_number_between_0_and_1(error):
    with pytest.raises(OddchipError, match="between 0 and 1"):
        odds(Spot("texas_holdem", ("AhKh", None)), error=error)


def test_a_seed_is_a_whole_number():
    with pytest.raises(OddchipError, match="0 or more, not -1"):
        odds(Spot("texas_holdem", ("AhKh", None)), seed=-1)


def test_what_does_not_fit_in_memory_is_not_counted():
    with pytest.raises(OddchipError, match="too many to list: sample them"):
        odds(Spot("seven_card_stud", ("AhKh", None)), exact=True)


def test_only_like_spots_are_compared():
    with pytest.raises(OddchipError, match="same number of players"):
        compare([Spot("texas_holdem", ("AhKh", None)), Spot("texas_holdem", ("AhKh", None, None))])
    with pytest.raises(OddchipError, match="no player 2"):
        compare([Spot("texas_holdem", ("AhKh", None))], player=2)
