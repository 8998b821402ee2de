"""The time at one table, which goes on evenly whatever is done to the machine's clock."""

from __future__ import annotations

import time
from collections.abc import Callable


class Ticking:
    """A clock that is never set back.

    When the machine's clock is, the time at the table goes on from where it was, so that what is due comes when it
    would have come. When the machine's clock leaps forward again, it catches up. `after`: the time it has reached
    already, say before the room was closed. `steady` is a clock that nobody sets.
    """

    #: Seconds by which a clock has been set, and not only gone a little fast or slow.
    LEAP = 60.0

    def __init__(
        self, read: Callable[[], float], after: float = 0, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._read, self._steady = read, steady
        self._last, self._steady_last = read(), steady()
        self._ahead = max(0.0, after - self._last)

    def now(self) -> float:
        """Seconds since 1970, as far as the machine's clock can be believed."""
        now, steady = self._read(), self._steady()
        passed, gone = now - self._last, steady - self._steady_last
        self._last, self._steady_last = now, steady
        if passed < 0:
            self._ahead += gone - passed
        elif passed - gone > self.LEAP:
            self._ahead = max(0.0, self._ahead - (passed - gone))
        return self._last + self._ahead
