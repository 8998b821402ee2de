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

_NUMBER = re.compile("[0-9]{1,9}")


async def fair_hand(request: Request) -> Response:
    """The reader's own record; 404 for who may not see the hand, 410 when its decks are destroyed."""
    person, number = await _asked(request, ".json")
    try:
        record = await fair_record(room_of(request), request.path_params["table"], number, person)
    except Refused as refused:
        gone = str(refused) in (GONE, UNCOMMITTED)
        raise HTTPException(410 if gone else 404, f"{sentence_of(refused)}.") from None
    return _file(msgspec.json.encode(record), f"fair-{number}.json", "application/json")


async def pair_hand(request: Request) -> Response:
    """The transcript of a hand between two; 404 for who may not see it. While it is played it is for the two."""
    person, number = await _asked(request, ".jsonl")
    try:
        lines = await transcript(room_of(request), request.path_params["table"], number, person)
    except Refused as refused:
        raise HTTPException(404, f"{sentence_of(refused)}.") from None
    return _file(lines, f"pair-{number}.jsonl", "application/jsonl")


async def _asked(request: Request, ending: str) -> tuple[str, int]:
    """Who asks for which hand: 401 for a stranger, 404 for what is no number with this ending."""
    person = await person_of(request)
    if person is None:
        raise HTTPException(401, NO_INVITATION)
    name: str = request.path_params["hand"]
    number = name.removesuffix(ending)
    if number == name or not _NUMBER.fullmatch(number):
        raise HTTPException(404, "There is no such hand.")
    return person.id, int(number)


def _file(content: bytes | str, name: str, media_type: str) -> Response:
    """A file to be saved, which nobody else keeps."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)
