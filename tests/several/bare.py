"""Workers without a room: they lease tables from the store, write steps, and read what the others write.

Each table has one player, who asks for one thing after the other. Whoever takes himself for the table's owner does it;
his command is asked again, under its id, until somebody says that it is done.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from time import monotonic
from typing import Any

from oddchip.room.store import Batch, Fenced, Item, Repeated, StoreError, schema
from oddchip.room.store.postgres import PostgresStore
from oddchip.room.store.several import RENEW
from several.history import Acked, Notes, Refused, Sent, Shown

SEATS = 4
BOUGHT = 1000
STEPS_READ = 200


def new_table(table: str) -> Item:
    """A table that nobody has, before its first event."""
    about = {"created": 0.0, "title": table, "host": "hanna", "size": SEATS, "config": b"{}", "epoch": 0, "seq": 0}
    return schema.game_table, {"id": table, **about, "owner": None, "lease_until": None}


@dataclass
class Folded:
    """A table as its log says: where it is, the chips on it, a digest of all that happened."""

    seq: int = 0
    chips: dict[int, int] = field(default_factory=dict)
    digest: str = ""

    def after(self, body: bytes) -> Folded:
        said = json.loads(body)
        chips = dict(self.chips)
        for seat, amount in said["moved"].items():
            chips[int(seat)] = chips.get(int(seat), 0) + amount
        digest = blake2b(self.digest.encode() + body, digest_size=6).hexdigest()
        return Folded(self.seq + 1, chips, digest)


class Wishes:
    """What the player of each table asks for. The same is asked until it is done."""

    def __init__(self, tables: list[str], notes: Notes) -> None:
        self.notes = notes
        self._done = dict.fromkeys(tables, 0)

    def next(self, table: str, worker: str) -> str:
        command = f"ada-{table}:{self._done[table]}"
        self.notes.note(Sent(monotonic(), table, command, worker))
        return command

    def done(self, table: str, command: str, seq: int) -> None:
        self.notes.note(Acked(monotonic(), table, command, seq))
        if command == f"ada-{table}:{self._done[table]}":
            self._done[table] += 1

    @property
    def total(self) -> int:
        return sum(self._done.values())


class Bare:
    """One such worker."""

    def __init__(self, store: PostgresStore, wishes: Wishes, rng: Random, pause: float) -> None:
        self.store, self.wishes, self.rng, self.pause = store, wishes, rng, pause
        self.name, self.notes = store.worker, wishes.notes
        self.fenced = self.troubles = self.repeated = 0
        self._owned: dict[str, asyncio.Task[None]] = {}
        self._read: dict[str, Folded] = {}

    async def run(self) -> None:
        """Renew, take what is free, follow the rest, until cancelled."""
        try:
            await asyncio.gather(self._lead(), self._follow())
        finally:
            for task in self._owned.values():
                task.cancel()
            await asyncio.gather(*self._owned.values(), return_exceptions=True)

    async def _lead(self) -> None:
        while True:
            try:
                still = await self.store.renew()
                for table in [each for each in self._owned if each not in still]:
                    self._owned.pop(table).cancel()
                for claimed in await self.store.claim(2):
                    task = asyncio.create_task(self._own(claimed.id, claimed.epoch))
                    self._owned[claimed.id] = task
            except StoreError:
                self.troubles += 1
            await asyncio.sleep(RENEW)

    async def _follow(self) -> None:
        """Show every table as the log has it."""
        while True:
            try:
                await self._catch_up(list(self.wishes._done), "follower")
            except StoreError:
                self.troubles += 1
            await asyncio.sleep(self.pause * self.rng.uniform(1, 3))

    async def _catch_up(self, tables: list[str], who: str) -> None:
        seqs = {table: self._read.setdefault(table, Folded()).seq for table in tables}
        for row in await self.store.events_after(seqs, STEPS_READ):
            if row["seq"] == self._read[row["table_id"]].seq + 1:
                self._read[row["table_id"]] = self._read[row["table_id"]].after(row["body"])
                self._show(row["table_id"], who)

    def _show(self, table: str, who: str) -> None:
        now = self._read[table]
        chips = {seat: amount for seat, amount in now.chips.items() if amount}
        self.notes.note(Shown(monotonic(), table, f"{who} at {self.name}", 1, now.seq, now.digest, "", chips))

    async def _own(self, table: str, epoch: int) -> None:
        """Write steps until fenced. After what is not known, or was done already, the log says where the table is."""
        certain = False
        while True:
            try:
                if not certain:
                    await self._catch_up([table], "follower")
                    certain = True
                certain = await self._step(table, epoch)
            except Fenced:
                self.fenced += 1
                return
            except StoreError:
                self.troubles += 1
                certain = False
            await asyncio.sleep(self.pause * self.rng.uniform(0.2, 1.8))

    async def _step(self, table: str, epoch: int) -> bool:
        """One step; gives whether the table is now where we think it is."""
        before = self._read[table]
        command = self.wishes.next(table, self.name)
        body, rows = self._rows(table, epoch, before, command)
        try:
            await self.store.append(Batch(table, epoch, before.seq, rows))
        except Repeated as repeated:
            self.repeated += 1
            self.wishes.done(table, command, repeated.seq)
            return False
        except StoreError as error:
            self.notes.note(Refused(monotonic(), table, command, "broken", type(error).__name__))
            raise
        if self._read[table] is before:  # else it was read meanwhile
            self._read[table] = before.after(body)
            self._show(table, "follower")
        self.wishes.done(table, command, before.seq + 1)
        return True

    def _rows(self, table: str, epoch: int, before: Folded, command: str) -> tuple[bytes, list[Item]]:
        """Chips move from one seat to another; at first everybody buys some."""
        winner, loser = self.rng.sample(range(SEATS), 2)
        moved = {winner: 1, loser: -1} if before.seq else dict.fromkeys(range(SEATS), BOUGHT)
        body = json.dumps({"moved": moved, "by": self.name, "try": self.rng.random()}).encode()
        seq = before.seq + 1
        event: dict[str, Any] = {"table_id": table, "seq": seq, "epoch": epoch, "hand": 1, "kind": "act"}
        about = {"actor": "ada", "command_id": command, "body": body, "at": time.time(), "state_hash": bytes(16)}
        accounts = {f"stack:{table}:{seat}": amount for seat, amount in moved.items()}
        if total := sum(moved.values()):
            accounts["player:ada"] = -total
        lines = [
            (schema.entry, {"table_id": table, "seq": seq, "line": line, "account": account, "amount": amount})
            for line, (account, amount) in enumerate(accounts.items())
        ]
        return body, [(schema.event, event | about), *lines]
