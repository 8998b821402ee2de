"""Button, blinds and who is dealt in, hand after hand at a table (BTN, MIX-2, MIX-4, SIT)."""

from random import Random

import pytest

from oddchip import FixedLimit, SetupError, find_game, shuffled
from oddchip.posts import Kind
from oddchip.table import Leave, Return, SetRotation, Sit, SitOut, Standing, StartHand
from tables import do, play, start, step, table

HOLDEM = "texas_holdem"


def posted(made):
    """(seat, kind) of every post of the running hand."""
    return {(made.hand.seats[post.position], post.kind): post.amount for post in made.hand.posts}


def blinds(made):
    """(button, small, big) seats."""
    by_kind = {kind: seat for seat, kind in posted(made)}
    return made.button, by_kind.get(Kind.SMALL_BLIND), by_kind.get(Kind.BIG_BLIND)


def finish(made):
    while made.playing:
        made = step(made)
    return made


def blinds_of_hands(made, hands):
    found = []
    for _ in range(hands):
        made = start(made)
        found.append(blinds(made))
        made = finish(made)
    return made, found


def test_the_blinds_go_round_with_the_button_btn_1():
    _, found = blinds_of_hands(table(HOLDEM, players=4), 5)
    assert found == [(0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2)]


def test_a_first_button_can_be_placed():
    made = table(HOLDEM).do(StartHand(shuffled(Random(1)), button=2))
    assert blinds(made) == (2, 0, 1)


@pytest.mark.parametrize("rule, expected", [("dead", (1, 2, 3)), ("moving", (2, 3, 4))])
def test_a_seat_that_empties_is_skipped_or_left_dead_btn_2_btn_3(rule, expected):
    made, found = blinds_of_hands(table(HOLDEM, players=5, button=rule), 1)
    assert found == [(0, 1, 2)]
    made = do(made, Leave(1))
    made, found = blinds_of_hands(made, 1)
    # Dead: seat 1 has the button though it is empty. Moving: the button goes to the next player.
    assert found == [expected]


def test_three_blinds_need_a_button_who_is_dealt_in_btn_3a():
    made, _ = blinds_of_hands(table("q_ball", FixedLimit(2, 4, blinds=(1, 1, 2)), players=5, button="dead"), 1)
    made = start(do(made, Leave(1)))
    assert made.button in made.hand.seats
    assert (made.button, Kind.BUTTON_BLIND) in posted(made)


def test_heads_up_the_button_posts_the_small_blind_and_nobody_is_big_twice_btn_4_btn_6():
    made, found = blinds_of_hands(table(HOLDEM, players=3), 1)
    assert found == [(0, 1, 2)]
    made, found = blinds_of_hands(do(made, Leave(1)), 3)
    assert found == [(2, 2, 0), (0, 0, 2), (2, 2, 0)]


# --- coming in ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["dead", "moving"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("hands", [1, 2, 3])
def test_a_newcomer_who_waits_comes_in_as_the_big_blind_btn_8(rule, players, seat, hands):
    made = table(HOLDEM, players=0, button=rule)
    others = [number for number in range(6) if number != seat][:players]
    for number in others:
        made = do(made, Sit(number, f"P{number}", 100))
    made, _ = blinds_of_hands(made, hands)
    made = do(made, Sit(seat, "New", 100))
    assert made.places[seat].standing is Standing.WAITS
    for _ in range(players + 1):
        made = start(made)
        if seat in made.hand.seats:
            assert blinds(made)[2] == seat
            break
        made = finish(made)
    else:
        pytest.fail("the newcomer was never dealt in")


@pytest.mark.parametrize("rule", ["dead", "moving"])
def test_nobody_has_two_big_blinds_running_while_players_come_btn_6(rule):
    made = table(HOLDEM, players=2, button=rule, size=8)
    last, comers = None, {2: 5, 4: 7, 6: 3}
    for hand in range(14):
        if hand in comers:
            made = do(made, Sit(comers[hand], f"N{hand}", 100))
        made = start(made)
        big = blinds(made)[2]
        assert big != last
        last = big
        made = finish(made)
    assert len(made.places) == 5


def test_a_newcomer_may_post_and_play_at_once_btn_8():
    made, _ = blinds_of_hands(table(HOLDEM, players=4), 1)  # button 0, blinds 1 and 2
    made = start(do(made, Sit(5, "New", 100, post=True)))
    assert blinds(made) == (1, 2, 3)
    assert posted(made)[5, Kind.MISSED_BIG] == 2
    assert made.hand.state.bets[made.hand.seats.index(5)] == 2


def test_not_between_button_and_big_blind_btn_8():
    made = table(HOLDEM, players=0)
    for seat in (0, 2, 4):
        made = do(made, Sit(seat, f"P{seat}", 100))
    made, _ = blinds_of_hands(made, 1)  # button 0, blinds 2 and 4
    made = start(do(made, Sit(3, "New", 100, post=True)))  # button 2, blinds 4 and 0
    assert 3 not in made.hand.seats
    made = finish(made)
    made = start(made)  # button 4, blinds 0 and 2: he sits left of the big blind
    assert posted(made)[3, Kind.MISSED_BIG] == 2


def test_a_newcomer_may_buy_the_button_btn_8():
    made = table(HOLDEM, players=0, buy_button=True)
    for seat in (0, 2, 4):
        made = do(made, Sit(seat, f"P{seat}", 100))
    made, _ = blinds_of_hands(made, 1)
    made = start(do(made, Sit(3, "New", 100, post=True)))
    assert made.state.dealing.bought == 3
    assert {kind: amount for (seat, kind), amount in posted(made).items() if seat == 3} == {
        Kind.MISSED_BIG: 2,
        Kind.MISSED_SMALL: 1,
    }
    made = start(finish(made))
    assert made.button == 3


