"""Buying in, adding chips, coming back, sessions and places (STK, CP-9, TRN-5)."""

from pathlib import Path

import pytest
import yaml

from oddchip import FixedLimit, HouseRules, NoLimit, SetupError, SpreadLimit, Stake
from oddchip.table import (
    Close,
    Decline,
    ExternalSettlement,
    Leave,
    Rebuy,
    Return,
    SetGame,
    Sit,
    SitOut,
    TopUp,
    bust_order,
    buy_in_limits,
    counted,
    most_to_add,
    must_bring,
    session_end,
    session_words,
)
from tables import NAMES, do, play, start, stay, step, table

RULINGS = Path(__file__).parent / "rulings"


def rulings(file, kind):
    vectors = yaml.safe_load((RULINGS / f"common_{file}.yaml").read_text())["vectors"]
    found = [ruling for ruling in vectors if ruling["kind"] == kind]
    assert found
    return pytest.mark.parametrize("ruling", found, ids=[ruling["id"] for ruling in found])


@rulings("layer", "stakes")
def test_stakes_rulings_stk_1(ruling):
    setup, expect = ruling["setup"], ruling["expect"]
    assert counted(setup["at_deal"], setup["added_in_hand"], None) == (setup["added_in_hand"], 0)
    made = start(table(players=3, chips=setup["at_deal"], buy_in_min=10))
    seat = made.hand.turn
    made = do(made, TopUp(seat, setup["added_in_hand"]))
    assert made.hand.dealt_stacks[made.hand.seats.index(seat)] == expect["plays_this_hand"]
    while made.playing:
        made = step(made)
    ante = 1
    made = start(made)
    stacks = dict(zip(made.hand.seats, made.hand.dealt_stacks, strict=True))
    assert stacks[seat] == expect["next_hand_if_unchanged"] - ante


@rulings("layer", "topup")
def test_top_up_rulings_stk_3(ruling):
    setup = ruling["setup"]
    assert most_to_add(setup["stack"], setup["max"]) == ruling["expect"]["max_add"]


@rulings("layer", "rebuy_return")
def test_return_rulings_stk_4(ruling):
    setup = ruling["setup"]
    needed = must_bring(setup["left_with"], setup["minutes"], setup["min"], setup["window"])
    assert needed == ruling["expect"]["must_bring"]


@rulings("layer", "min_buyin")
def test_least_buy_in_ruling_stk_2(ruling):
    small = ruling["setup"]["small_bet"]
    assert buy_in_limits(FixedLimit(small, 2 * small), HouseRules())[0] == ruling["expect"]["min"]


@rulings("layer", "bust_order")
def test_places_ruling_trn_5(ruling):
    setup = ruling["setup"]
    assert bust_order(setup["start"], setup["players_before"]) == ruling["expect"]["place"]


def test_equal_stacks_share_a_place_trn_5():
    assert bust_order({"A": 50, "B": 80, "C": 50, "D": 10}, 9) == {"B": 6, "A": 7, "C": 7, "D": 9}


@rulings("california", "session")
def test_session_rulings_cp_9(ruling):
    setup, expect = ruling["setup"], ruling["expect"]
    seats = {"A": 0, "B": 1}
    stacks = {0: setup["stack_a"], 1: setup["stack_b"]}
    declined = [seats[setup["declined"]]] if "declined" in setup else []
    end = session_end(stacks, setup["stake"], declined, setup.get("external_settlement", False))
    assert (end is None) is expect["next_hand"]
    made = california(*stacks.values(), setup["stake"])
    if declined:
        made = do(made, Decline(declined[0]))
    if setup.get("external_settlement"):
        made = do(made, ExternalSettlement("on-chain"))
    assert (made.why_not is None) is expect["next_hand"]
    if end:
        assert end[0] == expect["reason"] == made.state.session.reason


def california(first, second, stake):
    made = table("california_poker", Stake(stake), players=0, size=2)
    return do(made, Sit(0, "A", first), Sit(1, "B", second))


@pytest.mark.parametrize(
    "stakes, limits",
    [
        (FixedLimit(4, 8), (40, 800)),
        (SpreadLimit(1, 5), (10, 500)),
        (NoLimit(blinds=(1, 2)), (40, 200)),
        (Stake(10), (10, 1000)),
    ],
)
def test_buy_in_limits_stk_2(stakes, limits):
    assert buy_in_limits(stakes, HouseRules()) == limits
    assert buy_in_limits(stakes, HouseRules.of(buy_in_max=None))[1] is None


def test_too_few_and_too_many_chips_are_refused_stk_2():
    made = table("texas_holdem", NoLimit(blinds=(1, 2)), players=0)
    with pytest.raises(SetupError, match="40 chips are needed"):
        made.do(Sit(0, "Ada", 39))
    with pytest.raises(SetupError, match="most to buy in for is 200"):
        made.do(Sit(0, "Ada", 201))
    assert do(made, Sit(0, "Ada", 40), Sit(1, "Ben", 200)).stacks == {0: 40, 1: 200}


