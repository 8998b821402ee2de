"""Bringing a server's database to this release: one process at a time, in one transaction."""

from __future__ import annotations

import asyncio

import asyncpg
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from oddchip.room.store.errors import StoreBroken
from oddchip.room.store.migrating import one_at_a_time, revisions, upgrade
from oddchip.room.store.postgres.connecting import Server
from oddchip.room.store.postgres.trouble import reason, trouble

LOCK = 0x0DDC_0000
"""Of the advisory lock that whoever upgrades a database holds."""
NEEDED = 150000
"""The oldest server, as it gives its version: 15."""


async def migrate(server: Server) -> None:
    """Bring the database to the newest revision. StoreNewer if it is ahead of this release.

    No backup is made: that is the server's affair (pg_dump). Whenever the process ends, the database is as before or as
    after, never between. Raises StoreReadOnly, StoreFull or StoreBroken besides.
    """
    try:
        # In a thread: Alembic waits for others of this process, and must not keep the event loop from them.
        await asyncio.to_thread(lambda: asyncio.run(_migrate(server)))
    except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise trouble(error, server) or StoreBroken(f"{server} is not as expected: {reason(error)}") from error


async def _migrate(server: Server) -> None:
    engine = server.migrating()
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_bring_up, server)
    finally:
        await engine.dispose()


def _bring_up(connection: Connection, server: Server) -> None:
    version = connection.exec_driver_sql("SELECT current_setting('server_version_num')::int").scalar_one()
    if version < NEEDED:
        raise StoreBroken(f"{server} is of release {version // 10000}, and {NEEDED // 10000} or newer is needed")
    if revisions(connection, server).done:
        return
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    with one_at_a_time:
        if not revisions(connection, server).done:
            upgrade(connection)
