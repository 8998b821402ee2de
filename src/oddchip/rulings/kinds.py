"""The kinds of ruling: which function puts a situation to the engine and brings back its answer.

A kind's function takes a `Ruling` and gives what the engine says, under the names that `expect` uses. It must ask the
engine (rankings, `Hand`, pots, posts, the table), never work the answer out for itself. The same name may mean
something else in another game: a kind is found by its name and the base game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from oddchip.errors import HistoryError, OddchipError
from oddchip.rulings.reading import Ruling

Answer = Mapping[Any, Any]
Ask = Callable[[Ruling], Answer]


@dataclass(frozen=True)
class Kind:
    """`keys`: names beside `expect` that also say what must come out (`a_class`, `qualifies`)."""

    ask: Ask
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """One thing that came out otherwise: the name it has in the ruling, what was expected and what the engine says."""

    name: str
    expected: Any
    got: Any


NOTHING = "no answer to that"

_KINDS: dict[str, dict[str, Kind]] = {}


def kind(*names: str, games: tuple[str, ...] = ("",), keys: tuple[str, ...] = ()) -> Callable[[Ask], Ask]:
    """Make a function the one that asks the engine for rulings of these kinds (in these base games only)."""

    def register(ask: Ask) -> Ask:
        for name in names:
            _KINDS.setdefault(name, {}).update(dict.fromkeys(games, Kind(ask, keys)))
        return ask

    return register


def known_kinds() -> tuple[str, ...]:
    """All kinds there are."""
    return tuple(sorted(_KINDS))


def kind_of(ruling: Ruling) -> Kind:
    """The kind of a ruling; `HistoryError` says which names there are."""
    by_game = _KINDS.get(ruling.kind)
    if by_game is None:
        near = get_close_matches(ruling.kind, _KINDS, n=2, cutoff=0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise HistoryError(f"{ruling.where}: no kind of ruling is called {ruling.kind!r}{hint}")
    found = by_game.get(ruling.base) or by_game.get("")
    if found is None:
        raise HistoryError(f"{ruling.where}: {ruling.kind} is a kind for {', '.join(by_game)}, not for {ruling.game!r}")
    return found


def differences(ruling: Ruling) -> tuple[Difference, ...]:
    """Where the engine's answer is not what the ruling expects; empty when it passes.

    Raises `HistoryError` when the ruling cannot be understood.
    """
    asked = kind_of(ruling)
    expected = _expected(ruling, asked)
    try:
        got: Mapping[Any, Any] = asked.ask(ruling)
    except HistoryError:
        raise
    except OddchipError as refused:
        return (Difference("", expected, f"{type(refused).__name__}: {refused}"),)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, ArithmeticError) as wrong:
        raise HistoryError(
            f"{ruling.where} cannot be understood as a ruling of kind {ruling.kind}: {type(wrong).__name__}: {wrong}"
        ) from wrong
    return tuple(
        Difference(str(name), value, got.get(name, NOTHING))
        for name, value in expected.items()
        if not _same(value, got.get(name, NOTHING))
    )


def _expected(ruling: Ruling, asked: Kind) -> dict[Any, Any]:
    """What must come out, by name; a ruling that expects nothing proves nothing."""
    found = {name: ruling.said[name] for name in asked.keys if name in ruling.said}
    if "expect" not in asked.keys:
        found |= ruling.mapping("expect")
    if not found:
        raise HistoryError(f"{ruling.where} expects nothing: it must say expect")
    return found


def _same(expected: Any, got: Any) -> bool:
    return bool(_plain(expected) == _plain(got))


def _plain(value: Any) -> Any:
    """Lists for tuples, and truth told apart from numbers."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return value
