"""What a full card room takes, over real sockets on loopback: `scripts/bench room [--seconds N] [--tables N] [--idle
N] [--seeds]`.

A data folder is filled with tables of six people at badugi; `scripts/oddchip serve` opens it; this process plays all
the people over WebSocket. Decisions come at random moments, so many a second in all, whatever the room is doing (an
open load); each is timed from sending it to the moment the last of the six seats holds the view in which it is done.
The deals between hands are the room's own and come on top; every hand is dealt from a committed deck, and with --seeds
all six tell a seed for it, so that each deal waits for six answers, and everybody is sent his proofs. Afterwards the
log is counted: every acknowledged decision once, the ledger even.

Three parts: 300 decisions a second (two minutes; ten with --long), 600 a second, and idle sockets. Beside the times
stands what does not depend so much on what else the machine does: the server's processor time for each event, deals
included, and the load of the machine. Every part ends by itself, a server that does not answer is given up, and nothing
is left behind, after Ctrl-C either. Exits non-zero outside the limits.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from select import select as select_ready
from statistics import median, quantiles
from urllib.request import urlopen

import uvloop
from sqlalchemy import func, select

sys.path.insert(0, str(Path(__file__).parent))

from _players import SEATS, Load  # isort: skip

from oddchip.room.protocol import GameWanted
from oddchip.room.room import Room, RoomSettings
from oddchip.room.store import Store, schema

ROOT = Path(__file__).parents[1]
HOUSE = {"clock_seconds": "none", "away_orbits": 0, "buy_in_max": "none"}
LIMITS = {300: (10, 50), 600: (None, 150)}  # decisions a second: p50 and p99 in ms
IDLE_MB = 250
WAITED = 60  # seconds for a part to begin, and for the server to end


# --- the data folder -------------------------------------------------------------------------------------------------


async def fill(folder, tables, idle):
    """People at tables, and how they are known: (table, seat, token) each; and the tokens of those who only look on."""
    settings = RoomSettings(pace="none", tables_each=100_000, tables=100_000)
    room = await Room.open(folder, settings=settings)
    host, host_token = await room.new_guest("Host")
    host = await room.make_host(host)
    seated, watchers, hosts = [], [], []
    for number in range(tables):
        table = await room.new_table(
            host, f"Table {number}", SEATS, [GameWanted("badugi")], house=HOUSE, settings={"approve": False}
        )
        people = [await room.new_guest(f"P{number}-{seat}") for seat in range(SEATS)]
        for seat, (person, token) in enumerate(people):
            await room.accept(table, "play", person)
            seated.append((table, seat, token))
        hosts.append((table, host_token))
    for number in range(-(-idle // 10)):
        person, token = await room.new_guest(f"W{number}")
        await room.accept(seated[0][0], "watch", person)
        watchers += [(seated[0][0], -1, token)] * 10
    await room.close()
    return seated, watchers[:idle], hosts


@contextmanager
def serving(folder):
    """A room in a process of its own, which is gone afterwards whatever happens: gives the process and its port."""
    command = [sys.executable, "-P", "-m", "oddchip.cli", "serve", "--port", "0", "--data", str(folder), "--json"]
    env = {**os.environ, "PYTHONPATH": "src"}
    # A session of its own: Ctrl-C comes to us alone, and we end it in good order.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT, start_new_session=True)
    try:
        if not select_ready([process.stdout], [], [], WAITED)[0] or not (said := process.stdout.readline()):
            raise SystemExit("the room did not open")
        yield process, json.loads(said)["port"]
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(WAITED)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def events_of(port):
    """How many events the room has written since it began."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=WAITED) as answer:
        found = re.search(r"^oddchip_events_total (\S+)", answer.read().decode(), re.M)
    return float(found[1]) if found else 0


