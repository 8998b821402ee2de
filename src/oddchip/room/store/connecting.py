"""Connections to the SQLite database: the one that writes, and those that only read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.pool import NullPool, QueuePool

SYNCHRONOUS = "FULL"
"""A commit is on the disk, not only on its way there."""
WAIT = 5.0
"""Seconds to wait for somebody else's lock on the database, say that of a backup program."""


def writing(path: Path) -> Connection:
    """The connection that writes: a commit is on the disk when it returns. Transactions are begun and ended by hand."""
    engine = _engine(lambda: _writer(path), poolclass=NullPool)
    return engine.connect()


def reading(path: Path, size: int) -> Engine:
    """At most `size` connections that cannot write."""
    return _engine(lambda: _reader(path), poolclass=QueuePool, pool_size=size, max_overflow=0)


def raw(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection under one of SQLAlchemy's."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _engine(creator: Callable[[], sqlite3.Connection], **options: object) -> Engine:
    # AUTOCOMMIT: SQLAlchemy begins and commits nothing by itself.
    return create_engine("sqlite+pysqlite://", creator=creator, isolation_level="AUTOCOMMIT", **options)


def _open(path: Path, mode: str) -> sqlite3.Connection:
    where = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False)


def _writer(path: Path) -> sqlite3.Connection:
    driver = _open(path, "rw")
    driver.execute("PRAGMA journal_mode = WAL")
    driver.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    driver.execute("PRAGMA secure_delete = ON")  # a destroyed secret is overwritten, not only forgotten
    driver.execute("PRAGMA recursive_triggers = ON")  # or REPLACE would delete past the triggers
    return driver


def _reader(path: Path) -> sqlite3.Connection:
    driver = _open(path, "ro")
    driver.execute("PRAGMA query_only = ON")
    return driver
