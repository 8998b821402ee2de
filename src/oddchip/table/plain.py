"""Facts and states of a table as plain data for JSON, and back.

A game is written as its name, stakes in words ("2/4 ante 1"), house rules as those that differ from the defaults; a
fact is {"fact": "Seated", "seat": 0, ...}; a command is {"do": "Act", "seat": 0, "action": ["raise", 4], ...}, cards as
the engine's numbers. Reading refuses what it does not know with a `HistoryError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from oddchip.actions import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAY_BRING_IN,
    Action,
    DeclareWay,
    Discard,
    Give,
    RaiseTo,
    Way,
)
from oddchip.dealers import Dealer
from oddchip.errors import HistoryError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.spec import Game
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stake
from oddchip.stakes_text import parse_stakes, stakes_text
from oddchip.table import commands, facts
from oddchip.table.state import TableState

_STAKES = (FixedLimit, SpreadLimit, PotLimit, NoLimit, Stake)
_FACTS: dict[str, type] = {kind.__name__: kind for kind in get_args(facts.Fact)}
_COMMANDS: dict[str, type] = {kind.__name__: kind for kind in get_args(commands.Command)}
_ACTIONS: dict[str, Action] = {
    "fold": FOLD,
    "check": CHECK,
    "call": CALL,
    "bring_in": PAY_BRING_IN,
    "declare_open": DECLARE_OPEN,
}
_ACTION_NAMES = {action: name for name, action in _ACTIONS.items()}
_ACTION_KINDS = get_args(Action)


def plain_fact(fact: facts.Fact) -> dict[str, Any]:
    """A fact as data."""
    return {"fact": type(fact).__name__, **_plain_fields(fact)}


def fact_of(data: Mapping[str, Any]) -> facts.Fact:
    """The fact that the data say."""
    kind = _FACTS.get(data.get("fact", ""))
    if kind is None:
        raise HistoryError(f"no fact of a table is called {data.get('fact')!r}")
    fact: facts.Fact = _read_fields(kind, {name: value for name, value in data.items() if name != "fact"})
    return fact


def plain_command(command: commands.Command) -> dict[str, Any]:
    """A command as data. The dealer of a `StartHand` is no data and is left out."""
    data: dict[str, Any] = {"do": type(command).__name__}
    if isinstance(command, commands.StartHand):
        data |= {} if command.button is None else {"button": command.button}
        return data | {"apart": True} if command.apart else data
    return {**data, **_plain_fields(command)}


def command_of(data: Mapping[str, Any], dealer: Dealer | None = None) -> commands.Command:
    """The command that the data say; a `StartHand` is given its dealer again."""
    kind = _COMMANDS.get(data.get("do", ""))
    if kind is None:
        raise HistoryError(f"no command of a table is called {data.get('do')!r}")
    said = {name: value for name, value in data.items() if name != "do"}
    if kind is commands.StartHand:
        if dealer is None:
            raise HistoryError("the deal needs its dealer")
        return commands.StartHand(dealer, said.get("button"), said.get("apart", False))
    command: commands.Command = _read_fields(kind, said)
    return command


def plain_action(action: Action) -> list[Any]:
    """An action as data: ["fold"], ["raise", 4], ["draw", [12, 3]], ["declare", "low"], ["give", [1, 2, 3, 4]]."""
    match action:
        case RaiseTo():
            return ["raise", action.amount]
        case Discard():
            return ["draw", list(action.cards)]
        case DeclareWay():
            return ["declare", action.way.value]
        case Give():
            return ["give", list(action.cards)]
    return [_ACTION_NAMES[action]]


def action_of(data: Any) -> Action:
    """The action that the data say."""
    match data:
        case [str(name)] if name in _ACTIONS:
            return _ACTIONS[name]
        case ["raise", int(amount)]:
            return RaiseTo(amount)
        case ["draw", [*cards]]:
            return Discard(tuple(cards))
        case ["declare", str(way)] if way in tuple(Way):
            return DeclareWay(Way(way))
        case ["give", [*cards]]:
            return Give(tuple(cards))
    raise HistoryError(f"no action is written {data!r}")


def plain_value(value: Any) -> Any:
    """Any value that a table is made of (a deal, a carried pot, posts) as data."""
    return _plain(value)


def value_of(kind: Any, data: Any) -> Any:
    """The value of that type which the data say, as `plain_value` wrote it."""
    return _read(kind, data)


def plain_state(state: TableState) -> dict[str, Any]:
    """A table's state as data, for snapshots."""
    return _plain_fields(state)


