"""Reading PHH: a hand of one of the eleven codes as a record that the engine plays through.

PHH says neither when cards are burned nor who wins; it may leave cards unknown (`??`), say them only when they are
shown, and give chips with a decimal point. All that is settled here or by the script that deals the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Any

from oddchip.cards import UNKNOWN, Deck
from oddchip.errors import HistoryError, OddchipError
from oddchip.games import find_game
from oddchip.history.form import ABOUT, plain
from oddchip.history.lines import Line, line_of
from oddchip.history.phh import CODES, Code
from oddchip.history.record import Place, Record
from oddchip.house import HouseRules
from oddchip.posts import Kind, Post
from oddchip.stakes import FixedLimit, Stakes
from oddchip.whole import is_whole

#: The rules of the programs that read and write PHH, where ours differ by default; folding is always allowed.
USUAL_HOUSE: dict[str, Any] = {
    "cap_counts_blind": False,
    "cap_heads_up": "always",
    "limit_allin_threshold": "full",
}
_MOST_PLACES = 4
#: More chips than anybody has.
MOST_CHIPS = 10**15


def is_phh(table: dict[str, Any]) -> bool:
    """Is this table of a document a PHH hand?"""
    variant = table.get("variant")
    return "oddchip" not in table and isinstance(variant, str) and variant in CODES


def phh_record(table: dict[str, Any], place: Place) -> Record:
    """The record of a PHH table. HistoryError says which field is wrong, where, and what was expected."""
    reader = _Reader(dict(table), place)
    try:
        return reader.record()
    except HistoryError:
        raise
    except OddchipError as error:
        raise place.error(str(error)) from error


class _Reader:
    def __init__(self, table: dict[str, Any], place: Place) -> None:
        self.table, self.place = table, place
        self.unit = _unit(table)

    def record(self) -> Record:
        table = self.table
        code = CODES[table["variant"]]
        game = find_game(code.game)
        stacks = self._chips_list("starting_stacks")
        n = len(stacks)
        antes = self._chips_list("antes", n)
        blinds = [0] * n if code.stud else self._chips_list("blinds_or_straddles", n)
        posts = _posts(stacks, antes, blinds, self.table.get("ante_trimming_status") is True)
        texts = self._actions(game.deck, n)
        seats, button = self._seats(n)
        house = {**self._house(), "draw_order": _draw_order(list(map(line_of, texts)))}
        return Record(
            game=game,
            stakes=self._stakes(code, antes, posts),
            house=HouseRules.of(**house),
            seats=seats,
            stacks=tuple(stacks),
            button=button,
            actions=tuple(texts),
            players=self._players(n),
            posts=posts,
            finishing=tuple(self._chips_list("finishing_stacks", n)) if "finishing_stacks" in table else None,
            complete=False,
            loose=True,
            extra=self._extra(),
            place=self.place,
        )

    # --- fields --------------------------------------------------------------------------------------------------

    def _field(self, key: str, kind: type | tuple[type, ...], wanted: str) -> Any:
        if key not in self.table:
            raise self.place.error(f"a PHH hand of {self.table['variant']} needs the field {key}: {wanted}")
        value = self.table[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.place.error(f"{key} must be {wanted}, not {value!r}", key)
        return value

    def _chips(self, value: Any, key: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise self.place.error(f"{key} must be chips, not {value!r}", key)
        if not (Decimal(value).is_finite() and -MOST_CHIPS < value < MOST_CHIPS):
            raise self.place.error(f"{key} must be chips, not {value}", key)
        return int(value * self.unit)

    def _chips_list(self, key: str, length: int | None = None) -> list[int]:
        found = self._field(key, list, "a list of chips")
        if length is not None and len(found) != length:
            raise self.place.error(f"{key} has {len(found)} entries for {length} starting stacks", key)
        return [self._chips(value, key) for value in found]

    def _one(self, key: str) -> int:
        return self._chips(self._field(key, (int, Decimal), "chips"), key)

    def _stakes(self, code: Code, antes: list[int], posts: tuple[Post, ...]) -> Stakes:
        ante = antes[0] if len(set(antes)) == 1 else 0
        ranked = [post.amount for post in posts if post.kind in (Kind.SMALL_BLIND, Kind.BIG_BLIND)]
        blinds = (*[0] * (2 - len(ranked)), *ranked)
        if code.stakes is not FixedLimit:
            return code.stakes(blinds=blinds, ante=ante, min_bet=self._one("min_bet"))  # type: ignore[call-arg]
        small, big = self._one("small_bet"), self._one("big_bet")
        if code.stud:
            return FixedLimit(small, big, ante=ante, bring_in=self._one("bring_in"))
        return FixedLimit(small, big, ante=ante, blinds=blinds)

    def _house(self) -> dict[str, Any]:
        if "_oddchip_house" not in self.table:
            return USUAL_HOUSE
        return dict(self._field("_oddchip_house", dict, "house rules by name"))

    def _seats(self, n: int) -> tuple[tuple[int, ...], int]:
        """Seats go up clockwise from the left of the button; if a file's do not, they are numbered from 1."""
        seats = self._field("seats", list, "a list of whole numbers") if "seats" in self.table else []
        if not all(type(seat) is int for seat in seats):
            raise self.place.error(f"seats must be a list of whole numbers, not {plain(seats)!r}", "seats")
        falls = sum(a >= b for a, b in pairwise(seats))
        usable = len(seats) == n and falls <= (bool(seats) and seats[-1] < seats[0])
        found = tuple(seats) if usable else tuple(range(1, n + 1))
        button = self.table.get("_oddchip_button", found[-1])
        return found, button if isinstance(button, int) and usable else found[-1]

    def _players(self, n: int) -> tuple[str, ...] | None:
        names = self.table.get("players")
        if not isinstance(names, list) or len(names) != n or not all(isinstance(name, str) for name in names):
            return None
        return tuple(name or f"p{i}" for i, name in enumerate(names, start=1))

    def _extra(self) -> dict[str, Any]:
        """What is said about the hand; of other fields only the free ones."""
        extra = {
            key: plain(value)
            for key, value in self.table.items()
            if key in ABOUT or (key.startswith("_") and not key.startswith("_oddchip"))
        }
        return extra if self.unit == 1 else {**extra, "_chips_in_one": self.unit}

    # --- actions -------------------------------------------------------------------------------------------------

    def _actions(self, deck: Deck, n: int) -> list[str]:
        texts = list(self._field("actions", list, "a list of texts"))
        if not all(isinstance(text, str) for text in texts):
            raise self.place.error("actions must be a list of texts", "actions")
        lines = [line_of(text) for text in texts]
        for index, line in enumerate(lines):
            if line.word == "cbr" and len(line.rest) == 1:
                texts[index] = f"{line.actor} cbr {self._amount(line.rest[0], index)}"
        return _Cards(deck, n, self.place, texts, lines).settled()

    def _amount(self, text: str, index: int) -> int:
        try:
            chips = Decimal(text) * self.unit
            if 0 <= chips < MOST_CHIPS and chips == int(chips):
                return int(chips)
        except ArithmeticError:
            raise self.place.error(f"{text!r} is no amount of chips", "actions", index) from None
        raise self.place.error(f"{text} is not a whole number of the smallest chip", "actions", index)


