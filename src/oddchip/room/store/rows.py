"""What is written: rows and statements, alone or as a batch that moves a table on in its log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Executable, Table, and_, delete, insert
from sqlalchemy.dialects import sqlite

from oddchip.room.store import schema
from oddchip.room.store.errors import StoreRefused

Row = tuple[Table, Mapping[str, Any]]
Item = Row | Executable
"""One row to insert, as (table, its values by column), or a statement of SQLAlchemy Core."""

_DIALECT = sqlite.dialect()


@dataclass(frozen=True, slots=True)
class Batch:
    """What one step of a table writes, all or nothing.

    It holds if the table is at `epoch` and `seq` (that of its last event) when it is written; its events are numbered
    seq + 1, seq + 2, ... and the table is at the last of them afterwards.
    """

    table_id: str
    epoch: int
    seq: int
    rows: Sequence[Item]


def last_seq(batch: Batch) -> int:
    """The seq of the table after the batch. StoreRefused if events are misnumbered or ledger lines do not balance."""
    seq, sums = batch.seq, defaultdict[int, int](int)
    for item in batch.rows:
        if not isinstance(item, tuple):
            continue
        table, row = item
        if table is schema.event:
            seq += 1
            if (row.get("table_id"), row.get("seq"), row.get("epoch")) != (batch.table_id, seq, batch.epoch):
                raise StoreRefused(
                    f"an event of table {batch.table_id} must be number {seq} of epoch {batch.epoch}, "
                    f"not {row.get('seq')} of {row.get('epoch')} of table {row.get('table_id')}"
                )
        elif table is schema.entry:
            sums[row["seq"]] += row["amount"]
    for number, total in sums.items():
        if total:
            raise StoreRefused(f"the ledger lines of event {number} of table {batch.table_id} sum to {total}, not to 0")
    return seq


def command_ids(items: Sequence[Item]) -> list[str]:
    """The ids of the commands in a batch, in order."""
    return [item[1]["command_id"] for item in items if isinstance(item, tuple) and item[0] is schema.event]


def put(table: Table, row: Mapping[str, Any]) -> tuple[Item, Item]:
    """Two items that write a row over the one with the same key, if there is one."""
    same = and_(*(column == row[column.name] for column in table.primary_key))
    return delete(table).where(same), (table, row)


@cache
def inserting(table: Table, columns: tuple[str, ...]) -> tuple[str, Callable[[Mapping[str, Any]], tuple[Any, ...]]]:
    """The SQL that inserts into these columns, and what makes its parameters of a row."""
    unknown = [name for name in columns if name not in table.c]
    if unknown:
        raise StoreRefused(f"the table {table.name} has no column {', '.join(unknown)}")
    compiled = insert(table).compile(dialect=_DIALECT, column_keys=list(columns))
    names = compiled.positiontup or []
    if len(names) == 1:
        return str(compiled), lambda row: (row[names[0]],)
    values: Callable[[Mapping[str, Any]], tuple[Any, ...]] = itemgetter(*names)
    return str(compiled), values
