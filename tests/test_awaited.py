"""Dealers who are waited for: the hand stands still, nobody is asked, and it comes out as with any other dealer."""

from random import Random

import pytest

from oddchip import (
    CALL,
    PAT,
    Discard,
    FixedLimit,
    Hand,
    HouseRules,
    IllegalAction,
    OddchipError,
    Seat,
    SetupError,
    awaited,
    find_game,
    fixed,
    parse_cards,
    shuffled,
)
from oddchip.actions import DrawOffer
from oddchip.history.record import Record
from oddchip.history.replay import replay
from oddchip.table import Act, DealOn, Leave, Pause, Resume, SitOut, StartHand, Table, TimeOut, VoidHand
from oddchip.table.plain import command_of, plain_command
from tables import check, do, stay
from tables import table as table_of

GAMES = ("five_card_draw", "deuce_to_seven_triple_draw", "badugi", "stud_eight")


def start(game, n, dealer, house=None):
    seats = [Seat(i, 200) for i in range(n)]
    return Hand.start(find_game(game), FixedLimit(2, 4), seats, n - 1, dealer, house=house or HouseRules())


def everything(hand):
    """Everybody stays in and throws all he may."""
    offer = hand.offer
    if isinstance(offer, DrawOffer):
        return hand.act(Discard(hand.holdings[hand.turn][: offer.most]))
    return hand.act(stay(offer))


def stopped(game="five_card_draw", n=8, seed=1, house=None):
    """A hand whose pack has run out, and the answers that its twin was given."""
    twin = start(game, n, shuffled(Random(seed)), house)
    hand = start(game, n, awaited(twin.dealing[0]), house)
    while not hand.awaits:
        twin, hand = everything(twin), everything(hand)
    return hand, twin


@pytest.mark.parametrize("order", ["sequential", "announce_first"])
@pytest.mark.parametrize("mode", ["deplete_first", "mix_remaining", "reserve_bottom", "folded_first"])
@pytest.mark.parametrize(("game", "n"), [("five_card_draw", 8), ("deuce_to_seven_triple_draw", 7), ("badugi", 9)])
def test_a_hand_that_waits_comes_out_like_one_that_is_dealt_on_d_rs_5(game, n, mode, order):
    house = HouseRules.of(reshuffle=mode, draw_order=order)
    twin = start(game, n, shuffled(Random(n)), house)
    while not twin.over:
        twin = everything(twin)
    pack, answers = twin.dealing
    hand, waited = start(game, n, awaited(pack), house), 0
    while not hand.over:
        if hand.awaits:
            seen = [hand.view(seat).state.log for seat in (None, *hand.seats)]
            hand = hand.dealt(answers[waited])
            after = [hand.view(seat).state.log for seat in (None, *hand.seats)]
            assert all(now[: len(then)] == then for then, now in zip(seen, after, strict=True))
            waited += 1
        else:
            hand = everything(hand)
    assert waited == len(answers) >= 1
    assert (hand.log, hand.stacks, hand.dealing) == (twin.log, twin.stacks, twin.dealing)
    again = start(game, n, fixed(*hand.dealing), house)
    assert again.dealing[0] == pack


def test_stud_waits_when_burned_cards_are_scrambled_s8_16():
    twin = start("stud_eight", 8, shuffled(Random(4)))
    while not twin.over:
        twin = everything(twin)
    hand = start("stud_eight", 8, awaited(twin.dealing[0]))
    while not hand.over and not hand.awaits:
        hand = everything(hand)
    if hand.awaits:
        hand = hand.dealt(twin.dealing[1][0])
        assert hand.to_act
    while not hand.over:
        hand = everything(hand)
    assert hand.log == twin.log


