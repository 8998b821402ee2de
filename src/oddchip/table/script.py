"""The script of an evening, read from TOML text. `docs/table.md` shows the format, `docs/examples/` whole evenings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from oddchip.errors import HistoryError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.spec import Game
from oddchip.stakes import Stakes
from oddchip.stakes_text import parse_stakes
from oddchip.table.commands import Command, DealersChoice, SetGame, SetRotation

PLAYS = ("game", "rotation", "choice")
DEEDS = (
    *("sit", "leave", "sit out", "return", "top up", "rebuy", "choose", "buy pot", "decline", "void"),
    *("game", "rotation", "choice", "house"),
)


@dataclass(frozen=True)
class Guest:
    """Somebody who comes: `chips` to sit down with, before hand `arrives`, on `seat` or the first free one."""

    name: str
    chips: int
    arrives: int = 1
    seat: int | None = None


@dataclass(frozen=True)
class Deed:
    """Something that is done before hand number `before` is dealt, or (`after` so many decisions) within it."""

    before: int
    what: str
    who: str = ""
    after: int | None = None
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scripted:
    """A hand whose cards (top of the pack first) or first decisions ("Ada raise 4") are laid down."""

    number: int
    deck: str = ""
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Script:
    """An evening: how it is played, who comes, what is done. `random`: people also come and go by themselves."""

    name: str
    hands: int
    seats: int
    play: Command
    house: HouseRules
    guests: tuple[Guest, ...]
    deeds: tuple[Deed, ...] = ()
    scripted: tuple[Scripted, ...] = ()
    random: bool = False
    seed: int | None = None


def read(text: str) -> Script:
    """The evening a text lays down. `HistoryError` (or the error of a game, its stakes or a house rule) says what is
    wrong with it."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits, and thousands of brackets
        raise HistoryError(f"the script of the evening is not TOML: {error}") from None
    _known(data, "the script", "name hands seats seed random chips play hands_each house game player do hand")
    chips = _whole(data, "chips", "the script", 200)
    guests = tuple(_guest(entry, chips) for entry in _list(data, "player"))
    if not guests:
        raise HistoryError("an evening needs players: [[player]] with a name, and chips")
    if len({guest.name for guest in guests}) < len(guests):
        raise HistoryError("two players have the same name")
    return Script(
        name=str(data.get("name", "An evening")),
        hands=_whole(data, "hands", "the script", 100),
        seats=_whole(data, "seats", "the script", max(2, min(len(guests), 8))),
        play=play_of(data),
        house=HouseRules.of(**data.get("house", {})),
        guests=guests,
        deeds=tuple(_deed(entry) for entry in _list(data, "do")),
        scripted=tuple(_scripted(entry) for entry in _list(data, "hand")),
        random=bool(data.get("random", False)),
        seed=_whole(data, "seed", "the script", -1) if "seed" in data else None,
    )


def play_of(data: Mapping[str, Any]) -> Command:
    """The command that says what is played: one game, a rotation, or the list of a dealer's choice."""
    games = [game_of(entry) for entry in _list(data, "game")]
    if not games:
        raise HistoryError("an evening needs games: [[game]] with a name, and stakes")
    play = data.get("play", "game" if len(games) == 1 else "rotation")
    if play not in PLAYS:
        raise HistoryError(f"play is {', '.join(PLAYS)}, not {play!r}")
    if play == "choice":
        return DealersChoice(tuple(games))
    if play == "game":
        return SetGame(*games[0])
    each = data.get("hands_each", 8)
    return SetRotation(tuple(games), None if each == "orbit" else _whole(data, "hands_each", "the script", 8))


def game_of(entry: Mapping[str, Any]) -> tuple[Game, Stakes]:
    """A game and its stakes: {name = "badugi", stakes = "2/4"}."""
    _known(entry, "a game", "name stakes")
    return find_game(_text(entry, "name", "a game")), parse_stakes(str(entry.get("stakes", "2/4")))


def _guest(entry: Mapping[str, Any], chips: int) -> Guest:
    _known(entry, "a player", "name chips arrives seat")
    name = _text(entry, "name", "a player")
    seat = _whole(entry, "seat", name, 0) if "seat" in entry else None
    return Guest(name, _whole(entry, "chips", name, chips), _whole(entry, "arrives", name, 1), seat)


def _deed(entry: Mapping[str, Any]) -> Deed:
    what = _text(entry, "what", "what is done")
    if what not in DEEDS:
        raise HistoryError(f"what is done is one of {', '.join(DEEDS)}, not {what!r}")
    said = {key: value for key, value in entry.items() if key not in ("before", "what", "who", "after")}
    after = _whole(entry, "after", what, 0) if "after" in entry else None
    return Deed(_whole(entry, "before", what, 1), what, str(entry.get("who", "")), after, said)


def _scripted(entry: Mapping[str, Any]) -> Scripted:
    _known(entry, "a hand", "number deck actions")
    actions = tuple(str(action) for action in entry.get("actions", ()))
    return Scripted(_whole(entry, "number", "a hand", 0), str(entry.get("deck", "")), actions)


def _list(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = data.get(key, [])
    found = [found] if isinstance(found, dict) else found
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise HistoryError(f"{key} is written as [[{key}]], once for each")
    return found


def _known(entry: Mapping[str, Any], what: str, names: str) -> None:
    if unknown := sorted(set(entry) - set(names.split())):
        raise HistoryError(f"{what} has {', '.join(names.split())}, not {unknown[0]!r}")


def _whole(entry: Mapping[str, Any], key: str, what: str, default: int) -> int:
    value = entry.get(key, default)
    if type(value) is not int or (value < 0 and key in entry):
        raise HistoryError(f"{key} of {what} is a whole number, not {value!r}")
    return value


def _text(entry: Mapping[str, Any], key: str, what: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise HistoryError(f"{what} needs its {key}, in quotes")
    return value
