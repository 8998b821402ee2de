"""A hand out of its events as somebody saw them: looked at like any other, but not played on.

Folding what was seen gives what was known (`oddchip.views`), so nothing that was hidden from the viewer can come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from oddchip import events as ev
from oddchip.errors import HistoryError, SetupError
from oddchip.hand import Carry, Hand
from oddchip.plan import Plan
from oddchip.play import may_act
from oddchip.posts import Post
from oddchip.state import State, fold
from oddchip.views import SPECTATOR, View, conceal


@dataclass(frozen=True, eq=False)
class Deal:
    """What a hand began with. Stacks and posts go by position; `viewer` is the seat that saw it, None a spectator."""

    plan: Plan
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    posts: tuple[Post, ...]
    carry: Carry | None = None
    viewer: int | None = None


class SeenHand(Hand):
    """A moment of a hand as its viewer saw it: everything a `Hand` tells, with cards he did not see unknown."""

    __slots__ = ("_start",)

    _start: Deal

    def __init__(self, deal: Deal, state: State | None = None) -> None:
        self._start, self.seats, self._answers, self._events = deal, deal.seats, (), None
        self.state = self.replayed(()) if state is None else state

    def after(self, event: ev.Compact) -> SeenHand:
        """The hand once this has happened as well. HistoryError for what is no event of this hand."""
        try:
            return SeenHand(self._start, fold(self.state, [event]))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise HistoryError(
                f"event {len(self.log) + 1} of this hand does not fit the rules as they are now"
            ) from error

    @property
    def plan(self) -> Plan:
        return self._start.plan

    @property
    def deal(self) -> object:
        return self._start

    @property
    def button(self) -> int:
        return self._start.button

    @property
    def posts(self) -> tuple[Post, ...]:
        return self._start.posts

    @property
    def carried(self) -> Carry | None:
        return self._start.carry

    @property
    def dealt_stacks(self) -> tuple[int, ...]:
        return self._start.stacks

    @property
    def dealing(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """Nothing is known of the pack."""
        return (), ()

    def view(self, seat: int | None) -> View:
        """The hand as its viewer saw it, or as a spectator did; SetupError for any other seat."""
        if seat is None:
            return _looked_at(conceal(self.state, SPECTATOR), self.seats, None)
        if seat != self._start.viewer:
            raise SetupError(f"this is not the hand as seat {seat} saw it")
        return _looked_at(self.state, self.seats, seat)

    @property
    def full_view(self) -> View:
        """All that the viewer saw."""
        return _looked_at(self.state, self.seats, None)


def _looked_at(state: State, seats: tuple[int, ...], seat: int | None) -> View:
    """A view without an offer: nobody is asked any more."""
    view = object.__new__(View)
    view.state, view.seats, view.seat, view._offer = state, seats, seat, None
    view._asked, view.waits = may_act(state), False
    return view


def moments(deal: Deal, log: Iterable[ev.Compact]) -> Iterator[SeenHand]:
    """The hand before anything has happened, and after each event. HistoryError for a log that does not fit."""
    hand = SeenHand(deal)
    yield hand
    for event in log:
        hand = hand.after(event)
        yield hand


def compact_of(data: Any) -> Any:
    """A compact event out of JSON: lists are tuples again."""
    return tuple(map(compact_of, data)) if isinstance(data, list) else data
