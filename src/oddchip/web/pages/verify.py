"""GET /verify: hands and two-party games are verified in the browser; nothing is sent here."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from oddchip.web.templating import page


async def verify(request: Request) -> Response:
    """The page; what it verifies it is given as a file, as text, or by #<table>/<hand>."""
    return await page(request, "verify.html")
