"""Strict reading of JSON: one form for everything, and whatever else there is is refused before it is used."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeVar

from oddchip.fair.errors import Unreadable
from oddchip.fair.hashing import text

T = TypeVar("T")
Data = dict[str, Any]
MOST_WHOLE = 2**53 - 1  # what every reader of JSON keeps exactly
DEEPEST = 32  # objects and lists within one another; nothing that is read here has a third of it
_HEX = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)
_COUNT = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_MARKS = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{\]}]', re.DOTALL)  # a string, or where something begins or ends


def refuse(where: str, wanted: str) -> NoReturn:
    raise Unreadable(f"{where} is not as it must be: expected {wanted}")


def data_of(written: str) -> Any:
    """The value of a JSON text; a name told twice, a part of a number or a number that is none is refused."""
    _not_too_deep(written)
    try:
        return json.loads(
            written,
            object_pairs_hook=_once,
            parse_int=_whole,
            parse_float=lambda _: _no("parts"),
            parse_constant=lambda _: _no("NaN"),
        )
    except (json.JSONDecodeError, RecursionError) as wrong:
        raise Unreadable(f"this is not JSON: {wrong}") from None
    except ValueError as wrong:
        raise wrong if isinstance(wrong, Unreadable) else Unreadable(f"this is not JSON: {wrong}") from None


def _not_too_deep(written: str) -> None:
    """Python's own reader recurses, and where its limit has been raised a deep text ends the process."""
    depth = 0
    for mark in _MARKS.finditer(written):
        depth += (mark[0] in "[{") - (mark[0] in "]}")
        if depth > DEEPEST:
            raise Unreadable(f"this is not JSON of ours: more than {DEEPEST} lists within one another")


def _once(pairs: list[tuple[str, Any]]) -> Data:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a name is told twice in one object of the JSON")
    return found


def _whole(written: str) -> int:
    return _no("negative one") if written.startswith("-") else int(written)


def _no(what: str) -> NoReturn:
    raise Unreadable(f"numbers are whole here: no {what}")


def fields(value: Any, where: str, *names: str) -> list[Any]:
    """The values of exactly these names, in this order."""
    if type(value) is not dict or set(value) != set(names):
        refuse(where, f"exactly {', '.join(names)}")
    return [value[name] for name in names]


def whole(value: Any, where: str, most: int = MOST_WHOLE) -> int:
    if type(value) is not int or not 0 <= value <= most:
        refuse(where, f"a whole number from 0 to {most}")
    return value


def words(value: Any, where: str, most: int = 1000) -> str:
    """Text in composed form."""
    if type(value) is not str or len(value) > most:
        refuse(where, f"text of at most {most} characters")
    text(value)
    return value


def hexed(value: Any, where: str, size: int | None = None) -> bytes:
    """Bytes, written as lower-case hex."""
    if type(value) is not str or not _HEX.fullmatch(value) or (size is not None and len(value) != 2 * size):
        refuse(where, "lower-case hex" if size is None else f"{size} bytes in lower-case hex")
    return bytes.fromhex(value)


def each(value: Any, where: str, read: Callable[[Any, str], T], most: int = 1000) -> tuple[T, ...]:
    """A list whose members are read alike."""
    if type(value) is not list or len(value) > most:
        refuse(where, f"a list of at most {most}")
    return tuple([read(one, f"{where}[{i}]") for i, one in enumerate(value)])


def by_seat(value: Any, where: str, read: Callable[[Any, str], T]) -> dict[int, T]:
    """Something for each of some seats: an object whose names are seats."""
    if type(value) is not dict or not all(type(name) is str and _COUNT.fullmatch(name) for name in value):
        refuse(where, "an object with seats as its names")
    return {whole(int(name), where): read(one, f"{where}.{name}") for name, one in value.items()}


def hexes(found: Iterable[bytes]) -> list[str]:
    return [one.hex() for one in found]
