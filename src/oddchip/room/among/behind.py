"""Tables that are led elsewhere and looked at here: what is new there is read and shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select

from oddchip.room.among.place import Place
from oddchip.room.restore import Entry
from oddchip.room.store import schema

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.store.postgres import PostgresStore

#: Events of a table that are read at once.
MOST_AT_ONCE = 100


class Behind:
    """The tables of which the log may know more than we do. `waiting`: what was asked of a table here and has no answer
    yet.
    """

    def __init__(self, room: Place, store: PostgresStore, waiting: Callable[[str], set[str]]) -> None:
        self._room, self._store, self._waiting = room, store, waiting
        self._ids: set[str] = set()
        self._stirred = asyncio.Event()

    def add(self, table_id: str) -> None:
        """There may be something new at a table."""
        self._ids.add(table_id)
        self._stirred.set()

    def hear(self, table_id: str, seq: int) -> None:
        """An event was written; it is of no use where nobody looks on or waits for it."""
        actor = self._room.tables[table_id]
        if actor.scene.seq < seq and self._is_followed(actor):
            self.add(table_id)

    def add_followed(self) -> None:
        """Notices may have been lost, and are there only to be quick."""
        for actor in self._room.tables.values():
            if self._is_followed(actor):
                self.add(actor.id)

    def _is_followed(self, actor: Actor) -> bool:
        """Does somebody look at it here, or wait for what he asked of it?"""
        return not actor.leads and (actor.audience.is_watched or bool(self._waiting(actor.id)))

    async def read_on(self) -> None:
        """Once around: read what is new at the tables that are behind, and show it."""
        await self._stirred.wait()
        self._stirred.clear()
        ids, self._ids = self._ids, set()
        try:
            await self.catch_up(ids)
        except BaseException:
            self._ids |= ids
            self._stirred.set()
            raise

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Bring what we know of these tables up to date, where we do not lead them; however far we are behind."""
        tables = self._room.tables
        actors = {each: tables[each] for each in ids if each in tables and not tables[each].leads}
        while actors:
            found = await entries_after(self._store, {each: actors[each].scene.seq for each in actors}, MOST_AT_ONCE)
            await asyncio.gather(*(actors[each].following.take(entries) for each, entries in found.items()))
            more = [each for each, entries in found.items() if len(entries) == MOST_AT_ONCE]
            actors = {each: actors[each] for each in more if not actors[each].leads}

    async def freshen(self, ids: Sequence[str]) -> None:
        """What is known here of these tables is as new as the database, for a page that tells of them."""
        t, tables = schema.game_table, self._room.tables
        wanted = [each for each in ids if each in tables and not tables[each].leads]
        if wanted:
            rows = await self._store.read(select(t.c.id, t.c.seq).where(t.c.id.in_(wanted)))
            await self.catch_up([row.id for row in rows if row.seq > tables[row.id].scene.seq])


async def entries_after(store: PostgresStore, seqs: dict[str, int], most: int) -> dict[str, list[Entry]]:
    """The events of several tables after these numbers, at most so many of each, in order."""
    found: dict[str, list[Entry]] = {}
    for row in await store.events_after(seqs, most):
        entry = Entry(
            row["seq"], row["hand"], row["kind"], row["actor"], row["command_id"], row["body"], row["at"],
            row["state_hash"], row["private"], row["secret"],
        )  # fmt: skip
        found.setdefault(row["table_id"], []).append(entry)
    return found
