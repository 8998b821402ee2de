"""`.perft` files: published counts as plain text, to be read without this code (`docs/perft.md`).

::

    id q-ball-heads-up
    game q_ball
    seats 2  button 0  stacks 100 100  stakes fixed 2 4 cap 4
    deck As7h...
    perft 1 3 9f0c...
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from oddchip.actions import DealCards, DealOffer
from oddchip.cards import Deck
from oddchip.dealers import Dealer
from oddchip.errors import HistoryError, OddchipError
from oddchip.games import find_game
from oddchip.hand import Hand, Seat
from oddchip.house import HouseRules
from oddchip.perft.tree import Perft, perft
from oddchip.spec import Game
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stake, Stakes
from oddchip.whole import is_whole

#: What a file counts unless it says otherwise: nobody folds without a bet, and a cap holds between two players too.
BASE_HOUSE = HouseRules.of(fold_unforced="forbidden", cap_heads_up="always")
Find = Callable[[str], Game]

_KEYS = ("id", "game", "seats", "button", "stacks", "stakes", "house", "deck", "perft")
_NEEDED = ("game", "stacks", "stakes", "deck")


@dataclass(frozen=True)
class Row:
    """One published count: `expected` is None where the file only names the depth."""

    depth: int
    expected: Perft | None
    line: int


@dataclass(frozen=True)
class Entry:
    """One position of a file. `said` is its text by key; `rows` its counts."""

    id: str
    said: dict[str, str]
    rows: tuple[Row, ...]
    line: int

    def start(self, find: Find = find_game) -> Hand:
        """The hand the entry describes, at its first decision; `HistoryError` says what cannot be."""
        try:
            return self._start(find)
        except OddchipError as error:
            raise HistoryError(f"{self.id} (line {self.line}): {error}") from None

    def _start(self, find: Find) -> Hand:
        said = self.said
        if missing := [key for key in _NEEDED if key not in said]:
            raise HistoryError(f"expected a line {missing[0]!r}")
        game = find(said["game"])
        stacks = [_number("stack", word) for word in said["stacks"].split()]
        if "seats" in said and _number("number of seats", said["seats"]) != len(stacks):
            raise HistoryError(f"{said['seats']} seats need as many stacks, not {len(stacks)}")
        stakes, house = read_stakes(said["stakes"])
        house = house.changed(**_settings(said.get("house", "")))
        return Hand.start(
            game,
            stakes,
            [Seat(number, stack) for number, stack in enumerate(stacks)],
            _number("button", said.get("button", "0")),
            in_order(game.deck.parse(said["deck"])),
            house=house,
        )


@dataclass(frozen=True)
class Checked:
    """A row that was counted."""

    id: str
    row: Row
    found: Perft

    @property
    def agrees(self) -> bool:
        return self.found == self.row.expected

    def __str__(self) -> str:
        said = f"{self.id} depth {self.row.depth}: {self.found}"
        return said if self.agrees else f"{said}, not {self.row.expected or 'known'}"


def run_file(text: str, limit: int | None = None, find: Find = find_game) -> Iterator[Checked]:
    """Count every row of a file, in order. Rows with a published count above `limit` are passed over.

    Raises `HistoryError`, with the line, for a file that cannot be read.
    """
    for entry in read_file(text):
        hand = entry.start(find)
        for row in entry.rows:
            if limit is None or row.expected is None or row.expected.count <= limit:
                yield Checked(entry.id, row, perft(hand, row.depth))


def recounted(text: str, find: Find = find_game) -> str:
    """The same file with every count worked out anew; a row may give its depth alone."""
    lines = text.splitlines()
    for checked in run_file(text, find=find):
        lines[checked.row.line - 1] = f"perft {checked.row.depth} {checked.found}"
    return "\n".join(lines) + "\n"


def in_order(cards: Sequence[int]) -> Dealer:
    """A dealer with the pack in this order; whatever is shuffled again comes in this order too."""
    order = tuple(cards)

    def deal(deck: Deck) -> _InOrder:
        if sorted(order) != sorted(deck.cards):
            raise HistoryError(f"the deck line must name all {deck.size} cards of the {deck.name} pack, each once")
        return _InOrder(order)

    return deal


@dataclass(frozen=True)
class _InOrder:
    order: tuple[int, ...]

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        cards = tuple(sorted(offer.eligible, key=self.order.index))
        return DealCards(cards if offer.whole else cards[: offer.count])


# --- reading -----------------------------------------------------------------------------------------------------


@dataclass
class _Draft:
    id: str
    line: int
    said: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def entry(self) -> Entry:
        return Entry(self.id, self.said, tuple(self.rows), self.line)


def read_file(text: str) -> tuple[Entry, ...]:
    """The entries of a file; each begins with its `id`. What follows # is not read."""
    drafts: list[_Draft] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        for key, value in _fields(line, number):
            if key == "id":
                drafts.append(_Draft(value, number))
            elif not drafts:
                raise HistoryError(f"line {number}: an entry begins with its id, not with {key!r}")
            elif key == "perft":
                drafts[-1].rows.append(_row(value, number))
            elif key in drafts[-1].said:
                raise HistoryError(f"line {number}: {drafts[-1].id} has two lines {key!r}")
            else:
                drafts[-1].said[key] = value
    return tuple(draft.entry() for draft in drafts)


