"""Situations that other engines got wrong, or that their users argued about, each played through."""

from random import Random

import pytest

from oddchip import (
    CALL,
    FOLD,
    CardError,
    FixedLimit,
    Hand,
    HouseRules,
    IllegalAction,
    NoLimit,
    PotLimit,
    RaiseTo,
    Seat,
    find_game,
    fixed,
    order,
    parse_cards,
    shuffled,
)
from oddchip.actions import Between, Exactly
from oddchip.cards import FRENCH
from oddchip.posts import Kind, Post
from oddchip.rankings import Ranking
from scripted import drawing, kinds, nets, passive, play, round_is, sit


def holdem(*stacks, blinds=(1, 2), cards=(), board="", ante=None, stakes=None, **house):
    return sit(
        "texas_holdem",
        stakes or NoLimit(blinds=blinds, ante=ante),
        cards,
        stacks=stacks,
        rows={"board": board},
        house=HouseRules.of(**house),
    )


# --- betting and reopening -------------------------------------------------------------------------------------------


def test_01_a_short_all_in_does_not_reopen_to_a_caller():
    hand = play(holdem(19, 200, 16, 200), "raise 16, call, raise 19, call")
    assert hand.turn == 3
    assert hand.offer.call == 3
    assert not hand.offer.raise_to
    assert hand.offer.fold is True


def test_02_the_least_raise_is_the_last_raise_not_what_covers_the_other():
    hand = play(holdem(200, 1000, blinds=(10, 20)), "raise 100, raise 180")
    assert hand.turn == 1
    assert hand.offer.call == 80
    assert hand.offer.raise_to.least == 260, "200 would cover the other"


def test_03_a_short_all_in_over_a_raise_leaves_a_call_and_no_raise():
    hand = holdem(928, 263, 930, 417, 775, 350, blinds=(2, 5))
    hand = play(hand, "fold, fold, raise 15, fold, fold, raise 109, call")
    assert hand.turn == 1
    hand = play(hand, "bet 55, raise 123, raise 154")
    assert hand.turn == 4
    assert hand.offer.call == 31
    assert not hand.offer.raise_to


def test_04_short_all_ins_that_together_make_a_raise_reopen():
    hand = passive(holdem(1000, 1000, 132, 172), round_is(1))
    hand = play(hand, "bet 100, call, raise 130, raise 170")
    assert hand.turn == 0
    assert not hand.offer.raise_to
    hand = passive(holdem(1000, 1000, 152, 202), round_is(1))
    hand = play(hand, "bet 100, call, raise 150, raise 200")
    assert hand.turn == 0
    assert hand.offer.raise_to.least == 300


def test_05_raises_are_measured_by_the_last_raise_not_by_the_pot():
    hand = passive(holdem(1000, 1000, blinds=(25, 50)), round_is(1))
    assert hand.pot == 100
    hand = play(hand, "bet 50")
    assert hand.offer.raise_to.least == 100
    with pytest.raises(IllegalAction):
        play(hand, "raise 60")


def test_06_a_stack_under_the_least_raise_may_still_go_all_in():
    hand = play(holdem(15, 200, 200), "raise 10")
    assert hand.offer.raise_to == Exactly(15)


def test_07_amounts_are_totals_and_the_error_says_so():
    hand = play(holdem(200, 200), "raise 6")
    with pytest.raises(IllegalAction, match="a bet or raise here must be to 10 to 200, not to 4"):
        hand.act(RaiseTo(4))


def test_08_facing_all_ones_chips_there_is_only_fold_and_call():
    hand = play(holdem(200, 40, 200), "raise 40, fold")
    assert hand.offer.actions() == (CALL, FOLD)


@pytest.mark.parametrize(
    ("stacks", "script", "reason"),
    [
        ((200, 200, 200), "raise 8, raise 12, raise 16", "the betting is capped"),
        ((9, 200, 200), "raise 8, raise 9, call", "you have acted, and only a full bet or raise lets you raise again"),
        ((200, 8), "raise 8", "nobody is left who could call"),
        ((200, 6), "call, raise 8", "calling takes all your chips"),
    ],
)
def test_09_why_can_i_not_raise(stacks, script, reason):
    hand = play(holdem(*stacks, stakes=FixedLimit(4, 8)), script)
    assert hand.offer.raise_to.reason == reason


def test_10_the_first_raise_of_pot_limit_counts_live_blinds():
    assert sit("omaha", PotLimit(blinds=(5, 10)), players=4).offer.raise_to.most == 35


def test_11_all_in_leaves_no_fraction_behind():
    hand = play(holdem(29, 200, blinds=(11, 22)), "call, raise 29")
    assert hand.stacks[0] == 0
    assert play(hand, "call").over


# --- blinds, antes, heads-up -----------------------------------------------------------------------------------------


