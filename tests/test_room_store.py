"""The durable store: what is written when, who may write, and what a data folder refuses."""

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import create_engine, delete, func, select, text, update

from oddchip.errors import OddchipError
from oddchip.room.store import (
    Batch,
    Fenced,
    Repeated,
    Store,
    StoreBroken,
    StoreClosed,
    StoreFull,
    StoreInUse,
    StoreNewer,
    StoreReadOnly,
    StoreRefused,
    migrating,
    put,
    schema,
)
from postgres_server import database, executed, postgres
from stores import ME, entries, event, first_steps, gathered, held_up, seqs, step, table, with_store

__all__ = ["database", "postgres"]

SRC = Path(__file__).parents[1] / "src"


@pytest.fixture
def folder(tmp_path):
    """A data folder with one table at event 2 of epoch 1."""

    with_store(tmp_path / "data", first_steps)
    return tmp_path / "data"


@pytest.fixture(params=["folder", pytest.param("database", marks=pytest.mark.needs("postgresql"))])
def place(request):
    """A data folder and a database, each with one table at event 2 of epoch 1."""
    if request.param == "folder":
        return request.getfixturevalue("folder")
    url = request.getfixturevalue("database")
    with_store(url, first_steps)
    return url


async def checked(store):
    return await store.check()


def of(place, either):
    """What is meant for this kind of place, where it is not the same for both."""
    return either["folder" if isinstance(place, Path) else "database"] if isinstance(either, dict) else either


def by_hand(place, *statements):
    """Change the database behind the store's back, triggers off."""
    if not isinstance(place, Path):
        off = [f"ALTER TABLE {name} DISABLE TRIGGER USER" for name in schema.APPEND_ONLY]
        asyncio.run(executed(place, [*off, *statements]))
        return
    with sqlite3.connect(place / "room.db") as database:
        for name in ("event_no_update", "event_no_delete", "entry_no_update", "entry_no_delete"):
            database.execute(f"DROP TRIGGER IF EXISTS {name}")
        for statement in statements:
            database.execute(statement)
    database.close()


# What is durable when.


def test_nothing_is_seen_before_it_is_committed_and_all_of_it_afterwards(place):
    async def play(store):
        async with held_up(place):
            waiting = asyncio.ensure_future(store.append(step(3, more=entries(3, {"a": 5, "b": -5}))))
            await asyncio.sleep(0.05)
            assert await seqs(store) == [1, 2]
            assert not waiting.done()
        await waiting
        assert await seqs(store) == [1, 2, 3]
        assert [row.amount for row in await store.read(select(schema.entry.c.amount).filter_by(seq=3))] == [5, -5]
        assert (await store.read(select(schema.game_table.c.seq)))[0].seq == 3

    with_store(place, play)


def test_what_is_closed_is_there_when_it_is_opened_again_and_the_key_stays(folder):
    async def play(store):
        return await seqs(store), await store.check(), store.key

    first, again = with_store(folder, play), with_store(folder, play)
    assert first == again == ([1, 2], [], (folder / "key").read_bytes())
    assert sorted(path.name for path in folder.iterdir()) == ["key", "lock", "room.db"]


