"""The queue of a table: jobs, which may become events, and chores between them; one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from oddchip.room.alone import Answer, Command
from oddchip.room.protocol import Ack, Nack
from oddchip.room.steps import Step

Work = Callable[[Step], None]


def unheard(answer: Ack | Nack) -> None:
    """The room does not answer itself."""


@dataclass
class Job:
    """One thing to be done: by whom, under which id, and how; `answer` hears what became of it."""

    kind: str
    person: str
    command_id: str
    work: Work
    answer: Answer = unheard
    request_id: str = ""
    request: Command | None = None  # as it was asked, for another worker to do

    @property
    def is_the_rooms(self) -> bool:
        """Does the room do it by itself?"""
        return self.person == "room"


@dataclass
class Chore:
    """Something that must not come between the parts of a job; `done` is resolved after it."""

    work: Callable[[], Awaitable[None]]
    done: asyncio.Future[None]

    async def do(self) -> None:
        try:
            await self.work()
        except Exception as error:
            if not self.done.done():
                self.done.set_exception(error)
        else:
            if not self.done.done():
                self.done.set_result(None)


class Jobs:
    """What waits to be done at one table. `perform` does a job, and raises nothing."""

    def __init__(self, perform: Callable[[Job], Awaitable[None]]) -> None:
        self._perform = perform
        self._queue: asyncio.Queue[Job | Chore] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self, name: str) -> None:
        """From now on everything is done in turn."""
        self._task = asyncio.create_task(self._run(), name=name)

    async def stop(self) -> None:
        """Do what is queued, then nothing more."""
        if self._task:
            await self.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def join(self) -> None:
        """When all that is queued is done."""
        await self._queue.join()

    def add(self, job: Job) -> None:
        self._queue.put_nowait(job)

    def chore(self, work: Callable[[], Awaitable[None]]) -> asyncio.Future[None]:
        """Have something done between two jobs."""
        chore = Chore(work, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(chore)
        return chore.done

    async def _run(self) -> None:
        while True:
            job = await self._queue.get()
            try:
                await (job.do() if isinstance(job, Chore) else self._perform(job))
            finally:
                self._queue.task_done()
