"""A table among several workers: leading it here, following it where another leads, and going from one to the other.

Who follows takes each event of the log again, with the same secrets, and must come to the same bytes; then he shows it
as if it had been decided here. Where that cannot be, as when secrets are destroyed, the log tells what it still can.
Who has just taken the lead, after an outage or from another, gives whoever is asked his time back before anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from oddchip.room import keeping
from oddchip.room.alone import Answer, Command
from oddchip.room.jobs import Job
from oddchip.room.loading import load
from oddchip.room.protocol import Ack, Nack
from oddchip.room.restore import Drift, Entry, must_agree, repeated
from oddchip.room.steps import Scene, Step, written
from oddchip.room.store import schema

if TYPE_CHECKING:
    from oddchip.room.actor import Actor


class Following:
    """One table's. `fault`: why its log cannot be gone on with."""

    def __init__(self, actor: Actor, epoch: int, leads: bool, fault: str) -> None:
        self.actor, self.epoch, self.leads = actor, epoch, leads
        self.silent = False
        """Taken up again, and that is not yet written: nobody's time runs, and nothing is done."""
        self._fault = fault

    # --- following ---------------------------------------------------------------------------------------------------

    async def up_to_date(self) -> None:
        """When the scene is no older than anything that another worker has shown: nobody's view goes back."""
        actor, services = self.actor, self.actor.services
        if services.store.several:
            if not (self.leads and services.among.leads(actor.id)):
                await services.among.catch_up([actor.id])
            await actor.chore(_nothing)  # what is being written now is shown before

    async def take(self, entries: Sequence[Entry]) -> None:
        """What was decided elsewhere: each step is taken again, and shown."""
        await self.actor.chore(lambda: self._take(entries))

    async def _take(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if self.leads or entry.seq <= self.actor.scene.seq:
                continue
            try:
                await self._repeat(entry)
            except Drift:
                await self._read_anew()
                return
        self.actor.arrange()

    async def _repeat(self, entry: Entry) -> None:
        actor = self.actor
        if entry.seq != actor.scene.seq + 1:
            raise Drift(f"event {entry.seq} comes after {actor.scene.seq}")
        step = repeated(actor.scene, entry)
        made = written(step, actor.services.store.key)
        must_agree(made, entry)
        await actor.services.meet(made.scene)  # before anybody is told of them
        self._come(step, made.scene)

    def _come(self, step: Step, scene: Scene) -> None:
        """A step that was taken elsewhere is true, and shown here, too."""
        actor, self._fault = self.actor, ""
        actor.go_on_from(step, scene)
        actor.services.among.done(actor.id, step.command_id, scene.seq)
        actor.show(step)
        actor.services.count("followed")

    async def _read_anew(self) -> None:
        """The table is as the log has it; how it came to be so is not shown. Who waits for what is done is answered."""
        t, actor = schema.game_table, self.actor
        (row,) = await actor.services.store.read(select(t).where(t.c.id == actor.id))
        scene, self._fault = await load(actor.services.store, row, report=actor.services.report)
        await actor.services.meet(scene)
        waiting = actor.services.among.waiting(actor.id)
        done = await actor.memory.look_up_all(waiting) if waiting else {}
        actor.begin_anew(scene)
        for command_id, seq in done.items():
            actor.services.among.done(actor.id, command_id, seq)

    # --- leading -----------------------------------------------------------------------------------------------------

    async def lead(self, epoch: int) -> None:
        """The table is ours from this epoch on: nothing of an earlier one can be written any more."""
        await self.actor.chore(lambda: self._lead(epoch))

    async def _lead(self, epoch: int) -> None:
        e, actor = schema.event, self.actor
        newest = select(func.max(e.c.seq).label("seq")).where(e.c.table_id == actor.id)
        (row,) = await actor.services.store.read(newest)
        if (row.seq or 0) != actor.scene.seq:
            await self._read_anew()
        self.epoch, self.leads = epoch, True
        actor.memory.doubt()
        actor.keep_time()
        actor.alarm.timed_out(0)
        await self.begin()

    async def begin(self) -> None:
        """Go on with the table: stopped, if its log has a fault; with everybody's time given back; as a follower."""
        actor = self.actor
        if self.leads and self._fault:
            await actor.stop_table(self._fault, actor.scene.at)
        if self.leads and actor.scene.seq and not self._fault:
            self.silent = True
            self.take_up_again()
        else:
            actor.arrange()

    def take_up_again(self) -> None:
        """Ask that it be written that the table goes on."""
        actor = self.actor
        actor.ask_own("resume", keeping.take_up_again, f"resume:{actor.scene.seq}", answer=self._taken_up)

    def _taken_up(self, answer: Ack | Nack) -> None:
        self.silent = isinstance(answer, Nack) and answer.kind == "broken"

    # --- letting go --------------------------------------------------------------------------------------------------

    def still_leads(self) -> bool:
        """Do we lead, and have we renewed that in time? Else nothing may be decided here."""
        among = self.actor.services.among
        if self.leads and not among.leads(self.actor.id):
            among.lose(self.actor.id)
        return self.leads

    async def hand_over(self) -> None:
        """Do what is queued; then the table is free for another."""
        await self.actor.chore(self._hand_over)

    async def _hand_over(self) -> None:
        self.follow_on()

    def follow_on(self) -> None:
        """The table is another's now."""
        self.leads = self.silent = False
        self.actor.let_go()

    # --- what the leader is to do ------------------------------------------------------------------------------------

    def ask_leader(self, person: str, request: Command, answer: Answer) -> None:
        """What is in the log is done; the rest is for the leader."""
        actor = self.actor
        seq = actor.event_of(f"{person}:{request.id}")
        if seq:
            answer(Ack(request.id, seq))
        else:
            actor.services.among.forward(actor.id, person, request, answer)

    def pass_on(self, job: Job) -> None:
        """A job for whoever leads the table now. What the room would do by itself, he does."""
        if job.request is not None:
            self.actor.services.among.forward(self.actor.id, job.person, job.request, job.answer)
        else:
            job.answer(Nack(job.request_id, "broken", "This table has just moved to another worker; try again"))


async def _nothing() -> None:
    """A chore that is only waited for."""
