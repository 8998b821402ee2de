"""Ranges and hand patterns: what players say, counted against known figures and against plain loops over all hands."""

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest

from oddchip.cards import FRENCH, ITALIAN, Deck
from oddchip.errors import CardError, OddchipError, RangeError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.odds import Spot, odds
from oddchip.odds.patterns import Worth
from oddchip.odds.patterns_words import read_pattern
from oddchip.odds.ranges import parse_range
from oddchip.odds.ranges_fields import Setting
from oddchip.rankings import Ranking, order

KNOWN = [
    # published figures, and ours where they were checked by two methods
    ("jacks or better", "five_card_draw", 536_100),
    ("jacks or better", "gardena_jackpots", 642_881),
    ("queens or better", "with_bugs(gardena_jackpots, 0)", 451_620),
    ("two pair", "five_card_draw", 123_552),
    ("two pair", "gardena_jackpots", 138_600),
    ("trips", "gardena_jackpots", 63_360),
    ("five aces", "gardena_jackpots", 1),
    ("straight flush", "gardena_jackpots", 204),
    ("pat 7", "kansas_city", 4_080),
    ("pat 8", "kansas_city", 14_280),
    ("pat 9", "kansas_city", 34_680),
    ("pat T", "kansas_city", 15_300 + 20_400 + 34_680),
    ("pat jack", "kansas_city", 127_500),
    ("wheel", "california_lowball", 2_304),
    ("8 or better", "california_lowball", 75_264),
    ("7 or better", "with_bugs(california_lowball, 0)", 21_504),
    ("no pair", "california_lowball", 1_500_928),
    ("badugi", "badugi", 17_160),
    ("tri", "badugi", 154_440),
    ("two-card", "badugi", 96_252),
    ("one-card", "badugi", 2_873),
    # drawing hands: what is kept
    ("2-3-4-7 draw 1", "kansas_city", 4**4),
    ("2-3-4 draw 2", "kansas_city", 4**3),
    ("2-3-4", "kansas_city", 4**3),
    ("tri 5-4-A draw 1", "badugi", 24),
    ("5-4-A draw 1", "badugi", 24),
    ("badugi 4-3-2-A", "badugi", 24),
    ("any 4 to a flush", "five_card_draw", 4 * 715),
    ("any 4 to a flush", "gardena_jackpots", 4 * 715 + 4 * 286),
    ("jacks or better draw 3", "five_card_draw", 4 * 6),
    ("jacks or better draw 3", "gardena_jackpots", 4 * 6 + 4),
    ("trips draw 2", "five_card_draw", 13 * 4),
    ("A-A-bug draw 2", "gardena_jackpots", 6),
    ("draw 5", "five_card_draw", 1),
    ("4 to an 8", "california_lowball", 70 * 256 + 56 * 64),
    ("8 or better draw 1", "kansas_city", 35 * 256),
    ("open-ended", "five_card_draw", 9 * 256),
    # elsewhere
    ("AKs", "texas_holdem", 4),
    ("AKo", "texas_holdem", 12),
    ("A-K", "texas_holdem", 16),
    ("TT+", "texas_holdem", 30),
    ("55-33", "texas_holdem", 18),
    ("A9s+", "texas_holdem", 20),
    ("22+, A2s+, K2s+", "texas_holdem", 78 + 48 + 44),
    ("AsKs", "texas_holdem", 1),
    ("AA", "omaha", 6_961),
    ("AA double suited", "omaha", 6 * 144),
    ("any", "omaha", 270_725),
    ("A-A", "stud_eight", 6),
    ("jacks or better", "four_before(gardena_jackpots)", 36_305),
    ("R-R draw 3", "on_deck(five_card_draw, italian)", 6),
    ("flush", "on_deck(five_card_draw, italian)", 980),
]


@pytest.mark.parametrize("text, game, count", KNOWN)
def test_a_range_has_as_many_hands_as_is_known(text, game, count):
    found = parse_range(text, game)
    assert len(found) == count
    assert found.weight == count


