"""The tables, for SQLite and PostgreSQL alike. `migrations/` makes them; a test keeps both the same.

Times are seconds since 1970 (UTC). What is called JSON is bytes, written and read by the code above. Chips are whole
numbers. `event` and `entry` are append-only: triggers refuse to change or delete their rows.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    REAL,
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()

# SQLite's strict tables know INTEGER (64 bits), REAL (64 bits), TEXT and BLOB; PostgreSQL's words for them differ.
Whole = BigInteger().with_variant(Integer(), "sqlite")
Time: Double[float] = Double().with_variant(REAL(), "sqlite")
# Compared byte by byte everywhere, whatever language a server speaks.
Words = Text().with_variant(Text(collation="C"), "postgresql")
Json = LargeBinary()
STRICT: dict[str, Any] = {"sqlite_strict": True}
CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}

meta = Table(
    "meta", metadata, Column("key", Words, primary_key=True), Column("value", Words, nullable=False), **CLUSTERED
)

person = Table(
    "person",
    metadata,
    Column("id", Words, primary_key=True),
    Column("kind", Words, nullable=False),  # guest or bot
    Column("created", Time, nullable=False),
    Column("host", Whole, nullable=False, server_default="0"),  # 1: came with the room's host key
    **CLUSTERED,
)

name = Table(
    "name",
    metadata,
    Column("person", Words, primary_key=True),
    Column("name", Words, nullable=False),
    **CLUSTERED,
)

session = Table(
    "session",
    metadata,
    Column("token_hash", Words, primary_key=True),
    Column("person", Words, nullable=False),
    Column("created", Time, nullable=False),
    Column("seen", Time, nullable=False),
    Column("revoked", Time),
    Index("session_person", "person"),
    **CLUSTERED,
)

game_table = Table(
    "game_table",
    metadata,
    Column("id", Words, primary_key=True),
    Column("created", Time, nullable=False),
    Column("title", Words, nullable=False),
    Column("host", Words, nullable=False),
    Column("size", Whole, nullable=False),
    Column("config", Json, nullable=False),
    Column("owner", Words),  # the process that runs the table; with epoch and lease_until the fence between several
    Column("epoch", Whole, nullable=False, server_default="0"),
    Column("lease_until", Time),
    Column("seq", Whole, nullable=False, server_default="0"),  # of its last event
    Column("closed", Time),
    Index("game_table_owner", "owner"),
    # Workers look for open tables all the time, and closed ones are ever more.
    Index("game_table_open", "id", sqlite_where=text("closed IS NULL"), postgresql_where=text("closed IS NULL")),
    **STRICT,
)

invite = Table(
    "invite",
    metadata,
    Column("token_hash", Words, primary_key=True),
    Column("table_id", Words, nullable=False),
    Column("kind", Words, nullable=False),  # play, watch or host
    Column("created", Time, nullable=False),
    Column("revoked", Time),
    Index("invite_table", "table_id"),
    **CLUSTERED,
)

guest = Table(
    "guest",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("person", Words, nullable=False),
    Column("kind", Words, nullable=False),  # play or watch: what the link he came by lets him do
    Column("at", Time, nullable=False),
    PrimaryKeyConstraint("table_id", "person"),
    Index("guest_person", "person"),
    **CLUSTERED,
)

event = Table(
    "event",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("seq", Whole, nullable=False, autoincrement=False),
    Column("epoch", Whole, nullable=False),
    Column("hand", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("actor", Words, nullable=False),
    Column("command_id", Words, nullable=False),
    Column("body", Json, nullable=False),
    Column("at", Time, nullable=False),
    Column("state_hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "command_id", name="event_command"),
    **STRICT,
)

private = Table(
    "private",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("seq", Whole, nullable=False, autoincrement=False),
    Column("body", Json, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    **CLUSTERED,
)

secret = Table(
    "secret",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("hand", Whole, nullable=False, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("made", Time, nullable=False),
    PrimaryKeyConstraint("table_id", "hand"),
    **CLUSTERED,
)

entry = Table(
    "entry",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("seq", Whole, nullable=False, autoincrement=False),
    Column("line", Whole, nullable=False, autoincrement=False),
    Column("account", Words, nullable=False),  # bank, player:<person>, stack:<table>:<seat>, pot:<table>:<hand>
    Column("amount", Whole, nullable=False),
    PrimaryKeyConstraint("table_id", "seq", "line"),
    **CLUSTERED,
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("seq", Whole, nullable=False, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    **STRICT,
)

hand = Table(
    "hand",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("hand", Whole, nullable=False, autoincrement=False),
    Column("game", Words, nullable=False),
    Column("stakes", Words, nullable=False),
    Column("started", Time, nullable=False),
    Column("ended", Time),
    Column("revision", Words, nullable=False),
    Column("summary", Json),
    PrimaryKeyConstraint("table_id", "hand"),
    **STRICT,
)

record = Table(
    "record",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("hand", Whole, nullable=False, autoincrement=False),
    Column("viewer", Words, nullable=False),
    Column("body", Words, nullable=False),
    PrimaryKeyConstraint("table_id", "hand", "viewer"),
    **STRICT,
)

share = Table(
    "share",
    metadata,
    Column("token_hash", Words, primary_key=True),
    Column("table_id", Words, nullable=False),
    Column("hand", Whole, nullable=False),
    Column("viewer", Words, nullable=False),  # whose record the link shows: a seat, or -1 for everybody's
    Column("person", Words, nullable=False),  # who made it
    Column("created", Time, nullable=False),
    Column("revoked", Time),
    Index("share_hand", "table_id", "hand"),
    **CLUSTERED,
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("id", Whole, nullable=False, autoincrement=False),
    Column("at", Time, nullable=False),
    Column("person", Words, nullable=False),
    Column("text", Words, nullable=False),
    Column("command_id", Words),  # as whoever said it called it
    PrimaryKeyConstraint("table_id", "id"),
    Index("chat_command", "table_id", "person", "command_id", unique=True),
    **CLUSTERED,
)

house_set = Table(
    "house_set",
    metadata,
    Column("id", Words, primary_key=True),
    Column("owner", Words, nullable=False),
    Column("name", Words, nullable=False),
    Column("body", Json, nullable=False),
    Column("shared", Whole, nullable=False, server_default="0"),  # 1: every host may take it
    Index("house_set_owner", "owner"),
    **STRICT,
)

# What several processes on one database need. One that has it alone leaves these empty.

worker = Table(
    "worker",
    metadata,
    Column("id", Words, primary_key=True),
    Column("started", Time, nullable=False),
    Column("seen", Time, nullable=False),  # its last heartbeat
    Column("version", Words, nullable=False),
    Column("tables", Whole, nullable=False),
    **CLUSTERED,
)

turn = Table(  # a process's last commit, so that it can ask after it when the connection was lost over it
    "turn",
    metadata,
    Column("worker", Words, primary_key=True),
    Column("number", Whole, nullable=False),
    Column("at", Time, nullable=False),
    **CLUSTERED,
)

inbox = Table(  # commands for a table's owner; a row goes when it is answered
    "inbox",
    metadata,
    Column("worker", Words, nullable=False),  # that asked
    Column("number", Whole, nullable=False, autoincrement=False),
    Column("table_id", Words, nullable=False),
    Column("person", Words, nullable=False),
    Column("command_id", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("body", Json, nullable=False),
    Column("at", Time, nullable=False),
    PrimaryKeyConstraint("worker", "number"),
    Index("inbox_table", "table_id"),
    **CLUSTERED,
)

answer = Table(  # to rows of the inbox; a row goes when the worker that asked has it
    "answer",
    metadata,
    Column("worker", Words, nullable=False),
    Column("number", Whole, nullable=False, autoincrement=False),
    Column("table_id", Words, nullable=False),
    Column("body", Json, nullable=False),
    Column("at", Time, nullable=False),
    PrimaryKeyConstraint("worker", "number"),
    **CLUSTERED,
)

presence = Table(  # who has a table open through which worker
    "presence",
    metadata,
    Column("table_id", Words, nullable=False),
    Column("worker", Words, nullable=False),
    Column("person", Words, nullable=False),
    Column("watching", Whole, nullable=False),  # 1: looks on
    Column("at", Time, nullable=False),
    PrimaryKeyConstraint("table_id", "worker", "person"),
    Index("presence_worker", "worker"),
    **CLUSTERED,
)

APPEND_ONLY = ("event", "entry")