def test_closing_writes_what_is_queued_and_then_refuses(place):
    async def play(store):
        waiting = [asyncio.ensure_future(store.append(step(seq))) for seq in range(3, 40)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        for late in (store.append(step(40)), store.write([]), store.read(select(schema.event))):
            with pytest.raises(StoreClosed, match="closed"):
                await late

    with_store(place, play)
    assert with_store(place, seqs) == list(range(1, 40))


def test_rows_and_statements_are_written_in_order_and_counted(place):
    async def play(store):
        names = schema.name
        rename = update(names).where(names.c.person == "bo").values(name="Bobby")
        assert await store.write([(names, {"person": "bo", "name": "Bo"}), rename]) == [1, 1]
        assert await store.write(rename.where(names.c.name == "nobody")) == [0]
        assert await store.write(put(names, {"person": "bo", "name": "Robert"})) == [1, 1]
        assert await store.write((names, {"person": "al", "name": "Al"})) == [1]
        return sorted(tuple(row) for row in await store.read(select(names)))

    assert with_store(place, play) == [("al", "Al"), ("bo", "Robert")]


# The fence, and commands that come twice.


@pytest.mark.parametrize(
    "batch, said",
    [
        (step(2, "new"), "table t is at event 2 of epoch 1, not at 1 of epoch 1"),
        (step(4), "not at 3 of epoch 1"),
        (step(3, epoch=2), "not at 2 of epoch 2"),
        (step(1, "c1", epoch=0), "not at 0 of epoch 0"),
        (step(1, name="u"), "there is no table u"),
    ],
)
def test_a_batch_for_another_place_than_where_the_table_is_is_fenced(place, batch, said):
    async def play(store):
        with pytest.raises(Fenced, match=said):
            await store.append(batch)
        await store.append(step(3))
        assert await store.check() == []

    with_store(place, play)


def test_who_lost_a_table_writes_nothing_any_more(place):
    async def play(store):
        t = schema.game_table
        assert await store.write(update(t).where(t.c.epoch == 1).values(epoch=2, owner="other")) == [1]
        with pytest.raises(Fenced, match="at event 2 of epoch 2"):
            await store.append(step(3))
        await store.write(update(t).values(owner=ME))
        await store.append(step(3, epoch=2))

    with_store(place, play)


@pytest.mark.parametrize("batch", [step(3, "c1"), step(1, "c1"), step(2, "c1")])
def test_a_command_that_is_in_the_log_is_reported_with_its_number(place, batch):
    async def play(store):
        with pytest.raises(Repeated, match="taken already, as number 1") as caught:
            await store.append(batch)
        assert caught.value.seq == 1
        assert await seqs(store) == [1, 2]

    with_store(place, play)


def test_the_same_command_at_another_table_is_another_command(place):
    async def play(store):
        await store.write(table("u"))
        await store.append(step(1, "c1", "u"))

    with_store(place, play)


# Groups.


def test_one_bad_batch_does_not_spoil_its_group(place):
    async def play(store):
        await store.write([table(name) for name in "uvwxyz"])
        double = step(1, name="v", more=[(schema.secret, {"table_id": "v", "hand": 1, "body": b"s", "made": 0.0})] * 2)
        outcomes = await gathered(
            store,
            place,
            store.append(step(3)),
            store.append(double),
            store.append(step(4, "c3")),
            store.append(step(1, name="u")),
            store.append(step(2, name="u")),
            store.append(step(5, name="w")),
            store.append(step(1, name="x", more=[(schema.chat, {"table_id": "x", "id": 1, "wine": "red"})])),
            store.append(step(1, name="y", more=[(schema.chat, {"table_id": "y", "id": 2**70})])),
            store.write([(schema.name, {"person": "bo", "name": b"not text"})]),
            store.append(step(1, name="z", more=[delete(schema.event)])),
            store.write([(schema.name, {"person": "al", "name": "Al"})]),
        )
        kinds = [type(outcome) for outcome in outcomes]
        refused = [StoreRefused] * 4
        expected = [type(None), StoreRefused, Repeated, type(None), type(None), Fenced, *refused, list]
        assert kinds == expected, outcomes
        assert outcomes[2].seq == 3
        assert "wine" in str(outcomes[6])
        assert "append-only" in str(outcomes[9])
        assert [await seqs(store, name) for name in "tuvwxyz"] == [[1, 2, 3], [1, 2], [], [], [], [], []]
        assert (await store.read(select(func.count()).select_from(schema.secret)))[0][0] == 0
        assert await store.check() == []

    with_store(place, play)


def commits(folder):
    """Transactions in the write-ahead log: the last frame of each says how many pages the database has then."""
    log, frame = (folder / "room.db-wal").read_bytes()[32:], 24 + 4096
    return sum(log[at + 4 : at + 8] != bytes(4) for at in range(0, len(log), frame))


def test_a_group_is_one_transaction(folder):
    async def play(store):
        await store.write([table(f"t{number}") for number in range(50)])
        before = commits(folder)
        outcomes = await gathered(store, folder, *(store.append(step(1, name=f"t{number}")) for number in range(50)))
        return outcomes, before, commits(folder)

    # One for the tables; an empty write writes nothing; one for all the rest.
    assert with_store(folder, play) == ([None] * 50, 1, 2)


def test_who_stops_waiting_stops_nothing(place):
    async def play(store):
        async with held_up(place):
            one, two = (asyncio.ensure_future(store.append(step(seq))) for seq in (3, 4))
            await asyncio.sleep(0.02)
            one.cancel()
        await two
        return await seqs(store)

    assert with_store(place, play) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "batch, said",
    [
        (Batch("t", 1, 2, [event(4)]), "must be number 3 of epoch 1, not 4 of 1"),
        (Batch("t", 1, 2, [event(3), event(3)]), "must be number 4"),
        (Batch("t", 1, 2, [event(3, epoch=2)]), "not 3 of 2"),
        (Batch("t", 1, 2, [event(3, name="u")]), "of table u"),
        (step(3, more=entries(3, {"bank": -5, "player:ada": 4})), "event 3 of table t sum to -1, not to 0"),
    ],
)
def test_a_batch_that_contradicts_itself_is_refused(place, batch, said):
    async def play(store):
        with pytest.raises(StoreRefused, match=said):
            await store.append(batch)
        return await seqs(store)

    assert with_store(place, play) == [1, 2]


