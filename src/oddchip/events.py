"""Facts. A hand is the list of its events; state, views, histories and the screen are folds over them.

Inside the engine an event is a compact tuple `(KIND, ...)` that speaks of *positions* (0 is the first seat dealt in
left of the button). `typed(event, seats)` makes the frozen dataclass people read, which speaks of table *seats*;
`compact` goes back. Events are self-sufficient: folding them never ranks a hand. A card somebody may not see is
`UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar

Cards = tuple[int, ...]
Compact = tuple[Any, ...]

(
    POSTED,
    DEALT,
    LAID,
    TURNED,
    BURNED,
    BEGAN,
    FOLDED,
    CHECKED,
    CALLED,
    RAISED,
    BROUGHT_IN,
    OPEN_DECLARED,
    RETURNED,
    DREW,
    DISCARDED,
    RECEIVED,
    RESHUFFLED,
    SEALED,
    ANNOUNCED,
    DECLARED,
    SWAPPED,
    OPENERS_SHOWN,
    RULES_CHANGED,
    TURNED_UP,
    SHOWN,
    MUCKED,
    VOIDED,
    AWARDED,
    CARRIED,
    ENDED,
    FORFEITED,
    GATHERED,
    OPENERS_SPLIT,
) = range(33)


@dataclass(frozen=True, slots=True)
class Posted:
    """Forced money: `amount` of what was `owed`; `live` money counts as a bet, dead money does not (BET-1, BTN-7)."""

    code: ClassVar[int] = POSTED
    seat: int
    kind: str
    amount: int
    owed: int
    live: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round of cards, one at a time: `cards[j::n]` are those of the j-th of the n `seats`."""

    code: ClassVar[int] = DEALT
    seats: tuple[int, ...]
    cards: Cards
    up: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards dealt to a row of the table ("board", "top", "bottom", "common"); face-down ones are nobody's to see."""

    code: ClassVar[int] = LAID
    row: int
    cards: Cards
    up: bool


@dataclass(frozen=True, slots=True)
class Turned:
    """The next face-down cards of a row are turned up."""

    code: ClassVar[int] = TURNED
    row: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Burned:
    """Cards dealt aside, unseen (BET-16)."""

    code: ClassVar[int] = BURNED
    count: int


@dataclass(frozen=True, slots=True)
class Began:
    """A phase that seats act in began: step `phase` of the plan, `first` to act (None: all at once)."""

    code: ClassVar[int] = BEGAN
    phase: int
    first: int | None
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    code: ClassVar[int] = FOLDED
    seat: int


@dataclass(frozen=True, slots=True)
class Checked:
    code: ClassVar[int] = CHECKED
    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    """`added` chips went in. `as_check`: calling this short bet counts as checking (D-CL-3g)."""

    code: ClassVar[int] = CALLED
    seat: int
    added: int
    as_check: bool


@dataclass(frozen=True, slots=True)
class Raised:
    """A bet, raise or completion to `to`, with `added` chips. `full`: it reopens the betting (BET-7, BET-8)."""

    code: ClassVar[int] = RAISED
    seat: int
    to: int
    added: int
    full: bool
    verb: str


@dataclass(frozen=True, slots=True)
class BroughtIn:
    code: ClassVar[int] = BROUGHT_IN
    seat: int
    added: int


@dataclass(frozen=True, slots=True)
class OpenDeclared:
    """An all-in player with openers declared the pot open (D-PO-4)."""

    code: ClassVar[int] = OPEN_DECLARED
    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The uncalled part of a bet goes back (POT-3)."""

    code: ClassVar[int] = RETURNED
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Threw `thrown` and received `received`. How many is public, which is not (D-DR-4)."""

    code: ClassVar[int] = DREW
    seat: int
    thrown: Cards
    received: Cards


@dataclass(frozen=True, slots=True)
class Discarded:
    """Threw cards; replacements follow as `Received`."""

    code: ClassVar[int] = DISCARDED
    seat: int
    thrown: Cards


@dataclass(frozen=True, slots=True)
class Received:
    code: ClassVar[int] = RECEIVED
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The stub was short; thrown-in cards were shuffled, and the stub now holds `left` cards (D-RS-1)."""

    code: ClassVar[int] = RESHUFFLED
    left: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """A seat has chosen; only its owner sees what (cards to give, or a declaration)."""

    code: ClassVar[int] = SEALED
    seat: int
    choice: Any


@dataclass(frozen=True, slots=True)
class Announced:
    """A declaration made aloud, in turn (option `declare_order: from_last_aggressor`)."""

    code: ClassVar[int] = ANNOUNCED
    seat: int
    way: str


@dataclass(frozen=True, slots=True)
class Declared:
    """All fists open: one way, or None, for each seat dealt in (D-DC-1)."""

    code: ClassVar[int] = DECLARED
    ways: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Swapped:
    """Both gifts open and change hands (CP-3)."""

    code: ClassVar[int] = SWAPPED
    gifts: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class OpenersShown:
    """The opener proves his openers with as few cards as it takes (D-JP-3)."""

    code: ClassVar[int] = OPENERS_SHOWN
    seat: int
    cards: Cards
    proved: bool
    words: str


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Nobody opened: the same cards are now played for by the next set of rules (D-JO-3)."""

    code: ClassVar[int] = RULES_CHANGED
    rules: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """No more betting can come: all live hands are turned up (SHD-3)."""

    code: ClassVar[int] = TURNED_UP
    seats: tuple[int, ...]
    hands: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    code: ClassVar[int] = SHOWN
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Mucked:
    code: ClassVar[int] = MUCKED
    seat: int