def memory_mb(pid):
    """Resident memory of a process, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- the parts -------------------------------------------------------------------------------------------------------


async def crowd(load, seated, hosts):
    """Everybody comes in and sits down; the deal begins."""
    for number, (table, seat, token) in enumerate(seated):
        await load.open(table, seat, token, sit=True)
        if number % 60 == 0:
            await asyncio.sleep(0.05)
    for table, token in hosts:
        socket = await load.open(table, -1, token)
        await socket.send('{"t":"host","id":"deal","what":"deal"}')
        await asyncio.sleep(0.02)
        await socket.close()
    while len(load.ready) < len(hosts):
        await asyncio.sleep(0.1)


async def played(process, port, seated, hosts, args):
    """Gives whether all was fine, and the ids of the decisions that were acknowledged."""
    load, fine = Load(port, args.seeds), True
    try:
        async with asyncio.timeout(WAITED + len(hosts)):
            await crowd(load, seated, hosts)
        print(
            f"{len(seated)} sockets at {len(hosts)} tables; the room holds {memory_mb(process.pid):.0f} MB", flush=True
        )
        for rate, seconds in ((300, args.seconds), (600, min(args.seconds, 60))):
            fine &= await at_rate(load, process, port, rate, seconds)
        print(f"afterwards it holds {memory_mb(process.pid):.0f} MB", flush=True)
    finally:
        await load.close()
    if args.seeds:
        print(f"{load.seeds} seeds told by {len(load.chains)} players")
    if load.nacks:
        print(f"refused: {len(load.nacks)}, such as {load.nacks[0]}")
    return fine and not load.nacks, load.acks


async def at_rate(load, process, port, rate, seconds):
    """One line: so many decisions a second."""
    events, spent = await asyncio.to_thread(events_of, port), cpu_seconds(process.pid)
    began, own = time.perf_counter(), time.process_time()
    async with asyncio.timeout(2 * seconds + WAITED):
        sent, missed = await load.run(rate, seconds)
    spent, own, took = cpu_seconds(process.pid) - spent, time.process_time() - own, time.perf_counter() - began
    each = 1000 * spent / max(1, await asyncio.to_thread(events_of, port) - events)
    lost = len(load.waiting)
    p50, p99 = 1000 * median(load.taken), 1000 * quantiles(load.taken, n=100)[98]
    want50, want99 = LIMITS[rate]
    good = p99 <= want99 and (want50 is None or p50 <= want50) and missed <= 0.02 * (sent + missed) and not lost
    print(
        f"{rate}/s for {seconds:.0f} s: {sent} decisions, p50 {p50:.1f} ms, p99 {p99:.1f} ms "
        f"(at most {want50 or 'any'} and {want99}), {missed} not possible, {lost} not answered; "
        f"the server took {each:.2f} ms an event, {spent / took:.0%} of a core, the players {own / took:.0%}; "
        f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores{'' if good else '  MISSED'}",
        flush=True,
    )
    return good


async def idle(process, port, watchers):
    """Those who only look on: what they take of memory."""
    load, before = Load(port), memory_mb(process.pid)
    try:
        async with asyncio.timeout(WAITED + len(watchers) / 20):
            for number, (table, seat, token) in enumerate(watchers):
                await load.open(table, seat, token)
                if number % 100 == 0:
                    await asyncio.sleep(0.05)
        await asyncio.sleep(5)
        held = memory_mb(process.pid)
    finally:
        await load.close()
    good = held <= IDLE_MB
    more = f"{held - before:.0f} more, at most {IDLE_MB}"
    print(f"{len(watchers)} idle sockets: {held:.0f} MB in all ({more}){'' if good else '  MISSED'}", flush=True)
    return good


async def counted(folder, acks):
    """Every acknowledged decision is in the log once, and the ledger is even."""
    store = await Store.open(folder)
    e = schema.event
    rows = await store.read(select(e.c.command_id).where(e.c.kind == "act"))
    ids = [row.command_id.rpartition(":")[2] for row in rows]
    total = (await store.read(select(func.count()).select_from(e)))[0][0]
    findings = await store.check()
    await store.close()
    lost, twice = acks - set(ids), len(ids) - len(set(ids))
    print(
        f"{len(acks)} acknowledged, {len(lost)} lost, {twice} doubled, {total} events; the store: {findings or 'sound'}"
    )
    return not lost and not twice and not findings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--long", action="store_true", help="ten minutes at 300 a second")
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--idle", type=int, default=5000)
    parser.add_argument("--seeds", action="store_true", help="every player has a chain and tells seeds")
    args = parser.parse_args()
    args.seconds = 600 if args.long else args.seconds
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that all is tidied up
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="room-", ignore_cleanup_errors=True) as place:
        fine = full(Path(place) / "full", args) if args.tables else True
        fine &= quiet(Path(place) / "idle", args) if args.idle else True
    sys.exit(not fine)


def full(folder, args):
    """Tables that are played at, and what is in their log afterwards."""
    seated, _, hosts = asyncio.run(fill(folder, args.tables, 0))
    with serving(folder) as (process, port), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        fine, acks = runner.run(played(process, port, seated, hosts, args))
    return asyncio.run(counted(folder, acks)) and fine


def quiet(folder, args):
    """One table with lookers-on."""
    _, watchers, _ = asyncio.run(fill(folder, 1, args.idle))
    with serving(folder) as (process, port):
        return asyncio.run(idle(process, port, watchers))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
