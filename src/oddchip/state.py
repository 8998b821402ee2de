"""The situation in a hand, and its fold: one small writer for each kind of event.

A `State` speaks of positions (0 is the first seat dealt in left of the button); sets of positions are int masks. Freeze
by convention: `play` makes one private copy for each decision, lets writers change it, hands it out and never touches
it again. Rules call writers and write nothing else, so `fold` of the events gives the same state by construction.

Some things are not facts and no part of equality: the order of the undealt cards (`deck`, `at`), where the machine
stands (`pc`, `owed`, `later`) and what is derived from the rest (`offer`). Secrets live apart from facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from oddchip import events as ev
from oddchip.actions import Way
from oddchip.cards import UNKNOWN
from oddchip.plan import FIXED, BetOp, DeclareOp, Plan

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


#: Posts that move the place of the last blind, and dead posts that count toward their owner's share of the pots.
_BLINDS = frozenset(("small blind", "big blind", "button blind", "straddle"))
_OWN = frozenset(("ante", "stake"))

# --- writers -----------------------------------------------------------------------------------------------------
# Each appends its event and changes the fields. Fields of the event in order; nothing here decides anything.


def posted(s: State, i: int, kind: str, amount: int, owed: int, live: bool) -> None:
    s.fresh.append((ev.POSTED, i, kind, amount, owed, live))
    stack = s.stacks[i] - amount
    s.stacks = put_at(s.stacks, i, stack)
    if live:
        s.bets = put_at(s.bets, i, s.bets[i] + amount)
        if kind in _BLINDS or (kind == "kill" and s.price < max(s.plan.blinds, default=0)):
            s.blind = i  # a kill before the big blind is posted stands for it (D-KP-1)
        s.price = max(s.price, owed)
    elif kind in _OWN:
        s.put = put_at(s.put, i, s.put[i] + amount)
    else:
        s.dead += amount
    if not stack:
        s.able &= ~(1 << i)


def dealt(s: State, mask: int, cards: Cards, up: bool) -> None:
    s.fresh.append((ev.DEALT, mask, cards, up))
    hands = list(s.hands)
    seats = s.plan.members[mask]
    n = len(seats)
    for j, i in enumerate(seats):
        hands[i] += cards[j::n]
    s.hands = tuple(hands)
    s.left -= len(cards)


def laid(s: State, row: int, cards: Cards, up: bool) -> None:
    s.fresh.append((ev.LAID, row, cards, up))
    s.rows = put_at(s.rows, row, s.rows[row] + cards)
    if up:
        s.turned = put_at(s.turned, row, s.turned[row] + len(cards))
    s.left -= len(cards)


def turned(s: State, row: int, cards: Cards) -> None:
    s.fresh.append((ev.TURNED, row, cards))
    start = s.turned[row]
    whole = s.rows[row]
    s.rows = put_at(s.rows, row, whole[:start] + cards + whole[start + len(cards) :])
    s.turned = put_at(s.turned, row, start + len(cards))


def burned(s: State, count: int) -> None:
    s.fresh.append((ev.BURNED, count))
    s.left -= count


def began(s: State, pc: int, first: int | None, mask: int) -> None:
    s.fresh.append((ev.BEGAN, pc, first, mask))
    s.pc = pc
    s.pending = mask
    op = s.plan.ops[pc]
    if first is None:
        s.to = -1
        s.sealed = (None,) * s.plan.n
        return
    s.first = s.to = first
    if type(op) is not BetOp:
        if type(op) is DeclareOp:
            s.ways = (None,) * s.plan.n
        return
    s.acted = s.checked = s.raises = 0
    if s.capped:
        s.capped = False
    multiway = s.live.bit_count() > 2
    if multiway != s.multiway:
        s.multiway = multiway
    s.aggressor = -1
    s.step = op.size
    if op.opening and s.price:
        s.full = s.price
        s.step = max(op.size, s.price)
        s.raises = s.plan.blind_counts


def folded(s: State, i: int) -> None:
    s.fresh.append((ev.FOLDED, i))
    bit = ~(1 << i)
    s.live &= bit
    s.able &= bit
    s.pending &= bit
    if s.plan.keep_receiving and s.price:
        s.receiving = s.live
    s.to = s.plan.after[i][s.pending]


def checked(s: State, i: int) -> None:
    s.fresh.append((ev.CHECKED, i))
    bit = 1 << i
    s.pending &= ~bit
    s.acted |= bit
    s.checked |= bit
    if s.plan.ops[s.pc].last:  # type: ignore[union-attr]
        _snap(s, i)
    s.to = s.plan.after[i][s.pending]


def called(s: State, i: int, added: int, as_check: bool) -> None:
    s.fresh.append((ev.CALLED, i, added, as_check))
    bit = 1 << i
    stack = s.stacks[i] - added
    column = list(s.stacks)
    column[i] = stack
    s.stacks = tuple(column)
    column = list(s.bets)
    column[i] += added
    s.bets = tuple(column)
    s.pending &= ~bit
    s.acted |= bit
    if not stack:
        s.able &= ~bit
    if as_check:
        s.checked |= bit
        _snap(s, i)
    s.to = s.plan.after[i][s.pending]


def raised(s: State, i: int, to: int, added: int, full: bool, verb: str) -> None:
    s.fresh.append((ev.RAISED, i, to, added, full, verb))
    bit = 1 << i
    stack = s.stacks[i] - added
    column = list(s.stacks)
    column[i] = stack
    s.stacks = tuple(column)
    column = list(s.bets)
    column[i] = to
    s.bets = tuple(column)
    if not stack:
        s.able &= ~bit
    s.pending = s.able & ~bit
    if full:
        op = s.plan.ops[s.pc]
        rise = to - s.price
        s.step = to - s.full if op.structure == FIXED else max(s.step, rise)  # type: ignore[union-attr]
        s.full = to
        s.raises += 1
        s.acted = bit
        if s.raises == op.cap and s.live.bit_count() > 2:  # type: ignore[union-attr]
            s.capped = True
    else:
        s.acted |= bit
    s.price = to
    s.aggressor = i
    if s.opener < 0:
        s.opener = i
    if s.plan.keep_receiving:
        s.receiving = s.live
    s.to = s.plan.after[i][s.pending]


def brought_in(s: State, i: int, added: int) -> None:
    s.fresh.append((ev.BROUGHT_IN, i, added))
    bit = 1 << i
    stack = s.stacks[i] - added
    s.stacks = put_at(s.stacks, i, stack)
    s.bets = put_at(s.bets, i, s.bets[i] + added)
    if not stack:
        s.able &= ~bit
    s.pending = s.able & ~bit
    s.acted |= bit
    s.price = s.plan.ops[s.pc].bring_in  # type: ignore[union-attr]
    s.to = s.plan.after[i][s.pending]


def open_declared(s: State, i: int) -> None:
    """The opening bet is owed by everybody else, though the opener has no chips to make it (D-PO-4)."""
    s.fresh.append((ev.OPEN_DECLARED, i))
    op = s.plan.ops[s.pc]
    s.opener = s.aggressor = i
    s.pending = s.able
    s.acted = 0
    s.price = s.full = op.size  # type: ignore[union-attr]
    s.raises += 1
    s.to = s.plan.after[i][s.pending]


def returned(s: State, i: int, amount: int) -> None:
    """Uncalled chips come back, out of this round's bets or, when those were antes, out of the pot."""
    s.fresh.append((ev.RETURNED, i, amount))
    s.stacks = put_at(s.stacks, i, s.stacks[i] + amount)
    from_bets = min(amount, s.bets[i])
    s.bets = put_at(s.bets, i, s.bets[i] - from_bets)
    if amount > from_bets:
        s.put = put_at(s.put, i, s.put[i] - amount + from_bets)
    s.won = put_at(s.won, i, s.won[i] + amount)
    if s.live >> i & 1:
        s.able |= 1 << i


