"""GET and POST /tables: a new table; GET /table/<id>: its screen."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oddchip.art import SKINS
from oddchip.bots import BOTS, called
from oddchip.errors import OddchipError
from oddchip.games import games
from oddchip.room.actor import Actor
from oddchip.room.errors import Forbidden, Refused
from oddchip.room.history import may_look
from oddchip.room.hosting import games_of, suits, tight_list
from oddchip.room.house_sets import find_set, sets_for
from oddchip.room.people import Person
from oddchip.room.protocol import GameWanted, Host
from oddchip.table.core import MOST_SEATS
from oddchip.telling import counted
from oddchip.web.pages.forms import is_sent, read_form, text, ticked, whole
from oddchip.web.pages.guests import ask, guest_of, new_id
from oddchip.web.pages.mixes import MIXES, STAKES, wanted_games
from oddchip.web.pages.refusals import sentence
from oddchip.web.sessions import person_of
from oddchip.web.templating import page
from oddchip.web.wiring import room_of

MODES = {"game": "one game", "rotation": "a rotation", "choice": "dealer's choice"}
SIZE, BOTS_AT_FIRST = 6, 0


async def table(request: Request) -> Response:
    """The screen; everything on it comes over the socket."""
    try:
        actor, _, may = await guest_of(request)
    except HTTPException as error:
        person = await person_of(request)
        if error.status_code != 404 or person is None:
            raise
        table_id = request.path_params["table"]
        if not await may_look(room_of(request), table_id, person.id):
            raise
        return RedirectResponse(f"/table/{table_id}/history", 303)  # it is closed: there is only what was played
    return await page(
        request,
        "table.html",
        title=actor.scene.desk.title,
        table_id=actor.id,
        watching=may == "watch",
        bots=named_bots(),
        games=named_games(),
        skins=" ".join(SKINS),
    )


@cache
def named_games() -> str:
    """[[id, name], ...] of the plain games, for the host's list."""
    return json.dumps([[game.id, game.name] for game in games()])


@cache
def named_bots() -> str:
    """[[style, what it is called], ...] of the bots, for the host's list."""
    return json.dumps([[style, called(style)] for style in BOTS])


async def new(request: Request) -> Response:
    """The form, and what it makes."""
    person = await person_of(request)
    if person is None or not person.host:
        raise Forbidden("only a host of this room opens tables: come in by the host link")
    if not is_sent(request):
        asked = request.query_params.get("game", "")[:200]
        return await _form(request, person, {"title": f"{person.name}'s table", "games": asked})
    form = await read_form(request)
    try:
        made = await _make(request, person, form)
    except OddchipError as error:
        said = {name: value for name, value in form.items() if isinstance(value, str)}
        return await _form(request, person, said, sentence(error), 400)
    return RedirectResponse(f"/table/{made}", 303)


async def _form(
    request: Request, person: Person, said: dict[str, str], trouble: str = "", status: int = 200
) -> Response:
    return await page(
        request,
        "new_table.html",
        status,
        said=defaultdict(str, said),
        trouble=trouble,
        all_games=games(),
        mixes=MIXES,
        stakes=STAKES,
        modes=MODES,
        most=MOST_SEATS,
        sets=await sets_for(room_of(request).store, person),
        styles=[(style, called(style)) for style in BOTS],
    )


async def _make(request: Request, person: Person, form: FormData) -> str:
    """A table as the form says, with its bots; the one who makes it sits down himself."""
    room = room_of(request)
    size = whole(form, "size", 2, MOST_SEATS, SIZE)
    wanted = wanted_games(text(form, "games"), text(form, "mix"), text(form, "stakes").strip())
    mode = text(form, "mode") or "game"
    if not wanted and text(form, "one"):
        wanted = wanted_games(text(form, "one"), "", text(form, "stakes").strip())
    if not wanted:
        raise Refused("name a game, or choose a mix")
    if mode not in MODES:
        raise Refused(f"a table plays {', '.join(MODES.values())}")
    if mode == "game" and len(wanted) > 1:
        mode = "rotation"
    rules = await find_set(room.store, person, text(form, "house")) if text(form, "house") else None
    bots, style = whole(form, "bots", 0, size - 1, BOTS_AT_FIRST), text(form, "style")
    _must_fit(wanted, size, bots)
    if bots:
        suits(style, [game for game, _ in games_of(wanted)], f"“{called(style)}”" if style in BOTS else style)
    await room.must_have_bots(person.id, bots, style)  # now, not when the table is there already
    made = await room.new_table(
        person, text(form, "title"), size, wanted, mode, rules.options if rules else None, _settings(form)
    )
    await _seat_bots(room.tables[made], person, size, bots, style)
    return made


def _must_fit(wanted: list[GameWanted], size: int, bots: int) -> None:
    """Refused for a list with a game that takes seats from the others, and for bots that leave no seat to play on."""
    games = games_of(wanted)
    most = min(game.seats[1] for game, _ in games)
    if cost := tight_list(games, size):
        raise Refused(f"{cost}. Leave it out, or make a table of {most} seats")
    if bots >= most:
        raise Refused(f"{games[0][0].name} is for {most} players: {counted(bots, 'bot')} would leave no seat for you")


def _settings(form: FormData) -> dict[str, Any]:
    said: dict[str, Any] = {"approve": ticked(form, "approve"), "chat": ticked(form, "chat")}
    said["coach"] = not ticked(form, "no_coach")
    said |= {name: text(form, name) for name in ("watching", "fairness", "pace") if text(form, name)}
    if stack := whole(form, "stack", 0, 100_000_000, 0):
        said["stack"] = stack
    return said


async def _seat_bots(actor: Actor, person: Person, size: int, count: int, style: str) -> None:
    """From the last seat down, so that the first are free for people."""
    for seat in range(size - 1, size - 1 - count, -1):
        bot = await actor.new_bot(style)
        await ask(actor, person, Host(new_id(), "bot", seat=seat, person=bot, words=style))
