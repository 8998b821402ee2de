"""The pots as players count them."""

from __future__ import annotations

from oddchip.events import seats_of
from oddchip.hand import Hand
from oddchip.play.betting import chips_owed_to_pots
from oddchip.views import View


def side_pots(seen: Hand | View) -> list[tuple[int, tuple[int, ...]]]:
    """(chips, seats that may win them) each: layers that nobody all-in is shut out of are one pot. Chips are public."""
    merged: list[tuple[int, tuple[int, ...]]] = []
    s, seats, stacks, live = seen.state, seen.seats, seen.state.stacks, seats_of(seen.state.live)
    broke = {seats[i] for i in live if not stacks[i]}
    if not broke and not s.carried:  # nothing to part: one pot, of those who have chips in it already
        paid = live if s.dead else [i for i in live if s.bets[i] or s.put[i]] or live
        return [(s.pot, tuple([seats[i] for i in paid]))] if s.pot else []
    for pot in chips_owed_to_pots(s):
        may_win = tuple(seats[i] for i in seats_of(pot.eligible))
        if merged and not (set(merged[-1][1]) - set(may_win)) & broke:
            merged[-1] = (merged[-1][0] + pot.amount, merged[-1][1])
        else:
            merged.append((pot.amount, may_win))
    return merged
