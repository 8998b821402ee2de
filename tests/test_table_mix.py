"""Rotation, dealer's choice, announcements, kills (MIX, CU-3, CU-11, D-KP-1)."""

from pathlib import Path

import pytest
import yaml

from oddchip import (
    CALL,
    CHECK,
    FOLD,
    FixedLimit,
    HouseRules,
    NoLimit,
    RaiseTo,
    SetupError,
    Stake,
    StakesError,
    find_game,
)
from oddchip.actions import BetOffer
from oddchip.posts import Kind
from oddchip.table import (
    Act,
    Announce,
    Choose,
    DealersChoice,
    Leave,
    NextGame,
    SetGame,
    SetHouse,
    SetRotation,
    Sit,
    SitOut,
    Table,
    cards_from_the_table,
    game_of_hand,
    seat_limit,
)
from tables import do, play, start, stay, step, table

RULINGS = Path(__file__).parent / "rulings"
HORSE = ("texas_holdem", "omaha_eight", "razz", "seven_card_stud", "stud_eight")


def rulings(file, kind):
    vectors = yaml.safe_load((RULINGS / f"common_{file}.yaml").read_text())["vectors"]
    found = [ruling for ruling in vectors if ruling["kind"] == kind]
    assert found
    return pytest.mark.parametrize("ruling", found, ids=[ruling["id"] for ruling in found])


def of(*names, stakes=None):
    return [(find_game(name), stakes or FixedLimit(2, 4)) for name in names]


def games_played(made, hands):
    found = []
    for _ in range(hands):
        made = play(made)
        found.append(made.hand.game.id)
    return found


# --- rotation ----------------------------------------------------------------------------------------------------


@rulings("layer", "rotation")
def test_rotation_rulings_mix_1(ruling):
    setup = ruling["setup"]
    assert game_of_hand(setup["games"], setup["hands_each"], setup["hand_number"]) == ruling["expect"]["game"]


def test_a_table_plays_the_rotation_it_is_told_mix_1():
    made = do(table(players=3), SetRotation(of(*HORSE), hands_each=2))
    assert games_played(made, 12) == [HORSE[game_of_hand(range(5), 2, number)] for number in range(1, 13)]


def test_an_orbit_each_is_as_many_hands_as_are_dealt_in_mix_1():
    made = do(table(players=3), SetRotation(of("badugi", "razz"), hands_each=None))
    assert games_played(made, 7) == ["badugi"] * 3 + ["razz"] * 3 + ["badugi"]


def test_a_rotation_by_time_moves_on_when_told_at_the_next_hand_mix_1():
    made = do(table(players=3), SetRotation(of("badugi", "razz"), hands_each=0))
    assert games_played(made, 12) == ["badugi"] * 12
    made = do(start(made), NextGame())
    assert made.entry.game.id == "badugi"
    while made.playing:
        made = step(made)
    assert made.entry.game.id == "razz"
    assert do(made, NextGame()).entry.game.id == "badugi"
    with pytest.raises(SetupError, match="a rotation of two games"):
        table().do(NextGame())


def test_a_change_of_games_takes_effect_at_the_next_hand_mix_1():
    made = start(table("badugi"))
    made = do(made, SetGame(find_game("razz"), FixedLimit(2, 4)))
    assert made.entry.game.id == "badugi"
    while made.playing:
        made = step(made)
    assert made.entry.game.id == "razz"


def test_each_game_may_have_its_own_stakes_mix_1():
    games = [(find_game("badugi"), FixedLimit(2, 4)), (find_game("omaha"), NoLimit(blinds=(1, 2)))]
    made = do(table(players=3), SetRotation(games, hands_each=1))
    made = start(play(made))
    assert isinstance(made.hand.stakes, NoLimit)


