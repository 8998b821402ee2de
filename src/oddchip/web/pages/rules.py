"""GET /rules: every game and every modifier; GET /rules/<game>: its rule sheet, also in the words of a table."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oddchip.errors import OddchipError
from oddchip.games import find_game, games
from oddchip.modifiers import MODIFIERS, applicable
from oddchip.rulesheet import sheet
from oddchip.spec import Game
from oddchip.table.usual import stakes_of
from oddchip.web.pages.refusals import sentence
from oddchip.web.security import TOO_FAST
from oddchip.web.templating import page
from oddchip.web.wiring import wiring_of

_PLAIN = frozenset(game.id for game in games())
#: As a dealer's-choice night would sort them.
FAMILIES = (
    ("Draw", "five_card_draw ante_draw gardena_jackpots jacks_back johnson high_low_declare california_high_low"),
    ("Lowball", "california_lowball kansas_city ace_to_six_lowball badugi q_ball"),
    ("Triple draw", "deuce_to_seven_triple_draw ace_to_five_triple_draw"),
    ("Stud", "stud_eight seven_card_stud razz"),
    ("Cards on the table", "cucamonga texas_holdem omaha omaha_eight short_deck_holdem"),
    ("For two", "california_poker"),
)  # fmt: skip


@lru_cache(1)
def families() -> list[tuple[str, list[Game]]]:
    """All games by family; one that no family names comes last."""
    by_id = {game.id: game for game in games()}
    found = [(title, [by_id.pop(name) for name in names.split() if name in by_id]) for title, names in FAMILIES]
    return found + ([("More", list(by_id.values()))] if by_id else [])


@lru_cache(1)
def twists() -> list[tuple[str, str, str]]:
    """Modifiers: name, what it does, an example that exists."""
    return [(name, _about(name), _example(name)) for name in MODIFIERS]


def _about(modifier: str) -> str:
    text = (MODIFIERS[modifier].__doc__ or "").partition("\n\n")[0].replace("\n", " ").strip()
    return text.partition(" (D-")[0].partition(" (IT-")[0].partition(" (S8-")[0].rstrip(".:") + "."


def _example(modifier: str) -> str:
    return next((made for game in games() for made in applicable(game) if made.startswith(modifier + "(")), "")


async def rules(request: Request) -> Response:
    """The list; with ?q= it leads on to the game that is called so, or says which are near."""
    asked = request.query_params.get("q", "")[:200].strip()
    trouble = ""
    if asked:
        try:
            return RedirectResponse(f"/rules/{find_game(asked).id}", 303)
        except OddchipError as error:
            trouble = sentence(error)
    return await page(request, "rules.html", families=families(), twists=twists(), asked=asked, trouble=trouble)


async def one_game(request: Request) -> Response:
    """The sheet of a game. ?stakes= puts the amounts in. The sheet escapes all that goes into it (tested)."""
    wiring, name = wiring_of(request), request.path_params["game"]
    stakes = request.query_params.get("stakes", "")[:80]
    if not (name in _PLAIN and not stakes) and not wiring.may(wiring.recipes, request):
        raise HTTPException(429, TOO_FAST.why, {"retry-after": str(TOO_FAST.wait)})
    try:
        game = find_game(name)
    except OddchipError as error:
        raise HTTPException(404, sentence(error)) from None
    html, made = await wiring.worked_out(_sheet, game, stakes)
    return await page(request, "rule_sheet.html", game=game, html=Markup(html), made=made, stakes=stakes)


@lru_cache(256)
def _sheet(game: Game, stakes: str) -> tuple[str, list[Game]]:
    """The sheet, and the games that one modifier more makes."""
    html = sheet(game, stakes_of(game, stakes) if stakes else None).html()
    return html, [find_game(name) for name in applicable(game)]