def _unit(table: dict[str, Any]) -> int:
    """How many of our chips make one of the file's, so that every amount of the file is whole."""
    amounts = [value for value in _numbers(list(table.values())) if isinstance(value, Decimal)]
    texts = table.get("actions")
    for text in texts if isinstance(texts, list) else ():
        words = line_of(text).text.split() if isinstance(text, str) else []
        if len(words) == 3 and words[1] == "cbr" and "." in words[2]:
            amounts.append(Decimal(words[2]) if is_whole(words[2].replace(".", "", 1)) else Decimal(0))
    places = max((-int(amount.as_tuple().exponent) for amount in amounts if amount.is_finite()), default=0)
    return int(10 ** min(max(places, 0), _MOST_PLACES))


def _numbers(value: Any) -> list[Any]:
    if isinstance(value, list):
        return [number for item in value for number in _numbers(item)]
    return [value]


def _posts(stacks: Sequence[int], antes: Sequence[int], blinds: Sequence[int], trimmed: bool) -> tuple[Post, ...]:
    """Posts by position from PHH's lists: antes, then blinds, the largest last, so that the next seat is first to act.

    Heads-up PHH names the small blind first, which the button (p2) posts. Antes that do not count only as far as they
    are matched are nobody's, as a big-blind ante is.
    """
    n = len(stacks)
    by_position = list(blinds)[::-1] if n == 2 else list(blinds)
    matched = len(set(antes)) == 1 and min(stacks) >= max(antes)
    kind = Kind.ANTE if trimmed or matched else Kind.BIG_BLIND_ANTE
    posts = [Post(i, kind, ante, False) for i, ante in enumerate(antes) if ante]
    ranked = sorted((amount, i) for i, amount in enumerate(by_position) if amount > 0)
    kinds = [Kind.SMALL_BLIND, Kind.BIG_BLIND] if len(ranked) > 1 else [Kind.BIG_BLIND]
    for place, (amount, i) in enumerate(ranked):
        posts.append(Post(i, kinds[place] if place < 2 else Kind.STRADDLE, amount, True))
    late = [Post(i, Kind.MISSED_BIG, -amount, True) for i, amount in enumerate(by_position) if amount < 0]
    return tuple(posts + late)


