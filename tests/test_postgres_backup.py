"""Backup and restore of a room in PostgreSQL, by the commands of docs/operating.md and the server's own programs."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from oddchip.room.moving import move
from postgres_server import Server, postgres
from terminal import oddchip
from test_room_doctor import evening

__all__ = ["evening", "postgres"]

pytestmark = pytest.mark.needs("postgresql")
PAGE = (Path(__file__).parents[1] / "docs" / "operating.md").read_text()


def command(program):
    """The command line of the page that begins with a program."""
    return re.search(rf"^{program} .*$", PAGE, re.M)[0]


def environment(server, **variables):
    """Where the page's commands find the server's programs and what they name."""
    address = {"PGHOST": "127.0.0.1", "PGPORT": str(server.port), "PGUSER": "oddchip"}
    return {**os.environ, "PATH": f"{server.bin}:{os.environ['PATH']}", **address, **variables}


def run(line, server, **variables):
    return subprocess.run(
        ["sh", "-c", line], env=environment(server, **variables), capture_output=True, text=True, check=False,
        cwd=server.folder, **server._as_user(),
    )  # fmt: skip


@pytest.fixture(scope="module")
def database(evening, postgres, tmp_path_factory):
    """A room in PostgreSQL, in the middle of a hand."""
    folder = shutil.copytree(evening, tmp_path_factory.mktemp("room") / "data")
    url = postgres.database()
    asyncio.run(move(str(folder), url, lambda *what: None))
    return url


@pytest.fixture
def place(postgres):
    """A folder that the server's user may write to."""
    place = postgres.folder / f"backups-{time.monotonic_ns()}"
    place.mkdir()
    postgres._give(place)
    return place


def examined(url):
    ran = oddchip("doctor", "--database", url, "--json")
    assert ran.code == 0, ran.out + ran.err
    return json.loads(ran.out)


def test_a_dump_is_restored_into_an_empty_database(postgres, database, place):
    backup, restored = place / "room.dump", postgres.database()
    done = run(command("pg_dump"), postgres, BACKUP=str(backup), DATABASE=database)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in place.iterdir()] == ["room.dump"]
    done = run(command("pg_restore"), postgres, BACKUP=str(backup), RESTORED=restored)
    assert done.returncode == 0, done.stderr
    assert examined(restored) == examined(database)
    assert examined(restored)["playing"] == 1
    name = restored.rpartition("/")[2]
    with pytest.raises(Exception, match="append-only"):
        postgres.sql("DELETE FROM event", database=name)


def test_a_room_comes_back_to_a_folder_from_a_restored_dump(postgres, database, place, evening, tmp_path):
    backup, restored = place / "room.dump", postgres.database()
    assert run(command("pg_dump"), postgres, BACKUP=str(backup), DATABASE=database).returncode == 0
    assert run(command("pg_restore"), postgres, BACKUP=str(backup), RESTORED=restored).returncode == 0
    moved = asyncio.run(move(restored, str(tmp_path / "back"), lambda *what: None))
    assert moved.after.well
    assert (tmp_path / "back" / "key").read_bytes() == (evening / "key").read_bytes()


def test_a_dump_that_is_killed_leaves_nothing_under_its_name(postgres, database, place):
    backup, name = place / "room.dump", database.rpartition("/")[2]
    postgres.sql(
        "CREATE TABLE ballast AS SELECT g, repeat(md5(g::text), 60) FROM generate_series(1, 100000) g", database=name
    )
    try:
        process = subprocess.Popen(
            ["sh", "-c", command("pg_dump")],
            env=environment(postgres, BACKUP=str(backup), DATABASE=database),
            cwd=postgres.folder,
            start_new_session=True,
            stderr=subprocess.DEVNULL,
            **postgres._as_user(),
        )
        until = time.monotonic() + 20
        part = backup.with_name("room.dump.part")
        while not (part.exists() and part.stat().st_size > 10_000) and time.monotonic() < until:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert part.exists(), "it was killed in the middle"
        assert not backup.exists()
        assert run(command("pg_dump"), postgres, BACKUP=str(backup), DATABASE=database).returncode == 0
        assert [path.name for path in place.iterdir()] == ["room.dump"]
    finally:
        postgres.sql("DROP TABLE ballast", database=name)


def test_a_base_backup_is_a_server_of_its_own(postgres, database, place):
    backup = place / "base"
    done = run(command("pg_basebackup"), postgres, BACKUP=str(backup))
    assert done.returncode == 0, done.stderr
    assert [path.name for path in place.iterdir()] == ["base"]
    other = Server()
    try:
        shutil.rmtree(other.data)
        backup.rename(other.data)
        other.start()
        name = database.rpartition("/")[2]
        assert examined(other.url(name)) == examined(database)
    finally:
        other.remove()
