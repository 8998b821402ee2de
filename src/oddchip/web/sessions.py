"""Who is asking: the session cookie, and the form tokens that go with it.

The cookie is the only authority. It holds a random token that the room keeps by its hash; names and ids in forms and
messages mean nothing. On https its name begins with __Host-, so that no other host can set it.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from hashlib import sha256

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from oddchip.room.people import Person
from oddchip.web.wiring import Wiring, room_of

HALF_A_YEAR = 180 * 24 * 3600
FIELD = "form"
_MOST_TOKEN = 100


def is_secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def _named(connection: HTTPConnection, name: str) -> str:
    return f"__Host-{name}" if is_secure(connection) else name


def token_of(connection: HTTPConnection) -> str:
    """The session token as it was sent, or nothing."""
    token = connection.cookies.get(_named(connection, "oddchip"), "")
    return token if len(token) <= _MOST_TOKEN else ""


async def person_of(connection: HTTPConnection) -> Person | None:
    """Whose session this is. Asked once a request."""
    state = connection.state
    if not hasattr(state, "person"):
        token = token_of(connection)
        state.person = await room_of(connection).person_of(token) if token else None
    person: Person | None = state.person
    return person


def remember(request: Request, response: Response, token: str) -> None:
    """Give a browser its session."""
    _set(request, response, "oddchip", token, HALF_A_YEAR)


def forget(request: Request, response: Response) -> None:
    response.delete_cookie(
        _named(request, "oddchip"), path="/", secure=is_secure(request), httponly=True, samesite="lax"
    )


def hang_up(wiring: Wiring, tokens: Collection[str]) -> None:
    """End the sockets of sessions that are given up."""
    for each in list(wiring.live):
        if each.session in tokens:
            each.hang_up("You are forgotten on this browser.")


async def end_given_up(wiring: Wiring, people: Collection[str] | None) -> None:
    """The same for sessions of these people (ids; None: of all) that may have been given up through another worker."""
    sessions = wiring.room.crowd.sessions
    known = {each.session: sessions.last_known(each.session) for each in wiring.live}
    doubtful = {token for token, person in known.items() if people is None or person is None or person in people}
    if doubtful:
        hang_up(wiring, doubtful - await sessions.holding(doubtful))


def _set(request: Request, response: Response, name: str, value: str, seconds: int | None) -> None:
    response.set_cookie(
        _named(request, name),
        value,
        max_age=seconds,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="lax",
    )


# --- form tokens -----------------------------------------------------------------------------------------------------


def form_token(request: Request) -> str:
    """What a form must bring back: it goes with this session, or with this visit where there is no session yet."""
    if not (owner := token_of(request)):
        owner = request.cookies.get(_named(request, "oddchip-visit"), "")[:_MOST_TOKEN]
        if not owner:
            if not hasattr(request.state, "visit"):
                request.state.visit = secrets.token_urlsafe(16)
            owner = request.state.visit
    return _signed(room_of(request).store.key, owner)


def begin_visit(request: Request, response: Response) -> None:
    """A visitor who was shown a form is known by a cookie until he has a session."""
    if visit := getattr(request.state, "visit", ""):
        _set(request, response, "oddchip-visit", visit, None)


def is_our_form(request: Request, sent: str) -> bool:
    return hmac.compare_digest(form_token(request).encode(), sent.encode("utf-8", "replace"))


def _signed(key: bytes, owner: str) -> str:
    digest = hmac.new(key, b"a form of " + owner.encode("utf-8", "replace"), sha256).digest()
    return urlsafe_b64encode(digest[:18]).decode()
