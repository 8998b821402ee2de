"""A table among several workers: following it where another leads, and taking the lead.

Who follows takes each event of the log again, with the same secrets, and must come to the same bytes; then he shows it
as if it had been decided here. Where that cannot be, as when secrets are destroyed, the log tells what it still can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from oddchip.room.loading import load
from oddchip.room.restore import Drift, Entry, must_agree, repeated
from oddchip.room.steps import written
from oddchip.room.store import schema

if TYPE_CHECKING:
    from oddchip.room.actor import Actor


class Following:
    """One table's."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor

    async def up_to_date(self) -> None:
        """When the scene is no older than anything that another worker has shown: nobody's view goes back."""
        actor, services = self.actor, self.actor.services
        if services.store.several:
            if not (actor.leads and services.among.leads(actor.id)):
                await services.among.catch_up([actor.id])
            await actor.chore(_nothing)  # what is being written now is shown before

    async def take(self, entries: Sequence[Entry]) -> None:
        """What was decided elsewhere: each step is taken again, and shown."""
        await self.actor.chore(lambda: self._take(entries))

    async def _take(self, entries: Sequence[Entry]) -> None:
        actor = self.actor
        for entry in entries:
            if actor.leads or entry.seq <= actor.scene.seq:
                continue
            try:
                await self._repeat(entry)
            except Drift:
                await self._read_anew()
                return
        actor.arrange()

    async def _repeat(self, entry: Entry) -> None:
        actor = self.actor
        if entry.seq != actor.scene.seq + 1:
            raise Drift(f"event {entry.seq} comes after {actor.scene.seq}")
        step = repeated(actor.scene, entry)
        made = written(step, actor.services.store.key)
        must_agree(made, entry)
        await actor.services.meet(made.scene)  # before anybody is told of them
        actor.come(step, made.scene, entry.seq)

    async def _read_anew(self) -> None:
        t, services = schema.game_table, self.actor.services
        (row,) = await services.store.read(select(t).where(t.c.id == self.actor.id))
        scene, fault = await load(services.store, row, report=services.report)
        await services.meet(scene)
        self.actor.stand(scene, fault)

    async def lead(self, epoch: int) -> None:
        """The table is ours from this epoch on: nothing of an earlier one can be written any more."""
        await self.actor.chore(lambda: self._lead(epoch))

    async def _lead(self, epoch: int) -> None:
        e, actor = schema.event, self.actor
        newest = select(func.max(e.c.seq).label("seq")).where(e.c.table_id == actor.id)
        (row,) = await actor.services.store.read(newest)
        if (row.seq or 0) != actor.scene.seq:
            await self._read_anew()
        await actor.begin_to_lead(epoch)

    async def hand_over(self) -> None:
        """Do what is queued; then the table is free for another."""
        await self.actor.chore(self._hand_over)

    async def _hand_over(self) -> None:
        self.actor.follow_on()


async def _nothing() -> None:
    """A chore that is only waited for."""
