"""GET /dashboard and /dashboard.json: the room at a glance, for who came with its host key. Numbers, never cards.
POST /dashboard: he becomes a host of a table.

The page has everything as it is asked for; `dashboard.js` asks for the same as JSON now and then. A cell is a text,
alone or with the path it leads to, or a button: its words, its name in the form, and its value.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Row
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oddchip import __version__
from oddchip.room.errors import Forbidden
from oddchip.room.overview import Size, free_bytes, latest_tables, seated, seats_of, size_of, state_of
from oddchip.room.people import Person
from oddchip.room.store.base import shared
from oddchip.room.store.measures import Spread
from oddchip.room.store.several import Seen
from oddchip.telling import counted
from oddchip.web.pages.answers import as_json
from oddchip.web.pages.forms import is_sent, read_form, text
from oddchip.web.pages.refusals import NO_TABLE
from oddchip.web.sessions import person_of
from oddchip.web.templating import page
from oddchip.web.wiring import Wiring, wiring_of

#: Tables that are shown at most: those in which something happened last.
MOST = 200

Cell = str | tuple[str, str] | tuple[str, str, str]


@dataclass
class Dashboard:
    """What the page shows: facts by their names, and rows of cells."""

    facts: list[tuple[str, str]] = field(default_factory=list)
    workers: list[tuple[Cell, ...]] = field(default_factory=list)
    tables: list[tuple[Cell, ...]] = field(default_factory=list)
    reports: list[tuple[Cell, ...]] = field(default_factory=list)


COLUMNS = {
    "workers": ("Worker", "Heard of", "Running for", "Release", "Tables"),
    "tables": ("Table", "Worker", "State", "Hand", "People", "Last event", "Host"),
    "reports": ("When", "What", "Table", "Why"),
}


async def dashboard(request: Request) -> Response:
    """The page, and what its buttons do."""
    if is_sent(request):
        return await _take_charge(request)
    found = await _looked(wiring_of(request), await _host_of(request))
    return await page(request, "dashboard.html", found=found, columns=COLUMNS)


async def dashboard_json(request: Request) -> Response:
    """The same for the page's script."""
    found = await _looked(wiring_of(request), await _host_of(request))
    return as_json({"facts": found.facts, "workers": found.workers, "tables": found.tables, "reports": found.reports})


async def _take_charge(request: Request) -> Response:
    """Host of a table, and on to it."""
    form, person = await read_form(request), await person_of(request)
    if person is None:
        raise Forbidden("only a host of this room may do that: come in by the host link")
    table = text(form, "table")[:100]
    if not await wiring_of(request).room.take_charge(table, person):
        raise HTTPException(404, NO_TABLE)
    return RedirectResponse(f"/table/{table}", 303)


async def _host_of(request: Request) -> Person:
    """Who came with the room's host key; to anybody else there is no such page."""
    person = await person_of(request)
    if person is None or not person.host:
        raise HTTPException(404)
    return person


async def _looked(wiring: Wiring, me: Person) -> Dashboard:
    store, now = wiring.room.store, wiring.room.now()
    size, rows = await size_of(store), await latest_tables(store, MOST)
    owners, found = {}, Dashboard(_facts(wiring, size, len(rows)))
    if among := shared(store):
        owners, living = await among.owners(), await among.workers()
        found.workers = _workers(living, owners, among.worker)
    found.tables = _tables(wiring, rows, {table: owner for table, (owner, _) in owners.items()}, now, me)
    found.reports = [
        (f"{_span(now - line.at)} ago", line.event, line.table, line.why) for line in reversed(wiring.reports.latest)
    ]
    return found


def _facts(wiring: Wiring, size: Size, shown: int) -> list[tuple[str, str]]:
    room = wiring.room
    pace = wiring.pace.per_second(wiring.now(), size.events)
    shown_of = f" ({shown} shown)" if shown < size.open else ""
    facts = [
        ("Release", __version__),
        ("Running for", _span(wiring.now() - wiring.since)),
        ("Tables", f"{size.open} open{shown_of}, {size.closed} closed"),
        ("Sockets", f"{len(wiring.live)}" + (" at this worker" if room.store.several else "")),
        ("Events", f"{size.events:,}" + ("" if pace is None else f", {pace:.1f} a second")),
        ("A write takes", _quantiles(room.store.measures.asked)),
        ("Writes waiting", str(room.store.measures.waiting)),
        ("Database", _bytes(size.database)),
        ("Memory", _bytes(_resident())),
    ]
    if (free := free_bytes(room.store)) is not None:
        facts.append(("Disk", f"{_bytes(free)} free"))
    return facts


def _workers(
    living: Mapping[str, Seen], owners: Mapping[str, tuple[str | None, int]], mine: str
) -> list[tuple[Cell, ...]]:
    """Oldest first. Spans are by the database's clock: the latest heartbeat is now."""
    now = max((each.seen for each in living.values()), default=0.0)
    held = Counter(owner for owner, _ in owners.values())
    return [
        (
            f"{each.id} (this one)" if each.id == mine else each.id,
            f"{_span(now - each.seen)} ago",
            _span(now - each.started),
            each.version,
            str(held[each.id]),
        )
        for each in sorted(living.values(), key=lambda each: (each.started, each.id))
    ]


def _tables(
    wiring: Wiring, rows: Sequence[Row[Any]], owners: Mapping[str, str | None], now: float, me: Person
) -> list[tuple[Cell, ...]]:
    """Newest first, and not by what happened last: a row stays where it is while somebody reaches for it."""
    ordered = sorted(rows, key=lambda row: (-row.created, row.id))
    return [_table(wiring, row, owners, now, me) for row in ordered]


def _table(wiring: Wiring, row: Row[Any], owners: Mapping[str, str | None], now: float, me: Person) -> tuple[Cell, ...]:
    actor = wiring.room.tables.get(row.id)
    people, bots = seated(actor) if actor else (0, 0)
    hosts = row.host == me.id or (actor is not None and actor.scene.desk.may_host(me.id))
    there = f"{people} of {seats_of(actor)}" if actor else f"{row.came} came"
    return (
        (row.title, f"/table/{row.id}"),
        owners.get(row.id) or ("nobody" if wiring.room.store.several else "this one"),
        state_of(actor) if actor else "not here",
        str(row.hand or 0),
        there + (f" and {counted(bots, 'bot')}" if bots else ""),
        "none" if row.at is None else f"{_span(now - row.at)} ago",
        "you" if hosts else ("Become a host here", "table", row.id),
    )


def _span(seconds: float) -> str:
    """How long something is, roughly.

    >>> _span(-1), _span(59), _span(61), _span(7300), _span(200_000)
    ('0 s', '59 s', '1 min', '2 h', '2 days')
    """
    if seconds < 60:
        return f"{max(0, int(seconds))} s"
    if seconds < 3600:
        return f"{int(seconds / 60)} min"
    return f"{int(seconds / 3600)} h" if seconds < 172_800 else f"{int(seconds / 86400)} days"


def _bytes(number: int) -> str:
    """
    >>> _bytes(900_000), _bytes(2_500_000), _bytes(3_200_000_000)
    ('0.9 MB', '2.5 MB', '3.2 GB')
    """
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"


def _quantiles(spread: Spread) -> str:
    half, most = spread.quantile(0.5), spread.quantile(0.99)
    if half is None or most is None:
        return "nothing written yet"
    return f"{1000 * half:.1f} ms, one in a hundred {1000 * most:.1f} ms or more"


def _resident() -> int:
    """Memory of this process, in bytes; 0 where the system does not say."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
