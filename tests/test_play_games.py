"""What the games ask of the machine: lowball, Q-Ball, high and low, declare, Cucamonga, California Poker, stud."""

from collections import Counter

import pytest

from oddchip import FixedLimit, Hand, HouseRules, IllegalAction, NoLimit, Seat, Stake, Way, find_game, fixed
from oddchip.actions import Exactly
from oddchip.games import cucamonga
from oddchip.play.dealing import short_stub
from scripted import declaring, drawing, kinds, nets, passive, play, round_is, sit

LIMIT = FixedLimit(2, 4)
SEVEN, ROUGH_SEVEN, EIGHT = "7c5d4h3s2c", "7d6d4c3c2h", "8c5c4s3d2d"


def lowball(*cards, stacks=200, stakes=LIMIT, game="california_lowball", **house):
    return sit(game, stakes, cards, stacks=stacks, house=HouseRules.of(**house))


def last_round(hand):
    return passive(hand, round_is(1))


def voided(hand):
    return {e.seat: e.amount for e in hand.events if type(e).__name__ == "Voided"}


# --- California lowball ----------------------------------------------------------------------------------------------


def test_no_checking_in_the_first_round_but_for_the_big_blind_d_cl_2():
    hand = lowball(SEVEN, EIGHT, ROUGH_SEVEN)
    assert not hand.offer.check
    hand = play(hand, "call, call")
    assert hand.offer.check is True
    assert last_round(hand).offer.check is True


def test_a_winning_violator_gives_back_what_came_after_folded_players_too_d_cl_3a():
    hand = last_round(lowball(SEVEN, EIGHT, "KdQhJs9d8d"))
    hand = play(hand, "check, bet 4, raise 8, call, fold")
    assert voided(hand) == {0: 8, 1: 4, 2: 8}
    assert nets(hand) == (4, -2, -2)
    hand = last_round(lowball(SEVEN, EIGHT, "KdQhJs9d8d"))
    hand = play(hand, "check, check, bet 4, call, call")
    assert nets(hand)[0] == 4
    assert voided(hand) == {0: 4, 1: 4, 2: 4}


def test_a_beaten_violator_loses_all_d_cl_3b():
    hand = play(last_round(lowball(ROUGH_SEVEN, SEVEN)), "check, bet 4, call")
    assert nets(hand) == (-6, 6)
    assert voided(hand) == {}


def test_folding_a_checked_seven_is_free_d_cl_3():
    hand = play(last_round(lowball(SEVEN, EIGHT)), "check, bet 4, fold")
    assert nets(hand) == (-2, 2)


def test_of_two_tied_violators_the_later_check_counts_d_cl_3c():
    hand = last_round(lowball("7c5d4h3s2c", "7d5h4d3c2s", "KdQhJs9d8d"))
    hand = play(hand, "check, check, bet 4, call, call")
    assert nets(hand) == (1, 1, -2)
    assert voided(hand) == {0: 4, 1: 4, 2: 4}


def test_layers_without_the_violator_are_untouched_d_cl_3f():
    hand = last_round(lowball("KdQhJs9d8d", SEVEN, EIGHT, stacks=(200, 4, 200)))
    hand = play(hand, "check, check, bet 4, call, call")
    assert hand.over
    assert voided(hand) == {0: 2, 1: 2, 2: 2}, "of the main pot, what came after the check"
    assert nets(hand) == (-4, 4, 0), "the side pot stays the eight's"


def test_all_in_for_less_is_betting_d_cl_3i():
    hand = last_round(lowball(SEVEN, EIGHT, stacks=(5, 200)))
    hand = play(hand, "bet 3, call")
    assert nets(hand) == (5, -5)


def test_a_round_checked_around_costs_nothing_d_cl_3i():
    assert nets(play(last_round(lowball(SEVEN, EIGHT)), "check, check")) == (2, -2)


