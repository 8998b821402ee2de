"""Writing TOML, and finding the lines of what was read: `tomllib` reads, but neither writes nor says where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from oddchip.errors import HistoryError

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_MUST_ESCAPE = re.compile(r'[\\"\x00-\x1f\x7f]')
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\n|\]|[^"\'#\n\]]+|.', re.DOTALL)
_HEADER = re.compile(r"^\s*\[(?!\[)[^\]\n]*\]\s*(?:#.*)?$")


def key_text(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else string_text(key)


def string_text(text: str) -> str:
    """A basic string. HistoryError for half of a surrogate pair, which no TOML can hold."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise HistoryError(f"{text!r} has half a character in it and cannot be written")
    return '"' + _MUST_ESCAPE.sub(lambda found: _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04X}", text) + '"'


def value_text(value: Any) -> str:
    """A value on one line. HistoryError for what TOML has no form for."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return string_text(str(value))
    if isinstance(value, Mapping):
        items = [f"{key_text(key)} = {value_text(item)}" for key, item in value.items()]
        return f"{{ {', '.join(items)} }}" if items else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if hasattr(value, "isoformat"):  # dates and times, which the engine itself never makes
        return str(value.isoformat())
    raise HistoryError(f"a {type(value).__name__} cannot be written in a history: {value!r}")


def document(entries: Iterable[tuple[str, Any]], long: frozenset[str] = frozenset()) -> str:
    """Keys and values, a line each; lists under the keys of `long` have a line for each item."""
    return "\n".join(_entry(key, value, key in long) for key, value in entries) + "\n"


def _entry(key: str, value: Any, is_long: bool) -> str:
    if not is_long:
        return f"{key_text(key)} = {value_text(value)}"
    items = "".join(f"  {value_text(item)},\n" for item in value)
    return f"{key_text(key)} = [\n{items}]"


def hands_in(text: str) -> Iterator[dict[str, list[int]]]:
    """For each hand of a text (the top, then a hand for each `[header]`): the line of each key, then of each list item.

    Lines count from 1. Only keys that begin a line are found, which is how histories are written.
    """
    found: dict[str, list[int]] = {}
    line = 1
    rest = text
    while rest:
        start, _, after = rest.partition("\n")
        if _HEADER.match(start):
            if found:
                yield found
            found = {}
        elif key := re.match(r'\s*(?:([A-Za-z0-9_-]+)|"([^"]*)")\s*=\s*', start):
            items, end = _items(rest[key.end() :])
            found[key[1] or key[2]] = [line, *(line + at for at in items)]
            taken = key.end() + end
            line += rest.count("\n", 0, taken)
            rest = rest[taken:]
            continue
        line += 1
        rest = after
    yield found


def _items(value: str) -> tuple[list[int], int]:
    """For the text of a list: how many lines below the key its strings stand, and where the list ends."""
    if not value.startswith("["):
        return [], 0
    items: list[int] = []
    below = end = 0
    for token in _TOKEN.finditer(value):
        end = token.end()
        if token[0] == "\n":
            below += 1
        elif token[0][0] in "\"'":
            items.append(below)
        elif token[0] == "]":
            break
    return items, end
