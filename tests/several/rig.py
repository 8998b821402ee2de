"""Several workers on one PostgreSQL, with a proxy on every line: from each worker to the database, from its players."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from oddchip.room.doctor import check_up
from oddchip.room.store.postgres import PostgresStore
from several.looking import TABLES, Database
from several.night import Night, thinking
from several.players import Way
from several.proxy import Dial, Proxy, port
from several.workers import FAULTS, Worker, reports

#: What makes the clock of a worker go wrong when it is told to.
CLOCK = Path(__file__).with_name("clock")


class Server(Protocol):
    """A database server for the tests."""

    @property
    def dial(self) -> Dial:
        """The way to it, past everything."""

    def url(self, number: int) -> str:
        """Its database by a port of this machine."""

    @property
    def direct(self) -> str:
        """The same, past all proxies."""

    def look(self) -> Database:
        """A connection of our own."""

    async def restart(self, how: str) -> None:
        """ "fast" (connections are ended) or "immediate" (as if it had crashed), and start it again."""


class Place:
    """Where a worker runs: its lines stay while processes come and go."""

    def __init__(self, name: str, folder: Path, server: Server) -> None:
        self.name, self.folder, self.server = name, folder, server
        self.worker: Worker | None = None
        self.to_database = Proxy(server.dial, postgres=True)
        self.to_players = Proxy(self._dial)
        self._runs = 0

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.worker is None or not self.worker.said:
            raise ConnectionRefusedError(f"{self.name} does not run")
        return await port(self.worker.said["port"])()

    async def open(self) -> Place:
        await self.to_database.open()
        await self.to_players.open()
        return self

    async def start(self) -> Worker:
        """A worker process, the first or another one."""
        self._runs += 1
        self.set_clock(0)
        paths = [str(CLOCK), *filter(None, [os.environ.get("PYTHONPATH")])]
        env = {"PYTHONPATH": os.pathsep.join(paths), "ODDCHIP_TEST_CLOCK": str(self._clock)}
        options = ("--database", self.server.url(self.to_database.port))
        self.worker = await Worker(f"{self.name}.{self._runs}", self.folder / self.name, options, env).open()
        return self.worker

    @property
    def _clock(self) -> Path:
        return self.folder / f"{self.name}.clock"

    def set_clock(self, wrong: float) -> None:
        """The clock of the day here is wrong by so many seconds from now on."""
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(str(wrong))
        fresh.replace(self._clock)

    @property
    def lives(self) -> bool:
        return self.worker is not None and self.worker.lives and not self.worker.stopped

    @property
    def way(self) -> Way:
        assert self.worker is not None
        return Way(self.worker.name, self.worker.way.port, self.to_players.port)

    async def close(self) -> None:
        if self.worker is not None:
            self.worker.kill()
        await self.to_players.close()
        await self.to_database.close()


class Rig:
    """All of it."""

    def __init__(self, folder: Path, server: Server, night: Night, places: Sequence[Place]) -> None:
        self.folder, self.server, self.night, self.places = folder, server, night, places
        self.database = server.look()  # beside the one that is watched

    async def start(self, place: Place) -> None:
        """A worker in its place, and players may come by it."""
        await place.start()
        self.night.ways.now = [each.way for each in self.places if each.worker is not None and each.worker.lives]

    async def leading(self) -> dict[str, int]:
        """How many tables each worker leads, by the name of its place."""
        owners = Counter(row[3] for row in await self.database.rows(TABLES) or ())
        return {place.name: owners[place.worker.id] for place in self.places if place.worker is not None}

    def troubles(self) -> list[str]:
        """What workers say is wrong with themselves."""
        found = []
        for place in self.places:
            said = reports(self.folder / place.name)
            found += [f"{place.name}: {each}" for each in said if each["event"] in FAULTS]
            found += [
                f"{place.name}: {text}"
                for path in sorted(self.folder.glob(f"{place.name}.*.err"))
                if (text := path.read_text())
            ]
        return found

    async def doctor(self) -> list[str]:
        """What is wrong with the database, once all workers are gone."""
        store = await PostgresStore.open(self.server.direct)
        try:
            return (await check_up(store)).complaints()
        finally:
            await store.close()

    def mend(self) -> None:
        for place in self.places:
            place.to_database.mend()
            place.to_players.mend()


@asynccontextmanager
async def rig(
    folder: Path, server: Server, workers: int, tables: int, seats: int, seed: int, pause: float, seeded: int = 0
) -> AsyncIterator[Rig]:
    """Workers with people at all tables, who are at play. What is left when it goes wrong is ended."""
    database = server.look()
    night = Night(folder, database, seed, thinking(pause))
    places = [await Place(f"w{number}", folder, server).open() for number in range(workers)]
    made = Rig(folder, server, night, places)
    try:
        for place in places:
            await made.start(place)
        first: Any = places[0].worker
        await night.begin(first, tables, seats, seeded)
        await night.more()
        yield made
    finally:
        await night.give_up(night.playing)
        for place in places:
            await place.close()
        await database.close()
        await made.database.close()
