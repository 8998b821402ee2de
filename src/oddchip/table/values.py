"""What a table is made of between and during hands: places, games to be played, a carried pot, clocks.

All are frozen values. Seats are the table's seat numbers from 0; chips are whole; times are seconds on whatever clock
the host of the table uses, which hands them in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from oddchip.errors import GameError, SetupError
from oddchip.hand import Carry
from oddchip.house import HouseRules
from oddchip.posts import ButtonState, Owed
from oddchip.spec import Game
from oddchip.stakes import Stake, Stakes


class Standing(StrEnum):
    """How a player stands toward the blinds (BTN-5, BTN-8): in, or not dealt in until he posts or the blind is his."""

    IN = "in"
    WAITS = "waits"
    POSTS = "posts"


class Away(StrEnum):
    """Sitting out (SIT-1): not, after the hand (or chain of deals) being played, or at once."""

    NO = "no"
    NEXT = "next"
    NOW = "now"


@dataclass(frozen=True, slots=True)
class Place:
    """A taken seat.

    `pending` chips count from the next hand (STK-1). `missed` names the blinds he missed (BTN-5). `hands_away` counts
    hands played without him since the last full orbit, `orbits_away` whole orbits (SIT-3). `bank` is what is left of
    his time bank, in seconds (TIM-2).
    """

    player: str
    stack: int
    pending: int = 0
    away: Away = Away.NO
    standing: Standing = Standing.IN
    new: bool = True
    missed: frozenset[str] = frozenset()
    hands_away: int = 0
    orbits_away: int = 0
    leaving: bool = False
    bank: float = 0

    @property
    def chips(self) -> int:
        return self.stack + self.pending

    @property
    def gone(self) -> bool:
        """Sits out or leaves: acts no more, his hand is folded in turn."""
        return self.leaving or self.away is Away.NOW


@dataclass(frozen=True)
class Entry:
    """A game at its stakes."""

    game: Game
    stakes: Stakes

    def __str__(self) -> str:
        return self.game.id


@dataclass(frozen=True)
class Line:
    """What a table plays: one game, a rotation (MIX-1), or the list a dealer's choice is made from (MIX-3).

    `hands_each` is the number of hands before a rotation moves on; None: as many as are dealt in, an orbit; 0: only
    when it is told to, as by a clock.
    """

    entries: tuple[Entry, ...]
    hands_each: int | None = 8
    choice: bool = False

    def __post_init__(self) -> None:
        if not self.entries:
            raise GameError("a table needs at least one game to play")
        if self.hands_each is not None and self.hands_each < 0:
            raise SetupError(
                f"a rotation moves on after one hand or more, or after none by itself, not {self.hands_each}"
            )

    @property
    def seat_limit(self) -> int:
        """The most players: the smallest of the listed games' own limits (MIX-5)."""
        return min(entry.game.seats[1] for entry in self.entries)

    @property
    def mixed(self) -> bool:
        return self.choice or len(self.entries) > 1


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a rotation stands: the number of the game in the list, and the hands of it played so far."""

    game: int = 0
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Legs:
    """Pots won in a row, as the kill counts them (D-KP-1)."""

    seat: int
    count: int


@dataclass(frozen=True)
class Chain:
    """A pot that no deal has won yet (D-PO-10): deals linked into one hand.

    `entry` and `house` are those of its first deal, `button` where button and blinds stood then, `put` what each seat
    has put into the pot since (seat, chips).
    """

    number: int
    carry: Carry
    entry: Entry
    house: HouseRules
    button: ButtonState
    put: tuple[tuple[int, int], ...]

    @property
    def price(self) -> int:
        """What a newcomer pays to match a full share of the pot (D-PO-5)."""
        return max((level for level, _ in self.levels), default=0)

    @property
    def levels(self) -> tuple[tuple[int, int], ...]:
        """For each carried pot, what a seat had to put in to be in it, and how much of that is this pot's own."""
        put = dict(self.put)
        found = []
        low = 0
        for _, seats in self.carry.pots:
            level = min((put.get(seat, 0) for seat in seats), default=low)
            found.append((max(level, low), max(0, level - low)))
            low = max(level, low)
        return tuple(found)


@dataclass(frozen=True)
class Dealing:
    """The deal being played: who is in, with what, where the button is, and what follows for those who are not.

    `number` counts deals, `chain` hands (a chain of deals is one). `owed` are the returning players' posts, `settled`
    the seats that owe no blinds from now on, `passed` the blinds that went by an absent seat, `bought` a seat that buys
    the button. `killer` posts the kill. `apart`: its time is kept elsewhere, and nobody acts for who is gone.
    """

    number: int
    chain: int
    entry: Entry
    house: HouseRules
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: ButtonState
    owed: tuple[tuple[int, Owed], ...] = ()
    settled: frozenset[int] = frozenset()
    passed: tuple[tuple[int, frozenset[str]], ...] = ()
    bought: int | None = None
    killer: int | None = None
    redeal: bool = False
    apart: bool = False

    @property
    def stakes(self) -> Stakes:
        return self.entry.stakes

    @property
    def is_california(self) -> bool:
        """Equal stakes and no betting: a session of single hands (CP-9)."""
        return isinstance(self.entry.stakes, Stake)


@dataclass(frozen=True, slots=True)
class Clock:
    """Until when a seat may decide. `banked`: `deadline` already lies in its time bank, which began at `since`."""

    seat: int
    decision: tuple[int, int]
    deadline: float
    banked: bool = False
    since: float = 0


@dataclass(frozen=True, slots=True)
class Account:
    """What a player brought to the table and took from it."""

    brought: int = 0
    taken: int = 0

    @property
    def net(self) -> int:
        return self.taken - self.brought


@dataclass(frozen=True, slots=True)
class Departure:
    """With how much a player left, and when (STK-4)."""

    chips: int
    at: float


@dataclass(frozen=True)
class Announcement:
    """What is said before the deal and shown to all (CU-3): forced money, limits, what if nobody qualifies."""

    money: str = ""
    limits: str = ""
    no_qualifier: str = ""
    of: Entry | None = field(default=None, repr=False)

    @property
    def missing(self) -> tuple[str, ...]:
        """What has not been said yet."""
        return tuple(name for name in ("money", "limits", "no_qualifier") if not getattr(self, name))
