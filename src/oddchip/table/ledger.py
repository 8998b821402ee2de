"""What each deal did to each player: a fold over a table's facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from oddchip.stakes_text import stakes_text
from oddchip.table import facts


@dataclass(frozen=True)
class Deal:
    """What one deal did: by player, chips won or put in. `carried` is what stays for the next deal.

    A carried pot that was bought into, or paid without a deal, is a line of its own with number 0 (D-PO-5, D-PO-7).
    """

    number: int
    game: str
    stakes: str
    button: int
    nets: dict[str, int]
    carried: int = 0
    note: str = ""


def deals_of(happened: Iterable[facts.Fact]) -> tuple[Deal, ...]:
    """The deals of an evening in order; all their nets together are what everybody won or lost."""
    names: dict[int, str] = {}
    deals: list[Deal] = []
    running: facts.HandStarted | None = None
    for fact in happened:
        match fact:
            case facts.Seated():
                names[fact.seat] = fact.player
            case facts.HandStarted():
                running = fact
            case facts.HandEnded():
                assert running is not None
                deals.append(_ended(running, fact, names))
            case facts.HandVoided():
                assert running is not None
                deals.append(_of(running, {}, 0, f"void: {fact.reason}"))
            case facts.PotBought():
                deals.append(Deal(0, "", "", -1, {names[fact.seat]: -sum(fact.chips)}, note="bought into the pot"))
            case facts.CarrySettled():
                paid = {names[seat]: chips for seat, chips in fact.shares}
                deals.append(Deal(0, "", "", -1, paid, note=fact.reason))
    return tuple(deals)


def _ended(started: facts.HandStarted, ended: facts.HandEnded, names: dict[int, str]) -> Deal:
    before = dict(zip(started.dealing.seats, started.dealing.stacks, strict=True))
    nets = {names[seat]: chips - before[seat] for seat, chips in ended.stacks}
    return _of(started, nets, ended.carry.amount if ended.carry else 0, "")


def _of(started: facts.HandStarted, nets: dict[str, int], carried: int, note: str) -> Deal:
    dealing = started.dealing
    entry = dealing.entry
    button = dealing.button.button
    return Deal(dealing.number, entry.game.id, stakes_text(entry.stakes), button, nets, carried, note)
