"""Bringing the database of a folder to this release: made anew, upgraded after a backup, or refused if it is newer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from oddchip.room.store.connecting import raw
from oddchip.room.store.crash import crash_at
from oddchip.room.store.errors import StoreNewer
from oddchip.room.store.folder import back_up

MIGRATIONS = Path(__file__).parent / "migrations"
one_at_a_time = Lock()
"""Alembic keeps what it migrates in its modules (`alembic.context`, `alembic.op`), for the whole process."""
VERSIONS = (MIGRATIONS / "versions",)
"""Folders with the revisions, in order of what builds on what."""


def migrate(connection: Connection, folder: Path, clock: Callable[[], float]) -> None:
    """Bring the database to the newest revision, all in one transaction. StoreNewer if it is ahead of this release.

    A database with something in it is copied to backups/room-<revision>-<time>.db first. Whenever the process ends, the
    database is as before or as after, never between.
    """
    with one_at_a_time:
        _migrate(connection, folder, clock)


def _migrate(connection: Connection, folder: Path, clock: Callable[[], float]) -> None:
    found = revisions(connection, f"the data folder {folder}")
    if found.done:
        return
    if found.before is not None:
        time = datetime.fromtimestamp(clock(), UTC).strftime("%Y%m%dT%H%M%SZ")
        back_up(raw(connection), folder / "backups" / f"room-{found.before}-{time}.db")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        upgrade(connection)
        connection.exec_driver_sql("COMMIT")
    finally:
        if raw(connection).in_transaction:
            connection.exec_driver_sql("ROLLBACK")


@dataclass(frozen=True)
class Revisions:
    """Where a database is (None: it is empty), and where this release would have it."""

    before: str | None
    newest: str | None

    @property
    def done(self) -> bool:
        """Nothing is to be done."""
        return self.before == self.newest


def revisions(connection: Connection, where: object) -> Revisions:
    """How far a database has come. StoreNewer if that is further than this release; `where` names it then."""
    script = _script()
    found = Revisions(MigrationContext.configure(connection).get_current_revision(), script.get_current_head())
    if found.before is not None:
        _refuse_newer(script, found.before, where)
    return found


def _script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("path_separator", "newline")
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("version_locations", "\n".join(str(path).replace("%", "%%") for path in VERSIONS))
    return ScriptDirectory.from_config(config)


def _refuse_newer(script: ScriptDirectory, revision: str, where: object) -> None:
    try:
        script.get_revision(revision)
    except CommandError:
        raise StoreNewer(
            f"{where} was last used by a newer release (its revision is {revision}, "
            f"this one knows up to {script.get_current_head()}): start that release, or take another one"
        ) from None


def upgrade(connection: Connection) -> None:
    """Apply what is missing, in the transaction that the connection is in, while `one_at_a_time` is held."""
    script = _script()

    def steps(revision: Any, context: Any) -> Any:
        return script._upgrade_revs("head", revision)

    def applied(ctx: Any, step: Any, heads: Any, run_args: Any) -> None:
        crash_at("mid_migration")

    with EnvironmentContext(Config(), script, fn=steps) as environment:
        environment.configure(connection=connection, render_as_batch=True, on_version_apply=applied)
        environment.run_migrations()
