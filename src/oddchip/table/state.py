"""The state of a table: everything that its facts determine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from oddchip.hand import Carry
from oddchip.house import HouseRules
from oddchip.posts import ButtonState
from oddchip.table import facts
from oddchip.table.values import (
    Account,
    Announcement,
    Chain,
    Clock,
    Dealing,
    Departure,
    Entry,
    Legs,
    Line,
    Place,
    Turn,
)


@dataclass(frozen=True)
class TableState:
    """Everything about a table that its facts determine. A deal's own state is in its `Hand`.

    While a deal is played (`dealing`), stacks are those at its start: chips move when it ends. `button` is where button
    and blinds stood last, `hands` the number of deals so far, `played` that of hands, chains of deals being one.
    """

    size: int
    house: HouseRules = field(default_factory=HouseRules)
    places: tuple[Place | None, ...] = ()
    line: Line | None = None
    next_line: Line | None = None
    next_house: HouseRules | None = None
    turn: Turn = field(default_factory=Turn)
    moving_on: bool = False
    chosen: Entry | None = None
    choice_left: int = 0
    marker: int = -1
    announced: Announcement | None = None
    button: ButtonState | None = None
    after_stud: bool = False
    hands: int = 0
    played: int = 0
    chain: Chain | None = None
    legs: Legs | None = None
    dealing: Dealing | None = None
    clocks: tuple[Clock, ...] = ()
    accounts: dict[str, Account] = field(default_factory=dict)
    departed: dict[str, Departure] = field(default_factory=dict)
    paused_at: float | None = None
    session: facts.SessionEnded | None = None
    closed: str | None = None

    @cached_property
    def seated(self) -> dict[int, Place]:
        """Taken seats, in order; not to be changed."""
        return {seat: place for seat, place in enumerate(self.places) if place is not None}

    @property
    def carry(self) -> Carry | None:
        return self.chain.carry if self.chain else None

    @property
    def entry(self) -> Entry | None:
        """The game of the next deal (of this one while it is played); None before a choice, or before games are set."""
        if self.dealing or self.chain:
            return (self.dealing or self.chain).entry  # type: ignore[union-attr]
        if self.line is None or self.line.choice:
            return self.chosen
        return self.line.entries[self.turn.game % len(self.line.entries)]

    @property
    def chips(self) -> int:
        """All the chips on the table, carried pots and bets of a running deal included."""
        return sum(place.chips for place in self.seated.values()) + (self.carry.amount if self.carry else 0)

    @property
    def brought(self) -> int:
        """Chips brought to the table, less chips taken from it: always `chips`."""
        return -sum(account.net for account in self.accounts.values())


def opened(size: int, house: HouseRules) -> TableState:
    """An empty table."""
    return TableState(size, house, (None,) * size)


def turn_after(turn: Turn, games: int, hands_each: int) -> Turn:
    """Where a rotation of so many games stands after another hand (MIX-1); with 0 it does not move by itself."""
    if not hands_each or turn.hands + 1 < hands_each:
        return replace(turn, hands=turn.hands + 1)
    return Turn((turn.game + 1) % games)
