"""The transcript of a hand that two dealt to each other, out of the table's log: as both have it, to be verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddchip.room.between import PairOpened, PairSaid
from oddchip.room.errors import Refused
from oddchip.room.history import NO_HAND, facts_beside, may_look

if TYPE_CHECKING:
    from oddchip.room.room import Room

KINDS = ("pair_open", "pair", "pair_claim")


async def transcript(room: Room, table_id: str, number: int, person: str) -> str:
    """The lines of a hand of the table, or of the last that was offered under its number; refused for who may not look
    at the table, and where there are none. While the hand is played they are for the two alone.
    """
    lines, people, over = await _lines(room, table_id, number)
    if not lines or not (person in people or (over and await may_look(room, table_id, person))):
        raise Refused(NO_HAND)
    return "".join(f"{line}\n" for line in lines)


async def between_two(room: Room, table_id: str, number: int) -> bool:
    """Was anything said of a hand by two who dealt it to each other?"""
    lines, _, _ = await _lines(room, table_id, number)
    return bool(lines)


async def _lines(room: Room, table_id: str, number: int) -> tuple[list[str], tuple[str, ...], bool]:
    lines: list[str] = []
    people: tuple[str, ...] = ()
    over = mine = False
    for fact in await facts_beside(room, table_id, (number - 1, number), KINDS):
        if isinstance(fact, PairOpened):
            mine = fact.hand == number
            if mine:
                lines, people, over = [], fact.people, False
        elif isinstance(fact, PairSaid) and mine:
            lines += fact.lines
            over = over or bool(fact.end)
    return lines, people, over
