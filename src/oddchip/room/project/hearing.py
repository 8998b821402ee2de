"""A viewer's log: what he hears of a hand and of the table, a line for each thing, numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from oddchip.room import desk as desks
from oddchip.room.project.facts import Heard, desk_told, is_hosts, seats_then, title, told
from oddchip.room.project.lines import HandLines
from oddchip.room.project.words import wire_line
from oddchip.room.protocol import Line, LogLine
from oddchip.table import Table, facts
from oddchip.telling import Voice


class News(Protocol):
    """A step that has become true: its facts in order, table and desk as they are now, and the `actor` who asked."""

    actor: str
    table: Table
    desk: desks.Desk
    facts: list[facts.Fact]
    desk_facts: list[desks.Fact]

    @property
    def before(self) -> desks.Settings:
        """The desk's settings before it."""


#: What a viewer who sees the play a hand late does not hear of while it goes on.
_OF_THE_HAND = (facts.HandStarted, facts.HandEnded, facts.TimedOut, facts.LeaveAsked)


def but_for_late(said: list[facts.Fact]) -> list[facts.Fact]:
    """What happened, but for who sits out because his time ran out: that would tell who was asked."""
    if not any(isinstance(fact, facts.TimedOut) for fact in said):
        return said
    return [fact for fact in said if not isinstance(fact, facts.SatOut)]


class Hearing:
    """What one person hears, `n` lines so far. He is "You" in it; "" is somebody without a name here.

    All who hear of one table may share its `lines`.
    """

    def __init__(self, person: str, n: int = 0, lines: HandLines | None = None) -> None:
        self.person, self.n = person, n
        self._lines = HandLines() if lines is None else lines
        self._deal: object = None
        self._seen = 0

    def hear(self, news: News, names: Mapping[str, str]) -> list[LogLine]:
        """The lines of a step: what led to it, what happened in the hand, what followed."""
        said = news.facts
        if not said and not news.desk_facts:
            return self.hear_hand(news.table, news.desk.dealt, names)
        heard = self._heard(news, names)
        ended = next((at for at, fact in enumerate(said) if isinstance(fact, facts.HandEnded)), len(said))
        lines = self._facts(heard, said[:ended])
        lines += self.hear_hand(news.table, news.desk.dealt, names)
        return lines + self._facts(heard, said[ended:]) + self._desk(heard, news)

    def hear_late(self, news: News, names: Mapping[str, str]) -> list[LogLine]:
        """The same for who sees the play a hand late: nothing of a hand that goes on, which he hears at its end."""
        heard = self._heard(news, names)
        said = [fact for fact in but_for_late(news.facts) if not isinstance(fact, _OF_THE_HAND)]
        return self._facts(heard, said) + self._desk(heard, news, late=True)

    def hear_hand(self, table: Table, dealt: Mapping[int, str], names: Mapping[str, str]) -> list[LogLine]:
        """What is new in the hand; all of it for who has heard nothing of it. `dealt` is who was dealt in, by seat."""
        hand = table.hand
        if hand is None:
            return []
        named, seats = self._lines.who(table, dealt, names)
        seat = seats.get(self.person) if self.person else None
        lines: list[LogLine] = []
        if self._deal is not hand.deal or self._seen > len(hand.log):
            self._deal, self._seen = hand.deal, 0
            voice: Voice[int] = Voice(named, seat)
            lines = [self._line(wire_line(line), "hand", -1) for line in title(hand, table.state.hands, voice)]
        told = self._lines.told(hand, seat, self._seen, named)
        self._seen = len(hand.log)
        return lines + [self._line(line, "hand", at) for at, line in told]

    # --- the rest ----------------------------------------------------------------------------------------------------

    def _heard(self, news: News, names: Mapping[str, str]) -> Heard:
        by = news.actor if news.actor != "room" else ""
        voice: Voice[str] = Voice(names, self.person or None)
        seats = seats_then(news.table, news.facts)
        return Heard(voice, seats, by, news.table, news.desk.may_host(self.person), news.before, news.desk.between)

    def _facts(self, heard: Heard, said: Sequence[facts.Fact]) -> list[LogLine]:
        found = []
        for fact in said:
            kind: Literal["host", "table"] = "host" if is_hosts(fact) else "table"
            at = getattr(fact, "seat", None)
            found += [self._line(wire_line(line), kind, -1 if at is None else at) for line in told(heard, fact)]
        return found

    def _desk(self, heard: Heard, news: News, late: bool = False) -> list[LogLine]:
        """Facts of the desk. Who shuffles in the middle of a hand is part of it."""
        deck = news.table.hand.plan.deck if news.table.hand else None
        found = []
        for fact in news.desk_facts:
            if late and news.table.playing and isinstance(fact, desks.FAIR):
                continue
            told = [wire_line(line) for line in desk_told(heard, fact, deck)]
            if isinstance(fact, desks.Showed):
                found += [self._line(line, "hand", fact.seat) for line in told]
            elif isinstance(fact, desks.FAIR):
                found += [self._line(line, "table", -1) for line in told]
            else:
                found += [self._line(line, "host", -1) for line in told]
        return found

    def _line(self, line: Line, kind: Literal["hand", "table", "host"], seat: int) -> LogLine:
        self.n += 1
        return LogLine(self.n, line, kind, seat)
