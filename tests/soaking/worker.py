"""A room's process that tells what it holds: `python -m soaking.worker SECONDS EACH DATA [DATABASE]`, until SIGTERM.

It serves as `oddchip serve` does, on a free port. Each line of its output is JSON: first where it is, then every so
many seconds a sample: `at` (seconds by a steady clock), `rss` (bytes), `events` (written or followed here). Every
so many of them, the first too, have `counts` (of the census) and `sizes` (of all that is kept for longer than a step,
by class and field); for these garbage is collected, which else is left to the room.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections import Counter
from collections.abc import Sized
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from oddchip.room.room import Room
from oddchip.web.opening import Opened, Wanted
from oddchip.web.serving import loop_factory, serve
from soaking.census import counted, memory

#: Objects that live as long as the room, a table that is open, or somebody who looks at one.
LASTING = (
    *("Room", "Crowd", "Sessions", "Talk", "News", "Among", "Coach", "Values", "Minds"),
    *("Actor", "Audience", "Sight", "CardIds", "Hearing", "HandLines", "Proofs", "Outbox", "Connection"),
    *("Thinking", "Fairness", "Pairs", "Wiring", "Buckets", "Counts", "Desk", "Worths"),
    *("PostgresStore", "Writer", "Mail", "Direct", "Answers", "Listener", "Metrics", "Reports", "Log", "Readiness"),
)


def sizes() -> Counter[str]:
    """How much the containers of lasting objects hold, all objects of a class together."""
    found = Counter[str]()
    for each in gc.get_objects():
        kind = type(each)
        if kind.__name__ in LASTING and kind.__module__.startswith("oddchip."):
            for name in _fields(each):
                value = getattr(each, name, None)
                if isinstance(value, Sized) and not isinstance(value, str | bytes):
                    found[f"{kind.__name__}.{name}"] += len(value)
    return found


def _fields(one: Any) -> list[str]:
    kinds = type(one).__mro__
    slots = [name for kind in kinds for name in _names(getattr(kind, "__slots__", ()))]
    return [*getattr(one, "__dict__", {}), *slots, *getattr(one, "__struct_fields__", ())]


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def tell(said: dict[str, Any]) -> None:
    print(json.dumps(said), flush=True)


def sample(whole: bool) -> dict[str, Any]:
    rss = memory()  # before it is looked through
    room = next(each for each in gc.get_objects() if isinstance(each, Room))
    said = {"at": monotonic(), "rss": rss, "events": room.counts["events"] + room.counts["followed"]}
    return said | ({"counts": counted(), "sizes": sizes()} if whole else {})


async def sampling(seconds: float, each: int) -> None:
    gc.unfreeze()  # what is frozen is not told of
    for number in count():
        await asyncio.sleep(seconds)
        tell(sample(number % each == 0))


async def run(seconds: float, each: int, wanted: Wanted) -> None:
    tasks: list[asyncio.Task[None]] = []

    def opened(where: Opened) -> None:
        tell(where.data())
        tasks.append(asyncio.create_task(sampling(seconds, each), name="samples"))

    try:
        await serve(wanted, opened)
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def main(seconds: str, each: str, data: str, database: str = "") -> None:
    wanted = Wanted(Path(data), pace="none", limited=False, bots_alone=True, database=database)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(run(float(seconds), int(each), wanted))


if __name__ == "__main__":
    main(*sys.argv[1:])