def test_figures_that_were_published_wrong_stay_wrong():
    assert len(parse_range("pat 9", "kansas_city")) != 34_816  # counts flushes
    assert len(parse_range("jacks or better", "five_card_draw")) != 536_104


@pytest.mark.parametrize("text, game, _", KNOWN)
def test_the_text_of_a_range_reads_as_the_same_range(text, game, _):
    found = parse_range(text, game)
    again = parse_range(found.text, game)
    assert again.text == found.text == str(found)
    for (cards, weights), (same, equal) in zip(found.arrays(), again.arrays(), strict=True):
        assert (cards == same).all()
        assert (weights == equal).all()


@pytest.mark.parametrize(
    "ranking, deck, game",
    [
        (Ranking.HIGH, Deck(FRENCH), "five_card_draw"),
        (Ranking.HIGH, Deck(FRENCH, 1), "gardena_jackpots"),
        (Ranking.HIGH, Deck(ITALIAN), "on_deck(five_card_draw, italian)"),
        (Ranking.ACE_TO_FIVE_LOW, Deck(FRENCH, 1), "california_lowball"),
        (Ranking.DEUCE_TO_SEVEN_LOW, Deck(FRENCH), "kansas_city"),
        (Ranking.ACE_TO_SIX_LOW, Deck(FRENCH), "ace_to_six_lowball"),
        (Ranking.BADUGI, Deck(FRENCH), "badugi"),
    ],
)
def test_the_words_for_a_hand_are_read_as_that_hand(ranking, deck, game):
    judge, setting = order(ranking, deck), Setting(find_game(game))
    whole = [v for v, hand in enumerate(judge.hands) if ranking is Ranking.BADUGI or len(hand.ranks) == 5]
    for value in whole[1::79]:
        pattern = read_pattern(judge.describe(value), setting, pat=False)
        assert isinstance(pattern, Worth), judge.describe(value)
        assert np.flatnonzero(pattern.allowed(4 if ranking is Ranking.BADUGI else 5)).tolist() == [value]


# Against plain loops.

SMALL = "with_bugs(on_deck(five_card_draw, '9 to ace'), 1)"


def small(text: str, size: int = 5) -> set[tuple[int, ...]]:
    return {cards for cards, _ in parse_range(text, SMALL)}


def plain(wanted, size: int = 5) -> set[tuple[int, ...]]:
    return {hand for hand in combinations(find_game(SMALL).deck.cards, size) if wanted(hand)}


HIGH = order(Ranking.HIGH, find_game(SMALL).deck)
TRIPS, TENS, KINGS = HIGH.floor("trips"), HIGH.floor("pair T"), HIGH.floor("pair K")


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("kings or better", lambda hand: HIGH.value(hand) >= KINGS),
        ("two pair or worse", lambda hand: HIGH.value(hand) < TRIPS),
        ("not pair", lambda hand: HIGH.category(HIGH.value(hand)) != "pair"),
        ("tens to queens", lambda hand: TENS <= HIGH.value(hand) < KINGS),
        ("flush or full house", lambda hand: HIGH.category(HIGH.value(hand)) in ("flush", "full house")),
        ("two pair and not aces up", lambda hand: HIGH.category(HIGH.value(hand)) == "two pair" and
            HIGH.hand(HIGH.value(hand)).ranks[0] != 12),
        ("pair with the joker", lambda hand: 52 in hand and HIGH.category(HIGH.value(hand)) == "pair"),
        ("trips without the bug", lambda hand: 52 not in hand and HIGH.category(HIGH.value(hand)) == "three of a kind"),
        ("A-A-x-x-x", lambda hand: sum(card >> 2 == 12 for card in hand) >= 2),
        ("suited", lambda hand: len({card & 3 for card in hand if card < 52}) == 1),
        ("rainbow draw 1", None),
    ],
)  # fmt: skip
def test_patterns_hold_what_a_plain_loop_finds(text, wanted):
    if wanted is None:
        assert small(text) == plain(lambda hand: len({c & 3 for c in hand if c < 52}) == sum(c < 52 for c in hand), 4)
    else:
        assert small(text) == plain(wanted)


