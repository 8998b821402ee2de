"""The connection that writes: made anew when it is lost, and never with two ends.

Whoever lost it in the middle of a commit must know what became of that before anything else is done. The session before
is ended first (bytes of it may still be under way), then the number of the last commit is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from oddchip.room.store.errors import StoreBroken
from oddchip.room.store.postgres.appending import CLOSING, TELL
from oddchip.room.store.postgres.connecting import CONNECT, Server

_ME = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2"
STRICTER = ("on", "remote_apply", "remote_write")
"""Settings of `synchronous_commit` under which a commit is on the server's disk. Others are set to "on"."""


class Line:
    """One session with the server at a time."""

    def __init__(self, server: Server, worker: str) -> None:
        self._server, self._worker = server, worker
        self._engine = server.writing()
        self._connection: AsyncConnection | None = None
        self._session: tuple[int, datetime] | None = None
        self.turn = 0
        """The number of the last commit that was tried."""
        self.in_doubt = False
        """A commit was sent, and no answer came."""
        self.driver: Any = None

    @property
    def connection(self) -> AsyncConnection:
        """As SQLAlchemy sees it."""
        assert self._connection is not None
        return self._connection

    @property
    def is_open(self) -> bool:
        """Whether there is a session, as far as we know."""
        return self.driver is not None and not self.driver.is_closed()

    async def open(self) -> None:
        """A session, if there is none. Raises what the driver raises."""
        if self.is_open:
            return
        await self.drop()
        connection = await self._engine.connect()
        driver: Any = (await connection.get_raw_connection()).driver_connection
        self._connection, self.driver = connection, driver
        try:
            if self._session:
                await _ended(driver, *self._session)
            if await driver.fetchval("SHOW synchronous_commit") not in STRICTER:
                await driver.execute("SET synchronous_commit = on")
            row = await driver.fetchrow(_ME)
        except BaseException:
            await self.drop()
            raise
        self._session = row["pid"], row["backend_start"]

    async def drop(self) -> None:
        """Hang up at once."""
        driver, connection = self.driver, self._connection
        self._connection = self.driver = None
        if driver is not None:
            driver.terminate()
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def begin(self) -> None:
        await self.driver.execute("BEGIN")

    async def commit(self, texts: Sequence[str]) -> None:
        """Number and end the transaction, and tell everybody."""
        await self.driver.execute(CLOSING, self._worker, self.turn, list(texts))
        self.in_doubt = True
        done = await self.driver.execute("COMMIT")
        self.in_doubt = False
        if done != "COMMIT":
            raise StoreBroken(f"{self._server} gave a transaction up")

    async def tell(self, texts: Sequence[str]) -> None:
        """Tell everybody, and write nothing."""
        await self.driver.execute(TELL, list(texts))

    async def roll_back(self) -> None:
        """Nothing of it is written, unless its end is in doubt."""
        if self.is_open:
            self.in_doubt = False
            await self.driver.execute("ROLLBACK")

    async def last_turn(self) -> int:
        """The number of the last commit that the server has of us; 0 for none."""
        found: int | None = await self.driver.fetchval("SELECT number FROM turn WHERE worker = $1", self._worker)
        return found or 0

    async def close(self) -> None:
        """For good."""
        await self.drop()
        await self._engine.dispose()


async def _ended(driver: Any, pid: int, started: datetime) -> None:
    """End a session of ours that was lost, if the server still has it: whatever it did is done or undone afterwards."""
    async with asyncio.timeout(CONNECT):
        while await driver.fetchval(_END, pid, started) is not None:
            await asyncio.sleep(0.02)
