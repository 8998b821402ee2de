"""How often: against published counts, plain loops on small packs, and the ranges that the rows name."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from oddchip.cards import FRENCH, Deck
from oddchip.errors import CardError, GameError, OddchipError, RangeError, SetupError, UnknownName
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.kernels.keeps import pairs_apart
from oddchip.odds.frequencies import chance, frequencies
from oddchip.odds.openings import passing_counts
from oddchip.odds.ranges import parse_range
from oddchip.plan import floor_value
from oddchip.rankings import Ranking, order


def counts(game: str, section: str | None = None, **asked: object) -> dict[str, int]:
    found = frequencies(game, **asked)
    return {row.name: row.count for each in found.sections if section in (None, each.name) for row in each.rows}


# Published figures.


def test_five_cards_of_53_with_the_bug():
    """Alspach, Poker Digest 2001."""
    found = frequencies("gardena_jackpots")
    assert {row.name: row.count for row in found.sections[0].rows} == {
        "five of a kind": 1,
        "straight flush": 204,
        "four of a kind": 828,
        "full house": 4_368,
        "flush": 7_804,
        "straight": 20_532,
        "three of a kind": 63_360,
        "two pair": 138_600,
        "pair": 1_215_024,
        "high card": 1_418_964,
    }
    assert all(row.of == 2_869_685 for row in found.sections[0].rows)


def test_a_fully_wild_joker_is_another_game():
    """The contrast: 137,280 trips and 123,552 two pair are those of a wild joker, not of a bug."""
    found = counts("gardena_jackpots")
    assert found["three of a kind"] != 137_280
    assert found["two pair"] != 123_552


def test_seven_cards_of_53_with_the_bug():
    """Alspach's seven-card stud with one bug."""
    assert counts("with_bugs(stud_eight, 1)", "high") == {
        "five of a kind": 1_128,
        "straight flush": 210_964,
        "four of a kind": 307_472,
        "full house": 4_188_528,
        "flush": 6_172_088,
        "straight": 11_236_028,
        "three of a kind": 7_470_676,
        "two pair": 35_553_816,
        "pair": 64_221_960,
        "high card": 24_780_420,
    }


LOWS = ("5 low", "6 low", "7 low", "8 low", "9 low", "T low", "J low", "Q low", "K low")


def test_ace_to_five_lows():
    found = counts("with_bugs(california_lowball, 0)")
    assert [found[name] for name in LOWS] == [1024, 5120, 15360, 35840, 71680, 129024, 215040, 337920, 506880]
    found = counts("california_lowball")
    assert [found[name] for name in LOWS] == [2304, 7680, 20480, 44800, 86016, 150528, 245760, 380160, 563200]
    assert sum(found[name] for name in LOWS) == 1_500_928


def test_deuce_to_seven_lows():
    """Haney, Card Player 2019; 34,816 pat nines, as published elsewhere, would count flushes."""
    found = frequencies("kansas_city")
    assert [found.count(f"{top} low") for top in "789TJ"] == [4_080, 14_280, 34_680, 70_380, 127_500]
    assert round(float(Fraction(found.row("J low").at_least, 2_598_960)), 6) == 0.096546


@pytest.mark.parametrize(
    "cards, jokers, seven, eight, nine, wheel",
    [
        (5, 0, 21504, 57344, 129024, 1024),
        (5, 1, 30464, 75264, 161280, 2304),
        (6, 0, 706048, 1691648, 3376128, 40448),
        (6, 1, 996352, 2214912, 4214784, 90112),
        (7, 0, 11359744, 24530944, 43705344, 781824),
        (7, 1, 15985792, 32091392, 54613248, 1725312),
        pytest.param(8, 0, 119439360, 233410560, 374261760, 9856000, marks=pytest.mark.full),
        pytest.param(8, 1, 167826304, 305653504, 469334784, 21554304, marks=pytest.mark.full),
    ],
)
def test_lows_or_better_in_so_many_cards(cards, jokers, seven, eight, nine, wheel):
    found = frequencies(f"with_bugs(razz, {jokers})", cards=cards)
    assert [found.row(f"{top} low").at_least for top in (7, 8, 9, 5)] == [seven, eight, nine, wheel]


def test_badugis():
    """Gritter, 2005."""
    assert counts("badugi") == {
        "four-card badugi": 17_160,
        "three-card badugi": 154_440,
        "two-card badugi": 96_252,
        "one-card badugi": 2_873,
    }


@pytest.mark.parametrize(
    "game, openers",
    [
        ("gardena_jackpots", [642_881]),
        ("progressive(gardena_jackpots)", [642_881, 553_121, 463_361, 373_601]),
        ("with_bugs(gardena_jackpots, 0)", [536_100]),
        ("progressive(with_bugs(gardena_jackpots, 0))", [536_100, 451_620, 367_140, 282_660]),
        ("jacks_back", [642_881]),
    ],
)
def test_d_jp_1_d_jp_6_how_many_hands_can_open(game, openers):
    found = frequencies(game, "opens")
    assert [row.count for row in found.sections[0].rows] == openers
    judge = order(Ranking.HIGH, find_game(game).deck)
    assert openers[0] == sum(
        row.count for row in frequencies(game).sections[0].rows if row.name not in ("pair", "high card")
    ) + sum(counts(game, "high", detail="ranks")[f"pair of {many}"] for many in ("jacks", "queens", "kings", "aces"))
    assert judge.deck == find_game(game).deck