def test_in_no_limit_the_sevens_rule_stays_and_the_ban_goes_d_cl_3j_d_cl_4():
    hand = last_round(lowball(SEVEN, EIGHT, stakes=NoLimit(blinds=(1, 2))))
    hand = play(hand, "check, bet 10")
    assert hand.offer.raise_to
    assert voided(play(hand, "call")) == {0: 10, 1: 10}


def test_with_two_draws_only_the_last_round_binds_d_cl_3h_d_dd_2():
    hand = passive(lowball(SEVEN, EIGHT, game="double_draw(california_lowball)"), round_is(1))
    hand = play(hand, "check, bet 2")
    assert hand.offer.raise_to
    hand = play(passive(play(hand, "call"), round_is(2)), "check, bet 4")
    assert hand.offer.raise_to.reason == "a player who checked in this round may not raise in it"


def test_kansas_city_has_neither_rule_d_kc_2():
    hand = play(last_round(lowball("7c5d4h3s2c", "8c5c4s3d2d", game="kansas_city")), "check, bet 4")
    assert hand.offer.raise_to
    assert nets(play(hand, "call")) == (6, -6)


# --- Q-Ball ----------------------------------------------------------------------------------------------------------


def test_three_cards_then_four_then_five_then_a_draw_d_qb_1():
    hand = sit("q_ball", LIMIT, players=3)
    assert [(p.position, p.amount) for p in hand.posts] == [(2, 1), (0, 1), (1, 2)]
    held = []
    for number in range(4):
        hand = passive(hand, round_is(number))
        held.append(len(hand.holdings[0]))
        if number == 1:
            hand = play(hand, "bet 4")
    assert held == [3, 4, 5, 5]


def test_round_two_is_bet_or_fold_until_somebody_bets_d_qb_2():
    hand = passive(sit("q_ball", LIMIT, players=3), round_is(1))
    assert hand.turn == 0
    assert hand.offer.check.reason == "there is no checking in this round: bet or fold"
    assert hand.offer.fold is True
    hand = play(hand, "fold, bet 4")
    assert hand.offer.call == 4
    hand = passive(hand, round_is(2))
    assert hand.offer.check is True


def test_the_last_one_left_of_round_two_wins_at_once_d_qb_4():
    hand = play(passive(sit("q_ball", LIMIT, players=3), round_is(1)), "fold, fold")
    assert hand.over
    assert hand.round_number == 1


def test_nobody_must_bet_into_players_who_are_all_in_d_qb_4():
    hand = play(sit("q_ball", LIMIT, stacks=(2, 2, 200)), "call, call")
    hand = passive(hand, lambda now: not drawing(now) and bool(now.to_act))
    assert hand.over, "no betting round is left to ask anybody in"


def test_a_short_stack_may_open_all_in_d_qb_4():
    hand = passive(sit("q_ball", LIMIT, stacks=(5, 200, 200)), round_is(1))
    assert hand.offer.raise_to == Exactly(3)


def test_heads_up_the_button_posts_one_and_acts_first_d_qb_5():
    hand = sit("q_ball", LIMIT, players=2)
    assert [(p.position, p.amount) for p in hand.posts] == [(1, 1), (0, 2)]
    assert hand.turn == 1


# --- high and low ----------------------------------------------------------------------------------------------------


def test_nobody_low_the_high_hand_takes_all_s8_14_d_hl_2():
    assert nets(passive(sit("california_high_low", LIMIT, ("KsKh9d7c2d", "QsQh9s7d2c")))) == (2, -2)


def test_one_hand_may_win_both_ways_s8_13_d_hl_1():
    assert nets(passive(sit("california_high_low", LIMIT, ("5s4s3s2sAs", "8h7h5d3c2d")))) == (2, -2)


def test_the_joker_is_read_for_each_way_by_itself_d_hl_3():
    hand = passive(sit("california_high_low", LIMIT, ("8h7h6h5hX1", "KsKh4d4c9d")))
    assert nets(hand) == (2, -2), "a nine for high, an ace for low"


def test_quarters_s8_15():
    hand = passive(sit("california_high_low", FixedLimit(4, 8), ("8s7h4d3c2d", "8d7s4c3s2h", "KsKhKd9c9d")))
    assert nets(hand) == (-1, -1, 2)


