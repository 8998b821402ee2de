"""Bots at full speed at a room's tables, with people who come, play, talk and go, and what the processes hold.

    found = asyncio.run(hour(where, folder, workers=2, seconds=600))
    found.troubles()      # sentences about what grows
    found.words()         # what was measured

A worker is a process of its own (`soaking.worker`). Everything ends by itself, and nothing is left.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import linear_regression
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from oddchip.room.connection import MOST_LINES
from oddchip.room.project import lines, worths
from oddchip.room.protocol import GameWanted, Host
from oddchip.room.room import Room, RoomSettings
from postgres_server import executed
from several.workers import FAULTS
from soaking.tables import Guest

TESTS = Path(__file__).parents[1]
TABLES, BOTS, VISITORS = 8, 3, 8
GAMES = ("badugi", "five_card_draw", "razz", "california_lowball", "stud_eight", "ante_draw", "omaha", "jacks_back")
HOUSE = {"clock_seconds": "none", "away_orbits": 0}
#: Seconds for a worker to open and to end.
OPENS, ENDS = 60.0, 30.0
#: More seconds until so many hands were played as there have to be.
SLOW = 60.0
#: The first part of the time, in which caches and what is remembered of the last hands fill up.
WARM = 0.35
#: How often it is counted what there is.
CENSUSES = 20
#: Growth that is none: of memory in an hour, of what is counted in the whole time after warming up.
MOST_AN_HOUR, MOST_OF_ANY, ANY = 0.10, 0.25, 16
#: Seconds from which on that can be told, and before which twice as much is no growth yet.
LONG = 300.0
#: What is kept of the last of something fills up to a bound, in long enough a time: 100 lines of chat at each table.
FULL = {
    "Audience.chat": 100 * TABLES,
    "Audience._sayings": 100 * TABLES,
    "Desk.approved": 4 * TABLES * VISITORS,
    "HandLines._said": lines.MOST_KEPT * TABLES,
    "Sight.lines": MOST_LINES * VISITORS,
    "Worths._known": worths.MOST_KEPT * TABLES,
}
#: Rows that are there for as long as something goes on; log, hands, records and ledger grow with the play.
PASSING = ("snapshot", "inbox", "answer", "presence", "worker", "turn", "meta", "guest", "session", "person", "name")
#: Of these there are as many as somebody is just asking for, or looking at.
UNDER_WAY = ("inbox", "answer", "presence")
#: Of these there are as many as it takes until each table has gone on for a while.
SNAPSHOTS = 2 * TABLES


async def filled(where: Path | str) -> list[tuple[str, list[str]]]:
    """Tables at which bots play, as soon as somebody serves them: the id of each, and tokens of who may come there."""
    settings = RoomSettings(pace="none", tables_each=TABLES, tables=TABLES, bots_each=TABLES * BOTS)
    room = await Room.open(where, settings=settings)
    person, _ = await room.new_guest("Hanna")
    host, made = await room.make_host(person), []
    guests = [await room.new_guest(f"Guest {number}") for number in range(VISITORS)]
    for number in range(TABLES):
        wanted, about = [GameWanted(GAMES[number % len(GAMES)])], {"approve": False, "watching": "live"}
        table_id = await room.new_table(host, f"Table {number}", 4, wanted, house=HOUSE, settings=about)
        for guest, _ in guests:
            await room.accept(table_id, "play", guest)
        tab = await Guest(room, host).come(table_id)
        for seat in range(BOTS):
            await tab.must(Host, what="bot", seat=seat, words="caller")
        await tab.must(Host, what="deal")
        tab.go()
        made.append((table_id, [token for _, token in guests]))
    await room.close()
    return made


# --- people -----------------------------------------------------------------------------------------------------------


class Visitor:
    """Somebody who comes by any worker, takes the free seat or looks on, talks, and goes; again and again."""

    def __init__(self, token: str, rng: Random) -> None:
        self.token, self.rng = token, rng
        self.visits = self.acks = self.frames = 0
        self._socket: ClientConnection | None = None
        self._decided: tuple[int, ...] = ()

    async def live(self, ports: Sequence[int], tables: Sequence[str]) -> None:
        number = 0
        while True:
            number += 1
            with suppress(WebSocketException, OSError, TimeoutError), self._hung_up():
                await self._visit(self.rng.choice(ports), self.rng.choice(tables), number)
            await asyncio.sleep(self.rng.uniform(0, 1))

    @contextmanager
    def _hung_up(self) -> Iterator[None]:
        """The line is closed at the end, even if he is told to go while he waits for the other side's good-bye."""
        try:
            yield
        finally:
            if self._socket is not None:
                self._socket.transport.abort()

    async def _visit(self, port: int, table_id: str, number: int) -> None:
        base = f"http://127.0.0.1:{port}"
        url, headers = f"ws://127.0.0.1:{port}/table/{table_id}/live", {"Cookie": f"oddchip={self.token}"}
        async with asyncio.timeout(20), connect(url, origin=base, additional_headers=headers) as self._socket:
            await self._say({"t": "hello", "protocol": 1})
            first = {"t": "do", "id": f"s{number}", "what": "sit", "seat": 3, "chips": 100}
            plays = self.rng.random() < 0.5
            await self._say(first if plays else {"t": "chat", "id": f"c{number}", "text": "Hello again"})
            self.visits += 1
            until = monotonic() + self.rng.uniform(0.5, 4)
            while monotonic() < until:
                async with asyncio.timeout(10):  # not wait_for, which may swallow that he is told to go (Python 3.11)
                    frame = await self._socket.recv()
                await self._hear(json.loads(frame))
            if plays:
                await self._say({"t": "do", "id": f"l{number}", "what": "leave"})

    async def _hear(self, frame: Mapping[str, Any]) -> None:
        self.frames += 1
        self.acks += frame["t"] == "ack"
        offer = frame.get("me", {}).get("offer")
        if offer and tuple(offer["decision"]) != self._decided:
            self._decided = tuple(offer["decision"])
            await self._say(answer_to(offer, frame["me"].get("cards", ()), self.rng))

    async def _say(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))


