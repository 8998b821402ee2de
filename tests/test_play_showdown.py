"""Showing and paying, rule by rule: SHD, POT, ODD, D-SD, D-OC."""

from oddchip import FixedLimit, HouseRules, NoLimit, cards_text
from scripted import drawing, kinds, nets, passive, play, round_is, sit

LIMIT = FixedLimit(2, 4)
ACES, KINGS, QUEENS, NOTHING = "AsAh9d7c2d", "KsKh9s7d3c", "QsQh9h7h3d", "Js8h6d4c2s"


def draw(*cards, stacks=200, game="five_card_draw", stakes=LIMIT, **house):
    return sit(game, stakes, cards, stacks=stacks, house=HouseRules.of(**house))


def shows(hand):
    return [(type(e).__name__, e.seat) for e in hand.events if type(e).__name__ in ("Shown", "Mucked")]


def awards(hand):
    return [(e.pot, e.seat, e.amount, e.way) for e in hand.events if type(e).__name__ == "Awarded"]


# --- showing ---------------------------------------------------------------------------------------------------------


def test_the_last_aggressor_shows_first_shd_1():
    hand = passive(draw(KINGS, ACES, QUEENS), round_is(1))
    hand = play(hand, "check, check, bet 4, call, call")
    assert shows(hand) == [("Shown", 2), ("Shown", 0), ("Shown", 1)]


def test_without_a_bet_the_first_to_act_shows_first_shd_2():
    hand = play(passive(draw(QUEENS, ACES, KINGS), round_is(1)), "check, check, check")
    assert shows(hand) == [("Shown", 0), ("Shown", 1), ("Mucked", 2)]


def test_in_stud_the_best_board_shows_first_shd_2():
    hand = passive(sit("seven_card_stud", FixedLimit(2, 4, ante=1), ("2s3hTsTdThQc", "2h3d4s5h7c8c", "2d3c6s9hAcAd")))
    assert shows(hand)[0] == ("Shown", 0)


def test_hands_are_turned_up_at_once_when_no_bet_can_come_shd_3():
    hand = sit("texas_holdem", NoLimit(blinds=(1, 2)), stacks=(50, 50), house=HouseRules.of(allin_faceup=True))
    hand = play(hand, "raise 50, call")
    names = kinds(hand)
    assert names.index("TurnedUp") < names.index("Laid")


def test_no_hand_is_turned_up_while_a_draw_or_declaration_is_to_come_shd_3():
    hand = sit("high_low_declare", LIMIT, stacks=(3, 3), house=HouseRules.of(allin_faceup=True))
    hand = play(hand, "bet 2, call")
    while not hand.over:
        assert "TurnedUp" not in kinds(hand)
        seat = min(hand.to_act)
        hand = hand.act(hand.offers[seat].actions()[0], seat)


def test_a_beaten_hand_is_mucked_in_its_turn_and_nobody_sees_it_shd_4():
    hand = play(passive(draw(ACES, KINGS), round_is(1)), "check, check")
    assert shows(hand) == [("Shown", 0), ("Mucked", 1)]
    assert set(hand.view(0).holdings[1]) == {-1}
    assert -1 not in hand.view(None).holdings[0]


def test_an_all_in_hand_is_shown_shd_4():
    hand = passive(draw(ACES, KINGS, stacks=(200, 2)))
    assert shows(hand) == [("Shown", 0), ("Shown", 1)]


def test_a_hand_that_wins_one_way_is_shown_shd_4_shd_5():
    hand = passive(draw("KsKhKd9c9d", "8h7d4s3c2d", "QsQh9h7h3d", game="california_high_low"))
    assert shows(hand) == [("Shown", 0), ("Shown", 1), ("Mucked", 2)]


def test_the_last_one_in_wins_unseen_shd_6_d_pa_1():
    hand = play(draw(NOTHING, ACES), "raise 4, fold")
    assert shows(hand) == []
    assert set(hand.view(0).holdings[1]) == {-1}


def test_side_pots_show_before_the_main_pot_shd_7():
    hand = passive(draw(ACES, KINGS, QUEENS, stacks=(2, 200, 200)))
    assert [seat for _, seat in shows(hand)] == [1, 2, 0]


# --- pots ------------------------------------------------------------------------------------------------------------


