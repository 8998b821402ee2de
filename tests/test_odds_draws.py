"""What to keep: published draws, every keep against plain counting and the general odds, targets, policies."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from oddchip.cards import FRENCH, Deck, stripped
from oddchip.errors import OddchipError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.odds import Spot, odds
from oddchip.odds.draws import folds_for_snow, keeps
from oddchip.odds.draws_target import towards
from oddchip.odds.policies import StandPat, chart
from oddchip.rankings import Ranking, order

DECK, BUG = Deck(FRENCH), Deck(FRENCH, 1)


# --- one draw, published and counted elsewhere ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand, kept, pat, share",
    [
        ("2c3d4hKdQs", "2c3d4h", "8c7d5h4c2s", Fraction(51, 861)),
        ("2c3d7hKdQs", "2c3d7h", "8c7d5h4c2s", Fraction(51, 861)),
        ("2c3d7hKdQs", "2c3d7h", "8c7d6h4c2s", Fraction(63, 861)),
        ("2c3d4h7sKd", "2c3d4h7s", "8c7d5h4c2s", Fraction(10, 42)),
    ],
)
def test_drawing_to_a_low_against_a_pat_hand(hand, kept, pat, share):
    """The last draw of deuce-to-seven: 5.923, 5.923, 7.317 and 23.810 %."""
    found = keeps("kansas_city", hand, against=pat)
    assert (found[kept].share, found.best, found.exact) == (share, found[kept], True)
    assert len(found) == 32


def test_standing_pat_against_who_draws_one():
    """26 of 43 with ten-eight against 7-4-3-2; 33 of 42 with nine-seven against 8-6-4-3 and a king gone."""
    assert keeps("kansas_city", "Tc8d6h4s2s", against="7c4d3h2d").pat.share == Fraction(26, 43)
    assert keeps("kansas_city", "9c7d5h4s2s", against="8c6d4h3d", dead="Kd").pat.share == 1 - Fraction(9, 42)


def test_a_pair_that_draws_three_makes_what_is_known():
    """Two pair 2,592, trips 1,854, full houses 165 of 16,215, told by the floors of the high order."""
    high, game = order(Ranking.HIGH, DECK), find_game("five_card_draw")
    at_least = [towards(game, "AhAs7c5d3d", high.floor(text), keep="AhAs").chance for text in ("two pair", "trips")]
    straights = towards(game, "AhAs7c5d3d", high.floor("straight"), keep="AhAs").chance
    fulls = towards(game, "AhAs7c5d3d", high.floor("full house"), keep="AhAs").chance
    quads = towards(game, "AhAs7c5d3d", high.floor("quads"), keep="AhAs").chance
    assert [part * 16215 for part in (at_least[0] - at_least[1], at_least[1] - straights, fulls - quads)] == [
        2592,
        1854,
        165,
    ]


# --- every keep -------------------------------------------------------------------------------------------------------


def by_odds(game, found, against, dead=()):
    """Each keep asked of the general odds."""
    return {
        keep.cards: odds(Spot(game, (keep.cards, against), discards=(keep.thrown, ()), dead=dead), exact=True)
        for keep in found
        if keep.deals < 10_000_000
    }


@pytest.mark.parametrize(
    "name, hand, against, dead",
    [
        ("kansas_city", "2c3d4h7sKd", "8c7d5h", "9h9s"),
        ("gardena_jackpots", "KcKdX1 9h4s", "AcAd Qh", ""),
        ("gardena_jackpots", "KcKd9c9h4s", "Ac Kh Qh Jh X1", "2c"),
        ("california_lowball", "2c3d4h7sKd", "X1 2d3h8s", ""),
        ("california_high_low", "2c3d4h7sX1", "AcAd8h", "Td"),
        ("california_high_low", "KcKd4h7sQd", "6c5d4c2s", ""),
        ("badugi", "2c3d4hKd", "4c5d", "9h"),
        ('on_deck(california_high_low, "italian")', "2c3d4h7sKd", "6c5d", ""),
    ],
)
def test_every_keep_is_worth_what_the_general_odds_say(name, hand, against, dead):
    """The same counts by two ways: sets of removed cards, and pairs of hands one by one."""
    game = find_game(name)
    hand, against = (game.deck.parse(_in_pack(text, game)) for text in (hand, against))
    found = keeps(game, hand, against, dead=game.deck.parse(_in_pack(dead, game)))
    asked = by_odds(game, found, against, game.deck.parse(_in_pack(dead, game)))
    assert len(asked) >= 11
    for keep in found:
        if keep.cards in asked:
            me = asked[keep.cards].players[0]
            assert (keep.share, keep.win, keep.tie, keep.deals) == (me.share, me.win, me.tie, asked[keep.cards].deals)


def _in_pack(text, game):
    """French letters in the pack's own."""
    if game.deck.pack.name != "italian":
        return text
    return "".join(dict(zip("cdhsKQJT", "bdcsRCF7", strict=True)).get(letter, letter) for letter in text)