def answer_to(offer: Mapping[str, Any], cards: Sequence[Sequence[str]], rng: Random) -> dict[str, Any]:
    """Check, call, bring it in, stand pat, give the first cards."""
    do = {"draw": "draw", "swap": "give"}.get(offer["kind"], "")
    do = do or next((each for each in ("check", "call", "bring_in") if offer.get(each)), "fold")
    said: dict[str, Any] = {"t": "act", "id": f"a{rng.getrandbits(60):x}", "do": do, "sure": True}
    return said | {
        "decision": offer["decision"],
        "price": offer.get("price", 0),
        "cards": [card[0] for card in cards[: offer.get("count", 0)]],
    }


# --- processes --------------------------------------------------------------------------------------------------------


@dataclass
class Samples:
    """What one worker told, one sample after the other."""

    name: str
    seconds: float
    every: list[dict[str, Any]] = field(default_factory=list)

    @property
    def warm(self) -> list[dict[str, Any]]:
        """Those after warming up."""
        return self.every[int(len(self.every) * WARM) :]

    @property
    def slope(self) -> float:
        """Bytes of memory in an hour, by the line that fits best."""
        return 3600 * linear_regression([each["at"] for each in self.warm], [each["rss"] for each in self.warm]).slope

    def growing(self) -> list[str]:
        """What was counted that has grown since it was warm: its least at the end is above its most in the middle."""
        warm = [each for each in self.warm if "counts" in each]
        third, most = max(1, len(warm) // 3), 1 + (MOST_OF_ANY if self.seconds >= LONG else 1)
        found = []
        for kind in ("counts", "sizes"):
            for name in sorted({name for each in warm for name in each[kind]}):
                values = [each[kind].get(name, 0) for each in warm]
                early, late = max(values[:third]), min(values[-third:])
                if late > max(early * most + ANY, FULL.get(name, 0)):
                    found.append(f"{self.name}: {name} has grown from {early} to {late}")
        return found


@asynccontextmanager
async def worker(samples: Samples, every: float, each: int, data: Path, database: str):
    """A worker's process and its port; its samples are added as they come."""
    arguments = [str(every), str(each), str(data), *([database] if database else [])]
    command = [sys.executable, "-P", "-m", "soaking.worker", *arguments]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS.parent / "src"), str(TESTS)))}
    process = await asyncio.create_subprocess_exec(
        *command, stdout=PIPE, env=env, start_new_session=True, limit=1 << 22
    )
    assert process.stdout is not None
    try:
        said = json.loads(await asyncio.wait_for(process.stdout.readline(), OPENS))
        reading = asyncio.create_task(_read(process, samples))
        yield said["port"]
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), ENDS) == 0, f"{samples.name} did not end well"
        await reading
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _read(process: Process, samples: Samples) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        samples.every.append(json.loads(line))


