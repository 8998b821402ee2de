"""Hands played side by side with PokerKit, and the points on which the comparison put us right."""

import pytest

from oddchip import CALL, CHECK, FixedLimit, Hand, NoLimit, RaiseTo, Seat, find_game, fixed, parse_cards
from pokerkit_twin import CELLS, DIVERGENCES, play_many

#: PokerKit needs 10 to 50 ms for an Omaha hand.
QUICK = {"PotLimitOmahaHoldem": 60, "FixedOmahaEight": 60}


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.variant)
def test_plays_as_pokerkit_but_for_the_named_rules(cell):
    hands = QUICK.get(cell.variant, 300)
    seen = play_many(cell, hands, seed=7)
    assert seen.keys() <= {*DIVERGENCES, "hands", "decisions", "parted"}
    assert seen["parted"] <= hands / 50


def start(name, stakes, stacks, cards):
    """A hand with these cards on top of the pack, the button on the last seat."""
    seats = [Seat(number, stack) for number, stack in enumerate(stacks)]
    top = parse_cards(cards)
    rest = [card for card in range(52) if card not in top]
    return Hand.start(find_game(name), stakes, seats, len(seats) - 1, fixed([*top, *rest]))


STUD = FixedLimit(2, 4, ante=1, bring_in=1)


def razz(*boards):
    """Heads-up razz with these up cards, to the first decision of seventh street; nobody bets."""
    first, second = (board.split() for board in boards)
    cards = ["2c", "3d", "2d", "3h", first[0], second[0]]
    for burn, one, other in zip(("8c", "8d", "8h", "8s"), (*first[1:], "4s"), (*second[1:], "5s"), strict=True):
        cards += [burn, one, other]
    hand = start("razz", STUD, (100, 100), " ".join(cards))
    hand = hand.act(RaiseTo(2)).act(CALL)
    while hand.round_number < 4:
        hand = hand.act(CHECK)
    return hand


def test_on_seventh_street_of_razz_the_lowest_board_still_opens():
    """S8-17, MIX-1: the last street is opened as the one before."""
    assert razz("Kc Jd 9h 7s", "Ac 2h 4c 5d").turn == 1
    assert razz("Ac 2h 4c 5d", "Kc Jd 9h 7s").turn == 0


def test_two_pairs_are_a_higher_razz_board_than_one_pair():
    """MIX-1: of pairs the kind of hand counts before the rank."""
    assert razz("Jd 3c Th Jc", "As Ah 7s 7d").turn == 0


def test_no_raise_is_offered_that_nobody_could_call():
    """BET-17: those who still have chips could not even cover the bet."""
    hand = start("texas hold'em", NoLimit((1, 2)), (20, 20, 60, 90), "2c 3c 4c 5c 6c 7c 8c 9c")
    hand = hand.act(RaiseTo(60))
    assert not hand.offer.raise_to
    assert hand.offer.raise_to.reason == "nobody is left who could call"
    hand = hand.act(CALL)
    assert hand.turn == 0
    assert not hand.offer.raise_to


def test_a_big_blind_without_chips_still_sets_the_price():
    """BTN-7: the ante took his last chip, and the others pay the full blind."""
    hand = start("texas hold'em", NoLimit((1, 2), ante=1), (50, 1, 50, 50), "2c 3c 4c 5c 6c 7c 8c 9c")
    assert hand.turn == 2
    assert hand.offer.call == 2
    assert hand.offer.raise_to.least == 4
