"""The steps of many tables in one statement: who has moved on, his events, ledger lines and private parts, or nothing.

A table moves if it is at the batch's epoch and seq, is this worker's, and its lease holds by the database's clock. The
rows of one that does not move are left out, and spoil nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import Double, LargeBinary, Table

from oddchip.room.store import schema
from oddchip.room.store.errors import StoreRefused
from oddchip.room.store.postgres.leases import NOW
from oddchip.room.store.postgres.notices import CHANNEL
from oddchip.room.store.rows import Item
from oddchip.room.store.several import LEASE, Notice
from oddchip.room.store.writer import Job

TOGETHER = (schema.event, schema.entry, schema.private)
"""What goes into the statement. Whatever else a step writes follows in the same transaction."""
TURN = f"""INSERT INTO turn (worker, number, at) VALUES ($1, $2, {NOW})
    ON CONFLICT (worker) DO UPDATE SET number = excluded.number, at = excluded.at"""
"""The number of a commit: found there later, it was committed, whatever became of the connection."""
TELL = f"SELECT pg_notify('{CHANNEL}', text) FROM unnest($1::text[]) AS said(text)"
CLOSING = f"WITH turned AS ({TURN}) {TELL.replace('$1', '$3')}"
"""The last statement of a transaction. $1 worker, $2 number of the commit, $3 texts to tell."""


@dataclass
class Chain:
    """Batches of one table that follow each other: they hold together, as one step would."""

    table_id: str
    epoch: int
    seq: int
    after: int
    jobs: list[Job] = field(default_factory=list)


@dataclass
class Steps:
    """What one statement does: at most one chain for each table."""

    chains: dict[str, Chain] = field(default_factory=dict)

    def takes(self, job: Job) -> bool:
        """Put a batch in. False if it does not follow the one of its table that is in already."""
        batch = job.batch
        assert batch is not None
        chain = self.chains.get(batch.table_id)
        if chain is None:
            chain = self.chains[batch.table_id] = Chain(batch.table_id, batch.epoch, batch.seq, batch.seq)
        elif (chain.epoch, chain.after) != (batch.epoch, batch.seq):
            return False
        chain.after = job.after
        chain.jobs.append(job)
        return True

    def notices(self) -> list[Notice]:
        """That tables have moved on."""
        moved = (chain for chain in self.chains.values() if chain.after > chain.seq)
        return [Notice("event", (chain.table_id, str(chain.after))) for chain in moved]

    async def write(self, driver: Any, worker: str, turn: int, texts: Sequence[str]) -> list[Chain]:
        """Write them, as commit `turn` and with texts to tell if it is not 0; gives those that did not move."""
        chains = sorted(self.chains.values(), key=lambda chain: chain.table_id)  # all lock tables in the same order
        places = [(chain.table_id, chain.epoch, chain.seq, chain.after) for chain in chains]
        arguments: list[Any] = [worker, turn, texts, *map(list, zip(*places, strict=True))]
        for table in TOGETHER:
            arguments += arrays(table, [(number, row) for number, row in _numbered(chains, table)])
        moved = await driver.fetchval(_statement(bool(turn)), *arguments)
        there = set(moved or ())
        return [chain for number, chain in enumerate(chains, 1) if number not in there]


def _numbered(chains: Sequence[Chain], table: Table) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, chain in enumerate(chains, 1):
        for job in chain.jobs:
            for item in job.items:
                if isinstance(item, tuple) and item[0] is table:
                    yield number, item[1]


def others(job: Job) -> list[Item]:
    """What of a batch does not go into the statement."""
    return [item for item in job.items if not (isinstance(item, tuple) and item[0] in TOGETHER)]


def arrays(table: Table, rows: Sequence[tuple[int, Mapping[str, Any]]]) -> list[list[Any]]:
    """Rows by column, the number of each row's chain first."""
    names = table.c.keys()
    known = set(names)
    for _, row in rows:
        if not row.keys() <= known:
            raise StoreRefused(f"the table {table.name} has no column {', '.join(sorted(row.keys() - known))}")
    return [[number for number, _ in rows], *([row.get(name) for _, row in rows] for name in names)]


def kind(column: Any) -> str:
    """A column's type for the server."""
    if isinstance(column.type, Double):
        return "float8"
    if isinstance(column.type, LargeBinary):
        return "bytea"
    return "text" if column.type.python_type is str else "bigint"


@cache
def _statement(closing: bool) -> str:
    """$1 worker, $2 number of the commit, $3 texts to tell; arrays: $4 tables, $5 epochs, $6 seqs, $7 seqs afterwards;
    then for each kind of row the number of its step and its columns.
    """
    inserts, at = [], 8
    for table in TOGETHER:
        names = ", ".join(table.c.keys())
        kinds = ["bigint", *map(kind, table.c)]
        given = ", ".join(f"${at + place}::{each}[]" for place, each in enumerate(kinds))
        at += len(kinds)
        inserts.append(
            f"{table.name}_made AS (INSERT INTO {table.name} ({names}) SELECT {names} "
            f"FROM unnest({given}) AS made(n, {names}) JOIN moved USING (n))"
        )
    told = (
        f"(SELECT count(told) FROM (SELECT pg_notify('{CHANNEL}', text) AS told FROM unnest($3::text[]) AS s(text)) s)"
    )
    return f"""
WITH moved AS (
    UPDATE game_table t SET seq = step.after
    FROM unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[]) WITH ORDINALITY AS step(id, epoch, seq, after, n)
    WHERE t.id = step.id AND t.epoch = step.epoch AND t.seq = step.seq AND t.owner = $1 AND t.lease_until > {NOW}
    RETURNING step.n
), {", ".join(inserts)}{f", turned AS ({TURN})" if closing else ""}
SELECT array_agg(n), {told if closing else "$2::bigint + cardinality($3::text[])"} FROM moved
"""


@cache
def inserting(table: Table, columns: tuple[str, ...]) -> str:
    """The statement that inserts rows, given by column. $1 is the worker."""
    unknown = [name for name in columns if name not in table.c]
    if unknown:
        raise StoreRefused(f"the table {table.name} has no column {', '.join(unknown)}")
    given = ", ".join(f"${place}::{kind(table.c[name])}[]" for place, name in enumerate(columns, 2))
    names = ", ".join(columns)
    rows = f"SELECT $1::text AS me, {names} FROM unnest({given}) AS given({names})"
    if table is schema.game_table and "owner" in columns:
        return _owned(columns, rows)
    return f"INSERT INTO {table.name} ({names}) SELECT {names} FROM ({rows}) r"


def _owned(columns: tuple[str, ...], rows: str) -> str:
    """A table that its maker owns is leased to him, by the database's clock."""
    given = "lease_until" if "lease_until" in columns else "NULL"
    rest = ", ".join(name for name in columns if name != "lease_until")
    lease = f"coalesce({given}, CASE WHEN owner = me THEN {NOW} + {LEASE} END)"
    return f"INSERT INTO game_table ({rest}, lease_until) SELECT {rest}, {lease} FROM ({rows}) r"
