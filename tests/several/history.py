"""What happened in a night on several workers, as records in a file: one line of JSON each.

Players write down what they sent, heard and were shown, each before he goes on; a watcher beside the database writes
down when it first saw a table at an event; log and ledger are added at the end. Moments (`at`, `after`, `by`) are
seconds of one machine's monotonic clock, which all its processes share. A command is known by its id in the log,
`person:request`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar, get_args

import msgspec
from msgspec import Struct


class Sent(Struct, tag="sent", array_like=True, frozen=True):
    """A player asks, for the first time or again: to `act`, something of `do`, or with his `seed` for a shuffle."""

    at: float
    table: str
    command: str
    worker: str
    kind: str = "act"


class Acked(Struct, tag="acked", array_like=True, frozen=True):
    """He hears that it is done, and durable, as event `seq`."""

    at: float
    table: str
    command: str
    seq: int


class Refused(Struct, tag="refused", array_like=True, frozen=True):
    """He hears that it is not done. `kind` "broken" and "limit" say nothing of an earlier attempt."""

    at: float
    table: str
    command: str
    kind: str
    why: str = ""


class Shown(Struct, tag="shown", array_like=True, frozen=True):
    """A viewer is shown a table after event `seq`, over one of his sockets.

    `public` is a digest of what everybody sees, `own` of what he alone sees. `chips` by seat, and the pot that nobody
    has won yet as seat -1, are told between hands.
    """

    at: float
    table: str
    viewer: str
    socket: int
    seq: int
    public: str
    own: str = ""
    chips: dict[int, int] | None = None


class Socket(Struct, tag="socket", array_like=True, frozen=True):
    """A viewer's socket opens at a worker, or ends (`why`)."""

    at: float
    table: str
    viewer: str
    socket: int
    worker: str
    why: str = ""


class Seen(Struct, tag="seen", array_like=True, frozen=True):
    """The database has a table at an event: not yet at `after`, but at `by`."""

    after: float
    by: float
    table: str
    seq: int
    epoch: int
    owner: str = ""


class Fault(Struct, tag="fault", array_like=True, frozen=True):
    """Something is done to the machinery. It is over at `until`."""

    at: float
    until: float
    what: str


class Event(Struct, tag="event", array_like=True, frozen=True):
    """A row of the log. `time` is the room's own, seconds since 1970."""

    table: str
    seq: int
    epoch: int
    command: str
    kind: str
    time: float


class Line(Struct, tag="line", array_like=True, frozen=True):
    """A row of the ledger."""

    table: str
    seq: int
    account: str
    amount: int


class End(Struct, tag="end", array_like=True, frozen=True):
    """A table as the database has it when all is over, and until when its players were there."""

    at: float
    table: str
    seq: int
    epoch: int


T = TypeVar("T")
Record = Sent | Acked | Refused | Shown | Socket | Seen | Fault | Event | Line | End
UNKNOWN = {"broken", "limit"}
"""Refusals after which a command may be in the log all the same, by an earlier attempt of it."""

_decoder = msgspec.json.Decoder(Record)
_encoder = msgspec.json.Encoder()
assert all(kind.__struct_config__.array_like for kind in get_args(Record))


class Notes:
    """A file of records that grows: each is one write, which outlives the process however it ends."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(self, *records: Record) -> None:
        os.write(self._handle, b"".join(_encoder.encode(each) + b"\n" for each in records))

    def close(self) -> None:
        os.close(self._handle)


def read(path: Path) -> Iterator[Record]:
    """The records of a file, in order; a last line that was cut off counts as not written."""
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield _decoder.decode(line)


def write(path: Path, records: Iterable[Record]) -> None:
    """A history as a file."""
    path.write_bytes(b"".join(_encoder.encode(each) + b"\n" for each in records))


def of_kind(records: Sequence[Record], kind: type[T]) -> list[T]:
    """Those of one kind, in order."""
    return [each for each in records if isinstance(each, kind)]
