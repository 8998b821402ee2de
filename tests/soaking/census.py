"""What there is: in this process (objects, tasks, timers, threads, files), and in a store (rows by table).

before = counted()
...
more(before, counted())      # {"Actor": 3}: what there is more of now
traces([room], {"t1"})       # where a text is still reachable from an object, as paths
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sqlalchemy import Connection, func, select

from oddchip.room.store import AnyStore, schema

#: What belongs to a table that is open, somebody who looks at it, or a step of it.
KINDS = (
    *("Actor", "Audience", "Thinking", "Fairness", "Pairs", "Following", "Job", "Chore", "Step", "Scene", "Decks"),
    *("Connection", "Sight", "CardIds", "Hearing", "Outbox", "Picture", "HandLines", "Proofs", "Live", "Bucket"),
    *("Hand", "Table", "Desk", "HiddenDeck", "Waiting", "Heard", "WebSocket", "WebSocketProtocol", "HttpToolsProtocol"),
)
OURS = ("oddchip.", "uvicorn.", "starlette.", "websockets.")


def counted() -> Counter[str]:
    """Objects of `KINDS`, tasks by what they do, timers of the room, threads by name, open files; garbage is gone."""
    for _ in range(3):  # what the end of one thing lets go of may be held in a circle of its own
        gc.collect()
    found = Counter[str]()
    for each in gc.get_objects():
        kind = type(each)
        if kind.__name__ in KINDS and kind.__module__.startswith(OURS) and ".store." not in kind.__module__:
            found[kind.__name__] += 1
    found.update(f"task {name}" for name in tasks())
    found.update(f"timer {name}" for name in timers())
    found.update(f"thread {each.name.rstrip('0123456789_-')}" for each in threading.enumerate())
    found["files"] = len(os.listdir("/proc/self/fd"))
    return found


def tasks() -> list[str]:
    """What the tasks of the running loop do, this one left out."""
    try:
        every = asyncio.all_tasks() - {asyncio.current_task()}
    except RuntimeError:
        return []
    return [getattr(each.get_coro(), "__qualname__", "?") for each in every]


def timers() -> list[str]:
    """What of the room the loop's timers will call; only the loop of the standard library tells."""
    waiting = getattr(asyncio.get_running_loop(), "_scheduled", ()) if asyncio._get_running_loop() else ()
    calls = [each._callback for each in waiting if not each.cancelled()]
    return [each.__qualname__ for each in calls if (getattr(each, "__module__", "") or "").startswith("oddchip.")]


def more(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """What there is more of."""
    return {name: count - before.get(name, 0) for name, count in now.items() if count > before.get(name, 0)}


def traces(roots: Iterable[Any], texts: Collection[str]) -> Counter[str]:
    """Where one of these texts, or one that holds it, can be reached from these objects: paths of types and fields,
    and how many are there.
    """
    found = Counter[str]()
    seen = {id(each) for module in list(sys.modules.values()) for each in (module, getattr(module, "__dict__", None))}
    seen |= {id(texts), id(_this_task())}
    came: dict[int, tuple[Any, Any]] = {}
    left = deque(roots)
    while left:
        one = left.popleft()
        if id(one) in seen or isinstance(one, ModuleType | type):
            continue
        seen.add(id(one))
        if isinstance(one, str | bytes):
            if _holds(one, texts):
                found[_path(one, came)] += 1
            continue
        for each in _below(one):
            if id(each) not in seen:
                came.setdefault(id(each), (one, each))
                left.append(each)
    return found


def _this_task() -> Any:
    return asyncio.current_task() if asyncio._get_running_loop() else None


def _holds(one: str | bytes, texts: Collection[str]) -> bool:
    if one in texts:
        return True
    # Ids are 16 characters; what is longer is looked through, frames and bodies too.
    text = one.decode("utf-8", "replace") if isinstance(one, bytes) else one
    return len(text) > 16 and any(each in text for each in texts)


def _below(one: Any) -> list[Any]:
    if isinstance(one, FunctionType):  # without the module it was written in
        return [*(one.__closure__ or ()), *(one.__defaults__ or ())]
    return gc.get_referents(one)


def _path(one: Any, came: Mapping[int, tuple[Any, Any]]) -> str:
    steps: list[str] = []
    while id(one) in came and len(steps) < 8:
        above, _ = came[id(one)]
        names = [name for name, value in getattr(above, "__dict__", {}).items() if value is one]
        steps.append(f"{type(above).__name__}{f'.{names[0]}' if names else ''}")
        one = above
    return " > ".join(reversed(steps))


def memory() -> int:
    """Resident memory of this process, in bytes."""
    return memory_of(os.getpid())


def memory_of(pid: int) -> int:
    """Resident memory of a process, in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def rows(store: AnyStore) -> dict[str, int]:
    """How many rows each table of a store has."""
    return await store.ask(_rows)


def _rows(connection: Connection) -> dict[str, int]:
    tables = schema.metadata.sorted_tables
    return {each.name: connection.execute(select(func.count()).select_from(each)).scalar_one() for each in tables}
