"""A group of jobs in one transaction, and what to say to each whose job could not be done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, Table

from oddchip.room.store import schema
from oddchip.room.store.crash import crash_at
from oddchip.room.store.errors import Fenced, Repeated, StoreError, StoreRefused
from oddchip.room.store.postgres.appending import TOGETHER, Steps, inserting, others
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.leases import NOW
from oddchip.room.store.postgres.line import Line
from oddchip.room.store.postgres.notices import texts_of
from oddchip.room.store.postgres.trouble import AGAIN, code, is_lost, reason, trouble
from oddchip.room.store.rows import Batch, command_ids
from oddchip.room.store.several import Notice
from oddchip.room.store.writer import Job

TWICE = "23505"
_PLACE = f"SELECT epoch, seq, owner, lease_until > {NOW} AS held FROM game_table WHERE id = $1"
_COMMANDS = "SELECT command_id, seq, epoch FROM event WHERE table_id = $1 AND command_id = ANY($2) ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something else to be done over the driver's own connection, in the transaction of its group."""

    do: Callable[[Any], Awaitable[Any]]
    waiting: asyncio.Future[Any]


LEFT: Any = object()
"""What comes of a job that is to be tried again, slowly."""


class Apart(Exception):
    """Batches of a table that were tried as one must be tried one by one."""


class Groups:
    """Writes groups over a line."""

    def __init__(self, line: Line, server: Server, worker: str) -> None:
        self._line, self._server, self._worker = line, server, worker
        self.outcomes: list[Any] | None = None
        """What comes of the transaction under way if it is committed; None if that must be looked up."""

    async def write(self, group: Sequence[Job | Deed], notices: Sequence[Notice], slowly: bool) -> list[Any]:
        """For each job what its future gets, or LEFT for those to be tried again slowly. Raises what is wrong with
        server or connection, and so with all.
        """
        self.outcomes = None
        if not group:
            await self._line.tell(texts_of(self._worker, notices))
            return []
        self._line.turn += 1
        events = any(isinstance(job, Job) and job.batch for job in group)
        if events:
            crash_at("before_append")
        steps = None if slowly else only_steps(group)
        outcomes = await (self._at_once(steps, group, notices) if steps else self._transaction(group, notices))
        if events:
            crash_at("after_commit")
        return outcomes

    async def _at_once(self, steps: Steps, group: Sequence[Job | Deed], notices: Sequence[Notice]) -> list[Any]:
        """All in one statement, as is enough for most groups."""
        texts = texts_of(self._worker, [*notices, *steps.notices()])
        self._line.in_doubt = True
        try:
            stayed = await steps.write(self._line.driver, self._worker, self._line.turn, texts)
        except Exception as error:
            if not self._line.is_open:
                raise
            self._line.in_doubt = False
            self._must_concern_one(error)
            return [LEFT] * len(group)
        self._line.in_doubt = False
        left = {id(job) for chain in stayed for job in chain.jobs}
        return [LEFT if id(job) in left else _ones(job) for job in group]

    async def _transaction(self, group: Sequence[Job | Deed], notices: Sequence[Notice]) -> list[Any]:
        try:
            return await self._committed(group, notices, self._together)
        except Exception as error:
            if not self._line.is_open:
                raise
            self._must_concern_one(error)
        return await self._committed(group, notices, self._in_parts)

    async def _committed(self, group: Sequence[Job | Deed], notices: Sequence[Notice], write: Any) -> list[Any]:
        await self._line.begin()
        try:
            outcomes: list[Any] = await write(group)
            self.outcomes = outcomes
            await self._line.commit(texts_of(self._worker, [*notices, *_notices_of(group, outcomes)]))
        except Exception:
            await self._line.roll_back()
            raise
        return outcomes

    def _must_concern_one(self, error: Exception) -> None:
        """Raise an error again that is about the server, and not about the rows of one of a group."""
        if code(error) in AGAIN or is_lost(error):
            raise error
        found = trouble(error, self._server)
        if found is not None and not isinstance(found, Fenced | StoreRefused):
            raise found from error

    # In order: steps that may go together in one statement, other rows by table, statements one by one.

    async def _together(self, group: Sequence[Job | Deed]) -> list[Any]:
        outcomes: list[Any] = [None] * len(group)
        for some in _stretches(group):
            fenced = await self._steps([group[place] for place in some])
            rows: dict[tuple[Table, tuple[str, ...]], list[Any]] = {}
            for place in some:
                job = group[place]
                if isinstance(job, Deed):
                    await self._flush(rows)
                    outcomes[place] = await job.do(self._line.driver)
                elif id(job) in fenced:
                    outcomes[place] = await self._clash(job.batch, fenced=True)
                else:
                    outcomes[place] = await self._items(job, rows)
            await self._flush(rows)
        return outcomes

    async def _steps(self, jobs: Sequence[Job | Deed]) -> set[int]:
        """Move the tables of a stretch; gives who may not."""
        steps = Steps()
        for job in jobs:
            if isinstance(job, Job) and job.batch is not None:
                steps.takes(job)
        if not steps.chains:
            return set()
        stayed = await steps.write(self._line.driver, self._worker, 0, [])
        if any(len(chain.jobs) > 1 for chain in stayed):
            raise Apart
        return {id(job) for chain in stayed for job in chain.jobs}

    async def _items(self, job: Job, rows: dict[tuple[Table, tuple[str, ...]], list[Any]]) -> list[int]:
        touched = []
        for item in job.items:
            if isinstance(item, tuple):
                table, row = item
                if job.batch is None or table not in TOGETHER:
                    rows.setdefault((table, tuple(row)), []).append(row)
                touched.append(1)
            else:
                await self._flush(rows)
                touched.append(await self._execute(item))
        return touched

    async def _execute(self, statement: Executable) -> int:
        result = await self._line.connection.execute(statement)
        touched: int = result.rowcount
        result.close()
        return touched

    async def _flush(self, rows: dict[tuple[Table, tuple[str, ...]], list[Any]]) -> None:
        for (table, columns), found in rows.items():
            values = ([row[name] for row in found] for name in columns)
            await self._line.driver.execute(inserting(table, columns), self._worker, *values)
            if table is schema.snapshot:
                crash_at("mid_snapshot")
        rows.clear()

    async def _in_parts(self, group: Sequence[Job | Deed]) -> list[Any]:
        """Halve the group until what is wrong with one is its own affair."""
        await self._line.driver.execute("SAVEPOINT part")
        try:
            outcomes = await self._together(group)
        except Exception as error:
            if not self._line.is_open:
                raise
            self._must_concern_one(error)
            await self._line.driver.execute("ROLLBACK TO part")
            if len(group) == 1:
                return [await self._why(group[0], error)]
            half = len(group) // 2
            return [*await self._in_parts(group[:half]), *await self._in_parts(group[half:])]
        await self._line.driver.execute("RELEASE part")
        return outcomes

    # What to say.

    async def _why(self, job: Job | Deed, error: Exception) -> StoreError:
        if isinstance(job, Job) and job.batch is not None and code(error) == TWICE:
            return await self._clash(job.batch, fenced=False) or _refused(error)
        return trouble(error, self._server) or _refused(error)

    async def _clash(self, batch: Batch | None, fenced: bool) -> StoreError | None:
        """Fenced or Repeated, by what the table and its log hold."""
        assert batch is not None
        found = await self._line.driver.fetchrow(_PLACE, batch.table_id)
        if found is None:
            return Fenced(f"there is no table {batch.table_id}")
        if found["epoch"] == batch.epoch:
            done = await self._line.driver.fetch(_COMMANDS, batch.table_id, command_ids(batch.rows))
            if done:
                return Repeated(batch.table_id, done[0]["command_id"], done[0]["seq"])
        if (found["epoch"], found["seq"]) != (batch.epoch, batch.seq):
            return Fenced(
                f"table {batch.table_id} is at event {found['seq']} of epoch {found['epoch']}, "
                f"not at {batch.seq} of epoch {batch.epoch}"
            )
        if not fenced:
            return None
        if found["owner"] != self._worker:
            return Fenced(f"table {batch.table_id} is not this worker's")
        return Fenced(f"the lease of table {batch.table_id} has run out")

    async def landed(self, job: Job | Deed) -> bool:
        """Whether the log has a batch just as it was to be written. Only for what went over a session that is ended."""
        if not isinstance(job, Job) or job.batch is None:
            return False
        wanted = command_ids(job.items)
        found = await self._line.driver.fetch(_COMMANDS, job.batch.table_id, wanted)
        places = [(row["command_id"], row["seq"], row["epoch"]) for row in found]
        return bool(wanted) and places == [
            (command, job.batch.seq + number, job.batch.epoch) for number, command in enumerate(wanted, 1)
        ]


