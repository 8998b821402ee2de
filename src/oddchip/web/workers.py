"""Several workers of one room on this machine: the process that starts them, looks after them, and ends them.

It holds the port and nothing else of the room. Each worker is a process of its own with a listening socket that is lent
to it: what waits there to be accepted outlives it. A worker that ends by itself is started again, and the others serve
its socket meanwhile. SIGHUP renews them one after the other, each by one that is ready before the old one goes; SIGTERM
and SIGINT end them all. Workers whose parent is gone end by themselves.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress

from oddchip.room.errors import RoomError
from oddchip.web.addresses import addresses
from oddchip.web.logs import Log, open_log
from oddchip.web.opening import Opened, Wanted, listen_for
from oddchip.web.settings import WebSettings

#: Seconds for a worker to be ready, and to end in good order; then it is killed.
OPENS, ENDS = 60.0, 20.0
#: Seconds before a worker that ended by itself is started again: at first, and at most. They double each time, until
#: one has lived for `STEADY` seconds.
LEAST, MOST, STEADY = 0.1, 10.0, 30.0


class NotReady(RoomError):
    """A worker that cannot serve."""


class Child:
    """A worker process as its parent has it. Made by `Child.start`."""

    def __init__(self, process: asyncio.subprocess.Process, line: socket.socket, wanted: Wanted) -> None:
        self._process, self._line, self._wanted = process, line, wanted
        self.since = asyncio.get_running_loop().time()
        self.serves = False
        """Whether it is ready, and has not been told to go."""
        self.host_key = ""
        self._to: asyncio.StreamWriter | None = None

    @classmethod
    async def start(cls, wanted: Wanted, number: int, listeners: Sequence[socket.socket]) -> Child:
        """A new process for the place `number`."""
        mine, its = socket.socketpair()
        with its:
            files = [its.fileno(), *(each.fileno() for each in listeners)]
            program = [sys.executable, "-P", "-m", "oddchip.web.worker"]
            process = await asyncio.create_subprocess_exec(
                *program, *map(str, [files[0], number, *files[1:]]),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=files,
                process_group=0,  # a Ctrl-C is for the parent, which ends them in order
            )  # fmt: skip
        return cls(process, mine, wanted)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def lives(self) -> bool:
        return self._process.returncode is None

    async def ready(self) -> None:
        """Until it serves. NotReady, with the sentence it says, if it does not come to that; it is ended then."""
        reader, self._to = await asyncio.open_unix_connection(sock=self._line)
        self._to.write(json.dumps(self._wanted.data_for_worker()).encode() + b"\n")
        try:
            async with asyncio.timeout(OPENS):
                said = json.loads(await reader.readline() or b"{}")
        except TimeoutError:
            said = {"refused": f"a worker was not ready after {OPENS:.0f} s"}
        except BaseException:
            self.kill()
            raise
        if "host_key" not in said:
            self.kill()
            code = await self.ended()
            raise NotReady(said.get("refused", f"a worker ended before it was ready (exit code {code})"))
        self.host_key, self.serves = said["host_key"], True

    def cover(self, numbers: Sequence[int]) -> None:
        """Tell it which listening sockets nobody serves."""
        if self._to is not None:
            self._to.write(json.dumps({"cover": numbers}).encode() + b"\n")

    async def leave(self) -> int:
        """End it in good order, or after some time anyhow; gives its exit code."""
        self.serves = False
        with suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(ENDS):
                return await self.ended()
        except TimeoutError:
            self.kill()
            return await self.ended()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> int:
        """Its exit code, when it has ended; -9 for one that was killed."""
        code = await self._process.wait()
        self.serves = False
        if self._to is not None:
            self._to.close()
        self._line.close()
        return code


class Workers:
    """All of them. A place keeps its listening socket while workers come and go."""

    def __init__(self, wanted: Wanted, listeners: Sequence[socket.socket], report: Callable[..., None]) -> None:
        self._wanted, self._listeners, self._report = wanted, listeners, report
        self._places: list[Child] = []
        self._changing = [asyncio.Lock() for _ in listeners]
        self._started: set[Child] = set()
        self._renewal = asyncio.Event()

    async def open(self) -> Opened:
        """Start them; gives where the room is. Raises the sentence of the first that cannot serve."""
        first = await self._begin(0)
        await first.ready()  # alone: it may have to bring the database to this release
        others = [await self._begin(number) for number in range(1, len(self._listeners))]
        await asyncio.gather(*(each.ready() for each in others))
        self._places = [first, *others]
        near = addresses() if self._wanted.lan else []
        port = self._listeners[0].getsockname()[1]
        return Opened.at(self._wanted, port, near, first.host_key, tuple(each.pid for each in self._places))

    async def keep(self) -> None:
        """Start again what ends, and renew them when that is asked for."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(len(self._places)):
                tasks.create_task(self._keep(number))
            while True:
                await self._renewal.wait()
                self._renewal.clear()
                await self._renew()

    def renew(self) -> None:
        """Put a new process into every place, one after the other."""
        self._renewal.set()

    async def end(self) -> None:
        """End all there are. Who comes from now on is refused by the system, if no worker is left."""
        for listener in self._listeners:
            listener.close()
        codes = await asyncio.gather(*(child.leave() for child in self._started))
        self._report("workers_ended", codes=codes)

    # --- one place ---------------------------------------------------------------------------------------------------

    async def _keep(self, number: int) -> None:
        pause, clock = LEAST, asyncio.get_running_loop().time
        while True:
            child = self._places[number]
            code = await child.ended()
            self._started.discard(child)
            if self._places[number] is not child:
                continue  # it was renewed
            self._tell_who_covers()
            pause = LEAST if clock() - child.since > STEADY else pause
            self._report("worker_ended", pid=child.pid, code=code, again_in=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, MOST)
            async with self._changing[number]:
                if self._places[number] is child:
                    self._places[number] = await self._begin(number)
                    await self._is_ready(self._places[number])

    async def _renew(self) -> None:
        self._report("renewal", workers=len(self._places))
        for number in range(len(self._places)):
            async with self._changing[number]:
                fresh = await self._begin(number)
                if not await self._is_ready(fresh):
                    self._started.discard(fresh)
                    self._report("renewal_given_up", place=number)
                    return
                old, self._places[number] = self._places[number], fresh
                self._tell_who_covers()
                code = await old.leave()
                self._report("worker_renewed", old=old.pid, code=code, pid=fresh.pid)

    async def _begin(self, number: int) -> Child:
        child = await Child.start(self._wanted, number, self._listeners)
        self._started.add(child)
        return child

    async def _is_ready(self, child: Child) -> bool:
        try:
            await child.ready()
        except NotReady as error:
            self._report("worker_not_ready", pid=child.pid, error=str(error))
            return False
        self._report("worker_ready", pid=child.pid)
        self._tell_who_covers()
        return True

    def _tell_who_covers(self) -> None:
        """Sockets that nobody serves are served by all who are there."""
        alone = [number for number, child in enumerate(self._places) if not child.serves]
        for child in self._started:
            if child.serves:
                child.cover(alone)


