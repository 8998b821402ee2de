"""What a larger room costs, piece by piece: `scripts/bench scaling [PART...]`.

Parts: `commits` (how many commits that tell of themselves a server takes at a time, on a disk), `events` (an event, a
view, following, bytes of WAL and of tables for each event, over real sockets and two worker processes), `leases`
(renewing, and looking for tables beside many closed ones), `notices` (a commit heard by many workers), `start` (a
worker that reads all tables), `sockets` (memory of people who look on).

Nearly all is processor time, bytes and counts, which hold on a machine that has other work, too; `commits`, and what is
"to wait", are wall time. A PostgreSQL server of its own, in memory but for `commits`. Every part ends by itself and
leaves nothing behind.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import asyncpg
import uvloop
from sqlalchemy import update

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from _players import Load  # isort: skip
from _scaling_events import TABLES, Watching, events, said  # isort: skip
from postgres_server import Server, executed  # isort: skip
from room import cpu_seconds, memory_mb  # isort: skip
from several import fill, worker  # isort: skip

from oddchip.room.store import schema
from oddchip.room.store.postgres import PostgresStore
from oddchip.room.store.postgres.notices import CHANNEL

# --- commits --------------------------------------------------------------------------------------------


async def commits(server, place, args):
    """Several connections commit one row each as fast as they can, without and with a notice."""
    with Server.started(durable=True, where=Path.cwd()) as durable:
        url = durable.database()
        await executed(url, ["CREATE TABLE step (worker bigint, body bytea)"])
        for tells in ("SELECT 1", f"SELECT pg_notify('{CHANNEL}', 'x')"):
            for connections in (1, 4, 16):
                each = await committed(url, INSERT.format(tells), connections, args.commit_seconds)
                what = "that tell of themselves" if "notify" in tells else "without a notice"
                said(f"commits {what}, {connections} at a time", f"{each:.0f}", "a second")


async def committed(url, query, connections, seconds):
    """Commits a second."""
    lines, until = [await asyncpg.connect(url) for _ in range(connections)], time.perf_counter() + seconds

    async def commit(line, number):
        done = 0
        while time.perf_counter() < until:
            await line.execute(query, number, b"x" * 600)
            done += 1
        await line.close()
        return done

    return sum(await asyncio.gather(*(commit(line, number) for number, line in enumerate(lines)))) / seconds


INSERT = "WITH made AS (INSERT INTO step VALUES ($1, $2) RETURNING 1) {}"


# --- leases -----------------------------------------------------------------------------------------------------------


async def leases(server, place, args):
    url = server.database()
    store = await PostgresStore.open(url)
    seen = Watching(server, url)
    try:
        for tables in (500, 2000):
            await filled(store, tables)
            await measured_renewals(store, seen, tables, args)
        for closed in (0, 20_000, 200_000):
            await executed(url, [CLOSED.format(closed), "ANALYZE game_table"])
            took, cpu = [], seen.cpu()
            for _ in range(args.rounds):
                began = time.perf_counter()
                assert not await store.claim(100, left=60)
                took.append(1000 * (time.perf_counter() - began))
            each = 1000 * (seen.cpu() - cpu) / args.rounds
            said(
                f"looking for tables to claim, beside {closed:,} closed ones",
                f"{each:.2f}",
                "ms",
                f"{median(took):.1f} ms to wait",
            )
    finally:
        await store.close()


CLOSED = """
INSERT INTO game_table (id, created, title, host, size, config, epoch, seq, closed)
SELECT 'c' || md5(n::text || clock_timestamp()::text), 0, 'Closed', 'h', 6, '{{}}', 1, 100, 1
FROM generate_series(1, {}) AS n
"""


async def filled(store, tables):
    """So many tables that are leased to us, and no others that are open."""
    t, rows = schema.game_table, []
    await store.release(list(await store.owners()))
    await store.write(update(t).where(t.c.closed.is_(None)).values(closed=0.0))
    for number in range(tables):
        about = {"title": "T", "host": "h", "size": 6, "config": b"{}", "created": 0.0, "epoch": 1}
        rows.append((schema.game_table, {"id": f"t{tables}-{number}", "owner": store.worker, **about}))
    await store.write(rows)


async def measured_renewals(store, seen, tables, args):
    await store.renew()
    own, cpu, wal, took = time.process_time(), seen.cpu(), await seen.wal(), []
    for _ in range(args.rounds):
        began = time.perf_counter()
        held = await store.renew()
        took.append(1000 * (time.perf_counter() - began))
        assert len(held) >= tables, "a lease was lost: the machine is too busy"
    count = len(held) * args.rounds
    server, worker_ = 1e6 * (seen.cpu() - cpu) / count, 1e6 * (time.process_time() - own) / count
    bytes_ = (await seen.wal() - wal) / count
    said(
        f"renewing {len(held)} leases, each of them",
        f"{server:.1f}",
        "µs",
        f"database; worker {worker_:.1f} µs; {median(took):.0f} ms to wait",
    )
    said("WAL for each", f"{bytes_:.0f}", "bytes")


# --- notices ----------------------------------------------------------------------------------------------------------


async def notices(server, place, args):
    """Commits that tell of one event each, heard by ever more workers."""
    url = server.database()
    store = await PostgresStore.open(url)
    seen, heard, costs = Watching(server, url), [0], {}
    text = '["abcdefghijkl",["event","ABCDEFGHIJKLMNOP","%s"]]'
    try:
        for listeners in (1, 9, 17):
            others = [await asyncpg.connect(url) for _ in range(listeners)]
            for each in others:
                await each.add_listener(CHANNEL, lambda *_: heard.__setitem__(0, heard[0] + 1))
            teller = await asyncpg.connect(url)
            heard[0], cpu, own = 0, seen.cpu(), time.process_time()
            for _ in range(args.commits):
                await teller.execute(f"SELECT pg_notify('{CHANNEL}', $1)", text % 12345)
            while heard[0] < listeners * args.commits:
                await asyncio.sleep(0.01)
            costs[listeners] = [
                1e6 * (seen.cpu() - cpu) / args.commits,
                1e6 * (time.process_time() - own) / args.commits,
            ]
            for each in (*others, teller):
                await each.close()
        each = [(costs[17][place] - costs[1][place]) / 16 for place in (0, 1)]
        said("a commit heard by one worker more, in the database", f"{each[0]:.1f}", "µs")
        said("the same, in the worker's driver", f"{each[1]:.1f}", "µs")
        own, count = time.process_time(), 20_000
        done = [0]
        await store.listen(lambda notice: done.__setitem__(0, done[0] + (notice.kind == "event")))
        driver = await asyncpg.connect(url)
        own = time.process_time()
        for _ in range(count // 1000):
            await driver.execute(
                f"SELECT count(pg_notify('{CHANNEL}', format($1, n))) FROM generate_series(1, 1000) n", text
            )
        while done[0] < count:
            await asyncio.sleep(0.01)
        said(
            "a notice taken in by a worker that looks at nothing",
            f"{1e6 * (time.process_time() - own) / count:.1f}",
            "µs",
        )
        await driver.close()
    finally:
        await store.close()


# --- start and sockets ------------------------------------------------------------------------------------------------


async def start(server, place, args):
    """A worker reads every open table when it begins, and holds it."""
    found = {}
    for tables in (100, 400):
        url = server.database()
        await fill(url, tables)
        with ExitStack() as stack:
            process, _ = await asyncio.to_thread(stack.enter_context, worker(url, place / f"s{tables}"))
            await asyncio.sleep(1)
            found[tables] = cpu_seconds(process.pid), memory_mb(process.pid)
    each = [(found[400][place] - found[100][place]) / 300 for place in (0, 1)]
    said("a table that a worker reads when it starts", f"{1000 * each[0]:.1f}", "ms", "nobody has sat down yet")
    said("memory of a table that nobody has sat down at", f"{1000 * each[1]:.0f}", "kB")


async def sockets(server, place, args):
    url = server.database()
    seated, _ = await fill(url, TABLES)
    with ExitStack() as stack:
        process, port = await asyncio.to_thread(stack.enter_context, worker(url, place / "idle"))
        load, found = Load(port), []
        try:
            for number in range(601):
                if number in (200, 600):
                    await asyncio.sleep(1)
                    found.append(memory_mb(process.pid))
                table, _, token = seated[number % len(seated)]
                await load.open(table, -1, token)
            said("memory of one socket more, at a table at rest", f"{1000 * (found[1] - found[0]) / 400:.0f}", "kB")
        finally:
            await load.close()


PARTS = {each.__name__: each for each in (commits, events, leases, notices, start, sockets)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=10, help="of play for each line")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--commit-seconds", type=float, default=2)
    parser.add_argument("--commits", type=int, default=1000)
    args = parser.parse_args()
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that all is tidied up
    with (
        tempfile.TemporaryDirectory(prefix="scaling-", ignore_cleanup_errors=True) as place,
        Server.started() as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        for name in args.parts or PARTS:
            print(f"\n{name}", flush=True)
            runner.run(PARTS[name](server, Path(place), args))
        print(f"\nload of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
