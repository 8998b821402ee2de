"""What a worker does beside its tables: all its life, or once. Nothing that goes wrong there ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from oddchip.room.errors import fault_of
from oddchip.room.store import StoreClosed, StoreError
from oddchip.room.store.several import RENEW

Work = Callable[[], Coroutine[Any, Any, None]]


class Works:
    """The tasks of one worker. `report` writes to the room's log."""

    def __init__(self, report: Callable[..., None]) -> None:
        self._report = report
        self._tasks: set[asyncio.Task[None]] = set()

    def go_on(self, work: Work) -> None:
        """Do something again and again, each time to its end."""
        self._begin(self._again_and_again(work), work.__name__)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something once; nobody waits for it."""
        self._begin(self._reported(work))

    async def stop(self) -> None:
        """Nothing goes on any more."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None], name: str | None = None) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _again_and_again(self, work: Work) -> None:
        """A database that is away for a while does not end it."""
        while True:
            try:
                await work()
            except StoreError as error:
                self._report("database_away", doing=work.__name__, error=str(error))
                await asyncio.sleep(RENEW)
            except Exception as error:
                self._report("worker_failed", doing=work.__name__, error=fault_of(error))
                await asyncio.sleep(RENEW)

    async def _reported(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except StoreClosed:  # it came while we were leaving
            return
        except StoreError as error:  # what was missed is looked for when the database is back
            self._report("database_away", doing="news", error=str(error))
        except Exception as error:
            self._report("news_failed", error=fault_of(error))
