"""The ladder of California Poker players: what each gives, and that the last of them cannot be read."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from california_reference import deals, matrix_of, slow_table
from oddchip.actions import Give, SwapOffer
from oddchip.bots import BOTS, LADDER
from oddchip.bots.arena import Match
from oddchip.bots.ladder import Equilibrium, drawn
from oddchip.cli import play
from oddchip.dealers import by_hand, shuffled
from oddchip.games import find_game
from oddchip.hand import Hand, Seat
from oddchip.room.thinking import chance
from oddchip.solve.california import Deal, solve
from oddchip.solve.california.players import LADDER as PLAYERS
from oddchip.solve.california.players import Sight, foreseen
from oddchip.stakes import FixedLimit, Stake

MIXED = "3c 3s 4c 6c 9c 9s Jc Ac", "2d 3h 5d 8c 9h Qd Qh Kd"


def started(deal):
    """The deal at a table: seat 0 has the first hand."""
    piles = [list(deal.first), list(deal.second)]
    dealer = by_hand(lambda offer: (piles[offer.to].pop(0),))
    return Hand.start(find_game("california_poker"), Stake(10), (Seat(0, 50), Seat(1, 50)), 1, dealer)


def averages(deal):
    """Own and the other's final hands on average, gift by gift, from the rules."""
    value, own, other = deal.order.value, [], []
    for gives in combinations(deal.first, 4):
        keeps = [card for card in deal.first if card not in gives]
        own.append(sum(value([*keeps, *gets]) for gets in combinations(deal.second, 4)))
        other.append(sum(value([*gives, *keeps_there]) for keeps_there in combinations(deal.second, 4)))
    return own, other


def test_each_step_of_the_ladder_by_definition():
    for deal in deals(5, 1):
        sight, (own, other), matrix = Sight(deal), averages(deal), matrix_of(slow_table(deal))
        picks = {name: player(sight) for name, player in PLAYERS.items()}
        assert own[picks["greedy"]] == max(own)
        net = [a - b for a, b in zip(own, other, strict=True)]
        assert net[picks["own minus other"]] == max(net)
        assert matrix[picks["answer to anything"]].sum() == max(matrix.sum(axis=1))
        assert matrix[picks["safest"]].min() == max(matrix.min(axis=1))
        greedy_there = PLAYERS["greedy"](Sight(deal.swapped()))
        assert matrix[picks["answer to greedy"], greedy_there] == max(matrix[:, greedy_there])
        best = deal.order.value(deal.first)
        kept = deal.kept(0, picks["made five"])
        assert any(deal.order.value([*kept, card]) == best for card in deal.first if card not in kept)
        assert matrix[picks["greedy"], foreseen(sight, picks["greedy"])] == min(matrix[picks["greedy"]])


@pytest.mark.parametrize("name", LADDER)
def test_bots_give_four_cards_of_their_own(name):
    for deal in [*deals(3, 2), Deal.of(*MIXED)]:
        hand = started(deal)
        for seat in (0, 1):
            action = LADDER[name].choose(hand.view(seat), random.Random(5), 24)
            assert isinstance(action, Give)
            assert set(action.cards) < set(deal.hand(seat))
            hand.act(action, seat)


@pytest.mark.parametrize("name", [name for name in LADDER if name != "california-equilibrium"])
def test_the_first_steps_can_be_read(name):
    view = started(Deal.of(*MIXED)).view(0)
    assert len({LADDER[name].choose(view, random.Random(seed), 24) for seed in range(20)}) == 1


def test_equilibrium_draws_from_the_exact_mix():
    deal = Deal.of(*MIXED)
    view, mix = started(deal).view(0), solve(deal).mixes[0]
    given = Counter(LADDER["california-equilibrium"].choose(view, random.Random(seed), 24) for seed in range(400))
    assert {action.cards for action in given} == {deal.given(0, gift) for gift in mix}
    assert all(abs(count - 200) < 60 for count in given.values())  # six standard deviations


def test_a_mix_is_drawn_to_the_last_part():
    """Every number below the common denominator once: each gift comes exactly as often as the mix says."""
    mix = {3: Fraction(1, 4), 9: Fraction(1, 6), 40: Fraction(7, 12)}

    class Each:
        def __init__(self):
            self.numbers = iter(range(12))

        def randrange(self, most):
            assert most == 12
            return next(self.numbers)

    rng = Each()
    assert Counter(drawn(mix, rng) for _ in range(12)) == {3: 3, 9: 2, 40: 7}


def test_20_equal_deals_get_varied_gifts_from_the_room():
    """Anchor scenario 20: in the room the mix is sampled from the system's source, whatever the seed of the moment."""
    view = started(Deal.of(*MIXED)).view(0)
    bot = BOTS["california-equilibrium"]
    assert isinstance(chance(bot, 7), random.SystemRandom)
    assert not isinstance(chance(BOTS["regular"], 7), random.SystemRandom)
    given = Counter(bot.choose(view, chance(bot, 7), 60).cards for _ in range(60))
    assert len(given) == 2
    assert min(given.values()) > 8


def test_equilibrium_beats_greedy_and_random():
    game = find_game("california_poker")
    for name, least in (("california-greedy", 0.0), ("random", 0.4)):
        score = Match(game, Stake(10), Equilibrium(), (BOTS[name],), 24, seed=2).play(120)
        assert score.mean > least, name


def test_the_terminal_knows_every_bot():
    assert tuple(BOTS) == play.BOTS


def test_the_ladder_plays_other_games_too():
    for name in LADDER:
        rng = random.Random(3)
        hand = Hand.start(find_game("five_card_draw"), FixedLimit(2, 4), [Seat(0, 99), Seat(1, 99)], 0, shuffled(rng))
        while not hand.over:
            seat = min(hand.to_act)
            assert not isinstance(hand.offers[seat], SwapOffer)
            hand = hand.act(LADDER[name].choose(hand.view(seat), rng, 24), seat)
