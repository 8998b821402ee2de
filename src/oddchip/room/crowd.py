"""The people of a room: guests and bots, their names, sessions and invitations, and what they say.

Names are in a side table, and everything else knows people by their ids, so that a name can be taken out for good.

Where one process has the store, memory is the truth. Where several share it, the database is: who is not known here is
looked up, and what others write about those who are is told by notices (`oddchip.room.news`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Select, select, update

from oddchip.bots import BOTS
from oddchip.room import desk as desks
from oddchip.room.chat import RECALLED, Talk
from oddchip.room.errors import Refused
from oddchip.room.names import name_of, own_name
from oddchip.room.news import News, tell
from oddchip.room.people import INVITE_BYTES, PERSON_BYTES, SESSION_BYTES, Person, hashed, in_parts, token_from
from oddchip.room.protocol import Chat
from oddchip.room.sessions import Sessions
from oddchip.room.store import AnyStore, StoreRefused, put, schema
from oddchip.room.store.several import Notice

if TYPE_CHECKING:
    from oddchip.room.actor import Actor
    from oddchip.room.steps import Scene

BOT_NAMES = (
    *("Ada", "Blaise", "Carla", "Dora", "Emil", "Flora", "Georg", "Hypatia", "Ida", "Jost", "Kurt", "Lise"),
    *("Maria", "Noor", "Otto", "Paula", "Quinn", "Rosa", "Srini", "Tove", "Ugo", "Vera", "Wanda", "Zeno"),
)
NOBODY = "somebody"
TRIES = 5


def must_be_style(style: str) -> None:
    """Refused for a style of play that no bot has; "" is the usual one."""
    if style and style not in BOTS:
        raise Refused(f"there is no bot called {style}; there are {', '.join(BOTS)}")


def people_at(scene: Scene) -> set[str]:
    """Everybody whose name is told at a table."""
    table, desk = scene.table, scene.desk
    people = {place.player for place in table.places.values()} | set(desk.dealt.values()) | desk.hosts
    return people | {desk.owner, *table.accounts, *(each.person for each in desk.asked)}


class Crowd:
    """Everybody who has come to the room."""

    def __init__(self, store: AnyStore, now: Callable[[], float], bits: Callable[[int], bytes]) -> None:
        self.store, self.now, self.bits = store, now, bits
        self.several = store.several
        self.sessions = Sessions(store, now, self._take)
        self.talk = Talk(self, store, now)
        self.on_change: Callable[[set[str] | None], Awaitable[None]] | None = None
        """Is told who was changed elsewhere, and None if that may be anybody."""
        self._news = News(self)
        self._people: dict[str, Person] = {}
        self._gone: set[str] = set()  # ids that are nobody's any more, where several share the store
        self._unknown: set[str] = set()  # ids whose name was wanted and is not known here
        self._admitted: dict[tuple[str, str], str] = {}

    async def load(self) -> None:
        """Who is known already. Where several share the store, people are looked up when they come."""
        if self.several:
            return
        p, n, g, t = schema.person, schema.name, schema.guest, schema.game_table
        rows = await self.store.read(
            select(p.c.id, p.c.host, n.c.name).select_from(p.outerjoin(n, n.c.person == p.c.id))
        )
        self._people = {row.id: Person(row.id, row.name or NOBODY, bool(row.host)) for row in rows}
        is_open = select(g).join(t, t.c.id == g.c.table_id).where(t.c.closed.is_(None))
        self._admitted = {(row.table_id, row.person): row.kind for row in await self.store.read(is_open)}

    # --- names -------------------------------------------------------------------------------------------------------

    def name_of(self, person: str) -> str:
        known = self._people.get(person)
        if known is None and self.several and person not in self._gone:
            self._unknown.add(person)
        return known.name if known else NOBODY

    async def rename(self, person: str, name: str, others: Iterable[str] = ()) -> Person:
        cleaned, n, known = own_name(name_of(name), others), schema.name, self._people.get(person)
        self._changes(person)
        (count,) = await self.store.write(update(n).where(n.c.person == person).values(name=cleaned))
        if not count or known is None:
            raise Refused("you were forgotten here")
        renamed = self._people[person] = replace(known, name=cleaned)
        return renamed

    def touch(self, person: str, tables: Mapping[str, Actor]) -> None:
        """He is called otherwise: show that at the tables (those open here) that he has to do with."""
        for actor in tables.values():
            if person in actor.audience.sights or person in people_at(actor.scene):
                actor.audience.touch()

    # --- people and sessions -----------------------------------------------------------------------------------------

    async def new_guest(self, name: str) -> tuple[Person, str]:
        person, token = await self._made("guest", name_of(name)), token_from(self.bits(SESSION_BYTES))
        await self.new_session(person, token)
        return person, token

    async def new_session(self, person: Person, token: str) -> None:
        await self.sessions.begin(person, token)

    async def person_of(self, token: str) -> Person | None:
        person = await self.sessions.whose(token)
        return self._people.get(person) if person else None

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

    def forget(self, person: str) -> None:
        """He is taken out of the store (`oddchip.room.forgetting`); nobody is known by this id any more."""
        self._people.pop(person, None)
        self.sessions.forget(person)
        self._admitted = {key: kind for key, kind in self._admitted.items() if key[1] != person}
        if self.several:
            self._gone.add(person)

    async def gone(self, person: str, tables: Mapping[str, Actor]) -> None:
        """He was forgotten: his tabs at these tables are closed, and what he said there is heard no more."""
        self.forget(person)
        for actor in tables.values():
            await self.talk.forget(actor, person)

    async def make_host(self, person: Person) -> Person:
        p = schema.person
        self._changes(person.id)
        await self.store.write(update(p).where(p.c.id == person.id).values(host=1))
        host = self._people[person.id] = Person(person.id, person.name, True)
        return host

    def _changes(self, person: str) -> None:
        """Somebody is changed by what is written next. What is being read of him just now may be older: once more."""
        tell(self.store, "person", person)
        self._news.once_more.add(person)

    # --- what several share ------------------------------------------------------------------------------------------

    async def heard(self, notice: Notice, tables: Mapping[str, Actor]) -> None:
        """Take in what another worker wrote. `tables` are those that are open here."""
        if self.several:
            await self._news.take(notice, tables)

    async def look_up(self, person: str, table_id: str) -> Person | None:
        """Who somebody is, with what he may do at a table (`admitted`). None for who was forgotten."""
        await self.know((person,))
        if self.several and self._admitted.get((table_id, person)) != "play":
            g = schema.guest
            await self._admissions(select(g).where(g.c.table_id == table_id, g.c.person == person))
        return self._people.get(person)

    async def know(self, people: Iterable[str]) -> None:
        """Know the names of these people."""
        if self.several:
            missing = {each for each in people if each not in self._people and each not in self._gone}
            if missing:
                await self.read_again(missing)

    async def know_table(self, table_id: str) -> None:
        """Know all who may open a table."""
        if self.several:
            await self.read_admissions(tables=[table_id])
            await self.know(self.admitted_to(table_id))

    async def meet(self, scene: Scene) -> None:
        """Know all who have to do with a table."""
        await self.know(people_at(scene))

    @property
    def known(self) -> set[str]:
        """Who is known here."""
        return set(self._people)

    def take_unknown(self) -> set[str]:
        """Whose names were wanted since, and are not known here."""
        unknown, self._unknown = self._unknown, set()
        return unknown - self._people.keys() - self._gone

    async def read_again(self, people: Iterable[str]) -> tuple[set[str], set[str]]:
        """Read people from the database: who is called otherwise now (or is new here), and who is gone."""
        p, n = schema.person, schema.name
        query = select(p.c.id, p.c.host, n.c.name).select_from(p.outerjoin(n, n.c.person == p.c.id))
        renamed, gone = set(), set()
        for some in in_parts(people):
            found = {row.id: row for row in await self.store.read(query.where(p.c.id.in_(some)))}
            for person in some:
                before, row = self._people.get(person), found.get(person)
                if row is not None and row.name is not None:
                    self._take(person, row.host, row.name)
                    if before is None or row.name != before.name:
                        renamed.add(person)
                elif person not in self._gone:
                    self._gone.add(person)
                    gone.add(person)
        return renamed, gone

    def _take(self, person: str, host: int, name: str | None) -> None:
        if name is not None:
            self._people[person] = Person(person, name, bool(host))
            self._gone.discard(person)

    # --- who may open what -------------------------------------------------------------------------------------------

    def admitted(self, table_id: str, person: str) -> str | None:
        return self._admitted.get((table_id, person))

    def admitted_to(self, table_id: str) -> set[str]:
        """Who may open a table."""
        return {person for table, person in self._admitted if table == table_id}

    async def admit(self, table_id: str, person: str, kind: str) -> None:
        """He may open a table. Who may play there is not made to look on, even if he comes by two workers at once."""
        row = {"table_id": table_id, "person": person, "kind": kind, "at": self.now()}
        for left in reversed(range(TRIES if self.several else 1)):
            await self.look_up(person, table_id)
            if self.several and self._admitted.get((table_id, person)) in ("play", kind):
                return
            tell(self.store, "guest", table_id, person)
            first = self.several and kind == "watch"
            try:
                await self.store.write((schema.guest, row) if first else put(schema.guest, row))
                break
            except StoreRefused:
                if not left:
                    raise
        self._admitted[table_id, person] = kind

    async def read_admissions(self, *, tables: Iterable[str] = (), people: Iterable[str] = ()) -> None:
        """Know who may open these tables, and which of the tables that are not closed these people may open."""
        g, t = schema.guest, schema.game_table
        for some in in_parts(tables):
            await self._admissions(select(g).where(g.c.table_id.in_(some)))
        is_open = select(g).join(t, t.c.id == g.c.table_id).where(t.c.closed.is_(None))
        for some in in_parts(people):
            await self._admissions(is_open.where(g.c.person.in_(some)))

    async def was_admitted(self, table_id: str, person: str) -> bool:
        """Could he open a table at its end, which may be closed and forgotten here?"""
        g = schema.guest
        rows = await self.store.read(select(g.c.kind).where(g.c.table_id == table_id, g.c.person == person))
        return bool(rows) and (rows[0].kind != "watch" or not await self.shut([table_id]))

    async def shut(self, tables: Iterable[str]) -> set[str]:
        """Those of these tables at which nobody may look on, by the last settings in their logs."""
        e, watching = schema.event, dict[str, str]()
        for some in in_parts(tables):
            told = select(e.c.table_id, e.c.body).where(e.c.table_id.in_(some), e.c.kind.in_(("made", "settings")))
            for row in await self.store.read(told.order_by(e.c.seq)):
                for fact in desks.facts_of(msgspec.json.decode(row.body)["desk"]):
                    if isinstance(fact, desks.SettingsSet):
                        watching[row.table_id] = fact.settings.watching
        return {table for table, who in watching.items() if who == "off"}

    async def forget_closed(self, still: Collection[str]) -> None:
        """Who could open tables that are closed is in the store; `still` are those that are held here all the same."""
        t, gone = schema.game_table, {table_id for table_id, _ in self._admitted}.difference(still)
        closed = set[str]()
        for some in in_parts(gone):
            rows = await self.store.read(select(t.c.id).where(t.c.id.in_(some), t.c.closed.is_not(None)))
            closed |= {row.id for row in rows}
        self._admitted = {key: kind for key, kind in self._admitted.items() if key[0] not in closed}

    async def _admissions(self, query: Select[Any]) -> None:
        for row in await self.store.read(query):
            if self._admitted.get((row.table_id, row.person)) != "play":  # what was read may be older
                self._admitted[row.table_id, row.person] = row.kind

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

    async def say(self, actor: Actor, person: str, text: str, command_id: str | None = None) -> Chat | None:
        return await self.talk.say(actor, person, text, command_id)

    async def recall_chat(self, actor: Actor, most: int = RECALLED) -> None:
        """What was said last at a table that is taken up again."""
        await self.talk.recall(actor, most)
