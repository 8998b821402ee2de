"""A connection of its own for what a worker asks all the time, without a pool in between; made anew when it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import asyncpg

from oddchip.room.store.errors import StoreBroken, StoreError
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.trouble import is_lost, reason, trouble

T = TypeVar("T")
WRONG = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
#: It need not wait for the disk: whoever misses what is written here asks again.
SETTINGS = {"synchronous_commit": "off", "statement_timeout": "10s", "lock_timeout": "2s"}


class Direct:
    """One thing at a time. Only for what may be done twice: it is, when the connection was lost over it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._driver: asyncpg.Connection | None = None
        self._one_at_a_time = asyncio.Lock()

    async def do(self, deed: Callable[[Any], Awaitable[T]]) -> T:
        """What a function makes of the driver's connection. StoreBroken and the like if the server cannot."""
        async with self._one_at_a_time:
            try:
                return await self._once(deed)
            except WRONG as error:
                if not is_lost(error):
                    raise self._said(error) from error
            try:
                return await self._once(deed)
            except WRONG as error:
                raise self._said(error) from error

    async def _once(self, deed: Callable[[Any], Awaitable[T]]) -> T:
        if self._driver is None:
            self._driver = await self._server.connect(SETTINGS)
        try:
            return await deed(self._driver)
        except BaseException:  # what is under way there cannot be told apart from what comes next
            self.close()
            raise

    def _said(self, error: BaseException) -> StoreError:
        return trouble(error, self._server) or StoreBroken(f"{self._server} does not take this: {reason(error)}")

    def close(self) -> None:
        """Let the connection go."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.terminate()
