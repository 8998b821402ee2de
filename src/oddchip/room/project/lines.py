"""The sentences of a hand for all who hear it, worked out once where everybody hears the same.

What a teller keeps in mind (chips left, rows, declarations) comes from what all may know, so one serves a whole table.
A viewer hears the common words only of events that he saw just as everybody did and that do not speak of him.
"""

from __future__ import annotations

from collections.abc import Mapping

from oddchip import events as ev
from oddchip.hand import Hand
from oddchip.room import protocol
from oddchip.room.project.around import dealt_in
from oddchip.room.project.words import RoomTeller, wire_line
from oddchip.table import Table

Told = list[tuple[int, protocol.Line]]  # lines, each with the seat it is about (-1: none)

MOST_KEPT = 256

#: By kind of event, the number of the value that says whom it speaks of; 0: nobody. Other kinds are told to each.
_ABOUT = {
    ev.FOLDED: 1,
    ev.CHECKED: 1,
    ev.CALLED: 1,
    ev.RAISED: 1,
    ev.BROUGHT_IN: 1,
    ev.OPEN_DECLARED: 1,
    ev.RETURNED: 1,
    ev.DREW: 1,
    ev.DISCARDED: 1,
    ev.RECEIVED: 1,
    ev.SEALED: 1,
    ev.ANNOUNCED: 1,
    ev.SHOWN: 1,
    ev.MUCKED: 1,
    ev.BEGAN: 2,
    ev.LAID: 0,
    ev.TURNED: 0,
    ev.BURNED: 0,
    ev.RESHUFFLED: 0,
    ev.GATHERED: 0,
    ev.ENDED: 0,
}


class HandLines:
    """Tells the hand of one table. It remembers the last moment it was asked about."""

    def __init__(self) -> None:
        self._hand: Hand | None = None
        self._since = 0
        self._names: Mapping[int, str] = {}
        self._before: RoomTeller | None = None  # who has told everything before event number `_since`
        self._after: RoomTeller | None = None  # who has told the whole log
        self._common: tuple[tuple[ev.Compact, ...], Told] = ((), [])
        self._own: dict[int, Told] = {}
        self._said: dict[tuple[protocol.Span, ...], protocol.Line] = {}
        self._of: tuple[object, object, object] = (None, None, None)
        self._who: tuple[dict[int, str], dict[str, int]] = {}, {}

    def who(
        self, table: Table, dealt: Mapping[int, str], names: Mapping[str, str]
    ) -> tuple[dict[int, str], dict[str, int]]:
        """The names of who is in the hand that lies there, by seat, and the seats by person. `dealt` is who was dealt
        in, once it is over.
        """
        if not (self._of[0] is table and self._of[1] is dealt and self._of[2] is names):
            people = dealt_in(table) if table.playing else dealt
            named = {seat: names.get(person, "") for seat, person in people.items()}
            self._of, self._who = (table, dealt, names), (named, {person: seat for seat, person in people.items()})
        return self._who

    def told(self, hand: Hand, seat: int | None, since: int, names: Mapping[int, str]) -> Told:
        """What a seat hears from event number `since` on; None is a spectator. `names` are by seat."""
        if self._hand is not hand or self._since != since or self._names != names:
            self._begin(hand, since, names)
        if seat is None:
            return self._common[1]
        if seat not in self._own:
            self._own[seat] = self._told_to(hand, seat)
        return self._own[seat]

    def _begin(self, hand: Hand, since: int, names: Mapping[int, str]) -> None:
        log = hand.view(None).state.log
        if self._goes_on(hand, since):
            before = self._after
        else:
            before = teller_of(hand)
            before.told(ev.typed(event, hand.seats) for event in log[:since])
        assert before is not None
        before.names = names
        self._hand, self._since, self._names, self._before, self._own = hand, since, names, before, {}
        self._after = before.heard_by(None)
        self._common = log[since:], self._lines(self._after, hand, log[since:])

    def _goes_on(self, hand: Hand, since: int) -> bool:
        """Is this the next moment of the same deal?"""
        return self._hand is not None and self._hand.deal is hand.deal and len(self._hand.log) == since

    def _told_to(self, hand: Hand, seat: int) -> Told:
        assert self._before is not None
        log, lines = self._common
        seen = hand.view(seat).state.log[self._since :]
        position = hand.seats.index(seat)
        if seen == log and not any(_speaks_of(event, position) for event in log):
            return lines
        return self._lines(self._before.heard_by(seat), hand, seen)

    def _lines(self, teller: RoomTeller, hand: Hand, log: tuple[ev.Compact, ...]) -> Told:
        told = teller.told([ev.typed(event, hand.seats) for event in log])
        return [(at, self._kept(wire_line(line))) for at, line in told]

    def _kept(self, line: protocol.Line) -> protocol.Line:
        """The same line as when it was said before: logs are long, and much in them comes again and again."""
        if len(self._said) >= MOST_KEPT:
            self._said.clear()
        return self._said.setdefault(tuple(line), line)


def teller_of(hand: Hand) -> RoomTeller:
    """Who tells a hand from its beginning."""
    stacks = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
    return RoomTeller(hand.plan, hand.seats, {}, stacks, None, hand.carried.step if hand.carried else 0)


def _speaks_of(event: ev.Compact, position: int) -> bool:
    about = _ABOUT.get(event[0])
    return about is None or (about > 0 and event[about] == position)
