"""Time: deadlines, time banks, defaults, pauses (TIM, D-DC-1, CP-8)."""

from pathlib import Path
from random import Random

import pytest
import yaml

from oddchip import (
    CALL,
    CHECK,
    FOLD,
    PAT,
    FixedLimit,
    Hand,
    HouseRules,
    IllegalAction,
    Seat,
    Stake,
    find_game,
    shuffled,
)
from oddchip.actions import BetOffer, DeclareOffer, DrawOffer, No, PayBringIn, Way
from oddchip.rankings import Ranking, order
from oddchip.table import (
    Act,
    Leave,
    Pause,
    Resume,
    SitOut,
    StartHand,
    TimeOut,
    bet_default,
    default_action,
    gift_against_random,
)
from oddchip.table.facts import BankUsed, TimedOut
from tables import do, start, stay, step, table

RULINGS = Path(__file__).parent / "rulings"


def rulings(file, kind):
    vectors = yaml.safe_load((RULINGS / f"common_{file}.yaml").read_text())["vectors"]
    found = [ruling for ruling in vectors if ruling["kind"] == kind]
    assert found
    return pytest.mark.parametrize("ruling", found, ids=[ruling["id"] for ruling in found])


NO = No("no")


@rulings("layer", "timeout")
def test_time_out_rulings_tim_1(ruling):
    facing = ruling["setup"]["facing"]
    offer = BetOffer(True, not facing or NO, facing or NO, NO)
    assert bet_default(offer) == {"fold": FOLD, "check": CHECK}[ruling["expect"]["action"]]


def test_where_checking_is_not_legal_the_bring_in_is_paid_else_the_hand_folded_tim_1():
    assert bet_default(BetOffer(True, NO, NO, NO, bring_in=1)) == PayBringIn()
    assert bet_default(BetOffer(True, NO, NO, NO)) == FOLD


@rulings("california", "timeout")
def test_california_time_out_rulings_cp_8(ruling):
    setup = ruling["setup"]
    seats = {"A": 0, "B": 1}
    made = start(table("california_poker", Stake(setup["stake"]), players=2, size=2, time_bank_seconds=0))
    for name in setup["submitted"]:
        made = do(made, Act(seats[name], made.offers[seats[name]].actions()[0]))
    made = do(made, TimeOut(), now=30)
    assert not made.playing
    assert {name: made.hand.result.payout[seat] for name, seat in seats.items()} == ruling["expect"]["awards"]


def test_no_card_is_drawn_for_a_late_player_tim_1():
    made = start(table("badugi"))
    while not isinstance(next(iter(made.offers.values())), DrawOffer):
        made = step(made, stay)
    assert default_action(made.hand, made.hand.turn) == PAT


@pytest.mark.parametrize("coding, way", [("low_high_both", Way.LOW), ("high_low_both", Way.HIGH)])
def test_an_empty_fist_declares_what_no_chip_means_d_dc_1(coding, way):
    made = start(table("high_low_declare", declare_coding=coding))
    while not isinstance(next(iter(made.offers.values())), DeclareOffer):
        made = step(made, stay)
    assert default_action(made.hand, min(made.offers)).way == way


def test_nothing_is_done_for_a_seat_that_is_not_asked():
    made = start(table())
    with pytest.raises(IllegalAction, match="not asked"):
        default_action(made.hand, 0)


def test_auto_gives_what_does_best_against_a_random_gift_cp_8():
    game, house = find_game("california_poker"), HouseRules.of(california_timeout="auto")
    hand = Hand.start(game, Stake(10), (Seat(0, 50), Seat(1, 50)), 0, shuffled(Random(4)), house=house)
    gift = default_action(hand, 0)
    answers = hand.offers[1].actions()

    def score(given):
        """By playing the hand out against every gift of the other."""
        chosen = hand.act(given, 0)
        nets = [chosen.act(answer, 1).result.net[0] for answer in answers]
        return sum((net > 0) - (net < 0) for net in nets)

    scores = {given.cards: score(given) for given in hand.offers[0].actions()}
    assert scores[gift.cards] == max(scores.values())
    assert len(set(scores.values())) > 10
    ranks = order(Ranking.HIGH, game.deck)
    assert gift_against_random(hand.holdings[0], hand.holdings[1], 4, ranks) == gift.cards


