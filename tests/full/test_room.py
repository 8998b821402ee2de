"""Random people at the tables of a room, over every game with every modifier."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from contract_tables import games_and_modifiers
from room_soak import evening

ROUNDS = 2
STEPS = 200


def evening_of(seed: int) -> Counter[str]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        return evening(Path(folder) / "room", patch, seed, games_and_modifiers(), STEPS)


def test_whatever_people_do_chips_cards_and_log_are_right(verified):
    names = len(games_and_modifiers())
    with ProcessPoolExecutor(cpu_count()) as pool:
        counts = sum(pool.map(evening_of, range(ROUNDS * -(-names // 3)), chunksize=4), start=Counter())
    assert counts["hands"] > names
    assert counts["restarts"] > 20
    verified(
        "room soak",
        f"{counts['evenings']:,} evenings in a real room over {names} games (each alone and with each modifier) under "
        f"random house rules, in which people decide, come, go, sit out, buy chips, choose games, show cards, chat, "
        f"lose their line and use a host's powers at random, and the room restarts: {counts['steps']:,} steps",
        f"{counts['hands']:,} hands, {counts['decisions']:,} decisions, {counts['restarts']:,} restarts; "
        f"{counts['frames']:,} frames hold no foreign card; every log decided again alike, every ledger at zero",
    )
