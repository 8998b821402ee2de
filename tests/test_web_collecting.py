"""A room's process lets go of closed tables, those too that were there when it was opened."""

import asyncio
import gc
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from weakref import ref

import pytest

from oddchip.web import collecting


class Ring:
    """Holds itself, as an actor and its audience hold each other."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    with warnings.catch_warnings():  # what other tests of this process have left behind is not meant here
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    yield
    gc.enable()


def test_what_was_there_at_the_start_goes_after_tables_are_put_away(monkeypatch):
    ring = Ring()
    gone = ref(ring)
    collecting.spare_collector()
    del ring
    gc.collect()
    assert gone() is not None  # it is looked through no more
    room = SimpleNamespace(counts={"events": 0, "followed": 0, "put_away": 0})
    asyncio.run(a_second(room, monkeypatch))
    assert gone() is None


async def a_second(room, monkeypatch):
    slept = asyncio.Event()
    go_on = asyncio.Event()

    async def sleep(seconds):
        slept.set()
        await go_on.wait()
        go_on.clear()

    monkeypatch.setattr(collecting.asyncio, "sleep", sleep)
    task = asyncio.create_task(collecting.collect(room))
    await slept.wait()
    slept.clear()
    room.counts["put_away"] = 1
    go_on.set()
    await slept.wait()
    task.cancel()
