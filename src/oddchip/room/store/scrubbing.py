"""Leaving no trace of what was deleted: the database is written anew, without its old pages and its log of changes.

What is to be forgotten is deleted by whoever asks for it, who sets `ASKED` in the same transaction. The files may hold
copies of it until they are scrubbed: at once where the database is small, or when it is closed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import Connection

from oddchip.room.store import schema
from oddchip.room.store.connecting import raw, writing
from oddchip.room.store.rows import Item, put

ASKED = "scrub"
SMALL = 64 << 20
"""Bytes of a database that is written anew in about a second, while tables wait."""
TRIES = 20


def asking() -> tuple[Item, ...]:
    """What asks for a scrub."""
    return put(schema.meta, {"key": ASKED, "value": "1"})


def scrub_if_asked(connection: Connection) -> None:
    """At the end of a store: what waited for it. If there is no room for it now, the next end does it."""
    driver = raw(connection)
    try:
        if driver.execute("SELECT 1 FROM meta WHERE key = ?", (ASKED,)).fetchone():
            _scrub(driver)
    except sqlite3.OperationalError:  # as on a full disk; the database is as it was, and still asks
        return


def scrub_beside(database: Path) -> bool:
    """While the store is in use, if it is small: true when nothing is left of what was deleted. Blocks."""
    if database.stat().st_size > SMALL:
        return False
    with closing(writing(database)) as connection:
        try:
            return _scrub(raw(connection))
        except sqlite3.OperationalError:  # somebody reads on, or the disk is full: it is done at the end
            return False


def _scrub(driver: Any) -> bool:
    driver.execute("VACUUM")
    for _ in range(TRIES):
        busy = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if not busy:
            break
        sleep(0.05)
    else:
        return False
    driver.execute("DELETE FROM meta WHERE key = ?", (ASKED,))
    return True
