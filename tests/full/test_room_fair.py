"""A thousand hands at a room's tables, and all that was told of them searched for leaves that were not opened."""

import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from pathlib import Path

import pytest

from fair_search import GAMES, searched

HANDS, EACH = 1000, 50


def some(seed: int) -> Counter[str]:
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        return searched(Path(place) / "data", patch, hands=EACH, seed=seed)


def test_nothing_of_an_unopened_leaf_is_told_anywhere(verified):
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(cpu_count()) as pool:
        for found in pool.map(some, range(HANDS // EACH)):
            counts += found
    assert counts["hands"] == HANDS
    assert counts["shuffles"] > 10, "some packs ran out"
    verified(
        "room fair",
        f"{counts['hands']:,} hands of {len(GAMES)} games by five people with chains of seeds, random legal play, "
        f"{counts['shuffles']} reshuffles: {counts['salts']:,} salts, {counts['opened']:,} times one was opened to "
        f"somebody; {counts['bytes'] / 1e6:,.0f} MB of frames, log bodies, records, exports and metrics hold no "
        "other; every record verified",
    )
