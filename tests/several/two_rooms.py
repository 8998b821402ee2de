"""Two workers of one room in one process, and people whose screens go through the one or the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from sqlalchemy import select

from oddchip.room.actor import Actor
from oddchip.room.alone import Command
from oddchip.room.people import Person
from oddchip.room.protocol import Ack, GameWanted, Nack
from oddchip.room.reach import reach
from oddchip.room.room import Room, RoomSettings
from oddchip.room.store import schema
from rooms import Screen, done, passive
from several.workers import FAULTS

HOST = "Hanna"


class Side:
    """One of the workers, for the screens of those who come through it."""

    def __init__(self, room: Room, seed: int, reports: list[str]) -> None:
        self.room, self.rng, self.reports = room, Random(seed), reports

    def id(self) -> str:
        return f"{self.rng.getrandbits(60):x}"

    async def come(self, name: str, person: Person, table: str, **how: bool) -> Screen:
        """Somebody opens the table's page through this worker."""
        assert await reach(self.room, table, person.id) is not None
        return await Screen(self, name, person.id, table, **how).hello()  # type: ignore[arg-type]


class Both:
    """A room that two workers keep. Tables are made through the first."""

    def __init__(self, a: Side, b: Side, url: str) -> None:
        self.a, self.b, self.url = a, b, url
        self.people: dict[str, Person] = {}
        self.table = ""

    async def person(self, name: str, room: Room | None = None) -> Person:
        if name not in self.people:
            made, _ = await (room or self.a.room).new_guest(name)
            self.people[name] = await self.a.room.make_host(made) if name == HOST else made
        return self.people[name]

    async def new_table(self, *games: str, size: int = 6, house: dict[str, Any] | None = None, **settings: Any) -> str:
        """A table of Hanna's; whoever comes just sits down."""
        wanted = [GameWanted(*each.partition(" at ")[::2]) for each in games or ("badugi",)]
        settings.setdefault("approve", False)
        host = await self.person(HOST)
        self.table = await self.a.room.new_table(host, "Friday", size, wanted, house=house, settings=settings)
        return self.table

    async def come(self, name: str, side: Side, **how: bool) -> Screen:
        await self.a.room.accept(self.table, "play", person := await self.person(name, side.room))
        return await side.come(name, person, self.table, **how)

    async def sit(self, *names: str, chips: int = 200) -> list[Screen]:
        """They sit down side by side, and come by turns through the first worker and the second."""
        found = []
        for seat, name in enumerate(names):
            screen = await self.come(name, (self.a, self.b)[seat % 2])
            done(await screen.do("sit", seat=seat, chips=chips))
            found.append(screen)
        return found

    def actor(self, side: Side) -> Actor:
        return side.room.tables[self.table]

    @property
    def leader(self) -> Side:
        """Who leads the table."""
        (found,) = [side for side in (self.a, self.b) if self.actor(side).leads]
        return found

    @property
    def at_one(self) -> bool:
        """Do both know the same of the table?"""
        return self.actor(self.a).scene.hash == self.actor(self.b).scene.hash

    async def events(self, **where: Any) -> Sequence[Any]:
        """The table's log, oldest first."""
        e = schema.event
        told = [e.c[name] == value for name, value in where.items()]
        return await self.a.room.store.read(select(e).where(e.c.table_id == self.table, *told).order_by(e.c.seq))

    async def play_on(self, *screens: Screen) -> None:
        """Everybody answers what he is shown, until the hand is over for all."""
        number, last = screens[0].view["hand"], monotonic() + 15
        while any(_plays(screen, number) for screen in screens):
            assert monotonic() < last, [screen.view.get("acting") for screen in screens]
            for screen in screens:
                if screen.offer and _plays(screen, number):
                    answer = await screen.ask(passive(screen))
                    assert answer["t"] == "ack" or answer["kind"] == "stale", answer
            await asyncio.sleep(0.005)


def _plays(screen: Screen, number: int) -> bool:
    return screen.view["state"] == "playing" and screen.view.get("hand") == number


@asynccontextmanager
async def both(url: str, **settings: Any) -> AsyncIterator[Both]:
    """Two workers on a database, which report no fault of their own."""
    sides = []
    for seed in (1, 2):
        reports: list[str] = []
        report = partial(_noted, reports)
        room = await Room.open(url, settings=RoomSettings(pace="none", **settings), report=report)
        sides.append(Side(room, seed, reports))
    try:
        yield Both(*sides, url)
    finally:
        for side in sides:
            await side.room.close()
    for side in sides:
        assert not set(side.reports) & set(FAULTS), side.reports


def _noted(reports: list[str], event: str, **fields: Any) -> None:
    reports.append(event)


def in_two_rooms(url: str, play: Callable[[Both], Coroutine[Any, Any, None]], **settings: Any) -> Both:
    """Run `play(both)`."""

    async def all_of_it() -> Both:
        async with both(url, **settings) as pair, asyncio.timeout(60):
            await play(pair)
        return pair

    return asyncio.run(all_of_it())


async def soon(holds: Callable[[], Any], seconds: float = 6.0) -> None:
    """When it holds; it is waited for, but not long."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)


def asked(side: Side, table: str, person: Person, request: Command) -> Awaitable[Ack | Nack]:
    """Ask something of a table through a worker; the answer, when it has come."""
    said: asyncio.Future[Ack | Nack] = asyncio.get_running_loop().create_future()
    side.room.tables[table].hear(person.id, request, said.set_result)
    return asyncio.wait_for(said, 15)


async def nothing(*asked: Any, **how: Any) -> list[Any]:
    """What a worker claims that is to claim nothing."""
    return []
