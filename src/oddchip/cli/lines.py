"""Lines that a person enters, one by one, while other things go on."""

from __future__ import annotations

import asyncio
import os
import stat
from typing import TextIO

PIECE = 4096
MOST_LINE = 4000


class Lines:
    """An async iterator over the lines of a stream. A terminal or a pipe is watched; anything else is read in a thread,
    which ends by itself because such a stream never keeps anybody waiting.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._rest = b""
        self._loop = asyncio.get_running_loop()
        self._handle = _pollable(stream)
        self._reading: asyncio.Task[None] | None = None
        if self._handle is not None:
            self._loop.add_reader(self._handle, self._read)
        else:
            self._reading = asyncio.create_task(self._read_all())

    def __aiter__(self) -> Lines:
        return self

    async def __anext__(self) -> str:
        line = await self._lines.get()
        if line is None:
            raise StopAsyncIteration
        return line

    def close(self) -> None:
        if self._handle is not None:
            self._loop.remove_reader(self._handle)
            self._handle = None
        if self._reading:
            self._reading.cancel()

    def _read(self) -> None:
        assert self._handle is not None
        try:
            piece = os.read(self._handle, PIECE)
        except OSError:  # the terminal is gone
            piece = b""
        *whole, self._rest = (self._rest + piece).split(b"\n")
        if not piece and self._rest:
            whole, self._rest = [*whole, self._rest], b""
        for line in whole:
            self._lines.put_nowait(line[:MOST_LINE].decode("utf-8", "replace"))
        self._rest = self._rest[:MOST_LINE]
        if not piece:
            self.close()
            self._lines.put_nowait(None)

    async def _read_all(self) -> None:
        while line := await asyncio.to_thread(self._stream.readline):
            self._lines.put_nowait(line.rstrip("\r\n"))
        self._lines.put_nowait(None)


def _pollable(stream: TextIO) -> int | None:
    """The stream's descriptor, if it is one that can be watched: a terminal, a pipe, a socket."""
    try:
        handle = stream.fileno()
        mode = os.fstat(handle).st_mode
    except (OSError, ValueError):
        return None
    return handle if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) else None
