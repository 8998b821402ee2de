"""The transcript of a hand that two dealt to each other, out of the table's log: as both have it, to be verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from oddchip.room import desk as desks
from oddchip.room.between import PairOpened, PairSaid
from oddchip.room.errors import Refused
from oddchip.room.history import NO_HAND, may_look
from oddchip.room.store import schema

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
    for fact in await _facts(room, table_id, number):
        if isinstance(fact, PairOpened):
            mine = fact.hand == number
            if mine:
                lines, people, over = [], fact.people, False
        elif isinstance(fact, PairSaid) and mine:
            lines += fact.lines
            over = over or bool(fact.end)
    return lines, people, over


async def _facts(room: Room, table_id: str, number: int) -> list[desks.Fact]:
    """All that was said around a hand; it begins before the hand does, and lies under the last one until then."""
    e = schema.event
    hands = e.c.hand.in_((number - 1, number))
    query = select(e.c.body).where(e.c.table_id == table_id, hands, e.c.kind.in_(KINDS)).order_by(e.c.seq)
    said = [desks.facts_of(msgspec.json.decode(row.body)["desk"]) for row in await room.store.read(query)]
    return [fact for facts in said for fact in facts]
