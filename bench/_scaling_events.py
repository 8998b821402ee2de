"""What an event costs where two workers keep a room: the part `events` of `scripts/bench scaling`."""

import asyncio
import os
import time
from contextlib import ExitStack
from pathlib import Path

from _players import SEATS, Load
from room import cpu_seconds

from oddchip.room.store.postgres import PostgresStore
from postgres_server import executed
from several import WAITED, crowd, evenly, fill, two_workers

TABLES, RATE = 20, 60
LOOKS_ON = "INSERT INTO guest SELECT t.id, p.person, 'watch', 0 FROM game_table t, name p ON CONFLICT DO NOTHING"
SIZES = (
    "SELECT relname::text, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relname = ANY(ARRAY[{}])"
)
KEPT = ("event", "entry", "private", "secret", "hand", "record", "snapshot")


def said(name, value, unit, more=""):
    print(f"{name:58}{value:>12} {unit}{f'   {more}' if more else ''}", flush=True)


class Watching:
    """A server's processor time and WAL."""

    def __init__(self, server, url):
        self.server, self.url = server, url

    def cpu(self):
        """Seconds of all its processes so far, those that have ended too."""
        ours, ended = [self.server.pid], 0.0
        for place in Path("/proc").iterdir():
            if place.name.isdigit() and parent_of(place) == self.server.pid:
                ours.append(int(place.name))
        fields = Path(f"/proc/{self.server.pid}/stat").read_text().rsplit(")", 1)[1].split()
        ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
        return ended + sum(cpu_of(each) for each in ours)

    async def wal(self):
        """Bytes of WAL so far."""
        return int((await executed(self.url, ["SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"]))[0][0])

    async def sizes(self, names):
        """Bytes of tables with their indexes."""
        quoted = ", ".join(f"'{name}'" for name in names)
        return dict(await executed(self.url, [SIZES.format(quoted)]))

    async def number(self, query):
        return (await executed(self.url, [query]))[0][0]


def parent_of(place):
    try:
        return int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def cpu_of(pid):
    try:
        return cpu_seconds(pid)
    except OSError:
        return 0.0


# --- events -----------------------------------------------------------------------------------------------------------


class Fair:
    """Two workers, people at all tables, and what everything has cost so far."""

    def __init__(self, url, server, processes, ports, owners, names, store):
        self.url, self.processes, self.ports, self.store = url, processes, ports, store
        self.seen = Watching(server, url)
        self.leader = {table: ports[names.index(owner)] for table, owner in owners.items()}
        self.other = {table: ports[1 - names.index(owner)] for table, owner in owners.items()}

    async def so_far(self):
        count = await self.seen.number("SELECT coalesce(sum(seq), 0)::bigint FROM game_table")
        hands = await self.seen.number("SELECT count(*) FROM hand")
        commits = await self.seen.number("SELECT coalesce(sum(number), 0)::bigint FROM turn")
        workers = sum(cpu_seconds(each.pid) for each in self.processes)
        return workers, self.seen.cpu(), await self.seen.wal(), count, hands, commits, time.time()

    async def spent(self, load, rate, seconds):
        """(processor ms of the workers, of the server, bytes of WAL) for each event, less what is spent on nothing;
        and events for each hand and for each commit.
        """
        before = await self.so_far()
        await asyncio.sleep(3)
        still = await self.so_far()
        await load.run(rate, seconds)
        after = await self.so_far()
        took, rest = after[6] - still[6], still[6] - before[6]
        events, hands, commits = (after[place] - still[place] for place in (3, 4, 5))
        idle = [(still[place] - before[place]) / rest * took for place in (0, 1, 2)]
        used = [after[place] - still[place] - idle[place] for place in (0, 1, 2)]
        workers, server, wal = (each / events for each in used)
        return 1000 * workers, 1000 * server, wal, events / max(1, hands), events / max(1, commits)


