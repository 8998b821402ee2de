"""Betting, rule by rule: BET-3 to BET-18, and what blinds and the bring-in do to the first round."""

from random import Random

import pytest

from oddchip import (
    FixedLimit,
    Hand,
    HouseRules,
    IllegalAction,
    NoLimit,
    PotLimit,
    RaiseTo,
    Seat,
    SpreadLimit,
    find_game,
    fixed,
    shuffled,
)
from oddchip.actions import Between, Exactly
from oddchip.posts import Kind, forced_posts
from scripted import drawing, kinds, nets, passive, play, round_is, sit

LIMIT = FixedLimit(4, 8)


def no_limit(*stacks, blinds=(1, 2), game="kansas_city", **house):
    return sit(game, NoLimit(blinds=blinds), stacks=stacks, house=HouseRules.of(**house))


def limit(*stacks, game="five_card_draw", **house):
    return sit(game, LIMIT, stacks=stacks, house=HouseRules.of(**house))


# --- sizes -----------------------------------------------------------------------------------------------------------


def test_an_opening_bet_is_at_least_the_big_blind_on_every_street_bet_3():
    hand = passive(no_limit(100, 100), round_is(1))
    assert hand.offer.raise_to == Between(2, 98)
    with pytest.raises(IllegalAction, match="2 to 98, not to 1"):
        play(hand, "bet 1")


def test_less_than_the_least_bet_goes_only_all_in_bet_3():
    hand = passive(no_limit(3, 100), round_is(1))
    assert hand.turn == 0
    assert hand.offer.raise_to == Exactly(1)


def test_the_least_bet_of_an_ante_game_is_twice_the_ante_bet_3():
    hand = sit("ante_draw", NoLimit(ante=3), players=2)
    assert hand.offer.raise_to.least == 6
    assert sit("ante_draw", NoLimit(ante=3, min_bet=4), players=2).offer.raise_to.least == 4
    assert passive(sit("stud_eight", NoLimit(ante=1, bring_in=2), players=2), round_is(1)).offer.raise_to.least == 2


def test_a_raise_adds_at_least_the_largest_of_the_street_bet_4():
    hand = no_limit(100, 100, 100)
    assert hand.offer.raise_to.least == 4
    hand = play(hand, "raise 10")
    assert hand.offer.raise_to.least == 18
    hand = play(hand, "raise 18, raise 40")
    assert hand.offer.raise_to.least == 62
    hand = passive(hand, round_is(1))
    assert hand.offer.raise_to.least == 2, "a street begins anew"


def test_three_raises_after_the_bet_and_the_round_is_capped_bet_5():
    hand = play(limit(200, 200, 200), "raise 8, raise 12, raise 16")
    assert hand.offer.raise_to.reason == "the betting is capped"
    with pytest.raises(IllegalAction, match="the betting is capped"):
        play(hand, "raise 20")


def test_bring_in_and_completion_are_no_raises_bet_5():
    hand = sit("stud_eight", FixedLimit(4, 8, ante=1, bring_in=2), players=3)
    hand = play(hand, "bring_in, complete 4, raise 8, raise 12, raise 16")
    assert hand.offer.raise_to.reason == "the betting is capped"


# --- all-ins ---------------------------------------------------------------------------------------------------------


def test_an_all_in_raise_under_half_a_bet_reopens_nothing_bet_7():
    hand = play(limit(9, 200, 200), "raise 8, raise 9, call")
    assert hand.turn == 2
    assert hand.offer.call == 1
    assert hand.offer.raise_to.reason == "you have acted, and only a full bet or raise lets you raise again"


def test_who_has_not_acted_may_complete_a_short_all_in_bet_7():
    hand = play(limit(9, 200, 200), "raise 8, raise 9")
    assert hand.turn == 1
    assert hand.offer.raise_to == Exactly(12)
    hand = play(hand, "complete 12")
    assert hand.events[-1].verb == "complete"
    assert hand.offer.raise_to == Exactly(16), "completing it was a full raise"


def test_half_a_bet_counts_as_one_and_the_next_raise_adds_a_bet_bet_7():
    hand = play(limit(10, 200, 200), "raise 8, raise 10")
    assert hand.offer.raise_to == Exactly(14)