def test_layers_at_each_all_in_pot_1_pot_5():
    hand = draw(ACES, KINGS, QUEENS, stacks=(4, 8, 200), stakes=NoLimit(blinds=(1, 2)))
    hand = passive(play(hand, "raise 20, call, call"))
    assert awards(hand) == [(1, 1, 8, "whole"), (0, 0, 12, "whole")], "the last side pot first, the main pot last"
    assert nets(hand) == (8, 0, -8)


def test_folded_money_stays_in_the_layers_it_reached_pot_2():
    hand = draw(ACES, KINGS, QUEENS, stacks=(4, 200, 200), stakes=NoLimit(blinds=(1, 2)))
    hand = play(hand, "raise 10, call, call")
    hand = play(passive(hand, round_is(1)), "bet 5, fold")
    assert hand.over
    assert nets(hand) == (8, 2, -10)


def test_an_uncalled_top_goes_back_first_pot_3():
    hand = play(draw(ACES, KINGS, stacks=(4, 200), stakes=NoLimit(blinds=(1, 2))), "raise 50, call")
    assert hand.stacks[1] == 196
    assert hand.pot == 8


# --- odd chips -------------------------------------------------------------------------------------------------------

TIED = ("AsKd9c7c2d", "AdKs9h7d2c", "QsJh8d5c3d")


def test_the_odd_chip_goes_left_of_the_button_odd_1_d_oc_1():
    hand = draw(*TIED, stakes=FixedLimit(2, 4, blinds=(1, 2)))
    hand = passive(play(hand, "call, call, check"))
    assert nets(hand) == (1, 1, -2)
    hand = play(draw("QsJh8d5c3d", *TIED[:2], stakes=FixedLimit(2, 4, blinds=(1, 2))), "call, fold, check")
    assert nets(passive(hand)) == (-1, 1, 0), "of 5 the first left of the button has 3"


def test_odd_chips_of_three_ways_go_one_each_odd_6():
    cards = ("AsKd9c7c2d", "AdKs9h7d2c", "QsJh8d5c3d", "AhKc9s7h2h")
    hand = play(draw(*cards, stakes=NoLimit(blinds=(1, 2))), "raise 5, raise 11, call, call, fold")
    assert hand.pot == 38
    assert nets(passive(hand)) == (2, 2, -5, 1)


def test_the_odd_chip_of_the_pot_is_the_high_hands_odd_3_d_hl_4():
    cards = ("8h7d4s3c2d", "KsKhKd9c9d", "QsJh8d5c3d")
    hand = play(draw(*cards, game="california_high_low", stakes=FixedLimit(2, 4)), "call, call, check")
    hand = play(passive(hand, round_is(1)), "check, check, fold")
    low, high, _ = nets(hand)
    assert (low, high) == (1, 1)
    hand = sit("california_high_low", FixedLimit(2, 4), ("QsJh8d5c3d", cards[0], cards[1]))
    hand = passive(play(hand, "call, fold, check"))
    assert nets(hand) == (-1, 0, 1), "5 chips: 3 for high, 2 for low"


def test_hands_tied_both_ways_divide_the_whole_pot_once_odd_4():
    cards = ("8h7d4s3c2d", "8d7h4c3s2h", "QsJh9dTc5d")
    hand = passive(draw(*cards, game="california_high_low", stakes=FixedLimit(34, 68)), round_is(1))
    hand = play(hand, "check, check, fold")
    assert nets(hand) == (17, 17, -34), "102 chips are 51 each, not 52 and 50"


def test_no_smaller_chip_than_there_is_odd_5():
    hand = draw(*TIED, stakes=FixedLimit(10, 20, blinds=(5, 10), unit=5))
    hand = passive(play(hand, "fold, call, check"))
    assert nets(hand) == (0, 0, 0)
    hand = play(draw("QsJh8d5c3d", *TIED[:2], stakes=FixedLimit(10, 20, blinds=(5, 10), unit=5)), "call, fold, check")
    assert nets(passive(hand)) == (-5, 5, 0)


def test_what_won_is_said_in_words_and_cards():
    hand = play(passive(draw(ACES, KINGS), round_is(1)), "check, check")
    award = next(e for e in hand.events if type(e).__name__ == "Awarded")
    assert "aces" in award.words
    assert set(award.cards) == set(hand.holdings[0])
    assert cards_text(award.cards).startswith("A")


def test_draws_are_over_before_anybody_shows_shd_3():
    hand = passive(draw(ACES, KINGS, stacks=2), drawing)
    assert shows(hand) == []
