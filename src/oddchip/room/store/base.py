"""What every store can do: a data folder that one process holds, or a PostgreSQL that several share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Connection, Executable, Row, Table

from oddchip.room.store.measures import Measures
from oddchip.room.store.rows import Batch, Item
from oddchip.room.store.several import Seen

T = TypeVar("T")


class AnyStore(Protocol):
    """A durable log and ledger. `oddchip.room.store.Store` keeps it in a folder, `PostgresStore` on a server."""

    @property
    def several(self) -> bool:
        """Whether other processes may work on it at the same time."""

    @property
    def measures(self) -> Measures:
        """How long it takes, and what waits."""

    @property
    def key(self) -> bytes:
        """32 random bytes for the hashes of states, the same for all who work on it, and never shown to anybody."""

    async def append(self, batch: Batch) -> None:
        """Write a batch, if its table is at the batch's epoch and seq (and ours); durable when this returns.

        Raises Fenced, Repeated, StoreRefused, StoreFull, StoreReadOnly or StoreBroken. Nothing of it is written then,
        except where a StoreUnsure (a StoreBroken) says that this is not known.
        """

    async def write(self, items: Item | Sequence[Item]) -> list[int]:
        """Write rows and statements in order, all or nothing; the number of rows that each of them touched."""

    async def read(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query, out of what is committed."""

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function makes of one moment of the database, in a thread of its own. It cannot write."""

    async def check(self) -> list[str]:
        """What is wrong with the database, one sentence each."""

    async def copy_to(self, target: Path) -> None:
        """A whole copy as it is at one moment. StoreRefused where the server has tools of its own for that."""

    async def scrub(self) -> bool:
        """Leave no trace of deleted rows in the files: true when that is done."""

    async def close(self) -> None:
        """Write what is queued, then let go. A second time does nothing."""


class SharedStore(AnyStore, Protocol):
    """One that several workers share: what each may know of the others."""

    worker: str

    @property
    def leased(self) -> int:
        """How many tables are this worker's, as far as it knows."""

    async def owners(self) -> dict[str, tuple[str | None, int]]:
        """Of each open table whose lease holds it (None: nobody's) and its epoch."""

    async def workers(self) -> dict[str, Seen]:
        """Those who live, by id."""


def shared(store: AnyStore) -> SharedStore | None:
    """The same store, if several workers may share it."""
    return cast(SharedStore, store) if store.several else None


def listed(items: Item | Sequence[Item]) -> list[Item]:
    """Items as a list. A row is a tuple as well, known by the table it begins with."""
    if isinstance(items, Executable):
        return [items]
    if isinstance(items, tuple) and len(items) == 2 and isinstance(items[0], Table):
        return [(items[0], items[1])]
    return list(cast(Sequence[Item], items))
