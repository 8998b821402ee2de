"""The tables that a worker leads: claimed, renewed in time, given up to others, lost.

A lease is the database's, and holds by its clock. This worker's own clock, read before each claim and renewal is sent,
says only when to be silent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from oddchip.room.among.others import Others, steady
from oddchip.room.among.place import Place
from oddchip.room.among.works import Works
from oddchip.room.store import StoreError
from oddchip.room.store.several import LEASE, RENEW, Claimed

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.store.postgres import PostgresStore

#: Tables claimed at once, so that the first of them need not wait until the last is read.
CLAIMED = 100
#: Tables given to others at once.
GIVEN = 20
#: Seconds between two looks at the others.
LOOKS = 2.0
#: Seconds for which a worker waits when tables are free: all hear of it at once, and some of them have fewer.
AFTER_OTHERS = 0.02
#: Seconds between two rounds, at least.
BREATH = 0.05


class Leases:
    """Which tables are ours. `taken` hears of each that we lead from now on, `lost` of each that we lead no more."""

    def __init__(
        self,
        room: Place,
        store: PostgresStore,
        others: Others,
        works: Works,
        taken: Callable[[str], None],
        lost: Callable[[str], None],
    ) -> None:
        self._room, self._store, self._others, self._works = room, store, others, works
        self._taken, self._lost = taken, lost
        self._until: dict[str, float] = {}  # until when we lead, by `steady`
        self._dropped: set[str] = set()  # let go of here, and perhaps not yet in the database
        self._unread: set[str] = set()  # ours, though we cannot lead them
        self._freed = asyncio.Event()
        self._looked = 0.0
        self._leaving = False

    # --- what is ours ------------------------------------------------------------------------------------------------

    def holds(self, table_id: str) -> bool:
        """Is a table ours, as far as our own clock can tell? (What is written goes by the database's.)"""
        return self._until.get(table_id, 0) > steady()

    @property
    def led(self) -> list[str]:
        """The tables that are ours."""
        return list(self._until)

    def made(self, table_id: str, began: float) -> None:
        """A new table is ours from its first row on, which was asked for at `began`, by `steady`."""
        self._until[table_id] = began + LEASE

    def lose(self, table_id: str) -> None:
        """A table is another's, or nobody's, or that is in doubt. Then it is taken anew, in an epoch of its own."""
        self._until.pop(table_id, None)
        self._dropped.add(table_id)
        actor = self._room.tables.get(table_id)
        if actor is not None and actor.leads:
            self._room.report("table_lost", table=table_id)
            self._room.count("tables_lost")
            actor.following.follow_on()
            self._lost(table_id)

    def forget(self, table_id: str) -> None:
        """A table was put away; if it is still ours, it was closed a moment ago."""
        if self._until.pop(table_id, None):
            self._dropped.add(table_id)

    # --- life --------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take our share of the tables; they are led when this returns."""
        await self._others.look(len(self._until))
        self._looked = steady()
        await asyncio.gather(*(self._take_over(each) for each in await self._claimed()))

    def freed(self) -> None:
        """Some table may have become free."""
        self._freed.set()

    async def leave(self) -> None:
        """Lead nothing any more; the tables are free for the others at once."""
        self._leaving = True
        with suppress(StoreError):  # the database is away: the leases run out by themselves
            await self._hand_over(each for each in self.led if each in self._room.tables)

    async def lead(self) -> None:
        """Once around: renew, look at the others, claim, give up what is too much; then rest."""
        began = steady()
        await self._renew(began)
        self._let_others_try()
        if began - self._looked > LOOKS:
            await self._others.look(len(self._until))
            self._looked = steady()
        for claimed in await self._claimed():
            self._works.spawn(self._take_over(claimed))
        await self._give_up()
        await self._rest(max(BREATH, RENEW - (steady() - began)))

    async def _renew(self, began: float) -> None:
        dropped, self._dropped = self._dropped, set()
        if dropped:
            await self._store.release(sorted(dropped))
        asked = self.led  # what is made or claimed meanwhile was not asked for
        still = await self._store.renew()
        for table_id in asked:
            if table_id in still:
                self._until[table_id] = began + LEASE
            else:
                self.lose(table_id)

    def _let_others_try(self) -> None:
        """A table that we could not read is kept for a while, or all would try to read it again and again."""
        for table_id in [each for each in self._unread if not self._room.is_unread(each)]:
            self._unread.discard(table_id)
            self.lose(table_id)

    async def _rest(self, seconds: float) -> None:
        """Until it is time again, or some table may be free."""
        self._freed.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._freed.wait()
        except TimeoutError:
            return
        await asyncio.sleep(AFTER_OTHERS)

    # --- taking ------------------------------------------------------------------------------------------------------

    async def _claimed(self) -> list[Claimed]:
        """Tables that are ours from now on: what is missing to our share, or whatever is free. What those who have less
        do not take at once, they may not be alive to take.
        """
        if self._leaving:
            return []
        wanted, left = self._others.share - len(self._until), 0.0
        if wanted <= 0:
            wanted, left = CLAIMED, 0.0 if self._others.have_theirs else RENEW
        began = steady()
        found = await self._store.claim(min(wanted, CLAIMED), left=left)
        self._until |= {each.id: began + LEASE for each in found}
        self._dropped.difference_update(each.id for each in found)  # or the next round would let go of it again
        return found

    async def _take_over(self, claimed: Claimed) -> None:
        try:
            actor = await self._room.find(claimed.id)
            if actor is not None:
                await actor.following.lead(claimed.epoch)
        except BaseException:
            self.lose(claimed.id)  # who cannot read it must not keep it
            raise
        if actor is None and self._room.is_unread(claimed.id):
            self._unread.add(claimed.id)
            return
        if actor is None:  # it was closed a moment ago
            self.lose(claimed.id)
            await self._store.release([claimed.id])
            return
        self._room.count("takeovers")
        self._taken(claimed.id)

    # --- giving ------------------------------------------------------------------------------------------------------

    async def _give_up(self) -> None:
        """Closed tables need no leader. What is beyond our share goes to others, a few tables at a time, those at rest
        first.
        """
        actors = [actor for each in self.led if (actor := self._room.tables.get(each)) is not None]
        closed = [actor.id for actor in actors if actor.scene.table.state.closed is not None]
        if closed:
            await self._hand_over(closed)
        await self._hand_over(self._too_many([actor for actor in actors if actor.id not in closed]))

    def _too_many(self, actors: list[Actor]) -> list[str]:
        more = len(self._until) - self._others.share - 1
        if more <= 0 or self._others.have_theirs:
            return []
        at_rest_first = sorted((actor for actor in actors if actor.leads), key=lambda actor: actor.playing)
        return [actor.id for actor in at_rest_first[: min(more, GIVEN)]]

    async def _hand_over(self, ids: Iterable[str]) -> None:
        """Do what is queued there, and let others have these tables."""
        if not (ids := list(ids)):
            return
        await asyncio.gather(*(self._room.tables[each].following.hand_over() for each in ids))
        for table_id in ids:
            self._until.pop(table_id, None)
        await self._store.release(ids)
