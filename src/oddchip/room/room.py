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
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Row, delete, or_, select, update

from oddchip.fair.deck import HiddenDeck, Place, hide, hide_strict
from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.room import desk as desks
from oddchip.room.actor import Actor
from oddchip.room.alone import Alone, Workers
from oddchip.room.among import Among, steady
from oddchip.room.coaching import Coach
from oddchip.room.crowd import Crowd, must_be_style
from oddchip.room.desk import Desk
from oddchip.room.entries import batch
from oddchip.room.errors import Refused, fault_of
from oddchip.room.hosting import set_games, set_house
from oddchip.room.loading import load
from oddchip.room.luck import Values
from oddchip.room.names import title_of
from oddchip.room.pairing import must_be_for_two
from oddchip.room.people import Person, token_from
from oddchip.room.protocol import Chat, GameWanted
from oddchip.room.reach import open_tables, reach_all
from oddchip.room.revision import revision
from oddchip.room.steps import Scene, Step, written
from oddchip.room.store import AnyStore, open_store, schema
from oddchip.room.store.errors import trouble
from oddchip.room.store.folder import write_durably
from oddchip.room.store.several import Notice
from oddchip.room.thinking import Minds
from oddchip.table import Table
from oddchip.table.core import MOST_SEATS

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

Report = Callable[..., None]

HOST_KEY_BYTES = 24
_HOST_KEY = re.compile(r"[\w-]{22,100}", re.ASCII)


