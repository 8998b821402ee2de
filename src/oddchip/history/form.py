"""The own form: a record as TOML and back. Every key is checked, and what is wrong is said with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from oddchip.cards import cards_text
from oddchip.errors import HistoryError, OddchipError, StakesError
from oddchip.games import find_game
from oddchip.hand import Carry
from oddchip.history import toml
from oddchip.history.record import VERSION, Place, Record
from oddchip.house import HouseRules
from oddchip.posts import Kind, Post
from oddchip.spec import Game
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stake, Stakes
from oddchip.whole import is_whole

LIMITS: dict[str, type[Any]] = {
    "fixed": FixedLimit,
    "spread": SpreadLimit,
    "pot": PotLimit,
    "none": NoLimit,
    "stake": Stake,
}
_KEY_OF = {"small": "small_bet", "big": "big_bet"}
_FIELD_OF = {key: name for name, key in _KEY_OF.items()}

#: What PHH lets anybody add about a hand; fields that begin with an underscore are free.
ABOUT = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("time", "time_zone", "day", "month", "year", "hand", "level", "seat_count", "table", "winnings"),
    *("currency", "currency_symbol", "time_limit", "time_banks"),
)
_OURS = (
    *("oddchip", "variant", "stakes", "house", "button", "seats", "players", "starting_stacks", "posts", "carry"),
    *("event_players", "deck", "deals", "viewer", "complete", "actions", "shown", "finishing_stacks"),
)


# --- writing -----------------------------------------------------------------------------------------------------


def text_of(record: Record) -> str:
    """A record as a TOML document."""
    return toml.document(_entries(record), frozenset(("actions",)))


def text_of_all(records: Iterable[Record]) -> str:
    """Several records in one document, as `[1]`, `[2]` and so on."""
    return "\n".join(f"[{number}]\n{text_of(record)}" for number, record in enumerate(records, start=1))


def _entries(record: Record) -> Iterator[tuple[str, Any]]:
    yield "oddchip", VERSION
    yield "variant", record.game.id
    yield from about(record.extra)
    yield "stakes", stakes_entry(record.stakes)
    if house := house_entry(record.house):
        yield "house", house
    yield "button", record.button
    yield "seats", record.seats
    if record.players is not None:
        yield "players", record.players
    yield "starting_stacks", record.stacks
    if record.posts is not None:
        yield "posts", [[f"p{p.position + 1}", p.kind.value, p.amount, p.live] for p in record.posts]
    if record.carry is not None:
        carry = record.carry
        pots = [[amount, list(seats)] for amount, seats in carry.pots]
        yield "carry", {"pots": pots, "step": carry.step, "deals": carry.deals, "reason": carry.reason}
    if record.event_players is not None:
        yield "event_players", record.event_players
    if record.deck:
        yield "deck", _joined(record.deck, record.game)
    if record.deals:
        yield "deals", [_joined(cards, record.game) for cards in record.deals]
    if record.viewer is not None:
        yield "viewer", record.viewer
    yield "complete", record.complete
    yield "actions", record.actions
    if record.shown is not None:
        yield "shown", record.shown
    if record.finishing is not None:
        yield "finishing_stacks", record.finishing


def _joined(cards: Iterable[int], game: Game) -> str:
    return cards_text(cards, game.deck).replace(" ", "")


def about(extra: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is told about the hand, in the order given; HistoryError for a key nobody would expect."""
    for key, value in extra.items():
        if wrong := stray(key):
            raise HistoryError(wrong)
        yield key, value


def stray(key: str) -> str | None:
    """What is wrong with a key that tells something about a hand, if anything."""
    if key in ABOUT or key.startswith("_"):
        return None
    near = get_close_matches(key, ABOUT, n=1)
    hint = f"; did you mean {near[0]}?" if near else "; own keys begin with an underscore"
    return f"no key of a history is called {key!r}{hint}"


def house_entry(house: HouseRules) -> dict[str, Any]:
    """The house rules that differ from the defaults."""
    return {name: "none" if value is None else value for name, value in house.differences().items()}


