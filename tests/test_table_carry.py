"""Pots that stay from deal to deal (D-PO, D-JP-6)."""

import pytest

from oddchip import FixedLimit, RaiseTo, SetupError, find_game
from oddchip.events import Posted
from oddchip.hand import Carry
from oddchip.house import HouseRules
from oddchip.posts import ButtonState
from oddchip.table import BuyPot, Close, Entry, Leave, Rebuy, SetGame, SetRotation, Sit, SitOut, VoidHand
from oddchip.table.carrying import shares_of
from oddchip.table.facts import CarrySettled, ClaimLost
from oddchip.table.values import Chain
from tables import do, play, start, stay, step, table


def passed_out(deals=1, players=3, chips=100, game="gardena_jackpots", **house):
    """A table at which so many deals running were passed out."""
    made = table(game, players=players, chips=chips, **house)
    for seed in range(deals):
        made = play(made, seed, lambda offer: offer.actions()[0])
    assert made.carry is not None
    assert made.carry.deals == deals
    return made


def pots(carry):
    return [(chips, tuple(sorted(seats))) for chips, seats in carry.pots]


def eager(offer):
    """Open or raise wherever possible."""
    raises = [action for action in offer.actions() if isinstance(action, RaiseTo)]
    return raises[0] if raises else stay(offer)


def test_a_passed_out_pot_stays_and_all_ante_again_d_po_1():
    made = passed_out(2)
    assert made.carry.amount == 6
    made = start(made)
    assert made.hand.pot == 9
    assert {event.kind for event in made.hand.events if isinstance(event, Posted)} == {"ante"}


@pytest.mark.parametrize("rule, buttons", [("moves", [0, 1, 2]), ("same", [0, 0, 0])])
def test_the_button_after_a_passed_out_deal_is_an_option_d_po_2(rule, buttons):
    made = table(redeal_button=rule)
    found = []
    for seed in range(3):
        made = play(made, seed, lambda offer: offer.actions()[0])
        found.append(made.button)
    assert found == buttons


def test_newcomers_wait_until_the_pot_is_won_d_po_5():
    made = do(passed_out(), Sit(5, "New", 100))
    assert 5 not in start(made).hand.seats
    with pytest.raises(SetupError, match="wait until the carried pot is won"):
        made.do(BuyPot(5))


def test_a_newcomer_may_match_the_carried_antes_d_po_5():
    made = do(passed_out(2, open_to_newcomers=True), Sit(5, "New", 100), BuyPot(5))
    assert made.carry.amount == 8
    assert made.stacks[5] == 98
    assert pots(made.carry) == [(8, (0, 1, 2, 5))]
    assert 5 in start(made).hand.seats
    with pytest.raises(SetupError, match="already"):
        made.do(BuyPot(5))


def test_a_newcomer_pays_into_each_layer_what_those_in_it_paid_d_po_5():
    """Cyd has a chip for the first ante only: he is in the main pot of 3, the others also in the side pot of 2."""
    made = passed_out(2, players=3, chips=(100, 100, 1), open_to_newcomers=True, buy_in_min=0)
    assert pots(made.carry) == [(3, (0, 1, 2)), (2, (0, 1))]
    made = do(made, Sit(5, "New", 100), BuyPot(5))
    assert pots(made.carry) == [(4, (0, 1, 2, 5)), (3, (0, 1, 5))]


def test_a_player_without_chips_is_dealt_in_for_what_he_matched_d_po_3():
    made = passed_out(1, players=3, chips=(100, 100, 1), buy_in_min=0)
    assert made.stacks[2] == 0
    made = start(made, 5)
    assert 2 in made.hand.seats
    assert (made.hand.pots[0][0], set(made.hand.pots[0][1])) == (3, {0, 1, 2})


def test_chips_bought_between_the_deals_count_for_later_layers_only_d_po_10():
    made = passed_out(2, players=3, chips=(100, 100, 1), buy_in_min=0)
    made = start(do(made, Rebuy(2, 50)), 7)
    assert pots(made.hand.carried) == [(3, (0, 1, 2)), (2, (0, 1))]
    assert made.hand.dealt_stacks[made.hand.seats.index(2)] == 50