def test_a_hand_at_random_is_the_average_of_all_hands():
    """On a small deck, every hand of the other one by one."""
    game = _small("five_card_draw", "TJQKA")
    hand = game.deck.parse("AcAdThJsQc")
    found = keeps(game, hand)
    rest = [card for card in game.deck.cards if card not in hand]
    value = order(Ranking.HIGH, game.deck).value
    for keep in random.Random(1).sample([k for k in found if k.draws < 4], 3):
        total, deals = Fraction(0), 0
        for other in combinations(rest, 5):
            theirs = value(other)
            left = [card for card in rest if card not in other]
            for drawn in combinations(left, keep.draws):
                mine = value((*keep.cards, *drawn))
                total += Fraction(mine > theirs) + Fraction(mine == theirs, 2)
                deals += 1
        assert (keep.share, keep.deals) == (total / deals, deals)


def _small(name, ranks):
    return replace(find_game(name), deck=Deck(stripped(ranks)))


RANGE = {"AcAdKh": Fraction(1, 3), "QcQdQh": Fraction(1), "9c9d9h8s8h": Fraction(1, 2), "7c6c5c4c": Fraction(2)}


def test_a_range_with_weights_and_different_draws_is_its_parts():
    """Sets of three, four and five cards, those the hand denies left out: the average by weight."""
    hand = "KcKd4c4d2s"
    sets = [(DECK.parse(text), weight) for text, weight in {**RANGE, "4c5c6c": Fraction(9)}.items()]
    found = keeps("five_card_draw", hand, against=sets)
    alone = {text: keeps("five_card_draw", hand, against=text) for text in RANGE if "4c" not in text}
    weight = sum(RANGE[text] for text in alone)
    for keep in found:
        parts = sum(RANGE[text] * one[keep.cards].share for text, one in alone.items())
        assert keep.share == parts / weight


def test_a_range_in_words():
    found = keeps("gardena_jackpots", "KcKdX1 9h4s", against="jacks or better")
    assert found.exact
    assert found.best.cards == BUG.parse("KcKdX1")
    with_bug, without = found["KcKdX1"].share, found["KcKd"].share
    assert Fraction(53, 100) < without < with_bug < Fraction(54, 100)


def test_splitting_openers():
    """D-JP-4: K J 9 7 of clubs and the jack of hearts. Against a hand at random and against jacks or better."""
    random_hand = keeps("gardena_jackpots", "KcJc9c7cJh")
    openers = keeps("gardena_jackpots", "KcJc9c7cJh", against="jacks or better")
    assert random_hand.best.cards == openers.best.cards == BUG.parse("JcJh")
    assert random_hand["KcJc9c7c"].share < random_hand["JcJh"].share
    two_pair = keeps("gardena_jackpots", "KcJc9c7cJh", against="two pair or better")
    assert two_pair["KcJc9c7c"].share > two_pair["JcJh"].share


