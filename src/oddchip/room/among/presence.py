"""Who has a table open, through this worker and through the others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, literal_column, select

from oddchip.room.among.others import CLOCK
from oddchip.room.among.place import Place
from oddchip.room.store import StoreError, schema
from oddchip.room.store.several import ALIVE

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

#: Seconds for which comings and goings are gathered before the others are told.
TOLD_EACH = 0.2


class Presence:
    """Comings and goings at all tables."""

    def __init__(self, room: Place, store: PostgresStore) -> None:
        self._room, self._store = room, store
        self._here: dict[str, set[str]] = {}  # who has a table open through us
        self._there: dict[str, set[str]] = {}  # and through others
        self._moved: set[str] = set()
        self._unsure: set[str] = set()
        self._living: Set[str] = set()  # the other workers at the last look
        self._told_by: set[str] = set()  # the workers that we have it from

    def elsewhere(self, table_id: str) -> set[str]:
        """Who has a table open through other workers."""
        return self._there.get(table_id, set())

    def here(self, table_id: str, people: set[str]) -> None:
        """These have a table open through us; the others are told soon."""
        if people != self._here.get(table_id, set()):
            self._here[table_id] = people
            self._moved.add(table_id)

    def forget(self, table_id: str) -> None:
        """A table was put away. What the database still has of us there is taken out soon."""
        self._there.pop(table_id, None)
        if self._here.pop(table_id, None):
            self._moved.add(table_id)

    def doubt(self, table_id: str) -> None:
        """A table is ours to lead since; what we were told of it before we knew it we have not."""
        self._unsure.add(table_id)

    async def look(self) -> None:
        """Once around: who is at tables that came to us."""
        await asyncio.sleep(TOLD_EACH)
        ids, self._unsure = self._unsure, set()
        if ids:
            try:
                await self.see(ids)
            except StoreError:
                self._unsure |= ids
                raise

    async def tell(self) -> None:
        """Once around: what has changed here, at many tables at a time."""
        await asyncio.sleep(TOLD_EACH)
        moved, self._moved = self._moved, set()
        if not moved:
            return
        p, now, me = schema.presence, self._room.now(), self._store.worker
        rows = [
            (p, {"table_id": each, "worker": me, "person": person, "watching": 0, "at": now})
            for each in moved
            for person in self._here.get(each, ())
        ]
        self._store.notify_each("online", sorted(moved))
        try:
            await self._store.write([delete(p).where(p.c.worker == me, p.c.table_id.in_(moved)), *rows])
        except StoreError:
            self._moved |= moved
            raise

    def doubts(self, living: Set[str]) -> bool:
        """Must it be seen anew who is there, since other workers live than did? One may even have come and gone between
        two looks.
        """
        before, self._living = self._living, living
        gone, self._told_by = self._told_by - living, self._told_by & living
        return living != before or bool(gone)

    async def see(self, ids: Iterable[str]) -> None:
        """Who has these tables open through other workers that live."""
        p, w, wanted = schema.presence, schema.worker, [each for each in ids if each in self._room.tables]
        alive = and_(w.c.id == p.c.worker, w.c.seen > literal_column(CLOCK) - ALIVE)
        query = select(p.c.table_id, p.c.person, p.c.worker).join(w, alive)
        found: dict[str, set[str]] = {each: set() for each in wanted}
        others = query.where(p.c.table_id.in_(wanted), p.c.worker != self._store.worker)
        for row in await self._store.read(others):
            found[row.table_id].add(row.person)
            self._told_by.add(row.worker)
        for table_id, people in found.items():
            self._take(table_id, people)

    def _take(self, table_id: str, people: set[str]) -> None:
        """What was found. A table that was put away meanwhile is not remembered."""
        actor = self._room.tables.get(table_id)
        if actor is not None and people != self.elsewhere(table_id):
            self._there[table_id] = people
            actor.audience.touch()
