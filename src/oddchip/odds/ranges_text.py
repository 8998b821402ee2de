"""The grammar of ranges: what joins patterns to a range.

::

    range       = alternative { ("," | ";" | "or" | new line) alternative }
    alternative = [ "pat" ] patterns { "draw" N | "pat" | N "down" | "@" weight | "50%" | "with the joker" }
    patterns    = part { ("and" | "&" | "but" | "except") part }        "except" is "and not"
    part        = "not" part | "(" range ")" | pattern

`or better` and its kin, `kings and queens`, and what stands in square brackets belong to a pattern.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from oddchip.cards import Pack
from oddchip.errors import RangeError
from oddchip.odds import patterns as p
from oddchip.odds.patterns_kinds import rank_word
from oddchip.odds.patterns_words import read_pattern
from oddchip.odds.ranges_fields import Setting
from oddchip.whole import is_whole

MAX_LENGTH = 4000
MAX_DEPTH = 20
MOST_WEIGHT_PARTS = 10_000
# Words that compare, and their misspellings: no pattern begins like them.
_COMPARED = r"bet\w*|wor\w*|higher|lower|best|less|more|smoother|rougher"
_OR = re.compile(rf"\s*[,;\n]\s*|\s+or\s+(?!(?:{_COMPARED})\b)", re.IGNORECASE)
_AND = re.compile(rf"\s*&\s*|\s+(?:and|but)\s+(?!(?:{_COMPARED})\b)|\s+(?=except\s)", re.IGNORECASE)
_COUNTS = {word: n for n, word in enumerate(("none", "one", "two", "three", "four", "five"))}
_WEIGHT = re.compile(r"(.*?)\s*(?:@\s*([^\s@%]+)(\s*%)?|\s([0-9.]+)(\s*%))\s*", re.DOTALL)
_DRAW = re.compile(r"(.*?)\s*\b(?:draw(?:s|ing)?|takes?|taking)\s+(\w+)(?:\s+cards?)?\s*", re.IGNORECASE | re.DOTALL)
_PAT_LAST = re.compile(r"(.*\S)\s+(?:stand(?:s|ing)?\s+)?pat\s*", re.IGNORECASE | re.DOTALL)
_PAT_FIRST = re.compile(r"\s*(?:(?:stand(?:s|ing)?\s+)?pat)\b\s*(.*)", re.IGNORECASE | re.DOTALL)
_DOWN = re.compile(r"(.*\S)\s+(\w+)\s+down\s*", re.IGNORECASE | re.DOTALL)
_WITH = re.compile(r"(.*\S)\s+with(out)?\s+(?:(?:a|the)\s+)?(joker|bug)\s*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Alternative:
    """One part of a range: a pattern, how many cards its player draws (None: not said), its weight."""

    pattern: p.Pattern
    draws: int | None = None
    weight: Fraction = Fraction(1)
    down: int | None = None

    def __str__(self) -> str:
        inner = f"pat {_inner(self.pattern)}" if self.draws == 0 else str(self.pattern)
        tail = f" draw {self.draws}" if self.draws else ""
        tail += f" {self.down} down" if self.down else ""
        tail += f" @ {_weight_text(self.weight)}" if self.weight != 1 else ""
        return f"({inner}){tail}" if tail and self.draws != 0 and isinstance(self.pattern, p.Either) else inner + tail


def _inner(pattern: p.Pattern) -> str:
    return f"({pattern})" if isinstance(pattern, p.Either) else str(pattern)


def _weight_text(weight: Fraction) -> str:
    decimal = f"{float(weight):.4f}".rstrip("0").rstrip(".")
    return decimal if Fraction(decimal) == weight else str(weight)


def read_range(text: str, setting: Setting) -> tuple[Alternative, ...]:
    """The alternatives of a range; `RangeError` says what cannot be read, and what could be."""
    if not isinstance(text, str):
        raise RangeError(f"a range is text such as 'jacks or better', not {text!r}")
    if len(text) > MAX_LENGTH:
        raise RangeError(f"a range has at most {MAX_LENGTH} characters, not {len(text)}")
    if not text.strip(" \t\n,;"):
        raise RangeError("an empty range: say what may be held, or 'any'")
    _check_brackets(text)
    return tuple(_Reader(setting).alternatives(text, False, 0))


def _check_brackets(text: str) -> None:
    open_: list[str] = []
    for mark in text:
        if mark in "([":
            open_.append(mark)
        elif mark in ")]" and (not open_ or open_.pop() + mark not in ("()", "[]")):
            raise RangeError(f"a bracket is closed that was not opened in {text!r}")
    if open_:
        raise RangeError(f"a bracket is not closed in {text!r}")


def _cut(text: str, at: re.Pattern[str], pack: Pack | None = None) -> list[str]:
    """The text cut at what stands outside all brackets; with a pack not between two plural ranks: two pair."""
    parts, start, place = [], 0, 0
    while place < len(text):
        if text[place] in "([":
            place = _closing(text, place) + 1
            continue
        found = at.match(text, place)
        if found and found.end() > place and not (pack and _two_ranks(text[:place], text[found.end() :], pack)):
            parts.append(text[start:place])
            start = place = found.end()
            continue
        place += 1
    return [*parts, text[start:]]


def _closing(text: str, place: int) -> int:
    depth = 0
    for at in range(place, len(text)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[at], 0)
        if not depth:
            return at
    raise AssertionError("brackets have been checked")


def _two_ranks(before: str, after: str, pack: Pack) -> bool:
    """Do the words around an `and` name two pair, `kings and queens`?"""
    words = re.findall(r"[\w']+", before.lower())[-1:] + re.findall(r"[\w']+", after.lower())[:1]
    return len(words) == 2 and all(word.endswith("s") and rank_word(word, pack) is not None for word in words)


class _Reader:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def alternatives(self, text: str, pat: bool, depth: int) -> list[Alternative]:
        if depth > MAX_DEPTH:
            raise RangeError(f"a range has brackets {MAX_DEPTH} deep at most")
        parts = [part for part in _cut(text, _OR) if part.strip()]
        if not parts:
            raise RangeError(f"nothing stands where a pattern should in {text.strip() or '()'!r}")
        return [found for part in parts for found in self.alternative(part, pat, depth)]

    def alternative(self, text: str, pat: bool, depth: int) -> list[Alternative]:
        body, draws, weight, down, joker = self._tail(text)
        if found := _PAT_FIRST.fullmatch(body):
            if draws:
                raise RangeError(f"who stands pat draws none: {text.strip()!r} says both")
            body, draws = found[1], 0
        self._check_draws(draws, text)
        pat = pat or draws == 0
        body = body.strip()
        if not body:
            body = "any" if draws is not None else ""
        if body.startswith("(") and _closing(body, 0) == len(body) - 1:
            inner = self.alternatives(body[1:-1], pat, depth + 1)
        else:
            inner = [Alternative(self._patterns(body, pat, depth, text))]
        return [self._joined(one, draws, weight, down, joker, text) for one in inner]

    def _joined(
        self,
        one: Alternative,
        draws: int | None,
        weight: Fraction,
        down: int | None,
        joker: p.Pattern | None,
        text: str,
    ) -> Alternative:
        if None not in (draws, one.draws) and draws != one.draws:
            raise RangeError(f"{text.strip()!r} says two numbers of cards to draw")
        if None not in (down, one.down) and down != one.down:
            raise RangeError(f"{text.strip()!r} says two numbers of cards that are down")
        pattern = one.pattern if joker is None else p.All((one.pattern, joker))
        return Alternative(
            pattern,
            one.draws if draws is None else draws,
            one.weight * weight,
            one.down if down is None else down,
        )

    # -- what follows a pattern ----------------------------------------------------------------------------------

    def _tail(self, text: str) -> tuple[str, int | None, Fraction, int | None, p.Pattern | None]:
        body, draws, weight, down, joker = text, None, None, None, None
        while True:
            if found := _WEIGHT.fullmatch(body):
                if weight is not None:
                    raise RangeError(f"{text.strip()!r} has two weights")
                weight = _weight(found[2] or found[4], bool(found[3] or found[5]))
            elif found := _DRAW.fullmatch(body):
                if draws is not None:
                    raise RangeError(f"{text.strip()!r} says twice how many cards are drawn")
                draws = _count(found[2], text)
            elif found := _PAT_LAST.fullmatch(body):
                if draws is not None:
                    raise RangeError(f"{text.strip()!r} says twice how many cards are drawn")
                draws = 0
            elif found := _DOWN.fullmatch(body):
                down = _count(found[2], text)
            elif joker is None and (found := _WITH.fullmatch(body)):
                joker = self._joker(found[3], bool(found[2]))
            else:
                return body, draws, Fraction(1) if weight is None else weight, down, joker
            body = found[1]

    def _joker(self, word: str, without: bool) -> p.Pattern:
        deck = self.setting.deck
        if not deck.jokers:
            raise RangeError(f"{self.setting.game.name} is played without a {word}")
        held = p.Cards((frozenset(deck.cards[-deck.jokers :]),), word)
        return p.Not(held) if without else held

    def _check_draws(self, draws: int | None, text: str) -> None:
        game, house = self.setting.game, self.setting.house.draw
        if draws is None:
            return
        if not game.draws:
            raise RangeError(f"{game.name} has no draw, so nobody can be drawing or pat: {text.strip()!r}")
        final = self.setting.final
        if draws > final:
            raise RangeError(f"a hand of {game.name} has {final} cards: nobody draws {draws}")
        if house.max_draw is not None and draws - self.setting.extra > house.max_draw + house.four_with_ace:
            raise RangeError(f"no more than {house.max_draw} cards may be thrown here, so nobody draws {draws}")

    # -- patterns ------------------------------------------------------------------------------------------------

    def _patterns(self, text: str, pat: bool, depth: int, whole: str) -> p.Pattern:
        parts = _cut(text, _AND, self.setting.deck.pack)
        if not all(part.strip() for part in parts):
            raise RangeError(f"a pattern is missing beside 'and' in {whole.strip()!r}")
        found = tuple(self._part(part.strip(), pat, depth) for part in parts)
        return found[0] if len(found) == 1 else p.All(found)

    def _part(self, text: str, pat: bool, depth: int) -> p.Pattern:
        if depth > MAX_DEPTH:
            raise RangeError(f"a range has brackets {MAX_DEPTH} deep at most")
        if denied := re.fullmatch(r"(?:not|except|no(?=\s+(?:\()))\b\s*(.+)", text, re.IGNORECASE | re.DOTALL):
            return p.Not(self._part(denied[1].strip(), pat, depth + 1))
        if text.startswith("("):
            if _closing(text, 0) != len(text) - 1:
                raise RangeError(f"'and', 'or' or a comma should follow the bracket in {text!r}")
            inner = self.alternatives(text[1:-1], pat, depth + 1)
            for one in inner:
                if one.weight != 1 or one.draws is not None or one.down is not None:
                    raise RangeError(f"weights and draws belong to a whole alternative, not inside {text!r}")
            return inner[0].pattern if len(inner) == 1 else p.Either(tuple(one.pattern for one in inner))
        if re.match(r"(?:no|with(?:out)?) ", text) and (found := _WITH.fullmatch(f"any {text}")):
            return self._joker(found[3], bool(found[2]))
        return read_pattern(text, self.setting, pat)


def _weight(said: str, percent: bool) -> Fraction:
    try:
        weight = Fraction(said) / (100 if percent else 1)
    except (ValueError, ZeroDivisionError):
        raise RangeError(f"a weight is a number such as 0.5, 1/3 or 50%, not {said!r}") from None
    if weight < 0 or weight > 1000 or weight.denominator > MOST_WEIGHT_PARTS:
        raise RangeError(f"a weight is 0 to 1000, with no more than four decimals, not {said}{'%' if percent else ''}")
    return weight


def _count(word: str, text: str) -> int:
    count = int(word) if is_whole(word) and len(word) < 3 else _COUNTS.get(word.lower())
    if count is None:
        raise RangeError(f"how many cards is a number, not {word!r}, in {text.strip()!r}")
    return count
