"""Forgetting somebody: his name, what he said, his sessions, what he was invited to, his links and house rules.

Log, ledger and hands know people by ids alone; those stay, and belong to nobody any more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from oddchip.room.chat import emptied
from oddchip.room.crowd import NOBODY
from oddchip.room.errors import Refused
from oddchip.room.news import tell
from oddchip.room.people import Person
from oddchip.room.reach import reach, reach_all
from oddchip.room.store import AnyStore, Item, schema
from oddchip.room.store.finding import holds
from oddchip.room.store.scrubbing import asking
from oddchip.telling import counted

if TYPE_CHECKING:
    from oddchip.room.room import Room


@dataclass(frozen=True)
class Forgotten:
    """What was taken out. `titles` are tables that had the name in their title, with the titles they have now."""

    person: str
    name: str
    lines: int
    sessions: int
    invitations: int
    titles: dict[str, str]


async def found(store: AnyStore, said: str) -> list[tuple[str, str]]:
    """The people (id, name) with this name, or with this id."""
    p, n = schema.person, schema.name
    rows = await store.read(select(p.c.id, n.c.name).select_from(p.outerjoin(n, n.c.person == p.c.id)))
    wanted = said.strip().casefold()
    return [(row.id, row.name or NOBODY) for row in rows if said == row.id or (row.name or "").casefold() == wanted]


async def erase(store: AnyStore, person: str, *, own_tables: bool = False) -> Forgotten:
    """Take a person out of a store, in one transaction; the files are scrubbed when it is closed.

    `own_tables`: titles are changed only of tables that he was invited to, since he may have called himself anything.
    """
    names = await store.read(select(schema.name.c.name).where(schema.name.c.person == person))
    name = names[0].name if names else ""
    titles = await _titles_with(store, name, person if own_tables else None)
    by_person = [
        (schema.name, "person"), (schema.session, "person"), (schema.guest, "person"), (schema.share, "person"),
        (schema.house_set, "owner"),
    ]  # fmt: skip
    items: list[Item] = [emptied(person)]
    items += [delete(table).where(table.c[column] == person) for table, column in by_person]
    items.append(update(schema.person).where(schema.person.c.id == person).values(host=0))
    for table_id, title in sorted(titles.items()):  # all who write to several tables take them in this order
        items += _retitled(table_id, title)
    tell(store, "person", person)
    lines, _, sessions, invitations, *_ = await store.write([*items, *asking()])
    return Forgotten(person, name, lines, sessions, invitations, titles)


async def _titles_with(store: AnyStore, name: str, guest: str | None = None) -> dict[str, str]:
    """Tables that are called after somebody, and what they are called without him; with `guest`, a person's id, only
    those that he was invited to.
    """
    if not name:
        return {}
    t, g = schema.game_table, schema.guest
    query = select(t.c.id, t.c.title).where(holds(t.c.title, name))
    if guest is not None:
        query = query.where(t.c.id.in_(select(g.c.table_id).where(g.c.person == guest)))
    found = {row.id: (row.title, without(row.title, name)) for row in await store.read(query)}
    return {table: now for table, (before, now) in found.items() if now != before}


def without(title: str, name: str) -> str:
    """A title without a name in it, which must be a word of its own where words are written apart.

    >>> without("Ed's Wednesday", "Ed"), without("Wednesday", "ed")
    ("Somebody's Wednesday", 'Wednesday')
    """
    together = any(ord(character) >= 0x2E80 for character in name)  # Chinese, Japanese, Korean
    wanted = re.escape(name) if together else rf"(?<!\w){re.escape(name)}(?!\w)"
    return re.sub(wanted, NOBODY.capitalize(), title)


def _retitled(table_id: str, title: str) -> list[Item]:
    """A snapshot has the title too; it is a cache, and made anew after the next hand."""
    t, s = schema.game_table, schema.snapshot
    return [update(t).where(t.c.id == table_id).values(title=title), delete(s).where(s.c.table_id == table_id)]


async def forget(room: Room, person: Person) -> Forgotten:
    """Forget somebody while the room is open. Refused while he sits at a table, or while a table is his."""
    await reach_all(room, person.id)
    for actor in room.tables.values():
        desk, state = actor.scene.desk, actor.scene.table.state
        if actor.seat_of(person.id) is not None:
            raise Refused(f"leave your seat at {desk.title} first; your chips go to your account")
        if desk.owner == person.id and state.closed is None:
            raise Refused(f"close {desk.title} first: it is your table, and would have no host")
    for actor in room.tables.values():
        await actor.take_back(person.id)
    for table_id, title in (await _titles_with(room.store, person.name, person.id)).items():
        if (table := await reach(room, table_id)) is not None:
            await table.retitle(title)
    done = await erase(room.store, person.id, own_tables=True)
    await room.crowd.gone(person.id, room.tables)
    await room.store.scrub()
    return done


async def remains(store: AnyStore, name: str) -> list[str]:
    """Where a name still stands, in a sentence each: what others wrote, which is theirs or part of the log."""
    if not name:
        return []
    e, c, n = schema.event, schema.chat, schema.name
    query = select(e.c.table_id, e.c.seq, e.c.kind).where(holds(e.c.body, name.encode()))
    found = [
        f"event {row.seq} of table {row.table_id} ({row.kind}): words a host wrote to the log"
        for row in await store.read(query.order_by(e.c.table_id, e.c.seq))
    ]
    lines = (await store.read(select(func.count()).where(holds(c.c.text, name))))[0][0]
    if lines:
        found.append(f"{counted(lines, 'line')} that others said with the name in {'it' if lines == 1 else 'them'}")
    others = (await store.read(select(func.count()).where(holds(n.c.name, name))))[0][0]
    if others:
        found.append(f"{counted(others, 'other person')} of that name, or nearly so")
    return found
