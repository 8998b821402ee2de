"""What proves a hand, for whoever may see it: GET /table/<id>/fair/<hand>.json, the record of its committed decks;
GET /table/<id>/pair/<hand>.jsonl, the transcript of two who dealt it to each other.
"""

from __future__ import annotations

import re

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.room.errors import Refused, sentence_of
from oddchip.room.fair_records import GONE, UNCOMMITTED, fair_record
from oddchip.room.transcripts import transcript
from oddchip.web.pages.refusals import NO_INVITATION
from oddchip.web.sessions import person_of
from oddchip.web.wiring import room_of

_HAND = re.compile(r"([0-9]{1,9})\.json")
_TRANSCRIPT = re.compile(r"([0-9]{1,9})\.jsonl")


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


async def pair_hand(request: Request) -> Response:
    """The transcript of a hand between two; 404 for who may not see it. While it is played it is for the two."""
    person = await person_of(request)
    if person is None:
        raise HTTPException(401, NO_INVITATION)
    found = _TRANSCRIPT.fullmatch(request.path_params["hand"])
    if found is None:
        raise HTTPException(404, "There is no such hand.")
    number = int(found[1])
    try:
        lines = await transcript(room_of(request), request.path_params["table"], number, person.id)
    except Refused as refused:
        raise HTTPException(404, f"{sentence_of(refused)}.") from None
    headers = {"content-disposition": f'attachment; filename="pair-{number}.jsonl"', "cache-control": "no-store"}
    return Response(lines, media_type="application/jsonl", headers=headers)
