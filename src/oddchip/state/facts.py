"""The fields of a state, how it is copied and compared, and the state a hand begins with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from oddchip import events as ev
from oddchip.actions import Way
from oddchip.plan import Plan

Cards = tuple[int, ...]

_FACTS = (
    "left",  # cards in the stub
    "stacks",  # chips behind, by position
    "bets",  # live chips put in this round
    "put",  # chips put in before this round, and dead money that is a seat's own
    "dead",  # dead money that is nobody's (the big-blind ante)
    "hands",  # holdings; kept after folding
    "thrown",  # discards of each draw, by position
    "rows",  # cards of each row of the table
    "turned",  # how many cards of each row are face up
    "live",  # seats still in
    "able",  # live seats with chips behind
    "pending",  # seats that must still act in this phase
    "to",  # the seat in turn; -1 when several may act, or none
    "first",  # who was first to act in this round
    "price",  # the total that stays in this round
    "full",  # the last full bet or raise, as a total
    "step",  # the least raise (pot, no and spread limit)
    "raises",  # bets and raises made, as far as the cap counts them
    "acted",  # seats that acted since the last full bet or raise
    "checked",  # seats that checked in this round, or called a bet too short to count
    "aggressor",  # last seat that bet or raised in this round; -1
    "opener",  # the seat that opened the pot; -1
    "blind",  # the last seat with a live blind; -1
    "capped",  # the betting was capped while more than two were in
    "multiway",  # more than two seats were in when the round began
    "snaps",  # (seat, contributions at the moment it checked after the last draw)
    "shuffles",  # reshuffles so far
    "sealed",  # sealed choices, by position
    "ways",  # declared ways, once open or said aloud
    "rules",  # number of the rules in force
    "tabled",  # seats whose cards everybody has seen
    "receiving",  # seats that are dealt cards, where some who folded still are (S8-20)
    "won",  # chips handed back or won, by position
    "carried",  # pots carried into this deal
    "step_up",  # passed-out deals before this one (D-JP-6)
    "carry",  # what this deal leaves for the next: (pots, step, why), or None
    "ended",
)

_MACHINE = (
    "pc",  # step of the plan the machine is at
    "deck",  # the order of the stub as far as it is known
    "at",  # how much of that has been dealt
    "owed",  # (seat, cards) still to be dealt in a draw
    "later",  # the same, once everybody has drawn (D-DR-3)
)

#: Those of both that a hand changes seldom: most acts need no copy of them.
_COLD = (
    "dead",
    "rows",
    "turned",
    "blind",
    "capped",
    "multiway",
    "snaps",
    "shuffles",
    "sealed",
    "ways",
    "tabled",
    "receiving",
    "won",
    "carried",
    "step_up",
    "carry",
    "later",
)


class State:
    """One situation. Made by `initial`, changed by the writers below, compared by its facts."""

    __slots__ = (
        *[name for name in (*_FACTS, *_MACHINE) if name not in _COLD],
        "_cold",
        "plan",
        "offer",
        "fresh",
        "log",
    )

    _cold: Any

    plan: Plan
    pc: int
    left: int
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    put: tuple[int, ...]
    dead: int
    hands: tuple[Cards, ...]
    thrown: tuple[tuple[Cards, ...], ...]
    rows: tuple[Cards, ...]
    turned: tuple[int, ...]
    live: int
    able: int
    pending: int
    to: int
    first: int
    price: int
    full: int
    step: int
    raises: int
    acted: int
    checked: int
    aggressor: int
    opener: int
    blind: int
    capped: bool
    multiway: bool
    snaps: tuple[tuple[int, tuple[int, ...]], ...]
    owed: tuple[tuple[int, int], ...]
    later: tuple[tuple[int, int], ...]
    shuffles: int
    sealed: tuple[Any, ...]
    ways: tuple[Way | None, ...]
    rules: int
    tabled: int
    receiving: int
    won: tuple[int, ...]
    carried: tuple[tuple[int, int], ...]
    step_up: int
    carry: tuple[tuple[tuple[int, int], ...], int, str] | None
    ended: bool
    deck: Cards
    at: int
    offer: Any
    fresh: list[ev.Compact]
    log: tuple[ev.Compact, ...]

    def copy(self) -> State:
        """A private copy with no events of its own yet; written out field by field below."""
        return _copy(self)

    def facts(self) -> tuple[Any, ...]:
        """Everything that events determine, in a fixed order."""
        found: tuple[Any, ...] = _facts(self)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.plan is other.plan and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash((self.pc, self.live, self.stacks, self.bets, self.to))

    @property
    def pot(self) -> int:
        """All the chips in the middle, carried ones included."""
        return sum(self.put) + sum(self.bets) + self.dead + sum([amount for amount, _ in self.carried])


_facts = attrgetter(*[f"_cold.{name}" if name in _COLD else name for name in _FACTS])


class _Cold:
    """The facts that change seldom. States share one until somebody writes to his: `owner` is his list of events."""

    __slots__ = (*_COLD, "owner")


def _written(names: Iterable[str], source: str, target: str) -> list[str]:
    return [f"    {target}.{name} = {source}.{name}" for name in names]


def _compiled(name: str, lines: Iterable[str]) -> Any:
    scope: dict[str, Any] = {"State": State, "Cold": _Cold, "make": object.__new__}
    exec("\n".join(lines), scope)
    return scope[name]


def copier(names: Iterable[str]) -> Callable[[State], State]:
    """A copy of some fields, written out one by one: the one hot path that pays for every value."""
    names = tuple(names)
    cold = [name for name in names if name in _COLD]
    lines = ["def copy(self):", "    new = make(State)"]
    lines += _written([name for name in names if name not in _COLD], "self", "new")
    lines += ["    new.fresh = []", "    new.offer = None"]
    if len(cold) == len(_COLD):
        lines += ["    new._cold = self._cold"]
    else:
        lines += ["    mine = new._cold = make(Cold)", "    mine.owner = new.fresh"]
        lines += _written(cold, "self._cold", "mine")
    made: Callable[[State], State] = _compiled("copy", [*lines, "    return new"])
    return made


_copy = copier((*_FACTS, *_MACHINE, "plan", "log"))
State.copy = _copy  # type: ignore[method-assign,assignment]
_own_cold = _compiled(
    "own",
    [
        "def own(cold, owner):",
        "    new = make(Cold)",
        *_written(_COLD, "cold", "new"),
        "    new.owner = owner",
        "    return new",
    ],
)


def _cold_field(name: str) -> property:
    """Reads the shared value; a write goes to a copy of the state's own."""

    def write(s: State, value: Any) -> None:
        if s._cold.owner is not s.fresh:
            s._cold = _own_cold(s._cold, s.fresh)
        setattr(s._cold, name, value)

    return property(attrgetter(f"_cold.{name}"), write)


