"""What is said at the tables: written down under numbers that count up at each table, and heard once and in order.

Where several workers keep a room, a number is taken by whoever writes it first; the other takes the next one. What was
said through other workers is read by (table, number) after the last line that was heard here. A line keeps the id of
the command that it was said with: sent again, though the process died that wrote it, it is not written again.

No number is ever given twice, for an open page drops a line that is no newer than the last one it has: of who is
forgotten empty lines are left, which are told to nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sqlalchemy import Row, Select, Update, func, select, update

from oddchip.room.errors import Refused
from oddchip.room.names import chat_of
from oddchip.room.news import tell
from oddchip.room.people import in_parts
from oddchip.room.protocol import Chat
from oddchip.room.store import AnyStore, StoreRefused, schema

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.crowd import Crowd

RECALLED = 100
"""Lines that are told to who comes."""
TRIES = 20
NOBODYS = ""
"""Whose the lines of the forgotten are."""
_chat = schema.chat


def emptied(person: str) -> Update:
    """Somebody's lines without what he said, who he is and when it was: only their numbers are taken."""
    left = {"at": 0.0, "person": NOBODYS, "text": "", "command_id": None}
    return update(_chat).where(_chat.c.person == person).values(left)


@dataclass
class Heard:
    """Up to which line a table's chat was heard here; one at a time reads on from there."""

    last: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Talk:
    """The chat of all tables that are open here."""

    def __init__(self, crowd: Crowd, store: AnyStore, now: Callable[[], float]) -> None:
        self._crowd, self._store, self._now = crowd, store, now
        self._at: WeakKeyDictionary[Actor, Heard] = WeakKeyDictionary()

    def _heard(self, actor: Actor) -> Heard:
        return self._at.setdefault(actor, Heard())

    async def say(self, actor: Actor, person: str, text: str, command_id: str | None = None) -> Chat | None:
        """A line, written down; whoever asked hands it to the table's audience at once. None if it stands there
        already, said with the same command. Refused for what is none.
        """
        line, at, heard = chat_of(text), self._now(), self._heard(actor)
        said = {"table_id": actor.id, "at": at, "person": person, "text": line, "command_id": command_id}
        if not self._store.several:
            number = heard.last = heard.last + 1
            number = await self._written(number, said)
        else:
            async with heard.turn:
                number = await self._written(heard.last + 1, said)
                await self._hear(actor, number - 1 if number else None)
                heard.last = number or heard.last
        return self._chat(actor, number, person, line, at) if number else None

    async def _written(self, number: int, said: dict[str, Any]) -> int:
        """Write it under this number, or the first that is free; 0 if it was written before."""
        table_id = said["table_id"]
        for _ in range(TRIES):
            tell(self._store, "chat", table_id, str(number))
            try:
                await self._store.write((_chat, {**said, "id": number}))
            except StoreRefused:
                if await self._is_written(said):
                    return 0
                top = await self._top(table_id)
                if top < number:  # nobody else has it: the line itself is not taken
                    raise
                number = top + 1
            else:
                return number
        raise Refused("too many speak at once here; say it again")

    async def _is_written(self, said: dict[str, Any]) -> bool:
        """Does a line stand there that was said with this command?"""
        same = (_chat.c[name] == said[name] for name in ("table_id", "person", "command_id"))
        return said["command_id"] is not None and bool(await self._store.read(select(_chat.c.id).where(*same)))

    # --- what was said elsewhere -------------------------------------------------------------------------------------

    async def hear(self, actor: Actor) -> None:
        """Hand the lines that were written since to those who look at the table here."""
        async with self._heard(actor).turn:
            await self._hear(actor)

    async def _hear(self, actor: Actor, up_to: int | None = None) -> None:
        heard = self._heard(actor)
        if up_to is not None and up_to <= heard.last:
            return
        query = select(_chat).where(_chat.c.table_id == actor.id, _chat.c.id > heard.last)
        for row in await self._newest(query if up_to is None else query.where(_chat.c.id <= up_to)):
            heard.last = row.id
            if row.person != NOBODYS:
                actor.audience.heard(self._of(actor, row))

    async def _newest(self, query: Select[Any], most: int = RECALLED) -> list[Row[Any]]:
        """The last lines of a query, in order; who said them is known."""
        rows = list(await self._store.read(query.order_by(_chat.c.id.desc()).limit(most)))[::-1]
        await self._crowd.know(row.person for row in rows if row.person != NOBODYS)
        return rows

    async def hear_missed(self, actors: Iterable[Actor]) -> None:
        """The same for many tables, most of which have nothing new: notices may have been lost."""
        found = {actor.id: actor for actor in actors}
        for some in in_parts(found):
            query = select(_chat.c.table_id, func.max(_chat.c.id).label("top")).where(_chat.c.table_id.in_(some))
            for row in await self._store.read(query.group_by(_chat.c.table_id)):
                if row.top > self._heard(found[row.table_id]).last:
                    await self.hear(found[row.table_id])

    async def _top(self, table_id: str) -> int:
        rows = await self._store.read(select(func.max(_chat.c.id)).where(_chat.c.table_id == table_id))
        return rows[0][0] or 0

    # --- a table is taken up, somebody is forgotten ------------------------------------------------------------------

    async def recall(self, actor: Actor, most: int = RECALLED) -> None:
        """What was said last at a table that is taken up again."""
        heard = self._heard(actor)
        async with heard.turn:
            top = await self._top(actor.id)
            said = _chat.c.table_id == actor.id, _chat.c.id <= top, _chat.c.person != NOBODYS
            rows = await self._newest(select(_chat).where(*said), most)
            actor.audience.chat.clear()
            actor.audience.chat.extend(self._of(actor, row) for row in rows)
            heard.last = top

    async def forget(self, actor: Actor, person: str) -> None:
        """Somebody's lines are gone, with those that are being read just now."""
        async with self._heard(actor).turn:
            actor.audience.forget_person(person)

    def _of(self, actor: Actor, row: Row[Any]) -> Chat:
        return self._chat(actor, row.id, row.person, row.text, row.at)

    def _chat(self, actor: Actor, number: int, person: str, text: str, at: float) -> Chat:
        seat = actor.seat_of(person)
        return Chat(number, person, self._crowd.name_of(person), text, at, -1 if seat is None else seat)
