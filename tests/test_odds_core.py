"""`odds`: exact answers against the plain reference, for every game, modifier and option that changes who wins."""

import random
from fractions import Fraction

import pytest

pytest.importorskip("numba")

from oddchip.cards import FRENCH, Deck
from oddchip.house import HouseRules
from oddchip.odds import Spot, compare, odds
from odds_reference import reference
from odds_spots import GAMES, OPTIONS, random_spot

DECK = Deck(FRENCH)


def same(spot: Spot) -> None:
    found, expected = odds(spot), reference(spot)
    assert found.exact
    assert found.error == 0.0
    assert found.why.startswith("exact")
    assert found.shares == expected["share"]
    assert (found.carried,) == expected["carried"]
    assert tuple(player.scoop for player in found.players) == expected["scoop"]
    assert tuple(player.quarter for player in found.players) == expected["quarter"]
    assert sum(found.shares) + found.carried == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_counted_as_one_would_by_hand(game):
    rng = random.Random(game)
    same(random_spot(game, rng, unseen=3))
    if game != "california_poker":
        same(random_spot(game, rng, players=3, unseen=3, rest=7))


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=lambda value: str(value))
def test_options_that_change_who_wins(game, options):
    rng = random.Random(f"{game} {options}")
    for players in (2, 3):
        same(random_spot(game, rng, players=players, unseen=3, rest=7, **options))


@pytest.mark.parametrize("game", ["five_card_draw", "stud_eight", "high_low_declare", "texas_holdem", "cucamonga"])
def test_side_pots_are_judged_one_by_one(game):
    """POT-1, POT-4: each pot by itself, and dead money in the main pot (TRN-3)."""
    rng = random.Random(game)
    for _ in range(2):
        spot = random_spot(game, rng, players=3, unseen=2, rest=6, pots=True)
        same(spot)
        found = odds(spot)
        for pot in found.pots:
            shares = [player.share for player in pot.players]
            assert sum(shares) + pot.carried == 1
            assert all(not share or p in pot.eligible for p, share in enumerate(shares))


@pytest.mark.parametrize("options", [options for game, options in OPTIONS if game == "high_low_declare"], ids=str)
def test_declarations_in_side_pots(options):
    """D-DC-4 to D-DC-8, pot by pot."""
    rng = random.Random(str(options))
    for _ in range(3):
        same(random_spot("high_low_declare", rng, players=3, unseen=2, rest=5, pots=True, **options))


# --- published figures ---------------------------------------------------------------------------------------------


def test_drawing_two_to_2_3_4_against_a_pat_eight():
    spot = Spot("kansas_city", ("2c3d4h KsQs", "8c7d5h4d2s"), discards=("KsQs", ""))
    assert odds(spot).shares[0] == Fraction(51, 861)
    assert odds(Spot("kansas_city", ("2c3d4h7s", "8c7d5h4d2s"), dead="Ks")).shares[0] == Fraction(10, 42)


def test_ace_king_suited_against_queens():
    found = odds(Spot("texas_holdem", ("AhKh", "QsQd")))
    assert found.counts == {(1, 0): 787966, (2, 0): 917606, (3, 0): 6732}
    assert found.players[0].win == {"whole": Fraction(787966, 1712304)}
    assert found.players[0].tie == {"whole": Fraction(6732, 1712304)}


def test_two_against_one_card_in_five_card_draw():
    found = odds(Spot("five_card_draw", ("AhAsKd", "9c8c7c6c"), dead="2d3h9h"))
    assert found.counts == {(1, 0): 22262, (2, 0): 12178}
    assert found.deals == 34440


def test_cucamonga_on_a_full_board_against_every_hand():
    rows = {"top": "8h Kh 7c 7d", "bottom": "5d 6h 5s 8d"}
    found = odds(Spot("cucamonga", ("Ac3c4dTdQc", None), rows=rows, house=HouseRules.of(qualifiers="none")))
    hero = found.players[0]
    assert found.deals == 575757
    assert hero.win["high"] == Fraction(102799, 575757)
    assert hero.win["low"] == Fraction(459613, 575757)
    assert hero.tie == {"high": Fraction(0), "low": Fraction(40635, 575757)}
    assert hero.share == Fraction(1165459, 2303028)


def test_a_tri_becomes_a_badugi():
    """20.833 %: ten outs of 48, against a hand that any badugi beats and no tri does."""
    spot = Spot("badugi", ("Ac2d3h", "KsQdJcTh"))
    assert odds(Spot("badugi", ("Ac2d3h", "Ks Kd Kh Kc"))).shares[0] == 1
    assert odds(spot).players[0].scoop == Fraction(9, 45)


# --- ranges --------------------------------------------------------------------------------------------------------


def entries(*pairs):
    return [(DECK.parse(text), Fraction(weight)) for text, weight in pairs]


def test_ranges_weigh_as_they_say_and_clash_as_whole_deals():
    mine = entries(("AsKs", 1), ("QhQd", "1/2"), ("7c2d", 3))
    yours = entries(("AsAd", 2), ("QhJh", 1), ("7c7d", 1))
    same(Spot("texas_holdem", (mine, yours), rows={"board": "2c 8d 9h Ts"}, dead="3c4c5c6c"))


