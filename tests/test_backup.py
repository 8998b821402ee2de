"""`oddchip backup`: a whole data folder under its name, while the room runs, or nothing under it."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from oddchip.room.backing_up import Unfinished, backed_up
from oddchip.room.store import StoreRefused
from terminal import oddchip
from test_web_serve import HELLO, Client, host_with_table, room

COMMAND = [sys.executable, "-P", "-m", "oddchip.cli"]


def taken(folder):
    """What the doctor says of a copy."""
    ran = oddchip("doctor", "--data", str(folder), "--json")
    assert ran.code == 0, ran.out
    return json.loads(ran.out)


def test_a_room_is_copied_while_it_runs_and_goes_on_from_the_copy(tmp_path):
    with room(tmp_path / "data") as process:
        host, table = host_with_table(process.said)
        with host.socket(table) as live:
            live.send(HELLO)
            live.send(json.dumps({"t": "do", "id": "1", "what": "sit", "seat": 2, "chips": 100}))
            while json.loads(live.recv(30)).get("id") != "1":
                pass
            ran = oddchip("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data"), "--json")
            assert ran.code == 0, ran.err
            live.send(json.dumps({"t": "do", "id": "2", "what": "leave"}))
            while json.loads(live.recv(30)).get("id") != "2":
                pass
        key = process.said["host_key"]
    size = (tmp_path / "copy" / "room.db").stat().st_size
    assert json.loads(ran.out) == {"to": str(tmp_path / "copy"), "bytes": size}
    assert sorted(os.listdir(tmp_path / "copy")) == ["host_key", "key", "room.db", "signing_key"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in [tmp_path / "copy", *(tmp_path / "copy").iterdir()])
    assert taken(tmp_path / "copy")["tables"] == 1
    with room(tmp_path / "copy") as process:
        assert process.said["host_key"] == key
        host.base = process.said["lobby"].rstrip("/")
        with host.socket(table) as live:
            live.send(HELLO)
            while (view := json.loads(live.recv(30)))["t"] != "view":
                pass
            assert view["me"]["seat"] == 2, "as it was when the copy was made"


def test_a_restored_room_is_the_one_that_was_lost(tmp_path):
    """As docs/operating.md says: the lost folder aside, the copy in its place."""
    with room(tmp_path / "data") as process:
        Client(process.said)
        host, table = host_with_table(process.said)
        assert oddchip("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")).code == 0
    (tmp_path / "data").rename(tmp_path / "data.lost")
    shutil.copytree(tmp_path / "copy", tmp_path / "data")
    assert taken(tmp_path / "data")["well"]
    with room(tmp_path / "data") as process:
        host.base = process.said["lobby"].rstrip("/")
        assert table in host.get("/")[0], "the old session opens the old table"


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A data folder whose copy takes a moment."""
    folder = tmp_path_factory.mktemp("large") / "data"
    with room(folder):
        pass
    with sqlite3.connect(folder / "room.db") as database:
        body = b"x" * 60_000
        database.executemany("INSERT INTO snapshot VALUES ('none', ?, ?)", ((n, body) for n in range(1000)))
    database.close()
    return folder


def test_killed_at_any_moment_there_is_a_whole_copy_or_none(large, tmp_path):
    target, outcomes = tmp_path / "copies" / "copy", []
    command = [*COMMAND, "backup", str(target), "--data", str(large)]
    began = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    whole = time.monotonic() - began
    for part in (0.3, 0.6, 0.75, 0.85, 0.92, 0.97, 1.0):
        shutil.rmtree(target)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(part * whole)
        process.send_signal(signal.SIGKILL)
        process.wait()
        outcomes.append(target.exists())
        if target.exists():
            assert sorted(os.listdir(target)) == ["host_key", "key", "room.db", "signing_key"]
            with sqlite3.connect(target / "room.db") as database:
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert database.execute("SELECT count(*) FROM snapshot").fetchone() == (1000,)
            database.close()
        else:
            target.mkdir()  # an empty folder is as good as none
    assert not all(outcomes)
    shutil.rmtree(target)
    subprocess.run(command, check=True, capture_output=True)
    assert sorted(os.listdir(target.parent)) == ["copy"], "what a killed one left is gone with the next"


def test_a_crash_in_the_middle_leaves_nothing_under_the_name(large, tmp_path):
    command = [*COMMAND, "backup", str(tmp_path / "copy"), "--data", str(large)]
    ended = subprocess.run(command, env={**os.environ, "ODDCHIP_CRASH_AT": "mid_backup"}, check=False)
    assert ended.returncode == 137
    assert os.listdir(tmp_path) == [".copy.part"]
    assert oddchip("backup", str(tmp_path / "copy"), "--data", str(large)).code == 0
    assert os.listdir(tmp_path) == ["copy"]


def test_what_is_asked_wrong_gets_one_sentence(large, tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").touch()
    for line, sentence in (
        (("backup", str(tmp_path / "there"), "--data", str(large)), "is there already"),
        (("backup", str(large), "--data", str(large)), "is there already"),
        (("backup", str(tmp_path / "new"), "--data", str(tmp_path / "none")), "there is no card room in"),
        (("backup", " ", "--data", str(large)), "the name of the copy is missing"),
    ):
        ran = oddchip(*line)
        assert ran.code == 2
        assert sentence in ran.err
        assert ran.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_two_copies_at_one_place_do_not_mix(large, tmp_path):
    with Unfinished(tmp_path / "one"), pytest.raises(StoreRefused, match="something else is being written"):
        backed_up(large, tmp_path / "two")
    assert (tmp_path / "one").is_dir()
    backed_up(large, tmp_path / "two")


def test_a_full_disk_is_a_sentence(large, tmp_path, monkeypatch):
    from oddchip.room import backing_up

    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backing_up, "back_up", full)
    ran = oddchip("backup", str(tmp_path / "copy"), "--data", str(large))
    assert ran.code == 2
    assert "no space is left" in ran.err
    assert list(tmp_path.iterdir()) == []
