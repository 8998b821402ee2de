"""What workers that share a database tell each other of people, and what each makes of it.

A notice is told just before the `write` it belongs to, and goes out with that commit. It says what to look at, never
what it is: that is read from the database. Notices may get lost, so what was noticed is looked at once more a second
later, and after a gap everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from oddchip.room.store.base import AnyStore
from oddchip.room.store.several import Notice

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.crowd import Crowd
    from oddchip.room.store.postgres import PostgresStore


def tell(store: AnyStore, kind: str, *ids: str) -> None:
    """Tell the other workers of what is written next, if there may be any."""
    if store.several:
        cast("PostgresStore", store).notify(kind, *ids)


class News:
    """Takes in what other workers wrote about people."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self.once_more: set[str] = set()
        """Who is read again a second later: a notice may have come before what it tells of."""

    async def take(self, notice: Notice, tables: Mapping[str, Actor]) -> None:
        """`tables` are those that are open here."""
        crowd = self._crowd
        match notice.kind, notice.ids:
            case "person", (person,):
                self.once_more.add(person)
                await self._read_again({person}, tables)
            case "guest", (table_id, person):
                if table_id in tables:
                    await crowd.look_up(person, table_id)
            case "chat", (table_id, _):
                if table_id in tables:
                    await crowd.talk.hear(tables[table_id])
            case "poll", _:
                await self._poll(tables)
            case (("gap" | "look"), _):
                await self._read_all(tables)

    async def _poll(self, tables: Mapping[str, Actor]) -> None:
        again, self.once_more = self.once_more, set()
        unknown = self._crowd.take_unknown()
        if again or unknown:
            await self._read_again(again | unknown, tables)
        await self._crowd.talk.hear_missed([actor for actor in tables.values() if actor.audience.is_watched])

    async def _read_all(self, tables: Mapping[str, Actor]) -> None:
        crowd = self._crowd
        await self._read_again(crowd.known, tables, all_of_them=True)
        await crowd.read_admissions(tables=tables)
        await crowd.talk.hear_missed(tables.values())

    async def _read_again(self, people: set[str], tables: Mapping[str, Actor], all_of_them: bool = False) -> None:
        """Who is called otherwise, who hosts, who is gone, whose session was given up."""
        crowd = self._crowd
        crowd.sessions.doubt(None if all_of_them else people)
        renamed, gone = await crowd.read_again(people)
        for person in gone:
            await crowd.gone(person, tables)
        for person in renamed:
            crowd.touch(person, tables)
        if crowd.on_change is not None:
            await crowd.on_change(None if all_of_them else people)
