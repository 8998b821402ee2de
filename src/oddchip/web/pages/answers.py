"""What pages answer a script: JSON that nobody keeps, at a bounded rate where it takes some work."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.room.coaching import coached_for
from oddchip.room.errors import Refused, sentence_of
from oddchip.room.past import Past
from oddchip.web.security import TOO_FAST
from oddchip.web.wiring import room_of, wiring_of


def as_json(data: Any) -> Response:
    return Response(msgspec.json.encode(data), media_type="application/json", headers={"cache-control": "no-store"})


def not_too_fast(request: Request) -> None:
    """429 for an address that asks for more work than it may."""
    wiring = wiring_of(request)
    if not wiring.may(wiring.coached, request):
        raise HTTPException(429, TOO_FAST.why, {"retry-after": str(TOO_FAST.wait)})


async def coach_answer(request: Request, past: Past, person: str | None) -> Response:
    """What the coach says of a hand to somebody who may see it; 404 with a sentence where that is nothing."""
    try:
        return as_json(await coached_for(room_of(request), past, person))
    except Refused as refused:
        raise HTTPException(404, f"{sentence_of(refused)}.") from None
