"""What the room's store does: appends a second, and how long one takes until it is on the disk: `scripts/bench store`.

`scripts/bench store [SECONDS]` (3 for each line). 150 tables; a batch is one event of 600 bytes with a private part,
every tenth with three ledger lines as at the end of a hand. First what a batch takes in processor time in a group of
ten, then appends as fast as they go, then at random moments so many times a second; with `busy` the event loop works
half a millisecond for each, as the engine and six views would. Exits non-zero outside what a full room can live with.
"""

import asyncio
import sys
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from oddchip.room.store import Batch, Store, schema

TABLES, BODY = 150, b"x" * 600
BUSY = 0.5e-3
CPU_AT_MOST = 0.2e-3
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

    async def start(self):
        about = {"created": 0.0, "title": "T", "host": "ada", "size": 6, "config": b"{}", "epoch": 1}
        await self.store.write([(schema.game_table, {"id": table, **about}) for table in self.seqs])
        return self

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


async def measured(folder, seconds):
    store = await Store.open(folder)
    room = await Room(store).start()
    each = await cost(room)
    good = each <= CPU_AT_MOST
    print(f"{'one batch, in groups of ten':32}{1e3 * each:8.3f} ms of processor time")
    fast = await flat_out(room, seconds)
    good &= fast >= APPENDS
    print(f"{f'flat out, {WAITING} under way':32}{fast:8.0f} appends a second")
    print(f"{'':32}{'p50':>8}{'p99':>8}{'longest':>10}  ms")
    for rate, busy, most in RATES:
        half, late, longest = await at_rate(room, rate, busy, seconds)
        good &= late <= most
        mark = "" if late <= most else f"  above {most}"
        print(f"{f'{rate} a second' + ', busy loop' * busy:32}{half:8.1f}{late:8.1f}{longest:10.1f}{mark}", flush=True)
    wrong = await store.check()
    print(*wrong or ["nothing is wrong with the database"], sep="\n")
    await store.close()
    return good and not wrong


def main(arguments):
    if len(arguments) > 1 or not all(text.isdigit() and int(text) for text in arguments):
        print("usage: scripts/bench store [SECONDS]", file=sys.stderr)
        return 2
    seconds = int(arguments[0]) if arguments else 3
    with TemporaryDirectory(prefix="oddchip-store-", dir=Path.cwd()) as folder:
        return 0 if asyncio.run(measured(Path(folder), seconds)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
