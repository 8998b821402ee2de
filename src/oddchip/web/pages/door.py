"""Coming in: the lobby, the host link, invitations, one's name.

Nobody needs an account. A link and a name make a guest, and the cookie he gets is all he is known by.
"""

from __future__ import annotations

import hmac
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oddchip.errors import OddchipError
from oddchip.room.actor import Actor
from oddchip.room.names import look_alike, name_of, own_name
from oddchip.room.people import Person
from oddchip.room.reach import reach, reach_all
from oddchip.web.pages.forms import is_sent, read_form, text
from oddchip.web.pages.refusals import sentence
from oddchip.web.pages.showing import at_time, card_of
from oddchip.web.sessions import forget, hang_up, person_of, remember, token_of
from oddchip.web.templating import page
from oddchip.web.wiring import room_of, wiring_of

TOO_MANY = "Too many have come from your address just now. Wait a minute, and try again."
NO_LINK = "This link does not work, or no longer does. Ask whoever sent it for a new one."
NO_KEY = "This is not the host link of this room. It was printed where the room was started."


async def lobby(request: Request) -> Response:
    """GET /: my tables; for hosts, where to make one."""
    person = await person_of(request)
    room = room_of(request)
    if person:
        await reach_all(room, person.id)
    listed = [card_of(actor, person) for actor in room.listed(person)] if person else []
    closed = [(row.id, row.title, at_time(row.closed)) for row in await room.closed_for(person)] if person else []
    return await page(request, "lobby.html", tables=listed, closed=closed)


def _not_too_many(request: Request) -> None:
    wiring = wiring_of(request)
    if not wiring.may(wiring.doors, request):
        raise HTTPException(429, TOO_MANY, {"retry-after": "60"})


# --- the host ---------------------------------------------------------------------------------------------------------


async def host(request: Request) -> Response:
    """GET /host?key=K: a form for the host's name, or at once where there is a session. POST: in."""
    person = await person_of(request)
    if not is_sent(request):
        key = request.query_params.get("key", "")
        if person and person.host:
            return RedirectResponse("/", 303)
        if not key:
            return await page(request, "host.html", key="", name="", trouble="")
        _must_be_key(request, key)
        if person is None:
            return await page(request, "host.html", key=key, name="", trouble="")
        await room_of(request).make_host(person)
        return RedirectResponse("/", 303)
    form = await read_form(request)
    key, name = text(form, "key").strip(), text(form, "name")
    _must_be_key(request, key)
    try:
        return await _in(request, person, name, "/", as_host=True)
    except OddchipError as error:
        return await page(request, "host.html", 400, key=key, name=name[:80], trouble=sentence(error))


def _must_be_key(request: Request, key: str) -> None:
    _not_too_many(request)
    if not key or not hmac.compare_digest(room_of(request).host_key.encode(), key.encode()):
        raise HTTPException(403, NO_KEY)


# --- guests -----------------------------------------------------------------------------------------------------------


async def join(request: Request) -> Response:
    """GET /join/<invite> and /watch/<invite>: a form for a name; who has one and is no namesake goes straight on."""
    room, person = room_of(request), await person_of(request)
    found = await room.invited(request.path_params["invite"][:100])
    kind = "play" if request.url.path.startswith("/join/") else "watch"
    actor = await reach(room, found[0], person.id if person else "") if found else None
    if found is None or found[1] != kind or actor is None:
        _not_too_many(request)
        raise HTTPException(404, NO_LINK)
    next_page = f"/table/{actor.id}"
    values: dict[str, Any] = {"title": actor.scene.desk.title, "kind": kind, "table": card_of(actor, person)}
    if not is_sent(request):
        if person and (room.may_open(person.id, actor.id) or not look_alike(person.name, _others(actor, person))):
            await room.accept(actor.id, kind, person)
            return RedirectResponse(next_page, 303)
        trouble = f"Somebody at this table is called {person.name} already, or nearly so." if person else ""
        return await page(request, "join.html", name=person.name if person else "", trouble=trouble, **values)
    form = await read_form(request)
    name = text(form, "name")
    try:
        own_name(name_of(name), _others(actor, person))
        return await _in(request, person, name, next_page, table=actor.id, kind=kind)
    except OddchipError as error:
        return await page(request, "join.html", 400, name=name[:80], trouble=sentence(error), **values)


def _others(actor: Actor, person: Person | None) -> list[str]:
    return actor.names_beside(person.id if person else "")


async def _in(
    request: Request,
    person: Person | None,
    name: str,
    next_page: str,
    *,
    as_host: bool = False,
    table: str = "",
    kind: str = "play",
) -> Response:
    """A guest with this name, or the one there is under a new one; then on to a page."""
    room, token = room_of(request), ""
    if person is None:
        name_of(name)
        _not_too_many(request)
        person, token = await room.new_guest(name)
    elif name_of(name) != person.name:
        person = await room.rename(person.id, name)
    if as_host:
        person = await room.make_host(person)
    if table:
        await room.accept(table, kind, person)
    response = RedirectResponse(next_page, 303)
    if token:
        remember(request, response, token)
    return response


# --- oneself ----------------------------------------------------------------------------------------------------------


async def me(request: Request) -> Response:
    """GET and POST /me: one's name."""
    person = await person_of(request)
    if person is None:
        return RedirectResponse("/", 303)
    if not is_sent(request):
        return await page(request, "me.html", name=person.name, trouble="", done=False)
    form = await read_form(request)
    try:
        renamed = await room_of(request).rename(person.id, text(form, "name"))
    except OddchipError as error:
        return await page(request, "me.html", 400, name=text(form, "name")[:80], trouble=sentence(error), done=False)
    request.state.person = renamed
    return await page(request, "me.html", name=renamed.name, trouble="", done=True)


async def leave(request: Request) -> Response:
    """POST /me/leave: this browser forgets who it was, and so does the room."""
    await read_form(request)
    if token := token_of(request):
        await room_of(request).crowd.sessions.revoke(token)
        hang_up(wiring_of(request), {token})
    response = RedirectResponse("/", 303)
    forget(request, response)
    return response
