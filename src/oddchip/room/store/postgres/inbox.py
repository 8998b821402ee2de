"""Commands for the owner of a table from workers that have its people's sockets, and the answers to them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import asyncpg

from oddchip.room.store import schema
from oddchip.room.store.errors import StoreBroken
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.trouble import is_lost, reason, trouble
from oddchip.room.store.rows import Item
from oddchip.room.store.several import Answered, Asked

_ASKED = "SELECT * FROM inbox WHERE table_id = ANY($1) ORDER BY at, worker, number"
WRONG = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
_TAKE = "DELETE FROM answer WHERE worker = $1 RETURNING worker, number, table_id, body"


def commands(worker: str, rows: Sequence[Asked]) -> list[Item]:
    """Commands as rows; the database says when they came."""
    names = ("number", "table_id", "person", "command_id", "kind", "body")
    return [(schema.inbox, {"worker": worker, **{name: getattr(row, name) for name in names}}) for row in rows]


def answering(rows: Sequence[Answered]) -> list[Item]:
    """Answers as rows; writing them takes the commands out of the inbox."""
    names = ("worker", "number", "table_id", "body")
    return [(schema.answer, {name: getattr(row, name) for name in names}) for row in rows]


async def asked(driver: Any, ids: Sequence[str]) -> list[Asked]:
    """The commands for these tables that nobody has answered, as they came."""
    return [Asked(**row) for row in await driver.fetch(_ASKED, list(ids))]


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
