"""The games as data: what each is made of, by the rule that says so."""

import re
from pathlib import Path

import pytest

from oddchip.errors import GameError, UnknownName
from oddchip.games import (
    ante_draw,
    badugi,
    california_high_low,
    california_lowball,
    california_poker,
    cucamonga,
    five_card_draw,
    games,
    gardena_jackpots,
    high_low_declare,
    jacks_back,
    johnson,
    kansas_city,
    omaha_eight,
    q_ball,
    razz,
    seven_card_stud,
    short_deck_holdem,
    stud_eight,
    texas_holdem,
)
from oddchip.modifiers import MODIFIERS, seat_limit
from oddchip.spec import (
    AFTER_BLINDS,
    ALLOWED,
    AS_LAST_STREET,
    BANNED_LAST_ROUND,
    COMMON,
    DECLARED,
    EIGHT,
    HIGHEST_UP_CARD,
    JACKS,
    LEFT_OF_BUTTON,
    LOWEST_BOARD,
    OMAHA,
    TRIPS,
    Ante,
    Bet,
    Blinds,
    BringIn,
    Deal,
    Declare,
    Draw,
    PlayFor,
    Redeal,
    Showdown,
    TurnUp,
)

DOCS = Path(__file__).parents[1] / "docs"


def phases(game, kind):
    return [phase for phase in game.play if isinstance(phase, kind)]


def sizes(game):
    return "-".join({"small": "1", "big": "2", "quad": "4"}[bet.size] for bet in phases(game, Bet))


@pytest.fixture(params=games(), ids=lambda game: game.id)
def game(request):
    return request.param


def test_ids_are_names_of_their_own():
    ids = [game.id for game in games()]
    assert len(ids) == len(set(ids)) == 23
    assert all(re.fullmatch(r"[a-z0-9_]+", game_id) for game_id in ids)


def test_a_game_ends_with_a_showdown_and_deals_before_it_bets(game):
    assert game.play[-1] == Showdown()
    kinds = [type(phase) for phase in game.play]
    assert Bet not in kinds or kinds.index(Deal) < kinds.index(Bet)
    assert sum(isinstance(phase, Ante | Blinds) for phase in game.play) == 1


def test_a_game_seats_as_many_as_its_pack_carries(game):
    """D-RS-4, IT-20."""
    assert game.seats[1] == seat_limit(game)


def test_a_game_says_what_it_is_and_where_it_comes_from(game):
    assert re.fullmatch(r"[A-Z].{15,130}\.", game.summary)
    assert game.sources


def test_the_first_round_follows_the_forced_money(game):
    """D-PA-2: blind games begin after the blinds, ante games at the dealer's left."""
    bets = phases(game, Bet)
    if bets and not game.has(BringIn):
        assert bets[0].first == (AFTER_BLINDS if game.has(Blinds) else LEFT_OF_BUTTON)
        assert {bet.first for bet in bets[1:]} <= {LEFT_OF_BUTTON}


@pytest.mark.parametrize(
    "game_id, jokers, cards, draws, pattern, forced",
    [
        ("five_card_draw", 0, 5, 1, "1-2", Blinds),
        ("ante_draw", 0, 5, 1, "1-2", Ante),
        ("gardena_jackpots", 1, 5, 1, "1-2", Ante),
        ("california_lowball", 1, 5, 1, "1-2", Blinds),
        ("kansas_city", 0, 5, 1, "1-2", Blinds),
        ("ace_to_six_lowball", 0, 5, 1, "1-2", Blinds),
        ("california_high_low", 1, 5, 1, "1-2", Blinds),
        ("high_low_declare", 0, 5, 1, "1-2", Ante),
        ("badugi", 0, 4, 3, "1-1-2-2", Blinds),
        ("johnson", 1, 5, 1, "1-2", Ante),
        ("jacks_back", 1, 5, 1, "1-2", Ante),
        ("q_ball", 1, 5, 1, "1-2-2-4", Blinds),
        ("deuce_to_seven_triple_draw", 0, 5, 3, "1-1-2-2", Blinds),
        ("ace_to_five_triple_draw", 0, 5, 3, "1-1-2-2", Blinds),
    ],
)
def test_draw_games_follow_the_matrix(game_id, jokers, cards, draws, pattern, forced):
    """docs/rules/draw.md, section 1."""
    game = next(game for game in games() if game.id == game_id)
    assert (game.deck.jokers, game.draws, sizes(game)) == (jokers, draws, pattern)
    assert sum(deal.count for deal in phases(game, Deal)) == cards
    assert isinstance(game.play[0], forced)
    assert not any(deal.burn for deal in phases(game, Deal))


def test_guts_with_antes_is_passed_out():
    """D-PO-1, and D-GD-2 for the blinds of the usual game."""
    assert ante_draw.rules.openers.unopened == Redeal()
    assert not ante_draw.rules.openers.is_hand_floor
    assert five_card_draw.rules.openers is None


def test_jacks_to_open():
    """D-JP-1."""
    assert gardena_jackpots.rules.openers.floors == (JACKS,)
    assert gardena_jackpots.rules.openers.unopened == Redeal()


def test_california_lowball_has_the_sevens_rule_and_no_check_and_raise():
    """D-CL-3, D-CL-4; neither in Kansas City (D-KC-2) nor in Q-Ball (D-QB-5)."""
    assert california_lowball.rules.betting.sevens
    assert california_lowball.rules.betting.check_raise == BANNED_LAST_ROUND
    for game in (kansas_city, q_ball):
        assert not game.rules.betting.sevens
        assert game.rules.betting.check_raise == ALLOWED