for _name in _COLD:
    setattr(State, _name, _cold_field(_name))


def initial(plan: Plan, stacks: tuple[int, ...], carried: tuple[tuple[int, int], ...] = (), step_up: int = 0) -> State:
    """The state before anything is posted: everybody in, nothing dealt."""
    if plan.blank is None:
        plan.blank = _blank(plan)
    s: State = plan.blank.copy()
    s.stacks = stacks
    if 0 in stacks:
        s.able = ev.mask_of([i for i, stack in enumerate(stacks) if stack])
    if carried or step_up:
        s.carried, s.step_up = carried, step_up
    return s


def _blank(plan: Plan) -> State:
    n = plan.n
    s = object.__new__(State)
    s.plan, s.fresh, s._cold = plan, [], object.__new__(_Cold)
    s._cold.owner = s.fresh
    s.deck, s.at, s.left = (), 0, plan.deck.size
    s.stacks = s.bets = s.put = s.won = plan.zeros
    s.dead = 0
    s.hands = ((),) * n
    s.thrown = ((),) * n
    s.rows = ((),) * len(plan.rows)
    s.turned = (0,) * len(plan.rows)
    s.live = s.able = s.receiving = plan.everyone
    s.pc = s.pending = s.price = s.full = s.step = s.raises = s.acted = s.checked = s.tabled = s.rules = s.shuffles = 0
    s.to = s.first = s.aggressor = s.opener = s.blind = -1
    s.multiway = n > 2
    s.capped = False
    s.snaps = ()
    s.owed = s.later = ()
    s.sealed = ()
    s.ways = ()
    s.carried, s.step_up, s.carry = (), 0, None
    s.ended = False
    s.offer = None
    s.log = ()
    return s


# --- small helpers about sets of seats ----------------------------------------------------------------------------


def lowest(mask: int) -> int:
    """The first seat of a set left of the button; -1 for the empty set."""
    return (mask & -mask).bit_length() - 1


def several(mask: int) -> bool:
    """More than one seat?"""
    return bool(mask & (mask - 1))


def put_at(column: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
    """A column with one entry replaced."""
    changed = list(column)
    changed[i] = value
    return tuple(changed)


def total_put(s: State) -> tuple[int, ...]:
    """What each seat has put in over the hand."""
    if s.bets is s.plan.zeros:
        return s.put
    return tuple([before + now for before, now in zip(s.put, s.bets, strict=True)])
