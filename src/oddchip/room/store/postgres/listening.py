"""Hearing what other workers say, over a connection of its own that is made anew when it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import asyncpg

from oddchip.room.store.errors import StoreBroken
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.notices import CHANNEL, notices_in
from oddchip.room.store.postgres.trouble import reason, trouble
from oddchip.room.store.several import Notice

POLL = 1.0
"""Seconds between two looks at everything: notices may get lost, and are only there to be quick."""
SILENCE = 2.0
"""Seconds in which the server must answer, or the connection counts as lost."""
AGAIN = 0.2


class Listener:
    """Calls `heard` on the event loop for every notice."""

    def __init__(self, server: Server, worker: str, heard: Callable[[Notice], None]) -> None:
        self._server, self._worker, self._heard = server, worker, heard
        self._loop = asyncio.get_running_loop()
        self._driver: asyncpg.Connection | None = None
        self._lost = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Listen from now on. StoreBroken if the server cannot be reached."""
        try:
            await self._connect()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise trouble(error, self._server) or StoreBroken(
                f"{self._server} cannot be listened to: {reason(error)}"
            ) from error
        self._tasks = [asyncio.create_task(self._keep(), name="listen"), asyncio.create_task(self._poll(), name="poll")]

    async def stop(self) -> None:
        """Hear nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._hang_up()

    async def _connect(self) -> None:
        driver = await self._server.connect({})
        self._lost.clear()
        driver.add_termination_listener(lambda _: self._lost.set())
        self._driver = driver
        await driver.add_listener(CHANNEL, self._said)

    def _hang_up(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.terminate()

    def _said(self, driver: Any, pid: int, channel: str, text: object) -> None:
        for notice in notices_in(str(text), self._worker):
            self._tell(notice)

    def _tell(self, notice: Notice) -> None:
        self._loop.call_soon(self._heard, notice)  # what goes wrong there is reported by the loop, and stops nothing

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            self._tell(Notice("poll"))

    async def _keep(self) -> None:
        """Ask now and then whether the server is still there; if not, call it again, and say that there was a gap."""
        while True:
            while await self._is_there():
                pass
            self._hang_up()
            while self._driver is None:
                try:
                    await self._connect()
                except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):  # not yet; `poll` goes on meanwhile
                    self._hang_up()
                    await asyncio.sleep(AGAIN)
            self._tell(Notice("gap"))

    async def _is_there(self) -> bool:
        try:
            async with asyncio.timeout(POLL):
                await self._lost.wait()
        except TimeoutError:
            return await self._answers()
        return False

    async def _answers(self) -> bool:
        assert self._driver is not None
        try:
            async with asyncio.timeout(SILENCE):
                await self._driver.execute("SELECT 1")
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True
