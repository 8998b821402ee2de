"""One database of a PostgreSQL server of the tests, as workers reach it through proxies, and as it is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import asyncpg

from postgres_server import Server
from several.proxy import Dial, port


class Served:
    """A database of its own. The server's processes are its tests' to restart."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.name = server.database().rpartition("/")[2]

    @property
    def dial(self) -> Dial:
        return port(self.server.port)

    def url(self, number: int) -> str:
        return self.server.url(self.name, port=number)

    @property
    def direct(self) -> str:
        return self.server.url(self.name)

    def look(self) -> Looking:
        return Looking(self.direct)

    async def restart(self, how: str) -> None:
        await asyncio.to_thread(self._restart, how)

    def _restart(self, how: str) -> None:
        self.server.stop(how)
        self.server.start()


class Looking:
    """A connection of our own, made anew when the server was away."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection | None = None
        self.lost = 0

    async def rows(self, query: str) -> Sequence[Sequence[Any]] | None:
        """None while the server does not answer."""
        try:
            if self._connection is None:
                self._connection = await asyncpg.connect(self._url, timeout=5)
            found: Sequence[Sequence[Any]] = await self._connection.fetch(query, timeout=10)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
            self.lost += 1
            await self.close()
            return None
        return found

    async def at_once(self, queries: Sequence[str]) -> list[Sequence[Sequence[Any]]]:
        """The rows of several queries as of one moment."""
        connection = await asyncpg.connect(self._url, timeout=5)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return [await connection.fetch(query) for query in queries]
        finally:
            connection.terminate()

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
