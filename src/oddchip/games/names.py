"""Games by name: a small grammar of its own, never `eval`, bounded in length and depth.

::

    game     = name | name "(" argument {"," argument} ")"
    argument = game | value | key "=" value
    value    = "words in quotes" | whole number | words

A name is a game's id, its name or an alias, with what `spoken` reads around it, or a modifier's name; capitals, spaces
and punctuation do not matter.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from oddchip.errors import GameError, UnknownName
from oddchip.games import boards, draw, lowball, stud
from oddchip.games.spoken import near, spoken
from oddchip.modifiers import MODIFIERS, double_draw, single_draw, triple_draw
from oddchip.spec import Draw, Game

MAX_LENGTH = 200
MAX_DEPTH = 12

GAMES: tuple[Game, ...] = (
    draw.five_card_draw,
    draw.ante_draw,
    draw.gardena_jackpots,
    lowball.california_lowball,
    lowball.kansas_city,
    lowball.ace_to_six_lowball,
    lowball.badugi,
    draw.california_high_low,
    draw.high_low_declare,
    draw.johnson,
    draw.jacks_back,
    lowball.q_ball,
    stud.stud_eight,
    boards.cucamonga(),
    boards.california_poker,
    stud.seven_card_stud,
    stud.razz,
    lowball.deuce_to_seven_triple_draw,
    lowball.ace_to_five_triple_draw,
    boards.texas_holdem,
    boards.short_deck_holdem,
    boards.omaha,
    boards.omaha_eight,
)

#: Games that take something in brackets themselves.
RECIPES: dict[str, Callable[..., Game]] = {"cucamonga": boards.cucamonga}


def games() -> tuple[Game, ...]:
    """All games as they come, without a twist, the draw games first."""
    return GAMES


def find_game(text: str) -> Game:
    """The game that is called so.

    >>> find_game("Jacks Back").id
    'jacks_back'
    >>> find_game("triple draw (lowball)").id
    'triple_draw(california_lowball)'

    Raises `UnknownName` with the nearest known names, or `GameError` with what is wrong.
    """
    if not isinstance(text, str):
        raise GameError(f"a game is found by its name, not by {text!r}")
    if len(text) > MAX_LENGTH:
        raise GameError(f"the name of a game has at most {MAX_LENGTH} characters, not {len(text)}")
    return _find(text)


@lru_cache(maxsize=4096)
def _find(text: str) -> Game:
    if "," in text and not re.search(r"[()=\"]", text):
        return _named(text)  # "Jacks Back, Four-Before": no list of arguments
    reader = _Reader(text)
    found = reader.game(1)
    if (token := reader.peek()) is not None:
        raise GameError(f"nothing may follow the end of the game in {text!r}, but {token.text!r} does")
    return found


# --- names ---------------------------------------------------------------------------------------------------------


def squash(name: str) -> str:
    """What is left of a name when capitals, spaces and punctuation do not matter."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _known() -> Iterator[tuple[str, Game]]:
    for game in GAMES:
        for name in (game.id, game.name, *game.aliases):
            yield name, game


def _printed() -> Iterator[Game]:
    for game in GAMES:
        if game.has(Draw):
            yield from (number(game) for number in (single_draw, double_draw, triple_draw))
    for reveal, stops in boards.REVEALS.items():
        yield from (boards.cucamonga(reveal, switch) for switch in range(1, len(stops) + 2))


BY_NAME: dict[str, Game] = {squash(name): game for name, game in _known()}
#: The games that are printed under a name of their own, besides: with other draws, and the kinds of Cucamonga.
PRINTED: dict[str, Game] = {squash(game.name): game for game in _printed()} | BY_NAME
MODIFIER_NAMES = {squash(name): name for name in (*MODIFIERS, *RECIPES)}


def _named(name: str) -> Game:
    key = squash(name)
    if key in BY_NAME:
        return BY_NAME[key]
    if found := spoken(key, PRINTED):
        return found
    if key in MODIFIER_NAMES:
        raise GameError(f"{name} needs a game: {MODIFIER_NAMES[key]}(gardena_jackpots)")
    raise UnknownName("game", name, nearest=near(key, PRINTED))


