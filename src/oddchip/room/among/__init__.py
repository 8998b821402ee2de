"""One worker among several on one database: which tables it leads, what the others say, what is asked across them.

Every open table is led by one worker, which alone decides there. The others follow those that somebody looks at through
them: they read the new events and show them. What is asked of a table that is led elsewhere goes through the database's
inbox, and its answer comes back the same way. Leases are the database's and go by its clock; see docs/protocol.md.

`Among` is the whole of it: its life, and what is heard. Its parts: `leases` (what we lead), `others` (who else lives),
`behind` (what we follow), `errands` (what we ask), `inbox` (what we are asked), `presence` (who is here and there).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from oddchip.room.alone import Answer, Command
from oddchip.room.among.behind import Behind
from oddchip.room.among.errands import Errands
from oddchip.room.among.inbox import Inbox
from oddchip.room.among.leases import CLAIMED, Leases
from oddchip.room.among.others import Others, steady
from oddchip.room.among.place import Place
from oddchip.room.among.presence import Presence
from oddchip.room.among.works import Works
from oddchip.room.store import Item, schema
from oddchip.room.store.several import Notice

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

__all__ = ["Among"]


class Among:
    """This worker's part in a room that several keep. What an actor asks of it is `oddchip.room.alone.Workers`."""

    def __init__(self, room: Place, store: PostgresStore) -> None:
        self._room, self._store = room, store
        self.works = Works(room.report)
        self.presence = Presence(room, store)
        self.errands = Errands(room, store, self.works)
        self.behind = Behind(room, store, self.errands.waiting)
        self.others = Others(room, store, CLAIMED, self._reckon_with)
        self.leases = Leases(room, store, self.others, self.works, self._taken, self.behind.add)
        self.inbox = Inbox(room, store, self.works, self.errands, self.leases.holds)

    # --- life --------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Hear the others, and take our share of the tables."""
        await self._store.listen(self._heard)
        await self.leases.start()
        errands, inbox = self.errands, self.inbox
        works = (self.leases.lead, self.behind.read_on, errands.take_answers, inbox.serve, inbox.clear)
        for work in (*works, self.presence.tell, self.presence.look):
            self.works.go_on(work)

    async def leave(self) -> None:
        """Lead nothing any more; the tables are free for the others at once."""
        await self.leases.leave()

    async def stop(self) -> None:
        """Hear and tell nothing more."""
        await self.works.stop()
        self.errands.stop()

    async def make(self, row: Mapping[str, Any], rows: Sequence[Item]) -> None:
        """Write the row of a new table, which is ours to lead, with those of its first event."""
        table_id, began = row["id"], steady()
        self._store.notify("table", table_id)
        await self._store.write([(schema.game_table, {**row, "owner": self._store.worker}), *rows])
        self.leases.made(table_id, began)

    # --- what is heard -----------------------------------------------------------------------------------------------

    def _heard(self, notice: Notice) -> None:
        match notice.kind, notice.ids:
            case (("poll" | "gap" | "look"), _):
                self._look_everywhere(notice)
            case _ if notice.own:
                return
            case "event", (table_id, seq) if table_id in self._room.tables:
                self.behind.hear(table_id, int(seq))
            case "event", (table_id, _):
                self.works.spawn(self._room.find(table_id))
            case "table", (table_id,):
                self.leases.freed()
                if table_id not in self._room.tables:
                    self.works.spawn(self._room.find(table_id))
            case "inbox", (table_id,):
                if self.leases.holds(table_id):
                    self.inbox.look_into([table_id])
            case "answer", (worker,):
                if worker == self._store.worker:
                    self.errands.hear()
            case "online", (table_id,):
                self.works.spawn(self.presence.see([table_id]))
            case _:
                self.works.spawn(self._room.hear(notice))

    def _look_everywhere(self, notice: Notice) -> None:
        """Notices may have been lost, and are there only to be quick."""
        self.behind.add_followed()
        self.inbox.look_into(self.leases.led)
        self.errands.look()
        self.works.spawn(self._room.hear(notice))
        if notice.kind != "poll":
            self._see_everybody()

    def _reckon_with(self, living: Set[str]) -> None:
        """These are the other workers that live."""
        if self.presence.doubts(living):
            self._see_everybody()

    def _see_everybody(self) -> None:
        self.works.spawn(self.presence.see(list(self._room.tables)))

    def _taken(self, table_id: str) -> None:
        """A table is ours: what nobody has answered there is for us."""
        self.inbox.look_into([table_id])
        self.presence.doubt(table_id)

    # --- what is asked of it -----------------------------------------------------------------------------------------

    @property
    def ahead(self) -> float:
        """Seconds by which the database's clock is ahead of this machine's."""
        return self.others.ahead

    def leads(self, table_id: str) -> bool:
        """Is a table ours, as far as our own clock can tell?"""
        return self.leases.holds(table_id)

    def lose(self, table_id: str) -> None:
        """A table is another's, or nobody's, or that is in doubt."""
        self.leases.lose(table_id)

    def forward(self, table_id: str, person: str, request: Command, answer: Answer) -> None:
        """Have a request done by whoever leads the table."""
        self.errands.forward(table_id, person, request, answer)

    def waiting(self, table_id: str) -> set[str]:
        """The commands that were asked of a table here, and have no answer yet."""
        return self.errands.waiting(table_id)

    def done(self, table_id: str, command_id: str, seq: int) -> None:
        """An event of the log answers whoever asked for it here."""
        self.errands.done(table_id, command_id, seq)

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Bring what we know of these tables up to date, where we do not lead them."""
        await self.behind.catch_up(ids)

    async def freshen(self, ids: Sequence[str]) -> None:
        """The same for tables that nobody watches here, where the store says that there is something new."""
        await self.behind.freshen(ids)

    def elsewhere(self, table_id: str) -> set[str]:
        """Who has a table open through other workers."""
        return self.presence.elsewhere(table_id)

    def here(self, table_id: str, people: set[str]) -> None:
        """These have it open through us."""
        self.presence.here(table_id, people)

    def forget(self, table_id: str) -> None:
        """A table was put away."""
        self.presence.forget(table_id)
        self.leases.forget(table_id)
