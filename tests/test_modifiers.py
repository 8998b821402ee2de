"""Twists on games: what they change, in any order, and what they refuse."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.cards import ITALIAN, stripped
from oddchip.errors import GameError, UnknownName
from oddchip.games import (
    ante_draw,
    badugi,
    california_high_low,
    california_lowball,
    california_poker,
    cucamonga,
    find_game,
    five_card_draw,
    games,
    gardena_jackpots,
    high_low_declare,
    jacks_back,
    johnson,
    kansas_city,
    omaha,
    q_ball,
    razz,
    seven_card_stud,
    stud_eight,
    texas_holdem,
)
from oddchip.modifiers import (
    MODIFIERS,
    applicable,
    declare,
    double_draw,
    four_before,
    on_deck,
    progressive,
    seat_limit,
    single_draw,
    triple_draw,
    with_antes,
    with_blinds,
    with_bugs,
)
from oddchip.modifiers import variants as all_variants
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    ACES,
    AFTER_BLINDS,
    DEUCE_TO_SEVEN_LOW,
    EIGHT,
    HIGH,
    JACKS,
    KINGS,
    LEFT_OF_BUTTON,
    QUEENS,
    TRIPS,
    Bet,
    Betting,
    Deal,
    Declare,
    Draw,
)
from test_games import phases, sizes

VARIANTS = tuple(all_variants())


def outcome(game, modifiers):
    try:
        for modify in modifiers:
            game = modify(game)
    except GameError:
        return "refused"
    return game


@given(st.sampled_from(games()), st.lists(st.sampled_from(VARIANTS), max_size=7))
def test_what_is_made_keeps_the_frame(game, modifiers):
    """Whatever is applied: the name parses back, the seats fit, and one bet follows every draw."""
    made = outcome(game, modifiers)
    if made == "refused":
        return
    assert find_game(made.id) == made
    assert made.seats[1] <= seat_limit(made)
    assert made.rounds - game.rounds == made.draws - game.draws
    kinds = [type(phase) for phase in made.play]
    assert all(kinds[at + 1] is Bet for at, kind in enumerate(kinds) if kind is Draw)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_two_modifiers_in_either_order_make_the_same_game(game):
    """Also where one of them is refused; of two that set the same thing the last counts."""
    groups = dict(zip(VARIANTS, [0, 0, 0, 1, 2, 3, 3, 3, *[4] * 3, *[5] * 4, *[6] * 4], strict=True))
    for one, two in permutations(VARIANTS, 2):
        if groups[one] != groups[two]:
            first, second = outcome(game, (one, two)), outcome(game, (two, one))
            assert first == second
            assert first == "refused" or (first.id, first.modifiers) == (second.id, second.modifiers)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_modifier_twice_is_once(game):
    for modify in VARIANTS:
        once = outcome(game, (modify,))
        assert outcome(game, (modify, modify)) == once


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_applicable_names_other_games_that_can_be_played(game):
    names = applicable(game)
    assert len(names) == len(set(names))
    assert game.id not in names
    assert all(find_game(name).id == name and find_game(name) != game for name in names)


def test_the_twists_come_in_one_order():
    made = with_bugs(on_deck(progressive(declare(four_before(triple_draw(gardena_jackpots)), "2-7")), "italian"), 2)
    assert made.id == (
        'progressive(declare(four_before(triple_draw(with_bugs(on_deck(gardena_jackpots, "italian"), 2))), low="2-7"))'
    )
    assert (
        made.name == "Triple Draw Gardena Jackpots, Progressive, Four-Before, Italian Pack, with 2-7 Low and Two Bugs"
    )
    assert made.base == gardena_jackpots


def test_what_is_already_so_changes_nothing():
    assert triple_draw(badugi) is badugi
    assert with_bugs(california_lowball) is california_lowball
    assert single_draw(triple_draw(five_card_draw)) is five_card_draw
    assert on_deck(on_deck(razz, "italian"), "french") is razz
    assert with_antes(gardena_jackpots) is gardena_jackpots
    assert declare(high_low_declare, "A-5") is high_low_declare


def test_a_game_changed_by_hand_is_a_base_of_its_own():
    house = replace(triple_draw(five_card_draw), deck=with_bugs(five_card_draw).deck)
    assert four_before(house).deck.jokers == 1
    assert four_before(house).base == house


# --- draws


@pytest.mark.parametrize("modify, pattern", [(single_draw, "1-2"), (double_draw, "1-1-2"), (triple_draw, "1-1-2-2")])
def test_limits_follow_the_number_of_rounds(modify, pattern):
    """D-DD-1."""
    for game in (five_card_draw, badugi, gardena_jackpots, johnson):
        assert sizes(modify(game)) == pattern
    assert sizes(modify(q_ball)) == "1-2-2" + "-4" * modify(q_ball).draws


def test_rounds_after_the_first_begin_left_of_the_button():
    """D-DD-1, and must_open stays where it is."""
    made = triple_draw(q_ball)
    assert [bet.first for bet in phases(made, Bet)] == [AFTER_BLINDS] + [LEFT_OF_BUTTON] * 5
    assert [bet.must_open for bet in phases(made, Bet)] == [False, True] + [False] * 4


def test_seats_by_draws():
    """D-RS-4."""
    assert [modify(five_card_draw).seats[1] for modify in (single_draw, double_draw, triple_draw)] == [8, 8, 7]
    italian = on_deck(five_card_draw, "italian")
    assert [modify(italian).seats[1] for modify in (single_draw, double_draw, triple_draw)] == [7, 6, 5]
    assert on_deck(badugi, "italian").seats[1] == 7
    assert single_draw(badugi).seats[1] == 10
    assert single_draw(find_game("2-7 triple draw")).seats[1] == 8


def test_four_before_holds_one_card_back_at_the_first_draw_only():
    """D-FB-1, D-FB-2."""
    made = four_before(triple_draw(five_card_draw))
    assert [deal.count for deal in phases(made, Deal)] == [4]
    assert [draw.extra for draw in phases(made, Draw)] == [1, 0, 0]
    assert [deal.count for deal in phases(four_before(badugi), Deal)] == [3]


# --- jokers, declare, progressive


def test_bugs():
    """S8-B1, D-GD-2: one, two or none."""
    assert with_bugs(stud_eight, 2).deck.size == 54
    assert with_bugs(california_lowball, 0).deck.jokers == 0
    assert with_bugs(with_bugs(stud_eight, 2), 1).id == "with_bugs(stud_eight, 1)"


def test_declare_takes_no_qualifier_and_no_rule_of_lowball():
    """D-DC-3; the sevens rule judges a single best hand."""
    made = declare(california_lowball)
    assert [(award.ranking, award.qualify) for award in made.rules.pot] == [(HIGH, None), (ACE_TO_FIVE_LOW, None)]
    assert made.rules.betting == Betting()
    assert "no sevens rule" in made.summary
    assert [award.qualify for award in declare(stud_eight).rules.pot] == [None, None]


def test_declare_keeps_the_low_of_the_game_unless_told():
    """D-DC-9."""
    assert declare(kansas_city).rules.pot[1].ranking == DEUCE_TO_SEVEN_LOW
    assert declare(kansas_city, "a5").rules.pot[1].ranking == ACE_TO_FIVE_LOW
    assert declare(kansas_city, "2-7").id == "declare(kansas_city)"
    assert declare(high_low_declare, "deuce to seven").id == 'declare(high_low_declare, low="2-7")'


def test_declare_comes_after_the_last_bet_and_leaves_openers():
    """D-DD-2, D-PO-1."""
    made = declare(triple_draw(gardena_jackpots))
    assert made.play[-2] == Declare()
    assert made.rules.openers == gardena_jackpots.rules.openers
    assert declare(ante_draw).rules.openers is None


def test_progressive_climbs_to_aces():
    """D-JP-6."""
    for game in (gardena_jackpots, jacks_back):
        assert progressive(game).rules.openers.floors == (JACKS, QUEENS, KINGS, ACES)
        assert progressive(game).rules.openers.unopened == game.rules.openers.unopened


# --- antes, blinds, packs


def test_antes_and_blinds_are_each_others_way_back():
    """D-PA-2, D-PO-1."""
    guts = with_antes(five_card_draw)
    assert (guts.play, guts.rules) == (ante_draw.play, ante_draw.rules)
    assert (with_blinds(ante_draw).play, with_blinds(ante_draw).rules) == (five_card_draw.play, five_card_draw.rules)
    assert with_antes(california_high_low).rules.openers is None
    assert with_blinds(with_antes(five_card_draw)) is five_card_draw


def test_three_blinds_for_lowball():
    """D-CL-5."""
    made = with_blinds(california_lowball, n=3)
    assert made.play[0].roles == ("button", "small", "big")
    assert made.id == "with_blinds(california_lowball, n=3)"


def test_an_italian_pack_plays_stud_eight_for_a_seven():
    """IT-19, IT-20."""
    made = on_deck(stud_eight, "italian")
    assert made.rules.pot[1].qualify.floor == "low 7"
    assert made.rules.pot[1].qualify.words == "a seven low or better"
    assert made.seats == (2, 6)
    assert on_deck(stud_eight, ITALIAN) == made
    assert with_bugs(stud_eight, 2).rules.pot[1].qualify == EIGHT


def test_an_italian_pack_in_cucamonga():
    """IT-20, IT-21: six with five cards, eight with four; trips stay."""
    made = on_deck(cucamonga(), "italian")
    assert made.seats == (2, 8)
    assert [made.play[1].count.at(n) for n in (6, 7, 8)] == [5, 4, 4]
    assert made.rules.pot[0].qualify.at(6) == TRIPS
    assert made.rules.pot[1].qualify.at(6).floor == "low 7"
    assert made.rules.pot[0].qualify.at(7) is None


def test_packs_stripped_for_the_players():
    """IT-13."""
    assert on_deck(five_card_draw, "7 to ace").deck.size == 32
    assert on_deck(five_card_draw, "7 to ace").seats == (2, 5)
    assert find_game('on_deck(draw, "7 to ace")') == on_deck(five_card_draw, "7 to ace")
    assert on_deck(california_poker, "italian").seats == (2, 2)
    assert on_deck(texas_holdem, "short").seats == (2, 10)


@pytest.mark.parametrize(
    "modify, game, why",
    [
        (triple_draw, stud_eight, "has no draw"),
        (four_before, q_ball, "card by card"),
        (four_before, texas_holdem, "has no draw"),
        (with_bugs, cucamonga(), "nothing is wild"),
        (with_bugs, california_poker, "plain pack"),
        (declare, badugi, "no high hand"),
        (declare, johnson, "nothing to declare"),
        (declare, jacks_back, "nothing to declare"),
        (declare, cucamonga("rows"), "draw and stud games"),
        (declare, california_poker, "draw and stud games"),
        (declare, omaha, "draw and stud games"),
        (declare, razz, "low alone"),
        (progressive, johnson, "opened with anything"),
        (progressive, seven_card_stud, "opened with anything"),
        (with_antes, california_lowball, "needs its blinds"),
        (with_antes, q_ball, "needs its blinds"),
        (with_antes, omaha, "played with blinds"),
        (with_blinds, gardena_jackpots, "needs antes"),
        (with_blinds, johnson, "needs antes"),
        (with_blinds, stud_eight, "no blinds"),
        (with_blinds, california_poker, "no blinds"),
        (with_blinds, q_ball, "three blinds"),
        (lambda game: with_blinds(game, 3), texas_holdem, "two blinds"),
        (lambda game: on_deck(game, "short"), stud_eight, "eight low"),
        (lambda game: on_deck(game, "short"), cucamonga(), "eight low"),
        (lambda game: on_deck(triple_draw(game), "9 to ace"), five_card_draw, "24 cards is too small for 2 players"),
        (lambda game: on_deck(game, stripped("AK", name="french")), five_card_draw, "another pack"),
        (lambda game: with_bugs(game, 3), five_card_draw, "no bug, one or two"),
        (lambda game: with_bugs(game, 1.0), five_card_draw, "no bug, one or two"),
        (lambda game: with_blinds(game, 4), five_card_draw, "two blinds or three"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(modify, game, why):
    with pytest.raises(GameError, match=why):
        modify(game)


def test_unknown_lows_and_packs_name_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 2-7"):
        declare(five_card_draw, "2-8")
    with pytest.raises(UnknownName, match="did you mean italian"):
        on_deck(five_card_draw, "itallian")


def test_every_modifier_says_where_it_comes_from():
    assert len(MODIFIERS) == 10
    assert all("(" in modify.__doc__ for modify in MODIFIERS.values())
