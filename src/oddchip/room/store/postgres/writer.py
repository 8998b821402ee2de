"""The one that writes: all that waits goes into one transaction, durable before anybody hears of it.

When the connection is lost, the server is asked afterwards what became of a commit that was under way; what is known
not to be written is tried again over the next connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import Any

from oddchip.room.store import schema
from oddchip.room.store.errors import StoreBroken, StoreError, StoreUnsure
from oddchip.room.store.measures import Measures
from oddchip.room.store.postgres import leases
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.groups import LEFT, Deed, Groups
from oddchip.room.store.postgres.line import Line
from oddchip.room.store.postgres.trouble import AGAIN, code, reason, trouble
from oddchip.room.store.several import Notice
from oddchip.room.store.writer import GROUP, Job, each, resolve

PATIENCE = 8.0
"""Seconds after which a server that does not answer counts as lost."""
TRIES = 4
DOUBT = 30.0
"""Seconds for which it is tried to find out what became of a commit."""
PAUSE = 0.1


class Writer:
    """Takes jobs and resolves their futures, once a group."""

    def __init__(self, server: Server, worker: str, measures: Measures) -> None:
        self._server, self._worker, self._measures = server, worker, measures
        self._line = Line(server, worker)
        self._groups = Groups(self._line, server, worker)
        self._queue: deque[Job | Deed] = deque()
        self._notices: list[Notice] = []
        self._wake = asyncio.Event()
        self._ending = False
        self._task: asyncio.Task[None] | None = None
        self.held: dict[str, int] = {}
        """The tables that are ours, as far as we know, and since which epoch."""

    async def start(self) -> None:
        """Reach the server and begin."""
        try:
            await self._line.open()
        except Exception as error:
            raise self._broken(error) from error
        self._task = asyncio.create_task(self._run(), name="store-writer")

    def submit(self, job: Job | Deed) -> None:
        """Queue a job; its future is resolved with what came of it, or with an error."""
        self._queue.append(job)
        self._wake.set()

    def say(self, notice: Notice) -> None:
        """Queue a notice for the next group."""
        self._notices.append(notice)
        self._wake.set()

    async def finish(self) -> None:
        """Write what is queued, let our tables go, and end."""
        if self._task is not None:
            leaving = Deed(lambda driver: leases.leave(driver, self._worker, self.held), _future())
            self.submit(leaving)
            self._ending = True
            await self._task
            if leaving.waiting.exception() is None:
                self.held.clear()
            # Else the server is gone: the leases run out by themselves, and others clear away what is left of us.
        await self._line.close()

    async def _run(self) -> None:
        while not (self._ending and not self._queue):
            await self._wake.wait()
            self._wake.clear()
            while self._queue or self._notices:
                group = [self._queue.popleft() for _ in range(min(GROUP, len(self._queue)))]
                notices, self._notices = self._notices, []
                outcomes = await self._written(group, notices)
                self._keep(group, outcomes)
                resolve(group, outcomes)

    def _keep(self, group: Sequence[Job | Deed], outcomes: Sequence[Any]) -> None:
        """Know of the tables that were made as ours."""
        for job, outcome in zip(group, outcomes, strict=True):
            if isinstance(job, Deed) or isinstance(outcome, Exception):
                continue
            for item in job.items:
                if isinstance(item, tuple) and item[0] is schema.game_table and item[1].get("owner") == self._worker:
                    self.held[item[1]["id"]] = item[1].get("epoch", 0)

    async def _written(self, group: Sequence[Job | Deed], notices: Sequence[Notice]) -> list[Any]:
        """For each job what its future gets. Notices of a group that fails are lost, as any may be."""
        done: dict[int, Any] = {}
        slowly, error = False, None
        for _ in range(TRIES):
            left = [job for job in group if id(job) not in done]
            if not left and (group or not notices):
                break
            try:
                outcomes = await self._tried(left, notices, slowly)
            except Exception as wrong:
                if isinstance(wrong, TimeoutError):
                    await self._line.drop()
                if not self._may_be_tried_again(error := wrong):
                    break
                outcomes = await self._found(left) if self._line.in_doubt else [LEFT] * len(left)
            done.update((id(job), what) for job, what in zip(left, outcomes, strict=True) if what is not LEFT)
            slowly, notices = True, notices if error else ()
        undone = self._broken(error) if error else StoreBroken(f"{self._server} did not take it")
        return [done[id(job)] if id(job) in done else each(undone, [job])[0] for job in group]

    async def _tried(self, left: Sequence[Job | Deed], notices: Sequence[Notice], slowly: bool) -> list[Any]:
        if not self._line.is_open:
            try:
                await self._line.open()
            except Exception as error:
                raise self._broken(error) from error
        jobs = sum(isinstance(each, Job) for each in left)
        async with asyncio.timeout(PATIENCE):
            with self._measures.group(jobs):
                return await self._groups.write(left, notices, slowly)

    def _may_be_tried_again(self, error: Exception) -> bool:
        """After a lost connection, or a quarrel about locks; not if the server cannot be reached, or says no."""
        if isinstance(error, StoreError):
            return False
        return not self._line.is_open or code(error) in AGAIN

    async def _found(self, left: Sequence[Job | Deed]) -> list[Any]:
        """What became of a commit under way when the connection was lost."""
        turn, outcomes, since = self._line.turn, self._groups.outcomes, monotonic()
        while monotonic() - since < DOUBT:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._line.open()  # from here on the lost session does nothing any more
                    if await self._line.last_turn() != turn:
                        found = [LEFT] * len(left)
                    elif outcomes is not None:
                        found = outcomes
                    else:
                        found = [[1] * len(_items(job)) if await self._groups.landed(job) else LEFT for job in left]
            except Exception:  # not yet
                await self._line.drop()
                await asyncio.sleep(PAUSE)
            else:
                self._line.in_doubt = False
                return found
        self._line.in_doubt = False
        unsure = f"the connection to {self._server} was lost during a commit: whether it was written is not known"
        return [StoreUnsure(unsure) for _ in left]

    def _broken(self, error: BaseException) -> StoreError:
        return trouble(error, self._server) or StoreBroken(f"{self._server} could not be written: {reason(error)}")


def _items(job: Job | Deed) -> Sequence[Any]:
    return job.items if isinstance(job, Job) else ()


def _future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()
