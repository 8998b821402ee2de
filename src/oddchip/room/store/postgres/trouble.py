"""What a server's errors say about the server, in the sentences that a data folder's disk gets too."""

from __future__ import annotations

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree

from oddchip.room.store.errors import StoreBroken, StoreError, StoreFull, StoreReadOnly
from oddchip.room.store.postgres.connecting import Server

FULL = "53100"
READ_ONLY = ("25006", "42501")
LATE = ("57014", "55P03")
AGAIN = ("40001", "40P01", "55P03")
"""Nothing of it was written, and it may go well the next time: serialization, deadlock, somebody else's lock."""
BROKEN = ("08", "28", "3D", "53", "57", "58", "F0", "XX")
"""Classes that say something about server or connection, not about the rows."""
LOST = ("08000", "08003", "08006", "57P01", "57P02")
"""A connection is gone: it failed, or the server ended it."""


def code(error: BaseException) -> str:
    """The server's SQLSTATE, or nothing."""
    original = error.orig if isinstance(error, DBAPIError) else error
    return getattr(original, "sqlstate", None) or ""


def reason(error: BaseException) -> str:
    """What server or driver said, in one line."""
    original = (error.orig if isinstance(error, DBAPIError) else error) or error
    said = str(original.__cause__ or original) or type(original).__name__
    return said.splitlines()[0]


def trouble(error: BaseException, server: Server) -> StoreError | None:
    """The sentence about the server that an error stands for; None if it is not about the server."""
    if isinstance(error, StoreError):
        return error
    state = code(error)
    if state == FULL:
        return StoreFull(f"no space is left for {server}: nothing is written until there is some")
    if state in READ_ONLY:
        return StoreReadOnly(f"{server} cannot be written ({reason(error)}): allow it, or choose another one")
    if state in LATE or isinstance(error, TimeoutError | NoneFree):
        return StoreBroken(f"{server} did not answer in time: {reason(error)}")
    if state[:2] in BROKEN or (not state and isinstance(error, OSError)) or is_lost(error):
        return StoreBroken(f"{server} cannot be reached or used: {reason(error)}")
    return None


def is_lost(error: BaseException) -> bool:
    """Whether an error is what a connection says that is not there any more."""
    original = error.orig if isinstance(error, DBAPIError) else error
    # The driver's own word for a connection whose end it has only half heard of.
    if isinstance(original, ConnectionError | asyncpg.InternalClientError) or code(error) in LOST:
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    cause = getattr(original, "__cause__", None)
    return isinstance(cause, ConnectionError) or "connection is closed" in str(original)
