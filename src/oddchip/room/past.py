"""A hand that is over, as one viewer may see it: step by step for a screen, and written down.

Everything is folded out of that viewer's own record, in which nothing is that he did not see (`records.seen_logs`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec

from oddchip import events as ev
from oddchip.cards import cards_text
from oddchip.errors import HistoryError, OddchipError
from oddchip.games import find_game
from oddchip.hand import Carry
from oddchip.history import Record, dump, dump_phh, dump_stars
from oddchip.history.seen import Deal, SeenHand, compact_of, moments
from oddchip.house import HouseRules
from oddchip.plan import plan_for
from oddchip.posts import ButtonState, Kind, Post
from oddchip.room import desk as desks
from oddchip.room.project import Around, CardIds, Hearing, Picture, Viewer
from oddchip.room.project.facts import Heard, desk_told
from oddchip.room.project.words import wire_line
from oddchip.room.protocol import LogLine, TableView
from oddchip.stakes_text import parse_stakes
from oddchip.table import Entry, Place, Table
from oddchip.table.plain import value_of
from oddchip.table.state import TableState
from oddchip.table.values import Dealing
from oddchip.telling import Voice

OLD_RULES = "This hand was played by the rules of another release, and cannot be shown with this one."


@dataclass(frozen=True)
class Kept:
    """What the store has of a hand for one viewer. `header` is `records.header`, `log` his record.

    `shown` are the cards that seats showed afterwards, in order. `secret` makes the ids of the cards.
    """

    table_id: str
    title: str
    size: int
    number: int
    started: float
    ended: float
    header: Mapping[str, Any]
    log: str
    shown: tuple[desks.Showed, ...] = ()
    secret: bytes = b"a hand of the past"


class _PastTable(Table):
    """The table as it stood in that hand: who was dealt in sits there, and nobody is asked for anything."""

    __slots__ = ()

    @property
    def decisions(self) -> dict[int, tuple[int, int]]:
        return {}


@dataclass(frozen=True)
class Past:
    """A hand of a table, seen from `seat` (None: as everybody saw it). `names` are people's, by their ids.

    `hide`: at the showdown too, only his own cards are seen.
    """

    kept: Kept
    names: Mapping[str, str]
    seat: int | None = None
    hide: bool = False

    # --- what is known of it -----------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return self.kept.number

    @property
    def void(self) -> str:
        """Why the hand is void; "" for one that was played out."""
        return str(self.kept.header["void"])

    @property
    def people(self) -> dict[int, str]:
        """Who was dealt in, by seat."""
        return dict(zip(self.kept.header["seats"], self.kept.header["people"], strict=True))

    @property
    def players(self) -> dict[int, str]:
        """What they are called now, by seat."""
        return {seat: self.names.get(person) or f"Seat {seat + 1}" for seat, person in self.people.items()}

    @cached_property
    def log(self) -> tuple[ev.Compact, ...]:
        """The events as they were seen."""
        said: tuple[ev.Compact, ...] = tuple(map(compact_of, msgspec.json.decode(self.kept.log)))
        return tuple(_hidden(said, self._position)) if self.hide else said

    @property
    def _position(self) -> int:
        return -1 if self.seat is None else list(self.kept.header["seats"]).index(self.seat)

    @cached_property
    def deal(self) -> Deal:
        """What the hand began with. HistoryError where the rules of today have no such hand."""
        said = self.kept.header
        try:
            house = HouseRules.of(**said["house"])
            plan = plan_for(find_game(said["game"]), parse_stakes(said["stakes"]), house, len(said["seats"]))
            posts = value_of(tuple[Post, ...], said["posts"])
            carry = value_of(Carry | None, said["carry"])
        except OddchipError as error:
            raise HistoryError(OLD_RULES) from error
        return Deal(plan, tuple(said["seats"]), tuple(said["stacks"]), said["button"], posts, carry, self.seat)

    @cached_property
    def moments(self) -> tuple[SeenHand, ...]:
        """The hand before its first event and after each. HistoryError where the rules of today do not fit."""
        try:
            return tuple(moments(self.deal, self.log))
        except HistoryError as error:
            raise HistoryError(OLD_RULES) from error

    @property
    def shown(self) -> tuple[desks.Showed, ...]:
        """What was shown after the hand and may be seen here."""
        return () if self.hide else self.kept.shown

    # --- step by step ------------------------------------------------------------------------------------------------

    @cached_property
    def frames(self) -> tuple[TableView, ...]:
        """What the viewer's screen shows at each step, with the lines of that step in `log`. The last is the result."""
        person = self.people.get(self.seat, "") if self.seat is not None else ""
        hearing = Hearing(person)
        ids = CardIds(self.kept.secret)
        found: list[TableView] = []
        waiting: list[LogLine] = []
        picture: Picture | None = None
        for end in _steps(self.log):
            hand = self.moments[end]
            over = end == len(self.log)
            table = self._table(hand, over)
            waiting += hearing.hear_hand(table, self.people, self.names)
            if not waiting and not over:
                continue
            if not waiting and found:  # nothing is said of the very end: it comes with what was said last
                waiting = list(found.pop().log)
            picture = Picture(table, self._around({}), picture)
            found.append(self._frame(picture, ids, person, waiting))
            waiting = []
        return (*found, *self._shows(hearing, ids, person))

    def _shows(self, hearing: Hearing, ids: CardIds, person: str) -> Iterator[TableView]:
        """What was shown after the hand, a frame for each."""
        table, seen, n = self._table(self.moments[-1], True), dict[int, tuple[int, ...]](), hearing.n
        heard = Heard(Voice(self.names, person or None), self.people, "", table, False)
        for fact in self.shown:
            seen[fact.seat] = fact.cards
            told = desk_told(heard, fact, self.deal.plan.deck)
            lines = [LogLine(n + k, wire_line(line), "hand", fact.seat) for k, line in enumerate(told, start=1)]
            n += len(lines)
            yield self._frame(Picture(table, self._around(seen)), ids, person, lines)

    def _frame(self, picture: Picture, ids: CardIds, person: str, lines: Sequence[LogLine]) -> TableView:
        view = picture.seen_by(Viewer(ids, person, lines, may_sit=False))
        view.why = f"The hand is void: {self.void}. All chips go back." if self.void and view.state == "over" else ""
        if view.me is not None:  # nobody is asked for anything any more
            view.me.may, view.me.buy_in, view.me.usual, view.me.note = [], None, 0, ""
            view.me.pre, view.me.price = [], 0
        return view

    def _table(self, hand: SeenHand, over: bool) -> Table:
        """The table at a moment of the hand. A void hand gives all chips back."""
        deal, header = self.deal, self.kept.header
        stacks = deal.stacks if not over or self.void else tuple(hand.stacks.values())
        places: list[Place | None] = [None] * max(self.kept.size, *(seat + 1 for seat in deal.seats))
        for i, seat in enumerate(deal.seats):
            places[seat] = Place(header["people"][i], stacks[i])
        button = ButtonState(deal.button)
        entry = Entry(hand.game, hand.stakes)
        killer = next((deal.seats[post.position] for post in deal.posts if post.kind is Kind.KILL), None)
        dealing = Dealing(
            self.number, self.number, entry, hand.house, deal.seats, deal.stacks, button, killer=killer
        )  # fmt: skip
        state = TableState(
            len(places), hand.house, tuple(places), button=button, hands=self.number, dealing=None if over else dealing
        )
        return _PastTable.at(state, hand)

    def _around(self, shown: Mapping[int, tuple[int, ...]]) -> Around:
        header = self.kept.header
        bots = {person for person, bot in zip(header["people"], header["bots"], strict=True) if bot}
        return Around(
            seq=self.number,
            now=self.kept.ended,
            title=self.kept.title,
            names=self.names,
            bots=bots,
            online=set(header["people"]),
            shown=shown,
            dealt=self.people,
        )

    def lines(self) -> list[tuple[int, LogLine]]:
        """All lines, each with the number of its frame."""
        return [(place, line) for place, frame in enumerate(self.frames) for line in frame.log]

    # --- written down ------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The hand in the own form, as this viewer saw it."""
        about: dict[str, Any] = {"hand": self.number, "table": self.kept.title, **_when(self.kept.started)}
        if self.void:
            about["_void"] = self.void
        viewer = -1 if self.seat is None else self.seat
        record = Record.of(self.moments[-1], self.players, viewer=viewer, extra=about)
        return replace(record, shown=self._with_shown(record)) if self.shown else record

    def _with_shown(self, record: Record) -> tuple[str, ...]:
        """What everybody has seen, with the cards shown after the hand."""
        deck, found = self.deal.plan.deck, list(record.shown or ())
        for fact in self.shown:
            i = record.seats.index(fact.seat)
            known = set(deck.parse(found[i])) if found[i] else set()
            found[i] += cards_text([card for card in fact.cards if card not in known], deck).replace(" ", "")
        return tuple(found)

    def toml(self) -> str:
        """The own form. HistoryError for what cannot be written."""
        return dump(self.record())

    def phh(self) -> str:
        """PHH. HistoryError, a sentence, for a game it has no code for."""
        record = self.record()
        extra = {name: value for name, value in record.extra.items() if not name.startswith("_")}
        return dump_phh(self.moments[-1], self.players, viewer=record.viewer, **extra)

    def stars(self) -> str:
        """The text that trackers import. HistoryError, a sentence, for what has no such text."""
        time = datetime.fromtimestamp(self.kept.started, UTC).strftime("%Y/%m/%d %H:%M:%S UTC")
        return dump_stars(
            self.moments[-1],
            self.players,
            number=self.number,
            time=time,
            table=self.kept.title,
            hero=self.seat,
            places=self.kept.size,
        )


