"""One worker among several on one database: which tables it leads, what the others say, what is asked across them.

Every open table is led by one worker, which alone decides there. The others follow those that somebody looks at through
them: they read the new events and show them. What is asked of a table that is led elsewhere goes through the database's
inbox, and its answer comes back the same way. Leases are the database's and go by its clock; see docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import and_, delete, literal_column, select

from oddchip.room.alone import Answer, Command
from oddchip.room.errors import fault_of
from oddchip.room.own import Own, read_own
from oddchip.room.protocol import Ack, Nack, Request, read_request, written
from oddchip.room.restore import Entry
from oddchip.room.store import StoreClosed, StoreError, schema
from oddchip.room.store.several import ALIVE, LEASE, RENEW, Answered, Asked, Claimed, Notice

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.room import Room
    from oddchip.room.store.postgres import PostgresStore

#: Seconds after which somebody who asked across workers is told to try again; what he asked may still be done, once.
PATIENCE = 12.0
#: Tables claimed at once, so that the first of them need not wait until the last is read.
CLAIMED = 100
#: Events of a table that are read at once; who is further behind reads on.
MOST_AT_ONCE = 100
#: Seconds between two times that commands which are done are taken out of the inbox.
CLEARED_EACH = 0.5
#: Seconds for which comings and goings are gathered before the others are told.
TOLD_EACH = 0.2
#: Seconds by which clocks may differ without anybody noticing.
NOTICEABLE = 0.1
#: Seconds between two looks at the others: who lives, what the database's clock says.
LOOKS = 2.0
_CLOCK = "extract(epoch FROM clock_timestamp())::float8"
_answer = msgspec.json.Decoder(Ack | Nack)


def steady() -> float:
    """Seconds by a clock that goes on while the machine sleeps, where there is one: a lease does not wait for us."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime(clock)


class Waiting(NamedTuple):
    """Somebody who asked something of a table that is led elsewhere."""

    table_id: str
    command_id: str
    request_id: str
    answer: Answer
    timer: asyncio.TimerHandle


