"""Which commands of a table were done, and by which event: the newest in memory, the rest in the log.

What was refused is refused again under the same id: whoever asked was told that it is not done.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

from sqlalchemy import select

from oddchip.room.protocol import Nack
from oddchip.room.store import AnyStore, schema

#: Answers remembered in memory; older ones are found in the log by their command's id.
REMEMBERED = 512


class Memory:
    """One table's. `all_of_it`: it has done nothing before that is not remembered here."""

    def __init__(self, store: AnyStore, table_id: str, all_of_it: bool) -> None:
        self._store, self._table_id, self._all_of_it = store, table_id, all_of_it
        self._events: OrderedDict[str, int] = OrderedDict()
        self._refusals: OrderedDict[str, Nack] = OrderedDict()

    def event_of(self, command_id: str) -> int:
        """The event that a command made, if that was not long ago; else 0."""
        return self._events.get(command_id, 0)

    def note(self, command_id: str, seq: int) -> None:
        """A command made this event."""
        self._events[command_id] = seq
        if len(self._events) > REMEMBERED:
            self._events.popitem(last=False)
            self._all_of_it = False

    def refusal_of(self, command_id: str) -> Nack | None:
        """How a command was refused here, if it was, and not long ago."""
        return self._refusals.get(command_id)

    def note_refusal(self, command_id: str, refusal: Nack) -> None:
        """A command was refused."""
        self._refusals[command_id] = refusal
        if len(self._refusals) > REMEMBERED:
            self._refusals.popitem(last=False)

    def doubt(self) -> None:
        """The table was led by others, who may have done more than is known here."""
        self._all_of_it = False

    async def look_up(self, command_id: str) -> int:
        """The event that a command made at any time; 0 for none."""
        if self._all_of_it:
            return self.event_of(command_id)
        return (await self.look_up_all([command_id])).get(command_id, 0)

    async def look_up_all(self, command_ids: Collection[str]) -> dict[str, int]:
        """The events that these commands have made, by the log; the others have made none."""
        e = schema.event
        done = select(e.c.command_id, e.c.seq).where(e.c.table_id == self._table_id, e.c.command_id.in_(command_ids))
        found = {row.command_id: row.seq for row in await self._store.read(done)}
        for command_id, seq in found.items():
            self.note(command_id, seq)
        return found
