"""Kill pots: who wins twice running plays the next hand higher (D-KP-1, option `kill`)."""

from __future__ import annotations

from dataclasses import replace

from oddchip.events import AWARDED, POSTED
from oddchip.hand import Hand
from oddchip.house import HouseRules
from oddchip.plan import plan_for
from oddchip.posts import kill_amount
from oddchip.spec import HIGH
from oddchip.stakes import FixedLimit
from oddchip.table.values import Entry, Legs


def may_be_killed(entry: Entry, house: HouseRules) -> bool:
    """Limit lowball: fixed bets, blinds, one low hand that wins."""
    ways = entry.game.rules.pot
    low = len(ways) == 1 and ways[0].ranking is not HIGH
    return house.betting.kill is not None and isinstance(entry.stakes, FixedLimit) and low


def killer(legs: Legs | None, entry: Entry, house: HouseRules) -> int | None:
    """The seat that must kill the next hand: it has won two pots in a row."""
    return legs.seat if legs and legs.count >= 2 and may_be_killed(entry, house) else None


def killed(entry: Entry, house: HouseRules) -> Entry:
    """The game with bets as large as the kill makes them; blinds and antes stay as they are."""
    stakes = entry.stakes
    assert isinstance(stakes, FixedLimit)
    plan = plan_for(entry.game, stakes, house, entry.game.seats[0])
    fixed = replace(stakes, blinds=plan.blinds or None, ante=plan.ante)
    half = house.betting.kill == "half"
    return Entry(entry.game, fixed.scaled(3, 2) if half else fixed.scaled(2))


def kill_post(entry: Entry, house: HouseRules) -> int:
    """What the killer posts in place of any blind of his; `entry` at its ordinary stakes."""
    plan = plan_for(entry.game, entry.stakes, house, entry.game.seats[0])
    return kill_amount(max(plan.blinds, default=entry.stakes.base), house.betting.kill)


def legs_after(legs: Legs | None, hand: Hand) -> Legs | None:
    """The legs after a hand that was won: a second one takes a full bet beyond the blinds, a split keeps the leg."""
    winners = {seat for seat, chips in _awards(hand).items() if chips}
    if len(winners) == 1:
        winner = min(winners)
        if legs is None or legs.seat != winner:
            return Legs(winner, 1)
        return Legs(winner, 2 if wins_a_leg(hand, winner) else 1)
    if legs and legs.seat in winners:
        return Legs(legs.seat, 1)
    return None


def wins_a_leg(hand: Hand, winner: int) -> bool:
    """Did the winner win at least one full bet beyond what others had to post?"""
    result = hand.result
    assert result is not None
    assert isinstance(hand.stakes, FixedLimit)
    place = hand.seats.index(winner)
    forced: int = sum(event[3] for event in hand.log if event[0] == POSTED and event[1] != place)
    return result.net[winner] - forced >= hand.stakes.small


def _awards(hand: Hand) -> dict[int, int]:
    found: dict[int, int] = {}
    for event in hand.log:
        if event[0] == AWARDED:
            seat = hand.seats[event[1]]
            found[seat] = found.get(seat, 0) + event[3]
    return found
