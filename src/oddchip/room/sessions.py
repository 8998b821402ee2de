"""Sessions: whose a token is, as long as it is not given up. They are kept by hashes of their tokens.

One process that has the store remembers them. Where several share it, each may be given up through another worker at
any time: it is looked up anew after a second, and at once when that is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf

from sqlalchemy import select, update

from oddchip.room.news import tell
from oddchip.room.people import Person, hashed, in_parts
from oddchip.room.store import AnyStore, schema

SEEN_EVERY = 3600.0
TRUSTED = 1.0
"""Seconds for which a session that was looked up is believed, where others may give it up meanwhile."""
MOST_TOKEN = 200
_session, _person, _name = schema.session, schema.person, schema.name


@dataclass
class Session:
    """Whose a token is; when he was last seen, as the database has it; when that was looked up."""

    person: str
    seen: float
    read: float


class Sessions:
    """The sessions of a room. `met` is told who somebody is whose session was looked up: id, host, name."""

    def __init__(self, store: AnyStore, now: Callable[[], float], met: Callable[[str, int, str | None], None]) -> None:
        self._store, self._now, self._met = store, now, met
        self._known: dict[str, Session] = {}

    async def begin(self, person: Person, token: str) -> None:
        """A new session."""
        now = self._now()
        row = {"token_hash": hashed(token), "person": person.id, "created": now, "seen": now}
        await self._store.write((_session, row))

    async def whose(self, token: str) -> str | None:
        """The person (id) whose session a token is, if it holds."""
        if not token or len(token) > MOST_TOKEN:
            return None
        key, now = hashed(token), self._now()
        session = self._known.get(key)
        if session is None or (self._store.several and abs(now - session.read) > TRUSTED):
            session = await self._looked_up(key)
        if session is None:
            return None
        if now - session.seen > SEEN_EVERY:
            session.seen = now
            await self._store.write(update(_session).where(_session.c.token_hash == key).values(seen=now))
        return session.person

    async def _looked_up(self, key: str) -> Session | None:
        s, p, n = _session, _person, _name
        both = s.join(p, p.c.id == s.c.person).outerjoin(n, n.c.person == s.c.person)
        query = select(s.c.person, s.c.seen, p.c.host, n.c.name).select_from(both)
        rows = await self._store.read(query.where(s.c.token_hash == key, s.c.revoked.is_(None)))
        if not rows:
            self._known.pop(key, None)
            return None
        (row,) = rows
        if self._store.several:
            self._met(row.person, row.host, row.name)
        found = self._known[key] = Session(row.person, row.seen, self._now())
        return found

    async def revoke(self, token: str) -> None:
        """Whoever has this token is nobody from now on."""
        key = hashed(token)
        session = self._known.pop(key, None) or await self._looked_up(key)
        if session is None:
            return
        tell(self._store, "person", session.person)
        await self._store.write(update(_session).where(_session.c.token_hash == key).values(revoked=self._now()))
        self._known.pop(key, None)

    def last_known(self, token: str) -> str | None:
        """Whose a token was when it was looked up last; None for one that is not known here, or was given up."""
        session = self._known.get(hashed(token))
        return session.person if session else None

    async def holding(self, tokens: Iterable[str]) -> set[str]:
        """Which of these hold, by the database."""
        by_hash, found = {hashed(token): token for token in tokens}, set[str]()
        for some in in_parts(by_hash):
            held = _session.c.token_hash.in_(some), _session.c.revoked.is_(None)
            found |= {
                by_hash[row.token_hash] for row in await self._store.read(select(_session.c.token_hash).where(*held))
            }
        return found

    def doubt(self, people: set[str] | None) -> None:
        """Look those of these people (None: of all) up again before they are believed."""
        for session in self._known.values():
            if people is None or session.person in people:
                session.read = -inf

    def forget(self, person: str) -> None:
        """Those of somebody who is forgotten are gone."""
        self._known = {key: each for key, each in self._known.items() if each.person != person}
