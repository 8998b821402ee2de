"""GET and POST /table/<id>/house: the house rules of a table, every option of them, and sets of them by name."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oddchip.errors import OddchipError
from oddchip.house import NUMBER, HouseRules, options
from oddchip.room.actor import Actor
from oddchip.room.house_sets import delete_set, find_set, save_set, sets_for
from oddchip.room.people import Person
from oddchip.room.protocol import Host
from oddchip.web.pages.forms import is_sent, read_form, text, ticked
from oddchip.web.pages.guests import ask, guest_of, must_host, new_id
from oddchip.web.pages.refusals import sentence
from oddchip.web.templating import page
from oddchip.web.wiring import room_of

TITLES = {
    "betting": "Betting",
    "draw": "Drawing",
    "sevens": "The sevens rule",
    "declare": "Declaring",
    "openers": "Openers and passed-out deals",
    "ranks": "Ranks and the joker",
    "stud": "Stud",
    "cucamonga": "Cucamonga",
    "italian": "Italian cards",
    "showdown": "Showdown",
    "seats": "Seats, chips and clocks",
}


@dataclass(frozen=True)
class Option:
    """A house rule for a form. `values` are (text, words); `number`: any whole number may be said as well."""

    name: str
    words: str
    source: str
    default: str
    values: tuple[tuple[str, str], ...]
    number: bool


@cache
def groups() -> list[tuple[str, list[Option]]]:
    """Every option, in the groups of `HouseRules`."""
    known, plain = dict(options()), HouseRules()
    return [
        (TITLES[group.name], [_option(name, known[name]) for name in vars(getattr(plain, group.name))])
        for group in fields(HouseRules)
    ]


def _option(name: str, entry: Any) -> Option:
    values = entry.metadata["values"]
    return Option(
        name,
        entry.metadata["words"],
        entry.metadata["source"],
        said(entry.default),
        tuple((said(value), _words(name, value)) for value in values if value is not NUMBER),
        NUMBER in values,
    )


def said(value: Any) -> str:
    """A value as `HouseRules.of` reads it back.

    >>> said(True), said(None), said(3), said("wsop")
    ('yes', 'none', '3', 'wsop')
    """
    return {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)


#: What "none" means where it does not mean: as the game has it.
_NONE = {
    "cap_raises": "no cap",
    "kill": "off",
    "max_draw": "the whole hand",
    "max_antes": "no limit",
    "buy_in_max": "no limit",
    "clock_seconds": "unlimited thinking",
    "sevens_short_call": "as with all-in bets",
}


def _words(name: str, value: Any) -> str:
    if value is None:
        return _NONE.get(name, "as the game has it")
    return said(value).replace("_", " ")


def differences(house: HouseRules) -> list[tuple[str, str, str]]:
    """What differs from the defaults: option, value, what it is about."""
    known = dict(options())
    return [(name, _words(name, value), known[name].metadata["words"]) for name, value in house.differences().items()]


def house_from(form: FormData) -> HouseRules:
    """The house rules that a form says; fields that are left empty are as by default."""
    found = {name: text(form, name).strip()[:40] for name, _ in options()}
    return HouseRules.of(**{name: value for name, value in found.items() if value})


def rules_of(actor: Actor) -> HouseRules:
    """Those of the next hand."""
    state = actor.scene.table.state
    return state.next_house or state.house


async def house(request: Request) -> Response:
    """The form for hosts; for others what differs from the defaults."""
    actor, person, _ = await guest_of(request)
    if not is_sent(request):
        chosen = request.query_params.get("set", "")
        rules = (await find_set(room_of(request).store, person, chosen)).house if chosen else rules_of(actor)
        return await _shown(request, actor, person, rules)
    must_host(actor, person)
    form = await read_form(request)
    try:
        return await _done(request, actor, person, form)
    except OddchipError as error:
        return await _shown(request, actor, person, rules_of(actor), sentence(error), 400, form)


async def _done(request: Request, actor: Actor, person: Person, form: FormData) -> Response:
    room, here = room_of(request), f"/table/{actor.id}/house"
    match text(form, "do"):
        case "apply":
            wanted = house_from(form).differences()
            await ask(actor, person, Host(new_id(), "house", options=wanted))
            return RedirectResponse(here, 303)
        case "save":
            made = await save_set(
                room.store, person, text(form, "name"), house_from(form), ticked(form, "shared"), room.bits(9)
            )
            return RedirectResponse(f"{here}?set={made.id}", 303)
        case "delete":
            await delete_set(room.store, person, text(form, "set"))
            return RedirectResponse(here, 303)
        case _:
            return RedirectResponse(f"{here}?set={text(form, 'set')[:40]}", 303)


async def _shown(
    request: Request,
    actor: Actor,
    person: Person,
    rules: HouseRules,
    trouble: str = "",
    status: int = 200,
    form: FormData | None = None,
) -> Response:
    """The page with these rules; in its fields stands what a `form` said that could not be done."""
    now = {name: said(rules.get(name)) for name, _ in options()}
    if form is not None and any(name in form for name in now):
        now = {name: text(form, name).strip()[:40] for name in now}
    hosting = actor.scene.desk.may_host(person.id)
    return await page(
        request,
        "house.html",
        status,
        table=actor,
        title=actor.scene.desk.title,
        hosting=hosting,
        groups=groups(),
        now=now,
        differ=differences(rules),
        in_force=rules == rules_of(actor),
        sets=await sets_for(room_of(request).store, person) if hosting else [],
        chosen=request.query_params.get("set", ""),
        trouble=trouble,
    )