# The log stays as it was written.


@pytest.mark.parametrize(
    "statement",
    [
        delete(schema.event),
        update(schema.event).values(body=b"other"),
        delete(schema.entry),
        update(schema.entry).values(amount=0),
        {
            "folder": text("INSERT OR REPLACE INTO entry SELECT table_id, seq, line, account, 0 FROM entry"),
            "database": text("TRUNCATE entry"),
        },
    ],
)
def test_log_and_ledger_are_append_only(place, statement):
    async def play(store):
        with pytest.raises(StoreRefused, match="append-only"):
            await store.write(of(place, statement))
        return await store.check(), await seqs(store)

    assert with_store(place, play) == ([], [1, 2])


def test_a_reading_connection_cannot_write(place):
    async def play(store):
        with pytest.raises(StoreReadOnly):
            await store.ask(lambda connection: connection.execute(delete(schema.name)))

    with_store(place, play)


def test_a_destroyed_secret_is_no_longer_in_the_folder(folder):
    mark = b"all the cards of the deck in order"

    async def play(store):
        await store.write((schema.secret, {"table_id": "t", "hand": 1, "body": mark, "made": 0.0}))
        await store.write(delete(schema.secret))

    with_store(folder, play)
    assert [path.name for path in folder.iterdir() if mark in path.read_bytes()] == []


# The folder.


def test_the_folder_is_for_its_owner_alone(folder):
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()} == dict.fromkeys(
        ("key", "lock", "room.db"), 0o600
    )
    assert len((folder / "key").read_bytes()) == 32


def in_a_process(program, *arguments, **environment):
    """A Python process that begins with the imports of a store."""
    start = "import asyncio, sys\nfrom pathlib import Path\n"
    start += f"sys.path[:0] = [{str(SRC)!r}, {str(Path(__file__).parent)!r}]\n"
    start += "from oddchip.room.store import *\nfrom oddchip.room.store import migrating\n"
    return subprocess.Popen(
        [sys.executable, "-c", start + program, *map(str, arguments)],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_folder_in_use_is_refused_with_the_process_that_uses_it(folder):
    program = "async def main():\n    await Store.open(Path(sys.argv[1]))\n    print('open', flush=True)\n    input()\n"
    with in_a_process(program + "asyncio.run(main())", folder) as other:
        assert other.stdout.readline() == "open\n"
        with pytest.raises(StoreInUse, match=f"^the data folder .* is in use by process {other.pid}$") as caught:
            with_store(folder, seqs)
        assert caught.value.pid == other.pid
        other.kill()
    assert with_store(folder, seqs) == [1, 2]  # a lock goes with its process


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_does_not_keep_the_folder(folder):
    async def play(store):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.read(reading, 1)
            os._exit(0)
        return child, reading, writing

    child, *pipe = with_store(folder, play)
    try:
        assert with_store(folder, seqs) == [1, 2]
    finally:
        os.write(pipe[1], b"x")
        os.waitpid(child, 0)
        for end in pipe:
            os.close(end)


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lambda folder: (folder / "key").unlink(), "key is missing"),
        (lambda folder: (folder / "key").write_bytes(b"short"), "holds 5 bytes where the key has 32"),
        (lambda folder: (folder / "room.db").write_bytes(b"no database" * 1000), "file is not a database"),
    ],
)
def test_a_folder_that_is_not_whole_is_refused(folder, spoil, said):
    spoil(folder)
    with pytest.raises(StoreBroken, match=said):
        with_store(folder, seqs)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreBroken, match="cannot be used"):
        with_store(tmp_path / "file", seqs)


