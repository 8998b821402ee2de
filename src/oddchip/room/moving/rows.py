"""Which rows are a room's, and what many of them come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Table

from oddchip.room.backing_up import KEYS
from oddchip.room.overview import READY
from oddchip.room.store import schema
from oddchip.room.store.scrubbing import ASKED

#: What workers on one database tell each other; it means nothing anywhere else.
SHARED = ("worker", "turn", "inbox", "answer", "presence")
TABLES: tuple[Table, ...] = tuple(table for table in schema.metadata.sorted_tables if table.name not in SHARED)
#: Rows that are read and written at a time.
PIECE = 1000
#: Rows of `meta` that belong to one end: keys have their own way, the rest are notes of the store to itself.
OF_ONE_END = (*KEYS, READY, ASKED)
#: Who serves a table where it is. It is served by nobody where it goes.
DUTY = ("owner", "lease_until")

_MASK = (1 << 256) - 1
Rows = Sequence[Sequence[Any]]


class Digest:
    """The number of some rows and the sum of their hashes, whatever their order.

    >>> one, other = Digest(), Digest()
    >>> one.add([("a", 1), ("b", 2.0)])
    >>> other.add([("b", 2.0)]), other.add([("a", 1)])
    (None, None)
    >>> one == other, one.rows
    (True, 2)
    >>> other.add([("c", None)])
    >>> one == other
    False
    """

    def __init__(self) -> None:
        self.rows, self._sum = 0, 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        for row in rows:
            self.rows += 1
            self._sum += int.from_bytes(sha256(msgspec.msgpack.encode(tuple(row))).digest())
        self._sum &= _MASK

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digest) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]


def columns_of(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def without_duty(table: Table, rows: Rows) -> Rows:
    """Rows as they are moved: nobody serves a table that has just come."""
    if table is not schema.game_table:
        return rows
    off = [columns_of(table).index(name) for name in DUTY]
    return [[None if place in off else value for place, value in enumerate(row)] for row in rows]
