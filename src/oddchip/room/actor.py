"""One actor for each table: its only writer. Everything that happens there goes through its queue, one after the other.

What is asked becomes a step (tentative), the step a batch of rows; when they are on the disk the step is true,
everybody is sent what he may see of it, and whoever asked is answered. If it cannot be written the step is dropped and
the table is as before. A fault in the rules stops this table alone, chips safe, and its host decides.

Where several workers keep a room, one of them leads the table; the actors of the others follow: they take each event
again and show it, decide nothing, and have what is asked done by the leader (`oddchip.room.among`).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Literal, Protocol

from sqlalchemy import select

from oddchip.errors import OddchipError
from oddchip.fair.deck import HiddenDeck, Place
from oddchip.fair.signing import Signer
from oddchip.room import desk as desks
from oddchip.room import keeping
from oddchip.room.alone import Answer, Command, Workers
from oddchip.room.connection import Connection
from oddchip.room.entries import batch
from oddchip.room.errors import Doubtful, Forbidden, Refused, Stale, fault_of, sentence_of
from oddchip.room.fairness import DEALS, Fairness
from oddchip.room.following import Following
from oddchip.room.hosting import host
from oddchip.room.names import own_name
from oddchip.room.orders import act, do, seat_of
from oddchip.room.own import Own
from oddchip.room.pairs import PAIRS, Pairs
from oddchip.room.people import Person
from oddchip.room.project import CardIds
from oddchip.room.protocol import Ack, Act, Chat, Do, Host, Nack, Pair, Refusals, Seed
from oddchip.room.seeing import Audience
from oddchip.room.steps import Scene, Step, written
from oddchip.room.store import AnyStore, Fenced, Repeated, StoreError, StoreUnsure, schema
from oddchip.room.store.crash import crash_at
from oddchip.room.thinking import Thinking
from oddchip.room.ticking import Ticking

#: Answers remembered in memory; older ones are found in the log by their command's id.
REMEMBERED = 512
#: Seconds until what could not be done or written is tried again.
RESTS = 1.0


class Services(Protocol):
    """What an actor needs of the room around it."""

    store: AnyStore
    revision: str
    signer: Signer

    @property
    def fair_seconds(self) -> float:
        """How long a deal waits for seeds."""

    async def hide(self, place: Place, cards: tuple[int, ...], kept: tuple[int, ...], roots: int) -> HiddenDeck:
        """A hidden deck with so many candidates, or (0) with points, made beside the event loop."""

    def now(self) -> float:
        """The time, in seconds since 1970."""

    def bits(self, count: int) -> bytes:
        """So many secret random bytes."""

    def name_of(self, person: str) -> str:
        """A person's name."""

    async def meet(self, scene: Scene) -> None:
        """Know the names of all who have to do with a table; they may have come through another worker."""

    def report(self, event: str, **fields: Any) -> None:
        """Write to the room's own log; never cards, tokens or names."""

    def count(self, what: str, amount: float = 1) -> None:
        """Add to a counter of the room's metrics."""

    def may_open(self, person: str, table_id: str) -> str | None:
        """ "play", "watch", or None for who has no business at a table."""

    async def new_bot(self, table_id: str, style: str) -> str:
        """A new bot's person id."""

    async def say(self, table_id: str, person: str, text: str) -> Chat:
        """A line of chat, once it is written down."""

    async def rename(self, person: str, name: str) -> Person:
        """Another name for a person, seen at all his tables."""

    @property
    def among(self) -> Workers:
        """The other workers that keep this room, if there are any."""


@dataclass
class Job:
    """One thing to be done: by whom, under which id, and how; `answer` hears what became of it."""

    kind: str
    person: str
    command_id: str
    work: Callable[[Step], None]
    answer: Answer
    request_id: str = ""
    request: Command | None = None  # as it was asked, for another worker to do


@dataclass
class Chore:
    """Something that must not come between the parts of a job; `done` is resolved after it."""

    work: Callable[[], Awaitable[None]]
    done: asyncio.Future[None]


