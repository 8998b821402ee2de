"""The store on a PostgreSQL server where it differs from a folder: upgrades, lost connections, a server in trouble."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select, text, update

from oddchip.room.store import (
    Fenced,
    Store,
    StoreBroken,
    StoreClosed,
    StoreFull,
    StoreNewer,
    StoreReadOnly,
    StoreRefused,
    StoreUnsure,
    is_url,
    migrating,
    open_store,
    put,
    schema,
)
from oddchip.room.store.finding import holds
from postgres_server import Server, database, executed, postgres
from several.proxy import Proxy, port
from stores import first_steps, gathered, opened, seqs, step, table, with_store

__all__ = ["database", "postgres"]

pytestmark = pytest.mark.needs("postgresql")
TESTS = Path(__file__).parent
NAME = (schema.name, {"person": "al", "name": "Al"})


@pytest.fixture
def url(database):
    """A database with one table at event 2 of epoch 1."""
    with_store(database, first_steps)
    return database


async def count(store, of):
    return (await store.read(select(func.count()).select_from(of)))[0][0]


# What an address opens.


def test_a_folder_or_a_database_is_opened_by_its_address(database, tmp_path):
    places = [tmp_path / "data", str(tmp_path / "other"), database]

    async def play():
        stores = [await open_store(place) for place in places]
        told = [(type(store).__name__, store.several, len(store.key)) for store in stores]
        for store in stores:
            await store.close()
        return told

    assert asyncio.run(play()) == [("Store", False, 32), ("Store", False, 32), ("PostgresStore", True, 32)]
    assert [is_url(place) for place in (Path("data"), "postgres://host/db", "postgresql+asyncpg://host/db")] == [
        False,
        True,
        True,
    ]


def test_all_who_open_a_database_have_the_same_keys(database):
    async def one():
        store = await open_store(database)
        kept = await store.kept("host_key", lambda: os.urandom(9).hex())
        key = store.key
        await store.close()
        return key, kept

    async def play():
        return await asyncio.gather(*(one() for _ in range(4))) + [await one()]

    assert len(set(asyncio.run(play()))) == 1


@pytest.mark.parametrize(
    "url, said",
    [
        ("postgresql://ada:sesame@127.0.0.1:1/room", "^the database room at 127.0.0.1:1 cannot be reached or used: "),
        ("postgresql://ada:sesame@{port}/nowhere", '^the database nowhere at 127.* used: database "nowhere" does not'),
        ("postgresql://nobody:sesame@{port}/postgres", 'used: role "nobody" does not exist'),
        ("postgresql://oddchip:sesame@{port}/postgres?sslmode=require", "the database postgres at 127"),
    ],
)
def test_a_database_that_cannot_be_reached_gets_one_sentence_without_its_password(postgres, url, said):
    with pytest.raises(StoreBroken, match=said) as caught:
        asyncio.run(open_store(url.replace("{port}", f"127.0.0.1:{postgres.port}").replace("ada", "oddchip")))
    assert "sesame" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_database_is_not_copied_or_scrubbed_from_here(url, tmp_path):
    async def play(store):
        with pytest.raises(StoreRefused, match="pg_dump"):
            await store.copy_to(tmp_path / "copy.db")
        await store.write(put(schema.meta, {"key": "scrub", "value": "1"}))
        assert await store.scrub() is False
        assert await count(store, select(schema.meta).where(schema.meta.c.key == "scrub").subquery()) == 0

    with_store(url, play)


def test_what_the_two_databases_call_differently_is_asked_for_in_one_way(url, tmp_path):
    async def play(store):
        await store.write([*put(schema.name, {"person": "bo", "name": "Bo'B% Ünal"}), table("u")])
        n, g = schema.name, schema.game_table
        found = [
            await store.read(select(n.c.person).where(holds(n.c.name, part))) for part in ("B%", "ünal", "Ün", "_")
        ]
        by_bytes = await store.read(select(g.c.id).where(holds(g.c.config, b"{}")).order_by(g.c.id))
        return [len(rows) for rows in found], [row.id for row in by_bytes]

    with_store(tmp_path / "data", first_steps)
    assert with_store(url, play) == with_store(tmp_path / "data", play) == ([1, 0, 1, 0], ["t", "u"])


def test_sums_are_whole_numbers_and_text_is_ordered_by_its_bytes(url):
    async def play(store):
        total = (await store.read(select(func.sum(schema.entry.c.amount).filter(schema.entry.c.amount > 0))))[0][0]
        await store.write([(schema.name, {"person": name, "name": name}) for name in ("b", "B", "_", "ä", "a")])
        rows = await store.read(select(schema.name.c.name).order_by(schema.name.c.name))
        return total, type(total), [row.name for row in rows]

    assert with_store(url, play) == (200, int, ["B", "_", "a", "b", "ä"])


def test_a_question_sees_one_moment(url):
    async def play(store):
        loop = asyncio.get_running_loop()

        def question(connection):
            numbers = select(func.count()).select_from(schema.event)
            before = connection.execute(numbers).scalar_one()
            asyncio.run_coroutine_threadsafe(store.append(step(3)), loop).result(5)
            return before, connection.execute(numbers).scalar_one()

        return await store.ask(question), await seqs(store)

    assert with_store(url, play) == ((2, 2), [1, 2, 3])


def test_text_that_the_server_cannot_keep_is_refused(url):
    async def play(store):
        with pytest.raises(StoreRefused, match="does not take"):
            await store.write((schema.name, {"person": "bo", "name": "B\0"}))
        with pytest.raises(StoreRefused, match="does not take"):
            await store.read(select(text("nothing")).select_from(text("nowhere")))
        return await seqs(store)

    assert with_store(url, play) == [1, 2]


# Groups.


def test_a_group_is_one_transaction(url):
    commits = "SELECT number FROM turn"

    async def play(store):
        await store.write([table(f"t{number}") for number in range(50)])
        before = (await store.read(text(commits)))[0][0]
        outcomes = await gathered(store, url, *(store.append(step(1, name=f"t{number}")) for number in range(50)))
        return outcomes, (await store.read(text(commits)))[0][0] - before

    # One for the empty write that holds them up, one for all the rest.
    assert with_store(url, play) == ([None] * 50, 2)


def test_a_table_may_be_made_and_moved_on_more_than_once_in_one_group(url):
    async def play(store):
        more = [(schema.secret, {"table_id": "u", "hand": 1, "body": b"s", "made": 0.0})]
        return (
            await gathered(
                store,
                url,
                store.append(step(3)),
                store.write(table("u")),
                store.append(step(1, name="u", more=more)),
                store.append(step(2, name="u", more=[delete(schema.secret)])),
                store.append(step(4)),
                store.append(step(9)),
                store.append(step(5)),
                store.write(update(schema.game_table).values(title="Other")),
            ),
            [await seqs(store, name) for name in "tu"],
            await count(store, schema.secret),
        )

    outcomes, found, secrets = with_store(url, play)
    assert [type(outcome) for outcome in outcomes] == [type(None), list, *[type(None)] * 3, Fenced, type(None), list]
    assert (found, secrets, outcomes[-1]) == ([[1, 2, 3, 4, 5], [1, 2]], 0, [2])


def test_a_stale_batch_does_not_keep_the_next_of_its_table_from_holding(url):
    async def play(store):
        outcomes = await gathered(store, url, store.append(step(2, "late")), store.append(step(3)))
        return [type(outcome) for outcome in outcomes], await seqs(store)

    assert with_store(url, play) == ([Fenced, type(None)], [1, 2, 3])


# Releases.

MOTTO = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "0004", "0003"
def upgrade():
    op.add_column("game_table", sa.Column("motto", sa.Text))
    op.execute("UPDATE game_table SET motto = 'all in good time'")
"""