def test_half_of_the_full_bet_not_of_the_step_from_the_bring_in_bet_7():
    stakes = FixedLimit(10, 20, ante=1, bring_in=4)
    doors = ("AsAhKs", "QsQhQc", "Js9h2c")
    hand = sit("stud_eight", stakes, doors, stacks=(8, 200, 200))
    hand = play(hand, "bring_in, raise 7")
    assert hand.turn == 1
    assert hand.offer.raise_to == Exactly(17), "7 of 10 is half or more, and counts as the bet"
    hand = play(sit("stud_eight", stakes, doors, stacks=(5, 200, 200)), "bring_in")
    assert hand.offer.raise_to.reason == "calling takes all your chips"


def test_a_short_all_in_reopens_to_nobody_who_has_acted_bet_8():
    hand = play(no_limit(16, 200, 200, 200), "raise 10, call, raise 16, call")
    assert hand.turn == 2
    assert hand.offer.call == 6
    assert not hand.offer.raise_to


def test_a_short_all_in_is_not_completed_bet_8():
    hand = play(no_limit(16, 200, 200), "raise 10, raise 16")
    assert hand.offer.raise_to.least == 16 + 8, "a raise adds at least the last full one"


def test_short_all_ins_add_up_bet_9():
    hand = play(no_limit(130, 170, 1000, 1000, game="texas_holdem", blinds=(1, 2)), "raise 100, call")
    hand = play(hand, "raise 130, raise 170")
    assert hand.turn == 2
    assert not hand.offer.raise_to, "70 more is less than the raise of 98"
    hand = play(no_limit(150, 198, 1000, 1000, game="texas_holdem"), "raise 100, call, raise 150, raise 198")
    assert hand.offer.raise_to.least == 198 + 98, "98 more is as much, and the least raise is still the last full one"


def test_a_full_raise_reopens_for_all_bet_8():
    hand = play(no_limit(200, 200, 18, 200), "raise 18, raise 34, call, call")
    assert 2 not in hand.to_act
    hand = play(no_limit(200, 16, 200, 200), "raise 6, raise 10, fold, raise 16")
    assert hand.turn == 2
    assert hand.offer.raise_to.least == 22, "6 more than 10 is a full raise, all-in or not"


def test_a_stack_between_the_call_and_the_least_raise_may_go_all_in_bet_8():
    hand = play(no_limit(15, 200, 200), "raise 10")
    assert hand.offer.call == 9
    assert hand.offer.raise_to == Exactly(15)


# --- pot and spread limit --------------------------------------------------------------------------------------------


def test_pot_limit_counts_the_call_bet_10():
    hand = sit("omaha", PotLimit(blinds=(100, 200)), stacks=(5000, 5000, 5000))
    hand = passive(hand, round_is(1))
    assert hand.pot == 600
    hand = play(hand, "bet 400")
    assert hand.offer.raise_to.most == 400 + 1000 + 400


def test_a_short_blind_counts_as_full_before_the_flop_bet_11():
    hand = sit("omaha", PotLimit(blinds=(5, 10)), stacks=(500, 3, 500, 500))
    assert hand.offer.raise_to.most == 10 + 15 + 10
    hand = passive(hand, round_is(1))
    assert hand.offer.raise_to.most == hand.pot, "after the flop what is there counts"


def test_a_missing_blind_counts_as_full_before_the_flop_bet_11():
    draw = find_game("omaha")
    posts = forced_posts(3, True, blinds=(5, 10), at=(None, 1))
    seats = [Seat(i, 500) for i in range(3)]
    hand = Hand.start(draw, PotLimit(blinds=(5, 10)), seats, 2, fixed(range(52)), posts=posts)
    assert hand.offer.raise_to.most == 35


def test_spread_bets_lie_between_and_raises_reach_the_last_bet_12():
    hand = passive(sit("ante_draw", SpreadLimit(2, 10, ante=1), players=2), round_is(0))
    assert hand.offer.raise_to == Between(2, 10)
    hand = play(hand, "bet 6")
    assert hand.offer.raise_to == Between(12, 16)
    hand = passive(play(hand, "call"), round_is(1))
    assert hand.offer.raise_to.most == 10


def test_the_last_round_of_a_spread_may_have_its_own_most_bet_12():
    hand = sit("ante_draw", SpreadLimit(2, 10, ante=1, last=20), players=2)
    hand = passive(play(hand, "bet 2, call"), round_is(1))
    assert hand.offer.raise_to == Between(2, 20)


