"""Bots that a host seats: within his cap, each a person of its own with a name that nobody at the table has."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from oddchip.room.crowd import must_be_style
from oddchip.room.errors import Refused
from oddchip.room.reach import reach_all
from oddchip.table.core import MOST_SEATS

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.room import Room


class Hiring:
    """The bots of all tables."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._made: dict[str, deque[str]] = {}  # those made last, by table: they may not have sat down yet
        self._naming = asyncio.Lock()

    async def hire(self, table_id: str, style: str) -> str:
        """A new bot for a table; its id. Refused beyond the host's cap."""
        room, actor = self._room, self._room.tables[table_id]
        await self.must_have(actor.scene.desk.owner, 1, style)
        async with self._naming:
            await room.crowd.know_table(table_id)
            people = {place.player for place in actor.scene.table.places.values()} | room.crowd.admitted_to(table_id)
            made = self._made.setdefault(table_id, deque(maxlen=MOST_SEATS))
            bot = await room.crowd.new_bot(style, {room.name_of(person) for person in [*people, *made]})
            made.append(bot)
        return bot

    async def must_have(self, owner: str, more: int, style: str) -> None:
        """Refused if this host may not seat so many bots more, or for a style there is not."""
        room = self._room
        await reach_all(room, owner)
        mine = sum(_bots(each) for each in room.tables.values() if each.scene.desk.owner == owner)
        if mine + more > room.settings.bots_each:
            raise Refused(f"a host may seat {room.settings.bots_each} bots in all")
        must_be_style(style)

    def forget(self, table_id: str) -> None:
        """A table was put away."""
        self._made.pop(table_id, None)


def _bots(actor: Actor) -> int:
    return sum(place.player in actor.scene.desk.bots for place in actor.scene.table.places.values())
