"""Notices between workers: ids alone, many in one text, and few texts for a group of commits.

A text of the channel is a JSON array: the worker that says it, then each notice as an array of its kind and ids.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from oddchip.room.store.several import Notice

CHANNEL = "oddchip"
BYTES = 7900
"""A server takes less than 8000 bytes at once."""
TEXTS = 8
"""With more than so many at once, it is only said that there is a lot to look at."""


def texts_of(worker: str, notices: Iterable[Notice]) -> list[str]:
    """What to send. Of the events of a table the last says all."""
    said = [json.dumps([notice.kind, *notice.ids], separators=(",", ":")) for notice in _without_doubles(notices)]
    start = json.dumps(worker)
    texts, room = list[list[str]](), 0
    for one in said:
        if not texts or len(one) + 1 > room:
            texts.append([])
            room = BYTES - len(start) - 2
        texts[-1].append(one)
        room -= len(one) + 1
    if len(texts) > TEXTS:
        texts = [['["look"]']]
    return [f"[{start},{','.join(some)}]" for some in texts]


def _without_doubles(notices: Iterable[Notice]) -> list[Notice]:
    last: dict[tuple[str, ...], Notice] = {}
    for notice in notices:
        key = (notice.kind, notice.ids[0]) if notice.kind == "event" else (notice.kind, *notice.ids)
        before = last.get(key)
        if before is None or notice.kind != "event" or int(before.ids[1]) < int(notice.ids[1]):
            last[key] = notice
    return list(last.values())


def notices_in(text: str, me: str) -> list[Notice]:
    """The notices of a text that was heard. Empty for what no worker says."""
    try:
        worker, *said = json.loads(text)
        return [Notice(kind, tuple(map(str, ids)), worker, worker == me) for kind, *ids in said]
    except (ValueError, TypeError):  # somebody else's words on our channel
        return []