@dataclass(frozen=True, slots=True)
class Voided:
    """Chips go back to whoever put them in, and why: a checked seven won them (D-CL-3a), a refund (D-DC-7)."""

    code: ClassVar[int] = VOIDED
    seat: int
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Awarded:
    """`seat` wins `amount` of pot number `pot` (0 is the main pot) for `way`, with `cards`, which are `words`."""

    code: ClassVar[int] = AWARDED
    seat: int
    pot: int
    amount: int
    way: str
    cards: Cards
    words: str


@dataclass(frozen=True, slots=True)
class Carried:
    """The pot stays for the next deal: (amount, seats that may win it) each, and why (D-PO-1)."""

    code: ClassVar[int] = CARRIED
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    step: int
    why: str


@dataclass(frozen=True, slots=True)
class Ended:
    code: ClassVar[int] = ENDED


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player did not choose in time, and his stake goes to the other (CP-8)."""

    code: ClassVar[int] = FORFEITED
    seat: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """A betting round is over and its bets go into the pot."""

    code: ClassVar[int] = GATHERED


@dataclass(frozen=True, slots=True)
class OpenersSplit:
    """The opener says that he breaks his openers (option `announce_split`, D-JP-4)."""

    code: ClassVar[int] = OPENERS_SPLIT
    seat: int


Event = (
    Posted
    | Dealt
    | Laid
    | Turned
    | Burned
    | Began
    | Folded
    | Checked
    | Called
    | Raised
    | BroughtIn
    | OpenDeclared
    | Returned
    | Drew
    | Discarded
    | Received
    | Reshuffled
    | Sealed
    | Announced
    | Declared
    | Swapped
    | OpenersShown
    | RulesChanged
    | TurnedUp
    | Shown
    | Mucked
    | Voided
    | Awarded
    | Carried
    | Ended
    | Forfeited
    | Gathered
    | OpenersSplit
)

CLASSES: tuple[type[Any], ...] = tuple(sorted(Event.__args__, key=lambda cls: cls.code))


@lru_cache(4096)
def seats_of(mask: int) -> tuple[int, ...]:
    """The positions of a set of seats, in order."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def mask_of(positions: Sequence[int]) -> int:
    """The set of some positions."""
    mask = 0
    for i in positions:
        mask |= 1 << i
    return mask


def typed(event: Compact, seats: Sequence[int]) -> Event:
    """The event people read; `seats[i]` is the table seat of position i."""
    made: Event = CLASSES[event[0]](*_mapped(event[0], event[1:], lambda i: seats[i], _seats_of_mask(seats)))
    return made


def compact(event: Event, seats: Sequence[int]) -> Compact:
    """The engine's form of an event people wrote."""
    place = {seat: i for i, seat in enumerate(seats)}
    values = tuple(getattr(event, entry.name) for entry in fields(event))
    return (event.code, *_mapped(event.code, values, place.__getitem__, _mask_of_seats(place)))


def _seats_of_mask(seats: Sequence[int]) -> Callable[[Any], Any]:
    return lambda mask: tuple(seats[i] for i in seats_of(mask))


def _mask_of_seats(place: dict[int, int]) -> Callable[[Any], Any]:
    return lambda members: mask_of([place[seat] for seat in members])


def _mapped(code: int, values: Compact, one: Callable[[int], int], many: Callable[[Any], Any]) -> Compact:
    """The fields of an event with positions and sets of positions translated."""
    if code in (DEALT, TURNED_UP):
        return (many(values[0]), *values[1:])
    if code == BEGAN:
        phase, first, members = values
        return phase, None if first is None else one(first), many(members)
    if code == CARRIED:
        pots, step, why = values
        return tuple((amount, many(members)) for amount, members in pots), step, why
    if code in _NO_SEAT:
        return values
    return (one(values[0]), *values[1:])


_NO_SEAT = frozenset((LAID, TURNED, BURNED, RESHUFFLED, DECLARED, SWAPPED, RULES_CHANGED, ENDED, GATHERED))


def plain(event: Event) -> dict[str, Any]:
    """An event as plain data for JSON: {"event": "Raised", "seat": 2, ...}."""
    return {"event": type(event).__name__, **dict(zip((f.name for f in fields(event)), astuple(event), strict=True))}
