"""Names as they are printed, and as players say them, read back: "Jacks Back, Four-Before, with Two Bugs".

A name here is squashed, as in `names`: letters and figures only. What stands around a game's own name are *twists*, the
modifiers with what they are told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from oddchip.cards import PACKS
from oddchip.errors import GameError
from oddchip.modifiers import MODIFIERS
from oddchip.modifiers.build import GROUP
from oddchip.modifiers.steps import LOWS
from oddchip.spec import Game

Twist = tuple[str, tuple[str | int, ...]]

#: What may stand before a game's name: "double-draw California lowball", "progressive jackpots".
BEFORE: dict[str, Twist] = {
    name.replace("_", ""): (name, ())
    for name in ("single_draw", "double_draw", "triple_draw", "progressive", "four_before")
}
#: What may stand behind it; a pack is named beside them.
BEHIND: dict[str, Twist] = {"progressive": ("progressive", ()), "fourbefore": ("four_before", ())}
#: What it may be played with, behind the rest.
WITH: dict[str, Twist] = {
    **dict.fromkeys(("bug", "abug", "onebug", "1bug"), ("with_bugs", (1,))),
    **dict.fromkeys(("twobugs", "2bugs"), ("with_bugs", (2,))),
    **dict.fromkeys(("nojoker", "nobug", "nobugs"), ("with_bugs", (0,))),
    "antes": ("with_antes", ()),
    **dict.fromkeys(("blinds", "twoblinds", "2blinds"), ("with_blinds", (2,))),
    **dict.fromkeys(("threeblinds", "3blinds"), ("with_blinds", (3,))),
    "declare": ("declare", ()),
    **{f"{low.replace('-', '').lower()}low": ("declare", (low,)) for low in LOWS},
}
_PACK = rf"(?:{'|'.join(PACKS)}|[2-9]toace)pack"
_BEHIND = re.compile("|".join((*BEHIND, _PACK)))
_WITH = re.compile("|".join(sorted(WITH, key=len, reverse=True)))
_BEFORE = re.compile("|".join(BEFORE))
_AROUND = re.compile(
    rf"(?P<name>.+?)(?P<behind>(?:{_BEHIND.pattern})*)(?:with(?P<with>(?:{_WITH.pattern})(?:and(?:{_WITH.pattern}))*))?"
)


def spoken(key: str, known: Mapping[str, Game]) -> Game | None:
    """The game whose name `key` is, with twists around it; None where there is none. GameError for a twist that does
    not fit it.
    """
    for name, twists in _readings(key):
        if name in known:
            return _twisted(known[name], twists)
    return None


def near(key: str, known: Mapping[str, Game]) -> list[str]:
    """The ids of up to three games that may be meant, with the twists that could be read."""
    for name, twists in reversed(_readings(key)):
        found: dict[str, None] = {}
        for close in get_close_matches(name, known, n=12, cutoff=0.6):
            try:
                found[_twisted(known[close], twists).id] = None
            except GameError:
                continue
        if found:
            return list(found)[:3]
    return []


def _readings(key: str) -> list[tuple[str, list[Twist]]]:
    """A name and the twists around it, in every way they may be told apart: the longest name first."""
    found: list[tuple[str, list[Twist]]] = [(key, [])]
    twists: list[Twist] = []
    if (said := _AROUND.fullmatch(key)) and said["name"] != key:
        twists = [_behind(text) for text in _BEHIND.findall(said["behind"])]
        twists += [WITH[text] for text in _WITH.findall(said["with"] or "")]
        found.append((key := said["name"], twists))
    while said := _BEFORE.match(key):
        twists, key = [BEFORE[said[0]], *twists], key[said.end() :]
        found.append((key, twists))
    return found


def _behind(text: str) -> Twist:
    if text in BEHIND:
        return BEHIND[text]
    return "on_deck", (text.removesuffix("pack").replace("toace", " to ace"),)


def _twisted(game: Game, twists: list[Twist]) -> Game:
    """The twists put on, innermost first: whether one fits may depend on those below it."""
    for name, told in sorted(twists, key=lambda twist: GROUP[twist[0]]):
        game = MODIFIERS[name](game, *told)
    return game
