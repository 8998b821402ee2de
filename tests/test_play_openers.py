"""Opening the pot, proving openers, passed-out deals, rule by rule: D-JP, D-PO, D-JO, D-JB, D-GD."""

import pytest

from oddchip import Carry, FixedLimit, Hand, HouseRules, IllegalAction, Seat, cards_text, find_game, fixed
from scripted import drawing, kinds, nets, passive, play, round_is, sit

LIMIT = FixedLimit(2, 4)
JACKS, NOTHING, TENS, TRIPS = "JcJd9h7s2c", "KsQh9d7c2d", "TsTh8d6c3d", "6s6h6dAc3h"


def jackpots(*cards, game="gardena_jackpots", stacks=200, carry=None, **house):
    return sit(game, LIMIT, cards, stacks=stacks, carry=carry, house=HouseRules.of(**house))


def shown(hand):
    return [(cards_text(e.cards), e.proved) for e in hand.events if type(e).__name__ == "OpenersShown"]


@pytest.mark.parametrize(
    ("cards", "opens"),
    [
        (JACKS, True),
        (TENS, False),
        ("2s2h3c3d4h", True),
        ("JsX1Th4d2c", False),
        ("AsX1Th4d2c", True),
        ("9s8h7d5cX1", True),
    ],
)
def test_what_opens_d_jp_1(cards, opens):
    offer = jackpots(cards, NOTHING).offer
    assert bool(offer.raise_to) is opens
    assert opens or offer.raise_to.reason == "opening takes a pair of jacks or better"


def test_once_it_is_open_anybody_calls_and_raises_d_jp_2():
    hand = play(jackpots(NOTHING, JACKS, TENS), "check, bet 2, call")
    assert hand.turn == 0
    hand = play(hand, "raise 4")
    assert hand.offer.call == 2


def test_the_opener_proves_with_as_few_cards_as_it_takes_when_all_fold_d_jp_3():
    hand = play(jackpots(JACKS, NOTHING), "bet 2, fold")
    assert shown(hand) == [("Jc Jd", True)]
    assert nets(hand) == (1, -1)


def test_the_opener_who_wins_a_showdown_proves_and_one_who_loses_shows_nothing_d_jp_3():
    won = play(jackpots(JACKS, TENS), "bet 2, call, pat, pat, check, check")
    assert shown(won) == [("Jc Jd", True)]
    assert shown(play(jackpots(JACKS, TRIPS), "bet 2, call, pat, pat, check, check")) == []


def test_broken_openers_are_proved_from_the_discards_d_jp_4():
    hand = jackpots("JcJd9c8c3c 5c", NOTHING)
    hand = play(hand, "bet 2, call, draw Jd, pat, check, check")
    assert shown(hand) == [("Jc Jd", True)]


def test_keeping_ace_and_joker_breaks_nothing_d_jp_4():
    hand = play(jackpots("AcX19h7s2h", NOTHING, announce_split=True), "bet 2, call, draw 9h 7s 2h")
    assert "OpenersSplit" not in kinds(hand)
    hand = play(jackpots("AcX19h7s2h", NOTHING, announce_split=True), "bet 2, call, draw Ac")
    assert "OpenersSplit" in kinds(hand)


def test_the_openers_discards_stay_out_of_a_reshuffle_while_others_suffice_d_jp_4():
    hand = sit("gardena_jackpots", LIMIT, (JACKS,), players=8)
    hand = passive(play(hand, "bet 2"), drawing)
    hand = play(hand, "draw 9h 7s 2c")
    while drawing(hand):
        hand = hand.act(hand.offer.actions()[-1])
    assert "Reshuffled" in kinds(hand)
    out = {card for seat, cards in hand.holdings.items() for card in cards if seat}
    assert not out & set(find_game("gardena_jackpots").deck.parse("9h 7s 2c"))


