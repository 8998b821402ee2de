"""What the one who runs a room sets."""

from __future__ import annotations

from dataclasses import dataclass

from oddchip.room.desk import Pace


@dataclass(frozen=True)
class RoomSettings:
    """`tables_each` and `bots_each` are caps for one host. `secrets_days`: how long decks and sealed choices are kept
    after a hand, in which it can be decided again (the dispute window). `minds`: threads in which bots think. `pace`:
    that of new tables. `fair_seconds`: how long a deal waits for its players' seeds (docs/fairness.md). `bots_alone`:
    are hands dealt among bots where nobody looks on? They fill the disk.
    """

    tables_each: int = 20
    bots_each: int = 40
    tables: int = 1000
    secrets_days: float = 2
    minds: int = 1
    pace: Pace = "normal"
    fair_seconds: float = 5.0
    bots_alone: bool = True
