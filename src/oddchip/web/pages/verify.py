"""GET /verify: hands and two-party games are verified in the browser; nothing is sent here."""

from __future__ import annotations

import json
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from oddchip.games import find_game, games
from oddchip.modifiers import applicable
from oddchip.web.templating import page
from oddchip.web.wiring import wiring_of


async def verify(request: Request) -> Response:
    """The page; what it verifies it is given as a file, as text, or by #<table>/<hand>."""
    return await page(request, "verify.html", games=await wiring_of(request).worked_out(_named))


@cache
def _named() -> str:
    """{id: name} of the games and of those that one modifier makes: records tell ids, and this page sends none here."""
    plain = {game.id: game.name for game in games()}
    return json.dumps(plain | {made: find_game(made).name for game in games() for made in applicable(game)})