@pytest.mark.parametrize("jokers", [0, 1])
def test_d_fb_3_openers_of_four_cards_are_counted_one_by_one(jokers):
    game = f"four_before(with_bugs(gardena_jackpots, {jokers}))"
    judge = order(Ranking.HIGH, Deck(FRENCH, jokers))
    value, floor = judge.value_of(4), judge.floor("pair J")
    expected = sum(value(hand) >= floor for hand in combinations(judge.deck.cards, 4))
    row = frequencies(game, "opens").sections[0].rows[0]
    assert (row.count, row.of) == (expected, comb(52 + jokers, 4))


def test_pair_drawing_three():
    """Published: two pair 2,592, trips 1,854, full house 165 of 16,215 (47 unseen)."""
    found = frequencies("with_bugs(gardena_jackpots, 0)", "made", kept="JsJd", dead="2c 5h 9d")
    assert [found.count(name) for name in ("two pair", "three of a kind", "full house")] == [2_592, 1_854, 165]
    assert found.row("pair").of == 16_215


@pytest.mark.parametrize(
    "kept, dead, made, of", [("2c 5d 9h", "", 10, 49), ("2c 5d 9h", "2d", 10, 48), ("2c 5d Kh", "Qs", 9, 48)]
)
def test_tri_to_badugi(kept, dead, made, of):
    row = frequencies("badugi", "made", kept=kept, dead=dead).row("four-card badugi")
    assert (row.count, row.of) == (made, of)


def test_tri_to_badugi_and_breaking_a_king_with_48_unseen():
    """20.833 and 18.75 per cent."""
    assert chance("badugi", "four-card badugi", what="made", kept="2c 5d 9h", dead="2d") == Fraction(10, 48)
    assert chance("badugi", "four-card badugi", what="made", kept="2c 5d 9h", dead="Ks") == Fraction(9, 48)


def test_2_3_4_7_drawing_one_makes_an_eight():
    found = frequencies("kansas_city", "made", kept="2c 3d 4h 7s", dead="Kd", detail="ranks")
    # A five or a six makes a seven low, an eight an eight.
    assert [found.count(f"{top} low") for top in "78"] == [8, 4]
    assert found.row("7 low").of == 47


# Plain loops.


def test_dead_cards_change_every_count():
    judge = order(Ranking.HIGH, Deck(FRENCH, 1))
    dead = judge.deck.parse("As Kd X1 7c 8c 9d Qh Qs")
    unseen = [card for card in judge.deck.cards if card not in dead]
    found = frequencies("four_before(gardena_jackpots)", dead=dead)
    value = judge.value_of(4)
    expected: dict[str, int] = {}
    for hand in combinations(unseen, 4):
        name = judge.category(value(hand))
        expected[name] = expected.get(name, 0) + 1
    assert {row.name: row.count for row in found.sections[0].rows} == expected


def test_seven_cards_with_dead_ones_add_up():
    dead = "As Ad Ah Ac Ks"
    found = frequencies("seven_card_stud", dead=dead)
    assert sum(row.count for row in found.sections[0].rows) == comb(47, 7)
    plain = frequencies("seven_card_stud", "made", kept="2c 3c 4c 5c", dead=dead)
    assert plain.count("straight flush") > 0
    assert found.row("high card").at_least == comb(47, 7)


def test_pairs_apart_are_those_a_plain_loop_finds():
    rng = np.random.default_rng(3)
    hands = list(combinations(range(11), 4))
    one, other = rng.integers(0, 3, len(hands)), rng.integers(0, 2, len(hands))
    expected = sum(
        int(one[i]) * int(other[j])
        for i, hand in enumerate(hands)
        for j, held in enumerate(hands)
        if not set(hand) & set(held)
    )
    assert pairs_apart(one, other, 11, 4) == expected
    assert pairs_apart(one * 2**30, other * 2**30, 11, 4) == expected * 2**60


def test_two_players_who_both_pass_are_counted_exactly():
    """On the 24 cards from nine to ace, pair by pair."""
    game = "on_deck(with_bugs(gardena_jackpots, 0), '9 to ace')"
    judge = order(Ranking.HIGH, find_game(game).deck)
    floor, value = judge.floor("pair J"), judge.value_of(5)
    short = [sum(1 << card for card in hand) for hand in combinations(judge.deck.cards, 5) if value(hand) < floor]
    masks = np.array(short, dtype=np.uint64)
    expected = sum(int((masks & mask == 0).sum()) for mask in masks)
    row = frequencies(game, "opens").sections[1].rows[0]
    assert (row.count, row.of) == (expected, comb(24, 5) * comb(19, 5))
    assert not row.sampled