def only_steps(group: Sequence[Job | Deed]) -> Steps | None:
    """The steps of a group that is nothing else; each has an event, by which it can be known again."""
    steps = Steps()
    for job in group:
        if not isinstance(job, Job) or job.batch is None or job.after == job.batch.seq or others(job):
            return None
        if not steps.takes(job):
            return None
    return steps


def _stretches(group: Sequence[Job | Deed]) -> list[list[int]]:
    """Places of jobs that may be done together: steps first, then what else they write, and nothing out of order."""
    found: list[list[int]] = []
    steps: Steps | None = None
    for place, job in enumerate(group):
        if not isinstance(job, Job) or job.batch is None:
            if not found or steps is not None:
                found.append([])
            steps = None
        elif steps is None or not steps.takes(job):
            found.append([])
            steps = Steps()
            steps.takes(job)
        found[-1].append(place)
    return found


def _notices_of(group: Sequence[Job | Deed], outcomes: Sequence[Any]) -> list[Notice]:
    said: list[Notice] = []
    for job, outcome in zip(group, outcomes, strict=True):
        if isinstance(outcome, Exception):
            continue
        if isinstance(job, Job) and job.batch is not None and job.after > job.batch.seq:
            said.append(Notice("event", (job.batch.table_id, str(job.after))))
    return said


def _ones(job: Job | Deed) -> list[int]:
    """Each row of a batch was written."""
    return [1] * len(job.items) if isinstance(job, Job) else []


def _refused(error: Exception) -> StoreRefused:
    return StoreRefused(f"rows that the database does not take: {reason(error)}")