def test_side_pots_are_split_by_themselves_d_hl_5_pot_4():
    stakes = FixedLimit(4, 8, blinds=(2, 4))
    cards = ("5s4s3s2sAs", "KsKhKd9c9d", "8d7s4c3d2h")
    hand = passive(sit("california_high_low", stakes, cards, stacks=(2, 200, 200)))
    assert nets(hand) == (4, -2, -2), "the wheel of spades scoops the main pot, the others share the side pot"


# --- declare ---------------------------------------------------------------------------------------------------------


def test_a_declaration_is_sealed_until_all_have_made_it_d_dc_1():
    hand = passive(sit("high_low_declare", LIMIT, players=3), declaring)
    assert hand.to_act == {0, 1, 2}
    hand = play(hand, "1: declare both")
    assert hand.to_act == {0, 2}
    assert hand.view(0).state.sealed == (None, -1, None)
    assert hand.view(1).state.sealed == (None, Way.BOTH, None)
    hand = play(hand, "0: declare low, 2: declare high")
    assert [e.ways for e in hand.events if type(e).__name__ == "Declared"] == [("low", "both", "high")]


def test_all_in_players_declare_too_d_dc_1():
    hand = passive(sit("high_low_declare", LIMIT, stacks=(1, 200, 200)), declaring)
    assert hand.to_act == {0, 1, 2}


def test_a_lone_declarer_takes_his_half_with_anything_d_dc_2():
    hand = passive(sit("high_low_declare", LIMIT, ("KsKhKd9c9d", "QsQhQd8c8d")), declaring)
    assert nets(play(hand, "0: declare high, 1: declare low")) == (0, 0)


def test_one_direction_only_takes_the_whole_pot_d_dc_3():
    hand = passive(sit("high_low_declare", LIMIT, ("KsKhKd9c9d", "QsQhQd8c8d")), declaring)
    assert nets(play(hand, "0: declare low, 1: declare low")) == (-1, 1)


def test_nobody_declares_when_one_is_left_d_dc_10():
    hand = play(passive(sit("high_low_declare", LIMIT, players=2), round_is(1)), "bet 4, fold")
    assert hand.over
    assert "Declared" not in kinds(hand)


# --- Cucamonga -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reveal", "exposed"),
    [
        ("columns", [0, 2, 4, 6, 8]),
        ("rows", [0, 4, 8]),
        ("cards", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("omaha", [0, 4, 6, 8]),
        ("open", [0, 8]),
    ],
)
def test_rounds_and_cards_turned_up_cu_9(reveal, exposed):
    hand, seen = sit(cucamonga(reveal=reveal), LIMIT, players=3), []
    for number in range(len(exposed)):
        hand = passive(hand, round_is(number))
        seen.append(sum(card >= 0 for row in hand.view(None).rows.values() for card in row))
    assert seen == exposed
    assert passive(hand).over


def test_the_big_bet_starts_in_round_three_cu_9b():
    hand = sit("cucamonga", LIMIT, players=3)
    assert [passive(hand, round_is(number)).offer.raise_to.least for number in range(5)] == [2, 2, 4, 4, 4]


def test_the_first_to_act_is_left_of_the_dealer_in_each_round_cu_9c():
    hand = sit("cucamonga", LIMIT, players=4)
    assert [passive(hand, round_is(number)).turn for number in range(5)] == [0] * 5
    assert sit("with_blinds(cucamonga)", LIMIT, players=4).turn == 2


@pytest.mark.parametrize(("n", "each"), [(2, 5), (8, 5), (9, 4), (11, 4)])
def test_hands_of_five_or_four_and_eight_on_the_table_cu_2_2a_cu_2_2b_cu_10(n, each):
    hand = sit("cucamonga", LIMIT, players=n)
    assert {len(cards) for cards in hand.holdings.values()} == {each}
    assert [len(row) for row in hand.state.rows] == [4, 4]
    assert "Burned" not in kinds(passive(hand))