@contextmanager
def nobody():
    """As somebody without rights; root is not stopped by modes."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.mark.parametrize("there", [False, True])
def test_a_read_only_folder_gets_one_sentence(folder, there):
    with TemporaryDirectory() as place:
        data = Path(place) / "data"
        if there:
            shutil.copytree(folder, data)
            data.chmod(0o555)
        Path(place).chmod(0o555)
        try:
            with (
                nobody(),
                pytest.raises(StoreReadOnly, match=r"^the data folder .*data cannot be written: ") as caught,
            ):
                with_store(data, seqs)
        finally:
            Path(place).chmod(0o755)
            if there:
                data.chmod(0o755)
    assert isinstance(caught.value, OddchipError)


# No space, and other trouble while running.


async def fill(store):
    """Chat until there is no space."""
    for number in range(1000):
        await store.write(
            (schema.chat, {"table_id": "t", "id": number, "at": 0.0, "person": "ada", "text": "x" * 2000})
        )


def test_a_full_disk_fails_all_that_wait_and_writing_goes_on_when_there_is_space(folder):
    async def play(store):
        pages = (await store.read(text("PRAGMA page_count")))[0][0]
        await store.write(text(f"PRAGMA max_page_count = {pages + 3}"))
        with pytest.raises(StoreFull, match="no space is left for the data folder"):
            await fill(store)
        big = (schema.snapshot, {"table_id": "t", "seq": 3, "body": bytes(50_000)})
        outcomes = await gathered(store, folder, *(store.append(step(3, more=[big])) for _ in range(3)))
        assert [type(outcome) for outcome in outcomes] == [StoreFull] * 3
        assert await seqs(store) == [1, 2]
        await store.write(text("PRAGMA max_page_count = 1000000"))
        await store.append(step(3, more=[big]))
        assert await store.check() == []

    with_store(folder, play)


def test_a_write_that_the_system_refuses_leaves_nothing_behind(folder):
    async def play(store):
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 19, hard))
        try:
            with pytest.raises((StoreBroken, StoreFull)):
                await fill(store)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        await store.append(step(3))
        return await store.check(), await seqs(store)

    assert with_store(folder, play) == ([], [1, 2, 3])


CRASHING = """
from stores import *
from oddchip.room.store import *
async def main():
    store = await Store.open(Path(sys.argv[1]))
    for seq in range(3, 9):
        more = [(schema.snapshot, {"table_id": "t", "seq": seq, "body": b"s"})]
        await store.append(step(seq, more=more + entries(seq, {"a": 1, "b": -1})))
        print(seq, flush=True)
