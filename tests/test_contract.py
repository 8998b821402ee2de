"""The contract that every game keeps, whatever the modifiers, limits, seats and house rules: the quick run.

The long run, every pair of modifiers at every limit for every number of seats, is tests/full/test_contract.py.
"""

from random import Random

import pytest

from contract_run import run
from contract_tables import games_and_modifiers, limits_of
from oddchip import find_game

HANDS = 2000
PARTS = 8


def quick_cells(part: int) -> list[tuple[str, str, int, int]]:
    """Every game and modifier in turn, at limits and for seats that change: (name, limit, seats, seed)."""
    names = games_and_modifiers()
    rng = Random(2000)
    found = []
    for seed in range(HANDS):
        name = names[seed % len(names)]
        game = find_game(name)
        found.append((name, rng.choice(limits_of(game)), rng.randint(*game.seats), seed))
    return found[part::PARTS]


def test_the_quick_run_covers_every_game_and_modifier():
    names = {name for part in range(PARTS) for name, *_ in quick_cells(part)}
    assert names == set(games_and_modifiers())


@pytest.mark.parametrize("part", range(PARTS))
def test_every_game_keeps_the_contract(part):
    counts = run(quick_cells(part), every_viewer=False)
    assert counts["hands"] >= HANDS // PARTS
    assert counts["moments alike"] > 3 * counts["hands"]
