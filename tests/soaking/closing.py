"""Rooms in which tables are opened, played at and closed: what may be left of them, and that nothing else is."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, func, select, text

from oddchip.room.room import Room, RoomSettings
from oddchip.room.store import schema
from oddchip.room.store.reading import THREADS
from soaking.census import counted, memory, more, rows, traces
from soaking.tables import Evening

#: Tables that are open at the same time.
AT_ONCE = 25
#: Seconds until what tables leave behind is gone: presence, leases and the inbox are cleared a few times a second.
GONE = 15.0
#: The drivers' own buffers and caches hold the last rows and the first query of each kind, of at most 500 kinds.
DRIVERS = ("ReadBuffer", "LRUCache", "Compiler", "PreparedStatement")
#: Files that may be open later: connections for reading, which are made when they are first needed together.
FILES = 12


@dataclass
class Found:
    """What came of it: tables and hands, bytes of memory after each batch, what was left that should not be."""

    tables: int = 0
    hands: int = 0
    bots: int = 0
    played: int = 0
    memory: list[int] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    reports: list[Any] = field(default_factory=list)

    @property
    def each(self) -> float:
        """Bytes of memory that a closed table costs, by the second half of the batches."""
        half = self.memory[len(self.memory) // 2 :]
        return (half[-1] - half[0]) / max(1, (len(half) - 1) * AT_ONCE)


async def opened(where: Path | str, workers: int, report: Callable[..., None]) -> list[Room]:
    """So many workers of one room, all in this process; one for a data folder."""
    settings = RoomSettings(pace="none", tables_each=10**6, tables=10**6, bots_each=10**6)
    return [await Room.open(where, settings=settings, report=report) for _ in range(workers)]


async def closed_and_gone(where: Path | str, workers: int, tables: int, at_once: int = AT_ONCE) -> Found:
    """Play so many tables, some at a time, and look after each batch for what is left."""
    found = Found()
    rooms = await opened(where, workers, lambda event, **fields: found.reports.append((event, fields)))
    try:
        evening = await Evening(rooms).begin()
        first = await evening.batch(min(at_once, tables // 2))
        found.left += await _left(rooms, first, Counter())
        for room in rooms:  # threads that read are begun when several have something to do at once
            await asyncio.gather(*(room.store.ask(lambda _: sleep(0.05)) for _ in range(THREADS)))
        before = counted()  # with the connections, threads and caches that there are from now on
        before["files"] += FILES
        while evening.number < tables:
            ids = await evening.batch(min(at_once, tables - evening.number))
            found.left += await _left(rooms, ids, before)
            found.memory.append(memory())
        found.tables, found.hands, found.bots, found.played = (
            evening.number, evening.hands, evening.bots, evening.played,
        )  # fmt: skip
        found.rows = await rows(rooms[0].store)
        found.left += await rooms[0].store.ask(_wrong) + unexpected(found, len(evening.guests), workers)
        found.left += await _without_secrets(rooms[0])
        found.left += await rooms[0].store.check()
    finally:
        for room in rooms:
            await room.close()
    return found


async def _left(rooms: Sequence[Room], ids: Collection[str], before: Counter[str]) -> list[str]:
    """What these closed tables have left that should not be there, once nothing is under way any more.

    What a worker does over and over holds the last it did until it does it again: that takes a second or two.
    """
    end = monotonic() + GONE
    while True:
        for room in rooms:
            await room.put_away()
        await asyncio.sleep(0.3)
        found = [f"{count} tables still there" for count in [sum(len(room.tables) for room in rooms)] if count]
        found += [f"{count} leases or rows under way" for count in [await rooms[0].store.ask(_under_way)] if count]
        found += [f"{count} more of {name}" for name, count in more(before, counted()).items()] if before else []
        found += [
            f"{count} ids of closed tables in {path}"
            for path, count in traces(rooms, set(ids)).items()
            if not any(driver in path for driver in DRIVERS)
        ]
        if not found or monotonic() > end:
            return found


def _under_way(connection: Connection) -> int:
    """Rows of what is on its way between workers, and leases."""
    tables = (schema.inbox, schema.answer, schema.presence)
    t = schema.game_table
    led = select(func.count()).select_from(t).where(t.c.owner.is_not(None))
    counts = [select(func.count()).select_from(each) for each in tables]
    return sum(connection.execute(each).scalar_one() for each in (*counts, led))


def _wrong(connection: Connection) -> list[str]:
    """Rows that no table of this room should have."""
    t, e, h = schema.game_table, schema.event, schema.hand
    looks = {
        "tables not closed": select(func.count()).select_from(t).where(t.c.closed.is_(None)),
        "tables with an owner": select(func.count()).select_from(t).where(t.c.owner.is_not(None)),
        "events beyond the last of their table": select(func.count()).select_from(e.join(t, t.c.id == e.c.table_id))
        .where(e.c.seq > t.c.seq),
        "hands without an end": select(func.count()).select_from(h).where(h.c.ended.is_(None)),
        "leases that hold": text("SELECT count(*) FROM game_table WHERE owner IS NOT NULL AND lease_until IS NOT NULL"),
    }  # fmt: skip
    return [f"{count} {name}" for name, query in looks.items() if (count := connection.execute(query).scalar_one())]


def unexpected(found: Found, guests: int, workers: int) -> list[str]:
    """Tables of the store with other rows than there should be.

    A closed table leaves its log, ledger, hands and records; decks and sealed choices for two days; what was said; who
    came, and the link he came by. Everything else is the room's and does not grow with tables.
    """
    tables, hands = found.tables, found.hands
    people = guests + 1 + found.bots
    several = workers if workers > 1 else 0
    there = {
        "game_table": (tables, tables),
        "event": (hands * 4, hands * 60),
        "entry": (hands, hands * 20),
        "hand": (hands, hands),
        "record": (hands, hands + found.played),  # everybody's, and that of each person who was dealt in
        "secret": (hands, hands),
        "private": (0, hands * 12),
        "chat": (tables, tables),
        "invite": (tables, tables),
        "guest": (2 * tables, 2 * tables),
        "person": (people, people),
        "name": (people, people),
        "session": (guests + 1, guests + 1),
        "meta": (0, 5),
        "worker": (several, several),
        "turn": (several, several),
    }
    return [
        f"{count} rows of {name}, and there should be {least} to {most}"
        for name, count in found.rows.items()
        for least, most in [there.get(name, (0, 0))]
        if not least <= count <= most
    ]


async def _without_secrets(room: Room) -> list[str]:
    """When the time of disputes is over, decks and sealed choices are gone, too."""
    await room.forget_secrets(inf)
    now = await rows(room.store)
    return [f"{now[name]} rows of {name} after two days" for name in ("secret", "private") if now[name]]
