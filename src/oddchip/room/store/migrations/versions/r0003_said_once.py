"""A line of chat knows the command that it was said with, so that it stands there once though it be sent again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat", sa.Column("command_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql")))
    op.create_index("chat_command", "chat", ["table_id", "person", "command_id"], unique=True)