# --- blinds ----------------------------------------------------------------------------------------------------------


def test_the_big_blind_keeps_its_option_bet_13():
    hand = play(limit(200, 200, 200), "call, call")
    assert hand.turn == 1
    assert hand.offer.check is True
    assert hand.offer.raise_to == Exactly(8)


def test_the_big_blind_may_raise_a_short_all_in_bet_13():
    hand = play(limit(200, 200, 5), "raise 5, call")
    assert hand.turn == 1
    assert hand.offer.call == 1
    assert hand.offer.raise_to == Exactly(8)


def test_a_short_blind_changes_no_price_btn_7():
    hand = limit(200, 1, 200, 200)
    assert hand.state.bets == (2, 1, 0, 0)
    assert hand.offer.call == 4
    assert hand.offer.raise_to == Exactly(8)


def test_nobody_pays_more_than_anybody_has_in_btn_7():
    hand = play(limit(200, 1, 200), "fold")
    assert hand.over or drawing(hand), "the small blind has more in than the all-in big blind"
    hand = limit(1, 1, 200)
    assert hand.offer.call == 1


def test_a_straddle_raises_the_price_and_acts_last_bet_14():
    hand = sit("five_card_draw", LIMIT, players=4, house=HouseRules.of(straddle=True))
    assert hand.turn == 3
    hand = play(hand, "call, call, call")
    assert hand.turn == 2
    assert hand.offer.raise_to == Exactly(12)


def test_a_kill_acts_in_its_turn_d_kp_1():
    def first(killer):
        posts = forced_posts(4, True, blinds=(2, 4), kill=(killer, 8))
        seats = [Seat(i, 200) for i in range(4)]
        return Hand.start(
            find_game("california_lowball"), FixedLimit(8, 16, blinds=(2, 4)), seats, 3, fixed(range(53)), posts=posts
        )

    assert [first(killer).turn for killer in range(4)] == [2, 2, 2, 2]
    hand = play(first(1), "call, call, call")
    assert hand.turn == 1
    assert hand.offer.raise_to == Exactly(16), "who kills in the big blind has its option"


# --- the bring-in ----------------------------------------------------------------------------------------------------

STUD = FixedLimit(4, 8, ante=1, bring_in=2)


def test_the_low_card_pays_or_completes_and_may_do_nothing_else_s8_4():
    hand = sit("stud_eight", STUD, ("AsAhKs", "QsQhQc", "Js9h2c"))
    assert hand.turn == 2
    assert (hand.offer.bring_in, hand.offer.raise_to) == (2, Exactly(4))
    for refused in ("check", "fold", "call"):
        with pytest.raises(IllegalAction):
            play(hand, refused)


def test_suits_break_equal_door_cards_s8_3():
    assert sit("stud_eight", STUD, ("AsAhKs", "QsQh2d", "Js9h2c")).turn == 2
    assert sit("stud_eight", STUD, ("AsAhKs", "QsQh2s", "Js9h2h")).turn == 2
    assert sit("stud_eight", STUD, ("9s8hAs", "QsQhKs", "Js9hKh")).turn == 2, "the ace is high"


def test_a_low_card_that_is_all_in_leaves_it_to_the_next_s8_5():
    hand = sit("stud_eight", STUD, ("AsAhKs", "QsQhQc", "Js9h2c"), stacks=(200, 200, 1))
    assert hand.turn == 0
    assert hand.offer.bring_in == 2
    assert hand.offer.fold is True
    hand = play(hand, "fold")
    assert hand.over or hand.turn == 1


def test_part_of_a_bring_in_is_posted_and_the_others_owe_all_of_it_s8_5():
    hand = sit("stud_eight", STUD, ("AsAhKs", "QsQhQc", "Js9h2c"), stacks=(200, 200, 2))
    hand = play(hand, "bring_in")
    assert hand.state.bets[2] == 1
    assert hand.offer.call == 2


def test_completing_keeps_the_full_cap_s8_4():
    hand = play(sit("stud_eight", STUD, ("AsAhKs", "QsQhQc", "Js9h2c")), "complete 4")
    assert hand.offer.raise_to == Exactly(8)
    assert kinds(hand)[-1] == "Raised"