def test_a_range_of_hands_that_draw_and_hands_that_do_not():
    """How likely a hand is does not depend on how many cards it draws."""
    mine = entries(("2c3d4h7s", 1), ("2d3h4s7c8h", 1), ("2h3s4c", 2))
    dead = "KsKdKhKcQsQdQhQcJsJdJhJcTsTdThTcAsAdAhAc9s9d9h9c8s8d"
    same(Spot("kansas_city", (mine, "8c7d5h4d2s"), dead=dead))


def test_a_range_of_hole_cards_behind_up_cards():
    mine = entries(("AsKs", 1), ("3h3d", 2))
    spot = Spot("seven_card_stud", (mine, "2c2d 4h5h6h 8c"), up=("3c9c9dTd", ""), dead="Ac Ad Ah")
    flat = [((*cards, *DECK.parse("3c9c9dTd")), weight) for cards, weight in mine]
    plain = Spot("seven_card_stud", (flat, "2c2d 4h5h6h 8c"), dead="Ac Ad Ah")
    assert odds(spot).shares == odds(plain).shares


def test_weights_whose_products_no_kernel_can_hold():
    mine = entries(("AsKs", Fraction(1, 3**30)), ("QhQd", 1), ("7c2d", Fraction(1, 2)))
    yours = entries(("AsAd", Fraction(1, 5**20)), ("QhJh", 3), ("7c7d", 1))
    same(Spot("texas_holdem", (mine, yours), rows={"board": "2c 8d 9h Ts"}))


def test_many_ways_to_hold_two_cards_on_few_tables():
    """Counted table by table: the hands are fitted together on each."""
    dead = "2c3c4c5c6c7c8cTcQcKc2d3d4d5d6d7d8dTdQdKd2h3h4h5h6hThJhQh8hAdAsKs"
    for game, hand in (("texas_holdem", "AhKh"), ("omaha_eight", "AhKh2s4s")):
        same(Spot(game, (hand, None), rows={"board": "7h9s9d8s"}, dead=dead))
        same(Spot(game, (None, hand), rows={"board": "7h9s9d8s"}, dead=dead, put=(4, 9)))


# --- the rest of a spot --------------------------------------------------------------------------------------------


def test_california_poker_after_given_choices():
    """CP-4: both give at once."""
    spot = Spot(
        "california_poker",
        ("AsAdAhKs2c3d4h6s", "KdKhKcQs2d3h4s7c"),
        gifts=("2c3d4h6s", "2d3h4s7c"),
    )
    assert odds(spot).shares == (1, 0)
    worse = odds(Spot("california_poker", spot.hands, gifts=("AsAdAhKs", "2d3h4s7c")))
    assert worse.shares == (0, 1)


def test_johnson_played_for_low():
    """D-JO-3: the second rules of the game."""
    hands = ("AsAd3h4h5h", "2c3c4d5d8s")
    assert odds(Spot("johnson", hands)).shares == (1, 0)
    assert odds(Spot("johnson", hands, rules=1)).shares == (0, 1)


def test_the_shared_last_card_of_stud():
    """S8-16: six cards each, and one card for all."""
    hands = ("AsAd3h4h9dJc", "KsKdKh8c9cTc")
    spot = Spot("stud_eight", hands, rows={"common": "??"}, dead="2c3c4c5c6c7c2d3d4d5d6d7d")
    same(spot)
    assert odds(spot).deals == 28


def test_comparing_choices_deals_all_of_them_the_same_cards():
    hand, yours = "2c3d4h7sKd", "8c7d5h4d2s"
    spots = [Spot("kansas_city", (hand, yours), discards=(thrown, "")) for thrown in ("Kd", "7sKd", "")]
    counted = compare(spots)
    assert counted.gains == (0, Fraction(41, 861) - Fraction(10, 42), -Fraction(10, 42))
    assert counted.best == 0
    dealt = compare(spots, exact=False, error=0.002)
    for gain, error, exact in zip(dealt.gains[1:], dealt.errors[1:], counted.gains[1:], strict=True):
        assert abs(float(gain - exact)) < 4 * error
        assert error <= 0.002


class Pat:
    """Stands pat."""

    def keeps(self, hands, draws_left):
        import numpy as np

        return np.full(len(hands), (1 << hands.shape[1]) - 1, dtype=np.uint8)


class ThrowHigh:
    """Throws everything above an eight, in each draw."""

    def keeps(self, hands, draws_left):
        import numpy as np

        bits = np.array([1 << place for place in range(hands.shape[1])], dtype=np.uint8)
        return ((hands >> 2 <= 6) * bits).sum(axis=1).astype(np.uint8)


def test_one_draw_by_policies_from_known_hands_is_counted():
    known = odds(Spot("kansas_city", ("2c3d4h7s", "8c7d5h4d2s"), dead="Kd"))
    told = odds(Spot("kansas_city", ("2c3d4h7sKd", "8c7d5h4d2s"), policies=(ThrowHigh(), Pat())))
    assert told.exact
    assert told.shares == known.shares


def test_three_draws_by_policies():
    """Drawing one to 2-3-4-7 up to three times against a pat 8-7-5-4-2, keeping any card up to an eight."""
    hands = ("2c3d4h7sKd", "8c7d5h4d2s")
    told = odds(Spot("deuce_to_seven_triple_draw", hands, to_come=3, policies=(ThrowHigh(), Pat())), error=0.002)
    assert not told.exact
    helps, hurts = 10, 28 - 9 - 10
    others = 42 - helps - hurts
    exact = helps / 42 + others / 42 * (helps / 41 + (others - 1) / 41 * helps / 40)
    assert abs(float(told.shares[0]) - exact) < 5 * told.error