def state_of(data: Mapping[str, Any]) -> TableState:
    """The state that the data say."""
    state: TableState = _read_fields(TableState, data)
    return state


# --- writing -----------------------------------------------------------------------------------------------------


_AS_THEY_ARE = (int, str, float, bool, NoneType)


def _plain(value: Any) -> Any:
    if type(value) in _AS_THEY_ARE:
        return value
    match value:
        case Game():
            return value.id
        case HouseRules():
            return {name: "none" if said is None else said for name, said in value.differences().items()}
        case Enum():
            return value.value
        case frozenset():
            return sorted(map(_plain, value))
        case tuple() | list():
            return [_plain(each) for each in value]
        case dict():
            return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, _STAKES):
        return stakes_text(value)
    if type(value) in _ACTION_KINDS:
        return plain_action(value)
    return _plain_fields(value) if is_dataclass(value) else value


def _plain_fields(value: Any) -> dict[str, Any]:
    """Fields that differ from their defaults."""
    found = {}
    for name, default in _defaults(type(value)):
        now = getattr(value, name)
        if now is not default and (default is MISSING or now != default):
            found[name] = _plain(now)
    return found


_DEFAULTS: dict[type, tuple[tuple[str, Any], ...]] = {}


def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass with their defaults."""
    if kind not in _DEFAULTS:
        _DEFAULTS[kind] = tuple((entry.name, entry.default) for entry in fields(kind))
    return _DEFAULTS[kind]


# --- reading -----------------------------------------------------------------------------------------------------


@lru_cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_fields(kind: type, data: Mapping[str, Any]) -> Any:
    types = _types(kind)
    if unknown := sorted(set(data) - set(types)):
        raise HistoryError(f"{kind.__name__} has no {unknown[0]!r}; it has {', '.join(types)}")
    try:
        return kind(**{name: _read(types[name], value) for name, value in data.items()})
    except TypeError as error:
        raise HistoryError(f"cannot read {kind.__name__}: {error}") from None


def _read(kind: Any, value: Any) -> Any:
    """A value of a type, from data."""
    if kind is Game:
        return find_game(value)
    if kind is HouseRules:
        return HouseRules.of(**value)
    if kind == Action:
        return action_of(value)
    if get_origin(kind) in (Union, UnionType):
        return _read_one_of(get_args(kind), value)
    if get_origin(kind) in (tuple, frozenset, dict, Sequence):
        return _read_several(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if is_dataclass(kind):
        return _read_fields(kind, value)  # type: ignore[arg-type]
    if isinstance(kind, type) and issubclass(kind, tuple):  # a named tuple
        return kind(*(_read(each, part) for each, part in zip(_types(kind).values(), value, strict=True)))
    return value


def _read_one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None and NoneType in kinds:
        return None
    if tuple(kind for kind in kinds if kind is not NoneType) == _STAKES:
        return parse_stakes(value)
    (kind,) = (kind for kind in kinds if kind is not NoneType)
    return _read(kind, value)


def _read_several(kind: Any, value: Any) -> Any:
    parts = get_args(kind)
    if get_origin(kind) is dict:
        return {name: _read(parts[1], each) for name, each in value.items()}
    if get_origin(kind) is Sequence:
        return tuple(_read(parts[0], each) for each in value)
    if get_origin(kind) is frozenset or parts[-1] is ...:
        return get_origin(kind)(_read(parts[0], each) for each in value)
    return tuple(_read(part, each) for part, each in zip(parts, value, strict=True))
