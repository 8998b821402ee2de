"""What viewers of a room's table are sent, in every game with every modifier at every limit."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from pathlib import Path

from contract_tables import games_and_modifiers, limits_of
from oddchip import find_game
from room_alike import evening, run

HANDS_EACH = 5
PART = 40
EVENINGS = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*.toml"))

Hand = tuple[str, str, int]


def hands() -> list[Hand]:
    names = games_and_modifiers()
    return [(name, limit, seed) for seed in range(HANDS_EACH) for name in names for limit in limits_of(find_game(name))]


def run_part(part: list[Hand]) -> Counter[str]:
    return sum((run(name, seed, exchanges=6, limit=limit) for name, limit, seed in part), start=Counter())


def test_no_byte_sent_depends_on_a_card_hidden_from_its_reader(verified):
    every = hands()
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(cpu_count()) as pool:
        for found in pool.map(run_part, [every[at : at + PART] for at in range(0, len(every), PART)]):
            counts += found
    for file in EVENINGS:
        counts += evening(file.read_text(), 1)
    assert counts["alike"] > len(every)
    names = len(games_and_modifiers())
    verified(
        "room views",
        f"{len(every):,} hands of random legal play at a room's table in {names} games (each alone and with each "
        f"modifier) at every limit, a third under random house rules; {len(EVENINGS)} evenings with comings and goings",
        f"{counts['frames']:,} views hold no foreign card; {counts['alike']:,} moments of deals that differ in hidden "
        "cards alone are the same to the byte, lines of the log included",
    )
