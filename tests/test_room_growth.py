"""Nothing grows and nothing is left, in short; the long runs are in `tests/full/test_soak.py`."""

import asyncio

import pytest

from oddchip.room.store import connecting
from postgres_server import database, postgres  # noqa: F401
from soaking.closing import closed_and_gone
from soaking.hour import hour

TABLES, SECONDS, HANDS = 8, 6, 120


@pytest.mark.sqlite("the other test is about PostgreSQL")
def test_closed_tables_leave_nothing_in_a_folders_room(tmp_path, monkeypatch):
    monkeypatch.setattr(connecting, "SYNCHRONOUS", "OFF")  # this is not about the disk
    found = asyncio.run(closed_and_gone(tmp_path / "data", 1, TABLES))
    assert not found.left
    assert not found.reports
    assert found.hands >= 10 * TABLES


@pytest.mark.needs("postgresql")
def test_closed_tables_leave_nothing_with_two_workers(database):  # noqa: F811
    found = asyncio.run(closed_and_gone(database, 2, TABLES))
    assert not found.left
    assert not found.reports
    assert found.hands >= 10 * TABLES


@pytest.mark.sqlite("the other test is about PostgreSQL")
def test_nothing_grows_in_a_folders_room(tmp_path):
    found = asyncio.run(hour(tmp_path / "data", tmp_path / "data", 1, SECONDS, HANDS))
    assert not found.troubles()
    assert found.hands > 10
    assert found.visits > 5


@pytest.mark.needs("postgresql")
def test_nothing_grows_in_two_workers(tmp_path, database):  # noqa: F811
    found = asyncio.run(hour(database, tmp_path, 2, SECONDS, HANDS))
    assert not found.troubles()
    assert found.hands > 10
    assert found.visits > 5