class Actor:
    """A table that is played."""

    def __init__(
        self, services: Services, table_id: str, epoch: int, scene: Scene, fault: str = "", leads: bool = True
    ) -> None:
        self.services, self.id, self.epoch, self.scene, self.leads = services, table_id, epoch, scene, leads
        self._keep_time()
        self.over_at = scene.at
        self._had_a_past = scene.seq > 1  # it was played before the room was started
        self._timed_out_until = 0.0
        self._silent = False  # taken up again after an outage, and that is not yet written
        self.draining = False
        self.audience = Audience(self)
        self.thinking = Thinking(self)
        self.fairness = Fairness(self)
        self.pairs = Pairs(self)
        self.following = Following(self)
        self._jobs: asyncio.Queue[Job | Chore] = asyncio.Queue()
        self._answers: OrderedDict[str, int] = OrderedDict()
        self._refusals: OrderedDict[str, Nack] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._due: keeping.Due | None = None
        self._task: asyncio.Task[None] | None = None
        self._fault = fault

    # --- life --------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to work. A table taken up again gives whoever is asked his time back first."""
        if not self.leads:
            self._task = asyncio.create_task(self._run(), name=f"table {self.id}")
            self.arrange()
            return
        if self._fault:
            await self._stop_table(self._fault, self.scene.at)
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")
        if self.scene.seq and not self._fault:
            self._silent = True
            self._take_up_again()
            await self._jobs.join()
        else:
            self.arrange()

    def _take_up_again(self) -> None:
        self.ask_own("resume", keeping.take_up_again, f"resume:{self.scene.seq}", answer=self._taken_up)

    def _taken_up(self, answer: Ack | Nack) -> None:
        """Nobody's time runs, and nothing is done, before it is written that the table goes on."""
        self._silent = isinstance(answer, Nack) and answer.kind == "broken"

    async def stop(self) -> None:
        """Do what is queued, then nothing more."""
        self.draining = True
        self.thinking.stop()
        self.fairness.stop()
        if self._timer:
            self._timer.cancel()
        if self._task:
            await self._jobs.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            job = await self._jobs.get()
            if isinstance(job, Chore):
                await self._settle(job)
                continue
            try:
                await self._perform(job)
            except StoreError as error:  # whether it was done before could not be looked up
                self.services.report("not_read", table=self.id, error=str(error))
                job.answer(Nack(job.request_id, "broken", "The room cannot read just now; try again"))
                self._rest()
            except Exception as error:
                # Not the rules of a game, which `_perform` looks after: something of the room's own.
                self.services.report("actor_failed", table=self.id, kind=job.kind, error=fault_of(error))
                job.answer(Nack(job.request_id, "broken", "Something went wrong in the room; nothing was changed"))
                self._rest()
            finally:
                self._jobs.task_done()

    # --- leading and following (`oddchip.room.following`) ----------------------------------------------------

    def chore(self, work: Callable[[], Awaitable[None]]) -> asyncio.Future[None]:
        """Have something done between two jobs."""
        chore = Chore(work, asyncio.get_running_loop().create_future())
        self._jobs.put_nowait(chore)
        return chore.done

    async def _settle(self, chore: Chore) -> None:
        try:
            await chore.work()
        except Exception as error:
            if not chore.done.done():
                chore.done.set_exception(error)
        else:
            if not chore.done.done():
                chore.done.set_result(None)
        finally:
            self._jobs.task_done()

    def come(self, step: Step, scene: Scene, seq: int) -> None:
        """A step that was taken elsewhere is true, and shown here, too."""
        self.scene, self._fault = scene, ""
        if scene.at > self.now():
            self._keep_time()
        if step.hand_over:
            self.over_at = step.now
        self._remember(step.command_id, seq)
        self.services.among.done(self.id, step.command_id, seq)
        self._show(step)
        self.services.count("followed")

    def stand(self, scene: Scene, fault: str) -> None:
        """The table is like this; what led to it is not known."""
        self.scene, self._fault, self.over_at = scene, fault, scene.at
        self._keep_time()
        self.audience.begin_anew()
        self.arrange()

    def _keep_time(self) -> None:
        """Time goes on from the last event, by whosever clock that was."""
        self.now = Ticking(self.services.now, self.scene.at).now

    async def begin_to_lead(self, epoch: int) -> None:
        """The table is ours from this epoch on, and the scene is as the log has it."""
        self.epoch, self.leads = epoch, True
        self._had_a_past, self._timed_out_until = True, 0.0
        self._keep_time()
        if self._fault:
            await self._stop_table(self._fault, self.scene.at)
        if self.scene.seq and not self._fault:
            self._silent = True
            self._take_up_again()
        else:
            self.arrange()

    def follow_on(self) -> None:
        """The table is another's now."""
        self.leads = self._silent = False
        self.thinking.stop()
        self.fairness.stop()
        self.fairness, self.pairs = Fairness(self), Pairs(self)
        self.arrange()

    def _ask_leader(self, person: str, request: Command, answer: Answer) -> None:
        """What is in the log is done; the rest is for the leader."""
        seq = self.event_of(f"{person}:{request.id}")
        if seq:
            answer(Ack(request.id, seq))
        else:
            self.services.among.forward(self.id, person, request, answer)

    def _elsewhere(self, job: Job) -> None:
        """A job for whoever leads the table now. What the room would do by itself, he does."""
        if job.request is not None:
            self.services.among.forward(self.id, job.person, job.request, job.answer)
        else:
            job.answer(Nack(job.request_id, "broken", "This table has just moved to another worker; try again"))

    # --- what is asked -----------------------------------------------------------------------------------------------

    def hear(self, person: str, request: Command, answer: Answer) -> None:
        """Take a request: it is done here if the table is led here."""
        if not self.leads:
            self._ask_leader(person, request, answer)
        elif isinstance(request, Seed):
            self.fairness.hear(person, request, answer)
        elif isinstance(request, Pair):
            self.pairs.hear(person, request, answer)
        elif isinstance(request, Own):
            self.ask_for(person, request.what, request, request.work, answer)
        else:
            self.ask(person, request, answer)

    def connect(self, person: str, *, watching: bool = False, may_sit: bool = True) -> Connection:
        """A socket of a person's; call its `receive` for what comes in, send what its outbox gives."""
        return self.audience.connect(person, watching=watching, may_sit=may_sit)

    def ask(self, person: str, request: Act | Do | Host, answer: Callable[[Ack | Nack], None]) -> None:
        """Queue a request."""
        kind = "act" if isinstance(request, Act) else request.what
        self.ask_for(person, kind, request, self._work_of(person, request), answer)

    def _work_of(self, person: str, request: Act | Do | Host) -> Callable[[Step], None]:
        ids = self.audience.ids_of(person)
        if isinstance(request, Act):
            return lambda step: act(step, request, ids)
        if isinstance(request, Do) and request.what == "sit":
            return lambda step: self._sit(step, person, request, ids)
        if isinstance(request, Do):
            return lambda step: do(step, request, ids)
        return lambda step: self._host(step, request)

    def _sit(self, step: Step, person: str, request: Do, ids: CardIds) -> None:
        """A seat for somebody who may play here, and whom nobody at the table can be mistaken for."""
        if not (self.audience.may_sit(person) or self.services.may_open(person, self.id) == "play"):
            raise Forbidden("your link is one to look on; ask the host for one to play")
        own_name(self.services.name_of(person), self.names_beside(person))
        do(step, request, ids)

    def _host(self, step: Step, request: Host) -> None:
        """A host's power. Nobody is muted who has no business at the table: words of any kind are no person."""
        host(step, request)
        if request.what == "mute" and self.services.may_open(request.person, self.id) is None:
            raise Refused("nobody of that name is at this table")

    def names_beside(self, person: str) -> list[str]:
        """The names of the others who sit here, ask for a seat, or are hosts."""
        desk = self.scene.desk
        people = {place.player for place in self.scene.table.places.values()}
        people |= {asked.person for asked in desk.asked} | {desk.owner, *desk.hosts}
        return [self.services.name_of(each) for each in people if each != person]

    def ask_own(
        self,
        kind: str,
        work: Callable[[Step], None],
        command_id: str,
        answer: Callable[[Ack | Nack], None] | None = None,
    ) -> None:
        """Queue something the room does by itself."""
        if not self.draining:
            self._jobs.put_nowait(Job(kind, "room", command_id, work, answer or _unheard))

    def ask_for(
        self,
        person: str,
        kind: str,
        request: Command,
        work: Callable[[Step], None],
        answer: Answer,
    ) -> None:
        """Queue something a person or his client asks for."""
        if self.draining:
            answer(Nack(request.id, "broken", "The room is restarting; try again in a moment"))
        else:
            self._jobs.put_nowait(Job(kind, person, f"{person}:{request.id}", work, answer, request.id, request))

    async def retitle(self, title: str) -> None:
        """Call the table otherwise; it is so when this returns."""
        await self._have_done("retitle", title)

    async def take_back(self, person: str) -> None:
        """Somebody who asked for a seat wants none any more; it is so when this returns."""
        if any(asked.person == person for asked in self.scene.desk.asked):
            await self._have_done("take_back", person)

    async def _have_done(self, what: Literal["retitle", "take_back"], words: str) -> None:
        """Something of the room's own, here or by whoever leads the table. Refused if it could not be done."""
        said: asyncio.Future[Ack | Nack] = asyncio.get_running_loop().create_future()
        answered = lambda answer: None if said.done() else said.set_result(answer)  # noqa: E731
        self.hear("room", Own(f"{what}:{self.services.bits(9).hex()}", what, words), answered)
        if isinstance(answer := await said, Nack):
            raise Refused(answer.why)

    # --- doing it ----------------------------------------------------------------------------------------------------

    async def _perform(self, job: Job) -> None:
        if job.command_id in self._answers:
            job.answer(Ack(job.request_id, self._answers[job.command_id]))
            return
        if job.command_id in self._refusals:  # though it might be done by now: he was told that it is not
            job.answer(self._refusals[job.command_id])
            return
        if self.leads and not self.services.among.leads(self.id):
            self.services.among.lose(self.id)
        if not self.leads:
            self._elsewhere(job)
            return
        step = Step(self.scene, job.kind, job.person, job.command_id, self._moment())
        try:
            job.work(step)
            keeping.follow_up(step)
        except OddchipError as error:
            await self._refuse(job, error)
            if job.person == "room":  # what was due cannot be done now: look again, not at once
                self._rest()
            return
        except Exception as error:
            self.services.report(
                "rules_failed", table=self.id, kind=job.kind, error=fault_of(error), seq=self.scene.seq
            )
            await self._stop_table(f"{type(error).__name__} in {job.kind}", self._moment())
            job.answer(Nack(job.request_id, "broken", "The table had to stop; all chips are safe"))
            return
        if job.kind == "timeout":
            self._timed_out_until = step.now
        if step.empty:
            job.answer(Ack(job.request_id, self.scene.seq))
            if job.person == "room":
                self.arrange()
        elif await self._commit(job, step):
            self.arrange()

    def _moment(self) -> float:
        """Now; time never runs backwards at a table, whatever the machine's clock does."""
        return max(self.now(), self.scene.at)

    async def _refuse(self, job: Job, error: OddchipError) -> None:
        """Say why not; unless it was done already, before the room was started or long ago, and only the answer got
        lost.
        """
        forgotten = self._had_a_past or len(self._answers) == REMEMBERED
        if forgotten and job.person != "room" and (seq := await self._seq_of(job.command_id)):
            self._remember(job.command_id, seq)
            job.answer(Ack(job.request_id, seq))
            return
        kind: Refusals = next((name for cls, name in _REFUSALS if isinstance(error, cls)), "refused")
        refusal = Nack(job.request_id, kind, sentence_of(error))
        if job.person != "room":
            self._refusals[job.command_id] = refusal
            if len(self._refusals) > REMEMBERED:
                self._refusals.popitem(last=False)
        job.answer(refusal)
        self.services.count(f"refused_{kind}")

    async def _seq_of(self, command_id: str) -> int:
        """The event that a command made, 0 for none."""
        e = schema.event
        done = select(e.c.seq).where(e.c.table_id == self.id, e.c.command_id == command_id)
        return next((row.seq for row in await self.services.store.read(done)), 0)

    async def _commit(self, job: Job, step: Step) -> bool:
        """Write the step; then it is true, and shown."""
        made = written(step, self.services.store.key)
        try:
            await self.services.store.append(batch(self.id, self.epoch, step, made))
        except Repeated as error:
            self._remember(job.command_id, error.seq)
            job.answer(Ack(job.request_id, error.seq))
            return False
        except (Fenced, StoreUnsure) as error:
            if self.services.store.several:
                # Another leads, or it is not known what was written: the next leader finds it in the log, or does it.
                self.services.report("fenced", table=self.id, error=str(error))
                self.services.among.lose(self.id)
                self._elsewhere(job)
                return False
            self.services.report("fenced", table=self.id)
            self.draining = True
            job.answer(Nack(job.request_id, "broken", "This table is served elsewhere now; reload the page"))
            return False
        except StoreError as error:
            self.services.report("not_written", table=self.id, error=str(error))
            job.answer(Nack(job.request_id, "broken", "The room cannot write just now; nothing was changed"))
            self._rest()
            return False
        self.scene = made.scene
        self._remember(job.command_id, made.scene.seq)
        if step.hand_over:
            self.over_at = step.now
        job.answer(Ack(job.request_id, made.scene.seq))
        self._show(step)
        crash_at("after_publish")
        self.services.count("events")
        return True

    def _show(self, step: Step) -> None:
        """Tell everybody. It is done and written; that it cannot be shown must not look as if it were not."""
        try:
            self.audience.show(step)
        except Exception as error:
            self.services.report("not_shown", table=self.id, kind=step.kind, error=fault_of(error), seq=self.scene.seq)
        if step.desk.settings.watching == "off" != step.scene.desk.settings.watching:
            self.audience.end_looking_on()

    def event_of(self, command_id: str) -> int:
        """The event that a command made, if that was not long ago; else 0."""
        return self._answers.get(command_id, 0)

    def _remember(self, command_id: str, seq: int) -> None:
        self._answers[command_id] = seq
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    async def _stop_table(self, why: str, since: float) -> None:
        """A fault: this table stands still until its host says what to do (scenario 16)."""
        step = Step(self.scene, "stopped", "room", f"stopped:{self.scene.seq}", self._moment())
        step.note = why
        step.say(desks.Stopped("the table was stopped by a fault in the room; all chips are safe", since))
        if await self._commit(Job("stopped", "room", step.command_id, _nothing, _unheard), step):
            self.arrange()

    # --- what the room does by itself --------------------------------------------------------------------------------

    def _rest(self) -> None:
        """Something could not be done or not be written: look again in a while, and let bots think then."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._due = None
        if not self.draining:
            self._timer = asyncio.get_running_loop().call_later(RESTS, self._ring)

    def forget_decks(self, hand: int) -> None:
        """The dispute window of a hand is over: its hidden decks go out of memory, too."""
        if self.scene.decks is not None and self.scene.decks.hand == hand:
            self.scene = replace(self.scene, decks=None)
        self.audience.forget_decks(hand)

    def arrange(self) -> None:
        """Set the timer for what is due next; let bots think."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self.draining:
            return
        if not self.leads:  # when the next deal is due is shown here, too
            self._due = keeping.due(self.scene, self.over_at, self._timed_out_until)
            return
        if self._silent:
            self._due = None
            self._take_up_again()
            return
        given = self.fairness.given(self.scene)
        self._due = keeping.due(self.scene, self.over_at, self._timed_out_until, given)
        if self._due:
            wait = max(self._due.at - self.now(), 0)
            self._timer = asyncio.get_running_loop().call_later(min(wait, 3600), self._ring)
        if not keeping.is_at_rest(self.scene):
            self.thinking.look(self.scene)

    async def tick(self) -> None:
        """The room's clock has moved otherwise than the machine's: do what is due by now; it is done when this
        returns.
        """
        if self._timer:
            self._timer.cancel()
            self._ring()
        await self._jobs.join()
        await self.fairness.ready()
        await self._jobs.join()

    def _ring(self) -> None:
        """Something is due."""
        due, self._timer = self._due, None
        if self.draining or not self.leads:
            return
        if due is None or self.now() < due.at:  # the wait was cut
            self.arrange()
            return
        if due.what in DEALS:
            self.fairness.ring(due.what)
        elif due.what in PAIRS:
            self.pairs.ring(due.what)
        else:
            self.ask_own(due.what, _WORK[due.what], f"{due.what}:{self.scene.seq}")

    async def new_bot(self, style: str) -> str:
        """A bot for this table. Refused for a style there is not, and beyond the host's cap."""
        return await self.services.new_bot(self.id, style)

    async def say(self, person: str, text: str) -> Chat:
        """A line of chat. Refused for what is none."""
        return await self.services.say(self.id, person, text)

    @property
    def due_at(self) -> float:
        """When the room does something here by itself next."""
        return self._due.at if self._due and self._timer else inf

    @property
    def next_deal(self) -> float:
        """When the next hand is dealt by itself; 0 if that is not known."""
        waits = self.scene.desk.pending is not None
        return self._due.at if self._due and self._due.what == "deal" and not waits else 0

    @property
    def playing(self) -> bool:
        """Is a hand being played?"""
        return self.scene.table.playing

    def seat_of(self, person: str) -> int | None:
        return seat_of(self.scene.table, person)


def _nothing(step: Step) -> None:
    """Work that was done already."""


def _unheard(answer: Ack | Nack) -> None:
    """The room does not answer itself."""


_REFUSALS: tuple[tuple[type[OddchipError], Refusals], ...] = (
    (Stale, "stale"),
    (Doubtful, "doubt"),
    (Forbidden, "forbidden"),
)

_WORK: dict[str, Callable[[Step], None]] = {
    "timeout": keeping.time_out,
    "ask": keeping.ask_for_choice,
    "fall_back": keeping.fall_back,
    "free": keeping.free_seats,
}