def test_the_fewest_seats_of_the_games_limit_the_table_mix_5():
    assert seat_limit(find_game(name) for name in ("texas_holdem", "deuce_to_seven_triple_draw", "badugi")) == 7
    made = do(table("badugi", players=8, size=8, buy_in_min=0), Leave(7))
    made = do(made, SetRotation(of("badugi", "deuce_to_seven_triple_draw")))
    with pytest.raises(SetupError, match="7 players at most"):
        made.do(Sit(7, "New", 100))
    with pytest.raises(SetupError, match="these games take 2"):
        made.do(SetGame(find_game("california_poker"), Stake(10)))


def test_house_rules_change_between_hands():
    made = start(table("badugi"))
    made = do(made, SetHouse(HouseRules.of(cap_raises=1)))
    assert made.house.betting.cap_raises == 3
    while made.playing:
        made = step(made)
    assert made.house.betting.cap_raises == 1


# --- dealer's choice ---------------------------------------------------------------------------------------------


def choice_table(players=3, **house):
    return do(table(players=players, **house), DealersChoice(of("badugi", "razz", "johnson", "cucamonga")))


def test_the_choice_goes_round_an_orbit_each_mix_3():
    made, choosers = choice_table(), []
    for _ in range(2):
        seat = made.chooser
        assert made.why_not == f"seat {seat} chooses the game first"
        choosers.append(seat)
        made = do(made, Choose(seat, find_game("badugi")))
        for _ in range(3):
            assert made.chooser is None
            made = play(made)
    assert [*choosers, made.chooser] == [0, 1, 2]


def test_a_choice_may_last_one_hand_mix_3():
    made = choice_table(choice_length="hand")
    made = play(do(made, Choose(0, find_game("razz"))))
    assert made.chooser == 1


def test_only_the_chooser_chooses_and_only_from_the_list_mix_3():
    made = choice_table()
    with pytest.raises(SetupError, match="seat 0 chooses, not seat 1"):
        made.do(Choose(1, find_game("badugi")))
    with pytest.raises(SetupError, match="not on this table's list"):
        made.do(Choose(0, find_game("omaha")))
    with pytest.raises(SetupError, match="not on this table's list"):
        made.do(Choose(0, find_game("badugi"), FixedLimit(5, 10)))


def test_a_chooser_who_sits_out_is_passed_over_mix_3():
    assert do(choice_table(), SitOut(0)).chooser == 1


def test_a_chain_of_redeals_does_not_use_up_a_choice_d_po_10():
    made = do(choice_table(), Choose(0, find_game("johnson")))
    for seed in range(3):
        made = play(made, seed, stay)
    assert made.carry
    assert made.state.choice_left == 3


# --- announcements -----------------------------------------------------------------------------------------------


@rulings("cucamonga", "announce")
def test_announcement_rulings_cu_3(ruling):
    parts = {"limits", "money", "no_qualifier"} - {ruling["setup"]["missing"]}
    made = do(table("cucamonga"), Announce(tuple(parts)))
    assert (made.why_not is None) is ruling["expect"]["deal_allowed"]


def test_no_cucamonga_before_all_is_announced_cu_3():
    made = table("cucamonga")
    with pytest.raises(SetupError, match="money, limits, no_qualifier must be announced"):
        start(made)
    made = do(made, Announce())
    record = made.state.announced
    assert record.money == "ante 1"
    assert record.limits == "limit, bets of 2 and 4"
    assert record.no_qualifier.startswith("when nobody qualifies one way, the other way takes the whole pot")
    assert start(made).playing


def test_other_stakes_must_be_announced_anew_cu_3():
    made = do(table("cucamonga"), Announce())
    made = do(made, SetGame(find_game("cucamonga"), FixedLimit(4, 8)))
    assert "must be announced" in made.why_not
    made = do(made, Announce(), SetHouse(HouseRules.of(one_way="split_survivors")))
    assert "must be announced" in made.why_not


def test_the_chooser_announces_with_his_choice_mix_3_cu_3():
    made = choice_table()
    silent = do(made, Choose(0, find_game("cucamonga"), announce=False))
    assert "must be announced" in silent.why_not
    assert start(do(made, Choose(0, find_game("cucamonga")))).playing


