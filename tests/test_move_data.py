"""`oddchip move-data`: a whole room from one place to another, compared row by row; whole at the end, or not there."""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from oddchip.room import moving
from oddchip.room.moving import MoveRefused, move
from oddchip.room.moving.folders import FolderTarget
from oddchip.room.moving.rows import SHARED, TABLES, Digest
from oddchip.room.room import Room, host_key_of, signer_of
from oddchip.room.store import Store, StoreRefused, schema
from postgres_server import postgres
from terminal import oddchip
from test_room_doctor import damage, evening
from test_web_serve import room

__all__ = ["evening", "postgres"]

COMMAND = [sys.executable, "-P", "-m", "oddchip.cli", "move-data"]
KEYS = ("key", "signing_key", "host_key")


def untold(*what):
    """Nobody is told how far it is."""


@pytest.fixture
def folder(evening, tmp_path):
    """A room in a folder, in the middle of a hand."""
    return shutil.copytree(evening, tmp_path / "data")


@pytest.fixture(params=["folder", pytest.param("server", marks=pytest.mark.needs("postgresql"))])
def target(request, tmp_path):
    """Where it goes: a folder that is not there yet, and an empty database."""
    if request.param == "folder":
        return str(tmp_path / "new" / "data")
    return request.getfixturevalue("postgres").database()


def rows_of(folder):
    """All that is moved of a folder, table by table."""
    with sqlite3.connect(folder / "room.db") as database:
        found = {table.name: sorted(database.execute(f"SELECT * FROM {table.name}"), key=repr) for table in TABLES}
    database.close()
    found["meta"] = [row for row in found["meta"] if row[0] not in moving.rows.OF_ONE_END]
    return found


