"""The table hand after hand: what its value promises whatever is played."""

from random import Random

import pytest

from oddchip import FixedLimit, IllegalAction, SetupError, Stake, find_game, shuffled
from oddchip.table import Act, Leave, Rebuy, SetGame, Sit, SitOut, StartHand, Table, TopUp, folded

NAMES = ("Ada", "Ben", "Cyd", "Dee", "Eve", "Fay")


def table(game="gardena_jackpots", stakes=None, players=3, chips=100, size=6, **house):
    from oddchip import HouseRules

    made = Table.open(size, HouseRules.of(**house)).do(SetGame(find_game(game), stakes or FixedLimit(2, 4)))
    for seat, name in enumerate(NAMES[:players]):
        made = made.do(Sit(seat, name, chips))
    return made


def play(made, rng, choose=None):
    """One deal to its end; `choose(offer)` picks an action."""
    made = made.do(StartHand(shuffled(rng)))
    while made.playing:
        seat, offer = next(iter(made.offers.items()))
        action = choose(offer) if choose else rng.choice(offer.actions())
        made = made.do(Act(seat, action, made.decisions[seat]))
    return made


def check(made):
    """What always holds: chips are conserved, and the facts alone give the state."""
    assert made.state.chips == made.state.brought
    assert folded(made.beginning, made.events) == made.state
    if made.playing:
        dealt = sum(made.hand.dealt_stacks) + (made.carry.amount if made.carry else 0)
        assert sum(made.hand.stacks.values()) + made.hand.pot == dealt
    return made


def test_a_command_gives_a_new_table_and_leaves_the_old_one():
    before = table()
    after = before.do(StartHand(shuffled(Random(1))))
    assert after.playing
    assert not before.playing
    assert before == table()
    with pytest.raises(SetupError, match="a hand is being played"):
        after.do(StartHand(shuffled(Random(1))))


def test_hands_follow_each_other_and_the_button_goes_round():
    made, rng, buttons = table("badugi"), Random(3), []
    for _ in range(7):
        made = check(play(made, rng, lambda offer: offer.actions()[-1]))  # everybody folds or throws
        buttons.append(made.button)
    assert buttons == [0, 1, 2, 0, 1, 2, 0]


def test_who_has_no_chips_is_not_dealt_in_until_he_buys_in():
    made = table("five_card_draw", chips=20)
    rng = Random(5)
    while all(made.stacks.values()):
        made = play(made, rng, lambda offer: offer.actions()[0])
    broke = min(seat for seat, chips in made.stacks.items() if not chips)
    assert broke not in made.do(StartHand(shuffled(rng))).hand.seats
    assert broke in made.do(Rebuy(broke, 20)).do(StartHand(shuffled(rng))).hand.seats


def test_a_stale_decision_is_refused():
    made = table("badugi").do(StartHand(shuffled(Random(1))))
    seat = made.hand.turn
    old = made.decisions[seat]
    while True:
        made = made.do(Act(made.hand.turn, made.hand.offer.actions()[0]))
        if made.hand.turn == seat:
            break
    with pytest.raises(IllegalAction, match="that decision is over"):
        made.do(Act(seat, made.hand.offer.actions()[0], old))


def test_a_sealed_choice_makes_nobodys_decision_stale():
    made = table("california_poker", Stake(10), players=2, size=2).do(StartHand(shuffled(Random(1))))
    first, second = made.decisions
    ids = made.decisions
    made = made.do(Act(first, made.offers[first].actions()[5], ids[first]))
    assert made.decisions == {second: ids[second]}
    assert not made.do(Act(second, made.offers[second].actions()[7], ids[second])).playing


@pytest.mark.parametrize("seed", range(6))
def test_chips_and_facts_agree_through_a_random_evening(seed):
    rng = Random(seed)
    made = table(rng.choice(["johnson", "stud_eight", "california_lowball", "high_low_declare"]), players=4, chips=60)
    for _ in range(15):
        for seat in made.places:
            if not made.places[seat].chips:
                made = check(made.do(Rebuy(seat, 40)))
        made = check(made.do(StartHand(shuffled(rng))))
        while made.playing:
            seat = rng.choice(sorted(made.offers))
            made = check(made.do(Act(seat, rng.choice(made.offers[seat].actions()), made.decisions[seat])))
            if rng.random() < 0.02 and not made.places[seat].leaving and len(made.places) > 3:
                made = check(made.do(Leave(seat)))


def test_a_player_who_sits_out_at_once_folds_in_turn_sit_1():
    made = table("five_card_draw", players=4).do(StartHand(shuffled(Random(2))))
    away = made.hand.seats[1]
    made = made.do(SitOut(away, now=True))
    while made.playing:
        assert away not in made.offers
        made = made.do(Act(made.hand.turn, made.hand.offer.actions()[0]))
    assert away not in made.do(StartHand(shuffled(Random(2)))).hand.seats


def test_added_chips_count_from_the_next_hand_stk_1():
    made = table("badugi", chips=40).do(StartHand(shuffled(Random(1))))
    seat = made.hand.turn
    behind = made.stacks[seat]
    made = check(made.do(TopUp(seat, 60)))
    assert made.stacks[seat] == behind
    while made.playing:
        made = made.do(Act(made.hand.turn, made.hand.offer.actions()[-1]))
    stack = made.stacks[seat]
    made = made.do(StartHand(shuffled(Random(1))))
    assert made.hand.dealt_stacks[made.hand.seats.index(seat)] == stack + 60


def test_a_table_is_taken_up_where_it_was_left():
    made = table("badugi").do(StartHand(shuffled(Random(1))))
    made = made.do(Act(made.hand.turn, made.hand.offer.actions()[0]))
    again = Table.at(folded(made.beginning, made.events), made.hand)
    assert again == made
    assert again.decisions == made.decisions
    seat = made.hand.turn
    assert again.do(Act(seat, made.hand.offer.actions()[0])) == made.do(Act(seat, made.hand.offer.actions()[0]))
    with pytest.raises(SetupError, match="its hand is needed"):
        Table.at(made.state)
