"""A pot that stays from deal to deal: who may still win it, who may buy in, how it is paid when the table breaks.

Sources: D-PO-2 to D-PO-7, D-PO-10.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from oddchip.hand import Carry
from oddchip.posts import clockwise
from oddchip.pots import split
from oddchip.table.values import Chain

Pots = Sequence[tuple[int, tuple[int, ...]]]


def claimants(carry: Carry, here: Collection[int]) -> tuple[int, ...]:
    """The seats, of those who are here, that may still win some of it (D-PO-5)."""
    return tuple(sorted(seat for seat in carry.eligible if seat in here))


def shares_of(pots: Pots, button: int, unit: int = 1) -> dict[int, int]:
    """A carried pot split layer by layer, equally among those eligible for each (D-PO-7).

    Odd chips go round from the left of the button (ODD-1); a layer that nobody is eligible for joins the one before it.
    """
    shares: dict[int, int] = {}
    loose = 0
    for chips, seats in sorted(pots, key=lambda pot: len(pot[1])):
        if not seats:
            loose += chips
            continue
        for seat, share in split(chips + loose, clockwise(seats, button), unit).items():
            shares[seat] = shares.get(seat, 0) + share
        loose = 0
    return shares


def price_of(chain: Chain) -> tuple[int, ...]:
    """What a newcomer pays to each carried pot to match a full share of it (option `open_to_newcomers`, D-PO-5)."""
    return tuple(own for _, own in chain.levels)
