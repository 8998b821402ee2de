"""Reading beside the writer: a few threads with connections that cannot write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row
from sqlalchemy.exc import DBAPIError

from oddchip.room.store.connecting import reading
from oddchip.room.store.errors import StoreRefused, trouble

THREADS = 3
T = TypeVar("T")


class Readers:
    """Answers questions from what is committed."""

    def __init__(self, database: Path) -> None:
        self._folder = database.parent
        self._engine = reading(database, THREADS)
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="store-reader")

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query."""
        return await self.ask(lambda connection: connection.execute(query).all())

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function makes of one moment of the database; it runs in a thread of the pool."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._answer, question)

    def _answer(self, question: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("BEGIN")  # one snapshot for all that is asked
                try:
                    return question(connection)
                finally:
                    connection.exec_driver_sql("ROLLBACK")
        except DBAPIError as error:
            raise trouble(error, self._folder) or StoreRefused(
                f"a question the database does not take: {error.orig}"
            ) from error

    def close(self) -> None:
        """Let the questions asked be answered, then close. Blocks."""
        self._pool.shutdown()
        self._engine.dispose()