@pytest.fixture
def later(tmp_path):
    """Where a later release has its revisions: ours and one more."""
    (tmp_path / "r0004_motto.py").write_text(MOTTO)
    return (*migrating.VERSIONS, tmp_path)


def test_the_revisions_make_the_tables_of_the_schema(url):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def question(connection):
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), schema.metadata)

    async def play(store):
        made = text(
            "SELECT table_name, column_name, data_type, is_nullable, collation_name, column_default "
            "FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'"
        )
        return await store.ask(question), [tuple(row) for row in await store.read(made)]

    different, made = with_store(url, play)
    assert different == []
    assert {kind for _, _, kind, *_ in made} == {"text", "bigint", "double precision", "bytea"}
    assert {collation for _, _, kind, _, collation, _ in made if kind == "text"} == {"C"}
    assert {table for table, *_ in made} == set(schema.metadata.tables)


def test_an_older_database_is_upgraded_and_a_newer_one_refused(url, later, monkeypatch):
    async def upgrade(store):
        rows = await store.read(text("SELECT motto, seq FROM game_table"))
        await store.append(step(3))
        return rows, await store.check()

    with monkeypatch.context() as patch:
        patch.setattr(migrating, "VERSIONS", later)
        assert with_store(url, upgrade) == ([("all in good time", 2)], [])
    with pytest.raises(
        StoreNewer, match=r"^the database room_\d+ at .* newer release \(its revision is 0004, this one"
    ):
        with_store(url, seqs)