def _draw_order(lines: Sequence[Line]) -> str:
    """Whether a file deals to each player as he draws, or after all have thrown, as PHH's programs do."""
    drawn: set[str] = set()
    dealt = False
    for line in lines:
        if line.word == "sd":
            if line.actor in drawn:
                drawn, dealt = set(), False
            if dealt:
                return "sequential"
            drawn.add(line.actor)
        elif line.word == "dh":
            dealt = bool(drawn)
        elif line.word in ("cc", "cbr", "f"):
            drawn, dealt = set(), False
    return "announce_first"


@dataclass
class _Slot:
    """One card of a player as a file tells it: where it is written, and what it turns out to be."""

    entry: int
    card: int
    index: int = field(default=0)


class _Cards:
    """Follows every holding through the file, so that a card told late is known from the beginning.

    Lines of showing cards become remarks: what is shown follows from the rules.
    """

    def __init__(self, deck: Deck, n: int, place: Place, texts: list[str], lines: list[Line]) -> None:
        self.deck, self.place, self.texts, self.lines = deck, place, texts, lines
        self.slots: dict[str, list[_Slot]] = {f"p{i + 1}": [] for i in range(n)}
        self.written: dict[int, list[_Slot]] = {}

    def settled(self) -> list[str]:
        follow: dict[str, Callable[[int, Line], None]] = {
            "dh": self._dealt,
            "db": self._board,
            "sd": self._thrown,
            "sm": self._shown,
        }
        for entry, line in enumerate(self.lines):
            if line.word in follow:
                follow[line.word](entry, line)
        for entry, slots in self.written.items():
            line = self.lines[entry]
            cards = "".join("??" if slot.card == UNKNOWN else _text(slot.card, self.deck) for slot in slots)
            self.texts[entry] = f"d dh {line.rest[0]} {cards}"
        return self.texts

    def _parsed(self, text: str, entry: int) -> tuple[int, ...]:
        try:
            return self.deck.parse(text, allow_unknown=True)
        except OddchipError as error:
            raise self.place.error(str(error), "actions", entry) from error

    def _holding(self, actor: str, entry: int) -> list[_Slot]:
        if actor not in self.slots:
            raise self.place.error(f"there is no player {actor}: there are {len(self.slots)}", "actions", entry)
        return self.slots[actor]

    def _dealt(self, entry: int, line: Line) -> None:
        if len(line.rest) != 2:
            raise self.place.error(f"cannot read {line.text!r}: expected d dh, a player and cards", "actions", entry)
        dealt = [_Slot(entry, card) for card in self._parsed(line.rest[1], entry)]
        self._holding(line.rest[0], entry).extend(dealt)
        self.written[entry] = dealt

    def _board(self, entry: int, line: Line) -> None:
        if len(line.rest) != 1 or not self._parsed(line.rest[0], entry):
            raise self.place.error(f"cannot read {line.text!r}: expected d db and cards", "actions", entry)

    def _thrown(self, entry: int, line: Line) -> None:
        """Cards leave the holding; a known one that was dealt unknown is known now; unknown ones go first."""
        holding = self._holding(line.actor, entry)
        for card in self._parsed("".join(line.rest), entry):
            found = [slot for slot in holding if slot.card == card] or [s for s in holding if s.card == UNKNOWN]
            if found:
                found[0].card = card
                holding.remove(found[0])
            elif card == UNKNOWN and holding:
                holding.pop(0)

    def _shown(self, entry: int, line: Line) -> None:
        holding = self._holding(line.actor, entry)
        told = self._parsed("" if line.rest in ([], ["-"]) else line.rest[0], entry)
        known = {slot.card for slot in holding}
        unknown = [slot for slot in holding if slot.card == UNKNOWN]
        for slot, card in zip(unknown, [card for card in told if card not in known and card != UNKNOWN], strict=False):
            slot.card = card
        self.texts[entry] = f"# {line.text}"


def _text(card: int, deck: Deck) -> str:
    return deck.pack.rank_letters[card >> 2] + deck.pack.suit_letters[card & 3]