def _called(name: str) -> Callable[..., Game]:
    key = squash(name)
    if key in MODIFIER_NAMES:
        called = MODIFIER_NAMES[key]
        return RECIPES.get(called) or MODIFIERS[called]
    if key in BY_NAME:
        raise GameError(f"{name} is a game and takes nothing in brackets")
    raise UnknownName("modifier", name, MODIFIER_NAMES.values())


def _call(name: str, values: list[Any], keywords: dict[str, Any]) -> Game:
    make = _called(name)
    known = list(inspect.signature(make).parameters)
    for key in keywords:
        if key not in known:
            raise UnknownName(f"argument of {name}", key, known)
    if len(values) > len(known):
        raise GameError(f"{name} takes {' and '.join(known).replace('game', 'a game', 1)} and nothing else")
    given = dict(zip(known, values, strict=False))
    if twice := sorted(given.keys() & keywords.keys()):
        raise GameError(f"{name} is told {twice[0]} twice")
    given |= keywords
    if known[0] == "game" and not isinstance(given.get("game"), Game):
        raise GameError(f"{name} needs a game first: {name}(gardena_jackpots)")
    missing = [k for k, p in inspect.signature(make).parameters.items() if p.default is p.empty and k not in given]
    if missing:
        raise GameError(f"{name} must be told {missing[0]}")
    return make(**given)


# --- the grammar ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Token:
    kind: str  # "word", "quoted", or the mark itself
    text: str


def _tokens(text: str) -> list[_Token]:
    tokens, at = [], 0
    for found in re.finditer(r"\s*(?:([(),=])|\"([^\"]*)\"|'([^']*)'|([^(),=\"]+))", text):
        if found.start() != at:
            break
        at = found.end()
        mark, double, single, words = found.groups()
        if mark:
            tokens.append(_Token(mark, mark))
        elif words is not None and words.strip():
            tokens.append(_Token("word", words.strip()))
        elif words is None:
            tokens.append(_Token("quoted", double if double is not None else single))
    if at != len(text):
        raise GameError(f"a quotation is not closed in {text!r}")
    return tokens


@dataclass
class _Reader:
    text: str
    tokens: list[_Token] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        self.tokens = _tokens(self.text)
        if not self.tokens:
            raise GameError("a game needs a name")

    def peek(self, ahead: int = 0) -> _Token | None:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def is_next(self, kind: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind == kind

    def take(self, kind: str, what: str) -> str:
        token = self.peek()
        if token is None:
            raise GameError(f"{self.text!r} ends where {what} should follow")
        if token.kind != kind:
            raise GameError(f"{what} should stand where {token.text!r} does in {self.text!r}")
        self.at += 1
        return token.text

    def game(self, depth: int) -> Game:
        if depth > MAX_DEPTH:
            raise GameError(f"a game is made of at most {MAX_DEPTH} names inside each other")
        name = self.take("word", "a name")
        if not self.is_next("("):
            return _named(name)
        values, keywords = self.arguments(name, depth)
        return _call(name, values, keywords)

    def arguments(self, name: str, depth: int) -> tuple[list[Any], dict[str, Any]]:
        self.take("(", "an opening bracket")
        values: list[Any] = []
        keywords: dict[str, Any] = {}
        while values or keywords or not self.is_next(")"):
            if self.is_next("=", ahead=1):
                key = self.take("word", "the name of an argument")
                self.take("=", "an equals sign")
                if key in keywords:
                    raise GameError(f"{name} is told {key} twice")
                keywords[key] = self.game(depth + 1) if key == "game" else self.value()
            elif keywords:
                raise GameError(f"in {name} what has no name must come before what has one")
            else:
                values.append(self.game(depth + 1) if self.takes_game(name, values) else self.value())
            if self.is_next(")"):
                break
            self.take(",", "a comma or a closing bracket")
        self.take(")", "a closing bracket")
        return values, keywords

    def takes_game(self, name: str, values: list[Any]) -> bool:
        return not values and next(iter(inspect.signature(_called(name)).parameters)) == "game"

    def value(self) -> str | int:
        if self.is_next("quoted"):
            return self.take("quoted", "a value")
        word = self.take("word", "a value")
        return int(word) if re.fullmatch(r"[0-9]{1,9}", word) else word
