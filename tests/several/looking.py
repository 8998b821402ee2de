"""Looking at the database beside the workers: when an event could first be seen there, and the log at the end."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from several.history import End, Event, Line, Notes, Record, Seen

#: Seconds between two looks: an event that is shown so much too early is noticed.
EVERY = 0.008

TABLES = "SELECT id, seq, epoch, coalesce(owner, '') FROM game_table"
EVENTS = "SELECT table_id, seq, epoch, command_id, kind, at FROM event ORDER BY table_id, seq"
LINES = "SELECT table_id, seq, account, amount FROM entry ORDER BY table_id, seq, line"


class Database(Protocol):
    """What is looked at; one connection of our own, past all proxies."""

    async def rows(self, query: str) -> Sequence[Sequence[Any]] | None:
        """The rows of a query as they are committed; None while the database does not answer."""

    async def at_once(self, queries: Sequence[str]) -> list[Sequence[Sequence[Any]]]:
        """The rows of several, as of one moment: somebody may still be writing."""

    async def close(self) -> None: ...


class Folder:
    """The database of a data folder, in use by a room or not."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "room.db"

    async def rows(self, query: str) -> Sequence[Sequence[Any]] | None:
        return await asyncio.to_thread(self._rows, query)

    def _rows(self, query: str) -> Sequence[Sequence[Any]]:
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()

    async def at_once(self, queries: Sequence[str]) -> list[Sequence[Sequence[Any]]]:
        return await asyncio.to_thread(self._at_once, queries)

    def _at_once(self, queries: Sequence[str]) -> list[Sequence[Sequence[Any]]]:
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            return [database.execute(query).fetchall() for query in queries]

    async def close(self) -> None: ...


class Watch:
    """Notes when each table was first seen at an event or in an epoch."""

    def __init__(self, database: Database, notes: Notes) -> None:
        self._database, self._notes = database, notes
        self._known: dict[str, tuple[Any, ...]] = {}
        self._looked = 0.0
        self.slowest = 0.0

    async def look(self) -> None:
        """Once. What was not there at the last look that was answered, and is now, came between them."""
        began = monotonic()
        found = await self._database.rows(TABLES)
        if found is None:
            return
        ended = monotonic()
        for table, *where in found:
            if self._known.get(table) != (where := tuple(where)):
                self._known[table] = where
                self._notes.note(Seen(self._looked, ended, table, *where))
        if self._looked:
            self.slowest = max(self.slowest, ended - self._looked)
        self._looked = began

    async def go_on(self) -> None:
        """Until it is cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY)


async def written_down(database: Database, ended: float) -> list[Record]:
    """The log and the ledger, and where each table is. `ended`: when the last player left."""
    events, lines, tables = await database.at_once((EVENTS, LINES, TABLES))
    return [*map(_event, events), *map(_line, lines), *(End(ended, *row[:3]) for row in tables)]


def _event(row: Sequence[Any]) -> Event:
    return Event(*row)


def _line(row: Sequence[Any]) -> Line:
    return Line(row[0], row[1], row[2], int(row[3]))
