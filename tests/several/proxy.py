"""A TCP proxy on loopback that lets pass, delays, holds back, cuts off, or breaks in the middle of something.

Between a worker and PostgreSQL it knows where something is committed. So it can break a connection just before the
database hears of a commit, just after, or when the database says that it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from several.postgres_talk import Talk

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Dial = Callable[[], Awaitable[Streams]]
Moment = Literal["before", "sent", "done"]
Parted = Callable[[bytes], Iterator[tuple[bytes, bool]]]
"""Cuts what came into parts, each with whether a commit is asked for, or done, by it."""

PIECE = 1 << 16


def port(number: int) -> Dial:
    """To a port of this machine."""
    return lambda: asyncio.open_connection("127.0.0.1", number)


def unix(path: str) -> Dial:
    """To a socket in the file system."""
    return lambda: asyncio.open_unix_connection(path)


@dataclass
class Trouble:
    """What is wrong with a line just now.

    `delay` seconds for each piece, each way. `held`: nothing passes. `refused`: nobody is let in. `breaks_at`: the
    next commits at which a connection breaks. `breaks_after`: so many bytes more, in all, until one breaks.
    """

    delay: float = 0.0
    held: bool = False
    refused: bool = False
    breaks_at: list[Moment] = field(default_factory=list)
    breaks_after: int | None = None


class Proxy:
    """Listens at `port`, and passes on to what it dials. `trouble` may be changed at any time. With `postgres` it knows
    what a commit is.
    """

    def __init__(self, dial: Dial, postgres: bool = False) -> None:
        self.postgres = postgres
        self.trouble = Trouble()
        self.broken: list[str] = []  # how connections were broken, in order
        self._dial = dial
        self._links: set[_Link] = set()
        self._let = asyncio.Event()
        self._let.set()
        self._server: asyncio.Server | None = None

    async def open(self) -> Proxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    @property
    def port(self) -> int:
        assert self._server is not None
        number: int = self._server.sockets[0].getsockname()[1]
        return number

    async def close(self) -> None:
        self.mend()
        if self._server is not None:
            self._server.close()
        self.cut(refuse=True)
        while self._links:
            await asyncio.sleep(0.01)

    # --- what may be wrong -------------------------------------------------------------------------------------------

    def cut(self, refuse: bool = False) -> None:
        """Break all connections there are; with `refuse` let nobody in until it is mended."""
        self.trouble.refused = refuse
        for link in list(self._links):
            link.abort("cut")

    def hold(self) -> None:
        """Nothing passes any more, and nobody is told: as when a cable is pulled."""
        self.trouble.held = True
        self._let.clear()

    def mend(self) -> None:
        """All is well from now on; what was held back passes."""
        self.trouble = Trouble()
        self._let.set()

    # --- passing on --------------------------------------------------------------------------------------------------

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.trouble.refused:
            writer.transport.abort()
            return
        try:
            far = await self._dial()
        except OSError:
            writer.transport.abort()
            return
        link = _Link(self, (reader, writer), far)
        self._links.add(link)
        try:
            await link.run()
        finally:
            self._links.discard(link)

    async def let(self) -> None:
        """When what waits may pass."""
        await self._let.wait()
        if self.trouble.delay:
            await asyncio.sleep(self.trouble.delay)
            await self._let.wait()


class _Link:
    """One connection through the proxy."""

    def __init__(self, proxy: Proxy, near: Streams, far: Streams) -> None:
        self._proxy, self._near, self._far = proxy, near, far
        self._aborted = False

    async def run(self) -> None:
        """Until either side has ended, or it was broken."""
        talk = Talk() if self._proxy.postgres else None
        said, answered = (talk.said, talk.answered) if talk else (_as_it_comes, _as_it_comes)
        up = asyncio.create_task(self._pass(self._near[0], self._far[1], said, ("before", "sent")))
        down = asyncio.create_task(self._pass(self._far[0], self._near[1], answered, ("done",)))
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
            if not self._aborted:  # who ended has been heard to the end; so will the other be
                await asyncio.wait((up, down), timeout=0.2)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            for _, writer in (self._near, self._far):
                writer.close()

    def abort(self, how: str) -> None:
        """Break it on both sides, at once: a reset, not an end."""
        if not self._aborted:
            self._aborted = True
            self._proxy.broken.append(how)
            for _, writer in (self._near, self._far):
                _reset(writer)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parted: Parted, moments: tuple[Moment, ...]
    ) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(PIECE):
                await self._proxy.let()
                for part, commits in parted(piece):
                    at = self._proxy.trouble.breaks_at
                    if commits and at and at[0] in moments:
                        await self._break(at.pop(0), part, writer)
                    elif not self._aborted:
                        await self._passed(part, writer)
                    if self._aborted:
                        return
            if writer.can_write_eof():
                writer.write_eof()

    async def _passed(self, part: bytes, writer: asyncio.StreamWriter) -> None:
        """Pass it on, or only as much of it as there is to be before it breaks."""
        trouble = self._proxy.trouble
        if trouble.breaks_after is not None:
            trouble.breaks_after -= len(part)
            if trouble.breaks_after <= 0:
                part, trouble.breaks_after = part[: len(part) + trouble.breaks_after], None
                writer.write(part)
                await writer.drain()
                self.abort("in mid-stream")
                return
        writer.write(part)
        await writer.drain()

    async def _break(self, moment: Moment, part: bytes, writer: asyncio.StreamWriter) -> None:
        """At a commit. One that was sent is heard by the database to the end, before it finds nobody there."""
        if moment == "sent":
            writer.write(part)
            await writer.drain()
            self._aborted = True
            self._proxy.broken.append("at a commit: sent")
            _reset(self._near[1])
            return
        self.abort(f"at a commit: {moment}")


def _as_it_comes(piece: bytes) -> Iterator[tuple[bytes, bool]]:
    yield piece, False


def _reset(writer: asyncio.StreamWriter) -> None:
    """End a connection by a reset, where it is one of TCP: nobody is to believe in a good end."""
    made = writer.get_extra_info("socket")
    if made is not None and made.family == socket.AF_INET:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
