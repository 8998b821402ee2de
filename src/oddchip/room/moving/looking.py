"""A room in PostgreSQL, examined by the doctor while its workers go on: one moment of it, and nothing is changed."""

from __future__ import annotations

from sqlalchemy import Connection, select

from oddchip.room.address import address_of
from oddchip.room.doctor import Checkup, checked
from oddchip.room.moving.ends import must_be_current
from oddchip.room.moving.servers import in_words
from oddchip.room.store import StoreRefused, schema
from oddchip.room.store.postgres.connecting import Server


async def check_up_at(url: str) -> Checkup:
    """What the doctor finds in a database. BadAddress where none can be, StoreRefused where no room is in it,
    StoreBroken if it cannot be read.
    """
    server = Server(address_of(url))
    engine = server.asking()
    try:
        with in_words(server):
            async with engine.connect() as connection:
                return await connection.run_sync(_checked, server)
    finally:
        await engine.dispose()


async def must_hold_a_room(url: str) -> None:
    """StoreRefused for a database in which there is no room, or one of an older release: neither is changed."""
    server = Server(url)
    engine = server.asking()
    try:
        with in_words(server):
            async with engine.connect() as connection:
                await connection.run_sync(must_be_current, server)
    finally:
        await engine.dispose()


def _checked(connection: Connection, server: Server) -> Checkup:
    must_be_current(connection, server)
    m = schema.meta
    key = connection.execute(select(m.c.value).where(m.c.key == "key")).scalar()
    if key is None:
        raise StoreRefused(f"there is no card room in {server}")
    return checked(connection, bytes.fromhex(key))