@pytest.mark.parametrize("text", ["[9-J][T-K]x", "[9-J]-[9-J]-K", "As[9T]h-[AsKs]x", "Ax[QK]A", "joker-[9-A]-Kh"])
def test_a_list_holds_what_some_order_of_its_cards_fits(text):
    deck = find_game(SMALL).deck
    found = parse_range(text, SMALL)
    size = found.arrays()[0][0].shape[1]
    places = read_pattern(text, Setting(find_game(SMALL)), False).places
    expected = {
        hand
        for hand in combinations(deck.cards, size)
        if any(all(card in place for card, place in zip(held, places, strict=False)) for held in permutations(hand))
    }
    assert {cards for cards, _ in found} == expected


def test_4_to_a_straight_counts_the_cards_of_one_run():
    runs = [{8, 9, 10, 11, 12}, {12, 0, 1, 2, 3}] + [set(range(low, low + 5)) for low in range(8)]
    rng = random.Random(1)
    cards = find_game("five_card_draw").deck.cards
    found = parse_range("4 to a straight", "five_card_draw")
    held = {hand for hand, _ in found}
    for _ in range(2000):
        hand = tuple(sorted(rng.sample(cards, 4)))
        best = max(len({card >> 2 for card in hand} & run) for run in runs)
        assert (hand in held) == (best == 4)


# Weights, sizes, dead and known cards.


def test_what_is_said_later_counts():
    found = dict(parse_range("jacks or better draw 3, aces draw 3 @ 50%", "five_card_draw"))
    assert Counter(found.values()) == {Fraction(1): 18, Fraction(1, 2): 6}
    found = dict(parse_range("jacks or better draw 3 @ 50%, aces draw 3 @ 1/3", "five_card_draw"))
    assert Counter(found.values()) == {Fraction(1, 2): 18, Fraction(1, 3): 6}
    assert len(parse_range("jacks or better draw 3, aces draw 3 @ 0", "five_card_draw")) == 18


def test_a_hand_that_draws_stands_for_every_card_it_threw():
    found = parse_range("pat 7-5-4-3-2, 2-3-4-7 draw 1", "kansas_city")
    weights = {len(cards): weight for cards, weight in found}
    assert weights == {5: 1, 4: 48}
    assert found.weight == 1020 + 48 * 256
    alone = parse_range("2-3-4-7 draw 1", "kansas_city")
    assert {weight for _, weight in alone} == {1}


def test_dead_cards_are_gone():
    found = parse_range("A-A draw 3", "five_card_draw", dead="As")
    assert len(found) == 3
    assert len(parse_range("A-A draw 3", "five_card_draw").without("As Ad")) == 1
    assert all(51 not in cards for cards, _ in parse_range("jacks or better draw 3", "five_card_draw", dead="As"))


def test_the_share_is_of_all_hands_that_could_be_held():
    assert parse_range("jacks or better", "gardena_jackpots").share == Fraction(642_881, 2_869_685)
    assert parse_range("any", "omaha", dead="As Kd").share == 1
    assert parse_range("aces draw 3 @ 50%", "five_card_draw").share == Fraction(3, 1326)


def test_known_cards_of_a_draw_hand_belong_to_it():
    found = parse_range("A-A draw 3", "five_card_draw", known="As")
    assert {cards for cards, _ in found} == {tuple(sorted((51, card))) for card in (48, 49, 50)}
    two_pair = parse_range("two pair", "five_card_draw", known="As")
    assert all(51 in cards for cards, _ in two_pair)
    assert len(two_pair) == 123_552 * 5 // 52