def stakes_entry(stakes: Stakes) -> dict[str, Any]:
    """Stakes as a table: the limit and the amounts that were said."""
    limit = next(name for name, kind in LIMITS.items() if type(stakes) is kind)
    found: dict[str, Any] = {"limit": limit}
    for entry in fields(stakes):
        value = getattr(stakes, entry.name)
        if value is not None and (entry.name, value) != ("unit", 1):
            found[_KEY_OF.get(entry.name, entry.name)] = value
    return found


# --- reading -----------------------------------------------------------------------------------------------------


def tables_of(text: str, name: str = "") -> list[tuple[dict[str, Any], Place]]:
    """The hands of a document as plain tables, each with its place."""
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        where = f"{name}: " if name else ""
        raise HistoryError(f"{where}not TOML, or cut off: {error}") from error
    except RecursionError:
        raise HistoryError(f"{name or 'this text'} is nested too deeply to be a history") from None
    if not document:
        raise HistoryError(f"{name or 'this text'} is empty: a history has at least a variant and its actions")
    if not all(isinstance(value, dict) for value in document.values()):
        return [(document, Place(name, None, next(toml.hands_in(text))))]
    spots = list(toml.hands_in(text))
    places = spots if len(spots) == len(document) else [{}] * len(document)
    numbered = enumerate(zip(document.values(), places, strict=True), start=1)
    return [(table, Place(name, number, lines)) for number, (table, lines) in numbered]


def record_of(table: dict[str, Any], place: Place) -> Record:
    """The record a table tells. HistoryError says which key is wrong, where, and what was expected."""
    return _Reader(table, place).record()


