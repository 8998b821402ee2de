"""Reading a table out of the store: its snapshot, if there is one, and the events after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Row, Select, and_, case, func, select

from oddchip.room.entries import account
from oddchip.room.errors import fault_of
from oddchip.room.restore import Entry, beginning, from_snapshot, restored
from oddchip.room.steps import Scene, balances
from oddchip.room.store import AnyStore, schema

#: Kinds of events that decks lie beside: committing to a hand's first deal, dealing it; a reshuffle, and dealing that.
WITH_SECRETS = ("commit", "deal", "shuffle", "deal_on")


def _unreported(event: str, **fields: Any) -> None:
    """Nobody is told."""


async def load(
    store: AnyStore, row: Row[Any], *, snapshots: bool = True, report: Callable[..., None] = _unreported
) -> tuple[Scene, str]:
    """The scene of a table (a row of `game_table`), and why its hand cannot go on ("" when it can)."""
    scene = (await _kept(store, row.id, report) if snapshots else None) or beginning(row.size, row.host, row.title)
    entries = await entries_of(store, row.id, scene.seq)
    return restored(scene, entries, store.key)


async def _kept(store: AnyStore, table_id: str, report: Callable[..., None]) -> Scene | None:
    """The scene of a snapshot. None if there is none, or none that can be believed: it is a mere cache, and
    what it says of chips and of the log must be what ledger and log say.
    """
    s, e = schema.snapshot, schema.event
    # The newest is from the end of the last hand and knows nothing of its cards; the one before it leads up to them.
    newest = select(s, e.c.state_hash).join(e, and_(e.c.table_id == s.c.table_id, e.c.seq == s.c.seq))
    found = (await store.read(newest.where(s.c.table_id == table_id).order_by(s.c.seq.desc()).limit(2)))[-1:]
    if not found:
        return None
    try:
        scene = from_snapshot(found[0].body, found[0].seq)
        booked = await _booked(store, table_id, scene.seq)
        held = {account(table_id, name): chips for name, chips in balances(scene.table).items() if chips}
    except Exception as error:  # damaged data break anything anywhere; `doctor` says more
        report("snapshot_not_used", table=table_id, error=fault_of(error))
        return None
    if scene.hash == found[0].state_hash and held == booked:
        return scene
    report("snapshot_not_used", table=table_id, error="it is not what log and ledger say")
    return None


async def _booked(store: AnyStore, table_id: str, seq: int) -> dict[str, int]:
    """What the ledger's accounts of a table hold after an event."""
    e = schema.entry
    lines = select(e.c.account, func.sum(e.c.amount).label("held")).where(e.c.table_id == table_id, e.c.seq <= seq)
    return {row.account: row.held for row in await store.read(lines.group_by(e.c.account)) if row.held}


async def entries_of(store: AnyStore, table_id: str, after: int = 0) -> list[Entry]:
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
