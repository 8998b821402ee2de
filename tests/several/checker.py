"""What a history must not hold. Every finding has a kind, and a sentence that says where.

====================  =================================================================================================
lost                  acknowledged, and not in the log
twice                 one command in the log as two events
elsewhere             acknowledged as another event than it is
refused               refused, and in the log
unasked               in the log as a player's command, and nobody sent it
unanswered            never answered, though its player stayed long enough
gap                   event numbers of a table are not 1, 2, 3, ..., or the table is not where its log ends
vanished              seen in the database or shown, and beyond the end of the log
early                 shown before the database had it
answered early        acknowledged before the database had it
back                  a socket is shown less than it was shown before
behind                a viewer who comes back is shown less than he was shown before
differs               two showings of one event differ in what must be the same
reordered             in the log before an event that was shown or acknowledged before it was asked
unbalanced            ledger lines of an event do not sum to nothing
stacks                chips shown between hands are not what the ledger says
interleaved           an event of an earlier epoch after one of a later epoch
zombie                an event of an earlier epoch, written after a later epoch had begun
clock                 the room's time runs backwards in a table's log
====================  =================================================================================================
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from several.history import UNKNOWN, Acked, End, Event, Line, Record, Refused, Seen, Sent, Shown

#: Seconds after which a command that its player repeats must have been answered.
PATIENCE = 30.0
#: A kind of command that is not repeated: who is not answered is asked for another seed.
SEED = "seed"
KINDS = (
    *("lost", "twice", "elsewhere", "refused", "unasked", "unanswered", "gap", "vanished", "early", "answered early"),
    *("back", "behind", "differs", "reordered", "unbalanced", "stacks", "interleaved", "zombie", "clock"),
)


@dataclass(frozen=True)
class Finding:
    """Something that must not be."""

    kind: str
    table: str
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: table {self.table}: {self.why}"


@dataclass
class TableNight:
    """All that was recorded of one table, each kind in the order of its records."""

    id: str
    sent: list[Sent] = field(default_factory=list)
    acked: list[Acked] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    end: End | None = None

    def __post_init__(self) -> None:
        self._lists = {
            Sent: self.sent,
            Acked: self.acked,
            Refused: self.refused,
            Shown: self.shown,
            Seen: self.seen,
            Event: self.events,
            Line: self.lines,
        }

    def add(self, record: Record) -> None:
        if isinstance(record, End):
            self.end = record
        elif type(record) in self._lists:
            self._lists[type(record)].append(record)

    def finish(self) -> None:
        """All is there: what is looked up often."""
        self.events.sort(key=lambda event: event.seq)
        self.seqs: dict[str, list[int]] = defaultdict(list)
        for event in self.events:
            self.seqs[event.command].append(event.seq)
        self.last = self.events[-1].seq if self.events else 0
        self._reached: list[int] = []
        self._not_before: list[float] = []
        for seen in sorted(self.seen, key=lambda seen: seen.by):
            if not self._reached or seen.seq > self._reached[-1]:
                self._reached.append(seen.seq)
                self._not_before.append(seen.after)

    def not_before(self, seq: int) -> float:
        """A moment at which the database did not yet have an event; -inf when nobody looked."""
        at = bisect_left(self._reached, seq)
        return self._not_before[at] if at < len(self._reached) else -inf

    @property
    def reached(self) -> int:
        """The furthest event that the database was seen to have."""
        return self._reached[-1] if self._reached else 0


def check(records: Iterable[Record]) -> list[Finding]:
    """All that is wrong with a history, table by table."""
    nights: dict[str, TableNight] = {}
    for record in records:
        table = getattr(record, "table", None)
        if table is not None:
            (nights.get(table) or nights.setdefault(table, TableNight(table))).add(record)
    for night in nights.values():
        night.finish()
    return [finding for night in nights.values() for look in _LOOKS for finding in look(night)]


# --- commands --------------------------------------------------------------------------------------------------------


def _commands(night: TableNight) -> Iterator[Finding]:
    """What was answered is what is in the log."""
    for acked in night.acked:
        found = night.seqs.get(acked.command)
        if not found:
            yield _found("lost", night, f"{acked.command} was acknowledged as event {acked.seq}, and is not in the log")
        elif acked.seq not in found:
            yield _found("elsewhere", night, f"{acked.command} was acknowledged as event {acked.seq}, and is {found}")
    for command, found in night.seqs.items():
        if len(found) > 1:
            yield _found("twice", night, f"{command} is in the log as events {found}")
    for refused in night.refused:
        if refused.kind not in UNKNOWN and refused.command in night.seqs:
            where = night.seqs[refused.command]
            yield _found("refused", night, f"{refused.command} was refused as {refused.kind}, and is event {where}")


def _asked(night: TableNight) -> Iterator[Finding]:
    """Every command of a player's in the log was sent, and every command that was sent is answered."""
    sent, first = {each.command for each in night.sent}, dict[str, float]()
    people = {person_of(command) for command in sent}
    for command, found in night.seqs.items():
        if command not in sent and person_of(command) in people:
            yield _found("unasked", night, f"event {found[0]} is {command}, which nobody sent")
    for each in night.sent:
        if each.kind != SEED:
            first.setdefault(each.command, each.at)
    answered = {each.command for each in (*night.acked, *night.refused)}
    until = night.end.at - PATIENCE if night.end else -inf
    for command, at in first.items():
        if command not in answered and at < until:
            yield _found("unanswered", night, f"{command} was sent at {at:.3f} and never answered")


