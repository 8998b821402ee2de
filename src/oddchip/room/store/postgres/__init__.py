"""The durable store on a PostgreSQL server, which several processes may share. Needs the extra `postgres`.

    store = await PostgresStore.open("postgresql://user:password@host/database")

It does what `oddchip.room.store.Store` does, and what several workers need besides: tables are leased, commands and
answers go through the database, and notices tell the others. See docs/store.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row, delete

from oddchip.room.store import schema
from oddchip.room.store.base import listed
from oddchip.room.store.checks import findings
from oddchip.room.store.errors import StoreBroken, StoreClosed, StoreRefused
from oddchip.room.store.folder import KEY_BYTES
from oddchip.room.store.measures import Measures
from oddchip.room.store.postgres import following, inbox, leases
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.direct import Direct
from oddchip.room.store.postgres.groups import Deed
from oddchip.room.store.postgres.listening import Listener
from oddchip.room.store.postgres.mail import Mail
from oddchip.room.store.postgres.migrating import migrate
from oddchip.room.store.postgres.reading import Readers
from oddchip.room.store.postgres.writer import Writer
from oddchip.room.store.rows import Batch, Item, last_seq
from oddchip.room.store.scrubbing import ASKED
from oddchip.room.store.several import Answered, Asked, Claimed, Notice, Seen
from oddchip.room.store.writer import Job

__all__ = ["PostgresStore"]

T = TypeVar("T")


class PostgresStore:
    """A database on a server, as one worker sees it. Made by `PostgresStore.open`, used from one event loop."""

    def __init__(self, server: Server, worker: str, version: str) -> None:
        self.worker = worker
        """This process's id: tables, commands and answers are its own by it."""
        self._server, self._version = server, version
        self._loop = asyncio.get_running_loop()
        self.measures = Measures()
        self._writer = Writer(server, worker, self.measures)
        self._readers = Readers(server)
        self._answers = inbox.Answers(server, worker)
        self._mail = Mail(server, worker)
        self._news = Direct(server)
        self._listeners: list[Listener] = []
        self._key = b""
        self._open = True

    @classmethod
    async def open(cls, url: str, *, worker: str | None = None, version: str = "") -> PostgresStore:
        """Reach a database and bring it to this release.

        `worker`: this process's id, random if not given; `version`: what the others see of its release. Raises
        StoreNewer, StoreReadOnly, StoreFull or StoreBroken.
        """
        server = Server(url)
        await migrate(server)
        store = cls(server, worker or token_urlsafe(9), version)
        try:
            await store._writer.start()
            store._key = _key_of(await store.kept("key", lambda: token_hex(KEY_BYTES)), server)
        except BaseException:
            await store.close()
            raise
        return store

    # --- as every store ----------------------------------------------------------------------------------------------

    @property
    def several(self) -> bool:
        """Other processes may work on the same database."""
        return True

    @property
    def key(self) -> bytes:
        """32 random bytes that were made with the database. Who reads the database reads them."""
        return self._key

    async def append(self, batch: Batch) -> None:
        """Write a batch, if its table is at the batch's epoch and seq and leased to this worker.

        Raises what `Store.append` raises: Fenced also when the lease is another's or has run out.
        """
        self._must_be_open()
        await self._submit(Job(batch.rows, self._loop.create_future(), batch, last_seq(batch)))

    async def write(self, items: Item | Sequence[Item]) -> list[int]:
        """Write rows and statements in order, all or nothing; the number of rows that each of them touched.

        A row of `game_table` that names this worker as its owner and no `lease_until` is leased to it from then on.
        """
        self._must_be_open()
        touched: list[int] = await self._submit(Job(listed(items), self._loop.create_future()))
        return touched

    async def read(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query, out of what is committed."""
        self._must_be_open()
        return await self._readers.rows(query)

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function makes of one moment of the database, in a thread and over a connection of its own."""
        self._must_be_open()
        return await self._readers.ask(question)

    async def check(self) -> list[str]:
        """What is wrong with the database, one sentence each."""
        return await self.ask(findings)

    async def copy_to(self, target: Path) -> None:
        """Refused: a server has tools of its own for that."""
        raise StoreRefused(f"{self._server} is not copied from here: pg_dump makes a whole copy while it is in use")

    async def scrub(self) -> bool:
        """Nothing to do here: how long a server keeps what was deleted is its own affair. Gives False."""
        await self.write(delete(schema.meta).where(schema.meta.c.key == ASKED))
        return False

    async def close(self) -> None:
        """Write what is queued, let tables and connections go. A second time does nothing."""
        if not self._open:
            return
        self._open = False
        await asyncio.gather(*(each.stop() for each in self._listeners))
        await self._writer.finish()
        await self._answers.close()
        await self._mail.close()
        self._news.close()
        await self._readers.close()

    @property
    def leased(self) -> int:
        """How many tables are this worker's, as far as it knows."""
        return len(self._writer.held)

    # --- among several -----------------------------------------------------------------------------------------------

    async def kept(self, name: str, made: Callable[[], str]) -> str:
        """A text that all workers share: `made` by the first who asks for it, and kept in `meta`."""
        value = made()
        found: str = await self._do(lambda driver: leases.kept(driver, name, value))
        return found

    async def claim(self, most: int, ids: Sequence[str] | None = None, *, left: float = 0.0) -> list[Claimed]:
        """Take at most so many open tables (of these, if given) that nobody has, or whose lease ran out.

        `left`: only those that have been nobody's for so many seconds.
        """
        deed = lambda driver: leases.claim(driver, self.worker, most, ids, left)  # noqa: E731
        found: list[Claimed] = await self._do(deed)
        self._writer.held.update({each.id: each.epoch for each in found})
        self.measures.taken += sum(each.taken for each in found)
        self.notify_each("table", [each.id for each in found])
        return found

    async def renew(self) -> set[str]:
        """Put the leases of our tables forward; gives those that are still ours. The others are lost."""
        held = self._writer.held
        asked = dict(held)
        still: set[str] = await self._do(lambda driver: leases.renew(driver, self.worker, asked))
        for table_id, epoch in asked.items():
            if table_id not in still and held.get(table_id) == epoch:
                del held[table_id]
        return still

    async def release(self, ids: Sequence[str]) -> None:
        """Let tables go, so that others may claim them at once."""
        mine = {table_id: epoch for table_id in ids if (epoch := self._writer.held.pop(table_id, None)) is not None}
        self.notify_each("table", list(mine))
        await self._do(lambda driver: leases.release(driver, self.worker, mine))

    async def owners(self) -> dict[str, tuple[str | None, int]]:
        """Of each open table whose lease holds it (None: nobody's) and its epoch."""
        return await self._readers.drive(leases.owners)

    async def workers(self) -> dict[str, Seen]:
        """Those who live, by id."""
        return await self._readers.drive(leases.workers)

    async def beat(self, tables: int) -> None:
        """This worker lives and has so many tables. What is left of workers long gone is cleared away."""
        await self._do(lambda driver: leases.beat(driver, self.worker, self._version, tables))

    async def events_after(self, seqs: Mapping[str, int], most: int) -> Sequence[Any]:
        """The events of these tables after these numbers, at most so many of each, in order, with their private parts
        and the secrets of the hands they deal. The names of the columns are those of the tables.
        """
        self._must_be_open()
        return await self._news.do(lambda driver: following.events_after(driver, seqs, most))

    # --- commands and answers ----------------------------------------------------------------------------------------

    async def send(self, rows: Sequence[Asked]) -> None:
        """Put commands into the inbox, and tell the owners of their tables. The same number again does nothing."""
        self._must_be_open()
        await self._mail.post(rows)

    async def inbox(self, ids: Sequence[str]) -> list[Asked]:
        """The commands for these tables that nobody has answered, as they came. They stay until they are answered."""
        self._must_be_open()
        return await self._mail.asked(ids)

    async def answer(self, rows: Sequence[Answered]) -> None:
        """Answer commands of tables that are leased to us, and take them out of the inbox. Others' are left alone."""
        self._must_be_open()
        await self._mail.post(rows)

    async def clear_inbox(self, done: Sequence[tuple[str, int]]) -> None:
        """Take commands (worker that asked, number) out of the inbox: they are in the log, and that is their answer."""
        self._must_be_open()
        await self._mail.clear(done)

    async def answers(self) -> list[Answered]:
        """The answers for this worker. Each is given once, or again where the connection was lost over it."""
        self._must_be_open()
        return await self._answers.take()

    # --- notices -----------------------------------------------------------------------------------------------------

    async def listen(self, heard: Callable[[Notice], None]) -> None:
        """From now on `heard` is called on the event loop for every notice, our own marked.

        Besides there is ``poll`` each second, and ``gap`` after notices may have been missed.
        """
        self._must_be_open()
        listener = Listener(self._server, self.worker, heard)
        await listener.start()
        self._listeners.append(listener)

    def notify(self, kind: str, *ids: str) -> None:
        """Tell everybody, with the group of commits that comes next. Said just before a `write`, it goes with it."""
        self._writer.say(Notice(kind, ids))

    def notify_each(self, kind: str, ids: Sequence[str]) -> None:
        """The same of several things at once."""
        for each in ids:
            self.notify(kind, each)

    # --- within ------------------------------------------------------------------------------------------------------

    async def _do(self, deed: Callable[[Any], Awaitable[Any]]) -> Any:
        """Something over the driver's own connection, in the group of what else is written."""
        self._must_be_open()
        return await self._submit(Deed(deed, self._loop.create_future()))

    async def _submit(self, job: Job | Deed) -> Any:
        if isinstance(job, Deed):
            self._writer.submit(job)
            return await job.waiting
        with self.measures.one():
            self._writer.submit(job)
            return await job.waiting

    def _must_be_open(self) -> None:
        if not self._open:
            raise StoreClosed("the store was closed")


def _key_of(text: str, server: Server) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise StoreBroken(f"the key in {server} is not one of {KEY_BYTES} bytes: put it back from a copy")
    return key
