"""What a seat, a spectator or the record may see. Views are built up from what is allowed, never filtered down.

`see(event, viewer)` is the event as the viewer learns it; `conceal(state, viewer)` the state as he may know it. They
agree: folding what is seen gives what is concealed. A viewer is a position, `SPECTATOR`, or `FULL` for the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oddchip import events as ev
from oddchip.actions import DealOffer, Offer
from oddchip.cards import UNKNOWN
from oddchip.errors import SetupError
from oddchip.play import may_act, offer_for
from oddchip.state import State, copier

SPECTATOR = -1
FULL = -2

Compact = ev.Compact
Sees = Callable[[Compact, int, Sequence[Sequence[int]]], Compact]


def hidden(cards: Sequence[int]) -> tuple[int, ...]:
    """As many face-down cards."""
    return (UNKNOWN,) * len(cards)


def _public(event: Compact, viewer: int, members: Sequence[Sequence[int]]) -> Compact:
    return event


def _dealt(event: Compact, viewer: int, members: Sequence[Sequence[int]]) -> Compact:
    code, mask, cards, up = event
    if up:
        return event
    shown = [UNKNOWN] * len(cards)
    if viewer >= 0 and mask >> viewer & 1:
        seats = members[mask]
        j, n = seats.index(viewer), len(seats)
        shown[j::n] = cards[j::n]
    return code, mask, tuple(shown), up


def _laid(event: Compact, viewer: int, members: Sequence[Sequence[int]]) -> Compact:
    code, row, cards, up = event
    return event if up else (code, row, hidden(cards), up)


def _drew(event: Compact, viewer: int, members: Sequence[Sequence[int]]) -> Compact:
    code, i, thrown, received = event
    return event if i == viewer else (code, i, hidden(thrown), hidden(received))


def _cards_of_one(event: Compact, viewer: int, members: Sequence[Sequence[int]]) -> Compact:
    code, i, cards = event
    return event if i == viewer else (code, i, hidden(cards))


def _sealed(event: Compact, viewer: int, members: Sequence[Sequence[int]]) -> Compact:
    code, i, _ = event
    return event if i == viewer else (code, i, UNKNOWN)


_PUBLIC = (
    ev.POSTED,
    ev.TURNED,
    ev.BURNED,
    ev.BEGAN,
    ev.FOLDED,
    ev.CHECKED,
    ev.CALLED,
    ev.RAISED,
    ev.BROUGHT_IN,
    ev.OPEN_DECLARED,
    ev.RETURNED,
    ev.RESHUFFLED,
    ev.ANNOUNCED,
    ev.DECLARED,
    ev.SWAPPED,
    ev.OPENERS_SHOWN,
    ev.OPENERS_SPLIT,
    ev.RULES_CHANGED,
    ev.TURNED_UP,
    ev.SHOWN,
    ev.MUCKED,
    ev.VOIDED,
    ev.AWARDED,
    ev.CARRIED,
    ev.ENDED,
    ev.FORFEITED,
    ev.GATHERED,
)

#: How each kind of event is seen. A kind that is not listed cannot be seen at all.
_SEES: dict[int, Sees] = {
    **dict.fromkeys(_PUBLIC, _public),
    ev.DEALT: _dealt,
    ev.LAID: _laid,
    ev.DREW: _drew,
    ev.DISCARDED: _cards_of_one,
    ev.RECEIVED: _cards_of_one,
    ev.SEALED: _sealed,
}


def see(event: Compact, viewer: int, members: Sequence[Sequence[int]]) -> Compact:
    """The event as the viewer learns it; `members` is the plan's table of the seats of each mask."""
    return event if viewer == FULL else _SEES[event[0]](event, viewer, members)


#: Facts that everybody may know as they stand.
_OPEN_FACTS = (
    "left",
    "stacks",
    "bets",
    "put",
    "dead",
    "turned",
    "live",
    "able",
    "pending",
    "to",
    "first",
    "price",
    "full",
    "step",
    "raises",
    "acted",
    "checked",
    "aggressor",
    "opener",
    "blind",
    "capped",
    "multiway",
    "snaps",
    "shuffles",
    "ways",
    "rules",
    "tabled",
    "receiving",
    "won",
    "carried",
    "step_up",
    "carry",
    "ended",
)

#: Facts of which a seat may know its own part, by position.
_PRIVATE = ("hands", "thrown", "sealed")

_open_facts = copier((*_OPEN_FACTS, "plan", "pc"))


def conceal(state: State, viewer: int, log: tuple[Compact, ...] | None = None) -> State:
    """The state as the viewer may know it: no deck, no other holdings, discards, face-down rows or sealed choices.

    `log` are the events as he saw them, for who has them already.
    """
    s = _open_facts(state)
    s.deck, s.at, s.owed, s.later = (), 0, (), ()
    if viewer == FULL:
        s.hands, s.thrown, s.rows, s.sealed, s.log = state.hands, state.thrown, state.rows, state.sealed, state.log
        return s
    n = state.plan.n
    s.hands = tuple([_holding(state, i, viewer) for i in range(n)])
    s.thrown = tuple([throws if i == viewer else tuple(map(hidden, throws)) for i, throws in enumerate(state.thrown)])
    s.rows = tuple([row[:up] + hidden(row[up:]) for row, up in zip(state.rows, state.turned, strict=True)])
    s.sealed = tuple([choice if i == viewer or choice is None else UNKNOWN for i, choice in enumerate(state.sealed)])
    s.log = seen(state, viewer) if log is None else log
    return s