def test_up_cards_in_stud_are_part_of_the_hand_and_not_of_the_range():
    assert {cards for cards, _ in parse_range("trips", "stud_eight", known="9c")} == set(combinations((29, 30, 31), 2))
    wired = parse_range("A-A", "stud_eight", known="9c As")
    assert len(wired) == 3
    found = parse_range("two pair", "stud_eight", known="8c 9c")
    judge = order(Ranking.HIGH)
    unseen = [card for card in judge.deck.cards if card not in (24, 28)]
    assert {cards for cards, _ in found} == {
        hole for hole in combinations(unseen, 2) if judge.category(judge.value((*hole, 24, 28))) == "two pair"
    }
    last = parse_range("8 or better 3 down", "stud_eight", known="2c 4d 7h Ks")
    low = order(Ranking.ACE_TO_FIVE_LOW)
    up = find_game("stud_eight").deck.parse("2c 4d 7h Ks")
    unseen = [card for card in low.deck.cards if card not in up]
    eight = low.floor("low 8")
    assert len(last) == sum(low.value((*hole, *up)) >= eight for hole in combinations(unseen, 3))


def test_a_range_is_sampled_by_weight():
    found = parse_range("aces draw 3, kings draw 3 @ 0.25, pat royal flush", "five_card_draw")
    drawn = Counter(found.sample(40_000, seed=3))
    weights = dict(found)
    for cards, weight in weights.items():
        expected = float(weight / found.weight) * 40_000
        assert abs(drawn[cards] - expected) < 5 * max(1, expected) ** 0.5
    assert found.sample(20, seed=3) == found.sample(20, seed=3)
    sums = found.cumulative()
    assert Fraction(int(sums[-1][1][-1]), found.scale) == found.weight
    assert sums[0][0].dtype == np.uint8


def test_iteration_and_arrays_agree():
    found = parse_range("pat 7 @ 1/2, 2-3-4 draw 2 @ 1/3", "kansas_city")
    listed = [
        (tuple(cards), Fraction(weight, found.scale))
        for rows, weights in found.arrays()
        for cards, weight in zip(rows.tolist(), weights.tolist(), strict=True)
    ]
    assert list(found) == listed
    assert len({cards for cards, _ in listed}) == len(found)
    assert "2c 3d 4h" in found
    assert "2c 3d 5h" not in found


def test_d_dr_2_the_fourth_card_goes_only_with_an_ace_or_the_joker_kept():
    house = HouseRules.of(max_draw=3, four_with_ace=True)
    assert {cards for cards, _ in parse_range("any draw 4", "gardena_jackpots", house=house)} == {
        (card,) for card in (48, 49, 50, 51, 52)
    }
    with pytest.raises(RangeError, match="no more than 3"):
        parse_range("draw 5", "gardena_jackpots", house=house)


def test_odds_against_a_range_are_the_known_ones():
    villain = parse_range("pat 8-7-5-4-2", "kansas_city")
    assert odds(Spot("kansas_city", ("2c3d4h7s", villain), dead="Kc")).shares[0] == Fraction(10, 42)
    assert odds(Spot("kansas_city", ("2c3d4h", villain), dead="KcQc")).shares[0] == Fraction(51, 861)


# Refusals: one sentence, in under a second.