def test_12_heads_up_the_button_is_the_small_blind_first_before_and_last_after():
    hand = holdem(200, 200)
    assert hand.turn == hand.button == 1
    assert passive(hand, round_is(1)).turn == 0


@pytest.mark.parametrize("position", [0, 2])
def test_13_one_blind_and_antes_the_first_to_act_is_left_of_the_blind(position):
    game = find_game("five_card_draw")
    posts = [Post(i, Kind.ANTE, 1, False) for i in range(3)] + [Post(position, Kind.BIG_BLIND, 2, True)]
    seats = [Seat(i, 100) for i in range(3)]
    hand = Hand.start(game, NoLimit(blinds=(1, 2), ante=1), seats, 2, fixed(range(52)), posts=posts)
    assert hand.turn == (position + 1) % 3
    assert hand.pot == 5


def test_14_antes_are_in_the_pot_and_no_part_of_a_raise():
    hand = holdem(100, 100, 100, blinds=(5, 10), ante=20)
    assert hand.pot == 75
    assert play(hand, "raise 20").stacks[2] == 100 - 20 - 20


def test_14_an_ante_that_is_too_much_is_all_in():
    hand = holdem(100, 100, 19, blinds=(5, 10), ante=20)
    assert hand.stacks[2] == 0
    assert passive(hand).over


def test_15_a_short_big_blind_posts_what_he_has_and_gets_no_option():
    hand = holdem(200, 1, 200)
    assert hand.stacks[1] == 0
    hand = play(hand, "call, call")
    assert 1 not in hand.to_act
    assert hand.round_number == 1


def test_16_the_small_blind_counts_toward_an_all_in_raise():
    hand = play(holdem(20, 200, 200), "call, raise 20")
    assert hand.state.bets[0] == 20
    assert hand.stacks[0] == 0


# --- pots and odd chips ----------------------------------------------------------------------------------------------


def test_17_the_payout_does_not_depend_on_who_mucks():
    cards = ("QhTs", "8h2s", "AsKh", "4s6d", "Ah6c", "TcQd", "4dQc")
    stacks = (76, 181, 300, 117, 5, 66, 27)
    found = []
    for muck in (True, False):
        hand = holdem(*stacks, cards=cards, board="7c2hTdKcQs", ante=1, auto_muck=muck)
        hand = play(hand, "raise 114, raise 116, fold, call, call, call, call, fold")
        found.append(nets(passive(hand)))
    assert found[0] == found[1]
    assert sum(found[0]) == 0


def test_18_the_shortest_wins_the_main_pot_and_two_tie_for_the_side_pots():
    cards = ("AsAh", "KsQd", "KdQs", "3c4c")
    hand = holdem(10, 30, 30, 20, cards=cards, board="2s7d9hJc8s")
    hand = passive(play(hand, "raise 30, call, call, call"))
    assert nets(hand) == (30, -5, -5, -20), "40 to the aces; 30 and 20 in two side pots to the tied hands"


def test_19_layers_with_the_same_claimants_are_one_pot_and_none_is_empty():
    hand = holdem(10, 32, 1, 1, 1163, 143)
    hand = play(hand, "call, call, raise 143, call, call, call")
    while not hand.over:
        assert all(chips for chips, _ in hand.pots)
        claimants = [seats for _, seats in hand.pots]
        assert len(set(claimants)) == len(claimants)
        hand = hand.act(hand.offer.actions()[0])
    assert sum(nets(hand)) == 0


def test_20_sums_are_zero_whatever_the_stacks():
    for seed in range(40):
        rng = Random(seed)
        stacks = [rng.randint(1, 60) for _ in range(rng.randint(2, 9))]
        hand = holdem(*stacks)
        while not hand.over:
            hand = hand.act(rng.choice(hand.offer.actions()))
        assert sum(nets(hand)) == 0


def test_21_a_side_pot_both_give_up_goes_to_who_is_left():
    hand = passive(holdem(2, 200, 200), round_is(1))
    hand = play(hand, "bet 10, call")
    assert hand.pots[-1] == (20, (1, 2))
    hand = play(hand, "fold")
    assert nets(passive(hand))[2] >= 8, "the last in the side pot has it"


def test_22_all_fold_to_an_all_in_and_the_uncalled_part_is_no_win():
    hand = play(holdem(200, 200, 200), "raise 200, fold, fold")
    assert nets(hand) == (-1, -2, 3)
    awarded = [e.amount for e in hand.events if type(e).__name__ == "Awarded"]
    assert awarded == [5]
    assert [e.amount for e in hand.events if type(e).__name__ == "Returned"] == [198]


def test_22_a_call_for_less_is_a_call():
    hand = play(holdem(50, 200), "raise 100, call")
    assert [kind for kind in kinds(hand) if kind in ("Raised", "Called")] == ["Raised", "Called"]


