"""GET /table/<id>/ledger: who brought, took and has what, who pays whom, how it went; the same as CSV and JSON."""

from __future__ import annotations

from sqlalchemy import select
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.room.ledger import Evening, as_csv, as_json, evening_of
from oddchip.room.loading import load
from oddchip.room.store import schema
from oddchip.web.pages.history import looker_of
from oddchip.web.pages.refusals import NO_TABLE
from oddchip.web.templating import page
from oddchip.web.wiring import room_of


async def ledger(request: Request) -> Response:
    """The page."""
    table_id, person = await looker_of(request)
    evening = await _evening(request, table_id)
    games = sorted({game for each in evening.people for game in each.games})
    return await page(
        request,
        "ledger.html",
        title=evening.title,
        table_id=table_id,
        evening=evening,
        games=games,
        mine=person.id,
    )


async def ledger_csv(request: Request) -> Response:
    """One table for a spreadsheet."""
    table_id, _ = await looker_of(request)
    headers = {"content-disposition": 'attachment; filename="ledger.csv"'}
    return Response(as_csv([await _evening(request, table_id)]), media_type="text/csv; charset=utf-8", headers=headers)


async def ledger_json(request: Request) -> Response:
    """Everything."""
    table_id, _ = await looker_of(request)
    headers = {"content-disposition": 'attachment; filename="ledger.json"'}
    return Response(as_json([await _evening(request, table_id)]), media_type="application/json", headers=headers)


async def _evening(request: Request, table_id: str) -> Evening:
    """The ledger of a table that is open, or out of the log of one that is not."""
    room = room_of(request)
    actor = room.tables.get(table_id)
    if actor is not None:
        scene = actor.scene
    else:
        t = schema.game_table
        rows = await room.store.read(select(t).where(t.c.id == table_id))
        if not rows:
            raise HTTPException(404, NO_TABLE)
        scene, _ = await load(room.store, rows[0])
    people = {*scene.table.accounts, *(place.player for place in scene.table.places.values())}
    await room.crowd.know(people)
    return await evening_of(
        room.store, table_id, scene.table, scene.desk, {each: room.name_of(each) for each in people}, room.values
    )