def files_of(folder):
    """Every file but the lock, which says who held it last."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("lock", "room.db-shm", "room.db-wal")
    }


def keys_of(folder):
    return {name: (folder / name).read_bytes() for name in KEYS}


def is_empty(target):
    """Nothing is there but what the first who opens a database makes."""
    if not target.startswith("postgresql"):
        return not os.path.exists(target)
    return asyncio.run(_is_empty(target))


async def _is_empty(url):
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        there = {
            row[0] for row in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        }
        names = [table.name for table in TABLES if table.name in there and table.name != "meta"]
        return not any([await connection.fetchval(f"SELECT count(*) FROM {name}") for name in names])
    finally:
        await connection.close()


# --- there and back --------------------------------------------------------------------------------------------------


def test_a_room_goes_there_and_back_and_is_the_same(folder, target, tmp_path):
    before, files = rows_of(folder), files_of(folder)
    there = asyncio.run(move(str(folder), target, untold))
    assert files_of(folder) == files, "the source is as it was"
    assert there.rows == {name: len(rows) for name, rows in before.items()}
    assert there.before.data() == there.after.data()
    assert there.after.data()["decided"] >= 3
    assert there.after.data()["playing"] == 1
    back = asyncio.run(move(target, str(tmp_path / "back"), untold))
    assert back.rows == there.rows
    assert rows_of(tmp_path / "back") == before
    assert keys_of(tmp_path / "back") == keys_of(folder)
    assert sorted(os.listdir(tmp_path)) == sorted({"data", "back", *(["new"] if "/new/" in target else [])})


def test_a_moved_room_is_played_on(folder, tmp_path):
    asyncio.run(move(str(folder), str(tmp_path / "new"), untold))

    async def opened():
        room = await Room.open(tmp_path / "new")
        (actor,) = room.tables.values()
        playing, key, signer = actor.playing, room.host_key, room.signer.key
        await room.close()
        return playing, key, signer

    bits = os.urandom
    assert asyncio.run(opened()) == (True, host_key_of(folder, bits), signer_of(folder, bits).key)


def test_the_command_says_how_far_it_is_and_what_it_moved(folder, target):
    ran = oddchip("move-data", str(folder), target)
    assert ran.code == 0, ran.err
    rows = sum(map(len, rows_of(folder).values()))
    assert f"{rows} rows moved, each compared, and the keys." in ran.out
    events = len(rows_of(folder)["event"])
    assert " 0 of" not in ran.out, "nothing is said of what is empty or only begins"
    assert ran.out.count(" event: ") == 2
    for sentence in (
        "Looking at the source.",
        f"Copying event: {events} of {events}.",
        f"Comparing event: {events} of {events}.",
    ):
        assert sentence in ran.out
    assert "never both" in ran.out
    assert "@" not in ran.out, "no address with a password in it"


def test_what_is_nobodys_business_is_not_moved():
    assert {table.name for table in TABLES} | set(SHARED) == set(schema.metadata.tables)


@pytest.mark.needs("postgresql")
def test_a_table_that_comes_is_served_by_nobody(folder, postgres):
    damage(folder, "UPDATE game_table SET owner = 'w1', lease_until = 9e9")
    url = postgres.database()
    asyncio.run(move(str(folder), url, untold))
    name = url.rpartition("/")[2]
    assert postgres.sql("SELECT owner, lease_until FROM game_table", database=name) == [(None, None)]


@pytest.mark.needs("postgresql")
def test_the_doctor_looks_at_a_database_while_it_is_used(folder, postgres, monkeypatch):
    url = postgres.database()
    assert "there is no card room in the database" in oddchip("doctor", "--database", url).err
    asyncio.run(move(str(folder), url, untold))
    ran = oddchip("doctor", "--database", url, "--json")
    assert ran.code == 0, ran.out
    folders = oddchip("doctor", "--data", str(folder), "--json")
    assert json.loads(ran.out) == json.loads(folders.out)
    monkeypatch.setenv("ODDCHIP_DATABASE", url)
    assert oddchip("doctor", "--json").out == ran.out
    name = url.rpartition("/")[2]
    changed = "UPDATE entry SET amount = amount + 1 WHERE line = 0"
    postgres.sql("ALTER TABLE entry DISABLE TRIGGER USER", changed, database=name)
    ran = oddchip("doctor", "--database", url)
    assert ran.code == 1
    assert "ledger lines sum to 1, not to 0" in ran.out
    assert "The database is NOT whole." in ran.out


# --- what is refused -------------------------------------------------------------------------------------------------


def test_a_target_that_is_not_empty_is_left_alone(folder, target):
    asyncio.run(move(str(folder), target, untold))
    with pytest.raises(StoreRefused, match="not empty"):
        asyncio.run(move(str(folder), target, untold))


def test_a_folder_with_anything_in_it_is_not_empty(folder, tmp_path):
    (tmp_path / "there").mkdir()
    asyncio.run(move(str(folder), str(tmp_path / "there"), untold))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    with pytest.raises(StoreRefused, match="is not empty: a room is moved to a new one"):
        asyncio.run(move(str(folder), str(tmp_path / "full"), untold))
    assert os.listdir(tmp_path / "full") == ["file"]


def test_a_room_that_runs_is_not_moved(tmp_path, target):
    with room(tmp_path / "data") as process:
        ran = oddchip("move-data", str(tmp_path / "data"), target)
        assert ran.code == 2
        assert f"is in use by process {process.pid}" in ran.err
    assert is_empty(target)


@pytest.mark.needs("postgresql")
def test_a_database_that_workers_serve_is_not_moved(folder, postgres, tmp_path):
    from oddchip.room.store.postgres import PostgresStore

    url = postgres.database()
    asyncio.run(move(str(folder), url, untold))

    async def served(ending):
        store = await PostgresStore.open(url)
        await store.beat(0)
        assert len(await store.claim(10)) == 1
        with pytest.raises(StoreRefused, match=r"is in use: 1 worker heard of within 10 seconds, 1 table leased"):
            await move(url, str(tmp_path / "back"), untold)
        await store.close()
        return await move(url, str(tmp_path / "back"), untold)

    asyncio.run(served(True))
    assert keys_of(tmp_path / "back") == keys_of(folder)


@pytest.mark.needs("postgresql")
def test_nobody_writes_to_a_database_that_is_being_moved(folder, postgres, tmp_path):
    from oddchip.room.store.postgres import PostgresStore

    url = postgres.database()
    asyncio.run(move(str(folder), url, untold))

    async def intruded():
        store, trying = await PostgresStore.open(url), []

        def told(what, table, done, total):
            if not trying:
                trying.append(asyncio.ensure_future(store.claim(10)))

        moved = await move(url, str(tmp_path / "back"), told)
        claimed = await trying[0]
        await store.close()
        assert moved.after.well
        return claimed

    claimed = asyncio.run(intruded())
    assert len(claimed) == 1, "it waited, and has the table afterwards"
    assert rows_of(tmp_path / "back") == rows_of(folder), "and the copy knows nothing of it"


def test_a_damaged_room_is_not_moved(folder, target):
    damage(folder, "UPDATE entry SET amount = amount + 1 WHERE line = 0 AND seq = (SELECT min(seq) FROM entry)")
    ran = oddchip("move-data", str(folder), target)
    assert ran.code == 1
    assert "the source is not whole; nothing was moved:" in ran.err
    assert is_empty(target)


def test_a_row_that_changes_on_the_way_is_noticed(folder, tmp_path, monkeypatch):
    put = FolderTarget.put

    async def changing(self, table, rows):
        rows = [list(row) for row in rows]
        if table.name == "chat" or table.name == "name":
            rows[0][-1] += "."
        await put(self, table, rows)

    monkeypatch.setattr(FolderTarget, "put", changing)
    with pytest.raises(MoveRefused, match="table name did not arrive as it left"):
        asyncio.run(move(str(folder), str(tmp_path / "new"), untold))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("kind", [int, str])
def test_a_digest_tells_one_row_from_another(kind):
    one, other = Digest(), Digest()
    one.add([("a", kind(1), None, b"x", 1.5)])
    other.add([("a", kind(1), None, b"x", 1.5)])
    assert one == other
    for row in (("a", kind(2), None, b"x", 1.5), ("a", kind(1), "", b"x", 1.5), ("a", kind(1), None, "x", 1.5)):
        changed = Digest()
        changed.add([row])
        assert changed != one


@pytest.mark.needs("postgresql")
def test_what_postgresql_does_not_take_is_a_sentence(folder, postgres):
    damage(folder, "UPDATE name SET name = 'a' || char(0) || 'b'")
    ran = oddchip("move-data", str(folder), url := postgres.database())
    assert ran.code == 2
    assert "rows of name that the database" in ran.err
    assert ran.err.count("\n") == 1
    assert is_empty(url)


def test_an_older_folder_is_not_changed_by_being_read(folder, tmp_path):
    with sqlite3.connect(folder / "room.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    database.close()
    files = files_of(folder)
    with pytest.raises(StoreRefused, match="was last used by an older release: open the room once with this one"):
        asyncio.run(move(str(folder), str(tmp_path / "new"), untold))
    assert files_of(folder) == files


def test_a_folder_left_by_a_killed_room_is_moved_with_what_lies_beside_its_database(tmp_path):
    with room(tmp_path / "data") as process:
        process.kill()
        process.wait()
    assert (tmp_path / "data" / "room.db-wal").stat().st_size
    moved = asyncio.run(move(str(tmp_path / "data"), str(tmp_path / "new"), untold))
    assert moved.after.well

    async def people():
        store = await Store.open(tmp_path / "new")
        await store.close()

    asyncio.run(people())


@pytest.mark.parametrize(
    "ends, sentence",
    [
        (("/nowhere/at/all", "new"), "there is no card room in /nowhere/at/all"),
        ((" ", "new"), "one end is missing"),
        (("postgresql://nobody@127.0.0.1:1/none", "new"), "cannot be reached|more packages"),
    ],
)
def test_what_is_asked_wrong_gets_one_sentence(ends, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = oddchip("move-data", *ends)
    assert ran.code == 2
    assert any(each in ran.err for each in sentence.split("|"))
    assert ran.err.count("\n") == 1
    assert os.listdir(tmp_path) == []


# --- killed ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", [1, 5, 15, "last"])
def test_ended_at_any_point_the_target_is_empty_and_the_source_as_it_was(folder, target, point):
    files, pieces = files_of(folder), sum(-(-len(rows) // 1000) for rows in rows_of(folder).values())
    times = pieces + 1 if point == "last" else min(point, pieces)
    crash = {**os.environ, "ODDCHIP_CRASH_AT": f"mid_move:{times}"}
    ended = subprocess.run([*COMMAND, str(folder), target], env=crash, capture_output=True, check=False)
    assert ended.returncode == 137, ended.stderr
    assert is_empty(target)
    assert files_of(folder) == files
    moved = asyncio.run(move(str(folder), target, untold))
    assert moved.after.well, "and it can be moved the next time"


def test_killed_at_any_moment_the_target_is_empty_or_whole(folder, target, tmp_path):
    began = time.monotonic()
    subprocess.run([*COMMAND, str(folder), str(tmp_path / "timed")], check=True, capture_output=True)
    whole, rows = time.monotonic() - began, rows_of(folder)
    for part in (0.5, 0.8, 0.9, 0.95, 1.0):
        process = subprocess.Popen(
            [*COMMAND, str(folder), target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(part * whole)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if not is_empty(target):
            asyncio.run(move(target, str(tmp_path / "back"), untold))
            assert rows_of(tmp_path / "back") == rows
            return
    asyncio.run(move(str(folder), target, untold))
