"""The contract over every pair of modifiers, at every limit, for every number of seats, in 50,000 hands."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from random import Random

from contract_run import Cell, run
from contract_tables import cells, games_and_pairs

HANDS = 50_000
PART = 100


def full_cells() -> list[Cell]:
    """Every cell once, and some a second time, until there are 50,000 hands."""
    every = list(cells(games_and_pairs()))
    assert len(every) <= HANDS
    again = Random(50_000).sample(every, HANDS - len(every)) if len(every) * 2 >= HANDS else every
    return [(*cell, seed) for seed, cell in enumerate([*every, *again])]


def run_part(part: list[Cell]) -> Counter[str]:
    return run(part, every_viewer=True)


def test_every_pair_limit_and_seat_count_keeps_the_contract(verified):
    every = full_cells()
    parts = [every[at : at + PART] for at in range(0, len(every), PART)]
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(cpu_count()) as pool:
        for found in pool.map(run_part, parts):
            counts += found
    assert counts["hands"] == HANDS
    names = len({name for name, *_ in every})
    verified(
        "contract",
        f"{HANDS:,} hands of random legal play in {names:,} games (every game with every pair of modifiers) at every "
        "limit for every number of seats, a third of them under random house rules",
        f"{counts['deals']:,} deals and {counts['decisions']:,} decisions: chips, cards, offers, refusals, replay, the "
        f"four-fold square of every viewer at every event, and {counts['moments alike']:,} moments of deals alike hold",
    )
