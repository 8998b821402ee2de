"""One actor for each table: its only writer. Everything that happens there goes through its queue, one after the other.

What is asked becomes a step (tentative), the step a batch of rows; when they are on the disk the step is true,
everybody is sent what he may see of it, and whoever asked is answered. If it cannot be written the step is dropped and
the table is as before. A fault in the rules stops this table alone, chips safe, and its host decides.

Where several workers keep a room, one of them leads the table; the actors of the others follow: they take each event
again and show it, decide nothing, and have what is asked done by the leader (`following`, `oddchip.room.among`).

The parts of an actor: `audience` (who looks on), `alarm` (what is due), `memory` (what was done), `thinking` (bots),
`fairness` (decks), `pairs` (hands between two).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from oddchip.errors import OddchipError
from oddchip.room import asking, keeping
from oddchip.room import desk as desks
from oddchip.room.alarm import Alarm
from oddchip.room.alone import Answer, Command
from oddchip.room.connection import Connection
from oddchip.room.entries import batch
from oddchip.room.errors import Refused, fault_of
from oddchip.room.fairness import Fairness
from oddchip.room.following import Following
from oddchip.room.jobs import Job, Jobs, Work, unheard
from oddchip.room.memory import Memory
from oddchip.room.orders import act, do, seat_of
from oddchip.room.own import Errand, Own
from oddchip.room.pairs import Pairs
from oddchip.room.protocol import Ack, Act, Chat, Do, Host, Nack, Pair, Say, Seed
from oddchip.room.seeing import Audience
from oddchip.room.services import Services
from oddchip.room.steps import Scene, Step, Written, written
from oddchip.room.store import Fenced, Repeated, StoreError, StoreUnsure
from oddchip.room.store.crash import crash_at
from oddchip.room.thinking import Thinking
from oddchip.room.ticking import Ticking


class Actor:
    """A table that is played."""

    def __init__(
        self, services: Services, table_id: str, epoch: int, scene: Scene, fault: str = "", leads: bool = True
    ) -> None:
        self.services, self.id, self.scene = services, table_id, scene
        self.keep_time()
        self.draining = False
        self.made_now = ""
        """The command whose event has just become true, while whoever asked for it is answered."""
        self.memory = Memory(services.store, table_id, all_of_it=scene.seq <= 1)
        self.audience = Audience(self)
        self.alarm = Alarm(self)
        self.thinking = Thinking(self)
        self.fairness = Fairness(self)
        self.pairs = Pairs(self)
        self.following = Following(self, epoch, leads, fault)
        self._jobs = Jobs(self._do)

    # --- life --------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to work. A table taken up again gives whoever is asked his time back first."""
        await self.following.begin()
        self._jobs.start(f"table {self.id}")
        if self.following.silent:
            await self._jobs.join()

    def keep_time(self) -> None:
        """Time goes on from the last event, by whosever clock that was."""
        self.now = Ticking(self.services.now, self.scene.at).now

    async def stop(self) -> None:
        """Do what is queued, then nothing more."""
        self.draining = True
        self.thinking.stop()
        self.fairness.stop()
        self.alarm.stop()
        await self._jobs.stop()

    def let_go(self) -> None:
        """What goes on here is another worker's to do: nobody thinks, and the seeds that are here are for nothing."""
        self.thinking.stop()
        self.fairness.stop()
        self.fairness, self.pairs = Fairness(self), Pairs(self)
        self.arrange()

    # --- what is asked -----------------------------------------------------------------------------------------------

    def connect(self, person: str, *, watching: bool = False, may_sit: bool = True) -> Connection:
        """A socket of a person's; call its `receive` for what comes in, send what its outbox gives."""
        return self.audience.connect(person, watching=watching, may_sit=may_sit)

    def hear(self, person: str, request: Command, answer: Answer) -> None:
        """Take a request: it is done here if the table is led here."""
        if not self.leads:
            self.following.ask_leader(person, request, answer)
        elif isinstance(request, Seed):
            self.fairness.hear(person, request, answer)
        elif isinstance(request, Pair):
            self.pairs.hear(person, request, answer)
        elif isinstance(request, Own):
            self.ask_for(person, request.what, request, request.work, answer)
        else:
            self.ask(person, request, answer)

    def ask(self, person: str, request: Act | Do | Host, answer: Answer) -> None:
        """Queue a request."""
        kind = "act" if isinstance(request, Act) else request.what
        self.ask_for(person, kind, request, self._work_of(person, request), answer)

    def _work_of(self, person: str, request: Act | Do | Host) -> Work:
        ids = self.audience.ids_of(person)
        if isinstance(request, Act):
            return lambda step: act(step, request, ids)
        if isinstance(request, Do) and request.what == "sit":
            return lambda step: asking.sit(self, step, request, ids)
        if isinstance(request, Do):
            return lambda step: do(step, request, ids)
        return lambda step: asking.rule(self, step, request)

    def ask_own(self, kind: str, work: Work, command_id: str, answer: Answer | None = None) -> None:
        """Queue something the room does by itself."""
        if not self.draining:
            self._jobs.add(Job(kind, "room", command_id, work, answer or unheard))

    def ask_for(self, person: str, kind: str, request: Command, work: Work, answer: Answer) -> None:
        """Queue something a person or his client asks for."""
        if self.draining:
            answer(Nack(request.id, "broken", "The room is restarting; try again in a moment"))
        else:
            self._jobs.add(Job(kind, person, f"{person}:{request.id}", work, answer, request.id, request))

    def chore(self, work: Callable[[], Awaitable[None]]) -> asyncio.Future[None]:
        """Have something done between two jobs."""
        return self._jobs.chore(work)

    async def retitle(self, title: str) -> None:
        """Call the table otherwise; it is so when this returns."""
        await self._have_done("retitle", title)

    async def take_back(self, person: str) -> None:
        """Somebody who asked for a seat wants none any more; it is so when this returns."""
        if any(asked.person == person for asked in self.scene.desk.asked):
            await self._have_done("take_back", person)

    async def take_charge(self, person: str) -> None:
        """Somebody with the room's host key is a host of this table; it is so when this returns."""
        await self._have_done("take_charge", "", person)

    async def _have_done(self, what: Errand, words: str, by: str = "room") -> None:
        """Something of the room's own, here or by whoever leads the table. Refused if it could not be done."""
        said: asyncio.Future[Ack | Nack] = asyncio.get_running_loop().create_future()
        answered = lambda answer: None if said.done() else said.set_result(answer)  # noqa: E731
        self.hear(by, Own(f"{what}:{self.services.bits(9).hex()}", what, words), answered)
        if isinstance(answer := await said, Nack):
            raise Refused(answer.why)

    # --- doing it ----------------------------------------------------------------------------------------------------

    async def _do(self, job: Job) -> None:
        try:
            await self._perform(job)
        except StoreError as error:  # whether it was done before could not be looked up
            self.services.report("not_read", table=self.id, error=str(error))
            job.answer(Nack(job.request_id, "broken", "The room cannot read just now; try again"))
            self.alarm.rest()
        except Exception as error:
            # Not the rules of a game, which `_decide` looks after: something of the room's own.
            self.services.report("actor_failed", table=self.id, kind=job.kind, error=fault_of(error))
            job.answer(Nack(job.request_id, "broken", "Something went wrong in the room; nothing was changed"))
            self.alarm.rest()

    async def _perform(self, job: Job) -> None:
        if seq := self.event_of(job.command_id):
            job.answer(Ack(job.request_id, seq))
        elif refusal := self.memory.refusal_of(job.command_id):  # though it might be done by now
            job.answer(refusal)
        elif not self.following.still_leads():
            self.following.pass_on(job)
        else:
            await self._decide(job, Step(self.scene, job.kind, job.person, job.command_id, self._moment()))

    async def _decide(self, job: Job, step: Step) -> None:
        try:
            job.work(step)
            keeping.follow_up(step)
        except OddchipError as error:
            await self._refuse(job, error)
        except Exception as error:
            await self._break(job, error)
        else:
            await self._settle(job, step)

    async def _settle(self, job: Job, step: Step) -> None:
        """It can be done; perhaps there is nothing to do."""
        if step.empty:
            job.answer(Ack(job.request_id, self.scene.seq))
        elif not await self._commit(job, step):
            return
        if job.kind == "timeout":  # not before it is written: else it would never be tried again
            self.alarm.timed_out(step.now)
        if job.is_the_rooms or not step.empty:
            self.arrange()

    def _moment(self) -> float:
        """Now; time never runs backwards at a table, whatever the machine's clock does."""
        return max(self.now(), self.scene.at)

    async def _refuse(self, job: Job, error: OddchipError) -> None:
        """Say why not; unless it was done already, before the room was started or long ago, and only the answer got
        lost.
        """
        if not job.is_the_rooms and (seq := await self.memory.look_up(job.command_id)):
            job.answer(Ack(job.request_id, seq))
            return
        refusal = asking.refusal(job.request_id, error)
        if not job.is_the_rooms:
            self.memory.note_refusal(job.command_id, refusal)
        job.answer(refusal)
        self.services.count(f"refused_{refusal.kind}")
        if job.is_the_rooms:  # what was due cannot be done now: look again, not at once
            self.alarm.rest()

    async def _break(self, job: Job, error: Exception) -> None:
        """The rules themselves fail."""
        self.services.report("rules_failed", table=self.id, kind=job.kind, error=fault_of(error), seq=self.scene.seq)
        await self.stop_table(f"{type(error).__name__} in {job.kind}", self._moment())
        job.answer(Nack(job.request_id, "broken", "The table had to stop; all chips are safe"))

    async def stop_table(self, why: str, since: float) -> None:
        """A fault: this table stands still until its host says what to do (scenario 16)."""
        step = Step(self.scene, "stopped", "room", f"stopped:{self.scene.seq}", self._moment())
        step.note = why
        step.say(desks.Stopped("the table was stopped by a fault in the room; all chips are safe", since))
        if await self._commit(Job("stopped", "room", step.command_id, _nothing), step):
            self.arrange()

    async def _commit(self, job: Job, step: Step) -> bool:
        """Write the step; then it is true, and shown."""
        made = written(step, self.services.store.key)
        if not await self._is_written(job, step, made):
            return False
        self.go_on_from(step, made.scene)
        self.made_now = job.command_id
        job.answer(Ack(job.request_id, made.scene.seq))
        self.made_now = ""
        self.show(step)
        crash_at("after_publish")
        self.services.count("events")
        return True

    async def _is_written(self, job: Job, step: Step, made: Written) -> bool:
        """Is the step in the log now? Else whoever asked is answered here."""
        try:
            await self.services.store.append(batch(self.id, self.epoch, step, made))
        except Repeated as error:
            self.memory.note(job.command_id, error.seq)
            job.answer(Ack(job.request_id, error.seq))
        except (Fenced, StoreUnsure) as error:
            self._is_fenced(job, error)
        except StoreError as error:
            self.services.report("not_written", table=self.id, error=str(error))
            job.answer(Nack(job.request_id, "broken", "The room cannot write just now; nothing was changed"))
            self.alarm.rest()
        else:
            return True
        return False

    def _is_fenced(self, job: Job, error: StoreError) -> None:
        """Another leads, or it is not known what was written: the next leader finds it in the log, or does it."""
        self.services.report("fenced", table=self.id, error=str(error))
        if self.services.store.several:
            self.services.among.lose(self.id)
            self.following.pass_on(job)
        else:
            self.draining = True
            job.answer(Nack(job.request_id, "broken", "This table is served elsewhere now; reload the page"))

    # --- what has become true ----------------------------------------------------------------------------------------

    def go_on_from(self, step: Step, scene: Scene) -> None:
        """A step is true, and this is the table after it."""
        self.scene = scene
        if scene.at > self.now():
            self.keep_time()
        self.memory.note(step.command_id, scene.seq)
        self.alarm.note(step)

    def begin_anew(self, scene: Scene) -> None:
        """The table is like this; what led to it is not known."""
        self.scene, self.alarm.over_at = scene, scene.at
        self.keep_time()
        if scene.desk.settings.watching == "off":
            self.audience.end_looking_on()
        self.audience.begin_anew()
        self.arrange()

    def show(self, step: Step) -> None:
        """Tell everybody. It is done and written; that it cannot be shown must not look as if it were not."""
        try:
            self.audience.show(step)
        except Exception as error:
            self.not_shown(step.kind, error)
            self.audience.touch()
        if step.desk.settings.watching == "off" != step.scene.desk.settings.watching:
            self.audience.end_looking_on()

    def not_shown(self, kind: str, error: Exception) -> None:
        """A view could not be made."""
        self.services.report("not_shown", table=self.id, kind=kind, error=fault_of(error), seq=self.scene.seq)

    def forget_decks(self, hand: int) -> None:
        """The dispute window of a hand is over: its hidden decks go out of memory, too."""
        if self.scene.decks is not None and self.scene.decks.hand == hand:
            self.scene = replace(self.scene, decks=None)
        self.audience.forget_decks(hand)

    # --- what the room does by itself --------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Set the timer for what is due next; let bots think."""
        self.alarm.arrange()

    async def tick(self) -> None:
        """The room's clock has moved otherwise than the machine's: do what is due by now; it is done when this
        returns.
        """
        self.alarm.ring_now()
        await self._jobs.join()
        await self.fairness.ready()
        await self._jobs.join()

    async def new_bot(self, style: str) -> str:
        """A bot for this table. Refused for a style there is not, and beyond the host's cap."""
        return await self.services.new_bot(self.id, style)

    async def say(self, person: str, request: Say) -> Chat | None:
        """A line of chat; None if it was said already. Refused for what is none, and for an onlooker who could be
        mistaken for a player.
        """
        asking.must_stand_out(self, person)
        return await self.services.say(self.id, person, request.text, request.id)

    # --- what is known of it -----------------------------------------------------------------------------------------

    @property
    def leads(self) -> bool:
        """Is the table led here?"""
        return self.following.leads

    @property
    def epoch(self) -> int:
        """The epoch in which it is written to."""
        return self.following.epoch

    @property
    def due_at(self) -> float:
        """When the room does something here by itself next."""
        return self.alarm.due_at

    @property
    def next_deal(self) -> float:
        """When the next hand is dealt by itself; 0 if that is not known."""
        return self.alarm.next_deal

    @property
    def playing(self) -> bool:
        """Is a hand being played?"""
        return self.scene.table.playing

    def names_beside(self, person: str) -> list[str]:
        """The names of the others who sit here, ask for a seat, or are hosts."""
        return asking.names_beside(self, person)

    def event_of(self, command_id: str) -> int:
        """The event that a command made, if that was not long ago; else 0."""
        return self.memory.event_of(command_id)

    def seat_of(self, person: str) -> int | None:
        return seat_of(self.scene.table, person)


def _nothing(step: Step) -> None:
    """Work that was done already."""
