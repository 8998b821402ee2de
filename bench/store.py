"""What the room's store does: appends a second, and how long one takes until it is on the disk: `scripts/bench store`.

`scripts/bench store [--postgres] [SECONDS]` (3 for each line). 150 tables; a batch is one event of 600 bytes with a
private part, every tenth with three ledger lines as at the end of a hand. First what a batch takes in processor time in
a group of ten, then appends as fast as they go, then at random moments so many times a second; with `busy` the event
loop works half a millisecond for each, as the engine and six views would. With --postgres the same on a PostgreSQL
server of its own beside the folder of SQLite, on the same disk, and besides commands that come in at another worker,
from asking to the answer. Exits non-zero outside what a full room can live with.
"""

import asyncio
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from oddchip.room.store import Batch, open_store, schema
from oddchip.room.store.several import RENEW, Answered, Asked

TABLES, BODY = 150, b"x" * 600
BUSY = 0.5e-3
CPU_AT_MOST = {"SQLite": 0.2e-3, "PostgreSQL": 0.3e-3}
APPENDS, WAITING = 1000, 64
RATES = ((300, False, 50), (300, True, 50), (1000, False, 150), (1000, True, 250))
"""Appends a second, whether the loop is busy, and at most so many milliseconds for 99 of 100."""


def batch(table, seq):
    """The step from event `seq` to the next."""
    event = {"table_id": table, "seq": seq + 1, "epoch": 1, "hand": seq // 10, "kind": "act", "actor": "ada"}
    event |= {"command_id": f"command-{seq}", "body": BODY, "at": 1.0 * seq, "state_hash": bytes(16)}
    rows = [(schema.event, event), (schema.private, {"table_id": table, "seq": seq + 1, "body": BODY[:60]})]
    if seq % 10 == 0:
        for line, amount in enumerate((-20, 15, 5)):
            place = {"table_id": table, "seq": seq + 1, "line": line, "account": f"player:{line}", "amount": amount}
            rows.append((schema.entry, place))
    return Batch(table, 1, seq, rows)


class Room:
    """Tables that are appended to, each one after the other, all at once."""

    def __init__(self, store):
        self.store, self.rng = store, Random(1)
        self.seqs = {f"table-{number}": 0 for number in range(TABLES)}
        self.ready = list(self.seqs)
        self.taken = []
        self.renewing = None

    async def start(self):
        about = {"created": 0.0, "title": "T", "host": "ada", "size": 6, "config": b"{}", "epoch": 1}
        if self.store.several:
            about["owner"] = self.store.worker
            self.renewing = asyncio.create_task(self._renew())
        await self.store.write([(schema.game_table, {"id": table, **about}) for table in self.seqs])
        return self

    async def _renew(self):
        while True:
            await asyncio.sleep(RENEW)
            await self.store.renew()

    async def append(self, busy=False):
        """One step of a table that has none under way."""
        started = perf_counter()
        table = self.ready.pop(self.rng.randrange(len(self.ready)))
        await self.store.append(batch(table, self.seqs[table]))
        self.seqs[table] += 1
        self.ready.append(table)
        self.taken.append(perf_counter() - started)
        until = perf_counter() + BUSY * busy
        while perf_counter() < until:
            pass


async def flat_out(room, seconds):
    """Appends a second with many under way."""
    until, before = perf_counter() + seconds, len(room.taken)

    async def one_after_the_other():
        while perf_counter() < until:
            await room.append()

    started = perf_counter()
    await asyncio.gather(*(one_after_the_other() for _ in range(WAITING)))
    return (len(room.taken) - before) / (perf_counter() - started)


async def at_rate(room, rate, busy, seconds):
    """Milliseconds that half and that 99 of 100 appends take, and the longest, when they come at random."""
    room.taken.clear()
    due, until, tasks = perf_counter(), perf_counter() + seconds, []
    while due < until:
        due += room.rng.expovariate(rate)
        await asyncio.sleep(max(0, due - perf_counter()))
        if room.ready:
            tasks.append(asyncio.create_task(room.append(busy)))
    await asyncio.gather(*tasks)
    cuts = quantiles(room.taken, n=100)
    return 1e3 * cuts[49], 1e3 * cuts[98], 1e3 * max(room.taken)


async def cost(room, groups=100):
    """Seconds of processor time for a batch, in groups of ten."""
    started = process_time()
    for _ in range(groups):
        await asyncio.gather(*(room.append() for _ in range(10)))
    return (process_time() - started) / groups / 10


async def measured(kind, where, seconds):
    store = await open_store(where)
    room = await Room(store).start()
    good = await lines(kind, room, seconds)
    if store.several:
        good &= await across(room, await open_store(where), seconds)
    wrong = await store.check()
    print(*wrong or ["nothing is wrong with the database"], sep="\n")
    if room.renewing:
        room.renewing.cancel()
    await store.close()
    return good and not wrong


async def lines(kind, room, seconds):
    each = await cost(room)
    good = each <= CPU_AT_MOST[kind]
    print(f"\n{kind}\n{'one batch, in groups of ten':32}{1e3 * each:8.3f} ms of processor time")
    fast = await flat_out(room, seconds)
    good &= fast >= APPENDS
    print(f"{f'flat out, {WAITING} under way':32}{fast:8.0f} appends a second")
    print(f"{'':32}{'p50':>8}{'p99':>8}{'longest':>10}  ms")
    for rate, busy, most in RATES:
        half, late, longest = await at_rate(room, rate, busy, seconds)
        good &= late <= most
        mark = "" if late <= most else f"  above {most}"
        print(f"{f'{rate} a second' + ', busy loop' * busy:32}{half:8.1f}{late:8.1f}{longest:10.1f}{mark}", flush=True)
    return good


class Across:
    """Commands that come in at another worker: into the inbox, done by the owner, and answered."""

    def __init__(self, room, other):
        self.room, self.other = room, other
        self.wanted, self.told = asyncio.Event(), asyncio.Event()
        self.waiting, self.taken, self.doing = {}, [], set()

    async def start(self):
        await self.room.store.listen(lambda notice: notice.kind in ("inbox", "poll") and self.wanted.set())
        await self.other.listen(lambda notice: notice.kind in ("answer", "poll") and self.told.set())
        self.tasks = [asyncio.create_task(each()) for each in (self.serve, self.take)]
        return self

    async def serve(self):
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            for asked in await self.room.store.inbox(list(self.room.seqs)):
                if asked.number not in self.doing:
                    self.doing.add(asked.number)
                    self.tasks.append(asyncio.create_task(self.do(asked)))

    async def do(self, asked):
        await self.room.store.append(batch(asked.table_id, self.room.seqs[asked.table_id]))
        self.room.seqs[asked.table_id] += 1
        await self.room.store.answer([Answered(asked.worker, asked.number, asked.table_id, b"ack")])

    async def take(self):
        while True:
            await self.told.wait()
            self.told.clear()
            for answer in await self.other.answers():
                self.waiting.pop(answer.number).set_result(None)

    async def ask(self, number):
        started, self.waiting[number] = perf_counter(), asyncio.get_running_loop().create_future()
        waiting, table = self.waiting[number], self.room.ready.pop(self.room.rng.randrange(len(self.room.ready)))
        await self.other.send([Asked(number, table, "ada", f"ada:{number}", "act", BODY[:100])])
        await waiting
        self.room.ready.append(table)
        self.taken.append(perf_counter() - started)


async def across(room, other, seconds, rate=300, most=100):
    both = await Across(room, other).start()
    due, until, tasks = perf_counter(), perf_counter() + seconds, []
    while due < until:
        due += room.rng.expovariate(rate)
        await asyncio.sleep(max(0, due - perf_counter()))
        if room.ready:
            tasks.append(asyncio.create_task(both.ask(len(tasks))))
    await asyncio.gather(*tasks)
    for task in both.tasks:
        task.cancel()
    await asyncio.gather(*both.tasks, return_exceptions=True)
    await other.close()
    cuts = quantiles(both.taken, n=100)
    mark = "" if 1e3 * cuts[98] <= most else f"  above {most}"
    line = "".join(
        f"{1e3 * value:{width}.1f}" for value, width in ((cuts[49], 8), (cuts[98], 8), (max(both.taken), 10))
    )
    print(f"{f'{rate} a second, other worker':32}{line}{mark}", flush=True)
    return not mark


@contextmanager
def server():
    """A database of a server that keeps what it has committed."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from postgres_server import Server

    with Server.started(durable=True, where=Path.cwd()) as started:
        yield started.database()


def main(arguments):
    postgres = "--postgres" in arguments
    rest = [text for text in arguments if text != "--postgres"]
    if len(rest) > 1 or not all(text.isdigit() and int(text) for text in rest):
        print("usage: scripts/bench store [--postgres] [SECONDS]", file=sys.stderr)
        return 2
    seconds = int(rest[0]) if rest else 3
    with (
        TemporaryDirectory(prefix="oddchip-store-", dir=Path.cwd()) as folder,
        server() if postgres else nullcontext() as url,
    ):
        good = asyncio.run(measured("SQLite", Path(folder), seconds))
        if url:
            good &= asyncio.run(measured("PostgreSQL", url, seconds))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
