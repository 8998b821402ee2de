"""Links to one hand, for people who were not there.

A host or somebody who was dealt in makes one. It shows what everybody saw; whoever was dealt in may choose his own view
instead, with his cards. A link's token is kept by its hash alone, and can be revoked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, select, update

from oddchip.room.errors import Forbidden, Refused
from oddchip.room.history import past_of, row_of, seat_of
from oddchip.room.past import Past
from oddchip.room.people import INVITE_BYTES, hashed, token_from
from oddchip.room.reach import reach
from oddchip.room.records import EVERYBODY
from oddchip.room.store import schema

if TYPE_CHECKING:
    from oddchip.room.room import Room

MOST_LINKS = 20


@dataclass(frozen=True)
class Link:
    """A link that still holds, as far as it is known: its token is not."""

    person: str
    created: float
    own: bool


async def new_link(room: Room, table_id: str, hand: int, person: str, *, own: bool = False) -> str:
    """A link's token. `own`: it shows the hand as this person saw it, his cards included.

    Forbidden for who neither played the hand nor is a host; Refused for a hand there is not.
    """
    row = await row_of(room, table_id, hand)
    seat = seat_of(row, person)
    if seat is None and not await _hosts(room, table_id, person):
        raise Forbidden("a link to a hand is made by who played it, or by a host of the table")
    if own and seat is None:
        raise Refused("you were not dealt in, so there is no view of your own")
    if len(await links_of(room, table_id, hand)) >= MOST_LINKS:
        raise Refused(f"there are {MOST_LINKS} links to this hand already; revoke them first")
    token = token_from(room.bits(INVITE_BYTES))
    viewer = seat if own and seat is not None else EVERYBODY
    row_made = {
        "token_hash": hashed(token),
        "table_id": table_id,
        "hand": hand,
        "viewer": str(viewer),
        "person": person,
        "created": room.now(),
    }
    await room.store.write((schema.share, row_made))
    return token


async def links_of(room: Room, table_id: str, hand: int) -> list[Link]:
    """The links to a hand that still hold."""
    s = schema.share
    query = select(s).where(s.c.table_id == table_id, s.c.hand == hand, s.c.revoked.is_(None)).order_by(s.c.created)
    return [Link(row.person, row.created, row.viewer != str(EVERYBODY)) for row in await room.store.read(query)]


async def revoke_links(room: Room, table_id: str, hand: int, person: str) -> int:
    """Revoke the links to a hand: one's own, and as a host everybody's. Gives how many there were."""
    s = schema.share
    still: list[Any] = [s.c.table_id == table_id, s.c.hand == hand, s.c.revoked.is_(None)]
    if not await _hosts(room, table_id, person):
        still.append(s.c.person == person)
    (count,) = await room.store.write(update(s).where(*still).values(revoked=room.now()))
    return count


async def shared(room: Room, token: str) -> Past | None:
    """The hand that a link shows; None for one that does not hold, or no longer does."""
    s = schema.share
    found: list[Row[Any]] = list(
        await room.store.read(select(s).where(s.c.token_hash == hashed(token), s.c.revoked.is_(None)))
    )
    if not found:
        return None
    link = found[0]
    viewer = int(link.viewer)
    row = await row_of(room, link.table_id, link.hand)
    return await past_of(room, row, None if viewer == EVERYBODY else viewer)


async def _hosts(room: Room, table_id: str, person: str) -> bool:
    actor = await reach(room, table_id)
    if actor is not None:
        return actor.scene.desk.may_host(person)
    t = schema.game_table
    rows = await room.store.read(select(t.c.host).where(t.c.id == table_id))
    return bool(rows) and rows[0].host == person
