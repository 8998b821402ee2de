"""A data folder as one end of a move."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import Connection, Table

from oddchip.room.backing_up import KEYS, Unfinished, is_free
from oddchip.room.moving.ends import Source, Target, moving, must_be_current
from oddchip.room.moving.rows import PIECE, Rows, columns_of
from oddchip.room.store import Store, StoreRefused
from oddchip.room.store.connecting import raw, reading, writing
from oddchip.room.store.errors import trouble
from oddchip.room.store.folder import DATABASE, Folder, write_durably
from oddchip.room.store.rows import inserting

T = TypeVar("T")


class FolderSource(Source):
    """A folder whose room is closed, held under its lock and only read."""

    def __init__(self, where: str) -> None:
        self.path = Path(where).expanduser()
        self._open = ExitStack()

    async def __aenter__(self) -> Self:
        if not (self.path / DATABASE).is_file():
            raise StoreRefused(f"there is no card room in {self.path}")
        with ExitStack() as opened:
            folder = Folder(self.path)
            opened.callback(folder.release)
            engine = reading(folder.database, 1)
            opened.callback(engine.dispose)
            self.connection = opened.enter_context(engine.connect())
            self.connection.exec_driver_sql("BEGIN")
            must_be_current(self.connection, f"the data folder {self.path}")
            self.key = folder.key
            texts = {name: (self.path / name).read_text("ascii").strip() for name in KEYS[1:] if self._has(name)}
            self.keys = {"key": self.key.hex(), **texts}
            self._open = opened.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._open.close()

    def _has(self, name: str) -> bool:
        return (self.path / name).is_file()

    async def ask(self, question: Callable[[Connection], T]) -> T:
        return question(self.connection)

    async def pieces(self, table: Table) -> AsyncIterator[Rows]:
        for rows in self.connection.execute(moving(table)).partitions(PIECE):
            yield rows


class FolderTarget(Target):
    """A folder that is not there yet, or empty. It is made beside its place, and put there when it is whole."""

    def __init__(self, where: str) -> None:
        self.path = Path(where).expanduser()
        self._new = Unfinished(self.path)
        self._open = ExitStack()

    async def __aenter__(self) -> Self:
        if not is_free(self.path):
            raise StoreRefused(f"the folder {self.path} is not empty: a room is moved to a new one")
        with ExitStack() as opened:
            self.folder = self._new.begin()
            opened.callback(self._new.drop)
            await (await Store.open(self.folder)).close()
            self.connection = opened.enter_context(writing(self.folder / DATABASE))
            opened.callback(self.connection.engine.dispose)
            self.connection.exec_driver_sql("BEGIN IMMEDIATE")
            self._open = opened.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._open.close()

    async def ask(self, question: Callable[[Connection], T]) -> T:
        return question(self.connection)

    async def pieces(self, table: Table) -> AsyncIterator[Rows]:
        for rows in self.connection.execute(moving(table)).partitions(PIECE):
            yield rows

    async def put(self, table: Table, rows: Rows) -> None:
        names = tuple(columns_of(table))
        sql, values = inserting(table, names)
        try:
            raw(self.connection).executemany(sql, [values(dict(zip(names, row, strict=True))) for row in rows])
        except sqlite3.Error as error:
            why = f"rows of {table.name} that SQLite does not take: {error}"
            raise trouble(error, self.folder) or StoreRefused(why) from error

    async def put_keys(self, keys: Mapping[str, str]) -> None:
        for name in KEYS:
            (self.folder / name).unlink(missing_ok=True)
        for name, text in keys.items():
            write_durably(self.folder / name, bytes.fromhex(text) if name == "key" else f"{text}\n".encode())

    async def finish(self) -> None:
        """The database is closed and on the disk before its folder has its name."""
        self.connection.exec_driver_sql("COMMIT")
        self.connection.close()
        with (self.folder / DATABASE).open("rb") as written:
            os.fsync(written.fileno())
        self._open.pop_all()
        self._new.keep()