def test_what_may_be_thrown_is_the_house_s():
    """D-DR-2: three at most, four with an ace kept."""
    house = HouseRules.of(max_draw=3, four_with_ace=True)
    found = keeps("five_card_draw", "AcKd9h7s2c", against="8c8d8h8sQd", house=house)
    assert {len(keep.thrown) for keep in found} == {0, 1, 2, 3, 4}
    assert [keep.cards for keep in found if len(keep.thrown) == 4] == [DECK.parse("Ac")]


def test_four_before_draws_one_more():
    """D-FB-2: four cards, and nobody is pat."""
    found = keeps("four_before(kansas_city)", "2c3d4h7s", against="8c7d5h4c2s")
    assert len(found) == 16
    assert found["2c3d4h7s"].draws == 1
    assert found["2c3d4h7s"].share == Fraction(10, 43)


def test_several_opponents_are_counted_by_the_general_odds():
    found = keeps("kansas_city", "2c3d4h7sKd", "8c7d5h4d2s", others=["9c8d6h5d2d"])
    one = keeps("kansas_city", "2c3d4h7sKd", "8c7d5h4d2s", dead="9c8d6h5d2d")
    assert (found.exact, found.worth) == (True, one.worth)


def test_a_snow():
    """Standing pat on nothing and betting 4 into 12: worth it when he folds often enough."""
    found = keeps("kansas_city", "2c2d2h8s8d", against="8c7d5h4c")
    pat, best = found.pat.share, found.best.share
    folds = folds_for_snow(found, 12, 4)
    assert folds * 12 + (1 - folds) * (pat * 20 - 4) == best * 12
    with pytest.raises(OddchipError, match="chips above 0"):
        folds_for_snow(found, 0, 4)


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda: keeps("kansas_city", "2c3d4h"), "whole hand of 5 known cards"),
        (lambda: keeps("kansas_city", "2c3d4h7s2c"), "twice"),
        (lambda: keeps("kansas_city", "2c3d4h7sKd", "2c"), "twice"),
        (lambda: keeps("kansas_city", "2c3d4h7sKd", "8c7d5h9z"), "9z"),
        (lambda: keeps("kansas_city", "2c3d4h7sKd", "jacks or bettter"), "jacks or bett"),
        (lambda: keeps("texas_holdem", "AcAd"), "no draw"),
        (lambda: keeps("kansas_city", "2c3d4h7sKd", draws_left=2), "1 draws, not 2"),
        (lambda: keeps("kansas_city", "2c3d4h7sKd", policy=StandPat()), "last draw"),
        (lambda: keeps("high_low_declare", "2c3d4h7sKd"), "declaration"),
        (lambda: keeps("kansas_city", "2c3d4h7sKd", "8c7d5h4c2s")["2c3d9c"], "cannot be kept"),
        (lambda: towards("kansas_city", "2c3d4h7sKd", "8-7 or better", draws=2), "1 draws"),
        (lambda: towards("kansas_city", "2c3d4h7s", "8-7 or better"), "whole hand of 5"),
        (lambda: towards("kansas_city", "2c3d4h7sKd", "8-7 or better", dead="2c"), "both in the hand and dead"),
        (lambda: towards("kansas_city", "2c3d4h7sKd", "2-3-4 draw 2"), "whole hands of 5 cards"),
        (lambda: towards("kansas_city", "2c3d4h7sKd", 9999), "no value"),
        (lambda: towards("badugi", "2c3d4hKs", "badugi", draws=3, keep="", limit=1000), "more than 1,000 steps"),
        (lambda: towards("texas_holdem", "AcAd", "pair J"), "no draw"),
        (lambda: chart("texas_holdem"), "no draw"),
    ],
)
def test_bad_input_gets_one_sentence(ask, words):
    with pytest.raises(OddchipError, match=words) as caught:
        ask()
    assert "\n" not in str(caught.value)