def person_of(command: str) -> str:
    """Whose command it is by its id; what the room does by itself is nobody's."""
    person, colon, _ = command.partition(":")
    return person if colon else ""


def _order(night: TableNight) -> Iterator[Finding]:
    """What was asked after something had been shown or acknowledged comes after it in the log."""
    known = [(each.at, each.seq) for each in (*night.shown, *night.acked) if each.at >= night.not_before(each.seq)]
    known.sort()
    first: dict[str, float] = {}
    for each in night.sent:
        first[each.command] = min(each.at, first.get(each.command, inf))
    reached, at = 0, 0
    for command, sent in sorted(first.items(), key=lambda item: item[1]):
        while at < len(known) and known[at][0] < sent:
            reached, at = max(reached, known[at][1]), at + 1
        for seq in night.seqs.get(command, ())[:1]:
            if seq <= min(reached, night.last):
                why = f"{command} is event {seq}, and was sent at {sent:.3f}, when event {reached} was known"
                yield _found("reordered", night, why)


# --- the log ---------------------------------------------------------------------------------------------------------


def _numbers(night: TableNight) -> Iterator[Finding]:
    for at, event in enumerate(night.events, 1):
        if event.seq != at:
            yield _found("gap", night, f"there is event {event.seq} where event {at} is due")
            return
    if night.end is not None and night.end.seq != night.last:
        yield _found("gap", night, f"the table is at event {night.end.seq}, and its log ends with {night.last}")


def _vanished(night: TableNight) -> Iterator[Finding]:
    if night.reached > night.last:
        why = f"the database had event {night.reached}, and its log ends with {night.last}"
        yield _found("vanished", night, why)
    beyond = [each for each in night.shown if each.seq > night.last]
    if beyond:
        first = min(beyond, key=lambda each: each.at)
        why = f"{first.viewer} was shown event {first.seq}, and the log ends with {night.last}"
        yield _found("vanished", night, why)


def _epochs(night: TableNight) -> Iterator[Finding]:
    highest = 0
    for event in night.events:
        if event.epoch < highest:
            yield _found("interleaved", night, f"event {event.seq} is of epoch {event.epoch}, after one of {highest}")
            return
        highest = max(highest, event.epoch)
    begun = sorted((seen.seq, seen.epoch) for seen in night.seen)
    at = epoch = 0
    for event in night.events:
        while at < len(begun) and begun[at][0] < event.seq:
            epoch, at = max(epoch, begun[at][1]), at + 1
        if event.epoch < epoch:
            why = f"event {event.seq} is of epoch {event.epoch}, and epoch {epoch} had begun before it"
            yield _found("zombie", night, why)
            return


