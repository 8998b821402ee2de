"""The hands of a table: GET /table/<id>/history; one of them step by step, its downloads, and links to it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from urllib.parse import urlencode

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.art import SKINS, card_name
from oddchip.cards import Deck, card_text
from oddchip.room.coaching import has_coach, is_coached
from oddchip.room.errors import Refused
from oddchip.room.history import HandLine, hand_of, hands_of, may_look
from oddchip.room.past import Past
from oddchip.room.people import Person
from oddchip.room.protocol import Line
from oddchip.room.sharing import links_of, new_link, revoke_links, shared
from oddchip.web.addresses import who_can_open
from oddchip.web.headers import address_key, is_loopback
from oddchip.web.pages.answers import coach_answer, not_too_fast
from oddchip.web.pages.forms import read_form, text
from oddchip.web.pages.invites import link_base
from oddchip.web.pages.refusals import NO_INVITATION, NO_TABLE
from oddchip.web.pages.showing import at_time
from oddchip.web.sessions import person_of
from oddchip.web.templating import page
from oddchip.web.wiring import room_of, wiring_of

PER_PAGE = 50
NO_LINK = "This link does not work, or no longer does. Ask whoever sent it for a new one."
_HAND = re.compile(r"([0-9]{1,9})(\.(?:json|toml|phh|txt))?")
_KINDS = {".json": "application/json", ".toml": "application/toml", ".phh": "text/plain", ".txt": "text/plain"}
_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


async def looker_of(request: Request) -> tuple[str, Person]:
    """The table of the path and who asks; 401 without a session, 404 for who may not look at its hands."""
    person = await person_of(request)
    if person is None:
        raise HTTPException(401, NO_INVITATION)
    table_id = request.path_params["table"]
    if not await may_look(room_of(request), table_id, person.id):
        raise HTTPException(404, NO_TABLE)
    return table_id, person


# --- the list --------------------------------------------------------------------------------------------------------


async def history(request: Request) -> Response:
    """The hands that are over, newest first."""
    table_id, person = await looker_of(request)
    said = request.query_params.get("before", "")
    before = int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None
    lines = await hands_of(room_of(request), table_id, person.id, before=before, most=PER_PAGE)
    return await page(
        request,
        "history.html",
        title=await title_of(request, table_id),
        table_id=table_id,
        days=_by_day(lines),
        older=lines[-1].number if len(lines) == PER_PAGE and lines[-1].number > 1 else 0,
        newest=before is None,
    )


def _by_day(lines: list[HandLine]) -> list[tuple[str, list[tuple[str, HandLine]]]]:
    """Lines under their day, each with the time of its end."""
    days: dict[str, list[tuple[str, HandLine]]] = {}
    for line in lines:
        at = at_time(line.ended)
        days.setdefault(f"{at:%A}, {at.day} {at:%B %Y}", []).append((f"{at:%H:%M}", line))
    return list(days.items())


async def title_of(request: Request, table_id: str) -> str:
    """What a table is called, whether it is open or not."""
    actor = room_of(request).tables.get(table_id)
    if actor is not None:
        return actor.scene.desk.title
    from sqlalchemy import select

    from oddchip.room.store import schema

    t = schema.game_table
    rows = await room_of(request).store.read(select(t.c.title).where(t.c.id == table_id))
    return str(rows[0].title)


# --- one hand --------------------------------------------------------------------------------------------------------


async def hand(request: Request) -> Response:
    """GET: the replayer, its frames, or a download. POST: make a link to the hand, or revoke them."""
    table_id, person = await looker_of(request)
    number, kind = _asked(request)
    own, hide = request.query_params.get("view") != "all", request.query_params.get("hide") == "1"
    past = await _past(request, table_id, number, person, own, hide)
    if request.method == "POST":
        return await _links(request, table_id, number, person)
    if kind:
        return await asyncio.to_thread(written_as, past, kind)
    query = urlencode(
        {name: value for name, value in (("view", "" if own else "all"), ("hide", "1" if hide else "")) if value}
    )
    return await replayer(request, past, f"/table/{table_id}/history/{number}", query, person)


def _asked(request: Request) -> tuple[int, str]:
    found = _HAND.fullmatch(request.path_params["hand"])
    if found is None:
        raise HTTPException(404, "There is no such hand.")
    return int(found[1]), found[2] or ""


async def _past(request: Request, table_id: str, number: int, person: Person, own: bool, hide: bool) -> Past:
    try:
        return await hand_of(room_of(request), table_id, number, person.id, own=own, hide=hide)
    except Refused as refused:
        raise HTTPException(404, "There is no such hand, or it is not over yet.") from refused


def written_as(past: Past, kind: str) -> Response:
    """The frames of a hand, or the hand in a form to keep. HistoryError for a form the game has not."""
    if kind == ".json":
        return Response(msgspec.json.encode({"frames": past.frames}), media_type=_KINDS[kind])
    body = {".toml": past.toml, ".phh": past.phh, ".txt": past.stars}[kind]()
    name = f"hand-{past.number}{'' if past.seat is not None else '-everybody'}{kind}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=f"{_KINDS[kind]}; charset=utf-8", headers=headers)


@dataclass(frozen=True)
class Told:
    """A line of the hand beside the replayer: the number of its step (once for each), and spans to show."""

    step: int
    first: bool
    spans: tuple[tuple[str, str, str, str], ...]


async def replayer(request: Request, past: Past, path: str, query: str, person: Person | None) -> Response:
    """The page of a hand. `person` is None for who came by a link to it."""
    told = await asyncio.to_thread(_told, past)
    coach = f"/table/{past.kept.table_id}/coach/{past.number}.json" if person else f"{path}.coach.json"
    links = await links_of(room_of(request), past.kept.table_id, past.number) if person else []
    actor = room_of(request).tables.get(past.kept.table_id)
    hosts = bool(actor and person and actor.scene.desk.may_host(person.id))
    dealt = bool(person and person.id in past.people.values())
    return await page(
        request,
        "history_hand.html",
        title=past.kept.title,
        table_id=past.kept.table_id,
        past=past,
        game=past.deal.plan.game.name,
        stakes=past.kept.header["stakes"],
        when=at_time(past.kept.started),
        told=told,
        steps=len(past.frames),
        path=path,
        query=query,
        skins=" ".join(SKINS),
        shared=person is None,
        coached=coach if has_coach(past) and await is_coached(room_of(request), past.kept.table_id) else "",
        dealt=dealt,
        may_share=dealt or hosts,
        links=[each for each in links if hosts or (person and each.person == person.id)],
        files=[]
        if person is None
        else [(".toml", "Oddchip's own form"), (".phh", "PHH"), (".txt", "Text for trackers")],
    )


def _told(past: Past) -> list[Told]:
    deck = past.deal.plan.deck
    found, before = [], -1
    for step, line in past.lines():
        found.append(Told(step, step != before, spans_of(line.line, deck)))
        before = step
    return found


def spans_of(line: Line, deck: Deck) -> tuple[tuple[str, str, str, str], ...]:
    """(kind, words, name, suit) for each span; a card has the name it is read by and its suit's letter."""
    found = []
    for span in line:
        if isinstance(span, str):
            found.append(("text", span, "", ""))
        elif span[0] == "card":
            (card,) = deck.parse(span[1])
            found.append(
                ("card", card_signs(card, deck), card_name(card, deck), span[1][1] if span[1][0] != "X" else "x")
            )
        else:
            found.append(("b", span[1], "", ""))
    return tuple(found)


