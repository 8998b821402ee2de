"""Keeping secrets no longer than they are needed, and closed tables no longer than somebody has them open."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, delete, select

from oddchip.room.errors import fault_of
from oddchip.room.store import schema

if TYPE_CHECKING:
    from oddchip.room.room import Room

#: Seconds between two sweeps.
EACH = 3600
DAY = 86400


async def sweep(room: Room) -> None:
    """Destroy the secrets of hands whose dispute window is over, and put closed tables away; again and again."""
    while True:
        try:
            await room.forget_secrets(room.now() - DAY * room.settings.secrets_days)
            await room.put_away()
        except Exception as error:
            room.report("sweep_failed", error=fault_of(error))
        await asyncio.sleep(EACH)


async def forget_secrets(room: Room, before: float) -> int:
    """Destroy decks, salts and sealed choices of hands dealt before then; gives how many hands.

    A hand that is still being played, or committed to and not yet dealt, keeps them.
    """
    s = schema.secret
    rows = await room.store.read(select(s.c.table_id, s.c.hand).where(s.c.made < before))
    found = [row for row in rows if _may_forget(room, row)]
    for row in found:
        await _forget(room, row.table_id, row.hand)
    return len(found)


def _may_forget(room: Room, row: Row[Any]) -> bool:
    """Is it ours to destroy, and over? A table that another worker leads is his affair."""
    actor = room.tables.get(row.table_id)
    return actor is None or (actor.leads and actor.scene.hand_kept != row.hand)


async def _forget(room: Room, table_id: str, hand: int) -> None:
    s, p, e = schema.secret, schema.private, schema.event
    if table_id in room.tables:
        room.tables[table_id].forget_decks(hand)
    seqs = select(e.c.seq).where(e.c.table_id == table_id, e.c.hand == hand)
    await room.store.write(
        [
            delete(p).where(p.c.table_id == table_id, p.c.seq.in_(seqs)),
            delete(s).where(s.c.table_id == table_id, s.c.hand == hand),
        ]
    )
