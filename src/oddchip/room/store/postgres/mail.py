"""Commands for the owners of tables, answers to them, and what is taken out: many at a time, one statement each.

They are on their way and need not outlive the server. A command that is lost is asked again, by its id; one that is put
into the inbox twice is there once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from oddchip.room.store.errors import StoreError
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.direct import Direct
from oddchip.room.store.postgres.leases import NOW
from oddchip.room.store.postgres.notices import CHANNEL, texts_of
from oddchip.room.store.several import Answered, Asked, Notice

_TELL = f"SELECT count(pg_notify('{CHANNEL}', text)) FROM unnest($1::text[]) AS told(text)"
_PUT = f"""
WITH put AS (
    INSERT INTO inbox (worker, number, table_id, person, command_id, kind, body, at)
    SELECT $2::text, r.*, {NOW}
    FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[]) AS r
    ON CONFLICT DO NOTHING
)
{_TELL}
"""
# FOR KEY SHARE: nobody claims a table while it is answered for, and nobody who moves it on is waited for.
_ANSWER = f"""
WITH said AS (
    SELECT * FROM unnest($3::text[], $4::bigint[], $5::text[], $6::bytea[]) AS r(worker, number, table_id, body)
), ours AS (
    SELECT id FROM game_table WHERE id IN (SELECT table_id FROM said) AND owner = $2 AND lease_until > {NOW}
    FOR KEY SHARE
), done AS (
    DELETE FROM inbox i USING said JOIN ours ON ours.id = said.table_id
    WHERE i.worker = said.worker AND i.number = said.number
), put AS (
    INSERT INTO answer (worker, number, table_id, body, at)
    SELECT worker, number, table_id, body, {NOW} FROM said JOIN ours ON ours.id = said.table_id
    ON CONFLICT DO NOTHING
)
{_TELL}
"""
_CLEAR = """
DELETE FROM inbox i USING unnest($1::text[], $2::bigint[]) AS done(worker, number)
WHERE i.worker = done.worker AND i.number = done.number
"""
_ASKED = "SELECT * FROM inbox WHERE table_id = ANY($1) ORDER BY at, worker, number"

Row = Asked | Answered


class Mail:
    """The inboxes and answers of one worker."""

    def __init__(self, server: Server, worker: str) -> None:
        self._worker = worker
        self._out, self._in = Direct(server), Direct(server)
        self._waiting: list[tuple[Row, asyncio.Future[None]]] = []
        self._going: asyncio.Task[None] | None = None

    async def post(self, rows: Sequence[Row]) -> None:
        """Send commands and answers; it is done when this returns."""
        futures = [asyncio.get_running_loop().create_future() for _ in rows]
        self._waiting += zip(rows, futures, strict=True)
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._go(), name="mail")
        await asyncio.gather(*futures)

    async def _go(self) -> None:
        """All that waits, together; what is asked meanwhile goes next."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            rows = [row for row, _ in waiting]
            error: BaseException | None = None
            try:
                await self._out.do(partial(self._write, rows))
            except StoreError as wrong:
                error = wrong
            for _, future in waiting:
                if not future.done():
                    future.set_exception(type(error)(*error.args)) if error else future.set_result(None)

    async def _write(self, rows: Sequence[Row], driver: Any) -> None:
        asked = [row for row in rows if isinstance(row, Asked)]
        answered = [row for row in rows if isinstance(row, Answered)]
        if asked:
            names = ("number", "table_id", "person", "command_id", "kind", "body")
            texts = texts_of(self._worker, [Notice("inbox", (row.table_id,)) for row in asked])
            await driver.fetchval(_PUT, texts, self._worker, *_columns(asked, names))
        if answered:
            texts = texts_of(self._worker, [Notice("answer", (row.worker,)) for row in answered])
            columns = _columns(answered, ("worker", "number", "table_id", "body"))
            await driver.fetchval(_ANSWER, texts, self._worker, *columns)

    async def clear(self, done: Sequence[tuple[str, int]]) -> None:
        """Take commands (worker, number) out of the inbox."""
        workers, numbers = [worker for worker, _ in done], [number for _, number in done]
        await self._out.do(lambda driver: driver.execute(_CLEAR, workers, numbers))

    async def asked(self, ids: Sequence[str]) -> list[Asked]:
        """The commands for these tables that nobody has answered, as they came."""
        rows = await self._in.do(lambda driver: driver.fetch(_ASKED, list(ids)))
        return [Asked(**row) for row in rows]

    async def close(self) -> None:
        """Let the connections go."""
        if self._going is not None:
            await asyncio.wait([self._going])
        self._out.close()
        self._in.close()


def _columns(rows: Sequence[Row], names: Sequence[str]) -> list[list[Any]]:
    return [[getattr(row, name) for row in rows] for name in names]
