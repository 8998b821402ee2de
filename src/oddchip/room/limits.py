"""How much, how fast: token buckets and counts by key. Pure: the time is told by the caller, in seconds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and at most `burst` at once."""

    per_second: float
    burst: int


class Bucket:
    """A bucket of tokens: full at first, refilled at its rate, never beyond its burst."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._at, self._tokens = rate, now, float(rate.burst)

    def take(self, now: float, count: int = 1) -> bool:
        """Take tokens if there are enough. A clock that was set back gives none, and takes none away."""
        passed = max(0.0, now - self._at)
        self._at = now
        self._tokens = min(float(self._rate.burst), self._tokens + passed * self._rate.per_second)
        if self._tokens < count:
            return False
        self._tokens -= count
        return True


class Buckets:
    """A bucket for each key. Of more than `most` keys the one that was quiet for longest is forgotten."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable, now: float, count: int = 1) -> bool:
        """May `key` do this (or `count` such things) now? If so, it has done it."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(now, count)

    def __len__(self) -> int:
        return len(self._buckets)


class Counts:
    """How many of something each key has open, at most `most` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[Hashable, int] = {}

    def enter(self, key: Hashable) -> bool:
        """One more, if there may be."""
        if self._open.get(key, 0) >= self._most:
            return False
        self._open[key] = self._open.get(key, 0) + 1
        return True

    def leave(self, key: Hashable) -> None:
        """One less; a key that has none open is forgotten."""
        left = self._open.get(key, 0) - 1
        if left > 0:
            self._open[key] = left
        else:
            self._open.pop(key, None)

    def __len__(self) -> int:
        return len(self._open)