# --- all of it --------------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """What came of it. `rows`: of each sample of the store, by table."""

    seconds: float
    samples: list[Samples] = field(default_factory=list)
    rows: list[dict[str, int]] = field(default_factory=list)
    hands: int = 0
    visits: int = 0
    acks: int = 0
    lost: int = 0
    reports: list[str] = field(default_factory=list)

    def troubles(self) -> list[str]:
        """Sentences about what grows, or went wrong; memory only where it was looked at for long enough."""
        found = [each for some in self.samples for each in some.growing()]
        if self.seconds >= LONG:
            found += [
                f"{some.name}: memory grows by {some.slope / 1e6:.1f} MB an hour"
                for some in self.samples
                if some.slope > MOST_AN_HOUR * some.warm[0]["rss"]
            ]
        return found + self._rows_that_grow() + self.reports

    def _rows_that_grow(self) -> list[str]:
        warm = self.rows[int(len(self.rows) * WARM) :]
        third = max(1, len(warm) // 3)
        spans = [(name, max(r[name] for r in warm[:third]), min(r[name] for r in warm[-third:])) for name in PASSING]
        return [
            f"rows of {name} have grown from {early} to {late}"
            for name, early, late in spans
            if late > early + (2 * VISITORS if name in UNDER_WAY else 0) and (name != "snapshot" or late > SNAPSHOTS)
        ]

    def words(self) -> str:
        """What was measured, for docs/verified.md."""
        each = "; ".join(
            f"{some.name} {some.warm[0]['rss'] / 1e6:.0f} MB when warm, "
            f"{some.warm[-1]['rss'] / 1e6:.0f} MB at the end, "
            f"{some.slope / 1e6:+.1f} MB an hour" for some in self.samples
        )  # fmt: skip
        return f"{self.hands:,} hands, {self.visits:,} visits, {self.acks:,} answers; {each}{self._moved()}"

    def _moved(self) -> str:
        """How often a worker was too slow for its leases, as on a machine that has other things to do."""
        return f"; tables were lost and taken again {self.lost} times" if self.lost else ""


async def hour(where: Path | str, folder: Path, workers: int, seconds: float, hands: int = 0) -> Found:
    """Let it go on for so many seconds, and for so many hands. `where` is a data folder, or the URL of a database."""
    every = min(5.0, seconds / 20)
    each = max(1, int(seconds / every / CENSUSES))
    tables = await filled(where)
    ids, tokens = [table_id for table_id, _ in tables], tables[0][1]
    database = where if isinstance(where, str) else ""
    found = Found(seconds)
    visitors = [Visitor(token, Random(number)) for number, token in enumerate(tokens)]
    async with AsyncExitStack() as stack:
        found.samples = [Samples(f"worker {number + 1}", seconds) for number in range(workers)]
        ports = []
        for number, samples in enumerate(found.samples):
            data = folder / f"w{number}" if database else Path(where)
            ports.append(await stack.enter_async_context(worker(samples, every, each, data, database)))
        living = [asyncio.create_task(each.live(ports, ids)) for each in visitors]
        try:
            await _for_a_while((seconds, hands), every, found, where, lambda: [task for task in living if task.done()])
        finally:
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)
    found.visits, found.acks = sum(each.visits for each in visitors), sum(each.acks for each in visitors)
    found.hands = (await counts(where, ("hand",)))["hand"]
    reported = reports_of(folder)
    found.lost = reported["table_lost"]
    found.reports = [f"{reported[kind]} times {kind} was reported" for kind in FAULTS if reported[kind]]
    return found


async def _for_a_while(
    least: tuple[float, int],
    every: float,
    found: Found,
    where: Path | str,
    ended: Callable[[], list[asyncio.Task[None]]],
) -> None:
    """Seconds and hands; a machine that has no time for hands is not waited for much longer."""
    began, (seconds, hands) = monotonic(), least
    while (over := monotonic() - began - seconds) < 0 or (found.hands < hands and over < SLOW):
        await asyncio.sleep(min(every, -over) if over < -0.1 else every)
        found.rows.append(await counts(where, PASSING))
        found.hands = (await counts(where, ("hand",)))["hand"]
        for task in ended():
            task.result()


async def counts(where: Path | str, names: Sequence[str]) -> dict[str, int]:
    """Rows of some tables, looked at from outside."""
    query = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM {name}" for name in names)
    if isinstance(where, str):
        return dict(await executed(where, [query]))
    with closing(sqlite3.connect(f"file:{where / 'room.db'}?mode=ro", uri=True)) as database:
        return dict(database.execute(query).fetchall())


def reports_of(folder: Path) -> Counter[str]:
    """How often the workers reported what."""
    said = [line for path in sorted(folder.rglob("log*.jsonl")) for line in path.read_text().splitlines()]
    return Counter(json.loads(line)["event"] for line in said if line.endswith("}"))
