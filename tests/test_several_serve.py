"""`oddchip serve --database`: one process or several on one database, and how they come, go, and come again."""

import http.client
import json
import os
import pty
import signal
import socket
import subprocess
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from oddchip.cli.serve import DATABASE
from oddchip.room.address import BadAddress, address_of, without_password
from oddchip.web.logs import open_log
from postgres_server import Server, postgres
from terminal import oddchip
from test_web_serve import HELLO, PATIENCE, SERVE, Client, host_with_table

__all__ = ["postgres"]
PASSWORD = "hush-hush"
needs_postgres = pytest.mark.needs("postgresql")


def secretly(url):
    """The same address with a password, which the tests' server does not ask for."""
    return url.replace("oddchip@", f"oddchip:{PASSWORD}@")


@contextmanager
def room(url, folder, *options):
    """A room on a database; the process that was started, with what it printed as `said`."""
    folder.mkdir(exist_ok=True)
    with (folder.parent / f"{folder.name}.err").open("w+b") as complaints:
        process = subprocess.Popen(
            [*SERVE, "--json", "--port", "0", "--data", str(folder), "--pace", "none", *options],
            stdout=subprocess.PIPE,
            stderr=complaints,
            env={**os.environ, DATABASE: secretly(url)},
        )
        process.complaints = complaints.name
        try:
            process.said = json.loads(process.stdout.readline() or b"{}")
            assert process.said, Path(complaints.name).read_text()
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(PATIENCE)
            process.stdout.close()


def until(true, seconds=PATIENCE):
    """Wait until something is so; gives what it was then."""
    ends = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < ends
        time.sleep(0.02)
    return found


def children(process):
    """The processes that one has started and not yet buried: id and state."""
    found = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent, *_ = place.read_text().rpartition(")")[2].split()
            if int(parent) == process.pid:
                found[int(place.parent.name)] = state
    return found


def lines(folder):
    """All that the logs of a folder say."""
    return [json.loads(line) for log in sorted(folder.glob("log-*.jsonl")) for line in log.read_text().splitlines()]


def get(said, path="/healthz", cookie="", seconds=PATIENCE):
    """The answer over a connection of its own: status, text, headers."""
    with closing(http.client.HTTPConnection("127.0.0.1", said["port"], timeout=seconds)) as line:
        line.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = line.getresponse()
        return answer.status, answer.read().decode(), answer.headers


