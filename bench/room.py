"""What a full card room takes, over real sockets on loopback: `scripts/bench room [--seconds N] [--tables N] [--idle
N]`.

A data folder is filled with tables of six people at badugi; `scripts/oddchip serve` opens it; this process plays all
the people over WebSocket. Decisions come at random moments, so many a second in all, whatever the room is doing (an
open load); each is timed from sending it to the moment the last of the six seats holds the view in which it is done.
The deals between hands are the room's own and come on top. Afterwards the log is counted: every acknowledged decision
once, the ledger even.

Three parts: 300 decisions a second (two minutes; ten with --long), 600 a second, and idle sockets. Exits non-zero
outside the limits. Times on a machine that does other work too are that machine's.
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
from pathlib import Path
from random import Random
from statistics import median, quantiles

import msgspec
from sqlalchemy import func, select
from websockets.asyncio.client import connect

from oddchip.room.protocol import GameWanted
from oddchip.room.room import Room, RoomSettings
from oddchip.room.store import Store, schema

ROOT = Path(__file__).parents[1]
SEATS = 6
HOUSE = {"clock_seconds": "none", "away_orbits": 0, "buy_in_max": "none"}
LIMITS = {300: (10, 50), 600: (None, 150)}  # decisions a second: p50 and p99 in ms
IDLE_MB = 250


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


def serve(folder):
    command = [sys.executable, "-P", "-m", "oddchip.cli", "serve", "--port", "0", "--data", str(folder), "--json"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "src"}, cwd=ROOT
    )
    return process, json.loads(process.stdout.readline())


def memory_mb(pid):
    """Resident memory of a process, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- people ----------------------------------------------------------------------------------------------------------


class Offer(msgspec.Struct):
    decision: tuple[int, int]
    kind: str
    price: int = 0
    check: bool = False
    call: bool = False
    fold: bool = False
    bring_in: int = 0


class Me(msgspec.Struct):
    cards: list[tuple[str, str]] = []
    offer: Offer | None = None


class Frame(msgspec.Struct):
    t: str
    seq: int = 0
    id: str = ""
    why: str = ""
    kind: str = ""
    me: Me | None = None


decoder = msgspec.json.Decoder(Frame)


class Load:
    """All the people, and what is measured."""

    def __init__(self, port):
        self.port, self.rng = port, Random(1)
        self.ready = {}  # table -> (seat, offer, cards): whose decision it is
        self.seen = {}  # table -> [seq by seat]
        self.sockets = {}
        self.waiting = {}  # table -> [sent at, seq acknowledged or None, id]
        self.taken, self.acks, self.nacks = [], set(), []
        self.number = 0
        self.tasks = []

    async def open(self, table, seat, token, sit=False):
        url = f"ws://127.0.0.1:{self.port}/table/{table}/live"
        headers = {"Cookie": f"oddchip={token}", "Origin": f"http://127.0.0.1:{self.port}"}
        socket = await connect(url, additional_headers=headers, compression=None, max_size=None, ping_interval=None)
        await socket.send('{"t":"hello","protocol":1}')
        self.tasks.append(asyncio.create_task(self.read(table, seat, socket)))
        if seat >= 0:
            self.sockets[table, seat] = socket
            self.seen.setdefault(table, [0] * SEATS)
            if sit:
                await socket.send(json.dumps({"t": "do", "id": "sit", "what": "sit", "seat": seat, "chips": 4000}))
        return socket

    async def read(self, table, seat, socket):
        async for text in socket:
            frame = decoder.decode(text)
            if frame.t == "view" and seat >= 0:
                self.viewed(table, seat, frame)
            elif frame.t == "ack" and frame.id.startswith("x"):
                self.acks.add(frame.id)
                if table in self.waiting and self.waiting[table][2] == frame.id:
                    self.waiting[table][1] = frame.seq
                    self.settle(table)
            elif frame.t == "nack":
                self.nacks.append((frame.id, frame.kind, frame.why))
                self.waiting.pop(table, None)

    def viewed(self, table, seat, frame):
        self.seen[table][seat] = max(self.seen[table][seat], frame.seq)
        if frame.me and frame.me.offer:
            self.ready[table] = seat, frame.me.offer, frame.me.cards
        if table in self.waiting:
            self.settle(table)

    def settle(self, table):
        sent, seq, _ = self.waiting[table]
        if seq is not None and min(self.seen[table]) >= seq:
            self.taken.append(time.perf_counter() - sent)
            del self.waiting[table]

    async def act(self):
        """One decision, at a table that waits for one."""
        free = [table for table in self.ready if table not in self.waiting]
        if not free:
            return False
        table = self.rng.choice(free)
        seat, offer, cards = self.ready.pop(table)
        self.number += 1
        said = {"t": "act", "id": f"x{self.number}", "decision": offer.decision, "price": offer.price, "sure": True}
        said |= answer(offer, cards)
        self.waiting[table] = [time.perf_counter(), None, said["id"]]
        await self.sockets[table, seat].send(json.dumps(said))
        return True

    async def run(self, rate, seconds):
        """An open load; gives how many decisions could be sent."""
        self.taken.clear()
        start, at, sent, missed = time.perf_counter(), 0.0, 0, 0
        while at < seconds:
            at += self.rng.expovariate(rate)
            wait = start + at - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            if await self.act():
                sent += 1
            else:
                missed += 1
        await asyncio.sleep(1)
        return sent, missed


