"""A night: workers, players who come and go as they must, things that go wrong, and the history of it all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic

from several.arriving import arrive, deal, token_of
from several.checker import Finding, check
from several.history import Acked, Event, Fault, Notes, Record, Refused, Seen, Sent, Shown, Socket, of_kind, read
from several.looking import Database, Watch, written_down
from several.players import Player, Think, Ways
from several.workers import Worker

#: Seconds that players have at the end to hear of what they asked.
LAST_WORDS = 40.0


def thinking(mean: float) -> Think:
    """So many seconds on average, as of people who look at their cards."""
    return lambda rng: min(4 * mean, rng.expovariate(1 / mean))


class Night:
    """One room under load. `workers` may come and go; `ways` are how players get in."""

    def __init__(self, folder: Path, database: Database, seed: int, think: Think) -> None:
        self.folder, self.database, self.rng, self.think = folder, database, Random(seed), think
        folder.mkdir(parents=True, exist_ok=True)
        self.notes = Notes(folder / "history")
        self.ways = Ways()
        self.players: list[Player] = []
        self.playing: list[asyncio.Task[None]] = []
        self.watch = Watch(database, self.notes)
        self._watching: asyncio.Task[None] | None = None

    async def begin(self, worker: Worker, tables: int, seats: int, seeded: int = 0) -> None:
        """Guests come by a worker's pages, sit down by any worker, and the deal begins at all tables. Those of the
        first `seeded` tables take part in the shuffle.
        """
        host, guests = await asyncio.to_thread(arrive, worker.said, tables, seats)
        self._watching = asyncio.create_task(self.watch.go_on())
        with_seeds = {guest.table for guest in guests[: seeded * seats]}
        for guest in guests:
            rng, seeds = Random(self.rng.getrandbits(64)), guest.table in with_seeds
            player = Player(guest, self.ways, self.notes, rng, self.think, seeds)
            self.players.append(player)
            self.playing.append(asyncio.create_task(player.play()))
        await self.until(lambda: all(player.seated for player in self.players), 60, "everybody sits")
        for table in sorted({guest.table for guest in guests}):
            await deal(worker.way, token_of(host), table)

    async def until(self, true: Callable[[], bool], seconds: float, what: str) -> None:
        """Wait until something is so, while everybody plays; an error of a player's is one of the night."""
        last = monotonic() + seconds
        while not true():
            self._must_go_well()
            assert monotonic() < last, f"not in {seconds:.0f} s: {what}"
            await asyncio.sleep(0.02)

    def _must_go_well(self) -> None:
        for task in (*self.playing, *([self._watching] if self._watching else [])):
            if task.done():
                task.result()

    async def for_a_while(self, seconds: float) -> None:
        last = monotonic() + seconds
        await self.until(lambda: monotonic() >= last, seconds + 10, "time goes by")

    @asynccontextmanager
    async def fault(self, what: str) -> AsyncIterator[None]:
        """What is done inside is noted as something that went wrong."""
        began = monotonic()
        yield
        self.notes.note(Fault(began, monotonic(), what))

    async def back(self, seconds: float = 20) -> None:
        """Wait until everybody is shown his table again."""
        await self.until(lambda: all(player.is_there for player in self.players), seconds, "everybody is back")

    def unproven(self) -> list[str]:
        """What those who take part in shuffles found wrong with their proofs."""
        return [f"{each.guest.name}: {why}" for each in self.players if each.part for why in each.part.troubles]

    def proven(self) -> int:
        """How many cards they saw the proof of."""
        return sum(player.part.checked for player in self.players if player.part)

    def acts(self) -> int:
        """Decisions that were acknowledged so far."""
        return sum(player.acts for player in self.players)

    async def more(self, seconds: float = 20) -> float:
        """Wait until somebody's decision was done at every table; gives how many seconds that took."""
        began, before = monotonic(), self._by_table()
        further = lambda: all(now > before[table] for table, now in self._by_table().items())  # noqa: E731
        await self.until(further, seconds, "every table goes on")
        return monotonic() - began

    def _by_table(self) -> dict[str, int]:
        found = dict.fromkeys((player.guest.table for player in self.players), 0)
        for player in self.players:
            found[player.guest.table] += player.acts
        return found

    async def end(self) -> Outcome:
        """Everybody hears of what he asked, and goes; then all that was written down is read."""
        for player in self.players:
            player.ending = True
        _, late = await asyncio.wait(self.playing, timeout=LAST_WORDS)
        ended = monotonic()
        await self.give_up(late)
        for task in set(self.playing) - late:
            task.result()
        await self.watch.look()
        self.notes.note(*await written_down(self.database, ended))
        self.notes.close()
        return Outcome(list(read(self.folder / "history")), self.watch.slowest)

    async def give_up(self, tasks: Iterable[asyncio.Task[None]] = ()) -> None:
        """Nobody plays or looks any more."""
        for task in (*tasks, *([self._watching] if self._watching else [])):
            task.cancel()
        await asyncio.gather(*self.playing, *([self._watching] if self._watching else []), return_exceptions=True)


