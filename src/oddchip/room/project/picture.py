"""The table as each viewer may see it: what everybody sees is worked out once a moment, what is one's own is added.

Everything is built up from `Hand.view`: the spectator's for what is public, the seat's own for the rest. Nothing here
looks at a hidden card, and the tests compare what is sent in deals that differ in hidden cards alone, byte by byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import fields
from itertools import zip_longest
from operator import attrgetter, is_
from typing import Any, Literal

from oddchip import events as ev
from oddchip.cards import UNKNOWN
from oddchip.hand import Hand
from oddchip.room.project.around import Around, Viewer, dealt_in
from oddchip.room.project.chips import Beside
from oddchip.room.project.games import entry_view, hand_view, plays_view
from oddchip.room.project.ids import CardIds, Laid, Slots, named
from oddchip.room.project.mine import me_view
from oddchip.room.project.results import result_view, winning_cards
from oddchip.room.project.seats import seat_views
from oddchip.room.project.worths import Worths
from oddchip.room.protocol import (
    ChoiceView,
    ClockView,
    GameView,
    PotView,
    ResultView,
    RowView,
    TableView,
    WireCard,
)
from oddchip.table import Announce, Table
from oddchip.table.mixing import unannounced
from oddchip.table.state import TableState
from oddchip.telling import at_the_table, deals_up, sentence, side_pots
from oddchip.views import View


class Picture:
    """One moment of a table. `before` is the picture of an earlier moment, from which what has not changed is taken."""

    def __init__(self, table: Table, around: Around, before: Picture | None = None) -> None:
        self.table, self.around = table, around
        self.hand: Hand | None = table.hand
        self.number = table.state.hands
        same = before is not None and before.hand is self.hand
        self.worths: Worths = before.worths if before else Worths()
        self.view: View | None = None
        if self.hand is not None:
            self.view = before.view if before and same else self.hand.view(None)
        self.dealt = dict(around.dealt) if around.dealt is not None else dealt_in(table)
        if table.playing:
            self.dealt = dealt_in(table)
        places = table.places
        self.here = {seat: who for seat, who in self.dealt.items() if seat in places and places[seat].player == who}
        seats = self.hand.seats if self.hand else ()
        self.names = {seat: around.names.get(self.dealt.get(seat, ""), f"Seat {seat + 1}") for seat in seats}
        self._seats = {place.player: seat for seat, place in places.items()}
        self._shown = {} if table.playing else around.shown
        self._gone = gone_from(self.view) if self.view else 0
        self._open = _opened(self.view, self._gone) if self.view else {}
        self.decisions, self.stacks = table.decisions, table.stacks
        quiet = before is not None and is_quiet(before.table.state, table.state)
        self.besides: dict[str, Beside] = before.besides if before and quiet else {}
        self._results: dict[int | None, ResultView | None] = {}
        if before and same and before.names == self.names:
            self._results = before._results
        same_house = before is not None and before.table.house is table.house
        self._house: dict[str, Any] = before._house if before and same_house else table.house.differences()
        self.public = self._public()
        if before is not None:  # what is the same stays the same object: what is made of it need not be made anew
            old = before.public.seats
            self.public.seats = [
                was if was == seat else seat for was, seat in zip_longest(old, self.public.seats) if seat is not None
            ]

    # --- what everybody sees -----------------------------------------------------------------------------------------

    def _public(self) -> TableView:
        table, around, view = self.table, self.around, self.view
        found = TableView(
            seq=around.seq,
            now=around.now,
            state=self._state(),
            title=around.title,
            seats=seat_views(table, around, self.hand, view, self.here, self.worths, self._button()),
            hand=self.number,
            why=self._why(),
            game=self._game(),
            next_game=self._next_game(),
            button=self._button(),
            carried=self._carried(),
            clocks=[ClockView(clock.seat, clock.deadline, clock.banked) for clock in table.clocks],
            next_deal=around.next_deal,
            choice=self._choice(),
            hosts=[around.names.get(person, "") for person in around.hosts],
            watching=around.watching,
            settings=dict(around.settings),
            house=self._house,
        )
        if view is not None and self.hand is not None:
            found.shuffles = view.state.shuffles
            if table.playing:
                found.pot = view.pot
                found.pots = [PotView(chips, sorted(seats)) for chips, seats in side_pots(view)]
                found.acting = sorted(view.to_act)
                found.sealed_phase = view.state.to < 0 and bool(view.state.pending)
                self._apart(found)
        return found

    def _apart(self, found: TableView) -> None:
        """Where two deal to each other, who has chosen is what they have sealed."""
        apart = self.around.apart
        if apart is None:
            return
        found.acting = [seat for seat in found.acting if seat not in apart.sealed]
        found.clocks = [ClockView(seat, apart.deadline) for seat in apart.awaited] if apart.deadline else []
        for seat in apart.sealed:
            found.seats[seat].sealed = True

    def _state(self) -> Literal["open", "playing", "over", "paused", "stopped", "closed"]:
        state = self.table.state
        if state.closed is not None:
            return "closed"
        if self.around.stopped:
            return "stopped"
        if state.paused_at is not None:
            return "paused"
        if self.table.playing:
            return "playing"
        return "over" if self.hand is not None else "open"

    def _why(self) -> str:
        table, around = self.table, self.around
        if around.stopped or around.why:
            return around.stopped or around.why
        if table.state.closed is not None:
            return sentence(table.state.closed or "the table is closed")
        if table.playing or table.state.paused_at is not None:
            return ""
        if (chooser := table.chooser) is not None:
            return f"{self._name(chooser)} chooses the next game."
        if table.entry is not None and unannounced(table.state, table.entry):
            table = table.do(Announce())  # which is done by itself before the deal (CU-3)
        why = table.why_not
        return sentence(at_the_table(why)) if why else ""

    def _name(self, seat: int) -> str:
        return self.around.names.get(self.table.places[seat].player, f"Seat {seat + 1}")

    def _game(self) -> GameView | None:
        if self.view is not None:
            return hand_view(self.view.state)
        entry = self.table.entry
        return None if entry is None else entry_view(entry, self.table.house, len(self.table.places))

    def _next_game(self) -> GameView | None:
        """The game after this one, where the table's list says it."""
        state = self.table.state
        entry = None if self.table.playing else state.entry
        if entry is not None and self.hand is not None and entry.game != self.hand.game:
            return entry_view(entry, state.house, len(state.seated))
        if state.next_line is not None:
            line, at = state.next_line, 0
        elif state.line is not None and not state.line.choice and len(state.line.entries) > 1:
            line, at = state.line, state.turn.game + 1
        else:
            return None
        return None if line.choice else entry_view(line.entries[at % len(line.entries)], state.house)

    def _button(self) -> int:
        """Where the button lies; stud is dealt without one."""
        if self.table.button is None or (self.hand is not None and self.hand.plan.is_stud):
            return -1
        return self.table.button

    def _carried(self) -> int:
        if self.table.playing and self.hand is not None:
            return self.hand.carried.amount if self.hand.carried else 0
        return self.table.carry.amount if self.table.carry else 0

    def _choice(self) -> ChoiceView | None:
        table = self.table
        seat, line = table.chooser, table.state.line
        if seat is None or line is None:
            return None
        games = [entry_view(entry, table.house, len(table.places)) for entry in line.entries]
        last = self.hand.game.id if self.hand is not None else ""
        return ChoiceView(seat, games, last, self.around.choice_deadline)

    # --- what one sees -----------------------------------------------------------------------------------------------

    def seen_by(self, viewer: Viewer) -> TableView:
        """The whole view of one viewer."""
        around = self.around
        seat = self._seats.get(viewer.person) if viewer.person else None
        found = copy(self.public)
        view = self.view
        wire: Mapping[int, WireCard] = {}
        mine: list[WireCard] = []
        own = None
        if self.hand is not None and view is not None:
            if seat is not None and self.here.get(seat) == viewer.person:
                own = view = self.hand.view(seat)
            laid = self._laid(viewer.ids, view)
            self._put(found, viewer.ids, laid)
            mine, wire = laid.mine, laid.known
            if not self.table.playing:
                found.result = self._result(view, wire)
        if viewer.person:
            found.me = me_view(self, viewer, seat, own, mine, wire)
            if found.me.host:
                found.waiting = list(around.waiting)
                found.plays = plays_view(self.table.state)
        found.log, found.fresh, found.delayed = list(viewer.log), viewer.fresh, viewer.delayed
        return found

    def _put(self, found: TableView, ids: CardIds, laid: Laid) -> None:
        """The cards where they lie."""
        seats = found.seats = list(found.seats)
        here = self.here
        for seat, cards in laid.seats:
            if seat in here:
                seats[seat] = ids.seat(seats[seat], cards)
        found.rows, found.dead = laid.rows, laid.dead

    def _laid(self, ids: CardIds, view: View) -> Laid:
        """How the cards lie for a viewer: as they did, unless an event has moved some or hands are gone or shown."""
        assert self.hand is not None
        slots = ids.slots(self.number, self.hand, view)
        of = (self.number, slots, slots.moves, self._gone, self._shown)
        if ids.laid is None or ids.laid.of != of:
            ids.laid = self._laid_anew(of, ids, view, slots)
        return ids.laid

    def _laid_anew(self, of: tuple[object, ...], ids: CardIds, view: View, slots: Slots) -> Laid:
        plan, number = view.state.plan, self.number
        seats: list[tuple[int, list[WireCard]]] = []
        mine: list[WireCard] = []
        dead: list[WireCard] = []
        known: dict[int, WireCard] = {}
        sorts, shows = not deals_up(plan), self._shown
        for i, (seat, held) in enumerate(zip(view.seats, slots.held, strict=True)):
            shown = shows.get(seat, ()) if shows else ()
            if seat == view.seat:
                sent = ids.wire(number, i, held, plan, sorts)
                mine = sent.cards
            else:
                sent = ids.wire(number, i, named(held, shown) if shown else held, plan)
            cards = sent.cards
            known.update(sent.known)
            if self._gone >> i & 1:
                cards = (
                    [each for (_, card), each in zip(sent.lie, cards, strict=True) if card in shown] if shown else []
                )
                if opened := self._open[i].difference(shown):
                    dead += [each for card, each in sent.known.items() if card in opened]
            seats.append((seat, cards))
        rows = []
        for row, (name, held) in enumerate(zip(plan.rows, slots.rows, strict=True)):
            sent = ids.wire(number, -1 - row, held, plan)
            known.update(sent.known)
            if held:
                rows.append(RowView(name, sent.cards))
        return Laid(of, seats, rows, dead, mine, known)

    def _result(self, view: View, wire: Mapping[int, WireCard]) -> ResultView | None:
        me = view.seat
        if me not in self._results:
            assert self.hand is not None
            self._results[me] = result_view(self.hand, view, self.names, me)
        kept = self._results[me]
        if kept is None:
            return None
        found = copy(kept)
        found.cards = winning_cards(view, wire)
        return found


_beside = attrgetter(*(each.name for each in fields(TableState) if each.name != "clocks"))


def is_quiet(before: TableState, now: TableState) -> bool:
    """Has nothing changed at the table but its clocks (and the hand itself)?"""
    return before is now or all(map(is_, _beside(before), _beside(now)))


def _opened(view: View, gone: int) -> dict[int, frozenset[int]]:
    """By position, the cards of thrown-in hands that lie open for everybody."""
    hands = view.state.hands
    return {i: frozenset([card for card in hands[i] if card != UNKNOWN]) for i in ev.seats_of(gone)}


def gone_from(view: View) -> int:
    """The positions whose hands are thrown in: folded, or mucked at the showdown (SHD-4) if not all of it is open."""
    s = view.state
    gone = s.plan.everyone & ~s.live
    for event in s.log:
        if event[0] == ev.MUCKED and UNKNOWN in s.hands[event[1]]:
            gone |= 1 << event[1]
    return gone


def project(table: Table, around: Around, viewer: Viewer) -> TableView:
    """The table as one viewer may see it. For several viewers of one moment make a `Picture` once."""
    return Picture(table, around).seen_by(viewer)
