"""Reading: a few connections that cannot write, and one of its own for each question about one moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, Executable, Row
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection

from oddchip.room.store.errors import StoreError, StoreRefused
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.trouble import is_lost, reason, trouble

CONNECTIONS = 4
T = TypeVar("T")
WRONG = (DBAPIError, NoneFree, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)


class Readers:
    """Answers questions from what is committed."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._engine = server.reading(CONNECTIONS)

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query."""

        async def execute(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query)).all()

        return await self._again(execute)

    async def drive(self, deed: Callable[[Any], Awaitable[T]]) -> T:
        """What a function makes of the driver's own connection."""

        async def drive(connection: AsyncConnection) -> T:
            return await deed((await connection.get_raw_connection()).driver_connection)

        return await self._again(drive)

    async def _again(self, deed: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Reading may be done again: connections that were lost since the last question are no trouble."""
        for _ in range(CONNECTIONS):  # each of them may be one
            try:
                return await self._once(deed)
            except WRONG as error:
                if not is_lost(error):
                    raise self._said(error) from error
        try:
            return await self._once(deed)
        except WRONG as error:
            raise self._said(error) from error

    async def _once(self, deed: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._engine.connect() as connection:
            try:
                return await deed(connection)
            except WRONG as error:
                if is_lost(error):  # or the next one who asks is given it
                    await connection.invalidate()
                raise

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function makes of one moment of the database; it runs in a thread, with an event loop of its own."""
        try:
            return await asyncio.to_thread(lambda: asyncio.run(self._asked(question)))
        except WRONG as error:
            raise self._said(error) from error

    async def _asked(self, question: Callable[[Connection], T]) -> T:
        engine = self._server.asking()
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(question)
        finally:
            await engine.dispose()

    def _said(self, error: BaseException) -> StoreError:
        return trouble(error, self._server) or StoreRefused(f"a question the database does not take: {reason(error)}")

    async def close(self) -> None:
        """Let the connections go."""
        await self._engine.dispose()
