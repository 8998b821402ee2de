"""What a room is moved from and to: the same of a folder and of a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Self, TypeVar

from sqlalchemy import Connection, Select, Table, func, select

from oddchip.room.moving.rows import OF_ONE_END, Rows
from oddchip.room.store import StoreRefused, schema
from oddchip.room.store.migrating import revisions

T = TypeVar("T")


class End(ABC):
    """One end, from `__aenter__` to `__aexit__`. What is asked of it is of one moment."""

    @abstractmethod
    async def __aenter__(self) -> Self: ...

    @abstractmethod
    async def __aexit__(self, *error: object) -> None: ...

    @abstractmethod
    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function makes of the database."""

    @abstractmethod
    def pieces(self, table: Table) -> AsyncIterator[Rows]:
        """The rows of a table that are moved, some at a time."""

    async def count(self, table: Table) -> int:
        """How many rows of it are moved."""
        query = select(func.count()).select_from(moving(table).subquery())
        return await self.ask(lambda connection: connection.execute(query).scalar_one())


class Source(End):
    """Where a room is moved from. It is neither changed nor served meanwhile."""

    key: bytes
    keys: Mapping[str, str]
    """The keys that are there, as text."""


class Target(End):
    """Where a room is moved to. Without `finish` it is empty again."""

    @abstractmethod
    async def put(self, table: Table, rows: Rows) -> None:
        """Add rows, with their columns in the table's order."""

    @abstractmethod
    async def put_keys(self, keys: Mapping[str, str]) -> None:
        """Add the keys."""

    @abstractmethod
    async def finish(self) -> None:
        """Make all that was put durable at one stroke."""


def moving(table: Table) -> Select[tuple[object, ...]]:
    """The rows of a table that are moved."""
    query = select(*table.columns)
    return query.where(table.c.key.not_in(OF_ONE_END)) if table is schema.meta else query


def must_be_current(connection: Connection, where: object) -> None:
    """StoreRefused for an empty or an older database, which reading must not change; StoreNewer for a newer one."""
    found = revisions(connection, where)
    if found.before is None:
        raise StoreRefused(f"there is no card room in {where}")
    if not found.done:
        raise StoreRefused(f"{where} was last used by an older release: open the room once with this one")
