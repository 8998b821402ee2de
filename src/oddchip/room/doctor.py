"""Is a data folder whole? `oddchip doctor` asks: the database, the log, the ledger, every table from its first event.

Reads alone; nothing is mended. See docs/room.md, "Doctor".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from oddchip.room.examining import Examined, Wrong, examine
from oddchip.room.store import AnyStore, findings, schema
from oddchip.telling import counted

__all__ = ["Checkup", "Wrong", "check_up"]


@dataclass
class Checkup:
    """What the doctor found: `store` are sentences about the database as such, `tables` what was replayed."""

    store: list[str] = field(default_factory=list)
    tables: list[Examined] = field(default_factory=list)

    @property
    def wrong(self) -> list[Wrong]:
        """All that is wrong, table by table, event by event; what belongs to no event comes last."""
        found = [wrong for table in self.tables for wrong in table.wrong]
        return found + [Wrong("", 0, sentence) for sentence in self.store]

    @property
    def well(self) -> bool:
        return not self.wrong

    def total(self, what: str) -> int:
        """The sum of a number over all tables."""
        return sum(getattr(table, what) for table in self.tables)

    def sentences(self) -> list[str]:
        """What was examined, in words."""
        playing = self.total("playing")
        now = f", and {counted(playing, 'hand')} being played" if playing else ""
        return [
            f"{counted(len(self.tables), 'table')}, {counted(self.total('events'), 'event')}: "
            f"{counted(self.total('decided'), 'hand')} decided again card by card{now}; "
            f"{self.total('folded')} folded from the log, their cards being destroyed or dealt by other rules.",
            f"Ledger: {counted(self.total('transactions'), 'transaction')}, "
            f"{counted(self.total('accounts'), 'account')} that are not empty, "
            f"{counted(self.total('chips'), 'chip')} on the tables.",
            f"{counted(self.total('records'), 'record')} of finished hands, "
            f"{counted(self.total('snapshots'), 'snapshot')}.",
        ]

    def complaints(self) -> list[str]:
        """Everything that is wrong, one sentence each."""
        titles = {table.table: table.title for table in self.tables}
        return [_complaint(wrong, titles) for wrong in self.wrong]

    def data(self) -> dict[str, Any]:
        """The same for a program."""
        names = ("events", "decided", "folded", "playing", "transactions", "accounts", "chips", "records", "snapshots")
        return {
            "well": self.well,
            "tables": len(self.tables),
            **{name: self.total(name) for name in names},
            "wrong": [{"table": each.table, "event": each.event, "why": each.why} for each in self.wrong],
            "notes": [{"table": table.table, "note": note} for table in self.tables for note in table.notes],
        }


def _complaint(wrong: Wrong, titles: dict[str, str]) -> str:
    if not wrong.table:
        return wrong.why
    where = f"Table {wrong.table} ({titles[wrong.table]})"
    return f"{where}, event {wrong.event}: {wrong.why}." if wrong.event else f"{where}: {wrong.why}."


async def check_up(store: AnyStore) -> Checkup:
    """Examine everything that a store holds, as it is at one moment."""
    return await store.ask(lambda connection: checked(connection, store.key))


def checked(connection: Connection, key: bytes) -> Checkup:
    """The same over one connection."""
    found = Checkup()
    try:
        found.store = findings(connection)
        t = schema.game_table
        for row in connection.execute(select(t).order_by(t.c.created, t.c.id)).all():
            found.tables.append(examine(connection, row, key))
    except DBAPIError as error:
        found.store.append(f"The database cannot be read any further: {error.orig}.")
    return found
