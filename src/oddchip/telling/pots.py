"""The pots as players count them."""

from __future__ import annotations

from oddchip.events import seats_of
from oddchip.hand import Hand
from oddchip.play.betting import chips_owed_to_pots
from oddchip.views import View


def side_pots(seen: Hand | View) -> list[tuple[int, tuple[int, ...]]]:
    """(chips, seats that may win them) each: layers that nobody all-in is shut out of are one pot. Chips are public."""
    merged: list[tuple[int, tuple[int, ...]]] = []
    seats, stacks = seen.seats, seen.state.stacks
    broke = {seats[i] for i in seats_of(seen.state.live) if not stacks[i]}
    for pot in chips_owed_to_pots(seen.state):
        may_win = tuple(seats[i] for i in seats_of(pot.eligible))
        if merged and not (set(merged[-1][1]) - set(may_win)) & broke:
            merged[-1] = (merged[-1][0] + pot.amount, merged[-1][1])
        else:
            merged.append((pot.amount, may_win))
    return merged