async def serve_by_several(wanted: Wanted, count: int, tell: Callable[[Opened], None]) -> None:
    """Open a room on a database with so many workers, say where it is, and keep it until SIGTERM or SIGINT.

    Raises an `OddchipError` of one sentence where settings, port or database do not allow it.
    """
    WebSettings(wanted.port, wanted.public_url, behind_proxy=wanted.behind_proxy)
    with ExitStack() as held:
        listeners = [held.enter_context(closing(each)) for each in listen_for(wanted.address, wanted.port, count)]
        log = held.enter_context(closing(open_log(wanted.data, several=True)))
        log.call("parent")
        await _Parent(Workers(wanted, listeners, log.report), log, tell).run()


class _Parent:
    """What is heard from outside while workers serve."""

    def __init__(self, workers: Workers, log: Log, tell: Callable[[Opened], None]) -> None:
        self._workers, self._log, self._tell = workers, log, tell
        self._over = asyncio.Event()
        self._has_terminal = has_terminal()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, self._over.set)
        loop.add_signal_handler(signal.SIGHUP, self._hang_up)
        ending = asyncio.create_task(self._over.wait())
        serving = asyncio.create_task(self._serve())
        try:
            await asyncio.wait((ending, serving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (ending, serving):
                task.cancel()
            await asyncio.wait((ending, serving))
            await self._workers.end()
        if not serving.cancelled():
            serving.result()

    async def _serve(self) -> None:
        opened = await self._workers.open()
        self._log.report("opened", workers=list(opened.workers))
        self._tell(opened)
        await self._workers.keep()

    def _hang_up(self) -> None:
        """SIGHUP: asked for anew; or the terminal was closed that this was started from, and then it is the end."""
        if self._has_terminal and not has_terminal():
            self._over.set()
        else:
            self._workers.renew()


def has_terminal() -> bool:
    """Is there a terminal that this process belongs to?"""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