def test_while_cards_are_awaited_nobody_is_asked_and_everybody_may_know_it():
    hand, twin = stopped()
    assert (hand.to_act, hand.turn, hand.offer, hand.offers) == (frozenset(), None, None, {})
    assert not hand.over
    assert hand.result is None
    assert "awaited" in repr(hand)
    assert twin.awaits is None
    for seat in (None, *hand.seats):
        view = hand.view(seat)
        assert view.waits
        assert not view.to_act
        assert view.offer is None
        assert not twin.view(seat).waits
    assert hand.awaits.whole
    assert set(hand.awaits.eligible) == set(twin.dealing[1][0])
    for seat in hand.seats:
        with pytest.raises(IllegalAction, match="cards are to be dealt first"):
            hand.act(PAT, seat)
    with pytest.raises(IllegalAction, match="cards are to be dealt first"):
        hand.act(CALL)


def test_only_the_cards_that_are_awaited_can_be_dealt():
    hand, twin = stopped()
    cards = twin.dealing[1][0]
    for wrong in ((), cards[1:], (*cards[1:], cards[1]), (*cards[1:], hand.holdings[7][0])):
        with pytest.raises(IllegalAction, match=r"shuffle orders all|eligible, each once"):
            hand.dealt(wrong)
    assert hand.awaits
    after = hand.dealt(cards)
    assert after == twin
    with pytest.raises(IllegalAction, match="no cards are awaited"):
        after.dealt(cards)
    assert hand.awaits, "the hand before is a value like any other"


def test_an_awaited_pack_is_in_order_and_names_different_cards_of_the_deck():
    with pytest.raises(SetupError, match="different cards"):
        start("five_card_draw", 2, awaited(2 * parse_cards("As")))
    assert start("badugi", 2, awaited(find_game("badugi").deck.cards)).holdings


def test_hands_that_wait_are_replayed_from_their_events_and_their_record():

    hand, twin = stopped()
    hand = hand.dealt(twin.dealing[1][0])
    while not hand.over:
        hand = everything(hand) if not hand.awaits else hand.dealt(sorted(hand.awaits.eligible))
    assert hand.replayed() == hand.state
    assert replay(Record.of(hand)).log == hand.log


# --- at the table ----------------------------------------------------------------------------------------------------


def standing(players=8, **house):
    """A table whose hand awaits cards, and the cards."""
    made = table_of("five_card_draw", players=players, size=8, **house)
    twin = do(made, StartHand(shuffled(Random(1))))
    made = do(made, StartHand(awaited(twin.hand.dealing[0])))
    while not made.hand.awaits:
        seat, offer = next(iter(made.offers.items()))
        action = stay(offer)
        if isinstance(offer, DrawOffer):
            action = Discard(made.hand.holdings[seat][: offer.most])
        made, twin = (do(each, Act(seat, action), now=5) for each in (made, twin))
    return made, twin, twin.hand.dealing[1][0]


def test_no_clock_runs_while_a_table_waits_and_it_begins_anew_tim_1():
    made, twin, cards = standing(clock_seconds=30)
    assert made.clocks == ()
    assert made.decisions == {}
    late = do(made, TimeOut(), now=4000)
    assert late.hand is made.hand
    on = do(made, DealOn(cards), now=4000)
    assert [clock.deadline for clock in on.clocks] == [4030]
    assert on.hand == twin.hand


def test_a_table_that_waits_is_paused_left_and_made_void_like_any_other():
    made, _, cards = standing()
    with pytest.raises(OddchipError, match="paused"):
        do(made, Pause(), DealOn(cards))
    assert do(made, Pause(), Resume(), DealOn(cards)).hand == do(made, DealOn(cards)).hand
    gone = do(made, Leave(7), SitOut(6, now=True))
    assert gone.hand is made.hand, "who is gone acts when he is asked"
    gone = do(gone, DealOn(cards))
    assert 7 not in gone.hand.to_act
    assert not do(made, VoidHand("the pack was wet")).playing
    with pytest.raises(IllegalAction, match="no cards are awaited"):
        do(do(made, DealOn(cards)), DealOn(cards))
    with pytest.raises(IllegalAction, match="no hand is being played"):
        Table.open(2).do(DealOn(cards))


def test_a_table_that_waits_is_taken_up_again_from_state_and_hand():
    made, _, cards = standing()
    again = Table.at(made.state, made.hand)
    assert check(again.do(DealOn(cards))).hand == do(made, DealOn(cards)).hand
    assert command_of(plain_command(DealOn(cards))) == DealOn(cards)
