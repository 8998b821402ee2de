"""People who play at the tables of a room over WebSocket, and how long it takes until all have seen what one did."""

import asyncio
import json
import time
from random import Random

import msgspec
from websockets.asyncio.client import connect

from oddchip.fair.chains import SeedChain

SEATS = 6
CHAIN = 256  # seeds of each chain: more hands than a table plays here


class Offer(msgspec.Struct):
    decision: tuple[int, int]
    kind: str
    price: int = 0
    check: bool = False
    call: bool = False
    fold: bool = False
    bring_in: int = 0


class Me(msgspec.Struct):
    seat: int = -1
    cards: list[tuple[str, str]] = []
    offer: Offer | None = None


class Fair(msgspec.Struct):
    id: str = ""
    tip: str = ""
    waits: list[int] = []


class Frame(msgspec.Struct):
    t: str
    seq: int = 0
    id: str = ""
    why: str = ""
    kind: str = ""
    me: Me | None = None
    fair: Fair | None = None


decoder = msgspec.json.Decoder(Frame)


class Load:
    """All the people, and what is measured."""

    def __init__(self, port, seeds=False):
        self.port, self.rng = port, Random(1)
        self.ports = {}  # of the worker through which the people of a table come, where there are several
        self.chains = {} if seeds else None  # (table, seat) -> chain, told tip, seeds told by commitment
        self.seeds = 0
        self.ready = {}  # table -> (seat, offer, cards): whose decision it is
        self.seen = {}  # table -> [seq by seat]
        self.sockets, self.all = {}, []
        self.away = set()  # tables whose people have no worker
        self.waiting = {}  # table -> [sent at, seq acknowledged or None, id]
        self.taken, self.acks, self.nacks = [], set(), []
        self.number = 0
        self.tasks = []

    async def open(self, table, seat, token, sit=False):
        port = self.ports.get(table, self.port)
        url = f"ws://127.0.0.1:{port}/table/{table}/live"
        headers = {"Cookie": f"oddchip={token}", "Origin": f"http://127.0.0.1:{port}"}
        socket = await connect(url, additional_headers=headers, compression=None, max_size=None, ping_interval=None)
        self.all.append(socket)
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
                if self.chains is not None and frame.me and frame.me.seat >= 0:
                    await self.take_part(table, seat, frame.fair or Fair(), socket)
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

    async def take_part(self, table, seat, fair, socket):
        """The tip of a chain, then each seed that is asked for."""
        if (table, seat) not in self.chains:
            chain = SeedChain.made(self.rng.randbytes(32), CHAIN)
            self.chains[table, seat] = chain
            await socket.send(json.dumps({"t": "seed", "id": f"t{seat}", "tip": chain.tip.hex()}))
        elif seat in fair.waits:
            self.seeds += 1
            seed = self.chains[table, seat].reveal().hex()
            await socket.send(json.dumps({"t": "seed", "id": f"s{self.seeds}", "root": fair.id, "seed": seed}))

    def settle(self, table):
        sent, seq, _ = self.waiting[table]
        if seq is not None and min(self.seen[table]) >= seq:
            self.taken.append(time.perf_counter() - sent)
            del self.waiting[table]

    async def act(self):
        """One decision, at a table that waits for one."""
        free = [table for table in self.ready if table not in self.waiting and table not in self.away]
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
        for _ in range(50):  # what is under way may take five seconds more
            if not self.waiting:
                break
            await asyncio.sleep(0.1)
        return sent, missed

    async def close(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.all:
            await asyncio.wait([asyncio.create_task(socket.close()) for socket in self.all], timeout=5)


def answer(offer, cards):
    """Play that keeps hands going: check, call, throw one card."""
    if offer.kind == "draw":
        return {"do": "draw", "cards": [cards[0][0]]}
    if offer.check:
        return {"do": "check"}
    return {"do": "call"} if offer.call else {"do": "fold"}