def card_signs(card: int, deck: Deck) -> str:
    """10♠, or the rank and the suit's word where a pack has no common signs.

    >>> from oddchip.cards import FRENCH, Deck
    >>> card_signs(Deck(FRENCH).parse("Ts")[0], Deck(FRENCH))
    '10♠'
    """
    said = card_text(card, deck)
    if said[0] == "X":
        return "★"
    rank = "10" if said[0] == "T" else said[0]
    pack = deck.pack if isinstance(deck, Deck) else deck
    italian = pack.name == "italian"
    return f"{rank} {pack.suit_words[pack.suit_letters.index(said[1])]}" if italian else rank + _SIGNS[said[1]]


# --- links -----------------------------------------------------------------------------------------------------------


async def _links(request: Request, table_id: str, number: int, person: Person) -> Response:
    form = await read_form(request)
    room, what = room_of(request), text(form, "do")
    link = done = ""
    if what in ("link", "own"):
        token = await new_link(room, table_id, number, person.id, own=what == "own")
        link = f"{link_base(request)}/shared/{token}"
    elif what == "revoke":
        count = await revoke_links(room, table_id, number, person.id)
        done = f"{count} link{'' if count == 1 else 's'} to this hand no longer work{'s' if count == 1 else ''}."
    else:
        raise HTTPException(400, "That is nothing to do with a hand.")
    return await page(
        request,
        "history_link.html",
        title=f"Hand {number}",
        table_id=table_id,
        number=number,
        link=link,
        own=what == "own",
        done=done,
        reach=who_can_open(link_base(request)),
    )


async def shared_hand(request: Request) -> Response:
    """GET /shared/<token>: a hand for whoever has the link; <token>.json its frames, <token>.coach.json the coach."""
    said = request.path_params["token"]
    token, _, kind = said.partition(".")
    past = await shared(room_of(request), token[:100]) if kind in ("", "json", "coach.json") else None
    if past is None:
        key = address_key(request.scope)
        if not is_loopback(key) and not wiring_of(request).doors.take(key, wiring_of(request).now()):
            raise HTTPException(
                429, "Too many have come from your address just now. Wait a minute.", {"retry-after": "60"}
            )
        raise HTTPException(404, NO_LINK)
    if kind == "coach.json":
        not_too_fast(request)
        return await coach_answer(request, past, None)
    if kind:
        return await asyncio.to_thread(written_as, past, ".json")
    return await replayer(request, past, f"/shared/{token}", "", None)
