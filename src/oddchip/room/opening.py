"""The open tables of a room: made, taken up from the log, found where another worker made them, put away."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, delete, select, update

from oddchip.room import desk as desks
from oddchip.room.actor import Actor
from oddchip.room.desk import Desk
from oddchip.room.entries import batch
from oddchip.room.errors import Refused, fault_of
from oddchip.room.hosting import set_games, set_house
from oddchip.room.loading import load
from oddchip.room.names import title_of
from oddchip.room.pairing import must_be_for_two
from oddchip.room.people import Person, token_from
from oddchip.room.protocol import GameWanted
from oddchip.room.reach import open_tables
from oddchip.room.steps import Scene, Step, written
from oddchip.room.store import StoreError, schema
from oddchip.table import Table
from oddchip.table.core import MOST_SEATS

if TYPE_CHECKING:
    from oddchip.room.room import Room

_table = schema.game_table
#: Seconds after which a table whose log cannot be read is tried again.
TRIED_AGAIN = 60.0


@dataclass(frozen=True)
class Wanted:
    """A table as its host wants it."""

    title: str
    size: int = 6
    games: Sequence[GameWanted] = ()
    mode: str = "game"
    house: Mapping[str, Any] | None = None
    settings: Mapping[str, Any] | None = None
    hands_each: int | None = 8


class Opening:
    """Puts tables into `room.tables`, and takes them out."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._finding: dict[str, asyncio.Task[Actor | None]] = {}
        self._unread: dict[str, float] = {}  # tables whose log cannot be read: when that is tried again

    # --- new ones ----------------------------------------------------------------------------------------------------

    async def make(self, host: Person, wanted: Wanted) -> str:
        """A new table of this host's; gives its id. Refused, or an `OddchipError` of the rules, for what cannot be."""
        await self._must_fit(host, wanted.size)
        room, step = self._room, self._first_step(host, wanted)
        table_id = token_from(room.bits(12))
        made = written(step, room.store.key)
        row = _row(table_id, host, made.scene, wanted.size)
        await room.among.make(row, batch(table_id, 1, step, made).rows)
        await room.crowd.admit(table_id, host.id, "play")
        await self._begin(table_id, 1, made.scene)
        return table_id

    async def _must_fit(self, host: Person, size: int) -> None:
        settings = self._room.settings
        if not host.host:
            raise Refused("only a host of this room opens tables: come in by the host link")
        his, in_all = await open_tables(self._room, host.id)
        if his >= settings.tables_each:
            raise Refused(f"a host may have {settings.tables_each} tables open; close one first")
        if in_all >= settings.tables:
            raise Refused(f"this room has {settings.tables} tables open, and no more fit")
        if not 2 <= size <= MOST_SEATS:
            raise Refused(f"a table has 2 to {MOST_SEATS} seats, not {size}")

    def _first_step(self, host: Person, wanted: Wanted) -> Step:
        room = self._room
        settings = desks.settings_with(desks.Settings(pace=room.settings.pace), wanted.settings or {})
        scene = Scene(Table.open(wanted.size), Desk(host.id, title_of(wanted.title)), at=room.now())
        step = Step(scene, "made", host.id, "made", room.now())
        step.say(desks.SettingsSet(settings))
        if wanted.house:
            set_house(step, wanted.house)
        if wanted.games:
            set_games(step, list(wanted.games), wanted.mode, wanted.hands_each)
        must_be_for_two(step)
        return step

    async def _begin(self, table_id: str, epoch: int, scene: Scene, fault: str = "", leads: bool = True) -> Actor:
        room = self._room
        actor = Actor(room, table_id, epoch, scene, fault, leads)
        actor.thinking.minds = room.minds
        room.tables[table_id] = actor
        await actor.start()
        return actor

    # --- those there are ---------------------------------------------------------------------------------------------

    async def take_up(self) -> None:
        """Every table that is not closed, as the log has it."""
        still_open = select(_table).where(_table.c.closed.is_(None))
        for row in await self._room.store.read(still_open.order_by(_table.c.created, _table.c.id)):
            await self._load(row)

    async def find(self, table_id: str) -> Actor | None:
        """An open table, which another worker may have made a moment ago; None if there is none."""
        tables = self._room.tables
        if table_id in tables or not self._room.store.several:
            return tables.get(table_id)
        if table_id not in self._finding:
            self._finding[table_id] = asyncio.create_task(self._find(table_id))
            self._finding[table_id].add_done_callback(lambda _: self._finding.pop(table_id, None))
        return await asyncio.shield(self._finding[table_id])

    def is_unread(self, table_id: str) -> bool:
        """Could a table's log not be read a while ago? Then that is so for whoever asks."""
        return self._unread.get(table_id, 0) > monotonic()

    async def _find(self, table_id: str) -> Actor | None:
        if self.is_unread(table_id):
            return None
        query = select(_table).where(_table.c.id == table_id, _table.c.closed.is_(None))
        for row in await self._room.store.read(query):
            await self._load(row)
        return self._room.tables.get(table_id)

    async def _load(self, row: Row[Any]) -> None:
        room = self._room
        try:
            scene, fault = await load(room.store, row, report=room.report)
        except Exception as error:
            # One table whose log cannot be read must not keep the others from their game; `doctor` says more.
            room.report("table_not_loaded", table=row.id, error=fault_of(error))
            if not isinstance(error, StoreError):  # a database that is away will be back
                self._unread[row.id] = monotonic() + TRIED_AGAIN
            return
        self._unread.pop(row.id, None)
        if scene.table.state.closed is not None:  # by a release that did not note it
            await room.store.write(update(_table).where(_table.c.id == row.id).values(closed=scene.at))
        elif row.id not in room.tables:
            await room.crowd.meet(scene)  # before anybody is shown the table
            actor = await self._begin(row.id, row.epoch, scene, fault, leads=not room.store.several)
            await room.crowd.recall_chat(actor)

    # --- closed ones -------------------------------------------------------------------------------------------------

    async def put_away(self) -> int:
        """Let go of closed tables that nobody has open; gives how many. Hands and ledger are read from the store."""
        room, closed = self._room, await self._closed()
        done = [each for each in room.tables.values() if each.id in closed and not each.audience.is_watched]
        for actor in done:
            del room.tables[actor.id]
            await actor.stop()
            room.among.forget(actor.id)
            room.hiring.forget(actor.id)
            room.count("put_away")
        await room.crowd.forget_closed(room.tables)
        still, s = select(_table.c.id).where(_table.c.closed.is_(None)), schema.snapshot
        await room.store.write(delete(s).where(s.c.table_id.not_in(still)))  # nobody takes closed ones up again
        return len(done)

    async def _closed(self) -> set[str]:
        """The tables here that are closed; those that are led elsewhere are known to be by the store."""
        room = self._room
        found = {actor.id for actor in room.tables.values() if not _is_open(actor)}
        if room.store.several and (others := [actor.id for actor in room.tables.values() if not actor.leads]):
            query = select(_table.c.id).where(_table.c.id.in_(others), _table.c.closed.is_not(None))
            found |= {row.id for row in await room.store.read(query)}
        return found


def _is_open(actor: Actor) -> bool:
    return actor.scene.table.state.closed is None


def _row(table_id: str, host: Person, scene: Scene, size: int) -> dict[str, Any]:
    """The first row of a table, which is there with its first event or not at all."""
    return {
        "id": table_id,
        "created": scene.at,
        "title": scene.desk.title,
        "host": host.id,
        "size": size,
        "config": b"{}",
        "epoch": 1,
        "seq": scene.seq,
    }
