"""GET /table/<id>/coach/<hand>.json: what the coach says of a hand, for whoever may see it, once it is over;
/table/<id>/coach/session.json: everybody's score at California Poker without the luck of the cards.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.room.coaching import OFF, is_coached
from oddchip.room.errors import Refused, sentence_of
from oddchip.room.history import hand_of
from oddchip.room.luck import scores
from oddchip.web.pages.answers import as_json, coach_answer, not_too_fast
from oddchip.web.pages.history import looker_of
from oddchip.web.wiring import room_of

_ASKED = re.compile(r"([0-9]{1,9}|session)\.json")
NO_HAND = "There is no such hand, or it is not over yet."


async def coached_hand(request: Request) -> Response:
    """The coach's data; 404 with a sentence for who may not see the hand, and where there is nothing to tell."""
    table_id, person = await looker_of(request)
    found = _ASKED.fullmatch(request.path_params["hand"])
    if found is None:
        raise HTTPException(404, NO_HAND)
    not_too_fast(request)
    room = room_of(request)
    try:
        if found[1] == "session":
            return as_json(await _session(request, table_id, person.id))
        past = await hand_of(room, table_id, int(found[1]), person.id)
    except Refused as refused:
        raise HTTPException(404, f"{sentence_of(refused)}.") from None
    return await coach_answer(request, past, person.id)


async def _session(request: Request, table_id: str, person: str) -> dict[str, Any]:
    room = room_of(request)
    if not await is_coached(room, table_id):
        raise Refused(OFF)
    found = scores(await room.values.of(room.store, table_id))
    await room.crowd.know(found)
    ranked = sorted(found.items(), key=lambda each: -each[1].luck_free)
    return {"scores": [{"name": room.name_of(who), "me": who == person, **asdict(score)} for who, score in ranked]}
