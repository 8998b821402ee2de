"""How the chips in the middle are layered, and how any number of them is divided.

Positions are the seats of one hand, 0 to n-1, clockwise from the first dealt-in seat left of the button; sets of them
are int bit masks. Amounts are whole chips. Judging a pot is `awards.py`, the sevens rule `sevens.py`.

Sources: POT-1 to POT-3, ODD-1, ODD-3, ODD-5, ODD-6, TRN-3 and D-PO-3.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple


class Pot(NamedTuple):
    """One pot, main or side.

    `eligible` is the mask of positions that may win it. It holds what was put in between `level_low` and `level_high`
    chips a head; `parts[p]` is how much of it position p put in (empty for a pot carried from an earlier deal). What
    `amount` holds beyond the parts has no owner in this hand: dead money, players who left, carried chips.
    """

    amount: int
    eligible: int
    level_low: int
    level_high: int
    parts: tuple[int, ...]


@lru_cache(1 << 12)
def members(mask: int) -> tuple[int, ...]:
    """The positions of a mask, ascending: the order in which odd chips go round in a button game (ODD-1)."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def mask_of(positions: Iterable[int]) -> int:
    """The mask of some positions."""
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def uncalled(put: Sequence[int], live: int, ghosts: Sequence[int] = ()) -> tuple[int, int] | None:
    """The position whose top chips nobody matched, and how many they are; None if the top was called (POT-3).

    `put` is what each position put in (without dead money), `live` those who have not folded, `ghosts` the amounts of
    players who are gone. A folded or departed player's chips call as well as any. Returned before `layers` is asked.
    """
    top = max(put)
    if put.count(top) > 1:
        return None
    position = put.index(top)
    second = max((amount for other, amount in enumerate(put) if other != position), default=0)
    matched = max(second, *ghosts) if ghosts else second
    if matched >= top or not live >> position & 1:
        return None
    return position, top - matched


def layers(put: Sequence[int], live: int, ghosts: Sequence[int] = (), dead: int = 0) -> tuple[Pot, ...]:
    """The pots, main pot first, one for each level at which a live player is all-in (POT-1); none is empty.

    Folded money and that of `ghosts` stays in the layers it reached, and what lies above the top live level joins the
    last pot (POT-2). `dead` goes to the main pot (TRN-3); a live player who has nothing else in may win that alone.
    With nobody live all is one pot with no one eligible.
    """
    levels = {put[position] for position in members(live)}
    if len(levels) < 2:
        total = sum(put) + sum(ghosts) + dead
        return (Pot(total, live, 0, max(levels, default=0), tuple(put)),) if total else ()
    pots = []
    low, top, everything = 0, max(levels), max(max(put), *ghosts, 0)
    for high in sorted(levels):
        ceiling = everything if high == top else high
        parts = tuple([_between(amount, low, ceiling) for amount in put])
        total = sum(parts) + sum(_between(amount, low, ceiling) for amount in ghosts) + dead
        if total:
            pots.append(Pot(total, _reaching(put, live, high), low, high, parts))
            dead = 0
        low = high
    return tuple(pots)


def with_carried(pots: Sequence[Pot], carried: Iterable[tuple[int, int]], live: int) -> tuple[Pot, ...]:
    """The pots of this deal together with pots carried from earlier ones, each an (amount, eligible mask) (D-PO-3).

    Carried pots stand first, in their order. Pots with the same live claimants are one pot. A carried pot that no live
    player may win joins the next one, or the last if none follows.
    """
    table: dict[int, Pot] = {}
    loose = 0
    for amount, eligible in carried:
        claimants = eligible & live
        if claimants:
            table[claimants] = _joined(table.get(claimants), Pot(amount + loose, claimants, 0, 0, ()))
            loose = 0
        else:
            loose += amount
    for pot in pots:
        table[pot.eligible] = _joined(table.get(pot.eligible), pot._replace(amount=pot.amount + loose))
        loose = 0
    if loose:
        last = next(reversed(table.values()), Pot(0, live, 0, 0, ()))
        table[last.eligible] = last._replace(amount=last.amount + loose)
    return tuple([pot for pot in table.values() if pot.amount])


def split(amount: int, winners: Sequence[int], unit: int = 1) -> dict[int, int]:
    """Chips for each of `winners`, who stand in the order in which they take odd units, one each (ODD-1, ODD-6).

    Everyone gets whole units of `unit` chips (ODD-5); less than a unit goes to the first. There must be a winner.
    """
    each, odd = divmod(amount // unit, len(winners))
    shares = {winner: (each + (place < odd)) * unit for place, winner in enumerate(winners)}
    shares[winners[0]] += amount % unit
    return shares


def halves(amount: int, unit: int = 1) -> tuple[int, int]:
    """The high half and the low half: the odd unit is the high half's (ODD-3)."""
    low = amount // unit // 2 * unit
    return amount - low, low


def n_ways(amount: int, ways: int, unit: int = 1) -> tuple[int, ...]:
    """The pot cut for so many awards, odd units one each to the first of them (ODD-3 for any number)."""
    if ways == 2:
        return halves(amount, unit)
    return tuple(split(amount, range(ways), unit).values())


def _between(amount: int, low: int, high: int) -> int:
    """How much of an amount lies between two levels."""
    return max(0, min(amount, high) - low)


def _reaching(put: Sequence[int], live: int, level: int) -> int:
    return mask_of(position for position, amount in enumerate(put) if live >> position & 1 and amount >= level)


def _joined(old: Pot | None, new: Pot) -> Pot:
    """Both as one pot; the levels and parts are those of the deal being played, which is always the newer."""
    return new if old is None else new._replace(amount=old.amount + new.amount)