@rulings("cucamonga", "min_table")
def test_cards_from_the_table_ruling_cu_11(ruling):
    expect = ruling["expect"]
    expected = expect["min_table_cards"], expect["max_table_cards"], expect["min_each_row"]
    assert cards_from_the_table(find_game("cucamonga")) == expected
    assert cards_from_the_table(find_game("badugi")) == (0, 0, 0)


# --- kills -------------------------------------------------------------------------------------------------------


def lowball(kill="full", stakes=None):
    return table("california_lowball", stakes or FixedLimit(2, 4, blinds=(1, 2)), players=4, kill=kill)


def won_by(made, winner, big=False):
    """A hand that `winner` takes: by a raise before the draw, or, if `big`, after somebody called once."""
    made = start(made)
    called = False
    while made.playing:
        seat, offer = next(iter(made.offers.items()))
        if not isinstance(offer, BetOffer):
            action = stay(offer)
        elif seat == winner:
            action = RaiseTo(offer.raise_to.least) if offer.raise_to else (CHECK if offer.check else CALL)
        elif big and not called and offer.call:
            action, called = CALL, True
        else:
            action = FOLD if offer.fold and not offer.check else CHECK
        made = do(made, Act(seat, action))
    assert made.hand.result.net[winner] > 0
    return made


@pytest.mark.parametrize("kill, bets, post", [("full", (4, 8), 4), ("half", (3, 6), 3)])
def test_who_wins_two_pots_running_kills_the_next_d_kp_1(kill, bets, post):
    made = won_by(won_by(lowball(kill), 3, big=True), 3, big=True)
    made = start(made)
    assert (made.hand.stakes.small, made.hand.stakes.big) == bets
    kills = [p for p in made.hand.posts if p.kind is Kind.KILL]
    assert [(made.hand.seats[p.position], p.amount) for p in kills] == [(3, post)]
    blinds = {p.kind: p.amount for p in made.hand.posts if p.kind is not Kind.KILL}
    assert set(blinds.values()) <= {1, 2}
    assert made.hand.state.price == post


def test_without_the_option_nobody_kills_d_kp_1():
    made = start(won_by(won_by(lowball(None), 3, big=True), 3, big=True))
    assert made.hand.stakes.small == 2


def test_the_second_leg_must_win_a_full_bet_beyond_the_blinds_d_kp_1():
    made = won_by(won_by(lowball(), 3, big=True), 3)
    assert made.state.legs.count == 1
    assert start(made).hand.stakes.small == 2


def test_the_kill_ends_when_another_wins_d_kp_1():
    made = won_by(won_by(lowball(), 3, big=True), 3, big=True)
    made = won_by(made, 1)
    assert made.state.legs.seat == 1
    assert start(made).hand.stakes.small == 2


def test_a_killer_who_leaves_kills_nothing_d_kp_1():
    made = won_by(won_by(lowball(), 3, big=True), 3, big=True)
    made = start(do(made, Leave(3)))
    assert made.hand.stakes.small == 2


def test_a_half_kill_needs_even_bets_d_kp_1():
    odd = FixedLimit(3, 6, blinds=(1, 3))
    with pytest.raises(StakesError, match="not a whole chip"):
        lowball("half", odd)
    with pytest.raises(StakesError, match="not a whole chip"):
        lowball(None, odd).do(SetHouse(HouseRules.of(kill="half")))


def test_no_limit_and_high_hands_are_not_killed_d_kp_1():
    for made in (table("five_card_draw", players=4, kill="full"), table("badugi", NoLimit(blinds=(1, 2)), kill="full")):
        for _ in range(3):
            made = play(made)
        assert made.state.legs is None


def test_a_table_needs_two_seats():
    with pytest.raises(SetupError, match="2 to 20 seats"):
        Table.open(1)
