"""Everything the first room keeps: tables, indices, and the triggers that make log and ledger append-only."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

STRICT: dict[str, Any] = {"sqlite_strict": True}
CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def text(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=nullable)


def whole(name: str, default: str | None = None) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, nullable=False, server_default=default, autoincrement=False)


def time(name: str, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Double().with_variant(sa.REAL(), "sqlite"), nullable=nullable)


def blob(name: str, nullable: bool = False) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=nullable)


def key(*names: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*names)


def upgrade() -> None:
    people()
    tables()
    log()
    hands()
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION keep_as_written() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
        )
    for table in ("event", "entry"):
        append_only(table)


def append_only(table: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        deeds = {"no_change": "UPDATE OR DELETE ON {} FOR EACH ROW", "no_truncate": "TRUNCATE ON {} FOR EACH STATEMENT"}
        for name, deed in deeds.items():
            op.execute(f"CREATE TRIGGER {table}_{name} BEFORE {deed.format(table)} EXECUTE FUNCTION keep_as_written()")
        return
    for deed in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{deed.lower()} BEFORE {deed} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )


def people() -> None:
    op.create_table("meta", text("key"), text("value"), key("key"), **CLUSTERED)
    op.create_table("person", text("id"), text("kind"), time("created"), whole("host", "0"), key("id"), **CLUSTERED)
    op.create_table("name", text("person"), text("name"), key("person"), **CLUSTERED)
    seen: list[Any] = [time("created"), time("seen"), time("revoked", nullable=True)]
    op.create_table("session", text("token_hash"), text("person"), *seen, key("token_hash"), **CLUSTERED)
    op.create_index("session_person", "session", ["person"])
    shared = whole("shared", "0")
    op.create_table("house_set", text("id"), text("owner"), text("name"), blob("body"), shared, key("id"), **STRICT)
    op.create_index("house_set_owner", "house_set", ["owner"])


def tables() -> None:
    op.create_table(
        "game_table",
        text("id"),
        time("created"),
        text("title"),
        text("host"),
        whole("size"),
        blob("config"),
        text("owner", nullable=True),
        whole("epoch", "0"),
        time("lease_until", nullable=True),
        whole("seq", "0"),
        time("closed", nullable=True),
        key("id"),
        **STRICT,
    )
    about: list[Any] = [text("table_id"), text("kind"), time("created"), time("revoked", nullable=True)]
    op.create_table("invite", text("token_hash"), *about, key("token_hash"), **CLUSTERED)
    op.create_index("invite_table", "invite", ["table_id"])
    guest: list[Any] = [text("table_id"), text("person"), text("kind"), time("at")]
    op.create_table("guest", *guest, key("table_id", "person"), **CLUSTERED)
    op.create_index("guest_person", "guest", ["person"])
    said: list[Any] = [time("at"), text("person"), text("text")]
    op.create_table("chat", text("table_id"), whole("id"), *said, key("table_id", "id"), **CLUSTERED)


def log() -> None:
    op.create_table(
        "event",
        text("table_id"),
        whole("seq"),
        whole("epoch"),
        whole("hand"),
        text("kind"),
        text("actor"),
        text("command_id"),
        blob("body"),
        time("at"),
        blob("state_hash"),
        key("table_id", "seq"),
        sa.UniqueConstraint("table_id", "command_id", name="event_command"),
        **STRICT,
    )
    place = ("table_id", "seq")
    op.create_table("private", text("table_id"), whole("seq"), blob("body"), key(*place), **CLUSTERED)
    op.create_table("snapshot", text("table_id"), whole("seq"), blob("body"), key(*place), **STRICT)
    line: list[Any] = [whole("line"), text("account"), whole("amount")]
    op.create_table("entry", text("table_id"), whole("seq"), *line, key(*place, "line"), **CLUSTERED)


def hands() -> None:
    place = ("table_id", "hand")
    op.create_table("secret", text("table_id"), whole("hand"), blob("body"), time("made"), key(*place), **CLUSTERED)
    op.create_table(
        "hand",
        text("table_id"),
        whole("hand"),
        text("game"),
        text("stakes"),
        time("started"),
        time("ended", nullable=True),
        text("revision"),
        blob("summary", nullable=True),
        key(*place),
        **STRICT,
    )
    body: list[Any] = [text("viewer"), text("body")]
    op.create_table("record", text("table_id"), whole("hand"), *body, key(*place, "viewer"), **STRICT)
    made: list[Any] = [text("viewer"), text("person"), time("created"), time("revoked", nullable=True)]
    op.create_table("share", text("token_hash"), text("table_id"), whole("hand"), *made, key("token_hash"), **CLUSTERED)
    op.create_index("share_hand", "share", ["table_id", "hand"])