def test_those_who_start_at_once_upgrade_once(postgres, database):
    async def play():
        stores = await asyncio.gather(*(open_store(database) for _ in range(4)))
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(play())
    assert postgres.sql("SELECT version_num FROM alembic_version", database=database.rpartition("/")[2]) == [("0003",)]


def in_a_process(program, *arguments, **environment):
    """A Python process that may open stores."""
    start = "import asyncio, sys\nfrom pathlib import Path\n"
    start += f"sys.path[:0] = [{str(TESTS.parent / 'src')!r}, {str(TESTS)!r}]\n"
    start += "from stores import *\nfrom oddchip.room.store import *\nfrom oddchip.room.store import migrating\n"
    return subprocess.run(
        [sys.executable, "-c", start + program, *map(str, arguments)],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )


def test_an_upgrade_that_is_killed_leaves_the_database_as_it_was(url, later, monkeypatch):
    program = "migrating.VERSIONS = tuple(map(Path, sys.argv[2:]))\nasyncio.run(open_store(sys.argv[1]))"
    assert in_a_process(program, url, *later, ODDCHIP_CRASH_AT="mid_migration").returncode == 137
    assert with_store(url, seqs) == [1, 2]
    monkeypatch.setattr(migrating, "VERSIONS", later)
    assert with_store(url, seqs) == [1, 2]


CRASHING = """
async def main():
    store = await opened(sys.argv[1])
    for seq in range(3, 9):
        more = [(schema.snapshot, {"table_id": "t", "seq": seq, "body": b"s"})] if seq % 2 else []
        await store.append(step(seq, more=more + entries(seq, {"a": 1, "b": -1})))
        print(seq, flush=True)
asyncio.run(main())
"""


@pytest.mark.parametrize(
    "point, told, last", [("before_append:3", 4, 4), ("mid_snapshot:2", 4, 4), ("after_commit:3", 4, 5)]
)
def test_the_process_may_die_at_any_named_point(url, point, told, last):
    process = in_a_process(CRASHING, url, ODDCHIP_CRASH_AT=point)
    assert process.returncode == 137
    assert [int(line) for line in process.stdout.split()] == list(range(3, told + 1))
    assert with_store(url, seqs) == list(range(1, last + 1))
    assert with_store(url, Store.check) == []


# A server in trouble.


def test_a_database_that_must_not_be_written_gets_one_sentence(url, postgres):
    name = url.rpartition("/")[2]
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")

    async def play():
        store = await open_store(url)
        await store.close()

    with pytest.raises(StoreReadOnly, match=f"^the database {name} at .* cannot be written "):
        asyncio.run(play())


RAISING = """
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '{}'; END $$
"""


@pytest.mark.parametrize(
    "code, kind, said",
    [
        ("53100", StoreFull, "no space is left for the database"),
        ("58030", StoreBroken, "cannot be reached or used: could not extend file"),
        ("57014", StoreBroken, "did not answer in time"),
        ("25006", StoreReadOnly, "cannot be written"),
        ("40P01", StoreBroken, "could not be written"),
    ],
)
def test_what_is_wrong_with_the_server_fails_all_that_wait_and_writing_goes_on_afterwards(url, code, kind, said):
    asyncio.run(executed(url, [RAISING.format(code)]))
    make = "CREATE TRIGGER failing BEFORE INSERT ON secret EXECUTE FUNCTION fail()"

    async def play(store):
        await executed(url, [make])
        full = step(3, more=[(schema.secret, {"table_id": "t", "hand": 1, "body": b"s", "made": 0.0})])
        outcomes = await gathered(store, url, store.append(full), store.write(NAME))
        await executed(url, ["DROP TRIGGER failing ON secret"])
        assert [type(outcome) for outcome in outcomes] == [kind, kind]
        assert all(said in str(outcome) for outcome in outcomes)
        assert await seqs(store) == [1, 2]
        await store.append(full)
        return await store.check()

    assert with_store(url, play) == []


