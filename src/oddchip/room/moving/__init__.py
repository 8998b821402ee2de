"""Taking a whole room from a data folder to PostgreSQL, or back: `oddchip move-data`.

    moved = await move("~/room", "postgresql://...", told)

The source is held by nobody else while it is read, and stays as it is. The target is empty before, and either empty or
whole afterwards, however the process ends: everything goes into one transaction, and a folder gets its name at the end.
Before that happens every row is read back and compared, and the doctor has looked at both. Keys go along: from files to
`meta` and back. What workers tell each other (`SHARED`) is not moved, nor who serves a table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from oddchip.room.address import address_of
from oddchip.room.doctor import Checkup, checked
from oddchip.room.moving.ends import Source, Target
from oddchip.room.moving.folders import FolderSource, FolderTarget
from oddchip.room.moving.rows import TABLES, Digest, without_duty
from oddchip.room.store import StoreRefused, is_url
from oddchip.room.store.crash import crash_at

__all__ = ["MoveRefused", "Moved", "move"]

#: Told while it goes on: what is done, at which table, rows done and rows there are.
Told = Callable[[str, str, int, int], None]


class MoveRefused(StoreRefused):
    """Something is not whole. The source is as it was, and the target empty."""


@dataclass(frozen=True)
class Moved:
    """What was moved: rows by table, and what the doctor said of the source and of the target."""

    rows: dict[str, int]
    before: Checkup
    after: Checkup


async def move(source: str, target: str, told: Told) -> Moved:
    """Move a room. Each end is a folder or a URL of PostgreSQL.

    Raises BadAddress for a URL that cannot be, StoreRefused for a source that is in use or of another release and for a
    target that is not empty, MoveRefused where something is not whole, and any other `StoreError` where reading or
    writing fails.
    """
    leaving, arriving = _source(source), _target(target)
    async with leaving as there, arriving as here:
        told("looking at the source", "", 0, 0)
        before = await there.ask(lambda connection: checked(connection, there.key))
        _must_be_well(before, "the source is not whole")
        digests = await _copied(there, here, told)
        await _compared(here, digests, told)
        told("looking at the target", "", 0, 0)
        after = await here.ask(lambda connection: checked(connection, there.key))
        _must_be_well(after, "the copy is not whole")
        crash_at("mid_move")
        await here.finish()
    return Moved({name: digest.rows for name, digest in digests.items()}, before, after)


def _source(where: str) -> Source:
    if not is_url(where):
        return FolderSource(where)
    from oddchip.room.moving.servers import ServerSource

    return ServerSource(address_of(where))


def _target(where: str) -> Target:
    if not is_url(where):
        return FolderTarget(where)
    from oddchip.room.moving.servers import ServerTarget

    return ServerTarget(address_of(where))


def _must_be_well(found: Checkup, what: str) -> None:
    if not found.well:
        more = f" (and {len(found.wrong) - 1} more)" if len(found.wrong) > 1 else ""
        raise MoveRefused(f"{what}; nothing was moved: {found.complaints()[0]}{more}")


async def _copied(there: Source, here: Target, told: Told) -> dict[str, Digest]:
    """Every row of every table, and the keys; gives what the source's rows come to."""
    digests = {}
    for table in TABLES:
        total, digest = await there.count(table), Digest()
        told("copying", table.name, 0, total)
        async for rows in there.pieces(table):
            moved = without_duty(table, rows)
            digest.add(moved)
            await here.put(table, moved)
            told("copying", table.name, digest.rows, total)
            crash_at("mid_move")
        digests[table.name] = digest
    await here.put_keys(there.keys)
    return digests


async def _compared(here: Target, digests: dict[str, Digest], told: Told) -> None:
    """Every row that arrived, against what left."""
    for table in TABLES:
        left, arrived = digests[table.name], Digest()
        async for rows in here.pieces(table):
            arrived.add(rows)
            told("comparing", table.name, arrived.rows, left.rows)
        if arrived != left:
            raise MoveRefused(
                f"table {table.name} did not arrive as it left ({left.rows} rows left, {arrived.rows} arrived); "
                "nothing was moved"
            )
