"""What belongs to the app as a whole, and how handlers get at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from starlette.requests import HTTPConnection

from oddchip.room.limits import Buckets, Counts
from oddchip.room.overview import prove_writing
from oddchip.web.headers import address_key, is_loopback
from oddchip.web.logs import Reports
from oddchip.web.metrics import Metrics
from oddchip.web.settings import WebSettings
from oddchip.web.watching import Pace, Readiness

if TYPE_CHECKING:
    from oddchip.room.room import Room
    from oddchip.web.live import Live

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Wiring:
    """One room with its settings, its clock and what is counted. `live` are the open sockets."""

    room: Room
    settings: WebSettings
    now: Callable[[], float]
    metrics: Metrics = field(default_factory=Metrics)
    live: set[Live] = field(default_factory=set)
    leaving: bool = False  # no new sockets: the room is about to stop
    reports: Reports = field(default_factory=Reports)
    pace: Pace = field(default_factory=Pace)  # of the events of all tables

    def __post_init__(self) -> None:
        allowed = self.settings.allowed
        self.doors = Buckets(allowed.doors)
        self.recipes = Buckets(allowed.recipes)
        self.coached = Buckets(allowed.coached)
        self._at_work = asyncio.Semaphore(1)
        self.in_all = Counts(allowed.sockets)
        self.by_session = Counts(allowed.sockets_per_session)
        self.by_address = Counts(allowed.sockets_per_address)
        self.since = self.now()
        self.readiness = Readiness(lambda: prove_writing(self.room.store, self.room.now()), self.now)

    async def worked_out(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What some slow work gives, done beside the tables and never twice at the same time."""
        async with self._at_work:
            return await asyncio.to_thread(work, *args, **named)

    def may(self, buckets: Buckets, connection: HTTPConnection) -> bool:
        """Within the rate for this address? This machine itself always is."""
        key = address_key(connection.scope)
        return is_loopback(key) or buckets.take(key, self.now())


def wiring_of(connection: HTTPConnection) -> Wiring:
    wiring: Wiring = connection.app.state.wiring
    return wiring


def room_of(connection: HTTPConnection) -> Room:
    return wiring_of(connection).room
