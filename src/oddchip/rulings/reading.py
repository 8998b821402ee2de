"""Rulings as they are written: YAML text in, `Ruling` values out.

docs/rulings.md describes the form. PyYAML is wanted only here and only when a file is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from oddchip.errors import GameError, HistoryError
from oddchip.games import find_game
from oddchip.house import ALSO_WRITTEN, HouseRules, options
from oddchip.spec import Game

#: Options that a file's defaults and `setup` may name; "button" there is a seat, never the rule about it.
OPTIONS = frozenset(name for name, _ in options()) - {"button"}


class Fields(dict[str, Any]):
    """What a ruling says, by name. Asking for what it does not say raises `HistoryError`."""

    def __init__(self, said: Mapping[str, Any], where: str) -> None:
        super().__init__(said)
        self.where = where

    def __missing__(self, key: str) -> Any:
        raise HistoryError(f"{self.where} must say {key}")


@dataclass(frozen=True)
class Ruling:
    """One ruling: a situation (`said`, whose `setup` and `options` complete it) and what must come of it.

    `game` is a game's name, or names the setting ("any", "nl", "button"). `rules` are ids of docs/rules/.
    """

    id: str
    file: str
    kind: str
    game: str
    title: str
    rules: tuple[str, ...]
    said: Fields
    defaults: Mapping[str, Any]

    @property
    def where(self) -> str:
        return f"{self.file}: {self.id}"

    @property
    def setup(self) -> Fields:
        return self.mapping("setup")

    @property
    def options(self) -> Fields:
        return self.mapping("options")

    def mapping(self, name: str) -> Fields:
        """A part of the ruling that has names of its own; empty when it is not there."""
        part = self.said.get(name) or {}
        if not isinstance(part, dict):
            raise HistoryError(f"{self.where}: {name} must be names with values, not {part!r}")
        return Fields(part, f"{self.where}: {name}")

    def find_game(self) -> Game:
        try:
            return find_game(self.game)
        except GameError as wrong:
            raise HistoryError(f"{self.where}: {wrong}") from None

    @property
    def base(self) -> str:
        """The id of the game without its twists, "" where `game` names only a setting."""
        try:
            game = find_game(self.game)
        except GameError:
            return ""
        return (game.base or game).id

    def house(self, *, without: Sequence[str] = (), **settings: Any) -> HouseRules:
        """The house rules the ruling is about: what the file's defaults, `setup` and `options` say about options.

        `options` may hold nothing but options and what is listed in `without`.
        """
        said = {name: value for name, value in {**self.defaults, **self.setup}.items() if name in OPTIONS}
        said |= {name: value for name, value in self.options.items() if name not in without}
        said = {ALSO_WRITTEN.get(name, name): value for name, value in said.items()}
        try:
            return HouseRules.of(**{**said, **settings})
        except GameError as wrong:
            raise HistoryError(f"{self.where}: {wrong}") from None


@dataclass(frozen=True)
class Document:
    """One file: its rulings, and the ids it keeps out of every run with the reason for each."""

    rulings: tuple[Ruling, ...]
    kept_out: Mapping[str, str]


def read(text: str, name: str) -> Document:
    """The rulings in a file's text; `name` is what the file is called in messages. Raises `HistoryError`."""
    said = _parse(text, name)
    if not isinstance(said, dict):
        raise HistoryError(f"{name} must hold lists of rulings under names such as vectors:, not {type(said).__name__}")
    defaults, kept_out = (_names(said.pop(part, None), part, name) for part in ("defaults", "kept_out"))
    for ruling_id, reason in kept_out.items():
        if not isinstance(reason, str) or not reason.strip():
            raise HistoryError(f"{name}: kept_out must give a reason for {ruling_id}")
    rulings = tuple(_rulings(said, defaults, name))
    ids = [ruling.id for ruling in rulings]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise HistoryError(f"{name} has two rulings with the id {twice[0]}")
    return Document(rulings, kept_out)


def _parse(text: str, name: str) -> Any:
    try:
        import yaml
    except ImportError:
        raise HistoryError("rulings are written as YAML, and PyYAML, which reads it, is not installed") from None
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as wrong:  # also numbers and brackets beyond all measure
        raise HistoryError(f"{name} cannot be read as YAML: {' '.join(str(wrong).split())}") from None


def _names(part: Any, what: str, name: str) -> dict[str, Any]:
    if part is not None and not isinstance(part, dict):
        raise HistoryError(f"{name}: {what} must be names with values")
    return dict(part or {})


def _rulings(said: Mapping[str, Any], defaults: Mapping[str, Any], name: str) -> Iterator[Ruling]:
    for heading, entries in said.items():
        if not isinstance(entries, list):
            raise HistoryError(f"{name}: {heading} must be a list of rulings")
        for entry in entries:
            if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
                raise HistoryError(f"{name}: every ruling under {heading} must have an id")
            yield _ruling({**defaults, **entry}, defaults, name)


def _ruling(entry: dict[str, Any], defaults: Mapping[str, Any], name: str) -> Ruling:
    where = f"{name}: {entry['id']}"
    kind = entry.get("kind") or ("hands" if "evaluator" in entry else None)
    if not isinstance(kind, str):
        raise HistoryError(f"{where} must say its kind, or which evaluator compares its hands")
    rules = entry.get("rules") or []
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise HistoryError(f"{where}: rules must be a list of the ids of docs/rules/")
    title = str(entry.get("title") or entry.get("reasoning") or "")
    game = str(entry.get("game") or "")
    return Ruling(entry["id"], name, kind, game, title, tuple(rules), Fields(entry, where), defaults)