class Among:
    """This worker's part in a room that several keep."""

    def __init__(self, room: Room, store: PostgresStore) -> None:
        self.room, self.store = room, store
        self._its_time: float | None = None  # by the database's clock when `steady` was 0
        self.draining = False
        self._until: dict[str, float] = {}  # until when we lead, by `steady`
        self._behind: set[str] = set()
        self._stirred = asyncio.Event()
        self._freed = asyncio.Event()
        self._number = 0
        self._asked: dict[int, Waiting] = {}
        self._numbers: dict[tuple[str, str], int] = {}  # of what waits, by table and command
        self._done: list[tuple[str, int]] = []  # commands of others that are in the log
        self._taken: set[tuple[str, int]] = set()  # commands of others that are being done here
        self._answers_wanted = asyncio.Event()
        self._inboxes: set[str] = set()
        self._asking = asyncio.Event()
        self._dropped: set[str] = set()
        self._here: dict[str, set[str]] = {}  # who has a table open through us
        self._there: dict[str, set[str]] = {}  # and through others
        self._moved: set[str] = set()
        self._others: set[str] = set()
        self._looked = 0.0
        self._share = CLAIMED
        self._may_claim = True
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Hear the others, and take our share of the tables."""
        await self.store.listen(self._heard)
        await self._look_round()
        await asyncio.gather(*(self._take_over(each) for each in await self._claimed()))
        works = (self._lead, self._follow, self._take_answers, self._serve_inboxes, self._clear_inbox)
        for work in (*works, self._tell_who_is_here):
            self._tasks.append(asyncio.create_task(self._again_and_again(work), name=work.__name__))

    async def leave(self) -> None:
        """Lead nothing any more; the tables are free for the others at once."""
        self.draining = True
        with suppress(StoreError):  # the database is away: the leases run out by themselves
            await self.hand_over(each for each in self.led if each in self.room.tables)

    async def stop(self) -> None:
        """Hear and tell nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for number, waiting in list(self._asked.items()):
            self._answered(number, Nack(waiting.request_id, "broken", "The room is restarting; try again in a moment"))

    async def _again_and_again(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """What a worker does all its life; a database that is away for a while does not end it."""
        while True:
            try:
                await work()
            except StoreError as error:
                self.room.report("database_away", doing=work.__name__, error=str(error))
                await asyncio.sleep(RENEW)
            except Exception as error:
                self.room.report("worker_failed", doing=work.__name__, error=fault_of(error))
                await asyncio.sleep(RENEW)

    # --- what is heard -----------------------------------------------------------------------------------------------

    def _heard(self, notice: Notice) -> None:
        if notice.kind in ("poll", "gap", "look"):
            self._look_everywhere()
            self._spawn(self.room.hear(notice))
        elif notice.own:
            return
        elif notice.kind == "event":
            table_id, seq = notice.ids
            self._hear_of_event(table_id, int(seq))
        elif notice.kind == "inbox" and self.leads(notice.ids[0]):
            self._inboxes.add(notice.ids[0])
            self._asking.set()
        elif notice.kind == "answer" and notice.ids[0] == self.store.worker:
            self._answers_wanted.set()
        elif notice.kind == "table":
            self._freed.set()
            if notice.ids[0] not in self.room.tables:
                self._spawn(self.room.find(notice.ids[0]))
        elif notice.kind == "online":
            self._spawn(self._see_who_is_there([notice.ids[0]]))
        else:
            self._spawn(self.room.hear(notice))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(self._reported(work))
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    async def _reported(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except StoreClosed:  # it came while we were leaving
            return
        except StoreError as error:  # what was missed is looked for when the database is back
            self.room.report("database_away", doing="news", error=str(error))
        except Exception as error:
            self.room.report("news_failed", error=fault_of(error))

    def _look_everywhere(self) -> None:
        """Notices may have been lost, and are there only to be quick."""
        for actor in self.room.tables.values():
            if self._is_followed(actor):
                self._behind.add(actor.id)
        self._inboxes |= set(self._until)
        self._stirred.set()
        self._asking.set()
        if self._asked:
            self._answers_wanted.set()

    def _hear_of_event(self, table_id: str, seq: int) -> None:
        actor = self.room.tables.get(table_id)
        if actor is None:
            self._spawn(self.room.find(table_id))
        elif actor.scene.seq < seq and self._is_followed(actor):
            self._behind.add(table_id)
            self._stirred.set()

    def _is_followed(self, actor: Actor) -> bool:
        """Does somebody look at it here, or wait for what he asked of it?"""
        asked = any(waiting.table_id == actor.id for waiting in self._asked.values())
        return not actor.leads and (actor.audience.is_watched or asked)

    # --- leading -----------------------------------------------------------------------------------------------------

    def leads(self, table_id: str) -> bool:
        """Is a table ours, as far as our own clock can tell? (What is written goes by the database's.)"""
        return self._until.get(table_id, 0) > steady()

    @property
    def led(self) -> list[str]:
        """The tables that are ours."""
        return list(self._until)

    def made(self, table_id: str, began: float) -> None:
        """A new table is ours from its first row on, which was asked for at `began`, by `steady`."""
        self._until[table_id] = began + LEASE

    async def _lead(self) -> None:
        """Once around: renew, look at the others, claim, give up what is too much."""
        began = steady()
        dropped, self._dropped = self._dropped, set()
        if dropped:  # what was ours and is in doubt is taken anew, in an epoch of its own
            await self.store.release(sorted(dropped))
        asked = self.led  # what is made or claimed meanwhile was not asked for
        still = await self.store.renew()
        for table_id in asked:
            if table_id in still:
                self._until[table_id] = began + LEASE
            else:
                self.lose(table_id)
        if began - self._looked > LOOKS:
            await self._look_round()
        await self._claim()
        await self._give_up()
        self._freed.clear()
        try:
            await asyncio.wait_for(self._freed.wait(), max(0.05, RENEW - (steady() - began)))
        except TimeoutError:
            return
        await asyncio.sleep(0.02)  # others are told at the same moment, and some of them have fewer tables

    async def _look_round(self) -> None:
        """Who lives, how many tables are everybody's share, what time it is."""
        asked = steady()
        (row,) = await self.store.read(select(literal_column(_CLOCK).label("at")))
        self._its_time = row.at - (asked + steady()) / 2
        await self.store.beat(len(self._until))
        others = [each for each in (await self.store.workers()).values() if each.id != self.store.worker]
        tables = sum(actor.scene.table.state.closed is None for actor in self.room.tables.values())
        self._share = ceil(tables / (len(others) + 1))
        if (names := {each.id for each in others}) != self._others:
            self._others = names
            self._spawn(self._see_who_is_there(list(self.room.tables)))
        # Who has his share leaves what is free to those who have not, if there are any.
        self._may_claim = all(each.tables >= self._share for each in others)
        self._looked = steady()

    @property
    def ahead(self) -> float:
        """Seconds by which the database's clock is ahead of this machine's, which may be set at any moment. Deadlines
        are by the database's everywhere.
        """
        if self._its_time is None:
            return 0.0
        found = self._its_time + steady() - time.time()
        return found if abs(found) > NOTICEABLE else 0.0

    async def _claim(self) -> None:
        for claimed in await self._claimed():
            self._spawn(self._take_over(claimed))

    async def _claimed(self) -> list[Claimed]:
        """Tables that are ours from now on: what is missing to our share, or whatever is free. What those who have less
        do not take at once, they may not be alive to take.
        """
        if self.draining:
            return []
        wanted, left = self._share - len(self._until), 0.0
        if wanted <= 0:
            wanted, left = CLAIMED, 0.0 if self._may_claim else RENEW
        began = steady()
        found = await self.store.claim(min(wanted, CLAIMED), left=left)
        self._until |= {each.id: began + LEASE for each in found}
        return found

    async def _take_over(self, claimed: Claimed) -> None:
        try:
            actor = await self.room.find(claimed.id)
            if actor is None:  # it was closed a moment ago
                self.lose(claimed.id)
                await self.store.release([claimed.id])
                return
            self.room.count("takeovers")
            await actor.following.lead(claimed.epoch)
        except BaseException:
            self.lose(claimed.id)  # who cannot read it must not keep it
            raise
        self._inboxes.add(claimed.id)
        self._asking.set()

    async def _give_up(self) -> None:
        """Closed tables need no leader. What is beyond our share goes to others, a few tables at a time, those at rest
        first.
        """
        known = self.room.tables
        closed = [each for each in self.led if each in known and known[each].scene.table.state.closed is not None]
        if closed:
            await self.hand_over(closed)
        more = len(self._until) - self._share - 1
        if more <= 0 or self._may_claim:
            return
        tables = [self.room.tables[each] for each in self.led if each in self.room.tables]
        chosen = sorted((actor for actor in tables if actor.leads), key=lambda actor: actor.playing)[: min(more, 20)]
        await self.hand_over([actor.id for actor in chosen])

    async def hand_over(self, ids: Iterable[str]) -> None:
        """Do what is queued there, and let others have these tables."""
        ids = list(ids)
        await asyncio.gather(*(self.room.tables[each].following.hand_over() for each in ids))
        for table_id in ids:
            self._until.pop(table_id, None)
        await self.store.release(ids)

    def lose(self, table_id: str) -> None:
        """A table is another's, or nobody's."""
        self._until.pop(table_id, None)
        self._dropped.add(table_id)
        actor = self.room.tables.get(table_id)
        if actor is not None and actor.leads:
            self.room.report("table_lost", table=table_id)
            self.room.count("tables_lost")
            actor.follow_on()
            self._behind.add(table_id)
            self._stirred.set()

    def forget(self, table_id: str) -> None:
        """A table was put away. What the database still has of us there is taken out soon."""
        self._there.pop(table_id, None)
        if self._here.pop(table_id, None):
            self._moved.add(table_id)
        if self._until.pop(table_id, None):  # it was closed a moment ago
            self._dropped.add(table_id)

    # --- following ---------------------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Once around: read what is new at the tables that are behind, and show it."""
        await self._stirred.wait()
        self._stirred.clear()
        behind, self._behind = self._behind, set()
        try:
            await self.catch_up(behind)
        except BaseException:
            self._behind |= behind
            self._stirred.set()
            raise

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Bring what we know of these tables up to date, where we do not lead them."""
        actors = [actor for each in ids if (actor := self.room.tables.get(each)) is not None and not actor.leads]
        while actors:
            found = await entries_after(self.store, {actor.id: actor.scene.seq for actor in actors}, MOST_AT_ONCE)
            await asyncio.gather(*(actor.following.take(found[actor.id]) for actor in actors if actor.id in found))
            actors = [each for each in actors if len(found.get(each.id, ())) >= MOST_AT_ONCE and not each.leads]

    async def freshen(self, ids: Sequence[str]) -> None:
        """What is known here of these tables is as new as the database, for a page that tells of them."""
        t, tables = schema.game_table, self.room.tables
        wanted = [each for each in ids if each in tables and not tables[each].leads]
        if wanted:
            rows = await self.store.read(select(t.c.id, t.c.seq).where(t.c.id.in_(wanted)))
            await self.catch_up([row.id for row in rows if row.seq > tables[row.id].scene.seq])

    # --- what is asked across workers --------------------------------------------------------------------------------

    def forward(self, table_id: str, person: str, request: Command, answer: Answer) -> None:
        """Have a request done by whoever leads the table."""
        self._number += 1
        row = Asked(
            self._number, table_id, person, request.id, type(request).__name__.lower(), msgspec.json.encode(request)
        )
        timer = asyncio.get_running_loop().call_later(PATIENCE, self._give_up_on, row.number)
        command_id = f"{person}:{request.id}"
        self._asked[row.number] = Waiting(table_id, command_id, request.id, answer, timer)
        self._numbers[table_id, command_id] = row.number
        self._spawn(self._send(row))

    async def _send(self, row: Asked) -> None:
        try:
            await self.store.send([row])
        except StoreError as error:
            self.room.report("not_sent", table=row.table_id, error=str(error))
            self._answered(row.number, Nack(row.command_id, "broken", "The room cannot write just now; try again"))

    def _give_up_on(self, number: int) -> None:
        request_id = self._asked[number].request_id
        self._answered(number, Nack(request_id, "broken", "Nobody answers for this table just now; try again"))

    def _answered(self, number: int, answer: Ack | Nack) -> None:
        waiting = self._asked.pop(number, None)
        if waiting is None:  # it was given up, or was answered by the log
            return
        waiting.timer.cancel()
        if self._numbers.get((waiting.table_id, waiting.command_id)) == number:
            del self._numbers[waiting.table_id, waiting.command_id]
        waiting.answer(answer)

    def done(self, table_id: str, command_id: str, seq: int) -> None:
        """An event of the log answers whoever asked for it here."""
        number = self._numbers.get((table_id, command_id))
        if number is not None:
            self._answered(number, Ack(self._asked[number].request_id, seq))

    async def _take_answers(self) -> None:
        await self._answers_wanted.wait()
        self._answers_wanted.clear()
        for row in await self.store.answers():
            self._answered(row.number, _answer.decode(row.body))

    async def _serve_inboxes(self) -> None:
        """Once around: do what others were asked for at our tables."""
        await self._asking.wait()
        self._asking.clear()
        ids, self._inboxes = self._inboxes, set()
        mine = [each for each in ids if self._does(each)]
        for row in await self.store.inbox(mine) if mine else ():
            key = (row.worker, row.number)
            if key not in self._taken:
                # He may have come through another worker a moment ago.
                known = row.kind == "own" or await self.room.crowd.look_up(row.person, row.table_id) is not None
                if not self._does(row.table_id):  # it is another's since, and he finds the command in the inbox
                    continue
                self._taken.add(key)
                if known:
                    self._do(row)
                else:
                    self._spawn(self._answer(row, Nack(row.command_id, "forbidden", "You were forgotten here")))

    def _does(self, table_id: str) -> bool:
        """Is a table ours, and read? One that was just claimed is looked at once it is."""
        actor = self.room.tables.get(table_id)
        return actor is not None and actor.leads and self.leads(table_id)

    def _do(self, row: Asked) -> None:
        request: Request | Own = read_own(row.body) if row.kind == "own" else read_request(row.body)
        assert isinstance(request, Command)
        actor = self.room.tables[row.table_id]
        actor.hear(row.person, request, lambda answer: self._settle(actor, row, answer))

    def _settle(self, actor: Actor, row: Asked, answer: Ack | Nack) -> None:
        """What is in the log as a new event needs no answer: whoever asked follows the table, and sees it there."""
        made = actor.event_of(f"{row.person}:{row.command_id}")
        if isinstance(answer, Ack) and made == answer.seq == actor.scene.seq:
            self._done.append((row.worker, row.number))
            if row.worker == self.store.worker:  # the table has come to us since: we see no more of it than we do
                self.done(actor.id, f"{row.person}:{row.command_id}", made)
        else:
            self._spawn(self._answer(row, answer))

    async def _answer(self, row: Asked, answer: Ack | Nack) -> None:
        """If it cannot be written now, the command is still in the inbox and is done again: the same id, the same
        answer.
        """
        try:
            await self.store.answer([Answered(row.worker, row.number, row.table_id, written(answer))])
        finally:
            self._taken.discard((row.worker, row.number))

    async def _clear_inbox(self) -> None:
        """Once around: take out what is in the log. Till then it would be done again by another, to no effect."""
        await asyncio.sleep(CLEARED_EACH)
        done, self._done = self._done, []
        if done:
            try:
                await self.store.clear_inbox(done)
            except StoreError:
                self._done += done
                raise
            self._taken.difference_update(done)

    # --- who is here -------------------------------------------------------------------------------------------------

    def elsewhere(self, table_id: str) -> set[str]:
        """Who has a table open through other workers."""
        return self._there.get(table_id, set())

    def here(self, table_id: str, people: set[str]) -> None:
        """These have a table open through us; the others are told soon."""
        if people != self._here.get(table_id, set()):
            self._here[table_id] = people
            self._moved.add(table_id)

    async def _tell_who_is_here(self) -> None:
        """Once around: comings and goings, many at a time."""
        await asyncio.sleep(TOLD_EACH)
        moved, self._moved = self._moved, set()
        if not moved:
            return
        p, now, me = schema.presence, self.room.now(), self.store.worker
        rows = [
            (p, {"table_id": each, "worker": me, "person": person, "watching": 0, "at": now})
            for each in moved
            for person in self._here.get(each, ())
        ]
        self.store.notify_each("online", sorted(moved))
        try:
            await self.store.write([delete(p).where(p.c.worker == me, p.c.table_id.in_(moved)), *rows])
        except StoreError:
            self._moved |= moved
            raise

    async def _see_who_is_there(self, ids: Iterable[str]) -> None:
        """Who has these tables open through other workers that live."""
        p, w, wanted = schema.presence, schema.worker, [each for each in ids if each in self.room.tables]
        alive = and_(w.c.id == p.c.worker, w.c.seen > literal_column(_CLOCK) - ALIVE)
        query = select(p.c.table_id, p.c.person).join(w, alive)
        found: dict[str, set[str]] = {each: set() for each in wanted}
        for row in await self.store.read(query.where(p.c.table_id.in_(wanted), p.c.worker != self.store.worker)):
            found[row.table_id].add(row.person)
        for table_id, people in found.items():
            if table_id in self.room.tables and people != self._there.get(table_id, set()):
                self._there[table_id] = people
                self.room.tables[table_id].audience.touch()


async def entries_after(store: PostgresStore, seqs: dict[str, int], most: int) -> dict[str, list[Entry]]:
    """The events of several tables after these numbers, at most so many of each, in order."""
    found: dict[str, list[Entry]] = {}
    for row in await store.events_after(seqs, most):
        entry = Entry(
            row["seq"], row["hand"], row["kind"], row["actor"], row["command_id"], row["body"], row["at"],
            row["state_hash"], row["private"], row["secret"],
        )  # fmt: skip
        found.setdefault(row["table_id"], []).append(entry)
    return found
