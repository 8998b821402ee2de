"""What a store measures of itself: how long it takes, how many go together, what waits. Numbers alone, never rows."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from time import perf_counter

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
JOBS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
#: So many of the latest values are kept for `Spread.quantile`.
LATEST = 512


class Spread:
    """How some values are spread: how many were at most each bound, their number, their sum, and the latest of them.

    >>> spread = Spread((1, 10))
    >>> for value in (1, 3, 20):
    ...     spread.note(value)
    >>> spread.cumulated(), spread.count, spread.total, spread.quantile(0.5)
    ([(1, 1), (10, 2)], 3, 24.0, 3)

    One thread notes, others may read: what they read is whole, and at most one value behind.
    """

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.count, self.total = 0, 0.0
        self._within = [0] * (len(self.bounds) + 1)
        self._latest: deque[float] = deque(maxlen=LATEST)

    def note(self, value: float) -> None:
        self._within[bisect_left(self.bounds, value)] += 1
        self.count += 1
        self.total += value
        self._latest.append(value)

    def cumulated(self) -> list[tuple[float, int]]:
        """For each bound, how many values were not above it."""
        found, so_far = [], 0
        for bound, number in zip(self.bounds, self._within, strict=False):
            so_far += number
            found.append((bound, so_far))
        return found

    def quantile(self, part: float) -> float | None:
        """The value that so large a part (0 to 1) of the latest ones does not exceed; None before the first."""
        ordered = sorted(self._latest.copy())
        return ordered[max(0, ceil(part * len(ordered)) - 1)] if ordered else None


@dataclass
class Measures:
    """The measures of one store, since it was opened.

    `asked`: seconds from asking for a write until it is durable and told. `commits`, `groups`: seconds of a
    transaction, and jobs in it. `waiting`: jobs not told yet. `failed`: jobs that were not written, by their errors.
    `taken`: tables claimed from a worker that had not let them go.
    """

    asked: Spread = field(default_factory=lambda: Spread(SECONDS))
    commits: Spread = field(default_factory=lambda: Spread(SECONDS))
    groups: Spread = field(default_factory=lambda: Spread(JOBS))
    failed: Counter[str] = field(default_factory=Counter)
    waiting: int = 0
    taken: int = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Around one job, in the event loop's thread. Only what was written counts for how long it took."""
        began = perf_counter()
        self.waiting += 1
        try:
            yield
        except Exception as error:
            self.failed[type(error).__name__] += 1
            raise
        finally:
            self.waiting -= 1
        self.asked.note(perf_counter() - began)

    @contextmanager
    def group(self, jobs: int) -> Iterator[None]:
        """Around one transaction, in whatever thread it is written. One without jobs does not count."""
        began = perf_counter()
        yield
        if jobs:
            self.commits.note(perf_counter() - began)
            self.groups.note(jobs)