def _fields(line: str, number: int) -> Iterator[tuple[str, str]]:
    """The keys of a line with what they say: a line may hold several, and all but the first stand after two spaces."""
    for part in re.split(r" {2,}", line):
        key, _, value = part.partition(" ")
        if key not in _KEYS:
            raise HistoryError(f"line {number}: {key!r} is none of {', '.join(_KEYS)}")
        yield key, value.strip()


def _row(value: str, number: int) -> Row:
    found = re.fullmatch(r"([0-9]{1,18})(?: ([0-9]{1,18}) ([0-9a-f]{16}))?", value)
    if found is None:
        raise HistoryError(f"line {number}: expected perft DEPTH COUNT CHECKSUM, the last in 16 hex digits")
    depth, count, checksum = found.groups()
    return Row(int(depth), Perft(int(count), int(checksum, 16)) if count else None, number)


def _number(what: str, word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,12}", word):
        raise HistoryError(f"the {what} must be a whole number, not {word!r}")
    return int(word)


def _settings(text: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in text.split()]
    if wrong := next((name for name, mark, _ in pairs if not mark), None):
        raise HistoryError(f"house rules are written name=value, not {wrong!r}")
    return {name: value for name, _, value in pairs}


_AMOUNTS = {"fixed": 2, "spread": 2, "pot": 0, "no_limit": 0, "stake": 1}


def read_stakes(text: str) -> tuple[Stakes, HouseRules]:
    """``fixed 2 4 ante 1 cap 4``: the stakes, and the cap as a house rule.

    `fixed SMALL BIG`, `spread LOW HIGH`, `pot`, `no_limit`, `stake AMOUNT`, then any of `ante`, `blinds`, `bring_in`,
    `min_bet`, `pattern`, `last` with their numbers, and `cap`, the most bets and raises in a round.
    """
    kind, *words = text.split() or [""]
    if kind not in _AMOUNTS:
        raise HistoryError(f"stakes begin with {', '.join(_AMOUNTS)}, not with {kind!r}")
    amounts, named = _amounts(words)
    if len(amounts) != _AMOUNTS[kind]:
        raise HistoryError(f"stakes {kind} take {_AMOUNTS[kind]} amounts first, not {len(amounts)}")
    cap = named.pop("cap", (0,))[0]
    given: dict[str, object] = {
        name: numbers if name in ("blinds", "pattern") else numbers[0] for name, numbers in named.items()
    }
    makers: dict[str, Callable[..., Stakes]] = {
        "fixed": FixedLimit, "spread": SpreadLimit, "pot": PotLimit, "no_limit": NoLimit, "stake": Stake
    }  # fmt: skip
    try:
        stakes = makers[kind](*amounts, **given)
    except TypeError:
        raise HistoryError(f"stakes {kind} know no {' or '.join(given)}") from None
    return stakes, BASE_HOUSE.changed(cap_raises=cap - 1 if cap else None)


def _amounts(words: Sequence[str]) -> tuple[list[int], dict[str, tuple[int, ...]]]:
    """Numbers before the first name, and numbers by name."""
    first: list[int] = []
    named: dict[str, tuple[int, ...]] = {}
    name = ""
    for word in words:
        if is_whole(word):
            if name:
                named[name] += (int(word),)
            else:
                first.append(int(word))
        elif name and not named[name]:
            raise HistoryError(f"{name} of the stakes needs a number")
        else:
            name = word
            named[name] = ()
    if name and not named[name]:
        raise HistoryError(f"{name} of the stakes needs a number")
    return first, named
