"""Rooms that are killed at random moments, over all games: 200 times."""

from fault_nights import CHOICE, MODIFIED, ROUNDABOUT, night_of_kills, totals
from oddchip import find_game

NIGHTS, ROUNDS, LONGEST = 20, 10, 1.5


def test_rooms_killed_at_random_moments(tmp_path, verified):
    tallies = []
    for seed in range(NIGHTS):
        tallies.append(night_of_kills(tmp_path / str(seed), ROUNDS, 100 + seed, LONGEST))
    total = totals(tallies)
    every = {find_game(game).id for game in (*ROUNDABOUT, *MODIFIED, *CHOICE, "california_poker")}
    assert total.games == every
    verified(
        "faults",
        "kill -9 at random moments under people and bots at full speed, all games and some modifiers; the folder "
        "looked at and played on each time",
        total.words(),
    )
    assert total.rounds == NIGHTS * ROUNDS
    assert total.recognised > 0