@pytest.mark.parametrize("game, opens", [(johnson, False), (jacks_back, True)])
def test_when_nobody_opens_johnson_becomes_lowball(game, opens):
    """D-JO-3, D-JO-4, D-JB-1; the check-raise ban is off there unless chosen (D-CL-4)."""
    then = game.rules.openers.unopened
    assert isinstance(then, PlayFor)
    assert then.rules.betting.sevens
    assert then.rules.betting.check_raise == ALLOWED
    assert then.rules.openers is None
    assert then.then == Redeal()
    assert game.rules.openers.is_hand_floor == opens


def test_high_low_asks_for_an_eight_and_declare_for_nothing():
    """D-HL-2, D-DC-3."""
    assert [award.qualify for award in california_high_low.rules.pot] == [None, EIGHT]
    assert [award.qualify for award in high_low_declare.rules.pot] == [None, None]
    assert {award.share for award in high_low_declare.rules.pot} == {DECLARED}
    assert high_low_declare.play[-3:-1] == (phases(high_low_declare, Bet)[-1], Declare())


def test_badugi_seats_ten():
    """D-RS-4."""
    assert badugi.seats == (2, 10)


def test_q_ball_must_be_opened_on_four_cards_only():
    """D-QB-1, D-QB-2."""
    assert [deal.count for deal in phases(q_ball, Deal)] == [3, 1, 1]
    assert [bet.must_open for bet in phases(q_ball, Bet)] == [False, True, False, False]
    assert len(q_ball.play[0].roles) == 3


def test_stud_streets():
    """S8-2, S8-9, S8-16, S8-17."""
    assert sizes(stud_eight) == "1-1-2-2-2"
    assert [deal.face for deal in phases(stud_eight, Deal)] == ["down", "up", "up", "up", "up", "down"]
    assert phases(stud_eight, Deal)[-1].when_short == COMMON
    assert phases(stud_eight, Bet)[-1].first == AS_LAST_STREET
    assert stud_eight.play == seven_card_stud.play


def test_razz_is_stud_upside_down():
    assert phases(razz, BringIn) == [BringIn(by=HIGHEST_UP_CARD)]
    assert [bet.first for bet in phases(razz, Bet)[1:4]] == [LOWEST_BOARD] * 3


def test_omaha_takes_two_from_the_hand():
    assert {award.use for award in omaha_eight.rules.pot} == {OMAHA}
    assert sizes(texas_holdem) == "1-1-2-2"
    assert short_deck_holdem.deck.size == 36


@pytest.mark.parametrize(
    "reveal, shown, pattern",
    [
        ("columns", [0, 2, 4, 6, 8], "1-1-2-2-2"),
        ("rows", [0, 4, 8], "1-1-2"),
        ("cards", [0, 1, 2, 3, 4, 5, 6, 7, 8], "1-1-2-2-2-2-2-2-2"),
        ("omaha", [0, 4, 6, 8], "1-1-2-2"),
        ("open", [0, 8], "1-2"),
    ],
)
def test_cucamonga_turns_up_its_rows(reveal, shown, pattern):
    """CU-9, CU-9b."""
    game, up, seen = cucamonga(reveal), 0, []
    for phase in game.play:
        if isinstance(phase, TurnUp):
            up += phase.count
        elif isinstance(phase, Bet):
            seen.append(up)
    assert seen == shown
    assert sizes(game) == pattern


def test_cucamonga_deals_by_the_number_dealt_in():
    """CU-2.2a, CU-2.2b, CU-7a, CU-7b."""
    count = phases(cucamonga(), Deal)[0].count
    high, low = cucamonga().rules.pot
    assert [count.at(n) for n in (2, 8, 9, 11)] == [5, 5, 4, 4]
    assert (high.qualify.at(8), low.qualify.at(8)) == (TRIPS, EIGHT)
    assert (high.qualify.at(9), low.qualify.at(9)) == (None, None)
    with pytest.raises(LookupError):
        count.at(12)
    assert all(sources == (("hand", (1, 2)), ("top", (1, 2)), ("bottom", (1, 2))) for sources in {high.use.sources})


def test_the_big_bet_of_cucamonga_starts_where_it_is_said():
    """CU-9b: with fewer rounds, in the last."""
    assert sizes(cucamonga(limit_switch=2)) == "1-2-2-2-2"
    assert sizes(cucamonga("rows", 9)) == "1-1-2"
    assert cucamonga("open", 9) == cucamonga("open") == cucamonga("open", 2)
    assert cucamonga("rows", 2).id == 'cucamonga(reveal="rows", limit_switch=2)'


@pytest.mark.parametrize("wrong", [0, -1, "3", True, 2.0])
def test_the_big_bet_of_cucamonga_needs_a_round(wrong):
    with pytest.raises(GameError, match="limit_switch is the round"):
        cucamonga(limit_switch=wrong)


def test_an_unknown_reveal_names_the_nearest():
    with pytest.raises(UnknownName, match="did you mean rows"):
        cucamonga(reveal="row")


def test_california_poker_is_for_two():
    """CP-1, CP-3."""
    assert california_poker.seats == (2, 2)
    assert not california_poker.has(Bet)
    assert not california_poker.has(Draw)


def test_the_page_of_games_has_every_game(game):
    fewest, most = game.seats
    seats = f"{fewest}-{most}" if fewest < most else str(most)
    row = f"| `{game.id}` | {game.name} | {seats} | {game.summary} |"
    assert row in (DOCS / "games.md").read_text().splitlines()


def test_the_page_of_games_names_every_modifier():
    page = (DOCS / "games.md").read_text()
    assert [name for name in MODIFIERS if f"`{name}" not in page] == []
