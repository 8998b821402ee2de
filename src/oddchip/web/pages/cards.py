"""GET /art/<deck>.svg: the sprite of a deck, for the table; GET /cards: every card of every skin."""

from __future__ import annotations

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.art import Sheet, gallery, sprite
from oddchip.errors import OddchipError
from oddchip.web.pages.refusals import sentence
from oddchip.web.static import ASK_AGAIN, FOR_EVER, File
from oddchip.web.templating import page
from oddchip.web.wiring import wiring_of

_ASKED = ("skin", "colours", "index", "tint")


@lru_cache(64)
def _art(deck: str, asked: tuple[tuple[str, str], ...]) -> File:
    return File.of(sprite(deck, **dict(asked)).encode(), "image/svg+xml")


async def art(request: Request) -> Response:
    """With ?v=<fingerprint of its bytes> it is kept for a year, else asked about anew."""
    said = request.query_params
    asked = tuple((name, said[name][:40]) for name in _ASKED if name in said)
    try:
        file = await wiring_of(request).worked_out(_art, request.path_params["deck"], asked)
    except OddchipError as error:
        raise HTTPException(404, sentence(error)) from None
    return file.answer(request, FOR_EVER if said.get("v") == file.tag else ASK_AGAIN)


def art_path(deck: str, **asked: str) -> str:
    """Where a page finds a sprite, to be kept for good."""
    chosen = tuple((name, asked[name]) for name in _ASKED if asked.get(name))
    query = "".join(f"{name}={value}&" for name, value in chosen)
    return f"/art/{deck}.svg?{query}v={_art(deck, chosen).tag}"


async def cards(request: Request) -> Response:
    """Every card of every skin, with its name in words."""
    return await page(request, "cards.html", sheets=await wiring_of(request).worked_out(_sheets))


@lru_cache(1)
def _sheets() -> list[tuple[Sheet, str]]:
    return [(each, art_path(each.deck, skin=each.skin, colours=each.colours, index=each.index)) for each in gallery()]
