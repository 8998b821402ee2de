"""What goes wrong with a data folder or with something to be written. One sentence each, and nothing is half written.

::

    StoreError (OddchipError)
    ├── StoreInUse       another process has the data folder; `pid` says which
    ├── StoreNewer       the folder was last used by a newer release
    ├── StoreReadOnly    the folder cannot be written
    ├── StoreFull        no space left; writing goes on when there is some again
    ├── StoreBroken      reading or writing failed, or the folder is not whole
    │   └── StoreUnsure  the connection was lost while it was written, and whether it was is not known
    ├── StoreClosed      the store was closed
    ├── StoreRefused     rows that break a rule of the tables: nothing of their batch is written
    ├── Fenced           the table is no longer where the batch was made for, or is another's
    └── Repeated         the command is in the log already; `seq` says where
"""

from __future__ import annotations

import errno
import os
import sqlite3

from sqlalchemy.exc import DBAPIError

from oddchip.errors import OddchipError


class StoreError(OddchipError):
    """Something about the data folder, or about what should go into it."""


class StoreInUse(StoreError):
    """Another process has the data folder."""

    def __init__(self, folder: object, pid: int | None) -> None:
        self.pid = pid
        super().__init__(f"the data folder {folder} is in use by {f'process {pid}' if pid else 'another process'}")


class StoreNewer(StoreError):
    """The data folder was last used by a newer release."""


class StoreReadOnly(StoreError):
    """The data folder cannot be written."""


class StoreFull(StoreError):
    """No space left. What was asked is not written; what comes later is tried anew."""


class StoreBroken(StoreError):
    """Reading or writing failed, or the folder is not whole."""


class StoreUnsure(StoreBroken):
    """The connection to the database was lost while it wrote, and could not be asked since whether it did."""


class StoreClosed(StoreError):
    """The store was closed."""


class StoreRefused(StoreError):
    """Rows that break a rule of the tables; nothing of their batch is written."""


class Fenced(StoreError):
    """The table is no longer at the epoch and seq that the batch was made for. Drop it and load it anew."""


class Repeated(StoreError):
    """The command is in the log already, as event `seq`."""

    def __init__(self, table_id: str, command_id: str, seq: int) -> None:
        self.seq = seq
        super().__init__(f"command {command_id} of table {table_id} was taken already, as number {seq}")


PAGE = 1 << 16
"""Bytes without which no database works: more than a page of it or of its index of changes."""

# SQLite's primary result codes (low byte of the extended ones) that say something about the disk, not about the rows.
_FULL = sqlite3.SQLITE_FULL
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}
_BROKEN = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOMEM,
}


def trouble(error: BaseException, folder: object) -> StoreError | None:
    """The sentence about the disk that an error of database or system stands for; None if it is not about the disk."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    if isinstance(error, OSError):
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return full(folder)
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            return read_only(folder)
        return StoreBroken(f"the data folder {folder} cannot be used: {error.strerror or error}")
    if not isinstance(error, sqlite3.Error):
        return None
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == _FULL or (code == sqlite3.SQLITE_IOERR and _has_no_space(folder)):
        return full(folder)
    if code in _READ_ONLY:
        return read_only(folder)
    return StoreBroken(f"the database in {folder} cannot be read or written: {error}") if code in _BROKEN else None


def _has_no_space(folder: object) -> bool:
    """Is there no room for one more page where the folder is? SQLite says only that a file did not grow."""
    try:
        found = os.statvfs(str(folder))
    except OSError:
        return False
    return found.f_bavail * found.f_frsize < PAGE


def full(folder: object) -> StoreFull:
    """The sentence for a disk without space."""
    return StoreFull(f"no space is left for the data folder {folder}: nothing is written until there is some")


def read_only(folder: object) -> StoreReadOnly:
    """The sentence for a folder that cannot be written."""
    return StoreReadOnly(f"the data folder {folder} cannot be written: choose another one, or allow writing there")
