"""Odds for long: many random spots against the plain reference and against others' evaluators, sampled ones too."""

import math
import random

import pytest

pytest.importorskip("numba")
pytest.importorskip("poker_equity")

from odds_peers import PEERS, agree, spot_and_peer
from odds_reference import reference
from odds_spots import GAMES, OPTIONS, random_spot

from oddchip.odds import odds

pytestmark = pytest.mark.full

SETTINGS = [*((game, {}) for game in GAMES), *OPTIONS]


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=str)
def test_every_game_against_the_reference(game, options, record_property):
    rng = random.Random(f"full {game} {options}")
    spots = 12
    for _ in range(spots):
        players = 2 if game == "california_poker" else rng.choice((2, 2, 3, 4))
        rest = {2: 9, 3: 7, 4: 6}[players]
        spot = random_spot(game, rng, players, rng.randint(1, 3), rest, rng.random() < 0.4, **options)
        found, expected = odds(spot, exact=True), reference(spot)
        assert found.shares == expected["share"]
        assert (found.carried,) == expected["carried"]
        assert tuple(player.scoop for player in found.players) == expected["scoop"]
        assert tuple(player.quarter for player in found.players) == expected["quarter"]
    record_property("spots", spots)


@pytest.mark.parametrize("peer", PEERS, ids=[peer[0] for peer in PEERS])
def test_as_poker_equity_counts(peer, record_property):
    rng, checked = random.Random(f"full {peer[0]}"), 0
    while checked < 200:
        spot, theirs = spot_and_peer(peer, rng)
        if theirs is not None and theirs["samples"] <= 5_000_000:
            agree(spot, theirs)
            checked += 1
    record_property("spots", checked)


def test_a_thousand_spots_sampled(record_property):
    rng = random.Random(3)
    scores = []
    games = [game for game in GAMES if game != "california_poker"]
    while len(scores) < 1000:
        spot = random_spot(rng.choice(games), rng, rng.choice((2, 3)), 5, 13)
        exact = odds(spot)
        sampled = odds(spot, exact=False, error=0.005, seed=len(scores))
        if max(exact.shares) < 1:
            scores.append(float(sampled.shares[0] - exact.shares[0]) / sampled.errors[0])
    square = sum(z * z for z in scores)
    assert max(map(abs, scores)) < 5
    assert abs(square - len(scores)) < 4 * math.sqrt(2 * len(scores))
    assert abs(sum(scores)) < 4 * math.sqrt(len(scores))
    record_property("spots", len(scores))
