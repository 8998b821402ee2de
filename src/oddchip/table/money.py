"""How much may be brought, added and brought back; when a session ends; who placed where.

Sources: STK-1 to STK-4, CP-9, TRN-5.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from oddchip.house import HouseRules
from oddchip.stakes import FixedLimit, SpreadLimit, Stake, Stakes

#: How long a player who left must bring back what he left with, in minutes (STK-4).
REJOIN_MINUTES = 60


def buy_in_limits(stakes: Stakes, house: HouseRules) -> tuple[int, int | None]:
    """(least, most) chips to sit down with; None for no most (STK-2).

    The options `buy_in_min` and `buy_in_max` count big blinds. A limit game asks half as many small bets (ten by
    default) and allows as many big bets; California Poker asks for one stake.

    >>> buy_in_limits(FixedLimit(3, 6, blinds=(1, 3)), HouseRules())
    (30, 600)
    """
    least, most = house.seats.buy_in_min, house.seats.buy_in_max
    if isinstance(stakes, Stake):
        return stakes.amount, None if most is None else most * stakes.amount
    if isinstance(stakes, FixedLimit):
        return -(-least * stakes.small // 2), None if most is None else most * stakes.big
    if isinstance(stakes, SpreadLimit):
        return -(-least * stakes.low // 2), None if most is None else most * stakes.high
    return least * stakes.base, None if most is None else most * stakes.base


def buy_in_limits_of(several: Iterable[Stakes], house: HouseRules) -> tuple[int, int | None]:
    """The limits at a table of several games: the largest of the least, and the largest of the most."""
    found = [buy_in_limits(stakes, house) for stakes in several]
    tops = [most for _, most in found]
    return max(least for least, _ in found), None if None in tops else max(top for top in tops if top is not None)


def most_to_add(stack: int, most: int | None, pending: int = 0) -> int | None:
    """How much a stack may be topped up by: to the maximum only (STK-3). None: as much as one likes."""
    return None if most is None else max(0, most - stack - pending)


def counted(stack: int, pending: int, most: int | None) -> tuple[int, int]:
    """(counted, returned): chips added during a hand join the stack up to the maximum, the rest goes back (STK-1)."""
    room = most_to_add(stack, most)
    joins = pending if room is None else min(pending, room)
    return joins, pending - joins


def must_bring(left_with: int, minutes: float, least: int, window: float = REJOIN_MINUTES) -> int:
    """The least a player sits down with who left so many minutes ago: the same amount within the window, even above the
    maximum; afterwards the ordinary minimum (STK-4).

    >>> must_bring(180, minutes=45, least=20), must_bring(180, minutes=75, least=20)
    (180, 20)
    """
    return max(left_with, least) if minutes < window else least


def session_end(
    stacks: Mapping[int, int], stake: int, declined: Collection[int] = (), external: bool = False
) -> tuple[str, int | None] | None:
    """Why no other hand of California Poker starts, and the seat it lies with; None when one may (CP-9)."""
    if external:
        return "external_settlement", None
    for seat in sorted(declined):
        return "declined", seat
    for seat, stack in sorted(stacks.items()):
        if stack < stake:
            return "insufficient_balance", seat
    return None


def session_words(reason: str, seat: int | None, viewer: int | None = None) -> str:
    """The end of a session as a player reads it.

    >>> session_words("insufficient_balance", 1, viewer=0)
    "your opponent's balance does not cover the stake"
    """
    whose = "your" if seat == viewer and viewer is not None else "your opponent's"
    who = "you" if whose == "your" else "your opponent"
    if viewer is None:
        who, whose = f"seat {seat}", f"seat {seat}'s"
    return {
        "insufficient_balance": f"{whose} balance does not cover the stake",
        "declined": f"{who} declined to go on",
        "external_settlement": "the session is settled elsewhere",
    }[reason]


def bust_order(start: Mapping[str, int], players_before: int) -> dict[str, int]:
    """The places of players who bust in one hand: the larger stack at its start is higher, equal ones share (TRN-5).

    `start` are their stacks when the hand began, `players_before` how many were left then.

    >>> bust_order({"A": 50, "B": 80}, players_before=10)
    {'B': 9, 'A': 10}
    """
    best = players_before - len(start) + 1
    order = sorted(start, key=lambda player: -start[player])
    return {player: best + sum(stack > start[player] for stack in start.values()) for player in order}