def test_a_seat_holds_one_player_and_a_player_one_seat():
    made = table()
    for command, why in [
        (Sit(1, "New", 50), "taken"),
        (Sit(4, "Ada", 50), "already sits"),
        (Sit(6, "New", 50), "seats 0 to 5"),
        (Sit(4, "New", 2.5), "whole number"),
    ]:
        with pytest.raises(SetupError, match=why):
            made.do(command)


def test_top_ups_stop_at_the_maximum_stk_3():
    made = table("texas_holdem", NoLimit(blinds=(1, 2)), chips=150)
    with pytest.raises(SetupError, match="50 chips at most"):
        made.do(TopUp(0, 51))
    assert do(made, TopUp(0, 50)).stacks[0] == 200


def test_chips_added_in_a_hand_that_was_won_go_back_beyond_the_maximum_stk_1():
    made = start(table("texas_holdem", NoLimit(blinds=(1, 2)), chips=100))
    for seat in (0, 1, 2):
        made = do(made, TopUp(seat, 100))
    while made.playing:
        made = step(made, stay)
    winner = max(made.stacks, key=made.stacks.get)
    won = made.stacks[winner] - 100
    made = start(made)
    assert max(made.hand.dealt_stacks) == 200
    assert made.accounts[NAMES[winner]].taken == won


def test_a_rebuy_is_a_buy_in_stk_2():
    made = table("california_poker", Stake(10), players=2, size=2, chips=10)
    made = play(made)
    broke = next(seat for seat, chips in made.stacks.items() if chips < 10)
    with pytest.raises(SetupError, match="a rebuy is 10 to 1000"):
        made.do(Rebuy(broke, 5))
    with pytest.raises(SetupError, match="still has chips"):
        made.do(Rebuy(1 - broke, 50))
    assert do(made, Rebuy(broke, 50)).why_not is None


def test_who_comes_back_within_the_hour_brings_what_he_took_stk_4():
    made = play(table("texas_holdem", NoLimit(blinds=(1, 2)), chips=200), choose=stay)
    rich = max(made.stacks, key=made.stacks.get)
    name, chips = made.places[rich].player, made.stacks[rich]
    assert chips > 200
    made = do(made, Leave(rich), now=1000)
    with pytest.raises(SetupError, match=f"{chips} chips are needed, what you left with"):
        made.do(Sit(rich, name, 200), now=1000 + 59 * 60)
    assert do(made, Sit(rich, name, chips), now=1000 + 59 * 60).stacks[rich] == chips
    assert do(made, Sit(rich, name, 40), now=1000 + 60 * 60).stacks[rich] == 40


# --- sessions ----------------------------------------------------------------------------------------------------


def test_a_session_ends_when_a_balance_does_not_cover_the_stake_cp_9():
    made = play(california(10, 50, 10))
    if made.stacks[0] < 10:
        assert made.state.session.reason == "insufficient_balance"
        assert made.state.session.seat == 0
    else:
        made = play(california(50, 10, 10))
        assert made.state.session.seat == 1
    with pytest.raises(SetupError, match="does not cover the stake"):
        start(made)
    assert session_words("insufficient_balance", 0, viewer=0) == "your balance does not cover the stake"
    assert session_words("insufficient_balance", 0, viewer=1) == "your opponent's balance does not cover the stake"


def test_who_declined_may_think_again_cp_9():
    made = do(california(50, 50, 10), Decline(1))
    assert made.why_not == "seat 1 declined to go on"
    assert do(made, Return(1)).why_not is None


def test_external_settlement_voids_a_running_hand_and_is_final_cp_9():
    made = do(start(california(50, 50, 10)), ExternalSettlement("the dispute is settled on-chain"))
    assert not made.playing
    assert made.stacks == {0: 50, 1: 50}
    assert do(made, TopUp(0, 10)).why_not == "the session is settled elsewhere"


def test_declining_is_a_matter_of_california_poker():
    with pytest.raises(SetupError, match="California Poker"):
        table().do(Decline(0))


def test_closing_sends_everybody_home_with_his_chips():
    made = do(play(table("badugi")), Close())
    assert made.places == {}
    assert sum(account.net for account in made.accounts.values()) == 0
    with pytest.raises(SetupError, match="closed"):
        made.do(Sit(0, "Ada", 50))
    with pytest.raises(SetupError, match="closed"):
        start(made)


def test_commands_that_make_no_sense_say_so():
    made = table()
    for command, why in [
        (Leave(5), "nobody sits on seat 5"),
        (Return(0), "not sitting out"),
        (TopUp(0, 0), "whole number"),
        (SetGame(made.entry.game, Stake(5)), "limits"),
    ]:
        with pytest.raises(ValueError, match=why):
            made.do(command)
    with pytest.raises(SetupError, match="sits out already"):
        do(made, SitOut(0)).do(SitOut(0))
