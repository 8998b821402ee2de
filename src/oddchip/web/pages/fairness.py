"""GET /table/<id>/fair/<hand>.json: the record of a hand's fairness, for whoever may see the hand."""

from __future__ import annotations

import re

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.room.errors import Refused, sentence_of
from oddchip.room.fair_records import GONE, UNCOMMITTED, fair_record
from oddchip.web.pages.refusals import NO_INVITATION
from oddchip.web.sessions import person_of
from oddchip.web.wiring import room_of

_HAND = re.compile(r"([0-9]{1,9})\.json")


async def fair_hand(request: Request) -> Response:
    """The reader's own record; 404 for who may not see the hand, 410 when its decks are destroyed."""
    person = await person_of(request)
    if person is None:
        raise HTTPException(401, NO_INVITATION)
    found = _HAND.fullmatch(request.path_params["hand"])
    if found is None:
        raise HTTPException(404, "There is no such hand.")
    table, number = request.path_params["table"], int(found[1])
    try:
        record = await fair_record(room_of(request), table, number, person.id)
    except Refused as refused:
        gone = str(refused) in (GONE, UNCOMMITTED)
        raise HTTPException(410 if gone else 404, f"{sentence_of(refused)}.") from None
    headers = {"content-disposition": f'attachment; filename="fair-{number}.json"', "cache-control": "no-store"}
    return Response(msgspec.json.encode(record), media_type="application/json", headers=headers)