def gathered(s: State) -> None:
    s.fresh.append((ev.GATHERED,))
    s.put = tuple([before + now for before, now in zip(s.put, s.bets, strict=True)])
    s.bets = s.plan.zeros
    s.price = s.full = s.raises = 0
    s.pending = 0
    s.to = -1


def drew(s: State, i: int, thrown: Cards, received: Cards, kept: Cards | None = None) -> None:
    """`kept`, what follows from the rest, where somebody has it already."""
    s.fresh.append((ev.DREW, i, thrown, received))
    _throw(s, i, thrown, received, kept)
    s.left -= len(received)
    s.pending &= ~(1 << i)
    s.to = s.plan.after[i][s.pending]


def discarded(s: State, i: int, thrown: Cards) -> None:
    s.fresh.append((ev.DISCARDED, i, thrown))
    _throw(s, i, thrown, ())
    s.pending &= ~(1 << i)
    s.to = s.plan.after[i][s.pending]


def received(s: State, i: int, cards: Cards) -> None:
    s.fresh.append((ev.RECEIVED, i, cards))
    s.hands = put_at(s.hands, i, s.hands[i] + cards)
    s.left -= len(cards)


def _throw(s: State, i: int, thrown: Cards, gained: Cards, kept: Cards | None = None) -> None:
    hands = list(s.hands)
    if kept is None:
        kept = hands[i]
        if thrown:
            known = thrown[0] != UNKNOWN
            kept = tuple([card for card in kept if card not in thrown]) if known else kept[len(thrown) :]
    hands[i] = kept + gained
    s.hands = tuple(hands)
    column = list(s.thrown)
    column[i] += (thrown,)
    s.thrown = tuple(column)