def test_who_leaves_between_deals_gives_up_his_share_d_po_5():
    made = do(passed_out(players=4), Leave(1))
    assert any(isinstance(fact, ClaimLost) for fact in made.news)
    assert made.carry.eligible == {0, 2, 3}
    assert made.carry.amount == 4


def test_who_sits_out_plays_the_chain_to_its_end_or_gives_up_his_share_d_po_10():
    made = passed_out(players=4)
    later = do(made, SitOut(1))
    assert 1 in start(later).hand.seats
    now = do(made, SitOut(1, now=True))
    assert now.carry.eligible == {0, 2, 3}


def test_the_last_one_left_takes_the_pot_d_po_7():
    made = do(passed_out(players=3), Leave(1), Leave(0))
    assert made.carry is None
    assert made.stacks == {2: 102}
    assert CarrySettled(((2, 3),), "nobody else is left to win it") in made.news


def test_a_table_that_breaks_splits_the_pot_by_layers_d_po_7():
    made = passed_out(2, players=3, chips=(100, 100, 1), buy_in_min=0)
    made = do(made, Close())  # 3 among three, 2 among two
    assert {name: account.net for name, account in made.accounts.items()} == {"Ada": 0, "Ben": 0, "Cyd": 0}


def test_odd_chips_of_a_broken_pot_go_round_from_the_left_of_the_button_odd_1():
    assert shares_of([(5, (0, 1, 2))], button=1) == {2: 2, 0: 2, 1: 1}
    assert shares_of([(4, (0, 1, 2)), (3, (1, 2)), (2, ())], button=2) == {0: 2, 1: 4, 2: 3}


def test_antes_stop_where_the_house_limits_them_d_po_6():
    made = start(passed_out(2, max_antes=2))
    assert made.hand.pot == 6
    assert not [event for event in made.hand.events if isinstance(event, Posted)]


def test_a_chain_of_redeals_is_one_hand_d_po_10():
    made = passed_out(3)
    assert (made.state.hands, made.state.played) == (3, 0)
    made = do(made, SetGame(find_game("badugi"), FixedLimit(2, 4)))
    assert made.entry.game.id == "gardena_jackpots"  # not before the pot is won
    seed = 0
    while made.carry:
        made = play(made, seed, eager)
        seed += 1
    assert made.state.played == 1
    assert made.entry.game.id == "badugi"


def test_progressive_openers_go_up_with_the_deals_d_jp_6():
    made = passed_out(2, game="progressive(gardena_jackpots)")
    assert made.carry.step == 2
    assert start(made).hand.state.step_up == 2


def test_a_void_deal_gives_chips_back_and_leaves_the_carried_pot():
    made = passed_out(2)
    stacks, pot, button = made.stacks, made.carry, made.button
    made = do(start(made), VoidHand("a card was seen"))
    assert (made.stacks, made.carry, made.button) == (stacks, pot, button)
    made = start(made)
    assert made.hand.pot == 9


def test_who_leaves_in_a_deal_that_is_passed_out_has_no_share_d_po_5():
    made = start(table(players=3), 1)
    made = do(made, Leave(1))
    while made.playing:
        made = step(made, stay)
    assert 1 not in made.places
    assert made.carry is None or 1 not in made.carry.eligible


def test_blinds_move_by_one_seat_over_a_chain_d_po_10():
    made = table("texas_holdem", players=5)
    games = [(find_game(name), FixedLimit(2, 4)) for name in ("texas_holdem", "gardena_jackpots")]
    made = do(made, SetRotation(games, hands_each=1))
    made = play(made)
    assert made.button == 0
    made = play(play(made, 1, stay), 2, stay)
    assert made.carry.deals == 2
    while made.carry:
        made = play(made, made.state.hands, eager)
    assert made.state.hands > 3
    made = start(made)
    assert made.hand.game.id == "texas_holdem"
    assert made.button == 2


def test_levels_of_a_chain_are_what_its_claimants_put_in():
    carry = Carry(((6, (0, 1, 2)), (4, (0, 1))), 0, 2, "passed out")
    entry = Entry(find_game("gardena_jackpots"), FixedLimit(2, 4))
    chain = Chain(1, carry, entry, HouseRules(), ButtonState(0), ((0, 4), (1, 4), (2, 2)))
    assert chain.levels == ((2, 2), (4, 2))
    assert chain.price == 4