def test_the_best_board_acts_first_from_fourth_street_and_may_check_s8_6():
    hand = passive(sit("stud_eight", STUD, ("2s3hKsQs", "2h3d4s4h", "2d3cAsTs")), round_is(1))
    assert hand.turn == 1, "a pair is above ace high"
    assert hand.offer.check is True


def test_straights_and_flushes_showing_count_nothing_s8_6():
    hand = passive(sit("stud_eight", STUD, ("2s3h9s8s7s6s", "2h3dKd5d4h3s", "2d4cAs2cTh8d")), round_is(3))
    assert hand.turn == 2, "ace high is above four to a straight flush"


def test_when_the_best_board_is_all_in_the_next_live_seat_begins_s8_8():
    hand = sit("stud_eight", STUD, ("2s3hTsTd", "2h3d4s5h", "2d3c6s9h"), stacks=(3, 200, 200))
    hand = passive(hand, round_is(1))
    assert 0 not in hand.to_act
    assert hand.turn == 1


def test_small_bets_on_two_streets_and_big_bets_on_three_s8_9():
    sizes = []
    for number in range(1, 5):
        hand = passive(sit("stud_eight", STUD, players=2), round_is(number))
        sizes.append(hand.offer.raise_to.least)
    assert sizes == [4, 8, 8, 8]


def test_a_player_without_chips_is_dealt_to_the_end_and_asked_nothing_s8_19():
    hand = sit("stud_eight", STUD, players=3, stacks=(1, 200, 200))
    while not hand.over:
        assert 0 not in hand.to_act
        hand = hand.act(hand.offers[min(hand.to_act)].actions()[0])
    assert len(hand.holdings[0]) == 7


# --- the end of a round ----------------------------------------------------------------------------------------------


def test_a_round_ends_when_all_have_acted_and_matched_bet_17():
    hand = passive(limit(200, 200, 200), round_is(1))
    hand = play(hand, "check, bet 8, call")
    assert hand.turn == 0
    hand = play(hand, "call")
    assert hand.over


def test_with_one_player_left_who_can_bet_cards_run_out_bet_17():
    hand = play(limit(6, 8, 200), "raise 8, call, call")
    assert drawing(hand)
    hand = play(hand, "pat, pat, pat")
    assert hand.over, "nobody was asked to bet after the draw"


def test_an_uncalled_bet_returns_before_anything_else_pot_3():
    hand = play(no_limit(200, 200, game="five_card_draw"), "raise 50, fold")
    assert kinds(hand)[-4:] == ["Returned", "Gathered", "Awarded", "Ended"]
    assert nets(hand) == (-2, 2)


def test_check_and_raise_is_allowed_bet_18():
    hand = play(passive(limit(200, 200), round_is(1)), "check, bet 8")
    assert hand.offer.raise_to == Exactly(16)


def test_heads_up_the_button_posts_small_acts_first_and_then_last_d_bt_4():
    hand = limit(200, 200)
    assert [(p.position, p.kind) for p in hand.posts] == [(1, Kind.SMALL_BLIND), (0, Kind.BIG_BLIND)]
    assert hand.turn == 1
    hand = passive(hand, drawing)
    assert hand.turn == 0
    assert passive(hand, round_is(1)).turn == 0


def test_heads_up_with_antes_the_other_acts_first_always_d_bt_1():
    hand = sit("ante_draw", LIMIT, players=2)
    assert hand.turn == 0
    assert passive(play(hand, "bet 4, call"), round_is(1)).turn == 0


def test_all_amounts_are_whole_chips_bet_1():
    hand = no_limit(100, 100)
    for amount in (4.0, "4", True, None):
        with pytest.raises(IllegalAction):
            hand.act(RaiseTo(amount))


def test_pot_3_an_ante_nobody_can_match_goes_back_as_the_action_closes() -> None:
    """Two players, one too short for the ante: the other has his odd ante chip back before he draws."""
    stakes = FixedLimit(4, 8, ante=2, blinds=(2, 4))
    hand = Hand.start(find_game("badugi"), stakes, [Seat(1, 1), Seat(2, 5)], 2, shuffled(Random(1)))
    assert not hand.over
    assert hand.stacks == {1: 0, 2: 4}
    assert hand.pot == 2
