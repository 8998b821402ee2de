"""Tables as they are at this moment, whoever leads them.

One process that has the store knows all there is. Where several share it, somebody may come here a moment after he was
let in through another worker, to a table that was opened there: what a page tells of is looked up first.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import func, or_, select

from oddchip.room.store import schema

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.room import Room

_table, _guest = schema.game_table, schema.guest


async def reach(room: Room, table_id: str, person: str = "") -> Actor | None:
    """A table, no older than anything that was shown of it; None if there is none that is open. With `person` (an id),
    also what he may do there.
    """
    if room.store.several:
        if person:
            await room.crowd.look_up(person, table_id)
        await room.find(table_id)
        await room.freshen([table_id])  # it may have been looked for since before it was as it is now
    return room.tables.get(table_id)


async def reach_all(room: Room, person: str) -> list[Actor]:
    """The open tables that a person (an id) was let in to, or is the owner of."""
    if not room.store.several:
        return [each for each in room.tables.values() if _is_open(each) and room.may_open(person, each.id)]
    await room.crowd.read_admissions(people=[person])
    came = select(_guest.c.table_id).where(_guest.c.person == person)
    query = select(_table.c.id).where(_table.c.closed.is_(None), or_(_table.c.host == person, _table.c.id.in_(came)))
    ids = [row.id for row in await room.store.read(query.order_by(_table.c.created))]
    found = await asyncio.gather(*(room.find(each) for each in ids))
    await room.freshen(ids)
    return [actor for actor in found if actor is not None and _is_open(actor)]


async def open_tables(room: Room, owner: str) -> tuple[int, int]:
    """How many tables are open: this owner's (a person's id), and all."""
    if not room.store.several:
        owners = [each.scene.desk.owner for each in room.tables.values() if _is_open(each)]
        return owners.count(owner), len(owners)
    count = select(func.count()).where(_table.c.closed.is_(None))
    his, all_of_them = await room.store.read(count.where(_table.c.host == owner)), await room.store.read(count)
    return his[0][0], all_of_them[0][0]


def _is_open(actor: Actor) -> bool:
    return actor.scene.table.state.closed is None
