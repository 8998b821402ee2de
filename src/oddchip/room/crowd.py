"""The people of a room: guests and bots, their names, sessions and invitations, and what they say.

Names are in a side table, and everything else knows people by their ids, so that a name can be taken out for good.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from oddchip.bots import BOTS
from oddchip.room.errors import Refused
from oddchip.room.names import chat_of, name_of, own_name
from oddchip.room.people import INVITE_BYTES, PERSON_BYTES, SESSION_BYTES, Person, hashed, token_from
from oddchip.room.protocol import Chat
from oddchip.room.store import Store, put, schema

if TYPE_CHECKING:
    from oddchip.room.actor import Actor

BOT_NAMES = (
    *("Ada", "Blaise", "Carla", "Dora", "Emil", "Flora", "Georg", "Hypatia", "Ida", "Jost", "Kurt", "Lise"),
    *("Maria", "Noor", "Otto", "Paula", "Quinn", "Rosa", "Srini", "Tove", "Ugo", "Vera", "Wanda", "Zeno"),
)
NOBODY = "somebody"
SEEN_EVERY = 3600.0


def must_be_style(style: str) -> None:
    """Refused for a style of play that no bot has; "" is the usual one."""
    if style and style not in BOTS:
        raise Refused(f"there is no bot called {style}; there are {', '.join(BOTS)}")


class Crowd:
    """Everybody who has come to the room."""

    def __init__(self, store: Store, now: Callable[[], float], bits: Callable[[int], bytes]) -> None:
        self.store, self.now, self.bits = store, now, bits
        self._people: dict[str, Person] = {}
        self._sessions: dict[str, tuple[str, float]] = {}
        self._admitted: dict[tuple[str, str], str] = {}
        self._chat_numbers: dict[str, int] = {}

    async def load(self) -> None:
        """Who is known already."""
        p, n, g = schema.person, schema.name, schema.guest
        rows = await self.store.read(
            select(p.c.id, p.c.host, n.c.name).select_from(p.outerjoin(n, n.c.person == p.c.id))
        )
        self._people = {row.id: Person(row.id, row.name or NOBODY, bool(row.host)) for row in rows}
        self._admitted = {(row.table_id, row.person): row.kind for row in await self.store.read(select(g))}

    # --- names -------------------------------------------------------------------------------------------------------

    def name_of(self, person: str) -> str:
        known = self._people.get(person)
        return known.name if known else NOBODY

    async def rename(self, person: str, name: str, others: Iterable[str] = ()) -> Person:
        cleaned = own_name(name_of(name), others)
        await self.store.write(put(schema.name, {"person": person, "name": cleaned}))
        renamed = self._people[person] = replace(self._people[person], name=cleaned)
        return renamed

    # --- people and sessions -----------------------------------------------------------------------------------------

    async def new_guest(self, name: str) -> tuple[Person, str]:
        person, token = await self._made("guest", name_of(name)), token_from(self.bits(SESSION_BYTES))
        await self.new_session(person, token)
        return person, token

    async def new_session(self, person: Person, token: str) -> None:
        now = self.now()
        row = {"token_hash": hashed(token), "person": person.id, "created": now, "seen": now}
        await self.store.write((schema.session, row))

    async def new_bot(self, style: str, taken: Collection[str]) -> str:
        must_be_style(style)
        free = [name for name in BOT_NAMES if name not in taken]
        start = self.bits(1)[0] % max(1, len(free))
        name = next((name for name in free[start:] + free[:start]), f"Bot {len(taken)}")
        return (await self._made("bot", name)).id

    async def _made(self, kind: str, name: str) -> Person:
        person = Person(token_from(self.bits(PERSON_BYTES)), name)
        await self.store.write(
            [
                (schema.person, {"id": person.id, "kind": kind, "created": self.now(), "host": 0}),
                (schema.name, {"person": person.id, "name": name}),
            ]
        )
        self._people[person.id] = person
        return person

    async def person_of(self, token: str) -> Person | None:
        if not token or len(token) > 200:
            return None
        key = hashed(token)
        if key not in self._sessions:
            s = schema.session
            rows = await self.store.read(
                select(s.c.person, s.c.seen).where(s.c.token_hash == key, s.c.revoked.is_(None))
            )
            if not rows:
                return None
            self._sessions[key] = rows[0].person, rows[0].seen
        person, seen = self._sessions[key]
        if self.now() - seen > SEEN_EVERY:
            self._sessions[key] = person, self.now()
            s = schema.session
            await self.store.write(update(s).where(s.c.token_hash == key).values(seen=self.now()))
        return self._people.get(person)

    async def revoke_session(self, token: str) -> None:
        """Whoever has this token is nobody from now on."""
        key, s = hashed(token), schema.session
        self._sessions.pop(key, None)
        await self.store.write(update(s).where(s.c.token_hash == key).values(revoked=self.now()))

    def forget(self, person: str) -> None:
        """He is taken out of the store (`oddchip.room.forgetting`); nobody is known by this id any more."""
        self._people.pop(person, None)
        self._sessions = {key: each for key, each in self._sessions.items() if each[0] != person}
        self._admitted = {key: kind for key, kind in self._admitted.items() if key[1] != person}

    async def make_host(self, person: Person) -> Person:
        p = schema.person
        await self.store.write(update(p).where(p.c.id == person.id).values(host=1))
        host = self._people[person.id] = Person(person.id, person.name, True)
        return host

    # --- who may open what -------------------------------------------------------------------------------------------

    def admitted(self, table_id: str, person: str) -> str | None:
        return self._admitted.get((table_id, person))

    def admitted_to(self, table_id: str) -> set[str]:
        """Who may open a table."""
        return {person for table, person in self._admitted if table == table_id}

    async def admit(self, table_id: str, person: str, kind: str) -> None:
        await self.store.write(
            put(schema.guest, {"table_id": table_id, "person": person, "kind": kind, "at": self.now()})
        )
        self._admitted[table_id, person] = kind

    async def new_invite(self, table_id: str, kind: str) -> str:
        if kind not in ("play", "watch"):
            raise Refused("a link is to play or to watch")
        token = token_from(self.bits(INVITE_BYTES))
        row = {"token_hash": hashed(token), "table_id": table_id, "kind": kind, "created": self.now()}
        await self.store.write((schema.invite, row))
        return token

    async def invited(self, token: str) -> tuple[str, str] | None:
        i = schema.invite
        found = await self.store.read(
            select(i.c.table_id, i.c.kind).where(i.c.token_hash == hashed(token), i.c.revoked.is_(None))
        )
        return (found[0].table_id, found[0].kind) if found else None

    async def revoke_invites(self, table_id: str, kind: str) -> int:
        i = schema.invite
        still = (i.c.table_id == table_id, i.c.kind == kind, i.c.revoked.is_(None))
        (count,) = await self.store.write(update(i).where(*still).values(revoked=self.now()))
        return count

    # --- chat --------------------------------------------------------------------------------------------------------

    async def say(self, actor: Actor, person: str, text: str) -> Chat:
        line, number = chat_of(text), self._chat_numbers.get(actor.id, 0) + 1
        self._chat_numbers[actor.id] = number
        at = self.now()
        row = {"table_id": actor.id, "id": number, "at": at, "person": person, "text": line}
        await self.store.write((schema.chat, row))
        return self._chat(actor, number, person, line, at)

    async def recall_chat(self, actor: Actor, most: int = 100) -> None:
        """What was said last at a table that is taken up again."""
        c = schema.chat
        rows = await self.store.read(select(c).where(c.c.table_id == actor.id).order_by(c.c.id.desc()).limit(most))
        for row in reversed(rows):
            actor.audience.chat.append(self._chat(actor, row.id, row.person, row.text, row.at))
        top = await self.store.read(select(func.max(c.c.id)).where(c.c.table_id == actor.id))
        self._chat_numbers[actor.id] = top[0][0] or 0

    def _chat(self, actor: Actor, number: int, person: str, text: str, at: float) -> Chat:
        seat = actor.seat_of(person)
        return Chat(number, person, self.name_of(person), text, at, -1 if seat is None else seat)
