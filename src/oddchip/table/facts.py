"""What happened at a table, as frozen facts; the table's state is their fold. What happened in a hand is in the hand.

Every fact is public: none holds a card, a discard or a sealed choice.
"""

from __future__ import annotations

from dataclasses import dataclass

from oddchip.hand import Carry
from oddchip.house import HouseRules
from oddchip.table.values import Announcement, Away, Clock, Dealing, Entry, Legs, Line, Standing


@dataclass(frozen=True, slots=True)
class Seated:
    seat: int
    player: str
    chips: int
    standing: Standing
    bank: float


@dataclass(frozen=True, slots=True)
class ChipsAdded:
    """A top-up or rebuy: chips on the table that count from the next hand (STK-1)."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class ChipsCounted:
    """Added chips join the stack; `returned` of them went beyond the maximum and go back (STK-3)."""

    seat: int
    chips: int
    returned: int


@dataclass(frozen=True, slots=True)
class SatOut:
    seat: int
    away: Away


@dataclass(frozen=True, slots=True)
class CameBack:
    seat: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class LeaveAsked:
    """A player who is dealt in wants to go: his hand is folded in turn, and he goes when it ends."""

    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    seat: int
    player: str
    chips: int
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class GamesSet:
    """The table plays these games from the next hand."""

    line: Line


@dataclass(frozen=True, slots=True)
class RotationMoved:
    """The rotation goes to its next game from the next hand on."""


@dataclass(frozen=True, slots=True)
class HouseSet:
    """House rules from the next hand."""

    house: HouseRules


@dataclass(frozen=True, slots=True)
class GameChosen:
    """`seat` chose a game for so many hands (MIX-3)."""

    seat: int
    entry: Entry
    hands: int


@dataclass(frozen=True, slots=True)
class Announced:
    """Said to all before the deal (CU-3)."""

    announcement: Announcement


@dataclass(frozen=True, slots=True)
class HandStarted:
    dealing: Dealing


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A deal is over. `put` is what each seat has put into the chain's pot; `carry` stays for the next deal."""

    number: int
    stacks: tuple[tuple[int, int], ...]
    carry: Carry | None
    put: tuple[tuple[int, int], ...]
    legs: Legs | None


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The deal is void for a public reason: all chips go back to where they were before it; carried pots stay."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClaimLost:
    """A player who went between deals gives up his share of a carried pot (D-PO-5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PotBought:
    """A newcomer matched the carried antes: so many chips to each carried pot (D-PO-5)."""

    seat: int
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CarrySettled:
    """A carried pot is paid without another deal: (seat, chips) each, and why (D-PO-7)."""

    shares: tuple[tuple[int, int], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ClocksSet:
    """The deadlines that run now."""

    clocks: tuple[Clock, ...]


@dataclass(frozen=True, slots=True)
class BankUsed:
    """A player drew on his time bank; `left` seconds remain in it."""

    seat: int
    left: float


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat's time ran out and the default was done for it (TIM-1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paused:
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class Resumed:
    at: float


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A California Poker session is over: "insufficient_balance", "declined" or "external_settlement" (CP-9)."""

    reason: str
    seat: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Closed:
    reason: str


Fact = (
    Seated
    | ChipsAdded
    | ChipsCounted
    | SatOut
    | CameBack
    | LeaveAsked
    | Left
    | GamesSet
    | RotationMoved
    | HouseSet
    | GameChosen
    | Announced
    | HandStarted
    | HandEnded
    | HandVoided
    | ClaimLost
    | PotBought
    | CarrySettled
    | ClocksSet
    | BankUsed
    | TimedOut
    | Paused
    | Resumed
    | SessionEnded
    | Closed
)