def test_sampled_passes_agree_with_the_exact_ones():
    """Six players' deals hold the exact cases of one and of two players too."""
    game = "progressive(gardena_jackpots)"
    found = frequencies(game, "opens", players=4, seed=5)
    exact = {row.name: row.chance for row in found.sections[1].rows if not row.sampled}
    assert len(exact) == 4
    least = [(floor, floor_value(floor, find_game(game), HouseRules())) for floor in
             find_game(game).rules.openers.floors]  # fmt: skip
    judge = order(Ranking.HIGH, find_game(game).deck)
    deals = passing_counts(least, judge, judge.deck.cards, 5, 2, seed=5)
    total = int(deals[0].sum())
    for step, (floor, _) in enumerate(least):
        for many, part in ((1, 1 - found.chance(floor.words)), (2, exact[f"{floor.words}, 2 players"])):
            passed = int(deals[step, many:].sum())
            spread = (float(part) * (1 - float(part)) / total) ** 0.5
            assert abs(passed / total - float(part)) < 4.5 * spread


def test_more_players_pass_less_often_and_the_seed_repeats():
    first = frequencies("gardena_jackpots", "opens", players=5, seed=2)
    again = frequencies("gardena_jackpots", "opens", players=5, seed=2)
    assert first == again
    chances = [row.chance for row in first.sections[1].rows]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < row.error < 0.0006 for row in first.sections[1].rows if row.sampled)


# Rows are ranges.


@pytest.mark.parametrize("game", ["gardena_jackpots", "kansas_city", "badugi", "on_deck(five_card_draw, italian)"])
def test_every_row_by_rank_is_a_range_of_as_many_hands(game):
    rows = frequencies(game, detail="ranks").sections[0].rows
    for row in rows[::4]:
        name = f"pat {row.name}" if row.name[1:] == " low" else row.name
        assert len(parse_range(name, game)) == row.count, row.name


def test_every_hand_has_its_own_row():
    rows = frequencies("kansas_city", detail="hands").sections[0].rows
    assert len(rows) == 7462
    assert rows[0].name == "7-5-4-3-2 low"
    assert rows[0].count == 1020


# What is shown, and what is refused.


def test_text_and_data_say_the_same():
    found = frequencies("gardena_jackpots")
    line = next(line for line in found.text().splitlines() if line.startswith("full house"))
    assert line.split() == ["full", "house", "4,368", "2,869,685", "0.152", "%", "0.188", "%"]
    assert found.text().endswith("Exact: all 2,869,685 hands.\n")
    row = found.data()["sections"][0]["rows"][3]
    assert row["name"] == "full house"
    assert row["chance"] == str(Fraction(4_368, 2_869_685))
    assert row["or_better"] == 5_401
    assert row["exact"]
    assert "<table>" in found._repr_html_()
    passes = frequencies("gardena_jackpots", "opens", players=3)
    assert "standard error" in passes.notes[-1]
    assert passes.data()["sections"][1]["rows"][1]["exact"] is False


@pytest.mark.parametrize(
    "asked, kind, words",
    [
        (("five_card_draw", "opens"), GameError, "anybody may open with anything"),
        (("five_card_draw", "dealed"), UnknownName, "did you mean dealt"),
        (("gardena_jackpots", "opens", {"players": 12}), SetupError, "1 to 8 players"),
        (("five_card_draw", "dealt", {"detail": "rank"}), UnknownName, "did you mean ranks"),
        (("five_card_draw", "dealt", {"kept": "As"}), GameError, "ask for 'made'"),
        (("five_card_draw", "made", {"kept": "As", "dead": "As"}), CardError, "both kept and dead"),
        (("five_card_draw", "made", {"kept": "As Ks Qs Js Ts 9s"}), RangeError, "6 cards are kept"),
        (("five_card_draw", "dealt", {"cards": 9}), RangeError, "1 to 8 cards"),
        (("badugi", "dealt", {"cards": 5}), RangeError, "1 to 4 cards"),
        (("omaha", "dealt", {"cards": 7}), RangeError, "so many from there"),
        (("texas_holdem", "made", {"kept": "AsKs"}), RangeError, "cards=7"),
        (("five_card_draw", "dealt", {"dead": "ZZ"}), CardError, "no card"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(asked, kind, words):
    game, what, *more = asked
    with pytest.raises(kind, match=words) as refused:
        frequencies(game, what, **(more[0] if more else {}))
    assert isinstance(refused.value, OddchipError)


def test_d_dr_2_no_more_cards_are_drawn_than_may_be_thrown():
    house = HouseRules.of(max_draw=3, four_with_ace=True)
    with pytest.raises(RangeError, match="no more than 3"):
        frequencies("five_card_draw", "made", kept="Ks", house=house)
    assert frequencies("five_card_draw", "made", kept="As", house=house).row("pair").of == comb(51, 4)


def test_holdem_by_seven_cards_is_what_the_last_card_leaves():
    found = frequencies("texas_holdem", "made", kept="AsAh", cards=7)
    assert found.row("pair").of == comb(50, 5)
    assert found.row("four of a kind").count == comb(48, 3) + 12 * 46
