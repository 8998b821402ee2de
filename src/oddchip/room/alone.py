"""What an actor asks of the other workers that keep a room, and the answers where there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from oddchip.room.own import Own
from oddchip.room.protocol import Ack, Act, Do, Host, Nack, Pair, Seed
from oddchip.room.store import AnyStore, Item, schema

Command = Act | Do | Host | Seed | Pair | Own
Answer = Callable[[Ack | Nack], None]


class Workers(Protocol):
    """The workers of a room, seen by one of them."""

    async def start(self) -> None:
        """Take up the tables that are led here."""

    async def make(self, row: Mapping[str, Any], rows: Sequence[Item]) -> None:
        """Write the row of a new table, which is led here, with those of its first event."""

    @property
    def ahead(self) -> float:
        """Seconds by which the clock of all is ahead of this machine's."""

    def leads(self, table_id: str) -> bool:
        """Is a table led here, as far as is known?"""

    def lose(self, table_id: str) -> None:
        """A table has turned out to be led elsewhere, or that is in doubt."""

    def forward(self, table_id: str, person: str, request: Command, answer: Answer) -> None:
        """Have a request done by whoever leads the table."""

    def waiting(self, table_id: str) -> set[str]:
        """The commands that were asked of a table through this worker, and have no answer yet."""

    def done(self, table_id: str, command_id: str, seq: int) -> None:
        """A command that was perhaps asked through this worker is in the log."""

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Read what is new at tables that are led elsewhere."""

    async def freshen(self, ids: Sequence[str]) -> None:
        """The same for tables that nobody watches here, where the store says that there is something new."""

    def elsewhere(self, table_id: str) -> set[str]:
        """Who has a table open through other workers."""

    def here(self, table_id: str, people: set[str]) -> None:
        """Who has it open through this one."""

    def forget(self, table_id: str) -> None:
        """A table was put away."""

    async def leave(self) -> None:
        """Lead nothing any more."""

    async def stop(self) -> None:
        """Hear and tell nothing more."""


class Alone:
    """There are no others: everything is led here."""

    ahead = 0.0

    def __init__(self, store: AnyStore) -> None:
        self._store = store

    async def start(self) -> None:
        """All are led already."""

    async def make(self, row: Mapping[str, Any], rows: Sequence[Item]) -> None:
        await self._store.write([(schema.game_table, row), *rows])

    def leads(self, table_id: str) -> bool:
        return True

    def lose(self, table_id: str) -> None:
        """Nobody else could have it."""

    def forward(self, table_id: str, person: str, request: Command, answer: Answer) -> None:
        answer(Nack(request.id, "broken", "Nobody leads this table just now; try again"))

    def waiting(self, table_id: str) -> set[str]:
        return set()

    def done(self, table_id: str, command_id: str, seq: int) -> None:
        """Whoever asked was answered."""

    async def catch_up(self, ids: Iterable[str]) -> None:
        """There is nothing that is not known here."""

    async def freshen(self, ids: Sequence[str]) -> None:
        """There is nothing that is not known here."""

    def elsewhere(self, table_id: str) -> set[str]:
        return set()

    def here(self, table_id: str, people: set[str]) -> None:
        """There is nobody to be told."""

    def forget(self, table_id: str) -> None:
        """Nothing is kept."""

    async def leave(self) -> None:
        """There is nobody to lead instead."""

    async def stop(self) -> None:
        """Nothing goes on."""
