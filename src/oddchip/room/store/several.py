"""What several workers on one database tell each other: who has which table, what is asked, answered, noticed."""

from __future__ import annotations

from dataclasses import dataclass, field

LEASE = 2.0
"""Seconds for which a table is a worker's after it was claimed or renewed, by the database's clock."""
RENEW = 0.7
"""Seconds between two renewals."""
ALIVE = 10.0
"""Seconds after its last heartbeat for which a worker counts as living."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A table that is now ours: its new epoch, and the seq of its last event. `taken`: its last owner had not let it
    go, and its lease ran out.
    """

    id: str
    epoch: int
    seq: int
    taken: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """A worker that lives: since when, when it was last heard of (both by the database's clock), its release, and how
    many tables it has.
    """

    id: str
    started: float
    seen: float
    version: str
    tables: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A command for the owner of a table, from the worker that has the socket. (`worker`, `number`) is its name.

    `number` is counted up by the asking worker; `worker` and `at` (the database's clock) are filled in by the store.
    """

    number: int
    table_id: str
    person: str
    command_id: str
    kind: str
    body: bytes
    worker: str = ""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a command: the answer to `number` of the worker that asked."""

    worker: str
    number: int
    table_id: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Notice:
    """Something happened. `ids` by kind:

    ``event`` (table, seq), ``inbox`` (table), ``answer`` (worker that asked), ``table`` (id), ``person`` (id),
    ``guest`` (table, person), ``chat`` (table, id), ``online`` (table), ``sets`` (); and without ids ``poll`` (a second
    is over), ``gap`` (notices may have been missed: look everywhere) and ``look`` (too much at once to name).
    """

    kind: str
    ids: tuple[str, ...] = ()
    worker: str = ""
    own: bool = False
