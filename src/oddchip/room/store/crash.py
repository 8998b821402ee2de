"""Points at which a test lets the process die, as if it were killed there. For the fault suite alone.

ODDCHIP_CRASH_AT=after_commit ends the process at the first time that point is reached, after_commit:17 at the
seventeenth. Without that variable nothing happens. The points:

- before_append  a group with events was taken from the queue, nothing of it is written
- mid_snapshot   a snapshot is written, its transaction not yet committed
- after_commit   a group with events is durable, nobody has been told
- after_publish  everybody was told (in the actor)
- mid_migration  a revision is applied, its transaction not yet committed
- mid_move       a piece of a room is moved (room/moving), or all of it, and nothing is committed yet
- mid_backup     a copy is complete, and does not have its name yet
"""

from __future__ import annotations

import os

POINTS = ("before_append", "mid_snapshot", "after_commit", "after_publish", "mid_migration", "mid_move", "mid_backup")
KILLED = 137
"""How a shell reports a process that was killed by signal 9."""

_point, _, _times = os.environ.get("ODDCHIP_CRASH_AT", "").partition(":")
_left = int(_times or 1)


def crash_at(point: str) -> None:
    """End the process at once, without any clean-up, if this is the point asked for."""
    global _left
    if point != _point:
        return
    _left -= 1
    if _left <= 0:
        os._exit(KILLED)
