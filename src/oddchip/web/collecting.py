"""When a room's process looks for garbage that does not go by itself: when it is at rest, and not when people play.

What a table holds is replaced by every decision and goes by itself. Left to itself the collector takes a twentieth of
the time to look through it, and 0.2 s now and then.
"""

from __future__ import annotations

import asyncio
import gc

from oddchip.room.room import Room

#: The collector looks through all objects when nothing was played for a second and there are so many more than before;
#: or, whatever is played, when there are so many more, which takes it half a second.
MORE_AT_REST, MORE_AT_PLAY = 20_000, 1_000_000


def spare_collector() -> None:
    """What is loaded by now stays; it is looked through no more. The rest is looked through when `collect` says so."""
    gc.collect()
    gc.freeze()
    gc.disable()


def look_through_all() -> None:
    """The tables that were there when the room was opened do not stay for ever: closed ones are let go of, too."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def collect(room: Room) -> None:
    """Look for garbage that does not go by itself, such as what the ends of sockets leave behind."""
    before, put_away = _played(room), room.counts["put_away"]
    while True:
        await asyncio.sleep(1)
        now, more = _played(room), gc.get_count()[0]
        if room.counts["put_away"] > put_away:  # once an hour at most
            put_away = room.counts["put_away"]
            look_through_all()
        elif more > (MORE_AT_REST if now == before else MORE_AT_PLAY):
            gc.collect()
        before = now


def _played(room: Room) -> float:
    """How much has happened at the tables, here or elsewhere."""
    return room.counts["events"] + room.counts["followed"]
