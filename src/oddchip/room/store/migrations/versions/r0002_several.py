"""What several processes on one database need: who lives, their last commits, commands and answers, presence."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

CLUSTERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False)


def whole(name: str) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, nullable=False, autoincrement=False)


def time(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double().with_variant(sa.REAL(), "sqlite"), nullable=False)


def blob(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def table(name: str, *columns: Any, key: tuple[str, ...]) -> None:
    op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key), **CLUSTERED)


def upgrade() -> None:
    op.create_index("game_table_owner", "game_table", ["owner"])
    still = sa.text("closed IS NULL")
    op.create_index("game_table_open", "game_table", ["id"], sqlite_where=still, postgresql_where=still)
    table("worker", text("id"), time("started"), time("seen"), text("version"), whole("tables"), key=("id",))
    table("turn", text("worker"), whole("number"), time("at"), key=("worker",))
    command: list[Any] = [text("person"), text("command_id"), text("kind"), blob("body"), time("at")]
    name = ("worker", "number")
    table("inbox", text("worker"), whole("number"), text("table_id"), *command, key=name)
    op.create_index("inbox_table", "inbox", ["table_id"])
    table("answer", text("worker"), whole("number"), text("table_id"), blob("body"), time("at"), key=name)
    there: list[Any] = [text("table_id"), text("worker"), text("person"), whole("watching"), time("at")]
    table("presence", *there, key=("table_id", "worker", "person"))
    op.create_index("presence_worker", "presence", ["worker"])
    if op.get_bind().dialect.name == "postgresql":
        for changing in ("game_table", "turn", "worker"):  # room on each page for what changes many times a second
            op.execute(f"ALTER TABLE {changing} SET (fillfactor = 50)")