asyncio.run(main())
"""


def test_the_process_may_die_at_any_named_point(folder, tmp_path):
    points = {"before_append:3": ([3, 4], 4), "mid_snapshot:3": ([3, 4], 4), "after_commit:3": ([3, 4], 5)}
    running = {}
    for number, point in enumerate(points):
        data = shutil.copytree(folder, tmp_path / str(number))
        running[point] = data, in_a_process(CRASHING, data, ODDCHIP_CRASH_AT=point)
    for point, (data, process) in running.items():
        said, _ = process.communicate()
        assert process.returncode == 137
        told, last = points[point]
        assert [int(line) for line in said.split()] == told, point
        assert with_store(data, seqs) == list(range(1, last + 1)), point
        assert with_store(data, Store.check) == []


def test_a_copy_of_the_files_taken_while_writing_opens_clean(folder, tmp_path):
    """As after a loss of power: the files as they are at one moment, between two checkpoints."""

    async def play(store):
        told, taken = [2], []

        def copy_files(to):
            for end in ("", "-wal"):
                shutil.copy(folder / f"room.db{end}", to)

        async def write():
            for seq in range(3, 300):
                await store.append(step(seq, more=entries(seq, {"a": 1, "b": -1})))
                told.append(seq)

        writing = asyncio.ensure_future(write())
        while not writing.done() and len(taken) < 5:
            await asyncio.sleep(0.02)
            known, data = told[-1], tmp_path / f"copy{len(taken)}"
            data.mkdir()
            main = folder / "room.db"
            before = main.stat().st_mtime_ns
            await asyncio.to_thread(copy_files, data)
            assert main.stat().st_mtime_ns == before  # no checkpoint in so few pages
            shutil.copy(folder / "key", data)
            taken.append((data, known))
        await writing
        return taken

    taken = with_store(folder, play)
    assert taken
    for data, known in taken:
        found = with_store(data, seqs)
        assert found == list(range(1, len(found) + 1))
        assert len(found) >= known
        assert with_store(data, Store.check) == []


def test_a_copy_of_the_database_is_whole_while_it_is_in_use(folder, tmp_path):
    async def play(store):
        writing = [asyncio.ensure_future(store.append(step(seq))) for seq in range(3, 200)]
        await store.copy_to(tmp_path / "copies" / "room.db")
        await asyncio.gather(*writing)

    with_store(folder, play)
    shutil.copy(folder / "key", tmp_path / "copies")
    assert with_store(tmp_path / "copies", Store.check) == []
    assert with_store(tmp_path / "copies", seqs)[:2] == [1, 2]


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
    more = tmp_path / "later"
    more.mkdir()
    (more / "r0004_motto.py").write_text(MOTTO)
    return (*migrating.VERSIONS, more)


def revision_of(database):
    with sqlite3.connect(database) as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    connection.close()
    return found


def test_an_older_folder_is_copied_and_upgraded_and_a_newer_one_refused(folder, later, monkeypatch):
    async def upgrade():
        store = await Store.open(folder, clock=lambda: 1_800_000_000.0)
        rows = await store.read(text("SELECT motto, seq FROM game_table"))
        await store.append(step(3))
        wrong = await store.check()
        await store.close()
        return rows, wrong

    with monkeypatch.context() as patch:
        patch.setattr(migrating, "VERSIONS", later)
        assert asyncio.run(upgrade()) == ([("all in good time", 2)], [])
    backup = folder / "backups" / "room-0003-20270115T080000Z.db"
    assert [*backup.parent.iterdir()] == [backup]
    assert (revision_of(backup), revision_of(folder / "room.db")) == ("0003", "0004")
    assert (backup.stat().st_mode & 0o777, backup.parent.stat().st_mode & 0o777) == (0o600, 0o700)

    with pytest.raises(StoreNewer, match=r"by a newer release \(its revision is 0004, this one knows up to 0003\)"):
        with_store(folder, seqs)
    shutil.copy(backup, folder / "room.db")  # the way back
    assert with_store(folder, seqs) == [1, 2]


def test_a_folder_of_the_first_release_is_brought_up_with_all_that_is_in_it(tmp_path, monkeypatch):
    first, data = tmp_path / "first", tmp_path / "data"
    first.mkdir()
    shutil.copy(migrating.VERSIONS[0] / "r0001_first.py", first)
    with monkeypatch.context() as patch:
        patch.setattr(migrating, "VERSIONS", (first,))
        with_store(data, first_steps)
        assert revision_of(data / "room.db") == "0001"

    async def play(store):
        await store.append(step(3))
        return await seqs(store), await store.check(), await store.read(select(schema.worker))

    assert with_store(data, play) == ([1, 2, 3], [], [])
    assert [path.name.split("-")[1] for path in (data / "backups").iterdir()] == ["0001"]
    assert revision_of(data / "room.db") == "0003"


def test_an_upgrade_that_is_killed_leaves_the_folder_as_it_was(folder, later, monkeypatch):
    program = "migrating.VERSIONS = tuple(map(Path, sys.argv[2:]))\nasyncio.run(Store.open(Path(sys.argv[1])))"
    process = in_a_process(program, folder, *later, ODDCHIP_CRASH_AT="mid_migration")
    process.communicate()
    assert process.returncode == 137
    assert len([*(folder / "backups").iterdir()]) == 1
    assert with_store(folder, seqs) == [1, 2]
    monkeypatch.setattr(migrating, "VERSIONS", later)
    assert with_store(folder, seqs) == [1, 2]
    assert revision_of(folder / "room.db") == "0004"


def test_a_start_that_is_killed_while_it_makes_the_folder_is_made_good_by_the_next(tmp_path):
    program = "asyncio.run(Store.open(Path(sys.argv[1])))"
    process = in_a_process(program, tmp_path / "data", ODDCHIP_CRASH_AT="mid_migration")
    process.communicate()
    assert process.returncode == 137
    key = (tmp_path / "data" / "key").read_bytes()
    assert with_store(tmp_path / "data", seqs) == []
    assert (tmp_path / "data" / "key").read_bytes() == key


def shape(database):
    """All that SQLite knows of the tables: columns, keys, defaults, strictness, indices."""
    known = {}
    for _, name, kind, _, without_rowid, strict in database.execute("PRAGMA table_list"):
        if kind != "table" or name.startswith("sqlite_") or name == "alembic_version":
            continue
        columns = database.execute(f"PRAGMA table_xinfo({name})").fetchall()
        indices = {
            (index if not index.startswith("sqlite_") else "", unique): database.execute(
                f"PRAGMA index_info({index})"
            ).fetchall()
            for _, index, unique, *_ in database.execute(f"PRAGMA index_list({name})")
        }
        known[name] = (without_rowid, strict, sorted(columns, key=lambda column: column[1]), sorted(indices))
    return known


def test_the_revisions_make_the_tables_of_the_schema(folder, tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'plain.db'}")
    schema.metadata.create_all(engine)
    engine.dispose()
    with sqlite3.connect(tmp_path / "plain.db") as plain, sqlite3.connect(folder / "room.db") as made:
        expected, found = shape(plain), shape(made)
    plain.close()
    made.close()
    assert set(found) == set(expected) == set(schema.metadata.tables)
    assert found == expected


# What doctor asks.


@pytest.mark.parametrize(
    "damage, said",
    [
        ("UPDATE entry SET amount = 199 WHERE amount = 200", "ledger lines of event 1 of table t sum to -1, not to 0"),
        ("DELETE FROM event WHERE seq = 1", "log of table t has gaps: 1 events are numbered from 2 to 2"),
        ("UPDATE game_table SET seq = 7", "Table t stands at event 7, but its log ends at 2"),
        ("DELETE FROM game_table", "There are events of table t, but no such table"),
        ("UPDATE event SET epoch = 5 WHERE seq = 1", "Event 2 of table t is of epoch 1, after one of epoch 5"),
        (
            {
                "folder": "INSERT INTO private VALUES ('t', 9, x'00')",
                "database": r"INSERT INTO private VALUES ('t', 9, '\x00')",
            },
            "There are private parts of event 9 of table t",
        ),
        ("UPDATE entry SET account = 'stack:t:1' WHERE amount < 0", "account stack:t:1 holds -200 chips"),
    ],
)
def test_the_checks_find_what_is_wrong(place, damage, said):
    by_hand(place, of(place, damage))
    assert any(said in sentence for sentence in with_store(place, checked))


def test_the_checks_find_a_command_that_is_there_twice(place):
    doubled = {
        "folder": [
            "CREATE TABLE plain AS SELECT * FROM event",
            "DROP TABLE event",
            "ALTER TABLE plain RENAME TO event",
        ],
        "database": ["ALTER TABLE event DROP CONSTRAINT event_command"],
    }
    by_hand(place, *of(place, doubled), "UPDATE event SET command_id = 'c1'")
    assert "Command c1 of table t is in the log 2 times." in with_store(place, checked)