def answer(offer, cards):
    """Play that keeps hands going: check, call, throw one card."""
    if offer.kind == "draw":
        return {"do": "draw", "cards": [cards[0][0]]}
    if offer.check:
        return {"do": "check"}
    return {"do": "call"} if offer.call else {"do": "fold"}


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
    await asyncio.sleep(3)


async def played(process, port, seated, hosts, args):
    load = Load(port)
    await crowd(load, seated, hosts)
    print(f"{len(seated)} sockets at {len(hosts)} tables; the room holds {memory_mb(process.pid):.0f} MB")
    fine = True
    for rate, seconds in ((300, args.seconds), (600, min(args.seconds, 60))):
        before = cpu_seconds(process.pid)
        sent, missed = await load.run(rate, seconds)
        p50, p99 = 1000 * median(load.taken), 1000 * quantiles(load.taken, n=100)[98]
        busy = (cpu_seconds(process.pid) - before) / (seconds + 1)
        want50, want99 = LIMITS[rate]
        good = p99 <= want99 and (want50 is None or p50 <= want50) and missed <= 0.02 * (sent + missed)
        fine &= good
        wanted = f"(p50 {want50 or '-'}, p99 {want99})"
        print(
            f"{rate}/s for {seconds:.0f} s: {sent} decisions, p50 {p50:.1f} ms, p99 {p99:.1f} ms {wanted}, "
            f"{missed} not possible, server {busy:.0%} of a core {'' if good else '  MISSED'}"
        )
    if load.nacks:
        fine = False
        print(f"refused: {len(load.nacks)}, such as {load.nacks[0]}")
    for task in load.tasks:
        task.cancel()
    await asyncio.gather(*(socket.close() for socket in load.sockets.values()), return_exceptions=True)
    return fine, load


async def idle(process, port, watchers):
    load, before = Load(port), memory_mb(process.pid)
    for number, (table, seat, token) in enumerate(watchers):
        await load.open(table, seat, token)
        if number % 100 == 0:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    held = memory_mb(process.pid)
    good = held <= IDLE_MB
    more = f"{held - before:.0f} more, at most {IDLE_MB}"
    print(f"{len(watchers)} idle sockets: {held:.0f} MB in all ({more}){'' if good else '  MISSED'}")
    for task in load.tasks:
        task.cancel()
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
    args = parser.parse_args()
    args.seconds = 600 if args.long else args.seconds
    with tempfile.TemporaryDirectory(
        prefix="room-", dir=ROOT / "build" if (ROOT / "build").exists() else None
    ) as place:
        folder, quiet = Path(place) / "full", Path(place) / "idle"
        seated, _, hosts = asyncio.run(fill(folder, args.tables, 0))
        process, said = serve(folder)
        try:
            fine, load = asyncio.run(played(process, said["port"], seated, hosts, args))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
        fine &= asyncio.run(counted(folder, load.acks))
        if args.idle:
            _, watchers, _ = asyncio.run(fill(quiet, 1, args.idle))
            process, said = serve(quiet)
            try:
                fine &= asyncio.run(idle(process, said["port"], watchers))
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(30)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
