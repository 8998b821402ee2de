"""The pieces of a plan: an op for each phase, an award for each way to win, and the plan that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from oddchip.cards import Deck
from oddchip.house import HouseRules
from oddchip.rankings import Order
from oddchip.spec import (
    AtLeast,
    By,
    ByDealtIn,
    First,
    Game,
    Rules,
    Size,
)
from oddchip.stakes import Stakes

FIXED, SPREAD, POT, NO_LIMIT = range(4)
REDEAL = -1
SEVEN, EIGHT = 5, 6


@dataclass(slots=True, eq=False)
class DealOp:
    """Deal `count` cards to each live seat; `common`: turn one up for all when the stub is short (S8-16)."""

    count: int
    up: bool
    burn: bool
    common: bool


@dataclass(slots=True, eq=False)
class RowOp:
    """Deal `count` cards to row number `row`."""

    row: int
    count: int
    up: bool
    burn: bool


@dataclass(slots=True, eq=False)
class TurnOp:
    row: int
    count: int


@dataclass(slots=True, eq=False)
class BetOp:
    """A betting round, with everything about it that does not depend on the hand.

    `size` is the fixed bet, or the least bet of the other structures; `high` the spread's most. `cap` is the number of
    bets and raises allowed (0: no cap). `with_common`: boards are ranked with the common card. `opening`: the first
    round, in which the pot is opened; `asks_openers`: and openers are asked for. `last`: no draw follows. `special`:
    what is on offer depends on more than price and chips.
    """

    number: int
    structure: int
    size: int
    high: int
    big_size: int
    first: First
    with_common: bool
    must_open: bool
    opening: bool
    asks_openers: bool
    last: bool
    bring_in: int
    bring_in_by: By | None
    cap: int
    enter_with_raise: bool
    least_entry: int
    special: bool
    offers: dict[Any, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class DrawOp:
    """A draw; `most` cards may be thrown, one more with an ace or the joker kept if `ace_helps` (D-DR-2).

    `sequential`: each is served in turn, but for who draws `waits` cards (D-DR-1, D-DR-3). `reserve` cards stay in the
    stub.
    """

    number: int
    extra: int
    most: int
    ace_helps: bool
    sequential: bool
    waits: int
    reserve: int
    announce_split: bool


@dataclass(slots=True, eq=False)
class SwapOp:
    count: int


@dataclass(slots=True, eq=False)
class DeclareOp:
    aloud: bool


@dataclass(slots=True, eq=False)
class ShowOp:
    """The showdown."""


Op = DealOp | RowOp | TurnOp | BetOp | DrawOp | SwapOp | DeclareOp | ShowOp


@dataclass(slots=True, eq=False)
class AwardPlan:
    """One way to win, with its order. `sources` and `use` are row numbers (-1 the hand) and spans; empty: any five.

    `floor` is the least value that qualifies, 0 for none. `wild` ranks hands whose joker came face down, where that
    makes it wild.
    """

    name: str
    order: Order
    rows: tuple[int, ...]
    use: tuple[tuple[int, int], ...]
    floor: int
    wild: Order | None


@dataclass(slots=True, eq=False)
class RulesPlan:
    """A set of rules, resolved. `floors[step]` is the least value that opens; () when anything does."""

    rules: Rules
    awards: tuple[AwardPlan, ...]
    declared: bool
    opens: bool
    floors: tuple[tuple[AtLeast, int], ...]
    opening_order: Order
    unopened: int
    sevens: bool
    seven_order: Order | None
    seven_floor: int
    check_raise_ban: bool


@dataclass(slots=True, eq=False)
class Plan:
    """The program of one game for `n` seats, and what the machine looks up about it.

    `rows` names the rows of table cards; `up` lists the places of a holding that are dealt face up, `board` the same
    as a slice if it is one. `members` are the seats of each set, `after` the next seat of a set. `ante` and `blinds`
    are chips; `roles` names the blinds. `unit` is the smallest chip. `posts` and `blank` keep what every start needs:
    the posts, by what they depend on, and the state before them.
    """

    game: Game
    stakes: Stakes
    house: HouseRules
    n: int
    deck: Deck
    pack: frozenset[int]
    ops: tuple[Op, ...]
    rulesets: tuple[RulesPlan, ...]
    rows: tuple[str, ...]
    up: tuple[int, ...]
    down: tuple[int, ...]
    hand_size: int
    ante: int
    ante_by: By
    blinds: tuple[int, ...]
    roles: tuple[Size, ...]
    unit: int
    is_stud: bool
    event_players: int | None
    everyone: int
    zeros: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    board: slice | None
    keep_receiving: bool
    blind_counts: int
    half_counts: bool
    last_draw: int
    posts: dict[Any, Any] = field(default_factory=dict)
    blank: Any = None


def at(value: Any, n: int) -> Any:
    """A value, looked up by the number dealt in where it depends on that."""
    return value.at(n) if isinstance(value, ByDealtIn) else value
