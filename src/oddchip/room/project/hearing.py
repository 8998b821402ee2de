"""A viewer's log: what he hears of a hand and of the table, a line for each thing, numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from oddchip import events as ev
from oddchip.hand import Hand
from oddchip.room import desk as desks
from oddchip.room.project.around import dealt_in
from oddchip.room.project.facts import Heard, desk_told, is_hosts, seats_then, title, told
from oddchip.room.project.words import RoomTeller, wire_line
from oddchip.room.protocol import LogLine
from oddchip.table import Table, facts
from oddchip.telling import Line, Voice


class News(Protocol):
    """A step that has become true: its facts in order, table and desk as they are now, and the `actor` who asked."""

    actor: str
    table: Table
    desk: desks.Desk
    facts: list[facts.Fact]
    desk_facts: list[desks.Fact]


#: What a viewer who sees the play a hand late does not hear of while it goes on.
_OF_THE_HAND = (facts.HandStarted, facts.HandEnded, facts.TimedOut, facts.LeaveAsked)


class Hearing:
    """What one person hears, `n` lines so far. He is "You" in it; "" is somebody without a name here."""

    def __init__(self, person: str, n: int = 0) -> None:
        self.person, self.n = person, n
        self._hand: Hand | None = None
        self._seat: int | None = None
        self._seen = 0
        self._teller: RoomTeller | None = None

    def hear(self, news: News, names: Mapping[str, str]) -> list[LogLine]:
        """The lines of a step: what led to it, what happened in the hand, what followed."""
        said = news.facts
        heard = self._heard(news, names)
        ended = next((at for at, fact in enumerate(said) if isinstance(fact, facts.HandEnded)), len(said))
        lines = self._facts(heard, said[:ended])
        lines += self.hear_hand(news.table, news.desk.dealt, names)
        return lines + self._facts(heard, said[ended:]) + self._desk(heard, news)

    def hear_late(self, news: News, names: Mapping[str, str]) -> list[LogLine]:
        """The same for who sees the play a hand late: nothing of a hand that goes on, which he hears at its end."""
        heard = self._heard(news, names)
        said = [fact for fact in news.facts if not isinstance(fact, _OF_THE_HAND)]
        return self._facts(heard, said) + self._desk(heard, news)

    def hear_hand(self, table: Table, dealt: Mapping[int, str], names: Mapping[str, str]) -> list[LogLine]:
        """What is new in the hand; all of it for who has heard nothing of it. `dealt` is who was dealt in, by seat."""
        hand = table.hand
        if hand is None:
            return []
        who = dealt_in(table) if table.playing else dealt
        seat = next((at for at, person in who.items() if person == self.person), None) if self.person else None
        log = hand.view(seat).state.log
        known = self._hand is not None and self._hand.deal is hand.deal and self._seen <= len(log)
        if not known or seat != self._seat:
            missed = 0 if not known else self._seen
            self._begin(hand, seat)
            self._tell(log[:missed], hand)
            self._seen = missed
        assert self._teller is not None
        self._hand = hand
        self._teller.names = {at: names.get(person, "") for at, person in who.items()}
        lines = [] if known else [(-1, line) for line in title(hand, table.state.hands, self._teller)]
        lines += self._tell(log[self._seen :], hand)
        self._seen = len(log)
        return [self._line(line, "hand", at) for at, line in lines]

    def _begin(self, hand: Hand, seat: int | None) -> None:
        stacks = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
        step = hand.carried.step if hand.carried else 0
        self._teller = RoomTeller(hand.plan, hand.seats, {}, stacks, seat, step)
        self._seat, self._seen = seat, 0

    def _tell(self, log: Sequence[ev.Compact], hand: Hand) -> list[tuple[int, Line]]:
        assert self._teller is not None
        return self._teller.told(ev.typed(event, hand.seats) for event in log)

    # --- the rest ----------------------------------------------------------------------------------------------------

    def _heard(self, news: News, names: Mapping[str, str]) -> Heard:
        by = news.actor if news.actor != "room" else ""
        voice: Voice[str] = Voice(names, self.person or None)
        seats = seats_then(news.table, news.facts)
        return Heard(voice, seats, by, news.table, news.desk.may_host(self.person))

    def _facts(self, heard: Heard, said: Sequence[facts.Fact]) -> list[LogLine]:
        found = []
        for fact in said:
            kind: Literal["host", "table"] = "host" if is_hosts(fact) else "table"
            at = getattr(fact, "seat", None)
            found += [self._line(line, kind, -1 if at is None else at) for line in told(heard, fact)]
        return found

    def _desk(self, heard: Heard, news: News) -> list[LogLine]:
        deck = news.table.hand.plan.deck if news.table.hand else None
        return [self._line(line, "host", -1) for fact in news.desk_facts for line in desk_told(heard, fact, deck)]

    def _line(self, line: Line, kind: Literal["hand", "table", "host"], seat: int) -> LogLine:
        self.n += 1
        return LogLine(self.n, wire_line(line), kind, seat)