def test_23_the_odd_chip_goes_left_of_the_button():
    cards = ("AsKd", "2c7h", "AdKs")
    hand = play(holdem(200, 200, 200, cards=cards, board="QhJd9s5c4c"), "raise 5, call, call")
    hand = passive(play(hand, "bet 2, fold, call"))
    assert nets(hand) == (3, -5, 2), "19 chips are 10 and 9"


def test_24_with_one_stack_left_cards_run_out_and_with_two_betting_goes_on():
    hand = play(sit("five_card_draw", NoLimit(blinds=(1, 2)), stacks=(100, 300)), "raise 100, call")
    assert drawing(hand)
    assert play(hand, "pat, pat").over
    hand = play(sit("five_card_draw", NoLimit(blinds=(1, 2)), stacks=(300, 300, 100)), "raise 100, call, call")
    hand = play(hand, "pat, pat, pat")
    assert hand.to_act == {0}


# --- deck and draws --------------------------------------------------------------------------------------------------


def test_25_eight_seats_draw_five_each_and_all_in_seats_too():
    seats = [Seat(i, 2) for i in range(8)]
    hand = Hand.start(find_game("five_card_draw"), FixedLimit(2, 4), seats, 7, shuffled(Random(8)))
    hand = passive(hand, drawing)
    count = 0
    while drawing(hand):
        assert "Shown" not in kinds(hand)
        hand = hand.act(hand.offer.actions()[-1])
        count += 1
    assert count == 8
    assert hand.over


def test_26_a_deck_with_a_card_twice_is_refused():
    with pytest.raises(CardError, match="there twice"):
        parse_cards("As As")


def test_26_folded_cards_are_not_dealt_again_while_the_stub_lasts():
    hand = Hand.start(find_game("badugi"), FixedLimit(2, 4), [Seat(i, 99) for i in range(4)], 3, shuffled(Random(4)))
    folded = set(hand.holdings[hand.turn])
    hand = passive(play(hand, "fold"))
    assert not folded & {card for seat in hand.live for card in hand.holdings[seat]}


def test_27_the_wheel_of_deuce_to_seven_is_ace_high():
    low = order(Ranking.DEUCE_TO_SEVEN_LOW, FRENCH)

    def value(text):
        return low.value(parse_cards(text))

    assert value("Kc5d4h3s2c") > value("As5d4h3s2c") > value("2s2d4h3s5c")


def test_28_without_a_low_the_high_hand_has_all():
    cards = ("KsKhKd9h9c7d5c", "QsQhQd8h8c7s5h")
    hand = sit("stud_eight", FixedLimit(2, 4, ante=1), cards)
    assert nets(passive(hand)) == (2, -2)


# --- what was asked for ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["five_card_draw", "seven_card_stud", "razz"])
def test_29_draw_stud_and_razz_are_played(name):
    assert passive(sit(name, FixedLimit(2, 4), players=4)).over


def test_30_needless_folds_are_an_option():
    assert passive(holdem(200, 200), round_is(1)).offer.fold is True
    assert not passive(holdem(200, 200, fold_unforced="forbidden"), round_is(1)).offer.fold


def test_31_what_is_to_be_done_next_is_one_list():
    hand = holdem(200, 200)
    while not hand.over:
        assert list(hand.offers) == sorted(hand.to_act)
        for action in hand.offer.actions():
            assert hand.act(action) != hand
        hand = hand.act(hand.offer.actions()[0])


def test_32_each_hand_has_its_own_random_stream_and_a_refusal_changes_nothing():
    def dealt(seed):
        return Hand.start(find_game("badugi"), FixedLimit(2, 4), [Seat(0, 99), Seat(1, 99)], 0, shuffled(Random(seed)))

    alone = passive(dealt(1))
    first, second = dealt(1), dealt(2)
    while not first.over:  # interleaved
        first = passive(first, lambda now, then=first: now != then)
        second = second if second.over else passive(second, lambda now, then=second: now != then)
    assert first == alone
    hand = dealt(3)
    log = hand.log
    with pytest.raises(IllegalAction):
        play(hand, "raise 1000")
    assert hand.log == log
    assert hand == dealt(3)


def test_33_whatever_is_offered_is_legal_and_nothing_else():
    hand = passive(holdem(200, 200), round_is(1))
    offer = hand.offer.raise_to
    assert offer == Between(2, 198)
    assert hand.act(RaiseTo(2)) != hand.act(RaiseTo(198))
    for amount in (1, 199):
        with pytest.raises(IllegalAction):
            hand.act(RaiseTo(amount))


def test_34_seventh_street_of_an_all_in_stud_hand_is_in_its_log():
    hand = passive(sit("razz", FixedLimit(2, 4, ante=1), stacks=(3, 3, 3)))
    assert kinds(hand).count("Dealt") == 6
    assert {len(cards) for cards in hand.holdings.values()} == {7}
    assert hand.replayed() == hand.state


def test_35_no_chip_leaves_the_table():
    hand = play(holdem(200, 200), "raise 10, call")
    assert sum(passive(hand).stacks.values()) == 400