def _when(at: float) -> dict[str, Any]:
    moment = datetime.fromtimestamp(at, UTC)
    return {"time": moment.strftime("%H:%M:%S"), "day": moment.day, "month": moment.month, "year": moment.year}


#: Events that are told together: equal antes, and all that was won.
_TOGETHER = {ev.POSTED: "posts", ev.AWARDED: "awards"}


def _steps(log: Sequence[ev.Compact]) -> list[int]:
    """After how many events each step ends."""
    ends: list[int] = []
    at = 0
    for kind, run in groupby(log, key=lambda event: _TOGETHER.get(event[0], "")):
        count = sum(1 for _ in run)
        ends += [at + count] if kind else range(at + 1, at + count + 1)
        at += count
    return ends or [0]


# --- others' cards hidden --------------------------------------------------------------------------------------------


def _hidden(log: Sequence[ev.Compact], mine: int) -> Iterator[ev.Compact]:
    """The log without the hands that were shown at its end; who won stays, others' winning cards do not."""
    for event in log:
        match event:
            case (ev.SHOWN | ev.TURNED_UP, *_):
                continue
            case (ev.OPENERS_SHOWN, i, *_) if i != mine:
                continue
            case (ev.AWARDED, i, pot, amount, way, _, _) if i != mine:
                yield (ev.AWARDED, i, pot, amount, way, (), "")
            case _:
                yield event
