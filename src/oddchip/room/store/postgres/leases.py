"""Who has which table, and who lives. All by the database's clock, in one statement each, within a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddchip.room.store.several import ALIVE, LEASE, Claimed, Seen

NOW = "extract(epoch FROM clock_timestamp())::float8"
GONE = 60.0
"""Seconds after which a worker that was not heard of is taken out, and the answers to it."""
FORGOTTEN = 600.0
"""Seconds after which a process's last commit, and a command that nobody answered, are taken out."""

_CLAIM = f"""
WITH free AS (
    SELECT id, owner IS NOT NULL AS taken FROM game_table
    WHERE closed IS NULL AND (owner IS NULL OR coalesce(lease_until, 0) NOT BETWEEN {NOW} AND {NOW} + {2 * LEASE})
        AND ($3::text[] IS NULL OR id = ANY($3))
        AND ($4::float8 = 0 OR coalesce(lease_until, 0) NOT BETWEEN {NOW} - $4 AND {NOW} + {2 * LEASE})
    LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE game_table t SET owner = $1, epoch = t.epoch + 1, lease_until = {NOW} + {LEASE}
FROM free WHERE t.id = free.id RETURNING t.id, t.epoch, t.seq, free.taken
"""
# A plan for arrays of any length is one for short ones: it goes through all tables for each of them, 0.8 s for 2,000.
_AS_MANY_AS_THERE_ARE = "SET LOCAL plan_cache_mode = force_custom_plan"
_RENEW = f"""
UPDATE game_table t SET lease_until = {NOW} + {LEASE} FROM unnest($2::text[], $3::bigint[]) AS held(id, epoch)
WHERE t.id = held.id AND t.epoch = held.epoch AND t.owner = $1 AND t.lease_until > {NOW} RETURNING t.id
"""
_RELEASE = f"""
UPDATE game_table t SET owner = NULL, lease_until = {NOW} FROM unnest($2::text[], $3::bigint[]) AS held(id, epoch)
WHERE t.id = held.id AND t.epoch = held.epoch AND t.owner = $1
"""
_OWNERS = f"""
SELECT id, CASE WHEN lease_until > {NOW} THEN owner END AS owner, epoch FROM game_table WHERE closed IS NULL
"""
_BEAT = f"""
INSERT INTO worker (id, started, seen, version, tables) SELECT $1, now, now, $2, $3 FROM (SELECT {NOW} AS now) AS clock
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, version = excluded.version, tables = excluded.tables
"""
_CLEAR = (
    f"DELETE FROM worker WHERE seen < {NOW} - {GONE}",
    f"DELETE FROM presence p WHERE p.at < {NOW} - {GONE} AND NOT EXISTS (SELECT 1 FROM worker w WHERE w.id = p.worker)",
    f"DELETE FROM answer WHERE at < {NOW} - {GONE}",
    f"DELETE FROM inbox WHERE at < {NOW} - {FORGOTTEN}",
    f"DELETE FROM turn WHERE at < {NOW} - {FORGOTTEN}",
)
_LEAVE = (
    "DELETE FROM presence WHERE worker = $1",
    "DELETE FROM answer WHERE worker = $1",
    "DELETE FROM worker WHERE id = $1",
)


async def claim(driver: Any, worker: str, most: int, ids: Sequence[str] | None, left: float) -> list[Claimed]:
    """Tables that are nobody's, and have been for `left` seconds, become this worker's; what others are just claiming
    is passed over.

    A lease far in the future was given before the database's clock was set back: it holds nothing.
    """
    rows = await driver.fetch(_CLAIM, worker, most, None if ids is None else list(ids), left)
    return [Claimed(row["id"], row["epoch"], row["seq"], row["taken"]) for row in rows]


async def renew(driver: Any, worker: str, held: Mapping[str, int]) -> set[str]:
    """Which of these tables, held since these epochs, are still this worker's; their leases are put forward."""
    await driver.execute(_AS_MANY_AS_THERE_ARE)
    rows = await driver.fetch(_RENEW, worker, list(held), list(held.values()))
    return {row["id"] for row in rows}


async def release(driver: Any, worker: str, held: Mapping[str, int]) -> None:
    """These tables are nobody's from now on, if they are still this worker's."""
    await driver.execute(_AS_MANY_AS_THERE_ARE)
    await driver.execute(_RELEASE, worker, list(held), list(held.values()))


async def owners(driver: Any) -> dict[str, tuple[str | None, int]]:
    """Of each open table whose it is, None where no lease holds, and its epoch."""
    return {row["id"]: (row["owner"], row["epoch"]) for row in await driver.fetch(_OWNERS)}


async def workers(driver: Any) -> dict[str, Seen]:
    """Those whose last heartbeat is not long ago."""
    rows = await driver.fetch(f"SELECT * FROM worker WHERE seen > {NOW} - {ALIVE}")
    return {row["id"]: Seen(**row) for row in rows}


async def beat(driver: Any, worker: str, version: str, tables: int) -> None:
    """A heartbeat. What nobody comes back for any more goes."""
    await driver.execute(_BEAT, worker, version, tables)
    for statement in _CLEAR:
        await driver.execute(statement)


async def leave(driver: Any, worker: str, held: Mapping[str, int]) -> None:
    """A worker that ends in good order: its tables are free at once."""
    await release(driver, worker, held)
    for statement in _LEAVE:
        await driver.execute(statement, worker)


async def kept(driver: Any, name: str, made: str) -> str:
    """What `meta` holds under a name; `made` if it held nothing."""
    await driver.execute("INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING", name, made)
    found: str = await driver.fetchval("SELECT value FROM meta WHERE key = $1", name)
    return found
