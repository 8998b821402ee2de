"""Reading a table out of the store: its snapshot, if there is one, and the events after it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Select, and_, case, select

from oddchip.room.restore import Entry, beginning, from_snapshot, restored
from oddchip.room.steps import Scene
from oddchip.room.store import Store, schema

#: Kinds of events that decks lie beside: committing to a hand's first deal, dealing it; a reshuffle, and dealing that.
WITH_SECRETS = ("commit", "deal", "shuffle", "deal_on")


async def load(store: Store, row: Row[Any], *, snapshots: bool = True) -> tuple[Scene, str]:
    """The scene of a table (a row of `game_table`), and why its hand cannot go on ("" when it can)."""
    scene = beginning(row.size, row.host, row.title)
    s = schema.snapshot
    # The newest is from the end of the last hand and knows nothing of its cards; the one before it leads up to them.
    newest = select(s).where(s.c.table_id == row.id).order_by(s.c.seq.desc()).limit(2)
    if snapshots and (found := await store.read(newest)):
        scene = from_snapshot(found[-1].body, found[-1].seq)
    entries = await entries_of(store, row.id, scene.seq)
    return restored(scene, entries, store.key)


async def entries_of(store: Store, table_id: str, after: int = 0) -> list[Entry]:
    """The events of a table after number `after`, with what is kept apart from them."""
    return [entry_of(row) for row in await store.read(query(table_id, after))]


def query(table_id: str, after: int = 0) -> Select[Any]:
    """Events with their private parts, and the secrets of the hand for those that commit to its decks or deal them."""
    e, p, s = schema.event, schema.private, schema.secret
    private = and_(p.c.table_id == e.c.table_id, p.c.seq == e.c.seq)
    # A commitment comes before its hand: it lies under the number of the one before.
    hand = e.c.hand + case((e.c.kind == "commit", 1), else_=0)
    secret = and_(s.c.table_id == e.c.table_id, s.c.hand == hand, e.c.kind.in_(WITH_SECRETS))
    return (
        select(e, p.c.body.label("private"), s.c.body.label("secret"))
        .select_from(e.outerjoin(p, private).outerjoin(s, secret))
        .where(e.c.table_id == table_id, e.c.seq > after)
        .order_by(e.c.seq)
    )


def entry_of(row: Row[Any]) -> Entry:
    """A row of `query` as the event that it is."""
    return Entry(
        seq=row.seq,
        hand=row.hand,
        kind=row.kind,
        actor=row.actor,
        command_id=row.command_id,
        body=row.body,
        at=row.at,
        hash=row.state_hash,
        private=row.private,
        secret=row.secret,
    )
