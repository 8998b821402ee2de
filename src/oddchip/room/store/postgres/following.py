"""What is new at tables that are led elsewhere, read by (table, seq): never by the order in which it was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_AFTER = """
SELECT e.table_id, e.seq, e.hand, e.kind, e.actor, e.command_id, e.body, e.at, e.state_hash,
    p.body AS private, s.body AS secret
FROM unnest($1::text[], $2::bigint[]) AS behind(id, seq)
CROSS JOIN LATERAL (
    SELECT * FROM event WHERE event.table_id = behind.id AND event.seq > behind.seq ORDER BY event.seq LIMIT $3
) AS e
LEFT JOIN private p ON p.table_id = e.table_id AND p.seq = e.seq
LEFT JOIN secret s ON s.table_id = e.table_id AND e.kind IN ('commit', 'deal', 'shuffle', 'deal_on')
    AND s.hand = e.hand + CASE WHEN e.kind = 'commit' THEN 1 ELSE 0 END
ORDER BY e.table_id, e.seq
"""


async def events_after(driver: Any, seqs: Mapping[str, int], most: int) -> Sequence[Any]:
    """The events of these tables after these numbers, at most so many of each, with what is kept apart from them."""
    found: Sequence[Any] = await driver.fetch(_AFTER, list(seqs), list(seqs.values()), most)
    return found