@dataclass(frozen=True)
class RoomSettings:
    """What the one who runs a room sets.

    `tables_each` and `bots_each` are caps for one host. `secrets_days`: how long decks and sealed choices are kept
    after a hand, in which it can be decided again (the dispute window). `minds`: threads in which bots think. `pace`:
    that of new tables. `fair_seconds`: how long a deal waits for its players' seeds (docs/fairness.md).
    """

    tables_each: int = 20
    bots_each: int = 40
    tables: int = 1000
    secrets_days: float = 2
    minds: int = 1
    pace: desks.Pace = "normal"
    fair_seconds: float = 5.0


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
        self._new_bots: dict[str, deque[str]] = {}
        self._naming = asyncio.Lock()
        self.minds = Minds(settings.minds)
        self.coach = Coach()
        self.values = Values(self.coach)
        self._shared = Among(self, cast("PostgresStore", store)) if store.several else None
        self.among: Workers = self._shared or Alone()
        self._finding: dict[str, asyncio.Task[Actor | None]] = {}
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
            host_key, signer = await _keys(where, store, bits)
            room = cls(store, settings or RoomSettings(), now, bits, report, host_key, signer)
            await room.crowd.load()
            await room._load_tables()
            if room._shared:
                await room._shared.start()
        except BaseException:
            await store.close()
            raise
        room._sweeping = asyncio.create_task(room._sweep(), name="sweep")
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

    async def hide(self, place: Place, cards: tuple[int, ...], kept: tuple[int, ...], roots: int) -> HiddenDeck:
        """A deck hidden in many candidates, or (0) with points and its proof; one at a time, beside the event loop."""
        loop = asyncio.get_running_loop()
        if roots:
            return await loop.run_in_executor(self._hiding, hide, place, cards, self._bits, roots)
        return await loop.run_in_executor(self._hiding, hide_strict, place, cards, self._bits, kept)

    async def new_bot(self, table_id: str, style: str) -> str:
        """A bot for a table, with a name that nobody has who is or may come there. Refused beyond the host's cap."""
        actor = self.tables[table_id]
        await self.must_have_bots(actor.scene.desk.owner, 1, style)
        async with self._naming:
            await self.crowd.know_table(table_id)
            people = {place.player for place in actor.scene.table.places.values()} | self.crowd.admitted_to(table_id)
            # Those who were made a moment ago may not have sat down yet.
            made = self._new_bots.setdefault(table_id, deque(maxlen=MOST_SEATS))
            bot = await self.crowd.new_bot(style, {self.name_of(person) for person in [*people, *made]})
            made.append(bot)
        return bot

    async def must_have_bots(self, owner: str, more: int, style: str) -> None:
        """Refused if this host may not seat so many bots more, or for a style there is not."""
        await reach_all(self, owner)
        mine = sum(_bots(each) for each in self.tables.values() if each.scene.desk.owner == owner)
        if mine + more > self.settings.bots_each:
            raise Refused(f"a host may seat {self.settings.bots_each} bots in all")
        must_be_style(style)

    async def say(self, table_id: str, person: str, text: str) -> Chat:
        """A line of chat, written down."""
        return await self.crowd.say(self.tables[table_id], person, text)

    # --- among several workers ---------------------------------------------------------------------------------------

    async def meet(self, scene: Scene) -> None:
        await self.crowd.meet(scene)

    async def hear(self, notice: Notice) -> None:
        """What another worker has written of people."""
        await self.crowd.heard(notice, self.tables)

    async def find(self, table_id: str) -> Actor | None:
        """An open table, which another worker may have made a moment ago; None if there is none."""
        if table_id in self.tables or not self.store.several:
            return self.tables.get(table_id)
        if table_id not in self._finding:
            self._finding[table_id] = asyncio.create_task(self._find(table_id))
            self._finding[table_id].add_done_callback(lambda _: self._finding.pop(table_id, None))
        return await asyncio.shield(self._finding[table_id])

    async def _find(self, table_id: str) -> Actor | None:
        t = schema.game_table
        for row in await self.store.read(select(t).where(t.c.id == table_id, t.c.closed.is_(None))):
            await self._load_table(row)
        return self.tables.get(table_id)

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
        """Another name for a person (his id), which everybody sees at once."""
        await reach_all(self, person)
        others = {each for actor in self._tables_of(person) for each in actor.names_beside(person)}
        renamed = await self.crowd.rename(person, name, others)
        self.crowd.touch(person, self.tables)
        return renamed

    async def make_host(self, person: Person) -> Person:
        """He showed the host key: he may open tables."""
        return await self.crowd.make_host(person)

    def _tables_of(self, person: str) -> list[Actor]:
        """Where he sits or asks for a seat."""
        return [
            actor
            for actor in self.tables.values()
            if actor.seat_of(person) is not None or any(asked.person == person for asked in actor.scene.desk.asked)
        ]

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
        if not host.host:
            raise Refused("only a host of this room opens tables: come in by the host link")
        his, in_all = await open_tables(self, host.id)
        if his >= self.settings.tables_each:
            raise Refused(f"a host may have {self.settings.tables_each} tables open; close one first")
        if in_all >= self.settings.tables:
            raise Refused(f"this room has {self.settings.tables} tables open, and no more fit")
        if not 2 <= size <= MOST_SEATS:
            raise Refused(f"a table has 2 to {MOST_SEATS} seats, not {size}")
        desk_settings = desks.settings_with(desks.Settings(pace=self.settings.pace), settings or {})
        scene = Scene(Table.open(size), Desk(host.id, title_of(title)), at=self.now())
        step = Step(scene, "made", host.id, "made", self.now())
        step.say(desks.SettingsSet(desk_settings))
        if house:
            set_house(step, house)
        if games:
            set_games(step, list(games), mode, hands_each)
        must_be_for_two(step)
        return await self._make(host, step, size)

    async def _make(self, host: Person, step: Step, size: int) -> str:
        table_id = token_from(self._bits(12))
        row = {
            "id": table_id,
            "created": step.now,
            "title": step.desk.title,
            "host": host.id,
            "size": size,
            "config": b"{}",
            "epoch": 1,
            "seq": 0,
        }
        if self._shared:
            row["owner"] = self._shared.store.worker
            self._shared.store.notify("table", table_id)
        began = steady()
        await self.store.write((schema.game_table, row))
        if self._shared:
            self._shared.made(table_id, began)
        await self.crowd.admit(table_id, host.id, "play")
        made = written(step, self.store.key)
        await self.store.append(batch(table_id, 1, step, made))
        await self._begin(table_id, 1, made.scene)
        return table_id

    async def _begin(self, table_id: str, epoch: int, scene: Scene, fault: str = "", leads: bool = True) -> Actor:
        actor = Actor(self, table_id, epoch, scene, fault, leads)
        actor.thinking.minds = self.minds
        self.tables[table_id] = actor
        await actor.start()
        return actor

    async def _load_tables(self) -> None:
        """Every table that is not closed, as the log has it."""
        t = schema.game_table
        for row in await self.store.read(select(t).where(t.c.closed.is_(None)).order_by(t.c.created, t.c.id)):
            await self._load_table(row)

    async def _load_table(self, row: Row[Any]) -> None:
        try:
            scene, fault = await load(self.store, row, report=self.report)
        except Exception as error:
            # One table whose log cannot be read must not keep the others from their game; `doctor` says more.
            self.report("table_not_loaded", table=row.id, error=fault_of(error))
            return
        if scene.table.state.closed is not None:  # by a release that did not note it
            t = schema.game_table
            await self.store.write(update(t).where(t.c.id == row.id).values(closed=scene.at))
        elif row.id not in self.tables:
            await self.crowd.meet(scene)  # before anybody is shown the table
            actor = await self._begin(row.id, row.epoch, scene, fault, leads=not self.store.several)
            await self.crowd.recall_chat(actor)

    async def put_away(self) -> int:
        """Let go of closed tables that nobody has open; gives how many. Hands and ledger are read from the store."""
        closed = await self._closed()
        done = [each for each in self.tables.values() if each.id in closed and not each.audience.is_watched]
        for actor in done:
            del self.tables[actor.id]
            self._new_bots.pop(actor.id, None)
            await actor.stop()
            self.among.forget(actor.id)
        await self.crowd.forget_closed(self.tables)
        t, s = schema.game_table, schema.snapshot  # nobody takes them up again
        await self.store.write(delete(s).where(s.c.table_id.in_(select(t.c.id).where(t.c.closed.is_not(None)))))
        return len(done)

    async def _closed(self) -> set[str]:
        """The tables here that are closed; those that are led elsewhere are known to be by the store."""
        found = {actor.id for actor in self.tables.values() if actor.scene.table.state.closed is not None}
        if self.store.several and (others := [actor.id for actor in self.tables.values() if not actor.leads]):
            t = schema.game_table
            rows = await self.store.read(select(t.c.id).where(t.c.id.in_(others), t.c.closed.is_not(None)))
            found |= {row.id for row in rows}
        return found

    async def closed_for(self, person: Person, most: int = 50) -> list[Row[Any]]:
        """The closed tables (id, title, closed) that were put away and whose hands a person may see, newest first."""
        t, g = schema.game_table, schema.guest
        came = select(g.c.table_id).where(g.c.person == person.id)
        query = (
            select(t.c.id, t.c.title, t.c.closed)
            .where(t.c.closed.is_not(None), or_(t.c.host == person.id, t.c.id.in_(came)))
            .order_by(t.c.closed.desc())
        )
        return [row for row in await self.store.read(query.limit(most)) if row.id not in self.tables]

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

    async def _sweep(self) -> None:
        """Destroy the secrets of hands whose dispute window is over, and put closed tables away."""
        while True:
            try:
                await self.forget_secrets(self._now() - 86400 * self.settings.secrets_days)
                await self.put_away()
            except Exception as error:
                self.report("sweep_failed", error=fault_of(error))
            await asyncio.sleep(3600)

    async def forget_secrets(self, before: float) -> int:
        """Destroy decks, salts and sealed choices of hands dealt before then; gives how many hands.

        A hand that is still being played, or committed to and not yet dealt, keeps them.
        """
        s, p, e = schema.secret, schema.private, schema.event
        played = {table_id: actor.scene.hand_kept for table_id, actor in self.tables.items()}
        rows = await self.store.read(select(s.c.table_id, s.c.hand).where(s.c.made < before))
        # A table that another worker leads is his affair.
        mine = [row for row in rows if row.table_id not in self.tables or self.tables[row.table_id].leads]
        found = [row for row in mine if played.get(row.table_id) != row.hand]
        for row in found:
            table_id, hand = row.table_id, row.hand
            if table_id in self.tables:
                self.tables[table_id].forget_decks(hand)
            seqs = select(e.c.seq).where(e.c.table_id == table_id, e.c.hand == hand)
            await self.store.write(
                [
                    delete(p).where(p.c.table_id == table_id, p.c.seq.in_(seqs)),
                    delete(s).where(s.c.table_id == table_id, s.c.hand == hand),
                ]
            )
        return len(found)


