"""GET /healthz, /readyz, /metrics: for what watches over the room. No session is needed for the first two.

/healthz says that the process answers; when it does not, start it anew. /readyz says that it can take players: it is
not about to stop, and what is written becomes durable. Neither says anything of the room.
"""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from oddchip.web.headers import address_key, is_loopback
from oddchip.web.metrics import CONTENT_TYPE
from oddchip.web.sessions import person_of
from oddchip.web.watching import LEAVING, READY
from oddchip.web.wiring import wiring_of


async def healthz(request: Request) -> Response:
    """200 as long as the process answers at all."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """200, or 503 with a word why, so that a proxy sends nobody here."""
    wiring = wiring_of(request)
    word = LEAVING if wiring.leaving else await wiring.readiness.word()
    return PlainTextResponse(f"{word}\n", 200 if word == READY else 503)


async def metrics(request: Request) -> Response:
    """For this machine, and for the host of the room."""
    person = await person_of(request)
    if not is_loopback(address_key(request.scope)) and not (person and person.host):
        raise HTTPException(404)
    wiring = wiring_of(request)
    return Response(await wiring.metrics.page(wiring.room, wiring.reports.tally), media_type=CONTENT_TYPE)