def reshuffled(s: State, left: int) -> None:
    s.fresh.append((ev.RESHUFFLED, left))
    s.left = left
    s.shuffles += 1


def sealed(s: State, i: int, choice: Any) -> None:
    s.fresh.append((ev.SEALED, i, choice))
    s.sealed = put_at(s.sealed, i, choice)
    s.pending &= ~(1 << i)


def announced(s: State, i: int, way: Way) -> None:
    s.fresh.append((ev.ANNOUNCED, i, way))
    s.ways = put_at(s.ways, i, way)
    s.pending &= ~(1 << i)
    s.to = s.plan.after[i][s.pending]


def declared(s: State, ways: tuple[Way | None, ...]) -> None:
    s.fresh.append((ev.DECLARED, ways))
    s.ways = ways
    s.sealed = ()


def swapped(s: State, gifts: tuple[Cards, ...]) -> None:
    s.fresh.append((ev.SWAPPED, gifts))
    kept = [tuple([card for card in hand if card not in gift]) for hand, gift in zip(s.hands, gifts, strict=True)]
    s.hands = tuple([kept[i] + gifts[1 - i] for i in range(2)])
    s.sealed = ()


def openers_shown(s: State, i: int, cards: Cards, proved: bool, words: str) -> None:
    s.fresh.append((ev.OPENERS_SHOWN, i, cards, proved, words))


def openers_split(s: State, i: int) -> None:
    s.fresh.append((ev.OPENERS_SPLIT, i))


def rules_changed(s: State, rules: int) -> None:
    s.fresh.append((ev.RULES_CHANGED, rules))
    s.rules = rules


def turned_up(s: State, mask: int, hands: tuple[Cards, ...]) -> None:
    s.fresh.append((ev.TURNED_UP, mask, hands))
    for i, hand in zip(ev.seats_of(mask), hands, strict=True):
        s.hands = put_at(s.hands, i, hand)
    s.tabled |= mask


def shown(s: State, i: int, cards: Cards) -> None:
    s.fresh.append((ev.SHOWN, i, cards))
    if s.hands[i] != cards:  # in a view they were unknown
        s.hands = put_at(s.hands, i, cards)
    s.tabled |= 1 << i


def mucked(s: State, i: int) -> None:
    s.fresh.append((ev.MUCKED, i))


def voided(s: State, i: int, amount: int, why: str) -> None:
    s.fresh.append((ev.VOIDED, i, amount, why))
    _pay(s, i, amount)


def awarded(s: State, i: int, pot: int, amount: int, way: str, cards: Cards, words: str) -> None:
    s.fresh.append((ev.AWARDED, i, pot, amount, way, cards, words))
    _pay(s, i, amount)


def carried(s: State, pots: tuple[tuple[int, int], ...], step: int, why: str) -> None:
    s.fresh.append((ev.CARRIED, pots, step, why))
    s.carry = (pots, step, why)


def forfeited(s: State, i: int) -> None:
    s.fresh.append((ev.FORFEITED, i))
    bit = ~(1 << i)
    s.live &= bit
    s.able &= bit
    s.pending = 0


def ended(s: State) -> None:
    s.fresh.append((ev.ENDED,))
    s.ended = True
    s.to = -1
    s.pending = 0
    s.put = s.bets = s.plan.zeros
    if s.dead:
        s.dead = 0
    if s.carried:
        s.carried = ()


def _pay(s: State, i: int, amount: int) -> None:
    s.stacks = put_at(s.stacks, i, s.stacks[i] + amount)
    s.won = put_at(s.won, i, s.won[i] + amount)


def _snap(s: State, i: int) -> None:
    if s.plan.rulesets[s.rules].sevens:
        s.snaps += ((i, total_put(s)),)


WRITERS: tuple[Callable[..., None], ...] = (
    posted,
    dealt,
    laid,
    turned,
    burned,
    began,
    folded,
    checked,
    called,
    raised,
    brought_in,
    open_declared,
    returned,
    drew,
    discarded,
    received,
    reshuffled,
    sealed,
    announced,
    declared,
    swapped,
    openers_shown,
    rules_changed,
    turned_up,
    shown,
    mucked,
    voided,
    awarded,
    carried,
    ended,
    forfeited,
    gathered,
    openers_split,
)


def fold(start: State, happened: Iterable[ev.Compact]) -> State:
    """The state after some events, from the state `initial` made. Total and dumb: it never ranks a hand."""
    s = start.copy()
    for event in happened:
        WRITERS[event[0]](s, *event[1:])
    s.log = start.log + tuple(s.fresh)
    s.fresh = []
    return s
