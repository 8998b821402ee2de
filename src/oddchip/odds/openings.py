"""How often a pot can be opened (D-JP-1, D-JP-6, D-FB-3), and how often all pass (D-PO-1).

Whether two players can open depends on each other's cards. For two it is counted exactly; for more, random deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from oddchip.errors import GameError, SetupError
from oddchip.kernels.keeps import every_hand, pairs_apart
from oddchip.kernels.passing import passing
from oddchip.kernels.streams import streams
from oddchip.kernels.tables import card_arrays, tables_for
from oddchip.odds.ranges_fields import Setting, values_of
from oddchip.odds.rows import Row, Section
from oddchip.plan import floor_value, ordering
from oddchip.rankings import Order
from oddchip.spec import HIGH, AtLeast

CHUNKS, DEALS_IN_CHUNK = 64, 16_384


def opening_sections(
    setting: Setting, dead: Sequence[int], players: int, seed: int
) -> tuple[list[Section], tuple[str, ...]]:
    """A section of who can open at every step, and one of how often all pass; and what to say below."""
    floors = _floors(setting)
    order = ordering(HIGH, setting.game, setting.house)
    pack = [card for card in setting.deck.cards if card not in dead]
    size = setting.dealt
    if size not in (4, 5):
        raise GameError(f"openers are counted for hands of four or five cards, not {size}")
    fewest, most = 1, min(setting.game.seats[1], len(pack) // size)
    if not fewest <= players <= most:
        raise SetupError(f"{fewest} to {most} players can hold cards here, not {players}")
    values = values_of(order, every_hand(pack, size))
    least = [(floor, floor_value(floor, setting.game, setting.house)) for floor in floors]
    opens = tuple(Row(floor.words, int((values >= value).sum()), len(values)) for floor, value in least)
    passes = _passes(least, values, len(pack), size) if players > 1 else []
    notes = [f"Exact: all {len(values):,} hands{', and all pairs of them' if players > 1 else ''}."]
    if players > 2:
        passes += _sampled(least, order, pack, size, players, seed)
        worst = max(row.error for row in passes)
        notes.append(
            f"Three players or more: {CHUNKS * DEALS_IN_CHUNK:,} random deals, standard error {100 * worst:.2g} %."
        )
    shown = [Section("can open", opens)]
    if players > 1:
        shown.append(Section("nobody can open", tuple(passes)))
    return shown, tuple(notes)


def _floors(setting: Setting) -> tuple[AtLeast, ...]:
    openers = setting.game.rules.openers
    if openers is None or not openers.is_hand_floor:
        raise GameError(f"anybody may open with anything in {setting.game.name}")
    return openers.floors


def _passes(least: Sequence[tuple[AtLeast, int]], values: NDArray[np.uint16], pack: int, size: int) -> list[Row]:
    """Exactly, for two players."""
    of = comb(pack, size) * comb(pack - size, size)
    found = []
    for floor, value in least:
        short = values < value
        found.append(Row(_words(floor, 2), pairs_apart(short, short, pack, size), of))
    return found


def _words(floor: AtLeast, players: int) -> str:
    return f"{floor.words}, {players} players"


def _sampled(
    least: Sequence[tuple[AtLeast, int]], order: Order, pack: Sequence[int], size: int, players: int, seed: int
) -> list[Row]:
    """By random deals, for three players and more; one set of deals for all steps and numbers of players."""
    counts = passing_counts(least, order, pack, size, players, seed)
    total = CHUNKS * DEALS_IN_CHUNK
    return [
        Row(_words(floor, many), int(counts[step, many:].sum()), total, sampled=True)
        for many in range(3, players + 1)
        for step, (floor, _) in enumerate(least)
    ]


def passing_counts(
    least: Sequence[tuple[AtLeast, int]], order: Order, pack: Sequence[int], size: int, players: int, seed: int
) -> NDArray[np.int64]:
    """`counts[step, n]`: in how many of the random deals the first n players, and no more, had to pass."""
    keys, masks = card_arrays(order)
    _, _, base, low, values, flush = tables_for(order, size)
    floors = np.array([value for _, value in least], dtype=np.int64)
    counts = np.zeros((len(floors), players + 1), dtype=np.int64)
    cards = np.array(pack)
    for words in streams(seed, CHUNKS):
        passing(
            keys[cards], masks[cards], base, low, values, flush, size, players, floors, DEALS_IN_CHUNK, words, counts
        )
    return counts