_everything = copier((*_OPEN_FACTS, "plan", "pc", "deck", "at", "owed", "later", *_PRIVATE, "rows", "log"))


def conceal_but_own(state: State, viewer: int, public: State, log: tuple[Compact, ...]) -> State:
    """What `conceal` gives a seat, for who has it for a spectator already: the same, and what is the seat's own."""
    s = _everything(public)
    s.log = log
    for name in _PRIVATE:
        if known := getattr(public, name):
            own = getattr(state, name)[viewer]
            setattr(s, name, (*known[:viewer], own, *known[viewer + 1 :]))
    return s


def seen(state: State, viewer: int, since: int = 0) -> tuple[Compact, ...]:
    """The events from number `since` on, as the viewer learned them."""
    members = state.plan.members
    return tuple([see(event, viewer, members) for event in state.log[since:]])


def _holding(state: State, i: int, viewer: int) -> tuple[int, ...]:
    hand = state.hands[i]
    if i == viewer or state.tabled >> i & 1:
        return hand
    shown = [UNKNOWN] * len(hand)
    for place in state.plan.up:
        if place < len(hand):
            shown[place] = hand[place]
    return tuple(shown)


def viewer_of(seat: int | None, seats: tuple[int, ...]) -> int:
    """The viewer that a seat is; None is a spectator. SetupError for a seat that is not in the hand."""
    if not (seat is None or seat in seats):
        raise SetupError(f"seat {seat!r} is not in this hand")
    return SPECTATOR if seat is None else seats.index(seat)


class View:
    """The table as one seat (or a spectator, `seat=None`) may see it. Seats are table seats; unknown cards are -1.

    `state` is the concealed state, in positions; everything else is in seats.
    """

    __slots__ = ("_asked", "_offer", "seat", "seats", "state", "waits")

    state: State
    #: Cards are awaited that the dealer could not give yet; nobody is asked meanwhile.
    waits: bool

    def __init__(
        self,
        state: State,
        seats: tuple[int, ...],
        seat: int | None,
        full: bool = False,
        log: tuple[Compact, ...] | None = None,
        public: View | None = None,
    ) -> None:
        viewer = FULL if full else viewer_of(seat, seats)
        if public is not None and log is not None and viewer >= 0:
            self.state = conceal_but_own(state, viewer, public.state, log)
        else:
            self.state = conceal(state, viewer, log)
        self.seats = seats
        self.seat = seat
        self._offer = offer_for(state, viewer) if viewer >= 0 else None
        self._asked = may_act(state)
        self.waits = type(state.offer) is DealOffer

    @property
    def offer(self) -> Offer | None:
        """What this seat may do now; offers of other seats are in no view but theirs."""
        return self._offer

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that are asked now."""
        return frozenset(self.seats[i] for i in ev.seats_of(self._asked))

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """What happened, as this viewer learned it."""
        return tuple(ev.typed(event, self.seats) for event in self.state.log)

    @property
    def hand(self) -> tuple[int, ...]:
        """This seat's cards."""
        return () if self.seat is None else self.holdings[self.seat]

    @property
    def holdings(self) -> dict[int, tuple[int, ...]]:
        """Everybody's cards, as far as this viewer may know them."""
        return dict(zip(self.seats, self.state.hands, strict=True))

    @property
    def stacks(self) -> dict[int, int]:
        return dict(zip(self.seats, self.state.stacks, strict=True))

    @property
    def bets(self) -> dict[int, int]:
        """Live chips put in this round."""
        return dict(zip(self.seats, self.state.bets, strict=True))

    @property
    def live(self) -> tuple[int, ...]:
        """The seats still in."""
        return tuple(self.seats[i] for i in ev.seats_of(self.state.live))

    @property
    def pot(self) -> int:
        return self.state.pot

    @property
    def rows(self) -> dict[str, tuple[int, ...]]:
        """The table's cards by row; face-down ones are unknown."""
        return dict(zip(self.state.plan.rows, self.state.rows, strict=True))

    @property
    def drawn(self) -> dict[int, tuple[int, ...]]:
        """How many cards each seat threw in each draw (D-DR-4)."""
        return {seat: tuple(map(len, throws)) for seat, throws in zip(self.seats, self.state.thrown, strict=True)}


def offers_of(state: State, seats: tuple[int, ...]) -> dict[int, Any]:
    """Each asked seat's offer: for the host of a hand, not for any one seat."""
    return {seats[i]: offer_for(state, i) for i in ev.seats_of(may_act(state))}
