"""POST /me/forget: the room forgets somebody for good."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oddchip.errors import OddchipError
from oddchip.room.forgetting import forget as forgotten
from oddchip.web.pages.forms import read_form, ticked
from oddchip.web.pages.refusals import NO_INVITATION, sentence
from oddchip.web.sessions import forget, person_of
from oddchip.web.templating import page
from oddchip.web.wiring import room_of


async def forget_me(request: Request) -> Response:
    """His name, what he said, his sessions, invitations and links are deleted; log and ledger keep his id alone."""
    person = await person_of(request)
    if person is None:
        raise HTTPException(401, NO_INVITATION)
    form = await read_form(request)
    if not ticked(form, "sure"):
        return await page(
            request, "me.html", 400, name=person.name, done=False,
            trouble="Tick the box first: this cannot be undone.",
        )  # fmt: skip
    try:
        await forgotten(room_of(request), person)
    except OddchipError as error:
        return await page(request, "me.html", 400, name=person.name, done=False, trouble=sentence(error))
    response = RedirectResponse("/", 303)
    forget(request, response)
    return response