def test_false_openers_are_refused_d_jp_5():
    with pytest.raises(IllegalAction, match="opening takes a pair of jacks or better"):
        play(jackpots(NOTHING, JACKS), "bet 2")


def test_a_false_opener_whom_all_fold_to_leaves_his_chips_d_jp_5():
    hand = play(jackpots(NOTHING, JACKS, TENS, enforce_openers="honor"), "bet 2, raise 4, fold, raise 6, fold")
    assert shown(hand) == [("Ks Qh 9d 7c 2d", False)]
    assert nets(hand) == (-7, -1, -1), "bets of the others return, antes and all his chips stay"
    assert hand.carry.amount == 9
    assert hand.carry.eligible == {0, 1, 2}


def test_the_requirement_rises_with_each_passed_out_deal_d_jp_6():
    hand = play(jackpots(JACKS, TENS, game="progressive(gardena_jackpots)"), "check, check")
    again = jackpots(JACKS, "QcQd9s8s7h", game="progressive(gardena_jackpots)", carry=hand.carry)
    assert again.offer.raise_to.reason == "opening takes a pair of queens or better"
    assert play(again, "check").offer.raise_to
    won = play(again, "check, bet 2, fold")
    assert won.carry is None


def test_a_raise_is_not_an_opening_d_jp_8():
    hand = play(jackpots(JACKS, TRIPS), "bet 2, raise 4, call")
    assert hand.state.opener == 0
    assert hand.state.plan.ops[1].size == 2


# --- passed out ------------------------------------------------------------------------------------------------------


def test_a_passed_out_pot_stays_for_all_and_shows_no_hand_d_po_1():
    hand = play(jackpots(TENS, NOTHING, "8s8h6s5d4h"), "check, check, check")
    assert hand.over
    assert kinds(hand)[-2:] == ["Carried", "Ended"]
    assert not {"Shown", "Mucked"} & set(kinds(hand))
    assert hand.carry == Carry(((3, (0, 1, 2)),), 1, 1, "passed out")


def test_everyone_antes_again_into_the_carried_pot_d_po_1():
    carry = play(jackpots(TENS, NOTHING), "check, check").carry
    again = jackpots(JACKS, NOTHING, carry=carry)
    assert again.pot == 4
    assert nets(play(again, "bet 2, fold")) == (3, -1)


def test_who_cannot_ante_contests_what_he_matched_d_po_3():
    carry = Carry(((3, (0, 1, 2)),), 1, 1, "passed out")
    hand = jackpots(TRIPS, JACKS, TENS, stacks=(0, 200, 200), carry=carry)
    assert 0 in hand.live
    assert hand.pots == ((3, (0, 1, 2)), (2, (1, 2)))
    hand = passive(play(hand, "0: check, bet 2, call"))
    assert nets(hand) == (3, 3, -3), "the carried pot is his, the side pot goes to jacks"


def test_an_all_in_player_may_declare_it_open_and_callers_put_in_the_bet_d_po_4():
    hand = jackpots(JACKS, NOTHING, TENS, stacks=(1, 200, 200))
    assert hand.offers[0].declare_open is True
    hand = play(hand, "declare_open")
    assert hand.offer.call == 2
    hand = play(hand, "call, call")
    assert hand.pots == ((3, (0, 1, 2)), (4, (1, 2)))


def test_an_all_in_player_without_openers_may_not_d_po_4():
    hand = jackpots(NOTHING, JACKS, TENS, stacks=(1, 200, 200))
    assert hand.offers[0].declare_open.reason == "opening takes a pair of jacks or better"


def test_a_deal_in_which_fewer_than_two_could_bet_is_played_d_po_9():
    hand = passive(jackpots(TENS, NOTHING, stacks=(1, 200)))
    assert hand.carry is None
    assert hand.over
    assert nets(hand) == (1, -1)


# --- Johnson and its kin ---------------------------------------------------------------------------------------------


