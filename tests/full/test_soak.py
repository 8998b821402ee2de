# needs: postgres pgserver
"""Nothing grows and nothing is left: an hour of bots at full speed, and thousands of tables that are closed.

`scripts/test --full soak -- --soak-minutes 10 --soak-tables 1000` takes less time.
"""

import asyncio
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic

import pytest

from oddchip.room.store import connecting
from postgres_server import Server
from soaking.closing import AT_ONCE, closed_and_gone
from soaking.hour import BOTS, MOST_AN_HOUR, TABLES, VISITORS, hour

#: Bytes of memory that a closed table may cost: the names of its bots, which are told with its hands.
MOST_EACH = 4000


@contextmanager
def a_store(backend: str):
    """Where a room is kept, how many workers it has, and a folder for their logs. What was played is not kept."""
    with TemporaryDirectory(prefix="oddchip-soak-") as folder:
        if backend == "SQLite":
            yield Path(folder) / "data", 1, Path(folder) / "data"
        else:
            with Server.started(where=Path(gettempdir())) as server:
                yield server.database(), 2, Path(folder)


@pytest.mark.parametrize("backend", ["SQLite", "PostgreSQL"])
def test_nothing_grows_while_bots_play_at_full_speed(backend, request, verified):
    minutes = request.config.getoption("soak_minutes")
    with a_store(backend) as (where, workers, folder):
        found = asyncio.run(hour(where, folder, workers, 60 * minutes))
    troubles = found.troubles()
    verified(
        f"soak: {backend}",
        f"{minutes:g} minutes of {TABLES} tables with {BOTS} bots each at full speed, {workers} processes; {VISITORS} "
        f"people come, play, talk and go over WebSocket; memory (at most {MOST_AN_HOUR:.0%} more in an hour), objects, "
        f"tasks, files, everything kept for longer than a step, passing rows",
        "; ".join((found.words(), *troubles)),
    )
    assert not troubles
    assert found.hands > 60 * minutes


@pytest.mark.parametrize("backend", ["SQLite", "PostgreSQL"])
def test_closed_tables_leave_nothing(backend, request, verified, monkeypatch):
    monkeypatch.setattr(connecting, "SYNCHRONOUS", "OFF")  # this is not about the disk
    tables, began = request.config.getoption("soak_tables"), monotonic()
    with a_store(backend) as (where, workers, _):
        found = asyncio.run(closed_and_gone(where, workers, tables))
    each = (monotonic() - began) / tables
    verified(
        f"soak: closed tables on {backend}",
        f"{tables:,} tables opened, played for ten hands by bots and a guest, closed and put away, {AT_ONCE} at a "
        f"time, {workers} workers: no object, task, timer, thread, file, id of a table, lease or row that should not "
        f"be there",
        "; ".join(
            (f"{found.hands:,} hands, {each:.2f} s and {found.each / 1000:.1f} kB of memory a table", *found.left)
        ),
    )
    assert not found.left
    assert not found.reports
    assert found.each <= MOST_EACH or tables < 20 * AT_ONCE