class _Reader:
    def __init__(self, table: dict[str, Any], place: Place) -> None:
        self.table = table
        self.place = place

    def record(self) -> Record:
        self._check_version()
        game = self._made("variant", lambda: find_game(self._text("variant")))
        stacks = self._numbers("starting_stacks")
        n = len(stacks)
        seats = self._numbers("seats", n) if "seats" in self.table else tuple(range(1, n + 1))
        record = Record(
            game=game,
            stakes=self._made("stakes", lambda: stakes_of(self._dict("stakes"))),
            house=self._made("house", lambda: HouseRules.of(**self._dict("house", {}))),
            seats=seats,
            stacks=stacks,
            button=self._number("button", seats[-1] if seats else 0),
            actions=self._texts("actions"),
            players=self._texts("players", n) if "players" in self.table else None,
            deck=self._made("deck", lambda: game.deck.parse(self._text("deck", ""))),
            deals=self._made("deals", lambda: tuple(map(game.deck.parse, self._texts("deals", default=())))),
            posts=self._posts(n),
            carry=self._carry(),
            event_players=self._number("event_players", None),
            finishing=self._numbers("finishing_stacks", n) if "finishing_stacks" in self.table else None,
            shown=self._texts("shown", n) if "shown" in self.table else None,
            complete=self._get("complete", bool, "true or false", False),
            viewer=self._number("viewer", None),
            extra=self._extra(),
            place=self.place,
        )
        self._check_sum(record)
        return record

    def _check_version(self) -> None:
        version = self._number("oddchip")
        if version > VERSION:
            raise self.place.error(
                f"this history is written in version {version} of the form; this Oddchip reads up to version "
                f"{VERSION}, so a newer Oddchip is needed",
                "oddchip",
            )
        if version < 1:
            raise self.place.error(f"versions of the form count from 1, not {version}", "oddchip")

    def _check_sum(self, record: Record) -> None:
        """No chips come or go: what players finish with and what stays for the next deal is what was there."""
        if record.finishing is None or record.viewer is not None:
            return
        came = sum(record.stacks) + (record.carry.amount if record.carry else 0)
        left = sum(record.finishing) + sum(_carried_in(record.actions))
        if came != left:
            raise self.place.error(
                f"the stacks do not add up: {came} chips came in and {left} are left", "finishing_stacks"
            )

    # --- keys ----------------------------------------------------------------------------------------------------

    def _get(self, key: str, kind: type | tuple[type, ...], wanted: str, default: Any = ...) -> Any:
        if key not in self.table and default is not ...:
            return default
        if key not in self.table:
            raise self.place.error(f"the key {key} is missing: expected {wanted}")
        value = self.table[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.place.error(f"{key} must be {wanted}, not {value!r}", key)
        return value

    def _text(self, key: str, default: Any = ...) -> str:
        return str(self._get(key, str, "text", default))

    def _number(self, key: str, default: Any = ...) -> Any:
        return self._get(key, int, "a whole number", default)

    def _dict(self, key: str, default: Any = ...) -> dict[str, Any]:
        return dict(self._get(key, dict, "a table { ... }", default))

    def _numbers(self, key: str, length: int | None = None) -> tuple[int, ...]:
        found = self._get(key, list, "a list of whole numbers")
        if not all(type(item) is int for item in found):
            raise self.place.error(f"{key} must be a list of whole numbers, not {found!r}", key)
        return tuple(self._long(key, found, length))

    def _texts(self, key: str, length: int | None = None, default: Any = ...) -> tuple[str, ...]:
        found = self._get(key, list, "a list of texts", default)
        if not all(isinstance(item, str) for item in found):
            raise self.place.error(f"{key} must be a list of texts", key)
        return tuple(self._long(key, found, length))

    def _long(self, key: str, found: Sequence[Any], length: int | None) -> Sequence[Any]:
        if length is not None and len(found) != length:
            raise self.place.error(f"{key} has {len(found)} entries for {length} starting stacks", key)
        return found

    def _made(self, key: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except HistoryError:
            raise
        except (OddchipError, TypeError, ValueError) as error:
            raise self.place.error(f"{key}: {error}", key) from error

    def _posts(self, n: int) -> tuple[Post, ...] | None:
        if "posts" not in self.table:
            return None
        wanted = 'a list of posts like ["p1", "small blind", 1, true]'
        found = []
        for item in self._get("posts", list, wanted):
            match item:
                case [str(who), str(kind), int(amount), bool(live)] if kind in tuple(Kind) and _is_player(who, n):
                    found.append(Post(int(who[1:]) - 1, Kind(kind), amount, live))
                case _:
                    raise self.place.error(f"posts must be {wanted}, not {item!r}", "posts")
        return tuple(found)

    def _carry(self) -> Carry | None:
        match self._dict("carry", {}):
            case {"pots": list(pots), "step": int(step), "deals": int(deals), "reason": str(reason)}:
                return Carry(tuple(map(self._pot, pots)), step, deals, reason)
            case {**rest} if not rest:
                return None
        raise self.place.error("carry must be { pots = [[chips, [seats]]], step = 0, deals = 1, reason = '' }", "carry")

    def _pot(self, pot: Any) -> tuple[int, tuple[int, ...]]:
        match pot:
            case [int(amount), list(seats)] if all(type(seat) is int for seat in seats):
                return amount, tuple(seats)
        raise self.place.error(f"a carried pot must be [chips, [seats]], not {pot!r}", "carry")

    def _extra(self) -> dict[str, Any]:
        extra = {key: plain(value) for key, value in self.table.items() if key not in _OURS}
        for key in extra:
            if wrong := stray(key):
                raise self.place.error(wrong, key)
        return extra


def plain(value: Any) -> Any:
    """A value without decimals, as it can be written again."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def _is_player(who: str, n: int) -> bool:
    return who[:1] == "p" and is_whole(who[1:]) and 1 <= int(who[1:]) <= n


def _carried_in(actions: Iterable[str]) -> Iterator[int]:
    """The chips that lines say stay for the next deal."""
    for text in actions:
        if text.split()[:2] == ["d", "carry"]:
            yield from map(int, re.findall(r"\b(\d+):p", text))


def stakes_of(entry: dict[str, Any]) -> Stakes:
    """Stakes from their table; `StakesError` says what was expected."""
    limit = entry.pop("limit", None)
    if limit not in LIMITS:
        raise StakesError(f"the limit must be {', '.join(LIMITS)}, not {limit!r}")
    kind = LIMITS[limit]
    known = {field.name for field in fields(kind)}
    said = {_FIELD_OF.get(key, key): tuple(v) if isinstance(v, list) else v for key, v in entry.items()}
    if unknown := sorted(set(said) - known):
        wanted = ", ".join(_KEY_OF.get(name, name) for name in sorted(known))
        raise StakesError(f"stakes of limit {limit!r} have no {unknown[0]}: expected {wanted}")
    made: Stakes = kind(**said)
    return made
