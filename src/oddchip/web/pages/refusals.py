"""Pages of one clear sentence, for whatever goes wrong."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from oddchip.errors import OddchipError
from oddchip.room.errors import Forbidden, sentence_of
from oddchip.room.store import StoreError, StoreRefused
from oddchip.telling import spans
from oddchip.web.security import Refusal
from oddchip.web.templating import page

TITLES = {
    400: "That cannot be done",
    401: "You need an invitation",
    403: "Not allowed",
    404: "Not here",
    405: "Not this way",
    413: "Too long",
    421: "Not this name",
    429: "Too fast",
    500: "Something went wrong",
    503: "Not now",
}
_SENTENCES = {
    404: "There is no such page in this card room.",
    405: "This page cannot be asked for in that way.",
    500: "Something went wrong in the room. Nothing was changed; try again.",
}
AWAY = "The room cannot get at its data just now. Try again in a moment."
NO_INVITATION = "Ask the host for an invitation link: whoever opens it can play, without an account."
NO_TABLE = "There is no such table, or you are not invited to it."


def sentence(error: Exception) -> str:
    """What an error says, as a sentence."""
    return spans.sentence(sentence_of(error) if isinstance(error, OddchipError) else str(error))


async def refused(request: Request, error: Exception) -> Response:
    """An `HTTPException` or an `OddchipError` as a page."""
    status = error.status_code if isinstance(error, HTTPException) else 403 if isinstance(error, Forbidden) else 400
    if isinstance(error, HTTPException):
        plain = error.detail in ("Not Found", "Method Not Allowed", "")
        words = _SENTENCES.get(status, error.detail) if plain else error.detail
    else:
        words = sentence(error)
    response = await page(request, "refused.html", status, title=TITLES.get(status, TITLES[400]), words=words)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


async def away(request: Request, error: Exception) -> Response:
    """The data folder or the database cannot be read or written. Said without asking it for anything, and without its
    name, which is for the log.
    """
    return HTMLResponse(_bare(503, AWAY), 503, {"retry-after": "2"})


async def broken(request: Request, error: Exception) -> Response:
    """A fault of our own. No template here: it may be the template that failed."""
    return PlainTextResponse(_SENTENCES[500], 500)


def refusal_app(refusal: Refusal) -> ASGIApp:
    """What the guard answers: a page without anything of the room in it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {"retry-after": str(refusal.wait)} if refusal.wait else None
        await HTMLResponse(_bare(refusal.status, refusal.why), refusal.status, headers)(scope, receive, send)

    return answer


def _bare(status: int, why: str) -> str:
    title = TITLES.get(status, TITLES[400])
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><main><h1>{title}</h1><p>{why}</p></main></html>"
    )


HANDLERS = {HTTPException: refused, OddchipError: refused, StoreRefused: refused, StoreError: away, 500: broken}
