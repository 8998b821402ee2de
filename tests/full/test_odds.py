"""Odds for long: many random spots against the plain reference and against others' evaluators, sampled ones too."""

import math
import random

import pytest

pytest.importorskip("numba")
pytest.importorskip("poker_equity")

from oddchip.odds import odds
from odds_peers import PEERS, agree, spot_and_peer
from odds_reference import reference
from odds_spots import GAMES, OPTIONS, random_spot

SETTINGS = [*((game, {}) for game in GAMES), *OPTIONS]


def test_every_game_against_the_reference(verified):
    spots = deals = 0
    for game, options in SETTINGS:
        rng = random.Random(f"full {game} {options}")
        for _ in range(6):
            players = 2 if game == "california_poker" else rng.choice((2, 2, 3, 4))
            rest = {2: 9, 3: 7, 4: 6}[players]
            spot = random_spot(game, rng, players, rng.randint(1, 3), rest, rng.random() < 0.4, **options)
            found, expected = odds(spot, exact=True), reference(spot)
            assert found.shares == expected["share"]
            assert (found.carried,) == expected["carried"]
            assert tuple(player.scoop for player in found.players) == expected["scoop"]
            assert tuple(player.quarter for player in found.players) == expected["quarter"]
            spots, deals = spots + 1, deals + found.deals
    verified(
        "Odds, every game and option",
        f"{spots} random spots ({deals:,} deals) of {len(SETTINGS)} games and options against itertools and the awards",
        "shares, scoops, quarters and carried parts equal as fractions",
    )


def test_as_poker_equity_counts(verified):
    deals, each = 0, 100
    for peer in PEERS:
        rng, checked = random.Random(f"full {peer[0]}"), 0
        while checked < each:
            spot, theirs = spot_and_peer(peer, rng)
            if theirs is not None and theirs["samples"] <= 5_000_000:
                agree(spot, theirs)
                checked, deals = checked + 1, deals + int(theirs["samples"])
    verified(
        "Odds, poker-equity",
        f"{each} random spots of each of {len(PEERS)} games, {deals:,} deals, counted by poker-equity 0.1.1 too",
        "deals, shares, wins and ties each way and scoops equal as whole numbers",
    )


def test_a_thousand_spots_sampled(verified):
    rng, scores = random.Random(3), []
    games = [game for game in GAMES if game != "california_poker"]
    while len(scores) < 1000:
        spot = random_spot(rng.choice(games), rng, rng.choice((2, 3)), 5, 13)
        exact = odds(spot)
        sampled = odds(spot, exact=False, error=0.005, seed=len(scores))
        if max(exact.shares) < 1:
            scores.append(float(sampled.shares[0] - exact.shares[0]) / sampled.errors[0])
    square, worst = sum(z * z for z in scores), max(map(abs, scores))
    assert worst < 5
    assert abs(square - len(scores)) < 4 * math.sqrt(2 * len(scores))
    assert abs(sum(scores)) < 4 * math.sqrt(len(scores))
    verified(
        "Odds, sampled",
        f"{len(scores)} spots sampled to a standard error of 0.005 and counted",
        f"mean of squared z {square / len(scores):.3f}, mean z {sum(scores) / len(scores):+.3f}, largest {worst:.2f}",
    )