REFUSED = [
    ("", "five_card_draw", "empty range"),
    (" , ", "five_card_draw", "empty range"),
    ("jakcs or bettr", "five_card_draw", "did you mean 'jacks or better'"),
    ("trisp", "five_card_draw", "did you mean"),
    ("five aces", "five_card_draw", "nobody can hold five aces"),
    ("A-A-A-A-A", "five_card_draw", "too few such cards"),
    ("pair and trips", "five_card_draw", "nobody can hold 'pair and three of a kind'"),
    ("flush draw 1", "five_card_draw", "nobody can hold flush"),
    ("pat 7-6-5-4-3", "kansas_city", "nobody can hold"),
    ("2-3 draw 2", "kansas_city", "say 2-3-x"),
    ("2-3-4-5-7 draw 1", "kansas_city", "names 5 cards|nobody can hold"),
    ("draw 6", "kansas_city", "nobody draws 6"),
    ("pat 8", "texas_holdem", "has no draw"),
    ("A-K-Q", "texas_holdem", "names 3 cards"),
    ("8 low", "five_card_draw", "no hand of Five-Card Draw"),
    ("4 to an 8", "five_card_draw", "not played for low"),
    ("pair with the bug", "five_card_draw", "without a bug"),
    ("joker-A draw 3", "five_card_draw", "nobody can hold|too few"),
    ("pair @ much", "five_card_draw", "a weight is a number"),
    ("pair @ -1", "five_card_draw", "a weight is 0 to 1000"),
    ("pair @ 0", "five_card_draw", "all weights"),
    ("pair @ 1/7919 @ 2", "five_card_draw", "two weights"),
    ("pat pair draw 2", "five_card_draw", "says both|draws none"),
    ("(pair", "five_card_draw", "not closed"),
    ("pair)", "five_card_draw", "not opened"),
    ("pair and", "five_card_draw", "no hand of|missing"),
    ("(pair @ 50%) and not aces", "five_card_draw", "belong to a whole alternative"),
    ("any", "california_poker", "all cards lie open"),
    ("9 to a flush", "five_card_draw", "1 to 5"),
    ("any", "cucamonga5", "no game"),
    ("x" * 5000, "five_card_draw", "at most 4000"),
    ("(" * 30 + "pair" + ")" * 30, "five_card_draw", "deep"),
    ("A-K draw some", "five_card_draw", "is a number"),
]


@pytest.mark.parametrize("text, game, words", REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(text, game, words):
    started = time.process_time()
    with pytest.raises(OddchipError, match=words) as refused:
        parse_range(text, game)
    assert time.process_time() - started < 1
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "cards, words",
    [
        ({"dead": "As As"}, "twice"),
        ({"dead": "X1"}, "no joker"),
        ({"dead": (99,)}, "no card of this deck"),
        ({"known": "As", "dead": "As"}, "both known and dead"),
    ],
)
def test_impossible_cards_are_refused(cards, words):
    with pytest.raises(CardError, match=words):
        parse_range("pair", "five_card_draw", **cards)


def test_a_range_that_the_dead_cards_take_is_empty():
    with pytest.raises(RangeError, match="nothing is left of 'A-A draw 3' without"):
        parse_range("A-A draw 3", "five_card_draw", dead="As Ad Ah")
    with pytest.raises(RangeError, match="nothing is left"):
        parse_range("A-A draw 3", "five_card_draw").without("As Ad Ah")


def test_every_game_takes_any_hand_or_says_why_not():
    for game in ("five_card_draw", "badugi", "stud_eight", "razz", "texas_holdem", "omaha_eight", "q_ball", "johnson"):
        assert parse_range("any", game).share == 1
    assert parse_range("any", "cucamonga", players=9).arrays()[0][0].shape[1] == 4
    with pytest.raises(RangeError, match="2 to 11 players"):
        parse_range("any", "cucamonga", players=12)


def test_noise_is_read_or_refused_and_never_breaks():
    rng = random.Random(7)
    words = (
        "jacks",
        "or",
        "better",
        "draw",
        "1",
        "2",
        "pat",
        "not",
        "and",
        "8-7",
        "low",
        "A-K",
        "x",
        "[2-5]",
        "(",
        ")",
    )
    words += ("@", "50%", ",", "badugi", "to", "flush", "suited", "joker", "up")
    for _, game in product(range(150), ("gardena_jackpots", "badugi", "texas_holdem", "stud_eight")):
        text = " ".join(rng.choices(words, k=rng.randrange(1, 7)))
        try:
            found = parse_range(text, game)
        except OddchipError:
            continue
        assert parse_range(found.text, game).text == found.text, text