async def events(server, place, args):
    url = server.database()
    seated, hosts = await fill(url, TABLES, watching="live")
    store = await PostgresStore.open(url)
    with ExitStack() as stack:
        processes, ports, names = await two_workers(stack, url, place, store)
        owners = await evenly(store, TABLES, names)
        fair = Fair(url, server, processes, ports, owners, names, store)
        try:
            await at_the_leader(fair, seated, hosts, args)
            await followed(fair, seated, args)
            await elsewhere(fair, seated, args)
            await kept(fair)
        finally:
            await store.close()


async def at_the_leader(fair, seated, hosts, args):
    """Everybody comes by the worker that leads his table; then so many who look on besides."""
    load = Load(fair.ports[0])
    load.ports = fair.leader
    try:
        async with asyncio.timeout(3 * WAITED):
            await crowd(load, seated, hosts)
        alone = await fair.spent(load, RATE, args.seconds)
        said(
            "an event at a table of six, led and seen here",
            f"{alone[0]:.2f}",
            "ms",
            "both workers, seven notices' share",
        )
        said("the same, in the database", f"{alone[1]:.2f}", "ms", f"{alone[4]:.1f} events a commit")
        said("WAL for each event", f"{alone[2]:.0f}", "bytes", "without full pages")
        said("events in each hand", f"{alone[3]:.1f}", "", "badugi, six players who call")
        await executed(fair.url, [LOOKS_ON])
        tables = list(dict.fromkeys(table for table, _, _ in seated))
        for table, _, token in seated:  # everybody looks on at the next table, too
            await load.open(tables[tables.index(table) - 1], -1, token)
        twice = await fair.spent(load, RATE, args.seconds)
        said("a view more, of somebody else", f"{(twice[0] - alone[0]) / SEATS:.3f}", "ms", "made, written and sent")
    finally:
        await load.close()


async def elsewhere(fair, seated, args):
    """Everybody comes by the other worker."""
    load = Load(fair.ports[0])
    load.ports = fair.other
    try:
        for table, seat, token in seated:
            await load.open(table, seat, token)
        await asyncio.sleep(2)
        across = await fair.spent(load, RATE, args.seconds)
        said("an event at a table of six, led here and seen elsewhere", f"{across[0]:.2f}", "ms", "both workers")
        said("the same, in the database", f"{across[1]:.2f}", "ms", f"{across[4]:.1f} events a commit")
        said("WAL for each event that came by another worker", f"{across[2]:.0f}", "bytes")
    finally:
        await load.close()


async def followed(fair, seated, args):
    """Everybody comes by the worker that leads his table; and then one looks on at each by the other worker."""
    load = Load(fair.ports[0])
    load.ports = fair.leader
    try:
        for table, seat, token in seated:
            await load.open(table, seat, token)
        await asyncio.sleep(2)
        alone = await fair.spent(load, RATE, args.seconds)
        load.ports = fair.other
        tables = list(dict.fromkeys(table for table, _, _ in seated))
        for table, seat, token in seated:
            if not seat:
                await load.open(tables[tables.index(table) - 1], -1, token)
        await asyncio.sleep(2)
        more = await fair.spent(load, RATE, args.seconds)
        said("an event followed by one worker more, for one person", f"{more[0] - alone[0]:.2f}", "ms", "workers")
        said("the same, in the database", f"{more[1] - alone[1]:.2f}", "ms")
    finally:
        await load.close()


async def kept(fair):
    """What lies in the database afterwards."""
    await executed(fair.url, ["CHECKPOINT", "VACUUM"])
    sizes, hands = await fair.seen.sizes(KEPT), await fair.seen.number("SELECT count(*) FROM hand")
    count = await fair.seen.number("SELECT count(*) FROM event")
    fleeting = sizes["secret"] + sizes["private"] + sizes["snapshot"]
    said("bytes in the database for each event", f"{sum(sizes.values()) / count:.0f}", "bytes", f"{count} events")
    said("and for each hand", f"{sum(sizes.values()) / hands:.0f}", "bytes", f"{hands} hands")
    said("of these, gone after two days", f"{fleeting / hands:.0f}", "bytes", "decks, salts, sealed choices")
    places = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    said("connections of two workers and the bench", f"{await fair.seen.number(places)}", "")
