"""Words for people, whoever shows them: doubts, side pots, cards as spans of their own."""

from random import Random

import pytest

from contract_play import choose
from oddchip import FixedLimit, Hand, NoLimit, OddchipError, Seat, find_game, shuffled
from oddchip.actions import CALL, CHECK, FOLD, PAT, DeclareWay, Discard, RaiseTo, Way
from oddchip.telling import CardTexts, Teller, doubt, plainly, side_pots
from scripted import passive, play, sit

TWO_FOUR = FixedLimit(2, 4)


def test_a_fold_is_doubted_only_where_checking_is_free():
    hand = sit("johnson", TWO_FOUR, ["As Kd 9c 7h 5s", "2s 3d 4c 8h Ts"])
    assert doubt(hand, 0, FOLD) == "You may check for nothing."
    assert doubt(hand, 0, CHECK) is None
    hand = hand.act(RaiseTo(2))
    assert doubt(hand, 1, FOLD) is None
    assert doubt(hand, 1, CALL) is None


def test_a_checked_seven_is_doubted_from_the_seats_own_view_d_cl_3():
    hand = sit("california_lowball", TWO_FOUR, ["7s 5d 4c 3h 2s", "8c 5s 4d 3s 2h"])
    hand = passive(hand, lambda hand: hand.round_number == 1)
    doubts = {seat: doubt(hand.view(seat), seat, CHECK) for seat in (0, 1)}
    assert "seven or better" in doubts[0]
    assert doubts[1] is None


def test_breaking_openers_is_doubted_d_jp_4():
    hand = sit("gardena_jackpots", TWO_FOUR, ["Js Jd 9c 8h 7s", "2s 3d 4c 6h Ts"])
    hand = play(hand, "raise 2", "call")
    jack, seven = hand.game.deck.parse("Js"), hand.game.deck.parse("7s")
    assert "breaks your openers" in doubt(hand, 0, Discard(jack))
    assert doubt(hand, 0, Discard(seven)) is None
    assert doubt(hand, 0, PAT) is None


def test_both_ways_are_doubted_with_half_a_hand_d_dc_4():
    def declaring(cards):
        hand = sit("high_low_declare", TWO_FOUR, [cards, "2s 3d 4c 8h Ts"])
        return passive(hand, lambda hand: hand.turn is None).view(0)

    assert "pair of kings with 9-7-5 for high" in doubt(declaring("Ks Kd 9c 7h 5s"), 0, DeclareWay(Way.BOTH))
    assert doubt(declaring("As 2d 3c 4h 5s"), 0, DeclareWay(Way.BOTH)) is None
    assert doubt(declaring("Ks Kd 9c 7h 5s"), 0, DeclareWay(Way.HIGH)) is None


def test_a_doubt_is_not_worked_out_from_anothers_view():
    hand = sit("johnson", TWO_FOUR, ["As Kd 9c 7h 5s", "2s 3d 4c 8h Ts"])
    with pytest.raises(OddchipError, match="its own view"):
        doubt(hand.view(1), 0, FOLD)


def test_side_pots_are_merged_as_players_count_them_pot_1():
    hand = sit("five_card_draw", NoLimit(blinds=(1, 2)), players=3, stacks=(200, 10, 200))
    assert len(side_pots(hand)) == 1
    hand = play(hand, "raise 20", "call", "call")
    assert side_pots(hand) == side_pots(hand.view(None)) == [(30, (0, 1, 2)), (20, (0, 2))]


def test_cards_are_spans_for_who_draws_them_himself():
    hand = sit("badugi", TWO_FOUR, ["As Kd 9c 7h", "2s 3d 4c 8h"])
    names = {0: "Ada", 1: "Bo"}
    teller = Teller(hand.plan, hand.seats, names, {0: 200, 1: 200}, CardTexts(hand.plan.deck), 0)
    lines = teller.tell(hand.view(0).events)
    dealt = next(line for line in lines if plainly(line).startswith("You are dealt"))
    assert [span for span in dealt if isinstance(span, tuple)] == [(text, "card") for text in ("As", "Kd", "9c", "7h")]
    assert not any("2s" in plainly(line) for line in lines)


def merged_layers(hand):
    """The pots layer by layer, those that nobody all-in is shut out of made one."""
    found, stacks = [], hand.stacks
    for chips, seats in hand.pots:
        if found and not any(seat in found[-1][1] and seat not in seats and not stacks[seat] for seat in hand.live):
            found[-1] = found[-1][0] + chips, found[-1][1]
        else:
            found.append((chips, seats))
    return found


def test_side_pots_are_the_layers_between_all_ins_pot_1():
    rng, several = Random(5), 0
    for name in ("texas_holdem", "johnson", "stud_eight", "badugi") * 12:
        seats = tuple(Seat(i, rng.choice((3, 9, 60))) for i in range(4))
        hand = Hand.start(find_game(name), FixedLimit(2, 4), seats, 3, shuffled(rng))
        while not hand.over:
            assert side_pots(hand) == merged_layers(hand), hand
            several += len(hand.pots) > 1
            hand = hand.act(choose(rng, hand.offers[hand.turn]), hand.turn)
    assert several > 50