def is_free(port):
    """Nobody listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return probe.connect_ex(("127.0.0.1", port)) != 0


def said_with(live, kind):
    """The next message of a kind."""
    while (message := json.loads(live.recv(PATIENCE)))["t"] != kind:
        pass
    return message


# One process.


@needs_postgres
def test_one_process_on_a_database_says_where_it_is_and_tells_nobody_the_password(postgres, tmp_path):
    url = postgres.database()
    with room(url, tmp_path / "data") as process:
        said = process.said
        assert sorted(said) == ["data", "database", "host", "host_key", "lan", "lobby", "port", "workers"]
        assert said["workers"] == [process.pid]
        assert said["database"] == without_password(url)
        host, table = host_with_table(said)
        with host.socket(table) as live:
            live.send(HELLO)
            assert said_with(live, "welcome")
    assert process.wait() == 0
    assert Path(process.complaints).read_text() == ""
    assert sorted(each.name for each in (tmp_path / "data").iterdir()) == ["log-1.jsonl", "log-1.lock"]
    found = lines(tmp_path / "data")
    assert {"opened", "closing"} <= {line["event"] for line in found}
    assert len({line["worker"] for line in found if line["event"] in ("opened", "closing")}) == 1
    for secret in (PASSWORD, said["host_key"], "Hanna", "Friday"):
        assert secret not in json.dumps([found, {**said, "host": "", "host_key": ""}])


@needs_postgres
def test_the_same_command_elsewhere_is_another_door_to_the_same_room(postgres, tmp_path):
    url = postgres.database()
    with room(url, tmp_path / "one") as one, room(url, tmp_path / "two") as two:
        assert one.said["host_key"] == two.said["host_key"]
        host, table = host_with_table(one.said)
        host.base = two.said["lobby"].rstrip("/")
        assert "Friday" in host.get(table)[0]
        with host.socket(table) as live:
            live.send(HELLO)
            assert said_with(live, "view")["title"] == "Friday"


@needs_postgres
def test_a_database_that_is_away_for_a_while_is_answered_with_503_and_then_all_goes_on(tmp_path):
    with Server.started() as server, room(server.database(), tmp_path / "data") as process:
        said = process.said
        host, _ = host_with_table(said)
        known = "; ".join(f"{each.name}={each.value}" for each in host.cookies)
        assert "Hanna" in get(said, "/me", known)[1]
        server.stop("immediate")
        status, text, headers = get(said, "/me", "oddchip=a-session-that-has-to-be-looked-up")
        assert (status, headers["retry-after"]) == (503, "2")
        assert "cannot get at its data just now" in text
        assert str(server.port) not in text
        assert get(said, "/static/table.css")[0] == 200  # what needs no data is there
        server.start()
        until(lambda: get(said)[0] == 200 and get(said, "/me", known)[0] == 200)
        until(lambda: comes_in(Client(said), f"/host?key={said['host_key']}"))
        assert process.poll() is None
    assert process.wait() == 0


@pytest.mark.full
@needs_postgres
def test_a_worker_ends_though_its_database_hangs(tmp_path):
    with Server.started() as server, room(server.database(), tmp_path / "data") as process:
        hanging = [server.pid, *children(server)]
        for pid in hanging:
            os.kill(pid, signal.SIGSTOP)
        try:
            process.terminate()
            assert process.wait(PATIENCE) == 0
        finally:
            for pid in hanging:
                os.kill(pid, signal.SIGCONT)
    assert lines(tmp_path / "data")[-1]["event"] == "closed_in_haste"


def comes_in(client, page):
    with suppress(OSError):
        client.form("/host", page, key=page.partition("key=")[2], name="Bert")
        return True
    return False


# Several processes.


@needs_postgres
def test_workers_share_one_port_and_end_together(postgres, tmp_path):
    with room(postgres.database(), tmp_path / "data", "--workers", "2") as process:
        said = process.said
        assert sorted(children(process)) == sorted(said["workers"])
        for pid in said["workers"]:
            assert PASSWORD not in Path(f"/proc/{pid}/cmdline").read_text()
        host, table = host_with_table(said)
        for _ in range(12):  # some by this one, some by that one
            assert "Friday" in host.get(table)[0]
        again = subprocess.run(
            [*SERVE, "--port", str(said["port"]), "--data", str(tmp_path / "other")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (again.returncode, "is in use" in again.stderr) == (2, True)
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert is_free(said["port"])
    assert not any(Path(f"/proc/{pid}").exists() for pid in said["workers"])
    assert Path(process.complaints).read_text() == ""
    assert next(line for line in lines(tmp_path / "data") if line["event"] == "workers_ended")["codes"] == [0, 0]
    assert len({line["worker"] for line in lines(tmp_path / "data")}) == 3  # two workers and their parent


@needs_postgres
def test_a_worker_that_is_killed_is_started_again_and_nobody_waits_for_it(postgres, tmp_path):
    with room(postgres.database(), tmp_path / "data", "--workers", "2") as process:
        old = process.said["workers"]
        os.kill(old[0], signal.SIGKILL)
        until(lambda: any(line["event"] == "worker_ended" for line in lines(tmp_path / "data")), 5)
        began = time.monotonic()
        for _ in range(30):  # half of them knock at the door of the one that is gone
            assert get(process.said, seconds=5)[0] == 200
        assert time.monotonic() - began < 1
        until(lambda: sum(line["event"] == "worker_ready" for line in lines(tmp_path / "data")) == 1)
        now = children(process)
        assert len(now) == 2
        assert old[1] in now
        assert "Z" not in now.values()
        ended = next(line for line in lines(tmp_path / "data") if line["event"] == "worker_ended")
        assert (ended["pid"], ended["code"], ended["worker"]) == (old[0], -9, "parent")
        for _ in range(10):
            assert get(process.said)[0] == 200


class Knocking:
    """Somebody who asks for a page again and again until he is told to stop, over a new connection each time or not."""

    def __init__(self, said, new):
        self._said, self._new = said, new
        self.done, self.failed = 0, []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()

    def _run(self):
        line = http.client.HTTPConnection("127.0.0.1", self._said["port"], timeout=10)
        while not self._over.wait(0.05):
            try:
                line.request("GET", "/rules")  # http.client calls again by itself once a line is closed
                answer = line.getresponse()
                answer.read()
                if answer.status != 200:
                    self.failed.append(answer.status)
                self.done += 1
                if self._new:
                    line.close()
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(repr(error))
                line.close()
        line.close()


@needs_postgres
def test_sighup_renews_all_workers_and_no_request_fails(postgres, tmp_path):
    with room(postgres.database(), tmp_path / "data", "--workers", "2") as process:
        host, table = host_with_table(process.said)
        gaps = []
        with Knocking(process.said, True) as strangers, Knocking(process.said, False) as regular:
            watching = threading.Thread(target=watch, args=(host, table, gaps))
            watching.start()
            process.send_signal(signal.SIGHUP)
            until(lambda: sum(line["event"] == "worker_renewed" for line in lines(tmp_path / "data")) == 2, 90)
            time.sleep(0.3)
        now = children(process)
        assert len(now) == 2
        assert not set(now) & set(process.said["workers"])
        assert (strangers.failed, regular.failed) == ([], [])
        assert min(strangers.done, regular.done) > 20
        process.terminate()
        assert process.wait(PATIENCE) == 0
        watching.join()
    print(f"{strangers.done} and {regular.done} requests; the socket was back after {gaps}")
    assert 1 <= len(gaps) <= 2
    assert max(gaps) < 2
    assert Path(process.complaints).read_text() == ""


def watch(host, table, gaps):
    """Look on at a table as a page does, until the room is gone: after how many seconds was it back each time?"""
    lost = None
    with suppress(OSError):
        while True:
            with host.socket(table) as live:
                live.send(HELLO)
                said_with(live, "view")
                if lost is not None:
                    gaps.append(round(time.monotonic() - lost, 2))
                with suppress(ConnectionClosed):
                    bye = said_with(live, "bye")
                lost = time.monotonic()
                time.sleep(bye["again"])


@needs_postgres
def test_workers_end_in_the_middle_of_a_renewal_too(postgres, tmp_path):
    with room(postgres.database(), tmp_path / "data", "--workers", "2") as process:
        process.send_signal(signal.SIGHUP)
        until(lambda: len(children(process)) == 3)
        begun = children(process)
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in begun)
        assert is_free(process.said["port"])


@needs_postgres
def test_workers_whose_parent_is_gone_end_in_good_order(postgres, tmp_path):
    with room(postgres.database(), tmp_path / "data", "--workers", "2") as process:
        process.kill()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in process.said["workers"]), 10)
        assert is_free(process.said["port"])
    closed = {line["worker"] for line in lines(tmp_path / "data") if line["event"] == "closing"}
    assert len(closed) == 2


@needs_postgres
@pytest.mark.parametrize("asked", ["SIGINT", "a closed terminal"])
def test_workers_end_with_the_terminal_they_were_started_from(postgres, tmp_path, asked):
    line = [*SERVE, "--json", "--port", "0", "--data", str(tmp_path), "--workers", "2"]
    line += ["--database", postgres.database()]
    pid, terminal = pty.fork()
    if not pid:
        os.execv(line[0], line)
    heard = b""
    while b"\n" not in heard:
        heard += os.read(terminal, 4096)
    said = json.loads(heard)
    os.write(terminal, b"\x03") if asked == "SIGINT" else os.close(terminal)
    until(lambda: os.waitpid(pid, os.WNOHANG)[0] == pid)
    assert not any(Path(f"/proc/{each}").exists() for each in said["workers"])
    assert is_free(said["port"])
    assert next(each for each in lines(tmp_path) if each["event"] == "workers_ended")["codes"] == [0, 0]
    if asked == "SIGINT":
        os.close(terminal)


# What is asked wrong, or cannot be.


def run(*options, url=None):
    env = {**os.environ, **({DATABASE: url} if url else {})}
    return subprocess.run(
        [*SERVE, *options], capture_output=True, text=True, timeout=2 * PATIENCE, check=False, env=env
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--workers", "2"], "--workers needs --database"),
        (["--workers", "0"], "expected a number of processes, 1 to 64"),
        (["--database", ""], "postgresql://HOST:PORT/DATABASE is expected"),
        (["--database", f"mysql://a:{PASSWORD}@h/d"], "postgresql://HOST:PORT/DATABASE is expected"),
        (["--database", f"postgresql://a:{PASSWORD}/x@h/d"], "postgresql://HOST:PORT/DATABASE is expected"),
        ([f"--databases=postgresql://a:{PASSWORD}@h/d"], "did you mean --database?"),
        ([f"postgresql://a:{PASSWORD}@h/d"], "cannot use"),
    ],
)
def test_what_is_asked_wrong_is_one_sentence_without_the_password(tmp_path, options, words):
    ended = run("--port", "0", "--data", str(tmp_path / "data"), *options)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert words in ended.stderr
    assert PASSWORD not in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "data").exists()


@needs_postgres
@pytest.mark.parametrize("options", [[], ["--workers", "2"]], ids=["one", "two"])
def test_a_database_that_cannot_be_reached_at_the_start_is_one_sentence(tmp_path, options):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    url = f"postgresql://oddchip:{PASSWORD}@127.0.0.1:{port}/room"
    ended = run("--port", "0", "--data", str(tmp_path), *options, url=url)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"oddchip: the database room at 127.0.0.1:{port} cannot be reached")
    assert ended.stderr.count("\n") == 1
    assert PASSWORD not in ended.stderr + json.dumps(lines(tmp_path))


# Addresses and logs.


@given(st.text(max_size=20))
def test_no_password_whatever_is_told(password):
    address = f"postgresql://ada:<{password}>@db:5432/room"
    try:
        told = without_password(address_of(address))
    except BadAddress as error:
        told = str(error)
    assert told == "postgresql://db:5432/room" or told.startswith("the database's address cannot be read")
    assert f"<{password}>" not in told


@pytest.mark.parametrize(
    "address", ["postgresql:///room?host=/run/pg", "postgres://[::1]:5432/r", "postgresql://h1:1,h2/r"]
)
def test_what_the_driver_can_use_is_let_through(address):
    assert address_of(f" {address}\n") == address


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://db:99999/room", "no port is above 65535"),
        ("postgresql://ada:secret@db:1,[::1]:65536/room", "no port is above 65535"),
        ("postgresql://[zz]:1/room", "between [ and ] goes an IPv6 address"),
        ("postgresql://[12]:1/room", "between [ and ] goes an IPv6 address"),
        ("postgresql://[]/room", "between [ and ] goes an IPv6 address"),
        (
            "postgresql:///room?password=two&secret",
            "after the ? go options like sslmode=require, with & between them",
        ),
    ],
)
def test_what_no_driver_can_use_is_one_sentence_of_each_command(address, told, tmp_path):
    for command in (
        ["serve", "--data", str(tmp_path), "--database", address],
        ["serve", "--workers", "2", "--data", str(tmp_path), "--database", address],
        ["doctor", "--database", address],
        ["export", "--json", str(tmp_path / "new"), "--database", address],
        ["delete-my-data", "Ben", "--database", address],
        ["move-data", address, str(tmp_path / "new")],
        ["move-data", str(tmp_path), address],
    ):
        ran = oddchip(*command)
        assert (ran.code, ran.out) == (2, ""), command
        assert ran.err == f"oddchip: the database's address cannot be read: {told}\n", command
    assert not list(tmp_path.iterdir()), "nothing was begun"


@needs_postgres
@pytest.mark.parametrize(
    ("url", "port"),
    [("127.0.0.1/room", "99999"), ("a..b/room", ""), ("/room?host=127.0.0.1&port=abc", "")],
    ids=["port", "host", "option"],
)
def test_what_the_driver_cannot_use_is_one_sentence(url, port, tmp_path, monkeypatch):
    monkeypatch.setenv("PGPORT", port)
    url = f"postgresql://{url}"
    served = [run("--port", "0", "--data", str(tmp_path), *more, url=url) for more in ((), ("--workers", "2"))]
    looked = oddchip("doctor", "--database", url)
    for code, told in [*((ended.returncode, ended.stderr) for ended in served), (looked.code, looked.err)]:
        assert code == 2
        assert told.startswith("oddchip: the database room at ")
        assert "cannot be reached or used: " in told
        assert told.count("\n") == 1


def test_each_process_beside_others_has_a_log_of_its_own(tmp_path):
    first, second = (open_log(tmp_path, several=True) for _ in range(2))
    first.call("a")
    first.report("opened")
    second.report("opened")
    first.close()
    third = open_log(tmp_path, several=True)
    third.report("opened")
    for log in (second, third):
        log.close()
    kept = {path.name: path.read_text().count("\n") for path in tmp_path.glob("*.jsonl")}
    assert kept == {"log-1.jsonl": 2, "log-2.jsonl": 1}
    assert [line.get("worker") for line in lines(tmp_path)] == ["a", None, None]
