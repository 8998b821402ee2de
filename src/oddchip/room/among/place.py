"""What a worker's parts need of the room that it keeps with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from oddchip.room.store.several import Notice

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.people import Person


class Place(Protocol):
    """The room, seen by one of its workers."""

    tables: dict[str, Actor]

    async def find(self, table_id: str) -> Actor | None:
        """An open table, which another worker may have made a moment ago; None if there is none."""

    def is_unread(self, table_id: str) -> bool:
        """Could a table's log not be read a while ago? It is tried again when that is no longer so."""

    async def look_up(self, person: str, table_id: str) -> Person | None:
        """Somebody who may have come through another worker a moment ago; None for who was forgotten."""

    async def hear(self, notice: Notice) -> None:
        """Take in what another worker has written of people."""

    def now(self) -> float:
        """The time, in seconds since 1970."""

    def report(self, event: str, **fields: Any) -> None:
        """Write to the room's own log; never cards, tokens or names."""

    def count(self, what: str, amount: float = 1) -> None:
        """Add to a counter of the room's metrics."""
