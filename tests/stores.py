"""What the tests of the store share: rows, steps, and a store of either kind with one table in it.

`place` is a data folder (a Path) or the address of a database (text); what is said of one holds for the other.
"""

import asyncio
import sqlite3
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import select, update

from oddchip.room.store import Batch, Store, schema

ME = "w"
"""The worker that a database is opened as."""
LONG = 1e12
"""A lease that does not run out while a test is held up."""


def table(name="t", epoch=1):
    about = {"created": 0.0, "title": "Friday", "host": "ada", "size": 6, "config": b"{}", "epoch": epoch}
    return schema.game_table, {"id": name, **about, "owner": ME, "lease_until": LONG}


def event(seq, command=None, name="t", epoch=1, body=b"{}"):
    about = {"hand": 1, "kind": "act", "actor": "ada", "body": body, "at": 1.5, "state_hash": bytes(16)}
    return schema.event, {"table_id": name, "seq": seq, "epoch": epoch, "command_id": command or f"c{seq}", **about}


def entries(seq, amounts, name="t"):
    """Ledger lines of an event: {account: chips}."""
    return [
        (schema.entry, {"table_id": name, "seq": seq, "line": line, "account": account, "amount": amount})
        for line, (account, amount) in enumerate(amounts.items())
    ]


def step(seq, command=None, name="t", epoch=1, more=()):
    """The batch that writes event `seq`."""
    return Batch(name, epoch, seq - 1, [event(seq, command, name, epoch), *more])


async def opened(place):
    """The store of a place; all tables of a database are ours, whoever had them."""
    if isinstance(place, Path):
        return await Store.open(place)
    from oddchip.room.store.postgres import PostgresStore

    store = await PostgresStore.open(place, worker=ME)
    await store.write(update(schema.game_table).values(owner=ME, lease_until=LONG))
    return store


def with_store(place, play):
    """Open a store, let `play(store)` run, close it; gives what came of it."""

    async def all_of_it():
        store = await opened(place)
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(all_of_it())


async def first_steps(store):
    """One table at event 2 of epoch 1."""
    await store.write(table())
    await store.append(step(1, more=entries(1, {"bank": -200, "player:ada": 200})))
    await store.append(step(2))


@asynccontextmanager
async def held_up(place):
    """Nobody can write meanwhile: what is queued gathers."""
    if isinstance(place, Path):
        other = sqlite3.connect(place / "room.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()
        return
    import asyncpg

    other = await asyncpg.connect(place)
    try:
        async with other.transaction():
            await other.execute("LOCK TABLE turn IN ACCESS EXCLUSIVE MODE")
            yield
    finally:
        other.terminate()


async def gathered(store, place, *waiting):
    """Start these so that they come into one group, and give what became of each."""
    async with held_up(place):
        first = asyncio.ensure_future(store.write([]))
        await asyncio.sleep(0.05)
        rest = [asyncio.ensure_future(one) for one in waiting]
        await asyncio.sleep(0.05)
        assert not first.done()
        assert not any(task.done() for task in rest)
    await first
    return await asyncio.gather(*rest, return_exceptions=True)


async def seqs(store, name="t"):
    rows = await store.read(
        select(schema.event.c.seq).where(schema.event.c.table_id == name).order_by(schema.event.c.seq)
    )
    return [row.seq for row in rows]
