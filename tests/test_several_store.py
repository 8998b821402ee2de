"""Workers on one PostgreSQL without a room: leases, steps, look-ups after lost connections. Their history is good."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from time import monotonic

import pytest

from postgres_server import Server, postgres
from several.history import Fault, Notes, read
from several.proxy import Proxy

__all__ = ["postgres"]

TABLES, WORKERS = 6, 3
GOES_ON = 12.0


class Bad:
    """Workers, each with a proxy of its own to the database, and what is done to them."""

    def __init__(self, served, notes, proxies, wishes, rng):
        self.served, self.notes, self.proxies, self.wishes, self.rng = served, notes, proxies, wishes, rng

    async def for_a_while(self, seconds):
        await asyncio.sleep(seconds)

    async def more(self):
        """Something more is done at every table."""
        before, last = dict(self.wishes._done), monotonic() + GOES_ON
        while any(now == before[table] for table, now in self.wishes._done.items()):
            assert monotonic() < last, f"no table may stand still for {GOES_ON:.0f} s: {before} {self.wishes._done}"
            await asyncio.sleep(0.02)

    async def mid_commit(self, proxy):
        moments = [self.rng.choice(("before", "sent", "done")) for _ in range(3)]
        proxy.trouble.breaks_at = moments
        while moments:
            await asyncio.sleep(0.02)

    async def mid_stream(self, proxy):
        proxy.trouble.breaks_after = self.rng.randint(1, 20_000)
        while proxy.trouble.breaks_after is not None:
            await asyncio.sleep(0.02)

    async def cut_off(self, proxy):
        proxy.cut(refuse=True)
        await self.for_a_while(self.rng.uniform(0.2, 3))
        proxy.mend()

    async def held(self, proxy):
        proxy.hold()
        await self.for_a_while(self.rng.uniform(0.2, 3.5))
        proxy.mend()

    async def slow(self, proxy):
        proxy.trouble.delay = self.rng.uniform(0.02, 0.2)
        await self.for_a_while(1)
        proxy.mend()

    async def restart(self, proxy):
        await self.served.restart(self.rng.choice(("fast", "immediate")))


def night(folder, server, seed, faults):
    """Faults in an order that goes with the seed; what came of it."""
    from several.server import Served

    return asyncio.run(_night(folder, Served(server), seed, faults))


async def _night(folder, served, seed, faults):
    from oddchip.room.store.postgres import PostgresStore
    from several.bare import Bare, Wishes, new_table
    from several.looking import Watch, written_down
    from several.night import Outcome

    rng, notes = Random(seed), Notes(folder / "history")
    tables = [f"t{number}" for number in range(TABLES)]
    wishes, look = Wishes(tables, notes), served.look()
    async with AsyncExitStack() as stack:
        proxies = [await Proxy(served.dial, postgres=True).open() for _ in range(WORKERS)]
        stores = []
        for number, proxy in enumerate(proxies):
            stack.push_async_callback(proxy.close)
            stores.append(await PostgresStore.open(served.url(proxy.port), worker=f"w{number}"))
            stack.push_async_callback(stores[-1].close)
        await stores[0].write([new_table(table) for table in tables])
        workers = [Bare(store, wishes, Random(rng.random()), 0.02) for store in stores]
        watch = Watch(look, notes)
        running = [asyncio.create_task(each.run()) for each in workers] + [asyncio.create_task(watch.go_on())]
        bad = Bad(served, notes, proxies, wishes, rng)
        await bad.more()
        for fault in rng.sample(faults, len(faults)):
            began = monotonic()
            await asyncio.wait_for(getattr(bad, fault)(rng.choice(proxies)), 30)
            notes.note(Fault(began, monotonic(), fault))
            await bad.more()
            assert not any(task.done() for task in running), [task for task in running if task.done()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await watch.look()
        notes.note(*await written_down(look, monotonic()))
        checked = await stores[0].check()
        await look.close()
    outcome = Outcome(list(read(folder / "history")), watch.slowest)
    print(outcome.words(), {each.name: (each.fenced, each.repeated, each.troubles) for each in workers})
    print([(fault.what, round(fault.until - fault.at, 2), round(silence, 2)) for fault, silence in outcome.silences()])
    assert checked == []
    return outcome


@pytest.mark.needs("postgresql")
@pytest.mark.parametrize("seed", [1])
def test_lost_connections_lose_nothing_and_do_nothing_twice(seed, postgres, tmp_path):
    faults = ["mid_commit", "mid_stream", "cut_off", "held", "slow", "mid_commit"]
    outcome = night(tmp_path, postgres, seed, faults)
    assert outcome.complaints() == []
    assert outcome.count("act") > 100


@pytest.mark.needs("postgresql")
def test_a_restarted_database_loses_nothing_that_was_acknowledged(tmp_path):
    with Server.started() as server:
        outcome = night(tmp_path, server, 3, ["restart"] * 2)
    assert outcome.complaints() == []