def test_time_runs_from_the_decision_and_then_through_the_bank_tim_2():
    made = start(table("badugi"))
    seat = made.hand.turn
    assert [(clock.seat, clock.deadline) for clock in made.clocks] == [(seat, 30)]
    assert do(made, TimeOut(), now=29).news == ()
    made = do(made, TimeOut(), now=30)
    assert made.clocks[0].deadline == 90
    assert made.clocks[0].banked
    made = do(made, Act(seat, CALL), now=50)
    assert made.places[seat].bank == 40
    assert BankUsed(seat, 40) in made.news
    assert made.clocks[0].deadline == 80


def test_when_the_bank_is_empty_the_default_is_done_tim_1():
    made = start(table("badugi"))
    seat = made.hand.turn
    made = do(made, TimeOut(), now=30)
    made = do(made, TimeOut(), now=90)
    assert TimedOut(seat) in made.news
    assert seat not in made.hand.live
    assert made.places[seat].bank == 0


def test_an_action_after_the_time_is_refused():
    made = start(table("badugi"))
    seat = made.hand.turn
    with pytest.raises(IllegalAction, match="time is up"):
        made.do(Act(seat, CALL), now=91)
    assert do(made, Act(seat, CALL), now=90).places[seat].bank == 0


def test_without_a_clock_nobody_is_late_tim_2():
    made = start(table("badugi", clock_seconds=None))
    assert made.clocks == ()
    assert do(made, TimeOut(), now=10**6).hand == made.hand


def test_a_pause_moves_the_deadlines_and_stops_the_game():
    made = do(start(table("badugi")), Pause("tea"), now=10)
    with pytest.raises(IllegalAction, match="paused"):
        made.do(Act(made.hand.turn, CALL), now=11)
    with pytest.raises(IllegalAction, match="paused"):
        made.do(TimeOut(), now=100)
    made = do(made, Resume(), now=610)
    assert made.clocks[0].deadline == 630


def test_who_leaves_during_a_pause_folds_when_it_ends():
    made = start(table("badugi", players=4))
    seat = made.hand.turn
    made = do(made, Pause(), Leave(seat), now=5)
    assert seat in made.hand.live
    made = do(made, Resume(), now=10)
    assert seat not in made.hand.live


def test_a_sealed_choice_of_another_does_not_restart_ones_clock():
    made = start(table("california_poker", Stake(10), players=2, size=2))
    first, second = sorted(made.offers)
    made = do(made, Act(first, made.offers[first].actions()[0]), now=20)
    assert [(clock.seat, clock.deadline) for clock in made.clocks] == [(second, 30)]


def test_a_late_player_waits_for_the_other_whose_time_still_runs_cp_8():
    made = start(table("california_poker", Stake(10), players=2, size=2))
    made = do(made, TimeOut(), now=30)  # both draw on their banks
    assert {clock.deadline for clock in made.clocks} == {90}
    made = do(made, TimeOut(), now=90)  # neither chose: void
    assert made.hand.result.net == {0: 0, 1: 0}


@pytest.mark.parametrize("game", ["high_low_declare", "badugi", "stud_eight", "q_ball"])
def test_a_table_of_sleepers_gets_through_its_hands_tim_3(game):
    stakes = FixedLimit(2, 4, blinds=(1, 1, 2)) if game == "q_ball" else FixedLimit(2, 4)
    made, now = table(game, stakes, time_bank_seconds=0), 0
    for seed in range(3):
        made = do(made, StartHand(shuffled(Random(seed))), now=now)
        while made.playing:
            now = made.clocks[0].deadline
            made = do(made, TimeOut(), now=now)
    assert made.state.hands == 3


def test_players_who_are_gone_are_never_waited_for():
    made = start(table("badugi", players=4))
    small, *others = made.hand.seats
    for seat in others:
        made = do(made, SitOut(seat, now=True))
    assert set(made.offers) == {small}
    made = step(made, stay)
    assert not made.playing
    assert made.hand.result.net[small] == 2
