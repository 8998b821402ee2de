"""Bots: every action is on offer, the same seed plays alike, and the plain spots are played plainly."""

import random

import pytest

from oddchip.bots import BOTS, Regular
from oddchip.bots import library as libraries
from oddchip.dealers import shuffled
from oddchip.errors import SetupError
from oddchip.games import find_game, games
from oddchip.hand import Hand, Seat
from oddchip.modifiers import applicable
from oddchip.spec import Bet
from oddchip.stakes import FixedLimit, NoLimit, Stake

NAMES = [game.id for game in games()]
COMPOSED = [name for game in games() for name in applicable(game)]


@pytest.fixture
def small_libraries(monkeypatch):
    """Few lines are enough where only legality counts."""
    monkeypatch.setattr(libraries, "LINES", 200)
    monkeypatch.setattr(libraries, "_MADE", {})


def stakes_for(game, limit):
    if not game.has(Bet):
        return Stake(10)
    return FixedLimit(2, 4) if limit == "fixed" else NoLimit(min_bet=2)


def play_out(game, stakes, bots, rng, stacks):
    """One hand, each seat played by its bot; `act` refuses whatever is not on offer."""
    seats = [Seat(i, stack) for i, stack in enumerate(stacks)]
    hand = Hand.start(game, stakes, seats, button=0, dealer=shuffled(rng))
    while not hand.over:
        seat = rng.choice(sorted(hand.to_act))
        hand = hand.act(bots[seat].choose(hand.view(seat), rng, 24), seat)
    return hand


@pytest.mark.parametrize("limit", ["fixed", "no limit"])
@pytest.mark.parametrize("name", NAMES + COMPOSED)
def test_every_game_is_played_with_actions_on_offer(name, limit, small_libraries):
    game = find_game(name)
    rng = random.Random(name)
    for fewest in (2, 5):
        seats = max(game.seats[0], min(fewest, game.seats[1]))
        stacks = [rng.choice((5, 40, 200)) for _ in range(seats)]
        bots = [rng.choice((BOTS["regular"], BOTS["regular"], BOTS["random"], BOTS["caller"])) for _ in stacks]
        hand = play_out(game, stakes_for(game, limit), bots, rng, stacks)
        assert sum(hand.result.stacks.values()) + (hand.carry.amount if hand.carry else 0) == sum(stacks)


def test_the_same_seed_and_budget_play_alike():
    game = find_game("deuce_to_seven_triple_draw")
    logs = {play_out(game, FixedLimit(2, 4), [Regular()] * 3, random.Random(8), [200] * 3).log for _ in range(2)}
    assert len(logs) == 1


def test_a_bot_that_is_asked_nothing_says_so():
    hand = Hand.start(games()[0], FixedLimit(2, 4), [Seat(0, 99), Seat(1, 99)], 0, shuffled(random.Random(1)))
    waiting = next(seat for seat in (0, 1) if seat not in hand.to_act)
    for bot in BOTS.values():
        with pytest.raises(SetupError, match="asked"):
            bot.choose(hand.view(waiting), random.Random(1), 10)
