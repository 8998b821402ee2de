"""The other workers, seen by one: who lives, how many tables are everybody's share, and the time of all."""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from math import ceil
from typing import TYPE_CHECKING

from sqlalchemy import literal_column, select

from oddchip.room.among.place import Place

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

#: Seconds by which clocks may differ without anybody noticing.
NOTICEABLE = 0.1
#: The time by the database's clock, as SQL.
CLOCK = "extract(epoch FROM clock_timestamp())::float8"


def steady() -> float:
    """Seconds by a clock that goes on while the machine sleeps, where there is one: a lease does not wait for us."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime(clock)


class Others:
    """Who else keeps this room. `looked` hears at each look who lives."""

    def __init__(self, room: Place, store: PostgresStore, share: int, looked: Callable[[Set[str]], None]) -> None:
        self._room, self._store, self._looked = room, store, looked
        self.ids: set[str] = set()
        """Those who lived at the last look."""
        self._its_time: float | None = None  # by the database's clock when `steady` was 0
        self._unsure = 0.0  # by how much that may be wrong
        self.share = share
        """How many tables each should lead; a guess until the first look."""
        self.have_theirs = True
        """Has everybody else his share?"""

    @property
    def ahead(self) -> float:
        """Seconds by which the database's clock is ahead of this machine's, which may be set at any moment. Deadlines
        are by the database's everywhere.
        """
        if self._its_time is None:
            return 0.0
        found = self._its_time + steady() - time.time()
        return found if abs(found) > max(NOTICEABLE, self._unsure) else 0.0

    async def look(self, led: int) -> None:
        """What time it is, who lives; and tell them that we do, and lead so many tables."""
        await self._read_the_clock()
        await self._store.beat(led)
        others = [each for each in (await self._store.workers()).values() if each.id != self._store.worker]
        tables = sum(actor.scene.table.state.closed is None for actor in self._room.tables.values())
        self.share = ceil(tables / (len(others) + 1))
        self.have_theirs = all(each.tables >= self.share for each in others)
        self.ids = {each.id for each in others}
        self._looked(self.ids)

    async def _read_the_clock(self) -> None:
        """It was read at some moment between question and answer. What is known better already is kept."""
        asked = steady()
        (row,) = await self._store.read(select(literal_column(CLOCK).label("at")))
        answered = steady()
        found, unsure = row.at - (asked + answered) / 2, (answered - asked) / 2
        known = self._its_time
        if known is None or unsure <= self._unsure or abs(found - known) > unsure + self._unsure:
            self._its_time, self._unsure = found, unsure
