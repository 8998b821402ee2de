"""The answers to what was asked across workers, taken by the one that asked."""

from __future__ import annotations

import asyncio

import asyncpg

from oddchip.room.store.errors import StoreBroken
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.trouble import is_lost, reason, trouble
from oddchip.room.store.several import Answered

WRONG = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
_TAKE = "DELETE FROM answer WHERE worker = $1 RETURNING worker, number, table_id, body"


class Answers:
    """Takes what was answered to a worker, over a connection of its own that need not wait for the disk."""

    def __init__(self, server: Server, worker: str) -> None:
        self._server, self._worker = server, worker
        self._driver: asyncpg.Connection | None = None
        self._one_at_a_time = asyncio.Lock()

    async def take(self) -> list[Answered]:
        """All there are. They go only once they are here: if the connection is lost over that they are given again."""
        async with self._one_at_a_time:
            try:
                return await self._take()
            except WRONG as error:
                await self.close()
                if not is_lost(error):
                    raise self._said(error) from error
            try:
                return await self._take()
            except WRONG as error:
                await self.close()
                raise self._said(error) from error

    async def _take(self) -> list[Answered]:
        if self._driver is None:
            self._driver = await self._server.connect({"synchronous_commit": "off", "statement_timeout": "10s"})
        driver = self._driver
        await driver.execute("BEGIN")
        taken = [Answered(**row) for row in await driver.fetch(_TAKE, self._worker)]
        try:
            await driver.execute("COMMIT")
        except WRONG:  # they are here, gone or not
            await self.close()
        return taken

    def _said(self, error: BaseException) -> StoreBroken:
        found = trouble(error, self._server)
        return (
            found
            if isinstance(found, StoreBroken)
            else StoreBroken(f"{self._server} gives no answers: {reason(error)}")
        )

    async def close(self) -> None:
        """Let the connection go."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.terminate()
