"""What others ask of the tables that this worker leads: done as if it had come by a socket of our own, and answered.

A command stays in the inbox until its answer is written, or its event is in the log. Whoever leads the table next finds
it there, and does it again: the same id, the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from oddchip.room.alone import Command
from oddchip.room.among.place import Place
from oddchip.room.among.works import Works
from oddchip.room.own import Own, read_own
from oddchip.room.protocol import Ack, Nack, Request, read_request, written
from oddchip.room.store import StoreError
from oddchip.room.store.several import Answered, Asked

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.among.errands import Errands
    from oddchip.room.store.postgres import PostgresStore

#: Seconds between two times that commands which are done are taken out of the inbox.
CLEARED_EACH = 0.5


class Inbox:
    """The commands of others. `holds` tells whether a table is ours."""

    def __init__(
        self, room: Place, store: PostgresStore, works: Works, errands: Errands, holds: Callable[[str], bool]
    ) -> None:
        self._room, self._store, self._works, self._errands, self._holds = room, store, works, errands, holds
        self._ids: set[str] = set()
        self._stirred = asyncio.Event()
        self._taken: set[tuple[str, int]] = set()  # being done here
        self._done: list[tuple[str, int]] = []  # in the log

    def look_into(self, ids: Iterable[str]) -> None:
        """Something may have been asked of these tables."""
        self._ids.update(ids)
        self._stirred.set()

    async def serve(self) -> None:
        """Once around: do what others were asked for at our tables."""
        await self._stirred.wait()
        self._stirred.clear()
        ids, self._ids = self._ids, set()
        mine = [each for each in ids if self._does(each)]
        for row in await self._store.inbox(mine) if mine else ():
            if (row.worker, row.number) not in self._taken:
                known = await self._is_known(row)
                if self._does(row.table_id):  # else it is another's since, and he finds the command in the inbox
                    self._taken.add((row.worker, row.number))
                    self._do(row, known)

    async def _is_known(self, row: Asked) -> bool:
        """Who asked may have come through another worker a moment ago, or been forgotten."""
        return row.person == "room" or await self._room.look_up(row.person, row.table_id) is not None

    def _does(self, table_id: str) -> bool:
        """Is a table ours, and read? One that was just claimed is looked at once it is."""
        actor = self._room.tables.get(table_id)
        return actor is not None and actor.leads and self._holds(table_id)

    def _do(self, row: Asked, known: bool) -> None:
        if not known:
            self._works.spawn(self._answer(row, Nack(row.command_id, "forbidden", "You were forgotten here")))
            return
        request: Request | Own = read_own(row.body) if row.kind == "own" else read_request(row.body)
        assert isinstance(request, Command)
        actor = self._room.tables[row.table_id]
        actor.hear(row.person, request, lambda answer: self._settle(actor, row, answer))

    def _settle(self, actor: Actor, row: Asked, answer: Ack | Nack) -> None:
        """What this very command has made an event needs no answer: whoever asked was waiting before that was written,
        follows the table, and sees it there. An event that was there already he may have seen before he asked.
        """
        command_id = f"{row.person}:{row.command_id}"
        if not (isinstance(answer, Ack) and actor.made_now == command_id):
            self._works.spawn(self._answer(row, answer))
            return
        self._done.append((row.worker, row.number))
        if row.worker == self._store.worker:  # the table has come to us since: we see no more of it than we do
            self._errands.done(actor.id, command_id, answer.seq)

    async def _answer(self, row: Asked, answer: Ack | Nack) -> None:
        """If it cannot be written now, the command is still in the inbox and is done again."""
        try:
            await self._store.answer([Answered(row.worker, row.number, row.table_id, written(answer))])
        finally:
            self._taken.discard((row.worker, row.number))

    async def clear(self) -> None:
        """Once around: take out what is in the log. Till then it would be done again by another, to no effect."""
        await asyncio.sleep(CLEARED_EACH)
        done, self._done = self._done, []
        if done:
            try:
                await self._store.clear_inbox(done)
            except StoreError:
                self._done += done
                raise
            self._taken.difference_update(done)
