"""The data folder: made if it is not there, held by one process alone, with the key that never goes into the database.

::

    lock              held while a process uses the folder; its number is in it
    key               32 random bytes for the state hashes, readable by the owner alone
    room.db           the database, with room.db-wal and room.db-shm beside it while it is open
    backups/          the database as it was before an upgrade
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from weakref import WeakSet

from oddchip.room.store.errors import StoreBroken, StoreError, StoreInUse, trouble

DATABASE = "room.db"
KEY_BYTES = 32


class Folder:
    """A data folder that this process holds until `release`. `new`: there was no database in it."""

    def __init__(self, path: Path) -> None:
        """Make or take the folder; StoreInUse, StoreReadOnly, StoreFull or StoreBroken if that cannot be."""
        self.path = path.expanduser().absolute()
        self._lock = -1
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._hold()
            self.new = not self.database.exists() or not self.database.stat().st_size
            self.key = self._make_key() if self.new else self._read_key()
            os.close(os.open(self.database, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            self.release()
            raise trouble(error, self.path) or error from error
        except StoreError:
            self.release()
            raise

    @property
    def database(self) -> Path:
        return self.path / DATABASE

    def _hold(self) -> None:
        """The lock goes with the process, however it ends: what is left of a killed one is no hindrance."""
        self._lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = os.pread(self._lock, 20, 0).strip()
            raise StoreInUse(self.path, int(text) if text.isdigit() else None) from None
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)
        _held.add(self)

    def _make_key(self) -> bytes:
        """A new key; the one of an earlier start that ended before there was a database is kept."""
        path = self.path / "key"
        if path.exists():
            return self._read_key()
        fresh = self.path / "key.new"
        write_durably(fresh, os.urandom(KEY_BYTES))
        fresh.rename(path)
        sync_folder(self.path)
        return self._read_key()

    def _read_key(self) -> bytes:
        path = self.path / "key"
        try:
            key = path.read_bytes()
        except FileNotFoundError:
            raise StoreBroken(
                f"{path} is missing: the database beside it was written with that key; put it back from a copy"
            ) from None
        if len(key) != KEY_BYTES:
            raise StoreBroken(f"{path} holds {len(key)} bytes where the key has {KEY_BYTES}: put it back from a copy")
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
        return key

    def release(self) -> None:
        """Let others have the folder."""
        _held.discard(self)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


_held: WeakSet[Folder] = WeakSet()


def _let_go_in_child() -> None:
    """A lock is shared with forked processes: without this, a bot's worker would hold a dead server's folder."""
    for folder in list(_held):
        folder.release()


os.register_at_fork(after_in_child=_let_go_in_child)


def write_durably(path: Path, content: bytes) -> None:
    """A file that only its owner may read, on the disk when this returns."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: Path) -> None:
    """Make new names in a folder durable."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def back_up(source: sqlite3.Connection, target: Path) -> None:
    """A whole copy of an open database, even while others write; on the disk under its name, or not there at all."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        with closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(target.parent)
