"""Connections to a PostgreSQL server: one way to make them all, and its name in sentences, without any password."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from oddchip.room.store.errors import StoreBroken

CONNECT = 5.0
"""Seconds to wait until a server lets us in."""
WRITER = {
    "lock_timeout": "2s",
    "statement_timeout": "10s",
    # A process that is stopped, or cut off, in the middle of a transaction must not keep tables from others.
    "idle_in_transaction_session_timeout": "2s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
"""What the writing connection asks of the server."""
READER = {"default_transaction_read_only": "on", "statement_timeout": "60s"}
NAME = {"application_name": "oddchip", "jit": "off"}


@dataclass(frozen=True)
class Server:
    """A database on a server. As text: how sentences name it."""

    url: str = field(repr=False)

    @property
    def dsn(self) -> str:
        """As the driver wants it."""
        return "postgresql://" + self.url.split("://", 1)[1]

    def __str__(self) -> str:
        parts = urlsplit(self.dsn)
        asked = parse_qs(parts.query)
        host = parts.netloc.rpartition("@")[2] or ",".join(asked.get("host", []))
        name = unquote(parts.path.lstrip("/")) or asked.get("dbname", asked.get("database", [""]))[0]
        return " ".join(["the database", *([name] if name else []), *([f"at {unquote(host)}"] if host else [])])

    async def connect(self, settings: dict[str, str]) -> asyncpg.Connection:
        """A connection of its own with these settings of the server."""
        try:
            connection = await asyncpg.connect(self.dsn, timeout=CONNECT, server_settings={**NAME, **settings})
        except (OSError, asyncpg.InterfaceError):
            raise
        except (ValueError, OverflowError) as error:  # a host or port that cannot be; PGPORT may name one, too
            raise StoreBroken(f"{self} cannot be reached or used: {error}") from error
        try:  # sums of whole numbers are numeric here, and whole numbers everywhere else
            await connection.set_type_codec("numeric", schema="pg_catalog", encoder=str, decoder=_number, format="text")
        except BaseException:  # lost, or nobody waits for it any more: nobody else would let it go
            connection.terminate()
            raise
        return connection

    def writing(self) -> AsyncEngine:
        """One connection that writes. Transactions are begun and ended by hand."""
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: self.connect(WRITER),
            isolation_level="AUTOCOMMIT",
            poolclass=NullPool,
        )

    def reading(self, size: int) -> AsyncEngine:
        """At most `size` connections that cannot write, each kept for the next question."""
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: self.connect(READER),
            isolation_level="AUTOCOMMIT",
            poolclass=AsyncAdaptedQueuePool,
            pool_size=size,
            max_overflow=0,
        )

    def asking(self) -> AsyncEngine:
        """For questions that are asked of one moment, each over a connection of its own."""
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: self.connect({**READER, "statement_timeout": "0"}),
            isolation_level="REPEATABLE READ",
            poolclass=NullPool,
        )

    def migrating(self) -> AsyncEngine:
        """For the changes of an upgrade, which may take their time."""
        return create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: self.connect({"lock_timeout": "60s"}), poolclass=NullPool
        )


def _number(text: str) -> int | float:
    return int(text) if "." not in text else float(text)
