"""A PostgreSQL as one end of a move. Needs the extra `postgres`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from typing import Any, Self, TypeVar

from asyncpg import InterfaceError, PostgresError
from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from oddchip.room.backing_up import KEYS
from oddchip.room.moving.ends import Source, Target, moving, must_be_current
from oddchip.room.moving.rows import PIECE, TABLES, Rows, columns_of
from oddchip.room.store import StoreRefused, schema
from oddchip.room.store.postgres import PostgresStore
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.trouble import reason, trouble
from oddchip.room.store.several import ALIVE
from oddchip.telling import counted

T = TypeVar("T")

#: A move takes as long as it takes; only for others to let go of the tables it does not wait for ever.
PATIENT = {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0", "lock_timeout": "10s"}
_m, _t, _w = schema.meta, schema.game_table, schema.worker


class _Held:
    """One connection with one transaction, in which nobody else may write to the tables of the room."""

    def __init__(self, url: str, mode: str) -> None:
        self.server, self._mode = Server(url), mode
        self._open = AsyncExitStack()

    async def begin(self) -> AsyncConnection:
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: self.server.connect(PATIENT),
            isolation_level="REPEATABLE READ",
            poolclass=NullPool,
        )
        async with AsyncExitStack() as opened:
            opened.push_async_callback(engine.dispose)
            connection: AsyncConnection = await opened.enter_async_context(engine.connect())
            await self._wait(connection)
            names = ", ".join(table.name for table in (*TABLES, _w))
            await connection.exec_driver_sql(f"LOCK TABLE {names} IN {self._mode} MODE")
            await connection.run_sync(self._must_be_unserved)
            self._open = opened.pop_all()
        return connection

    async def end(self) -> None:
        await self._open.aclose()

    async def _wait(self, connection: AsyncConnection) -> None:
        """Workers that were just stopped count as alive for a while: wait until they do not, as long as none has a
        table.
        """
        await connection.run_sync(lambda found: must_be_current(found, self.server))
        for _ in range(round(ALIVE) + 1):
            served, alive = await connection.run_sync(_at_work)
            await connection.rollback()
            if served or not alive:
                return
            await asyncio.sleep(1)

    def _must_be_unserved(self, connection: Connection) -> None:
        served, alive = _at_work(connection)
        if served or alive:
            raise StoreRefused(
                f"{self.server} is in use: {counted(alive, 'worker')} heard of within {ALIVE:.0f} seconds, "
                f"{counted(served, 'table')} leased; stop all workers first"
            )


def _at_work(connection: Connection) -> tuple[int, int]:
    """How many tables are leased, and how many workers were heard of a moment ago, by the database's clock."""
    now, count = func.extract("epoch", func.clock_timestamp()).cast(schema.Time), func.count()
    served = connection.execute(select(count).select_from(_t).where(_t.c.lease_until > now)).scalar_one()
    alive = connection.execute(select(count).select_from(_w).where(_w.c.seen > now - ALIVE)).scalar_one()
    return served, alive


@contextmanager
def in_words(server: Server, what: str = "the room") -> Iterator[None]:
    """What server and driver say, as a `StoreError` of one sentence."""
    try:
        yield
    except (DBAPIError, PostgresError, InterfaceError, OSError, ValueError) as error:
        known = trouble(error, server)
        raise known or StoreRefused(f"rows of {what} that {server} does not take: {reason(error)}") from error


class ServerSource(Source):
    """A database that no worker serves; nobody can write to it meanwhile."""

    def __init__(self, url: str) -> None:
        self._held = _Held(url, "EXCLUSIVE")

    async def __aenter__(self) -> Self:
        with in_words(self._held.server):
            self.connection = await self._held.begin()
            found = (await self.connection.execute(select(_m.c.key, _m.c.value).where(_m.c.key.in_(KEYS)))).all()
            self.keys = {row.key: row.value for row in found}
        if "key" not in self.keys:
            await self._held.end()
            raise StoreRefused(f"there is no card room in {self._held.server}")
        self.key = bytes.fromhex(self.keys["key"])
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._held.end()

    async def ask(self, question: Callable[[Connection], T]) -> T:
        with in_words(self._held.server):
            return await self.connection.run_sync(question)

    async def pieces(self, table: Table) -> AsyncIterator[Rows]:
        with in_words(self._held.server):
            found = await self.connection.stream(moving(table))
            async for rows in found.partitions(PIECE):
                yield rows


class ServerTarget(Target):
    """An empty database. Nobody reads what is put there before it is whole."""

    def __init__(self, url: str) -> None:
        self._url, self._held = url, _Held(url, "ACCESS EXCLUSIVE")

    async def __aenter__(self) -> Self:
        await (await PostgresStore.open(self._url)).close()
        with in_words(self._held.server):
            self.connection = await self._held.begin()
        try:
            await self.ask(self._must_be_empty)
            await self.ask(lambda found: found.execute(delete(_m)))
        except BaseException:
            await self._held.end()
            raise
        return self

    def _must_be_empty(self, connection: Connection) -> None:
        """Keys alone, which the first who opens a database makes, are nothing yet."""
        for table in TABLES:
            if table is not _m and connection.execute(select(table).limit(1)).first() is not None:
                raise StoreRefused(f"{self._held.server} is not empty: there are rows in {table.name}")

    async def __aexit__(self, *error: object) -> None:
        await self._held.end()

    async def ask(self, question: Callable[[Connection], T]) -> T:
        with in_words(self._held.server):
            return await self.connection.run_sync(question)

    async def pieces(self, table: Table) -> AsyncIterator[Rows]:
        with in_words(self._held.server):
            found = await self.connection.stream(moving(table))
            async for rows in found.partitions(PIECE):
                yield rows

    async def put(self, table: Table, rows: Rows) -> None:
        """By COPY, which is the quickest way in."""
        with in_words(self._held.server, table.name):
            driver: Any = (await self.connection.get_raw_connection()).driver_connection
            records = [tuple(row) for row in rows]
            await driver.copy_records_to_table(table.name, records=records, columns=columns_of(table))

    async def put_keys(self, keys: Mapping[str, str]) -> None:
        """In the place of the one that was made when the database was first opened."""
        with in_words(self._held.server):
            await self.connection.execute(insert(_m), [{"key": name, "value": text} for name, text in keys.items()])

    async def finish(self) -> None:
        with in_words(self._held.server):
            await self.connection.commit()
