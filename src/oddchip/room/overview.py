"""What whoever runs a room wants to know of it: how large its store is, how its tables stand. Never cards.

Asked of the store, so that every worker says the same; what only the process knows is asked of its actors.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, and_, case, func, select, update

from oddchip.room.store import Store, StoreRefused, schema

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.store import AnyStore

#: The row of `meta` that is written to see whether the store can write.
READY = "ready"
_e, _g, _m, _t = schema.event, schema.guest, schema.meta, schema.game_table


@dataclass(frozen=True)
class Size:
    """How much there is: bytes of the database, events, tables that are open and that are closed, people with bots."""

    database: int
    events: int
    open: int
    closed: int
    people: int


async def prove_writing(store: AnyStore, now: float) -> None:
    """Write a row that is there for nothing else. Raises the `StoreError` that keeps it from being written."""
    again = update(_m).where(_m.c.key == READY).values(value=f"{now:.0f}")
    if await store.write(again) == [0]:
        try:
            await store.write((_m, {"key": READY, "value": f"{now:.0f}"}))
        except StoreRefused:  # another worker was first
            await store.write(again)


async def size_of(store: AnyStore) -> Size:
    """How much there is in a store."""
    return await store.ask(_size)


def _size(connection: Connection) -> Size:
    count = func.count()
    is_open = func.coalesce(func.sum(case((_t.c.closed.is_(None), 1), else_=0)), 0)
    tables, events, now_open = connection.execute(
        select(count, func.coalesce(func.sum(_t.c.seq), 0), is_open).select_from(_t)
    ).one()
    return Size(
        database=_bytes(connection),
        events=int(events),
        open=int(now_open),
        closed=tables - int(now_open),
        people=connection.execute(select(count).select_from(schema.person)).scalar_one(),
    )


def _bytes(connection: Connection) -> int:
    if connection.dialect.name == "postgresql":
        found = connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one()
    else:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        found = pages * connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    return int(found)


def free_bytes(store: AnyStore) -> int | None:
    """What the disk of a data folder still takes; None for a server, whose disk is its own affair."""
    return shutil.disk_usage(store.folder).free if isinstance(store, Store) else None


async def latest_tables(store: AnyStore, most: int) -> Sequence[Row[Any]]:
    """The open tables in which something happened last, that one first: id, title, host, size, created, with `hand`
    and `at` of their last event (None before the first) and how many people came to them.
    """
    came = select(func.count()).where(_g.c.table_id == _t.c.id).scalar_subquery()
    last = and_(_e.c.table_id == _t.c.id, _e.c.seq == _t.c.seq)
    about = (_t.c.id, _t.c.title, _t.c.host, _t.c.size, _t.c.created)
    query = select(*about, _e.c.hand, _e.c.at, came.label("came")).select_from(_t.outerjoin(_e, last))
    newest = func.coalesce(_e.c.at, _t.c.created).desc()
    return await store.read(query.where(_t.c.closed.is_(None)).order_by(newest, _t.c.id).limit(most))


def state_of(actor: Actor) -> str:
    """How a table stands, in a word: closed, stopped (by a fault), paused, playing or waiting."""
    state = actor.scene.table.state
    if state.closed is not None:
        return "closed"
    if actor.scene.desk.stopped:
        return "stopped"
    if state.paused_at is not None:
        return "paused"
    return "playing" if actor.playing else "waiting"


def seated(actor: Actor) -> tuple[int, int]:
    """How many people and how many bots sit at a table."""
    there = [place.player for place in actor.scene.table.state.seated.values()]
    bots = sum(player in actor.scene.desk.bots for player in there)
    return len(there) - bots, bots


def seats_of(actor: Actor) -> int:
    """How many may sit at a table: fewer than it has seats where a game is for fewer (MIX-5)."""
    state = actor.scene.table.state
    line = state.next_line or state.line
    return min(state.size, line.seat_limit) if line else state.size
