"""The card room: its people, invitations and tables, over one data folder, or a database that several workers share.

::

    room = await Room.open(folder)     # or Room.open("postgresql://...")
    person, token = await room.new_guest("Ada")
    table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
    invite = await room.new_invite(table, "play", host)
    connection = room.tables[table].connect(person.id)
    await room.close("restarting")
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Row, and_, or_, select

from oddchip.fair.deck import HiddenDeck, Place, hide, hide_strict
from oddchip.fair.signing import Signer
from oddchip.room.actor import Actor
from oddchip.room.alone import Alone, Workers
from oddchip.room.among import Among
from oddchip.room.coaching import Coach
from oddchip.room.crowd import Crowd
from oddchip.room.errors import Forbidden, Refused
from oddchip.room.hiring import Hiring
from oddchip.room.keys import host_key_of, keys_of, signer_of
from oddchip.room.luck import Values
from oddchip.room.names import own_name
from oddchip.room.opening import Opening, Wanted
from oddchip.room.people import Person
from oddchip.room.protocol import Chat, GameWanted
from oddchip.room.reach import reach, reach_all
from oddchip.room.revision import revision
from oddchip.room.settings import RoomSettings
from oddchip.room.steps import Scene
from oddchip.room.store import AnyStore, open_store, schema
from oddchip.room.store.several import Notice
from oddchip.room.sweeping import forget_secrets, sweep
from oddchip.room.thinking import Minds

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

__all__ = ["Room", "RoomSettings", "host_key_of", "signer_of"]

Report = Callable[..., None]


def _unreported(event: str, **fields: Any) -> None:
    """No log is kept."""


class Room:
    """A room that is open."""

    def __init__(
        self,
        store: AnyStore,
        settings: RoomSettings,
        now: Callable[[], float],
        bits: Callable[[int], bytes],
        report: Report,
        host_key: str,
        signer: Signer,
    ) -> None:
        self.store, self.settings, self.host_key, self.signer = store, settings, host_key, signer
        self._now, self._bits, self._report = now, bits, report
        self.revision = revision()
        self.crowd = Crowd(store, now, bits)
        self.tables: dict[str, Actor] = {}
        self.counts: dict[str, float] = defaultdict(float)
        self.hiring = Hiring(self)
        self.minds = Minds(settings.minds)
        self.coach = Coach()
        self.values = Values(self.coach)
        self.among: Workers = Among(self, cast("PostgresStore", store)) if store.several else Alone(store)
        self._opening = Opening(self)
        self._hiding = ThreadPoolExecutor(1, "decks")
        self._sweeping: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        where: Path | str,
        *,
        settings: RoomSettings | None = None,
        now: Callable[[], float] = time.time,
        bits: Callable[[int], bytes] = os.urandom,
        report: Report = _unreported,
    ) -> Room:
        """Open the room in a data folder, every table where it was; or become one of the workers of the room in a
        database (its URL), whose tables are taken up as they are this worker's to lead.

        Raises a `StoreError` where that cannot be.
        """
        store = await open_store(where, clock=now)
        try:
            host_key, signer = await keys_of(where, store, bits)
            room = cls(store, settings or RoomSettings(), now, bits, report, host_key, signer)
            await room.crowd.load()
            await room._opening.take_up()
            await room.among.start()
        except BaseException:
            await store.close()
            raise
        room._sweeping = asyncio.create_task(sweep(room), name="sweep")
        return room

    async def close(self, why: str = "the room is closing") -> None:
        """Take no more, write what is queued, tell everybody, and let the folder go."""
        if self._sweeping:
            self._sweeping.cancel()
        await self.among.leave()
        await asyncio.gather(*(actor.stop() for actor in self.tables.values()))
        for actor in self.tables.values():
            actor.audience.bye(why, 0.3 if self.store.several else 1.0)  # other workers are there at once
        self.minds.close()
        self._hiding.shutdown(wait=False, cancel_futures=True)
        await self.among.stop()
        await self.store.close()

    # --- services to the actors --------------------------------------------------------------------------------------

    def now(self) -> float:
        return float(self._now()) + self.among.ahead  # a float as it comes back out of the log

    def bits(self, count: int) -> bytes:
        return self._bits(count)

    def name_of(self, person: str) -> str:
        return self.crowd.name_of(person)

    def report(self, event: str, **fields: Any) -> None:
        self._report(event, **fields)

    def count(self, what: str, amount: float = 1) -> None:
        self.counts[what] += amount

    @property
    def fair_seconds(self) -> float:
        return self.settings.fair_seconds

    @property
    def bots_alone(self) -> bool:
        return self.settings.bots_alone

    async def hide(self, place: Place, cards: tuple[int, ...], kept: tuple[int, ...], roots: int) -> HiddenDeck:
        """A deck hidden in many candidates, or (0) with points and its proof; one at a time, beside the event loop."""
        loop = asyncio.get_running_loop()
        if roots:
            return await loop.run_in_executor(self._hiding, hide, place, cards, self._bits, roots)
        return await loop.run_in_executor(self._hiding, hide_strict, place, cards, self._bits, kept)

    async def new_bot(self, table_id: str, style: str) -> str:
        """A bot for a table, with a name that nobody has who is or may come there. Refused beyond the host's cap."""
        return await self.hiring.hire(table_id, style)

    async def must_have_bots(self, owner: str, more: int, style: str) -> None:
        """Refused if this host may not seat so many bots more, or for a style there is not."""
        await self.hiring.must_have(owner, more, style)

    async def say(self, table_id: str, person: str, text: str, command_id: str | None = None) -> Chat | None:
        """A line of chat, written down; None if it stands there already, said with the same command."""
        return await self.crowd.say(self.tables[table_id], person, text, command_id)

    # --- among several workers ---------------------------------------------------------------------------------------

    async def meet(self, scene: Scene) -> None:
        await self.crowd.meet(scene)

    async def look_up(self, person: str, table_id: str) -> Person | None:
        """Somebody who may have come through another worker a moment ago; None for who was forgotten."""
        return await self.crowd.look_up(person, table_id)

    async def hear(self, notice: Notice) -> None:
        """What another worker has written of people."""
        await self.crowd.heard(notice, self.tables)

    async def find(self, table_id: str) -> Actor | None:
        """An open table, which another worker may have made a moment ago; None if there is none."""
        return await self._opening.find(table_id)

    def is_unread(self, table_id: str) -> bool:
        """Could a table's log not be read a while ago?"""
        return self._opening.is_unread(table_id)

    async def freshen(self, table_ids: Sequence[str]) -> None:
        """Bring what is known here of tables that are led elsewhere up to date."""
        await self.among.freshen(table_ids)

    # --- people ------------------------------------------------------------------------------------------------------

    async def new_guest(self, name: str) -> tuple[Person, str]:
        """A person with this name, and the token of his session. Refused for what is no name."""
        return await self.crowd.new_guest(name)

    async def person_of(self, token: str) -> Person | None:
        """Whose session a token is."""
        return await self.crowd.person_of(token)

    async def rename(self, person: str, name: str) -> Person:
        """Another name for a person (his id), which everybody sees at once. Refused for one that somebody has who plays
        or is a host where he may come.
        """
        await reach_all(self, person)
        his = [actor for table_id, actor in self.tables.items() if self.may_open(person, table_id)]
        others = {each for actor in his for each in actor.names_beside(person)}
        renamed = await self.crowd.rename(person, name, others)
        self.crowd.touch(person, self.tables)
        return renamed

    async def make_host(self, person: Person) -> Person:
        """He showed the host key: he may open tables."""
        return await self.crowd.make_host(person)

    async def take_charge(self, table_id: str, person: Person) -> bool:
        """Whoever showed the host key becomes a host of an open table; False if there is none such. Refused for a
        namesake of somebody there.
        """
        if not person.host:
            raise Forbidden("only a host of this room may do that: come in by the host link")
        actor = await reach(self, table_id, person.id)
        if actor is None:
            return False
        if not actor.scene.desk.may_host(person.id):
            own_name(person.name, actor.names_beside(person.id))
            await actor.take_charge(person.id)
            await self.accept(table_id, "play", person)
        return True

    # --- tables ------------------------------------------------------------------------------------------------------

    async def new_table(
        self,
        host: Person,
        title: str,
        size: int = 6,
        games: Sequence[GameWanted] = (),
        mode: str = "game",
        house: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        hands_each: int | None = 8,
    ) -> str:
        """A new table of this host's; gives its id. Refused, or an `OddchipError` of the rules, for what cannot be."""
        wanted = Wanted(title, size, games, mode, house, settings, hands_each)
        return await self._opening.make(host, wanted)

    async def put_away(self) -> int:
        """Let go of closed tables that nobody has open; gives how many. Hands and ledger are read from the store."""
        return await self._opening.put_away()

    async def closed_for(self, person: Person, most: int = 50) -> list[Row[Any]]:
        """The closed tables (id, title, closed) that were put away and whose hands a person may see, newest first."""
        t, g = schema.game_table, schema.guest
        his = or_(t.c.host == person.id, g.c.kind.is_not(None))
        query = (
            select(t.c.id, t.c.title, t.c.closed, t.c.host, g.c.kind)
            .select_from(t.outerjoin(g, and_(g.c.table_id == t.c.id, g.c.person == person.id)))
            .where(t.c.closed.is_not(None), his)
            .order_by(t.c.closed.desc())
        )
        rows = [row for row in await self.store.read(query.limit(most)) if row.id not in self.tables]
        looked_on = [row.id for row in rows if row.kind == "watch" and row.host != person.id]
        shut = await self.crowd.shut(looked_on)
        return [row for row in rows if row.id not in shut]

    def listed(self, person: Person) -> list[Actor]:
        """The tables a person may open, newest first."""
        return [actor for table_id, actor in reversed(self.tables.items()) if self.may_open(person.id, table_id)]

    def may_open(self, person: str, table_id: str) -> str | None:
        """ "play", "watch", or None for who has no business there."""
        actor = self.tables.get(table_id)
        if actor is None:
            return None
        if actor.scene.desk.may_host(person) or actor.seat_of(person) is not None:
            return "play"
        kind = self.crowd.admitted(table_id, person)
        return None if kind == "watch" and actor.scene.desk.settings.watching == "off" else kind

    # --- invitations -------------------------------------------------------------------------------------------------

    async def new_invite(self, table_id: str, kind: str, person: Person) -> str:
        """A link's token: "play" or "watch". Refused for who is no host of the table."""
        self._must_host(table_id, person)
        return await self.crowd.new_invite(table_id, kind)

    async def invited(self, token: str) -> tuple[str, str] | None:
        """(table, kind) of an invitation that still holds."""
        return await self.crowd.invited(token)

    async def revoke_invites(self, table_id: str, kind: str, person: Person) -> int:
        """Revoke all links of a kind; gives how many there were. Who came by one stays."""
        self._must_host(table_id, person)
        return await self.crowd.revoke_invites(table_id, kind)

    async def accept(self, table_id: str, kind: str, person: Person) -> None:
        """Somebody came by a link: he may open the table from now on."""
        if self.crowd.admitted(table_id, person.id) != "play":
            await self.crowd.admit(table_id, person.id, kind)

    def _must_host(self, table_id: str, person: Person) -> None:
        actor = self.tables.get(table_id)
        if actor is None or not actor.scene.desk.may_host(person.id):
            raise Refused("only a host of this table may do that")

    # --- keeping secrets no longer than needed -----------------------------------------------------------------------

    async def forget_secrets(self, before: float) -> int:
        """Destroy decks, salts and sealed choices of hands dealt before then; gives how many hands.

        A hand that is still being played, or committed to and not yet dealt, keeps them.
        """
        return await forget_secrets(self, before)
