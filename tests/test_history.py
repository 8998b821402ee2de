"""Hands written down in the own form: every game and every modifier comes back the same, what is wrong is placed."""

import random

import pytest

from oddchip import FOLD, FixedLimit, Hand, HouseRules, Seat, Stake, find_game, games, history, shuffled
from oddchip.modifiers import applicable
from oddchip.spec import Bet, Game

NAMES = [name for game in games() for name in (game.id, *applicable(game))]

HOUSES = [
    {},
    {"draw_order": "announce_first"},
    {"fifth_card_last": True, "sevens_penalty": "must_bet"},
    {"announce_split": True, "stud_tie": "suit"},
    {"declare_order": "from_last_aggressor", "show_openers_on_request": True},
    {"cap_raises": None, "auto_muck": False},
    {"enforce_openers": "honor", "allin_faceup": True},
    {"reshuffle": "mix_remaining", "trips_to_win": True},
    {"reshuffle": "reserve_bottom", "short_stub": "roberts"},
    {"neither": "carry_over", "all_scoops_fail": "refund"},
]


HOUSE = HouseRules()


def played(game: Game, seed: int, house: HouseRules = HOUSE, players: int = 0, **start) -> Hand:
    """A hand of random actions between short and deep stacks; folds are rare, so most hands are shown down."""
    rng = random.Random(seed)
    fewest, most = game.seats
    seats = [Seat(2 * i + 1, rng.choice((3, 9, 25, 200))) for i in range(players or rng.randint(fewest, min(most, 6)))]
    stakes = start.pop("stakes", None) or (FixedLimit(2, 4) if game.has(Bet) else Stake(10))
    start = {"seats": seats, "button": seats[-1].number, "dealer": shuffled(rng)} | start
    hand = Hand.start(game, stakes, house=house, **start)
    while not hand.over:
        seat = rng.choice(sorted(hand.to_act))
        actions = hand.offers[seat].actions()
        hand = hand.act(rng.choice([a for a in actions if a != FOLD or rng.random() < 0.3] or actions), seat)
    return hand


@pytest.mark.parametrize("name", NAMES)
def test_every_game_comes_back_as_it_was_played(name):
    game = find_game(name)
    number = NAMES.index(name)
    for seed, players in ((number, 0), (number + 1000, game.seats[1])):
        house = HouseRules.of(**HOUSES[(number + players) % len(HOUSES)])
        hand = played(game, seed, house, players)
        text = history.dump(hand, hand=number)
        record = history.load(text)
        again = record.replay()
        assert again == hand
        assert again.log == hand.log
        assert again.result == hand.result
        assert again.carry == hand.carry
        assert history.dump(record) == text
        # Without the order of the pack the cards that are written down are dealt.
        assert history.load(history.dump(hand, deck=False)).replay() == hand
