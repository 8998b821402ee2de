"""Who is asking: the session cookie, and the form tokens that go with it.

The cookie is the only authority. It holds a random token that the room keeps by its hash; names and ids in forms and
messages mean nothing. On https its name begins with __Host-, so that no other host can set it, and it ends with the
port, so that two rooms on one host keep apart. Where there is none by this name, one of another port, or of none as all
once were, holds if it is of this room: that may have moved, or have two doors. The next page gives it by this name.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from hashlib import sha256

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from oddchip.room.people import Person
from oddchip.web.wiring import Wiring, room_of, wiring_of

HALF_A_YEAR = 180 * 24 * 3600
FIELD = "form"
SESSION, VISIT = "oddchip", "oddchip-visit"
_MOST_TOKEN, _MOST_OTHERS = 100, 4


def is_secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def _named(connection: HTTPConnection, name: str) -> str:
    return f"{_prefix(connection)}{name}{wiring_of(connection).settings.cookie_port}"


def _prefix(connection: HTTPConnection) -> str:
    return "__Host-" if is_secure(connection) else ""


def _sent(connection: HTTPConnection, name: str) -> str:
    token = connection.cookies.get(name, "")
    return token if len(token) <= _MOST_TOKEN else ""


def token_of(connection: HTTPConnection) -> str:
    """The session token as it was sent, or nothing. After `person_of` also one by another name."""
    token: str = getattr(connection.state, "token", "")
    return token or _sent(connection, _named(connection, SESSION))


async def person_of(connection: HTTPConnection) -> Person | None:
    """Whose session this is. Asked once a request."""
    state = connection.state
    if not hasattr(state, "person"):
        own, known = token_of(connection), None
        others = [_sent(connection, name) for name in _names(connection)]  # of other rooms, most likely
        for token in [own] if own else others[:_MOST_OTHERS]:
            if token and (known := await room_of(connection).person_of(token)):
                state.token = token
                break
        state.person = known
    person: Person | None = state.person
    return person


def _names(connection: HTTPConnection) -> list[str]:
    """The names of all cookies that could be sessions of ours."""
    name = re.compile(rf"{_prefix(connection)}{SESSION}(-[0-9]{{1,5}})?")
    return [each for each in sorted(connection.cookies) if name.fullmatch(each)]


def remember(request: Request, response: Response, token: str) -> None:
    """Give a browser its session."""
    _set(request, response, SESSION, token, HALF_A_YEAR)


async def rename_cookie(request: Request, response: Response) -> None:
    """Who is known by a cookie of another name gets it by ours. The other stays: it may be of use at another door."""
    if _named(request, SESSION) not in request.cookies and await person_of(request) is not None:
        remember(request, response, token_of(request))


def forget(request: Request, response: Response) -> None:
    token, secure = token_of(request), is_secure(request)
    for name in _names(request):
        if request.cookies[name] == token:
            response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


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
        owner = request.cookies.get(_named(request, VISIT), "")[:_MOST_TOKEN]
        if not owner:
            if not hasattr(request.state, "visit"):
                request.state.visit = secrets.token_urlsafe(16)
            owner = request.state.visit
    return _signed(room_of(request).store.key, owner)


def begin_visit(request: Request, response: Response) -> None:
    """A visitor who was shown a form is known by a cookie until he has a session."""
    if visit := getattr(request.state, "visit", ""):
        _set(request, response, VISIT, visit, None)


def is_our_form(request: Request, sent: str) -> bool:
    return hmac.compare_digest(form_token(request).encode(), sent.encode("utf-8", "replace"))


def _signed(key: bytes, owner: str) -> str:
    digest = hmac.new(key, b"a form of " + owner.encode("utf-8", "replace"), sha256).digest()
    return urlsafe_b64encode(digest[:18]).decode()
