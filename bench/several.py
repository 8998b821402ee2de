"""Two workers on one PostgreSQL, and everybody comes through the wrong one: `scripts/bench several [--seconds N]
[--tables N] [--rate N]`.

A real server is started (its commits on the disk), a database is filled with tables of six people at badugi, and two
`oddchip serve --database` are opened on ports of their own. Of each table the people come through the worker that does
not lead it: every decision goes over the database to the leader, and over the database back to six sockets. Decisions
come at random moments (an open load) and are timed from sending to the last of the six views, as in `scripts/bench
room`. Then one worker is killed, and the time is taken until each of its tables has acted again.

Every part ends by itself and leaves nothing behind. Exits non-zero outside the limits.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select as select_ready
from statistics import median, quantiles

import uvloop
from sqlalchemy import func, select

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from _players import SEATS, Load  # isort: skip
from postgres_server import Server  # isort: skip
from room import HOUSE, WAITED, cpu_seconds, memory_mb  # isort: skip

from oddchip.room.protocol import GameWanted
from oddchip.room.room import Room, RoomSettings
from oddchip.room.store import schema
from oddchip.room.store.postgres import PostgresStore

ROOT = Path(__file__).parents[1]
P99 = 100  # ms to the last seat
AGAIN = 5.0  # seconds until the tables of a killed worker act again


async def fill(url, tables, **about):
    """People at tables, and how they are known: (table, seat, token) each; and the tokens of the hosts."""
    settings = RoomSettings(pace="none", tables_each=100_000, tables=100_000)
    room = await Room.open(url, settings=settings)
    host, host_token = await room.new_guest("Host")
    host = await room.make_host(host)
    seated, hosts = [], []
    for number in range(tables):
        table = await room.new_table(
            host, f"Table {number}", SEATS, [GameWanted("badugi")], house=HOUSE, settings={"approve": False, **about}
        )
        for seat in range(SEATS):
            person, token = await room.new_guest(f"P{number}-{seat}")
            await room.accept(table, "play", person)
            seated.append((table, seat, token))
        hosts.append((table, host_token))
    await room.close()
    return seated, hosts


@contextmanager
def worker(url, folder):
    """One worker in a process of its own, gone afterwards whatever happens: gives the process and its port."""
    command = [sys.executable, "-P", "-m", "oddchip.cli", "serve", "--port", "0", "--data", str(folder), "--json"]
    env = {**os.environ, "PYTHONPATH": "src", "ODDCHIP_DATABASE": url}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT, start_new_session=True)
    try:
        if not select_ready([process.stdout], [], [], WAITED)[0] or not (said := process.stdout.readline()):
            raise SystemExit("a worker did not open")
        yield process, json.loads(said)["port"]
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(WAITED)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


async def evenly(store, tables, workers):
    """Who leads which table, once all are led and no worker has more than his share."""
    async with asyncio.timeout(WAITED):
        while True:
            owners = {table: owner for table, (owner, _) in (await store.owners()).items()}
            counts = [list(owners.values()).count(each) for each in workers]
            if sum(counts) == tables and max(counts) - min(counts) <= 4:
                return owners
            await asyncio.sleep(0.3)


async def known(store, others):
    """The id of the worker that has just come."""
    async with asyncio.timeout(WAITED):
        while not (found := set(await store.workers()) - set(others)):
            await asyncio.sleep(0.1)
    return found.pop()


async def crowd(load, seated, hosts):
    """Everybody comes in and sits down; the deal begins."""
    for number, (table, seat, token) in enumerate(seated):
        await load.open(table, seat, token, sit=True)
        if number % 60 == 0:
            await asyncio.sleep(0.05)
    for table, token in hosts:
        socket = await load.open(table, -1, token)
        await socket.send('{"t":"host","id":"deal","what":"deal"}')
        await asyncio.sleep(0.1)  # it goes over the database
        await socket.close()
    while len(load.ready) < len(hosts):
        await asyncio.sleep(0.1)


async def played(store, processes, load, args):
    """The load: one line."""
    e = schema.event
    count = select(func.count()).select_from(e)
    before, spent, began = (await store.read(count))[0][0], [cpu_seconds(each.pid) for each in processes], time.time()
    sent, missed = await load.run(args.rate, args.seconds)
    took, events = time.time() - began, (await store.read(count))[0][0] - before
    used = [cpu_seconds(each.pid) - was for each, was in zip(processes, spent, strict=True)]
    p50, p99, lost = 1000 * median(load.taken), 1000 * quantiles(load.taken, n=100)[98], len(load.waiting)
    good = p99 <= P99 and not lost and missed <= 0.02 * (sent + missed) and not load.nacks
    print(
        f"{args.rate}/s for {args.seconds:.0f} s through the wrong worker: {sent} decisions, "
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms (at most {P99}), {missed} not possible, {lost} not answered, "
        f"{len(load.nacks)} refused; the workers took {1000 * sum(used) / events:.2f} ms an event, "
        f"{' and '.join(f'{each / took:.0%}' for each in used)} of a core, "
        f"{' and '.join(f'{memory_mb(each.pid):.0f}' for each in processes)} MB; "
        f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores{'' if good else '  MISSED'}",
        flush=True,
    )
    if load.nacks:
        print(f"refused: such as {load.nacks[0]}")
    return good


async def killed(store, process, owner, load, owners):
    """How long the tables of a killed worker stand still. Their people are with the other one."""
    tables = [table for table, who in owners.items() if who == owner]
    load.away = set(owners) - set(tables)  # their people came through the one who is killed
    e, last = schema.event, {}
    newest = select(e.c.table_id, func.max(e.c.seq).label("seq")).group_by(e.c.table_id)
    playing = asyncio.create_task(load.run(50, 8))
    await asyncio.sleep(1)
    process.kill()
    began = time.monotonic()
    for row in await store.read(newest.where(e.c.table_id.in_(tables))):
        last[row.table_id] = row.seq
    back = {}
    while len(back) < len(tables) and time.monotonic() - began < 4 * AGAIN:
        await asyncio.sleep(0.05)
        for row in await store.read(newest.where(e.c.table_id.in_(tables))):
            if row.table_id not in back and row.seq > last[row.table_id]:
                back[row.table_id] = time.monotonic() - began
    await playing
    good = len(back) == len(tables) and max(back.values()) <= AGAIN
    print(
        f"a worker with {len(tables)} tables was killed: {len(back)} act again after {min(back.values()):.1f} to "
        f"{max(back.values()):.1f} s (at most {AGAIN:.0f}){'' if good else '  MISSED'}",
        flush=True,
    )
    return good


async def counted(store, acks):
    """Every acknowledged decision is in the log once, and the ledger is even."""
    e = schema.event
    rows = await store.read(select(e.c.command_id).where(e.c.kind == "act"))
    ids = [row.command_id.rpartition(":")[2] for row in rows]
    findings = await store.check()
    lost, twice = acks - set(ids), len(ids) - len(set(ids))
    print(f"{len(acks)} acknowledged, {len(lost)} lost, {twice} doubled; the store: {findings or 'sound'}")
    return not lost and not twice and not findings


async def two_workers(stack, url, place, store):
    """Two that run until the stack is left: their processes, ports and names."""
    processes, ports, names = [], [], []
    for number in range(2):
        process, port = await asyncio.to_thread(stack.enter_context, worker(url, place / f"data{number}"))
        processes.append(process)
        ports.append(port)
        names.append(await known(store, names))
    return processes, ports, names


async def run(url, place, args):
    seated, hosts = await fill(url, args.tables)
    store = await PostgresStore.open(url)
    with ExitStack() as stack:
        processes, ports, names = await two_workers(stack, url, place, store)
        owners = await evenly(store, args.tables, names)
        load = Load(ports[0])
        load.ports = {table: ports[1 - names.index(owner)] for table, owner in owners.items()}
        try:
            async with asyncio.timeout(3 * WAITED + args.tables):
                await crowd(load, seated, hosts)
            fine = await played(store, processes, load, args)
            owners = {table: owner for table, (owner, _) in (await store.owners()).items()}
            fine &= await killed(store, processes[0], names[0], load, owners)
            fine &= await counted(store, load.acks)
        finally:
            await load.close()
            await store.close()
    return fine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--rate", type=int, default=300, help="decisions a second")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that all is tidied up
    with (
        tempfile.TemporaryDirectory(prefix="several-", ignore_cleanup_errors=True) as place,
        Server.started(durable=True) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        fine = runner.run(run(server.database(), Path(place), args))
    sys.exit(not fine)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
