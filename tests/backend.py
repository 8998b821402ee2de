"""What the tests' rooms and stores are kept in: data folders, or (--backend postgresql) a PostgreSQL in their place.

On PostgreSQL each data folder that a test opens stands for a database of its own, and the same folder for the same
database: `Store.open(folder)`, and `Room.open(folder)` with it, open that instead. One server per process, started when
it is first needed. What tests do behind a room's back goes through here, and is done to either.

A test that is about SQLite's own files says so: ``@pytest.mark.sqlite("why")``; it is left out on PostgreSQL.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Any, TypeVar

from oddchip.room.store import Store, several
from oddchip.room.store.folder import KEY_BYTES
from postgres_server import Server, executed

T = TypeVar("T")
SQLITE, POSTGRESQL = "sqlite", "postgresql"
LEASE = 30.0
"""Instead of two seconds: a busy machine must not lose tables in tests that are about something else."""
A_WHILE = 2 * LEASE
"""Seconds for which nobody comes after a room was killed, by the database's clock: all that was leased has run out."""
_TRIGGERS = "SELECT DISTINCT trigger_name, event_object_table FROM information_schema.triggers"
_GO = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}' AND pid <> pg_backend_pid()"


class Databases:
    """A server, with a database for each data folder that is asked for. All have one key, so that what rooms tell can
    be compared to the byte.
    """

    def __init__(self) -> None:
        self._running = Server.started()
        self.server = self._running.__enter__()
        self._urls: dict[Path, str] = {}
        self._template = _name(self.server.database())
        asyncio.run(_migrated(self.server.url(self._template)))
        key = f"INSERT INTO meta (key, value) VALUES ('key', '{token_hex(KEY_BYTES)}')"
        self.server.sql(key, database=self._template)

    def end(self) -> None:
        self._running.__exit__(None, None, None)

    def url(self, folder: Path) -> str:
        """The database of a folder, made when it is first asked for."""
        folder = folder.absolute()
        if folder not in self._urls:
            self._urls[folder] = _elsewhere(lambda: self.server.database(self._template))
        return self._urls[folder]

    def copied(self, folder: Path, to: Path) -> None:
        """A database as it is now, for another folder; who has it open is cut off for a moment."""
        name = _name(self.url(folder))

        def copy() -> str:
            self.server.sql(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false', _GO.format(name))
            try:
                return self.server.database(name)
            finally:
                self.server.sql(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')

        self._urls[to.absolute()] = _elsewhere(copy)

    def sql(self, folder: Path, *statements: str) -> list[tuple[Any, ...]]:
        return _elsewhere(lambda: asyncio.run(executed(self.url(folder), statements)))


_thread = ThreadPoolExecutor(1, "databases")  # for good: a server ends with the thread that started it
_databases: Databases | None = None
_chosen = SQLITE


def choose(backend: str) -> None:
    """From now on every data folder is that. To be called before any is opened."""
    global _chosen
    _chosen = backend
    if backend == POSTGRESQL:
        several.LEASE = LEASE
        Store.open = classmethod(_open_database)  # type: ignore[assignment, method-assign]


def end() -> None:
    """Take the server away, if one was started."""
    if _databases:
        _elsewhere(_databases.end)


def on_postgresql() -> bool:
    return _chosen == POSTGRESQL


def databases() -> Databases:
    global _databases
    if _databases is None:
        _databases = _elsewhere(Databases)
    return _databases


async def _open_database(cls: type[Store], folder: Path, *, clock: Callable[[], float] = time) -> Any:
    from oddchip.room.store.postgres import PostgresStore

    return await PostgresStore.open(databases().url(folder))


def store_class() -> type[Any]:
    """What the store of a room is."""
    if on_postgresql():
        from oddchip.room.store.postgres import PostgresStore

        return PostgresStore
    return Store


# --- behind a room's back --------------------------------------------------------------------------------------------


def copied(folder: Path, to: Path) -> Path:
    """What a room keeps, as it lies there now, in another place. The room may be open."""
    if on_postgresql():
        databases().copied(folder, to)
        return to
    return Path(shutil.copytree(folder, to))


def long_after(folder: Path) -> None:
    """A while goes by for what the database's own clock decides: nobody of those who had it open is waited for."""
    if on_postgresql():
        databases().sql(
            folder,
            f"UPDATE game_table SET lease_until = lease_until - {A_WHILE}",
            f"UPDATE worker SET seen = seen - {A_WHILE}",
        )


def asked(folder: Path, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    if on_postgresql():
        return databases().sql(folder, query)
    with closing(sqlite3.connect(folder / "room.db")) as database:
        return database.execute(query).fetchall()


def damage(folder: Path, *statements: str | tuple[str, Sequence[Any]]) -> None:
    """Change what a room keeps; each statement (its parameters are ?) touches some row. The triggers that keep the log
    must go first.
    """
    told = [(each, ()) if isinstance(each, str) else each for each in statements]
    if on_postgresql():
        _elsewhere(lambda: asyncio.run(_damaged(databases().url(folder), told)))
        return
    with closing(sqlite3.connect(folder / "room.db")) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        for text, values in told:
            assert database.execute(text, values).rowcount, text


async def _damaged(url: str, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
    import asyncpg

    connection = await asyncpg.connect(url, timeout=5)
    try:
        for name, table in await connection.fetch(_TRIGGERS):
            await connection.execute(f'DROP TRIGGER "{name}" ON "{table}"')
        for text, values in statements:
            status = await connection.execute(_numbered(text), *values)
            assert not status.endswith(" 0"), text
    finally:
        await connection.close()


def settled(folder: Path) -> None:
    """What is committed is where it belongs."""
    if not on_postgresql():
        asked(folder, "PRAGMA wal_checkpoint(TRUNCATE)")


def all_that_is_kept(folder: Path) -> bytes:
    """Everything that can be read of what a room keeps: its files byte for byte, or each row as text."""
    return b"".join(content for _, content in _parts(folder))


def traces(folder: Path, text: str) -> list[str]:
    """The files, or the tables, with a text in them."""
    return [name for name, content in _parts(folder) if text.encode() in content]


def _parts(folder: Path) -> Iterator[tuple[str, bytes]]:
    yield from ((path.name, path.read_bytes()) for path in folder.rglob("*") if path.is_file())
    if on_postgresql():
        for (table,) in asked(folder, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"):
            rows = asked(folder, f'SELECT * FROM "{table}"')
            yield table, b"\n".join(_bytes(value) for row in rows for value in row)


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def replaced(column: str, old: str, new: str) -> str:
    """SQL for the bytes of a column with a text put in the place of another."""
    if on_postgresql():
        return f"convert_to(replace(convert_from({column}, 'UTF8'), '{old}', '{new}'), 'UTF8')"
    return f"CAST(replace({column}, '{old}', '{new}') AS BLOB)"


# --- for commands and processes --------------------------------------------------------------------------------------


def kept_in(folder: Path) -> tuple[str, str]:
    """The option that tells a command where the data is."""
    return ("--database", databases().url(folder)) if on_postgresql() else ("--data", str(folder))


def served_from(folder: Path) -> tuple[str, ...]:
    """Options of a process that serves a room; its log is in the folder anyway."""
    return ("--data", str(folder), *(kept_in(folder) if on_postgresql() else ()))


def named(folder: Path) -> str:
    """What a command calls it."""
    return "The database" if on_postgresql() else str(folder)


# --- within ----------------------------------------------------------------------------------------------------------


async def _migrated(url: str) -> None:
    from oddchip.room.store.postgres.connecting import Server as Address
    from oddchip.room.store.postgres.migrating import migrate

    await migrate(Address(url))


def _elsewhere(work: Callable[[], T]) -> T:
    """In a thread that has no event loop; everything here waits for it."""
    return _thread.submit(work).result()


def _name(url: str) -> str:
    return url.rpartition("/")[2]


def _numbered(text: str) -> str:
    first, *rest = text.split("?")
    return first + "".join(f"${number}{each}" for number, each in enumerate(rest, 1))