def test_the_seeds_first_hand_of_johnson_d_jo_s1():
    """Bob checks and re-raises, Carol opens; after the draw Bob, left of the dealer, bets first."""
    stakes = FixedLimit(1, 2, ante=0)
    hand = sit("johnson", stakes, ("KcKd5s4s2s", "9c9d8s7s3s", "6c5c4c3d2d", "AcAd7h7d2h 7c"))
    hand = play(hand, "check, bet 1, fold, call, raise 2, call, call")
    assert hand.turn == 0


def test_checked_around_it_is_lowball_with_the_same_cards_and_pot_d_jo_3():
    hand = jackpots("KcKd9h7s2h", "6s5h4d3c2c", game="johnson")
    before = hand.holdings
    hand = play(hand, "check, check")
    assert kinds(hand)[-2:] == ["RulesChanged", "Began"]
    assert (hand.holdings, hand.pot, hand.turn) == (before, 2, 0)
    hand = play(hand, "bet 2, call, pat, pat, check, bet 4, call")
    assert nets(hand) == (-7, 7)


def test_check_and_raise_in_round_one_of_johnson_d_jo_2():
    hand = play(jackpots(NOTHING, TENS, game="johnson"), "check, bet 2, raise 4")
    assert hand.offer.raise_to


def test_checked_around_twice_it_is_passed_out_d_jo_4():
    hand = play(jackpots(NOTHING, TENS, game="johnson"), "check, check, check, check")
    assert hand.carry.reason == "passed out"
    assert kinds(hand).count("Posted") == 2
    again = jackpots(NOTHING, TENS, game="johnson", carry=hand.carry)
    assert again.state.rules == 0, "the next deal begins high"


def test_a_seven_must_bet_once_it_is_lowball_d_jo_3():
    hand = play(jackpots("7s5h4d3c2c", "8s5s4c3h2d", game="johnson"), "check, check, bet 2, call, pat, pat")
    hand = play(hand, "check, bet 4, call")
    assert nets(hand)[0] == 1 + 2, "what went in after the check goes back"


def test_jacks_back_takes_jacks_for_high_and_nothing_for_low_d_jb_1():
    hand = jackpots(TENS, NOTHING, game="jacks_back")
    assert not hand.offer.raise_to
    hand = play(hand, "check, check")
    assert hand.offer.raise_to
    hand = play(hand, "bet 2, fold")
    assert shown(hand) == [], "low openers need no proof"


def test_guts_to_open_takes_nothing_d_gd_1():
    assert sit("five_card_draw", LIMIT, (NOTHING, "8h6h4h3h2s")).offer.raise_to
    assert sit("ante_draw", LIMIT, (NOTHING, "8h6h4h3h2s")).offer.raise_to


def test_the_openers_proof_reaches_nobody_before_it_is_shown():
    hand = play(jackpots("JcJd9c8c3c 5c", NOTHING), "bet 2, call, draw Jd")
    assert set(hand.view(1).holdings[0]) == {-1}
    assert hand.view(1).state.thrown[0] == ((-1,),)


def test_no_seat_is_told_that_another_may_open():
    for cards in (JACKS, NOTHING):
        hand = jackpots(cards, TENS)
        assert hand.view(1).offer is None
        assert hand.view(None).offer is None
    views = [jackpots(cards, TENS).view(1) for cards in ("JcJd9h7s2c", "JcTd9h7s2c")]
    assert views[0].state == views[1].state


def test_seats_are_table_seats_in_what_a_carry_says():
    game = find_game("ante_draw")
    hand = Hand.start(game, LIMIT, (Seat(3, 50), Seat(7, 50)), 5, fixed(range(52)))
    assert play(hand, "check, check").carry.pots == ((2, (7, 3)),)


def test_round_one_of_an_ante_game_may_be_checked_d_bt_1():
    hand = sit("high_low_declare", LIMIT, players=3)
    assert hand.turn == 0
    assert hand.offer.check is True
    assert passive(hand, round_is(1)).turn == 0