def test_a_lock_that_somebody_keeps_is_waited_for_and_then_given_up(url, monkeypatch):
    monkeypatch.setattr("oddchip.room.store.postgres.connecting.WRITER", {"lock_timeout": "50ms"})

    async def play(store):
        import asyncpg

        other = await asyncpg.connect(url)
        try:
            async with other.transaction():
                await other.execute("SELECT 1 FROM game_table WHERE id = 't' FOR UPDATE")
                with pytest.raises(StoreBroken, match="did not answer in time"):
                    await store.append(step(3))
        finally:
            other.terminate()
        await store.append(step(3))
        return await seqs(store)

    assert with_store(url, play) == [1, 2, 3]


# Lost connections.


async def sent_away(store, url):
    """End all other sessions of the database, as a server does that is restarted."""
    mine = "pid <> pg_backend_pid() AND datname = current_database()"
    await executed(url, [f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}"])


def test_connections_lost_while_nothing_is_done_are_nobodys_trouble(url):
    async def play(store):
        for seq in (3, 4):
            await seqs(store)
            await store.answers()
            await sent_away(store, url)
            await store.append(step(seq))
            await sent_away(store, url)
            assert await store.write(put(schema.name, {"person": "al", "name": f"Al {seq}"})) == [seq - 3, 1]
            assert await store.answers() == []
        return await seqs(store)

    assert with_store(url, play) == [1, 2, 3, 4]


def test_of_many_reading_connections_that_were_lost_none_is_used_again(url):
    """Over the driver itself, too, which does not tell the pool that a connection is gone."""

    async def play(store):
        for _ in range(3):
            await asyncio.gather(*(store.owners() for _ in range(8)))
            await sent_away(store, url)
            assert await store.owners() == {"t": ("w", 1)}
        await sent_away(store, url)
        return await seqs(store)

    assert with_store(url, play) == [1, 2]


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_server_that_is_restarted_is_found_again(how):
    with Server.started() as server:
        url = server.database()
        with_store(url, first_steps)

        async def play(store):
            await asyncio.to_thread(server.stop, how)
            for refused in (store.append(step(3)), store.write(NAME), store.read(select(schema.name)), store.answers()):
                with pytest.raises(StoreBroken, match="cannot be reached"):
                    await refused
            await asyncio.to_thread(server.start)
            await store.append(step(3))
            await store.write(NAME)
            return await seqs(store), await store.check()

        assert with_store(url, play) == ([1, 2, 3], [])


class Between:
    """A database behind a proxy: `url` goes through it."""

    def __init__(self, url, proxy):
        self.direct, self.proxy = url, proxy
        self.url = url.replace(url.split("@")[1].split("/")[0], f"127.0.0.1:{proxy.port}")

    async def __aenter__(self):
        self.store = await opened(self.url)
        return self

    async def __aexit__(self, *_):
        self.proxy.mend()
        await self.store.close()
        await self.proxy.close()


def behind(url, play):
    """What comes of `play(between)`, with a store that reaches its database through a proxy."""

    async def all_of_it():
        proxy = await Proxy(port(int(url.split(":")[2].split("/")[0])), postgres=True).open()
        async with Between(url, proxy) as between:
            return await play(between)

    return asyncio.run(all_of_it())


SECRET = (schema.secret, {"table_id": "t", "hand": 1, "body": b"s", "made": 0.0})


@pytest.mark.parametrize("moment", ["before", "sent", "done"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_transaction_whose_commit_was_lost_is_answered_truly_and_done_once(url, moment, times):
    async def play(between):
        store, trouble = between.store, between.proxy.trouble
        trouble.breaks_at[:] = [moment] * times
        await store.append(step(3, more=[SECRET]))
        trouble.breaks_at[:] = [moment] * times
        assert await store.write(NAME) == [1]  # a second time it would be there already
        trouble.breaks_at[:] = [moment] * times
        assert await store.write([delete(schema.secret), *put(schema.name, {"person": "al", "name": "B"})]) == [1, 1, 1]
        trouble.breaks_at.clear()
        return await seqs(store), await count(store, schema.secret), await store.check(), len(between.proxy.broken)

    # One that was sent is committed, and is not sent again.
    assert behind(url, play) == ([1, 2, 3], 0, [], 3 * (times if moment == "before" else 1))


@pytest.mark.parametrize("moment", ["before", "sent", "done"])
def test_steps_whose_single_statement_was_lost_are_answered_truly_and_done_once(url, moment):
    async def play(between):
        store = between.store
        await store.write([table("u"), table("v")])
        between.proxy.trouble.breaks_at[:] = [moment]
        several = [step(3, "c3"), step(1, "c1", "u"), step(9, "never", "v")]
        outcomes = await asyncio.gather(*map(store.append, several), return_exceptions=True)
        broken = list(between.proxy.broken)
        return [type(outcome) for outcome in outcomes], await seqs(store), await seqs(store, "u"), broken

    outcomes, t, u, broken = behind(url, play)
    assert broken == [f"at a commit: {moment}"]
    assert (outcomes, t, u) == ([type(None), type(None), Fenced], [1, 2, 3], [1])


@pytest.mark.parametrize("more", [[], [SECRET]])
def test_what_is_still_on_its_way_when_a_connection_is_given_up_is_never_done(url, monkeypatch, more):
    """A statement held up between here and there must not arrive after it was said to be lost, and done again."""
    monkeypatch.setattr("oddchip.room.store.postgres.writer.PATIENCE", 0.3)

    async def play(between):
        store = between.store
        between.proxy.hold()
        waiting = asyncio.ensure_future(store.append(step(3, more=more)))
        await asyncio.sleep(1.0)
        assert not waiting.done()
        between.proxy.mend()
        await waiting
        await asyncio.sleep(0.2)
        return await seqs(store), await count(store, schema.secret), await store.check()

    assert behind(url, play) == ([1, 2, 3], len(more), [])


def test_a_statement_that_the_server_still_has_of_a_lost_session_is_ended_before_it_is_done_again(url):
    async def play(between):
        import asyncpg

        other = await asyncpg.connect(url)
        try:
            async with other.transaction():
                await other.execute("SELECT 1 FROM game_table WHERE id = 't' FOR UPDATE")
                waiting = asyncio.ensure_future(between.store.append(step(3)))
                await asyncio.sleep(0.2)
                between.proxy.cut()  # the server waits for the lock, and does not notice
                await asyncio.sleep(0.5)
                mine = "datname = current_database() AND wait_event_type = 'Lock'"
                assert (await other.fetchval(f"SELECT count(*) FROM pg_stat_activity WHERE {mine}")) == 1
        finally:
            other.terminate()
        await waiting
        return await seqs(between.store)

    assert behind(url, play) == [1, 2, 3]


def test_who_cannot_find_out_says_that_it_is_not_known(url, monkeypatch):
    monkeypatch.setattr("oddchip.room.store.postgres.writer.DOUBT", 0.3)

    async def play(between):
        store = between.store
        between.proxy.trouble.breaks_at[:] = ["sent"]
        between.proxy.trouble.refused = True  # those who are in stay
        with pytest.raises(StoreUnsure, match="whether it was written is not known"):
            await store.append(step(3, more=[SECRET]))
        with pytest.raises(StoreBroken, match="cannot be reached"):
            await store.write(NAME)
        between.proxy.mend()
        return await seqs(store)

    assert behind(url, play) == [1, 2, 3]


def test_a_store_is_closed_though_its_server_is_gone(url):
    async def play(between):
        between.proxy.cut(refuse=True)
        waiting = asyncio.ensure_future(between.store.append(step(3)))
        await asyncio.sleep(0)
        await between.store.close()
        with pytest.raises(StoreBroken, match="cannot be reached"):
            await waiting
        with pytest.raises(StoreClosed):
            await between.store.append(step(3))

    behind(url, play)


def test_a_transaction_that_nobody_ends_does_not_keep_its_tables(url, monkeypatch):
    """Cut off, or stopped, in the middle of it: the server gives it up by itself."""
    monkeypatch.setattr("oddchip.room.store.postgres.writer.PATIENCE", 3.0)

    async def play(store):
        groups = store._writer._groups
        begun, committed = asyncio.Event(), groups._committed

        async def stuck(group, notices, write):
            async def never(group):
                await write(group)
                begun.set()
                await asyncio.sleep(60)

            return await committed(group, notices, never)

        groups._committed = stuck
        waiting = asyncio.ensure_future(store.append(step(3, more=[SECRET])))
        await begun.wait()
        freed = "SELECT id FROM game_table WHERE id = 't' FOR UPDATE SKIP LOCKED"
        assert await executed(url, [freed]) == []
        for _ in range(60):
            await asyncio.sleep(0.1)
            if await executed(url, [freed]):
                break
        else:
            raise AssertionError("it is still kept")
        groups._committed = committed
        waiting.cancel()
        await store._writer._line.drop()
        return await seqs(store)

    assert with_store(url, play) == [1, 2]
