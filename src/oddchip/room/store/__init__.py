"""The durable store of a room: an append-only log and a ledger, in a data folder that one process holds.

    store = await Store.open(folder)
    await store.append(Batch(table_id, epoch, seq, rows))     # on the disk when it returns
    rows = await store.read(select(schema.event).where(...))
    await store.close()

See docs/store.md for what is durable when, what is secret, and how to make a copy.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from time import time
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row
from sqlalchemy.exc import DBAPIError

from oddchip.room.address import address_of, is_url
from oddchip.room.store import schema
from oddchip.room.store.base import AnyStore, listed
from oddchip.room.store.checks import findings
from oddchip.room.store.connecting import raw, writing
from oddchip.room.store.errors import (
    Fenced,
    Repeated,
    StoreBroken,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreNewer,
    StoreReadOnly,
    StoreRefused,
    StoreUnsure,
    trouble,
)
from oddchip.room.store.folder import Folder, back_up
from oddchip.room.store.measures import Measures
from oddchip.room.store.migrating import migrate
from oddchip.room.store.reading import Readers
from oddchip.room.store.rows import Batch, Item, last_seq, put
from oddchip.room.store.scrubbing import scrub_beside, scrub_if_asked
from oddchip.room.store.writer import Job, Writer

__all__ = [
    "AnyStore",
    "Batch",
    "Fenced",
    "Item",
    "Repeated",
    "Store",
    "StoreBroken",
    "StoreClosed",
    "StoreError",
    "StoreFull",
    "StoreInUse",
    "StoreNewer",
    "StoreReadOnly",
    "StoreRefused",
    "StoreUnsure",
    "findings",
    "is_url",
    "open_store",
    "put",
    "schema",
]

T = TypeVar("T")
SQLITE = (3, 37)
"""The first that knows strict tables."""


class Store:
    """An open data folder. Made by `Store.open`, used from one event loop."""

    def __init__(self, folder: Folder, connection: Connection, loop: asyncio.AbstractEventLoop) -> None:
        self._folder, self._connection, self._loop = folder, connection, loop
        self.measures = Measures()
        self._writer = Writer(connection, folder.path, loop, self.measures)
        self._readers = Readers(folder.database)
        self._open = True

    @classmethod
    async def open(cls, folder: Path, *, clock: Callable[[], float] = time) -> Store:
        """Make or take a data folder and bring its database to this release.

        `clock` gives the time in the name of the backup that an upgrade makes. Raises StoreInUse, StoreNewer,
        StoreReadOnly, StoreFull or StoreBroken.
        """
        held, connection = await asyncio.to_thread(_prepare, folder, clock)
        return cls(held, connection, asyncio.get_running_loop())

    @property
    def several(self) -> bool:
        """No other process works on a folder."""
        return False

    @property
    def folder(self) -> Path:
        """Where the data is."""
        return self._folder.path

    @property
    def key(self) -> bytes:
        """32 random bytes that belong to the folder and never go into the database or to anybody."""
        return self._folder.key

    async def append(self, batch: Batch) -> None:
        """Write a batch, if its table is at the batch's epoch and seq; on the disk when this returns.

        Raises Fenced (the table is elsewhere), Repeated (a command of it is in the log already), StoreRefused (its rows
        break a rule), StoreFull, StoreReadOnly or StoreBroken. Nothing of it is written then.
        """
        await self._submit(Job(batch.rows, self._loop.create_future(), batch, last_seq(batch)))

    async def write(self, items: Item | Sequence[Item]) -> list[int]:
        """Write rows and statements in order, all or nothing; on the disk when this returns.

        Gives the number of rows that each of them touched, so that a conditional update tells whether it held.
        Raises StoreRefused, StoreFull, StoreReadOnly or StoreBroken.
        """
        touched: list[int] = await self._submit(Job(listed(items), self._loop.create_future()))
        return touched

    async def read(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query, out of what is committed."""
        self._must_be_open()
        return await self._readers.rows(query)

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function makes of one moment of the database, in a reading thread."""
        self._must_be_open()
        return await self._readers.ask(question)

    async def check(self) -> list[str]:
        """What is wrong with the database, one sentence each."""
        return await self.ask(findings)

    async def copy_to(self, target: Path) -> None:
        """A whole copy of the database as it is at one moment, while it is in use."""
        await self.ask(lambda connection: back_up(raw(connection), target))

    async def scrub(self) -> bool:
        """Leave no trace of deleted rows in the files, if that is quick; else it is done when the store is closed."""
        self._must_be_open()
        return await asyncio.to_thread(scrub_beside, self._folder.database)

    async def close(self) -> None:
        """Write what is queued, then let the folder go. A second time does nothing."""
        if self._open:
            self._open = False
            await asyncio.to_thread(self._shut)

    async def _submit(self, job: Job) -> Any:
        self._must_be_open()
        with self.measures.one():
            self._writer.submit(job)
            return await job.waiting

    def _must_be_open(self) -> None:
        if not self._open:
            raise StoreClosed("the store was closed")

    def _shut(self) -> None:
        self._writer.finish()
        self._readers.close()
        scrub_if_asked(self._connection)
        _disconnect(self._connection)
        self._folder.release()


async def open_store(where: Path | str, *, clock: Callable[[], float] = time, worker: str | None = None) -> AnyStore:
    """The store of a data folder, or of a PostgreSQL: ``postgresql://user:password@host:port/database``.

    `clock` names the backup that an upgrade of a folder makes; `worker` is this process's id on a PostgreSQL, random if
    not given. Raises what `Store.open` and `PostgresStore.open` raise.
    """
    if not is_url(where):
        return await Store.open(Path(where), clock=clock)
    address = address_of(str(where))
    from oddchip import __version__

    try:
        from oddchip.room.store.postgres import PostgresStore
    except ModuleNotFoundError as missing:
        raise StoreBroken(f"PostgreSQL needs more packages ({missing.name}): pip install 'oddchip[postgres]'") from None
    return await PostgresStore.open(address, worker=worker, version=__version__)


def _prepare(path: Path, clock: Callable[[], float]) -> tuple[Folder, Connection]:
    if sqlite3.sqlite_version_info < SQLITE:
        raise StoreBroken(
            f"SQLite {'.'.join(map(str, SQLITE))} or newer is needed, and Python has {sqlite3.sqlite_version}"
        )
    held = Folder(path)
    connection = None
    try:
        connection = writing(held.database)
        migrate(connection, held.path, clock)
        return held, connection
    except BaseException as error:
        if connection is not None:
            _disconnect(connection)
        held.release()
        if isinstance(error, DBAPIError):
            raise trouble(error, held.path) or StoreBroken(
                f"the database in {held.path} is not as expected: {error.orig}"
            ) from error
        raise


def _disconnect(connection: Connection) -> None:
    connection.close()
    connection.engine.dispose()
