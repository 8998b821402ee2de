"""The one thread that writes: all that is queued, in one transaction, on the disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from sqlalchemy import Connection, Executable, Table, select
from sqlalchemy.exc import DBAPIError

from oddchip.room.store import schema
from oddchip.room.store.connecting import raw
from oddchip.room.store.crash import crash_at
from oddchip.room.store.errors import Fenced, Repeated, StoreBroken, StoreError, StoreRefused, trouble
from oddchip.room.store.measures import Measures
from oddchip.room.store.rows import Batch, Item, command_ids, inserting

GROUP = 256
"""At most so many jobs in one transaction, so that the first of them need not wait for a flood behind it."""

_MOVE = "UPDATE game_table SET seq = ? WHERE id = ? AND epoch = ? AND seq = ?"
_event, _game_table = schema.event, schema.game_table


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be written, and who waits for it. `after`: the table's seq once the batch is in."""

    items: Sequence[Item]
    waiting: asyncio.Future[Any]
    batch: Batch | None = None
    after: int = 0


class Writer:
    """Takes jobs from the event loop's thread and resolves their futures there, once a group."""

    def __init__(
        self, connection: Connection, folder: Path, loop: asyncio.AbstractEventLoop, measures: Measures
    ) -> None:
        self._measures = measures
        self._connection, self._raw, self._folder, self._loop = connection, raw(connection), folder, loop
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Queue a job; its future is resolved with the number of rows each item touched, or with an error."""
        self._queue.put(job)

    def finish(self) -> None:
        """Write what is queued and end the thread. Blocks."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            group, going_on = self._take()
            if group:
                self._tell(group, self._written(group))

    def _take(self) -> tuple[list[Job], bool]:
        """Everything queued, up to a whole group; False when the end of the queue has come."""
        group: list[Job] = []
        job = self._queue.get()
        while job is not None:
            group.append(job)
            if len(group) == GROUP:
                return group, True
            try:
                job = self._queue.get_nowait()
            except Empty:
                return group, True
        return group, False

    def _tell(self, group: list[Job], outcomes: list[Any]) -> None:
        try:
            self._loop.call_soon_threadsafe(resolve, group, outcomes)
        except RuntimeError:  # the loop is closed: nobody waits any more, what is written stays written
            return

    # One group, one transaction.

    def _written(self, group: list[Job]) -> list[Any]:
        """For each job the rows its items touched, or the error that its future gets."""
        try:
            return self._transaction(group, self._together)
        except Exception as error:
            disk = trouble(error, self._folder)
            if disk is not None and not isinstance(disk, Fenced | StoreRefused):
                return each(disk, group)
        try:  # one of them is bad: find it, and write the others
            return self._transaction(group, self._singly)
        except Exception as error:
            return each(trouble(error, self._folder) or _broken(error), group)

    def _transaction(self, group: list[Job], write: Any) -> list[Any]:
        events = any(job.batch for job in group)
        if events:
            crash_at("before_append")
        try:
            with self._measures.group(len(group)):
                self._raw.execute("BEGIN IMMEDIATE")
                outcomes: list[Any] = write(group)
                self._raw.execute("COMMIT")
        finally:
            if self._raw.in_transaction:
                self._raw.execute("ROLLBACK")
        if events:
            crash_at("after_commit")
        return outcomes

    def _together(self, group: list[Job]) -> list[Any]:
        """All at once: rows of one table by one statement, unless a statement between them must see them."""
        moves: list[tuple[int, str, int, int]] = []
        rows: dict[tuple[Table, tuple[str, ...]], list[Any]] = {}
        outcomes = []
        for job in group:
            touched = []
            if job.batch is not None:
                moves.append((job.after, job.batch.table_id, job.batch.epoch, job.batch.seq))
            for item in job.items:
                if isinstance(item, tuple):
                    table, row = item
                    rows.setdefault((table, tuple(row)), []).append(row)
                    touched.append(1)
                else:
                    self._flush(moves, rows)
                    touched.append(self._execute(item))
            outcomes.append(touched)
        self._flush(moves, rows)
        return outcomes

    def _execute(self, statement: Executable) -> int:
        result = self._connection.execute(statement)
        touched = result.rowcount
        result.close()
        return touched

    def _flush(self, moves: list[Any], rows: dict[tuple[Table, tuple[str, ...]], list[Any]]) -> None:
        if moves:
            if self._raw.executemany(_MOVE, moves).rowcount != len(moves):
                raise Fenced("a table of this group is elsewhere")
            moves.clear()
        for (table, columns), found in rows.items():
            sql, values = inserting(table, columns)
            self._raw.executemany(sql, map(values, found))
            if table is schema.snapshot:
                crash_at("mid_snapshot")
        rows.clear()

    def _singly(self, group: list[Job]) -> list[Any]:
        """One by one, each under a savepoint, so that what is wrong with one is its own affair."""
        outcomes: list[Any] = []
        for job in group:
            self._raw.execute("SAVEPOINT job")
            try:
                outcomes += self._together([job])
            except Exception as error:
                if not self._raw.in_transaction:  # the database itself gave up the transaction
                    raise
                self._raw.execute("ROLLBACK TO job")
                outcomes.append(self._reason(job, error))
            self._raw.execute("RELEASE job")
        return outcomes

    def _reason(self, job: Job, error: Exception) -> StoreError:
        """What to say to the one whose job failed; raises instead if it is about the disk and so about all."""
        disk = trouble(error, self._folder)
        if disk is not None and not isinstance(disk, Fenced | StoreRefused):
            raise disk from error
        fenced = isinstance(disk, Fenced)
        unique = _code(error) in (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
        if job.batch is not None and (fenced or unique):
            return self._clash(job.batch, fenced) or _refused(error)
        return disk or _refused(error)

    def _clash(self, batch: Batch, fenced: bool) -> StoreError | None:
        """Fenced or Repeated, by what the table and its log hold."""
        own = _game_table.c.id == batch.table_id
        found = self._connection.execute(select(_game_table.c.epoch, _game_table.c.seq).where(own)).one_or_none()
        if found is None:
            return Fenced(f"there is no table {batch.table_id}")
        if found.epoch == batch.epoch:
            for command in command_ids(batch.rows):
                seq = self._seq_of(batch.table_id, command)
                if seq is not None:
                    return Repeated(batch.table_id, command, seq)
        if not fenced and (found.epoch, found.seq) == (batch.epoch, batch.seq):
            return None
        return Fenced(
            f"table {batch.table_id} is at event {found.seq} of epoch {found.epoch}, "
            f"not at {batch.seq} of epoch {batch.epoch}"
        )

    def _seq_of(self, table_id: str, command: str) -> int | None:
        same = (_event.c.table_id == table_id) & (_event.c.command_id == command)
        found: int | None = self._connection.execute(select(_event.c.seq).where(same)).scalar()
        return found


def resolve(group: Sequence[Any], outcomes: Sequence[Any]) -> None:
    """Tell everybody who waits for one of these jobs what came of it."""
    for job, outcome in zip(group, outcomes, strict=True):
        if job.waiting.done():  # given up by the one who waited
            continue
        if isinstance(outcome, Exception):
            job.waiting.set_exception(outcome)
        else:
            job.waiting.set_result(outcome)


def each(error: StoreError, group: Sequence[Any]) -> list[StoreError]:
    """An error of the whole group, one for each to raise."""
    return [type(error)(*error.args) for _ in group]


def _code(error: Exception) -> int:
    return getattr(error.orig if isinstance(error, DBAPIError) else error, "sqlite_errorcode", 0)


def _refused(error: Exception) -> StoreRefused:
    said = error.orig if isinstance(error, DBAPIError) else error
    return StoreRefused(f"rows that the database does not take: {said}")


def _broken(error: Exception) -> StoreBroken:
    return StoreBroken(f"the store could not write: {error}")