@dataclass
class Outcome:
    """The history of a night, and what it comes to. `slowest`: the longest time between two looks at the database."""

    records: list[Record]
    slowest: float = 0.0
    findings: list[Finding] = field(init=False)

    def __post_init__(self) -> None:
        self.findings = check(self.records)

    def complaints(self, most: int = 12) -> list[str]:
        """What was found, the first of it."""
        return [str(each) for each in self.findings[:most]]

    def count(self, kind: str) -> int:
        """Events of a kind in the log."""
        return sum(event.kind == kind for event in of_kind(self.records, Event))

    def faults(self) -> list[Fault]:
        return of_kind(self.records, Fault)

    def silences(self) -> list[tuple[Fault, float]]:
        """With each fault, how many seconds after its end it took until something was done at every table."""
        done: dict[str, list[float]] = {}
        for acked in of_kind(self.records, Acked):
            done.setdefault(acked.table, []).append(acked.at)
        found = []
        for fault in self.faults():
            first = [min((at for at in times if at > fault.until), default=inf) for times in done.values()]
            found.append((fault, max(first) - fault.until))
        return found

    def absences(self, during: Fault | None = None) -> list[float]:
        """For each time that a player was cut off, how many seconds until he was shown the table again.

        A fault may cut somebody off a moment after it is over, but not once the next one has begun.
        """
        begun = [fault.at for fault in self.faults() if during is not None and fault.at >= during.until]
        until = min((during.until + 1, *begun)) if during is not None else inf
        gone: dict[str, float] = {}
        found = []
        for record in self.records:
            if isinstance(record, Shown) and record.viewer in gone:
                began = gone.pop(record.viewer)
                if during is None or during.at <= began < until:
                    found.append(record.at - began)
            elif isinstance(record, Socket) and record.why:
                gone.setdefault(record.viewer, record.at)
        return found

    def words(self) -> str:
        """What the night came to, in a sentence."""
        sent, acked = of_kind(self.records, Sent), of_kind(self.records, Acked)
        again = len(sent) - len({each.command for each in sent})
        moved = [seen for seen in of_kind(self.records, Seen) if seen.epoch > 1]
        takeovers = len({(seen.table, seen.epoch) for seen in moved})
        absences = self.absences()
        away = f", away {p(absences, 50):.2f} s (median), {max(absences):.2f} s at most" if absences else ""
        refused = len(of_kind(self.records, Refused))
        return (
            f"{len(self.faults())} faults, {len({each.command for each in acked})} acknowledged commands of "
            f"{len({each.command for each in sent})}, {again} sent again, {refused} refused, "
            f"{len(of_kind(self.records, Event))} events, {len(of_kind(self.records, Shown))} views, "
            f"{takeovers} tables taken over, {len(absences)} times cut off{away}"
        )


def p(values: list[float], percent: int) -> float:
    """A percentile."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]
