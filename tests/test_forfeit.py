"""CP-8: who does not choose in time loses his stake; if neither chooses, stakes go back."""

from random import Random

import pytest

from oddchip import FixedLimit, Hand, HouseRules, IllegalAction, Seat, Stake, find_game, shuffled
from oddchip.dealers import awaited
from oddchip.events import Forfeited, Voided
from oddchip.table import Forfeit, Leave, SetGame, Sit, StartHand, Table
from oddchip.table.plain import command_of, plain_command


def california(stacks=(50, 40)):
    seats = [Seat(n, chips) for n, chips in enumerate(stacks)]
    return Hand.start(find_game("california_poker"), Stake(10), seats, 0, shuffled(Random(1)))


@pytest.mark.parametrize("late", [0, 1])
def test_the_one_who_did_not_choose_pays_the_other_cp_8(late):
    hand = california()
    hand = hand.act(hand.offers[1 - late].actions()[0], 1 - late).forfeit(late)
    assert hand.over
    assert hand.result.net == {late: -10, 1 - late: 10}
    assert [event.seat for event in hand.events if isinstance(event, Forfeited)] == [late]
    assert hand.replayed() == hand.state


def test_neither_chose_and_the_hand_is_void_cp_8():
    hand = california().forfeit(0, 1)
    assert hand.result.net == {0: 0, 1: 0}
    assert {(event.seat, event.amount) for event in hand.events if isinstance(event, Voided)} == {(0, 10), (1, 10)}
    assert hand.replayed() == hand.state


def test_a_short_stake_wins_no_more_than_it_matched_cp_8():
    hand = california((50, 4))
    hand = hand.act(hand.offers[1].actions()[0], 1).forfeit(0)
    assert hand.result.net == {0: -4, 1: 4}


def test_who_breaks_off_a_deal_between_two_forfeits_before_there_are_cards_cp_8():
    seats = [Seat(0, 50), Seat(1, 40)]
    hand = Hand.start(find_game("california_poker"), Stake(10), seats, 0, awaited(()))
    assert (hand.pot, hand.to_act, hand.awaits.count) == (20, frozenset(), 16)
    assert hand.forfeit(1).result.net == {0: 10, 1: -10}
    assert hand.forfeit(0, 1).result.net == {0: 0, 1: 0}
    assert hand.forfeit(1).replayed() == hand.forfeit(1).state
    assert not any(hand.forfeit(1).state.hands)


def test_a_hand_kept_apart_has_no_clock_and_nobody_acts_for_who_goes_cp_8():
    game, stake = find_game("california_poker"), Stake(10)
    table = Table.open(2, HouseRules.of(clock_seconds=30)).do(SetGame(game, stake)).do(Sit(0, "Ada", 50), 0)
    table = table.do(Sit(1, "Ben", 40), 0)
    assert table.do(StartHand(shuffled(Random(1))), 1).clocks
    apart = table.do(StartHand(shuffled(Random(1)), apart=True), 1)
    assert not apart.clocks
    gone = apart.do(Leave(1), 2)
    assert gone.playing
    lost = gone.do(Forfeit((1,)), 3)
    assert (lost.playing, lost.stacks) == (False, {0: 60})
    assert lost.state.departed["Ben"].chips == 30
    with pytest.raises(IllegalAction, match="keeps the time"):
        table.do(StartHand(shuffled(Random(1))), 1).do(Forfeit((0,)), 2)
    assert command_of(plain_command(StartHand(awaited(()), apart=True)), awaited(())).apart


def test_only_who_is_asked_in_a_swap_forfeits():
    hand = california()
    chosen = hand.act(hand.offers[0].actions()[0], 0)
    with pytest.raises(IllegalAction, match="has not chosen"):
        chosen.forfeit(0)
    seats = (Seat(0, 50), Seat(1, 50))
    draw = Hand.start(find_game("five_card_draw"), FixedLimit(2, 4), seats, 0, shuffled(Random(1)))
    with pytest.raises(IllegalAction, match="swap"):
        draw.forfeit(0)