def test_cards_go_round_one_at_a_time_then_the_top_row_then_the_bottom_row_cu_14():
    hand = Hand.start(find_game("cucamonga"), LIMIT, (Seat(0, 50), Seat(1, 50)), 1, fixed(range(52)))
    assert hand.holdings[0] == (0, 2, 4, 6, 8)
    assert hand.state.rows == ((10, 11, 12, 13), (14, 15, 16, 17))


# --- California Poker ------------------------------------------------------------------------------------------------


def california():
    return sit("california_poker", Stake(10), ("AsAhAdAc2c3d4h5s", "KsKhKdKc2d3h4s5c"))


def test_all_sixteen_cards_are_seen_by_all_cp_1():
    view = california().view(None)
    assert all(card >= 0 for cards in view.holdings.values() for card in cards)
    assert [len(cards) for cards in view.holdings.values()] == [8, 8]


def test_exactly_four_go_across_in_seventy_ways_cp_3():
    hand = california()
    assert len(hand.offers[0].actions()) == 70
    with pytest.raises(IllegalAction, match="exactly 4 cards are given, not 3"):
        play(hand, "0: give As Ah Ad")


def test_choices_are_hidden_until_both_are_in_and_final_cp_4():
    hand = play(california(), "0: give 2c 3d 4h 5s")
    assert hand.to_act == {1}
    assert -1 not in hand.view(0).state.sealed
    assert hand.view(1).state.sealed == (-1, None)
    with pytest.raises(IllegalAction):
        play(hand, "0: give As Ah Ad Ac")
    hand = play(hand, "1: give 2d 3h 4s 5c")
    assert hand.over
    assert set(hand.game.deck.parse("As Ah Ad Ac 2d 3h 4s 5c")) == set(hand.holdings[0])


def test_the_higher_hand_takes_both_stakes_cp_5_cp_7():
    assert nets(play(california(), "0: give 2c 3d 4h 5s, 1: give 2d 3h 4s 5c")) == (10, -10)


def test_equal_hands_take_their_stakes_back_cp_7():
    hand = sit("california_poker", Stake(10), ("AsKd2c2d3h4s6c8d", "AhKc2h2s3d4c6h8s"))
    assert nets(play(hand, "0: give 2c 2d 3h 4s, 1: give 2h 2s 3d 4c")) == (0, 0)


# --- stud runs short -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stub", "burns", "live", "tda", "roberts"),
    [
        (9, 3, 7, "burn_and_deal", "burn_and_deal"),
        (8, 3, 7, "scramble_and_deal", "burn_and_deal"),
        (7, 3, 7, "scramble_and_deal", "deal"),
        (4, 3, 7, "community_from_stub", "scramble_and_deal"),
        (4, 3, 8, "community_from_stub", "community"),
        (2, 3, 8, "scramble_then_community", "community"),
    ],
)
def test_the_last_card_of_a_short_stub_s8_16(stub, burns, live, tda, roberts):
    assert short_stub(stub, burns, live, "tda2024") == tda
    assert short_stub(stub, burns, live, "roberts") == roberts


def test_eight_who_all_stay_share_a_common_card_s8_16_s8_17():
    hand = sit("seven_card_stud", LIMIT, players=8)
    sixth = passive(hand, round_is(3))
    seventh = passive(hand, round_is(4))
    assert len(seventh.view(None).rows["common"]) == 1
    assert seventh.view(None).rows["common"][0] >= 0
    assert {len(cards) for cards in seventh.holdings.values()} == {6}
    assert seventh.turn == sixth.turn, "whoever was first on sixth street"
    assert passive(seventh).over


def test_a_folded_stud_hand_is_never_reshuffled_s8_16():
    hand = play(sit("seven_card_stud", LIMIT, players=8), "bring_in, fold")
    folded = next(iter(set(hand.seats) - set(hand.live)))
    gone = set(hand.holdings[folded])
    hand = passive(hand)
    held = Counter(card for seat, cards in hand.holdings.items() if seat != folded for card in cards)
    assert not gone & set(held)
    assert max(held.values()) == 1
