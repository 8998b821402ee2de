"""What waits to be sent to one connection: bounded, and of views only the newest when the reader is slow."""

from __future__ import annotations

import asyncio

MOST_WAITING = 64


class Outbox:
    """Frames for one socket, in order.

    When it is `full` a view takes the place of all that wait: then it must be a fresh one, with the log's lines and the
    proofs that those had. Anything else is never dropped: a reader who leaves more than `MOST_WAITING` frames lying is
    `overdue`, and his connection is closed by whoever serves it.
    """

    __slots__ = ("_loop", "_reader", "_waiting", "closed")

    def __init__(self) -> None:
        self._waiting: list[tuple[bool, bytes]] = []  # few, and an empty list is small
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader: asyncio.Future[None] | None = None  # the one who waits for a frame
        self.closed = False

    def put(self, frame: bytes, *, view: bool = False) -> None:
        """Add a frame. A view beyond the bound takes the place of all views that wait."""
        if self.closed:
            return
        if view and self.full:
            self._waiting = [each for each in self._waiting if not each[0]]
        self._waiting.append((view, frame))
        self._wake()

    @property
    def full(self) -> bool:
        return len(self._waiting) >= MOST_WAITING

    @property
    def overdue(self) -> bool:
        return len(self._waiting) > MOST_WAITING

    async def get(self) -> bytes | None:
        """The next frame, as soon as there is one; None when the connection is over and all was given."""
        while not self._waiting:
            if self.closed:
                return None
            if self._loop is None:
                self._loop = asyncio.get_running_loop()
            self._reader = self._loop.create_future()
            await self._reader
        return self._waiting.pop(0)[1]

    def close(self) -> None:
        """No more frames; those that wait may still be fetched."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def __len__(self) -> int:
        return len(self._waiting)
