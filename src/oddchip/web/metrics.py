"""What is counted for /metrics: how many and how fast, never who or what cards. docs/operating.md lists it all.

Names are as Prometheus wants them: base units, counters end in _total. Where several workers share a store, each sample
names its worker, since one address may lead to any of them.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

from oddchip import __version__
from oddchip.room.overview import free_bytes, seated, size_of, state_of
from oddchip.room.store import StoreError
from oddchip.room.store.base import shared
from oddchip.room.store.measures import Spread

if TYPE_CHECKING:
    from oddchip.room.room import Room

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
STATES = ("playing", "waiting", "paused", "stopped", "closed")
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
#: What a room counts under a name of its own; the rest is there by its word.
_COUNTED = {
    "events": ("oddchip_events", "Steps of tables that were written and shown"),
    "takeovers": ("oddchip_claims", "Tables that this worker began to lead, let go by another or by nobody"),
    "tables_lost": ("oddchip_tables_lost", "Tables that this worker found to be another's"),
    "seeds_wrong": ("oddchip_seeds_wrong", "Seeds of players that did not fit their chain"),
}


class Metrics:
    """The counters of one room, in a registry of their own, so that a process may hold several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "oddchip_http_requests", "Answers by method and status", ("method", "status"), registry=self.registry
        )
        self.sockets = Gauge("oddchip_sockets", "Open sockets", registry=self.registry)
        self.opened = Counter("oddchip_sockets_opened", "Sockets that were let in", registry=self.registry)
        self.turned_away = Counter(
            "oddchip_sockets_refused", "Sockets that were not let in", ("why",), registry=self.registry
        )
        self.closed = Counter("oddchip_sockets_closed", "Sockets that the room ended", ("why",), registry=self.registry)
        self.frames_in = Counter(
            "oddchip_frames_received", "Frames from clients, by kind", ("kind",), registry=self.registry
        )
        self.frames_out = Counter("oddchip_frames_sent", "Frames to clients", registry=self.registry)
        self.bytes_out = Counter("oddchip_frames_sent_bytes", "Bytes in frames to clients", registry=self.registry)
        self.handling = Histogram(
            "oddchip_request_seconds", "From a frame to the room's answer", buckets=_SECONDS, registry=self.registry
        )
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    async def page(self, room: Room, reports: Mapping[str, int]) -> bytes:
        """Everything as Prometheus reads it; `reports` is how many lines of the log there were, by their event."""
        asked = await _asked(room)
        found = [*self.registry.collect(), *_of_room(room), *_of_store(room), *asked]
        found.append(_labelled("oddchip_reports", "Lines of the room's log, by their event", "event", reports))
        for metric in found:  # when a counter was made says what the start of the process says
            metric.samples = [each for each in metric.samples if not each.name.endswith("_created")]
        if store := shared(room.store):
            _name(found, store.worker)
        return generate_latest(_Found(found))


class _Found(Collector):
    """What was collected already."""

    def __init__(self, found: Iterable[Metric]) -> None:
        self._found = found

    def collect(self) -> Iterable[Metric]:
        return self._found


def _name(found: Iterable[Metric], worker: str) -> None:
    """Say of each sample whose it is."""
    for metric in found:
        metric.samples = [
            Sample(each.name, {**each.labels, "worker": worker}, each.value, each.timestamp, each.exemplar)
            for each in metric.samples
        ]


def _of_room(room: Room) -> Iterator[Metric]:
    """What the process knows of its room."""
    about = GaugeMetricFamily("oddchip_build_info", "The release that runs", labels=("version",))
    about.add_metric((__version__,), 1)
    yield about
    states = Tally(state_of(actor) for actor in room.tables.values())
    tables = GaugeMetricFamily("oddchip_tables", "Tables in this process, by how they stand", labels=("state",))
    for state in STATES:
        tables.add_metric((state,), states[state])
    yield tables
    there = [seated(actor) for actor in room.tables.values()]
    yield _gauge("oddchip_people_seated", "Seats of people at tables of this process", sum(each[0] for each in there))
    yield _gauge("oddchip_bots_seated", "Seats of bots at tables of this process", sum(each[1] for each in there))
    waiting = sum(
        len(connection.outbox)
        for actor in room.tables.values()
        for sight in actor.audience.sights.values()
        for connection in sight.connections
    )
    yield _gauge("oddchip_frames_waiting", "Frames that readers have not taken yet", waiting)
    yield from _counted(room.counts)


def _counted(counts: Mapping[str, float]) -> Iterator[Metric]:
    for what, (name, words) in _COUNTED.items():
        yield CounterMetricFamily(name, words, value=counts.get(what, 0))
    refused = {what.removeprefix("refused_"): number for what, number in counts.items() if what.startswith("refused_")}
    others = {what: n for what, n in counts.items() if what not in _COUNTED and not what.startswith("refused_")}
    yield _labelled("oddchip_refusals", "Requests at tables that were refused, by kind", "kind", refused)
    yield _labelled("oddchip_happenings", "What else the room counted, by its word", "what", others)


def _of_store(room: Room) -> Iterator[Metric]:
    """What the store measures of itself."""
    kept = room.store.measures
    yield _spread("oddchip_store_append_seconds", "From asking for a write until it is durable", kept.asked)
    yield _spread("oddchip_store_commit_seconds", "One transaction of the store", kept.commits)
    yield _spread("oddchip_store_group_jobs", "Writes that went into one transaction", kept.groups)
    yield _gauge("oddchip_store_waiting_jobs", "Writes asked for and not yet durable", kept.waiting)
    if store := shared(room.store):
        yield _gauge("oddchip_leases_held", "Tables that are leased to this worker", store.leased)
    yield CounterMetricFamily(
        "oddchip_takeovers", "Tables taken from a worker that had not let them go", value=kept.taken
    )
    yield _labelled("oddchip_store_failures", "Writes that were not done, by error", "kind", kept.failed)


async def _asked(room: Room) -> list[Metric]:
    """What the store must be asked; left out while it does not answer, which other metrics tell."""
    found: list[Metric] = []
    with suppress(StoreError):
        size = await size_of(room.store)
        found = [
            _gauge("oddchip_store_size_bytes", "The database", size.database),
            _gauge("oddchip_room_tables", "Tables that are open in the whole room", size.open),
            _gauge("oddchip_room_people", "People and bots the room knows", size.people),
            CounterMetricFamily("oddchip_room_events", "Events in the logs of all tables", value=size.events),
        ]
        if (free := free_bytes(room.store)) is not None:
            found.append(_gauge("oddchip_disk_free_bytes", "What the disk of the data folder still takes", free))
    return found


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value=value)


def _labelled(name: str, words: str, label: str, numbers: Mapping[str, float]) -> Metric:
    found = CounterMetricFamily(name, words, labels=(label,))
    for value, number in sorted(numbers.items()):
        found.add_metric((value,), number)
    return found


def _spread(name: str, words: str, spread: Spread) -> Metric:
    buckets: list[Any] = [(str(float(bound)), number) for bound, number in spread.cumulated()]
    return HistogramMetricFamily(name, words, buckets=[*buckets, ("+Inf", spread.count)], sum_value=spread.total)
