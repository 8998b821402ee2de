"""Watching over a room: can it write, and how fast does something grow?"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from oddchip.room.store import StoreClosed, StoreError, StoreFull, StoreReadOnly

#: Seconds over which growth is counted.
WINDOW = 60.0
#: Seconds until a store that does not answer counts as one that cannot write.
PATIENCE = 2.0
#: Seconds that an answer of the store holds, however often it is asked for.
HOLDS = 1.0

READY, LEAVING, SLOW = "ready", "leaving", "the store does not answer"
_WORDS: tuple[tuple[type[StoreError], str], ...] = (
    (StoreClosed, LEAVING),
    (StoreFull, "the store is full"),
    (StoreReadOnly, "the store is read-only"),
    (StoreError, "the store cannot write"),
)


class Readiness:
    """Can the store write? Tried by a row of its own, at most once in `HOLDS` seconds, for all who ask together."""

    def __init__(self, write: Callable[[], Awaitable[None]], now: Callable[[], float]) -> None:
        self._write, self._now = write, now
        self._trying: asyncio.Task[str] | None = None
        self._tried = -HOLDS

    async def word(self) -> str:
        """`READY`, or why not. What still waits for the store is not asked a second time."""
        if self._trying is None or (self._trying.done() and self._now() - self._tried >= HOLDS):
            self._tried = self._now()
            self._trying = asyncio.create_task(self._try(), name="readiness")
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(self._trying)
        except TimeoutError:
            return SLOW

    async def _try(self) -> str:
        try:
            await self._write()
        except StoreError as error:
            return next(word for kind, word in _WORDS if isinstance(error, kind))
        return READY


class Pace:
    """How fast a number grows, by what it was when it was looked at before."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def per_second(self, now: float, number: int) -> float | None:
        """Over `WINDOW` seconds at most; None at the first look.

        >>> pace = Pace()
        >>> pace.per_second(0, 100), pace.per_second(10, 150)
        (None, 5.0)
        """
        while len(self._seen) > 1 and self._seen[1][0] <= now - WINDOW:
            self._seen.popleft()
        before = self._seen[0] if self._seen else None
        if before is None or now - self._seen[-1][0] >= 1:
            self._seen.append((now, number))
        if before is None or now <= before[0]:
            return None
        return (number - before[1]) / (now - before[0])
