"""What is counted for /metrics: how many and how fast, never who or what cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from oddchip.room.room import Room

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


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
        self.frames_in = Counter("oddchip_frames_in", "Frames from clients, by kind", ("kind",), registry=self.registry)
        self.frames_out = Counter("oddchip_frames_out", "Frames to clients", registry=self.registry)
        self.bytes_out = Counter("oddchip_bytes_out", "Bytes in frames to clients", registry=self.registry)
        self.handling = Histogram(
            "oddchip_request_seconds", "From a frame to the room's answer", buckets=_SECONDS, registry=self.registry
        )
        self.tables = Gauge("oddchip_tables", "Tables of the room", registry=self.registry)
        self.room = Gauge(
            "oddchip_room_total", "What the room counted since its start", ("what",), registry=self.registry
        )

    def page(self, room: Room) -> bytes:
        """Everything as Prometheus reads it."""
        self.tables.set(len(room.tables))
        for what, count in room.counts.items():
            self.room.labels(what).set(count)
        return generate_latest(self.registry)
