"""What is asked here of tables that are led elsewhere: sent to whoever leads them, and answered when he has done it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from oddchip.room.alone import Answer, Command
from oddchip.room.among.place import Place
from oddchip.room.among.works import Works
from oddchip.room.protocol import Ack, Nack
from oddchip.room.store import StoreError
from oddchip.room.store.several import Asked

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

#: Seconds after which somebody who asked across workers is told to try again; what he asked may still be done, once.
PATIENCE = 12.0
_answer = msgspec.json.Decoder(Ack | Nack)


class Waiting(NamedTuple):
    """Somebody who asked something of a table that is led elsewhere."""

    table_id: str
    command_id: str
    request_id: str
    answer: Answer
    timer: asyncio.TimerHandle


class Errands:
    """All who wait for an answer from another worker."""

    def __init__(self, room: Place, store: PostgresStore, works: Works) -> None:
        self._room, self._store, self._works = room, store, works
        self._last = 0
        self._waiting: dict[int, Waiting] = {}
        self._numbers: dict[tuple[str, str], set[int]] = {}  # of what waits, by table and command, which may come twice
        self._there_are_answers = asyncio.Event()

    def stop(self) -> None:
        """Nobody waits any longer."""
        for number, waiting in list(self._waiting.items()):
            why = "The room is restarting; try again in a moment"
            self._answered(number, Nack(waiting.request_id, "broken", why))

    # --- asking ------------------------------------------------------------------------------------------------------

    def forward(self, table_id: str, person: str, request: Command, answer: Answer) -> None:
        """Have a request done by whoever leads the table."""
        self._last += 1
        number, command_id = self._last, f"{person}:{request.id}"
        timer = asyncio.get_running_loop().call_later(PATIENCE, self._give_up_on, number)
        self._waiting[number] = Waiting(table_id, command_id, request.id, answer, timer)
        self._numbers.setdefault((table_id, command_id), set()).add(number)
        kind = type(request).__name__.lower()
        self._works.spawn(self._send(Asked(number, table_id, person, request.id, kind, msgspec.json.encode(request))))

    async def _send(self, row: Asked) -> None:
        try:
            await self._store.send([row])
        except StoreError as error:
            self._room.report("not_sent", table=row.table_id, error=str(error))
            self._answered(row.number, Nack(row.command_id, "broken", "The room cannot write just now; try again"))

    def waiting(self, table_id: str) -> set[str]:
        """The commands of this table that somebody waits for."""
        return {command_id for table, command_id in self._numbers if table == table_id}

    # --- being answered ----------------------------------------------------------------------------------------------

    def hear(self) -> None:
        """There are answers for us."""
        self._there_are_answers.set()

    def look(self) -> None:
        """Notices may have been lost, and are there only to be quick."""
        if self._waiting:
            self._there_are_answers.set()

    async def take_answers(self) -> None:
        """Once around: tell those who asked."""
        await self._there_are_answers.wait()
        self._there_are_answers.clear()
        for row in await self._store.answers():
            self._answered(row.number, _answer.decode(row.body))

    def done(self, table_id: str, command_id: str, seq: int) -> None:
        """An event of the log answers all who asked for it here."""
        for number in list(self._numbers.get((table_id, command_id), ())):
            self._answered(number, Ack(self._waiting[number].request_id, seq))

    def _give_up_on(self, number: int) -> None:
        request_id = self._waiting[number].request_id
        self._answered(number, Nack(request_id, "broken", "Nobody answers for this table just now; try again"))

    def _answered(self, number: int, answer: Ack | Nack) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting is None:  # it was given up, or was answered by the log
            return
        waiting.timer.cancel()
        numbers = self._numbers[key := (waiting.table_id, waiting.command_id)]
        numbers.discard(number)
        if not numbers:
            del self._numbers[key]
        waiting.answer(answer)