def _bots(actor: Actor) -> int:
    return sum(place.player in actor.scene.desk.bots for place in actor.scene.table.places.values())


async def _keys(where: Path | str, store: AnyStore, bits: Callable[[int], bytes]) -> tuple[str, Signer]:
    """The host key and who signs: files of a data folder, or what all workers on a database share."""
    if store.several:
        shared = cast("PostgresStore", store)
        host_key = await shared.kept("host_key", lambda: token_from(bits(HOST_KEY_BYTES)))
        return host_key, Signer(bytes.fromhex(await shared.kept("signing_key", lambda: bits(32).hex())))
    return host_key_of(Path(where), bits), signer_of(Path(where), bits)


def host_key_of(folder: Path, bits: Callable[[int], bytes]) -> str:
    """The host key of a room: made once, readable by its owner alone.

    What is no key is not taken for one: an empty file, as a full disk leaves it, would let everybody in.
    """
    is_one = lambda found: bool(_HOST_KEY.fullmatch(found))  # noqa: E731
    return _kept(folder / "host_key", lambda: token_from(bits(HOST_KEY_BYTES)), is_one)


def signer_of(folder: Path, bits: Callable[[int], bytes]) -> Signer:
    """Who signs the room's commitments. The key is made once, and readable by its owner alone."""
    path = folder / "signing_key"
    try:
        return Signer(bytes.fromhex(_kept(path, lambda: bits(32).hex(), bool)))
    except (ValueError, FairError):
        raise Refused(f"the file {path} holds no signing key: put it back from a copy of the data folder") from None


def _kept(path: Path, made: Callable[[], str], is_one: Callable[[str], bool]) -> str:
    """What a file of the data folder holds; what is made for it the first time, and when it holds no such thing."""
    try:
        found = path.read_bytes().decode("ascii", "replace").strip() if path.exists() else ""
        if is_one(found):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
            return found
        key, fresh = made(), path.with_name(f"{path.name}.new")
        write_durably(fresh, f"{key}\n".encode())
        fresh.rename(path)
        return key
    except OSError as error:
        raise trouble(error, path.parent) or error from error