def test_where_nothing_is_owed_a_newcomer_plays_at_once():
    made, _ = blinds_of_hands(table(HOLDEM, players=4, missed_blinds="free"), 1)
    made = start(do(made, Sit(5, "New", 100)))
    assert 5 in made.hand.seats
    assert made.state.dealing.owed == ()


def test_antes_suffice_to_enter_a_game_without_blinds_btn_9():
    made = play(table("stud_eight", players=3))
    made = start(do(made, Sit(5, "New", 100)))
    assert 5 in made.hand.seats


# --- sitting out -------------------------------------------------------------------------------------------------


def away_for(made, seat, hands):
    """Sit out a number of hands; the hands' blinds."""
    made = do(made, SitOut(seat))
    return blinds_of_hands(made, hands)[0]


def test_who_sits_out_is_not_dealt_in_and_misses_his_blinds_sit_1_btn_5():
    made, _ = blinds_of_hands(table(HOLDEM, players=5, size=6), 1)  # button 0, blinds 1 and 2
    made = away_for(made, 3, 1)  # big blind 4, small 2: the big went by him
    assert made.places[3].missed == {"big"}
    made, _ = blinds_of_hands(made, 1)
    assert made.places[3].missed == {"big", "small"}


def test_who_returns_posts_what_he_missed_only_the_big_blind_is_live_btn_5():
    made, _ = blinds_of_hands(table(HOLDEM, players=5, size=6), 1)
    made = away_for(made, 3, 2)
    made = start(do(made, Return(3, post=True)))
    if 3 not in made.hand.seats:  # the button has to pass him first (BTN-8)
        made = start(finish(made))
    assert {kind: amount for (seat, kind), amount in posted(made).items() if seat == 3} == {
        Kind.MISSED_BIG: 2,
        Kind.MISSED_SMALL: 1,
    }
    assert made.hand.state.bets[made.hand.seats.index(3)] == 2
    assert finish(made).places[3].missed == frozenset()


def test_who_returns_may_wait_for_the_big_blind_btn_5():
    made, _ = blinds_of_hands(table(HOLDEM, players=4), 1)  # button 0, blinds 1 and 2
    made = away_for(made, 3, 1)  # blinds 2 and 0
    made = do(made, Return(3))
    for _ in range(5):
        made = start(made)
        if 3 in made.hand.seats:
            break
        made = finish(made)
    assert blinds(made)[2] == 3
    assert made.state.dealing.owed == ()


@pytest.mark.parametrize("rule, owed", [("post_or_wait", 1), ("wait", 0), ("free", 0)])
def test_how_a_player_returns_is_an_option_btn_5(rule, owed):
    made, _ = blinds_of_hands(table(HOLDEM, players=5, missed_blinds=rule), 1)
    made = away_for(made, 3, 1)
    made = start(do(made, Return(3, post=True)))
    while 3 not in made.hand.seats and rule != "wait":
        made = start(finish(made))
    assert len(made.state.dealing.owed) == owed
    assert (3 in made.hand.seats) is (rule != "wait")


def test_who_missed_nothing_returns_without_a_post():
    made, _ = blinds_of_hands(table(HOLDEM, players=4), 1)
    made = do(made, SitOut(1), Return(1))
    assert 1 in start(made).hand.seats


def test_a_missed_blind_survives_the_stud_games_mix_4():
    made = table(HOLDEM, players=5, size=6)
    games = [(find_game(name), FixedLimit(2, 4)) for name in (HOLDEM, "razz")]
    made = do(made, SetRotation(games, hands_each=2))
    made, _ = blinds_of_hands(made, 1)
    made = away_for(made, 3, 1)
    assert made.places[3].missed == {"big"}
    made = start(do(made, Return(3, post=True)))
    assert made.hand.game.id == "razz"
    assert 3 in made.hand.seats
    made = finish(made)
    assert made.places[3].missed == {"big"}
    made = finish(start(made))
    made = start(made)
    assert made.hand.game.id == HOLDEM
    if 3 in made.hand.seats and blinds(made)[2] != 3:
        assert (3, Kind.MISSED_BIG) in posted(made)


def test_a_seat_is_freed_after_missed_orbits_sit_3():
    made = table(HOLDEM, players=4)
    made = do(made, SitOut(3))
    made, _ = blinds_of_hands(made, 5)
    assert 3 in made.places
    made, _ = blinds_of_hands(made, 1)
    assert 3 not in made.places
    assert made.accounts["Dee"].net == 0


def test_two_seats_are_needed():
    made = do(table(HOLDEM, players=2), SitOut(0))
    assert "could be dealt in" in made.why_not
    with pytest.raises(SetupError, match="1 could be dealt in"):
        start(made)


# --- mixed games -------------------------------------------------------------------------------------------------


def test_in_stud_the_button_waits_where_the_next_board_game_needs_it_mix_2():
    made = table(HOLDEM, players=6)
    games = [(find_game(name), FixedLimit(2, 4)) for name in (HOLDEM, "razz", "stud_eight")]
    made = do(made, SetRotation(games, hands_each=2))
    buttons = []
    for _ in range(8):
        made = play(made)
        buttons.append(made.button)
    assert buttons == [0, 1, 2, 2, 2, 2, 2, 3]


def test_a_table_of_stud_alone_moves_its_button_btn_9():
    made, buttons = table("razz", players=3), []
    for _ in range(4):
        made = play(made)
        buttons.append(made.button)
    assert buttons == [0, 1, 2, 0]
