"""What a table's view says besides the table itself: its desk, and who looks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from oddchip.room.project.ids import CardIds
from oddchip.room.protocol import LogLine, WaitingView
from oddchip.table import Table


@dataclass(frozen=True)
class Apart:
    """Of a hand that two deal to each other: the seats that have sealed a choice, who is awaited, and until when."""

    sealed: frozenset[int]
    awaited: tuple[int, ...]
    deadline: float


@dataclass(frozen=True)
class Around:
    """The desk's part of a view, the same for all viewers. People are ids, and `names` has all of them.

    `hosts` begins with the owner. `dealt` says who was dealt in, by seat, in the hand that `table.hand` is: while it is
    played that may be left out; once it is over, only who stands there sees his own cards again. `shown` are the cards
    (the engine's numbers) that seats have shown after the hand. `stopped` and `why` are sentences.
    `coming` are those who are back from the hand after the next one.
    `apart` is there while a hand is played whose choices the table does not know before they are opened.
    """

    seq: int
    now: float
    title: str
    names: Mapping[str, str]
    hosts: Sequence[str] = ()
    bots: Collection[str] = ()
    online: Collection[str] = ()
    muted: Collection[str] = ()
    waiting: tuple[WaitingView, ...] = ()
    coming: Collection[str] = ()
    settings: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    shown: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    dealt: Mapping[int, str] | None = None
    stopped: str = ""
    why: str = ""
    next_deal: float = 0
    choice_deadline: float = 0
    watching: int = 0
    apart: Apart | None = None


@dataclass(frozen=True)
class Viewer:
    """Who looks: `ids` are his alone, `person` is "" for who has no name here. `may_sit`: his link lets him play."""

    ids: CardIds
    person: str = ""
    log: Sequence[LogLine] = ()
    fresh: bool = False
    delayed: bool = False
    may_sit: bool = True


def dealt_in(table: Table) -> dict[int, str]:
    """Who is dealt in, by seat, while a hand is played: nobody's seat changes hands before it is over."""
    if table.hand is None or not table.playing:
        return {}
    places = table.places
    return {seat: places[seat].player for seat in table.hand.seats}