def _clock(night: TableNight) -> Iterator[Finding]:
    for before, event in pairwise(night.events):
        if event.time < before.time:
            yield _found("clock", night, f"event {event.seq} is {before.time - event.time:.3f} s before the last one")
            return


# --- what was shown --------------------------------------------------------------------------------------------------


def _early(night: TableNight) -> Iterator[Finding]:
    """Nothing is shown or acknowledged before it is durable, which is when the database shows it to others."""
    for shown in night.shown:
        if shown.seq <= night.last and shown.at < (not_before := night.not_before(shown.seq)):
            late = 1000 * (not_before - shown.at)
            why = f"{shown.viewer} was shown event {shown.seq} {late:.1f} ms before the database was still without it"
            yield _found("early", night, why)
    for acked in night.acked:
        if acked.seq <= night.last and acked.at < (not_before := night.not_before(acked.seq)):
            late = 1000 * (not_before - acked.at)
            why = f"{acked.command} was acknowledged {late:.1f} ms before the database was still without it"
            yield _found("answered early", night, why)


def _backwards(night: TableNight) -> Iterator[Finding]:
    """A viewer never sees less than before, on one socket or the next. (In the order in which he wrote it down.)"""
    last: dict[str, Shown] = {}
    for shown in night.shown:
        before = last.get(shown.viewer)
        if before is not None and shown.seq < before.seq:
            kind = "back" if shown.socket == before.socket else "behind"
            yield _found(kind, night, f"{shown.viewer} was shown event {shown.seq} after event {before.seq}")
        if before is None or shown.seq >= before.seq:
            last[shown.viewer] = shown


def _content(night: TableNight) -> Iterator[Finding]:
    """One event looks the same to everybody in what is public, and to each at all times in what is his own."""
    public: dict[int, Counter[str]] = defaultdict(Counter)
    own: dict[tuple[int, str], str] = {}
    for shown in night.shown:
        public[shown.seq][shown.public] += 1
        mine = own.setdefault((shown.seq, shown.viewer), shown.own)
        if mine != shown.own:
            yield _found("differs", night, f"{shown.viewer} was shown two things of his own after event {shown.seq}")
    for seq, found in public.items():
        if len(found) > 1:
            yield _found("differs", night, f"{len(found)} different things were shown to all after event {seq}")


# --- chips -----------------------------------------------------------------------------------------------------------


def _ledger(night: TableNight) -> Iterator[Finding]:
    sums: Counter[int] = Counter()
    for line in night.lines:
        sums[line.seq] += line.amount
    for seq, total in sorted(sums.items()):
        if total:
            yield _found("unbalanced", night, f"the ledger lines of event {seq} sum to {total}")


def _stacks(night: TableNight) -> Iterator[Finding]:
    """Chips between hands are what the ledger's lines up to there come to."""
    told = sorted({(each.seq, tuple(sorted(each.chips.items()))) for each in night.shown if each.chips is not None})
    lines = sorted(night.lines, key=lambda line: line.seq)
    booked: Counter[int] = Counter()
    at = 0
    for seq, chips in told:
        if seq > night.last:
            break
        while at < len(lines) and lines[at].seq <= seq:
            booked[_seat_of(lines[at].account)] += lines[at].amount
            at += 1
        wanted = {seat: amount for seat, amount in booked.items() if amount and seat is not None}
        found = {seat: amount for seat, amount in chips if amount}
        if found != wanted:
            yield _found("stacks", night, f"after event {seq} the seats show {found}, and the ledger has {wanted}")
            return


def _seat_of(account: str) -> int | None:
    """The seat whose stack an account is, -1 for a pot that is carried, None for a player's tab."""
    kind, *rest = account.split(":")
    return {"stack": int(rest[-1]) if rest and rest[-1].isdecimal() else None, "pot": -1}.get(kind)


def _found(kind: str, night: TableNight, why: str) -> Finding:
    return Finding(kind, night.id, why)


_LOOKS = (
    *(_commands, _asked, _order, _numbers, _vanished, _epochs, _clock),
    *(_early, _backwards, _content, _ledger, _stacks),
)
