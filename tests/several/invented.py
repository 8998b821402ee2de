"""Invented histories for the checker: good ones, as several workers and their players could leave them, and ways to
break them, each with the kinds of findings that it must lead to, and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from several.history import UNKNOWN, Acked, End, Event, Line, Record, Refused, Seen, Sent, Shown, Socket, of_kind

SEATS = 4
POLL = 0.01
replace = msgspec.structs.replace


# --- good ones -------------------------------------------------------------------------------------------------------


def good(seed: int, tables: int = 2, steps: int = 80) -> list[Record]:
    """A history without fault: commands that are lost on the way and sent again, refusals, workers that die and are
    followed by others, viewers who miss views and come back by another worker.
    """
    rng = Random(seed)
    nights = [_Night(rng, f"t{number}") for number in range(tables)]
    for night in nights:
        night.play(steps)
    records = [record for night in nights for record in night.records]
    records.sort(key=moment)  # which is stable: what one player notes stays in his order
    return records


def moment(record: Record) -> float:
    """When a record was written down; what the database says at the end comes last."""
    return record.by if isinstance(record, Seen) else getattr(record, "at", 1e9)


@dataclass
class _Night:
    """One table in the making."""

    rng: Random
    table: str
    now: float = 100.0
    seq: int = 0
    epoch: int = 1
    owner: str = "w0"
    commands: int = 0
    sockets: int = 0
    records: list[Record] = field(default_factory=list)
    chips: dict[int, int] = field(default_factory=dict)
    socket: dict[str, int] = field(default_factory=dict)
    free: dict[str, float] = field(default_factory=dict)  # when each viewer has noted all so far
    polled: tuple[int, int] = (0, 0)
    hand: bool = False

    def play(self, steps: int) -> None:
        self.people = [f"{self.table}p{seat}" for seat in range(SEATS)]
        self.free = dict.fromkeys(self.people, self.now)
        for person in self.people:
            self._connect(person, self.now)
        for seat in range(SEATS):
            self._command(f"{self.table}p{seat}", lines={f"player:{self.people[seat]}": -200, self._stack(seat): 200})
        kinds = [self._decision, self._deal, self._take_over, self._refused, self._come_back, self._idle]
        for _ in range(steps):
            self.now += self.rng.expovariate(20)
            self.rng.choices(kinds, (50, 12, 3, 6, 6, 4))[0]()
        self._poll(self.now + 1)
        self.now = max(self.free.values()) + 60
        self.records.append(End(self.now, self.table, self.seq, self.epoch))

    def _stack(self, seat: int) -> str:
        return f"stack:{self.table}:{seat}"

    # What happens.

    def _decision(self) -> None:
        self._command(self.rng.choice(self.people))

    def _deal(self) -> None:
        """A hand begins, or ends with chips that move."""
        self.hand = not self.hand
        lines = {}
        if not self.hand:
            winner, loser = self.rng.sample(range(SEATS), 2)
            won = self.rng.randint(1, 30)
            carried = self.rng.choice((0, 0, won))
            lines = {
                self._stack(loser): -won,
                **({f"pot:{self.table}": won} if carried else {self._stack(winner): won}),
            }
        self._event(f"{'deal' if self.hand else 'timeout'}:{self.seq}", "deal", lines)
        self._show()

    def _take_over(self) -> None:
        """The owner dies, and another takes the table; it first notes that it goes on."""
        self.now += 2 + self.rng.random()
        self.epoch += 1
        self.owner = f"w{self.epoch}"
        self._poll(self.now)
        self.now += 0.05
        self._event(f"resume:{self.seq}", "resume", {})
        for person in self.people:
            if self.rng.random() < 0.5:
                self._connect(person, self.now + 0.02)
        self._show()

    def _refused(self) -> None:
        person = self.rng.choice(self.people)
        sent = self._send(person, self._name(person))
        self._hear(person, Refused(0, self.table, sent.command, self.rng.choice(("stale", "refused", "limit"))))

    def _come_back(self) -> None:
        person = self.rng.choice(self.people)
        self._connect(person, self.now)
        self._shown(person, self.seq)

    def _idle(self) -> None:
        """Some see the same again, as when somebody comes or goes."""
        for person in self.people:
            self._shown(person, self.seq)

    def _command(self, person: str, lines: dict[str, int] | None = None) -> None:
        """A command that comes through, perhaps only when it is sent again; perhaps it had come through before."""
        sent = self._send(person, self._name(person))
        how = self.rng.random()
        again = how < 0.2
        if again and self.rng.random() < 0.5:
            self._again(person, sent)
            again = False
        self.now += 0.004 + 0.02 * self.rng.random()
        seq = self._event(sent.command, "act", lines or {})
        if again:
            self._again(person, sent)
        self._show(late=person if self.rng.random() < 0.5 else "")
        self._hear(person, Acked(0, self.table, sent.command, seq))

    def _again(self, person: str, sent: Sent) -> None:
        """The answer is lost, or is no answer: the same is sent again."""
        if self.rng.random() < 0.5:
            self._hear(person, Refused(0, self.table, sent.command, self.rng.choice(sorted(UNKNOWN))))
        else:
            self._connect(person, self._noted(person))
        self.records.append(replace(sent, at=self._noted(person)))

    # What is noted.

    def _name(self, person: str) -> str:
        self.commands += 1
        return f"{person}:{self.commands}"

    def _noted(self, person: str, least: float = 0) -> float:
        """A moment after all that this viewer has noted."""
        self.free[person] = max(self.now, least, self.free[person]) + 0.0005 + 0.003 * self.rng.random()
        return self.free[person]

    def _send(self, person: str, command: str) -> Sent:
        sent = Sent(self._noted(person), self.table, command, f"w{self.rng.randint(0, 3)}")
        self.records.append(sent)
        self.now = max(self.now, sent.at)
        return sent

    def _hear(self, person: str, answer: Acked | Refused) -> None:
        self.records.append(replace(answer, at=self._noted(person)))

    def _connect(self, person: str, at: float) -> None:
        self.sockets += 1
        self.socket[person] = self.sockets
        opened = Socket(self._noted(person, at), self.table, person, self.sockets, f"w{self.rng.randint(0, 3)}")
        self.records.append(opened)

    def _event(self, command: str, kind: str, lines: dict[str, int]) -> int:
        """It becomes durable now."""
        self.seq += 1
        self.records.append(Event(self.table, self.seq, self.epoch, command, kind, 1e9 + self.now))
        for account, amount in lines.items():
            self.records.append(Line(self.table, self.seq, account, amount))
            name = account.split(":")
            if name[0] != "player":
                seat = int(name[2]) if name[0] == "stack" else -1
                self.chips[seat] = self.chips.get(seat, 0) + amount
        self._poll(self.now)
        return self.seq

    def _poll(self, now: float) -> None:
        """The watcher's next look, and when it looked last."""
        if (self.seq, self.epoch) != self.polled:
            self.polled = self.seq, self.epoch
            last = int(now / POLL) * POLL
            self.records.append(Seen(last, last + POLL + 0.001, self.table, self.seq, self.epoch, self.owner))

    def _show(self, late: str = "") -> None:
        """Everybody is shown what is so now, but for who misses it or has not read it yet."""
        self.now += 0.001
        for person in self.people:
            if self.rng.random() < 0.9 and person != late:
                self._shown(person, self.seq)

    def _shown(self, person: str, seq: int) -> None:
        chips = None if self.hand else {seat: amount for seat, amount in self.chips.items() if amount}
        at, own = self._noted(person), f"{person} after {seq}"
        self.records.append(Shown(at, self.table, person, self.socket[person], seq, f"all after {seq}", own, chips))


# --- bad ones --------------------------------------------------------------------------------------------------------

Breaker = Callable[[Random, list[Record]], set[str]]
"""Breaks a good history in place, in one way; gives the kinds of findings that tell it."""


class NoChance(Exception):
    """There is nothing in this history that could be broken in this way."""


def _pick(rng: Random, found: Sequence[Any]) -> Any:
    if not found:
        raise NoChance
    return rng.choice(found)


def _put(records: list[Record], old: Record, *new: Record) -> None:
    """These in place of that one, the very record."""
    at = next(at for at, each in enumerate(records) if each is old)
    records[at : at + 1] = new


def _events(records: list[Record], of_people: bool) -> list[Event]:
    return [each for each in of_kind(records, Event) if (each.kind == "act") == of_people]


def _event_of(records: list[Record], command: str) -> Event:
    return next(each for each in of_kind(records, Event) if each.command == command)


def lost(rng: Random, records: list[Record]) -> set[str]:
    """What was acknowledged is another event now: the room's own."""
    event = _pick(rng, _events(records, of_people=True))
    _put(records, event, replace(event, command=f"deal:{event.seq}x", kind="deal"))
    return {"lost"}


def twice(rng: Random, records: list[Record]) -> set[str]:
    """A later event is the same command once more."""
    again = _pick(rng, _events(records, of_people=False))
    event = _pick(rng, [e for e in _events(records, True) if e.table == again.table and e.seq < again.seq])
    _put(records, again, replace(again, command=event.command))
    return {"twice"}


def elsewhere(rng: Random, records: list[Record]) -> set[str]:
    """The answer names another event, which was there by then."""
    acked = _pick(rng, [each for each in of_kind(records, Acked) if each.seq > 1])
    _put(records, acked, replace(acked, seq=rng.randint(1, acked.seq - 1)))
    return {"elsewhere"}


def refused(rng: Random, records: list[Record]) -> set[str]:
    """It is done, and was refused."""
    acked = _pick(rng, of_kind(records, Acked))
    _put(records, acked, Refused(acked.at, acked.table, acked.command, rng.choice(("stale", "refused"))))
    return {"refused"}


def unasked(rng: Random, records: list[Record]) -> set[str]:
    """A player's command that he did not give."""
    event = _pick(rng, _events(records, of_people=False))
    sent = _pick(rng, [each for each in of_kind(records, Sent) if each.table == event.table])
    _put(records, event, replace(event, command=f"{sent.command}x"))
    return {"unasked"}


def unanswered(rng: Random, records: list[Record]) -> set[str]:
    """All answers to a command are gone."""
    acked = _pick(rng, of_kind(records, Acked))
    records[:] = [e for e in records if not (isinstance(e, Acked | Refused) and e.command == acked.command)]
    return {"unanswered"}


def gap(rng: Random, records: list[Record]) -> set[str]:
    """An event is gone from the middle of the log, or the table is said to be elsewhere."""
    if rng.random() < 0.3:
        end = _pick(rng, of_kind(records, End))
        _put(records, end, replace(end, seq=end.seq + rng.choice((-1, 1))))
        return {"gap"}
    booked = {(line.table, line.seq) for line in of_kind(records, Line)}
    last = {end.table: end.seq for end in of_kind(records, End)}
    middle = [e for e in _events(records, False) if (e.table, e.seq) not in booked and e.seq != last[e.table]]
    _put(records, _pick(rng, middle))
    return {"gap"}


def vanished(rng: Random, records: list[Record]) -> set[str]:
    """The end of a log is gone, as after a database that lost what it had said was durable."""
    end = _pick(rng, of_kind(records, End))
    last = end.seq - rng.randint(1, 3)
    gone = [e for e in of_kind(records, Event) if e.table == end.table and e.seq > last]
    acked = {each.command for each in of_kind(records, Acked)}
    records[:] = [
        *(e for e in records if e is not end and not (isinstance(e, Event | Line) and _beyond(e, end.table, last))),
        replace(end, seq=last),
    ]
    return {"vanished"} | ({"lost"} if any(event.command in acked for event in gone) else set())


def _beyond(row: Event | Line, table: str, last: int) -> bool:
    return row.table == table and row.seq > last


def early(rng: Random, records: list[Record]) -> set[str]:
    """A view comes before the database has it. (It is noted where it was: the clock alone tells.)"""
    shown = _pick(rng, of_kind(records, Shown))
    _put(records, shown, replace(shown, at=_not_before(records, shown) - rng.uniform(0.0001, 0.05)))
    return {"early"}


def answered_early(rng: Random, records: list[Record]) -> set[str]:
    acked = _pick(rng, of_kind(records, Acked))
    _put(records, acked, replace(acked, at=_not_before(records, acked) - rng.uniform(0.0001, 0.05)))
    return {"answered early"}


def _not_before(records: list[Record], what: Shown | Acked) -> float:
    return min(e.after for e in of_kind(records, Seen) if e.table == what.table and e.seq >= what.seq)


def back(rng: Random, records: list[Record]) -> set[str]:
    """A socket shows an older view once more after a newer one."""
    old, new = _pick(rng, _pairs(records, same_socket=True))
    _put(records, new, new, replace(old, at=new.at))
    return {"back"}


def behind(rng: Random, records: list[Record]) -> set[str]:
    """A new socket begins with less than the last one showed."""
    old, new = _pick(rng, _pairs(records, same_socket=False))
    _put(records, new, replace(old, at=new.at, socket=new.socket), new)
    return {"behind"}


def _pairs(records: list[Record], same_socket: bool) -> list[tuple[Shown, Shown]]:
    """Two views of a viewer one after the other: a newer one on the same socket; or any on the next one, the older of
    which is some time past.
    """
    views: dict[str, list[Shown]] = {}
    for each in of_kind(records, Shown):
        views.setdefault(each.viewer, []).append(each)
    found = []
    for shown in views.values():
        for at, (before, new) in enumerate(pairwise(shown)):
            if same_socket and before.socket == new.socket and before.seq < new.seq:
                found.append((before, new))
            older = [each for each in shown[:at] if each.seq < before.seq]
            if not same_socket and before.socket != new.socket and older:
                found.append((older[-1], new))
    return found


def differs(rng: Random, records: list[Record]) -> set[str]:
    """What all see is not the same for one, or what one sees of his own is not the same the next time."""
    shown = of_kind(records, Shown)
    if rng.random() < 0.5:
        seen = [each for each in shown if sum((e.table, e.seq) == (each.table, each.seq) for e in shown) > 1]
        one = _pick(rng, seen)
        _put(records, one, replace(one, public=f"{one.public}, otherwise"))
    else:
        seen = [e for e in shown if sum((o.viewer, o.seq) == (e.viewer, e.seq) for o in shown) > 1]
        one = _pick(rng, seen)
        _put(records, one, replace(one, own=f"{one.own}, otherwise"))
    return {"differs"}


def reordered(rng: Random, records: list[Record]) -> set[str]:
    """A command that is in the log already is sent only after a later event was shown, and answered after that."""
    acked = _pick(rng, [each for each in of_kind(records, Acked) if _later(records, each)])
    at = _pick(rng, _later(records, acked)) + 0.0001
    for each in [e for e in records if isinstance(e, Sent | Acked) and e.command == acked.command]:
        _put(records, each, replace(each, at=at + (0.001 if each is acked else 0)))
    return {"reordered"}


def _later(records: list[Record], acked: Acked) -> list[float]:
    """When events after one were shown, long before the end."""
    return [e.at for e in of_kind(records, Shown) if e.table == acked.table and e.seq > acked.seq]


def unbalanced(rng: Random, records: list[Record]) -> set[str]:
    """A player's tab is charged another amount than came to his seat."""
    line = _pick(rng, [each for each in of_kind(records, Line) if each.account.startswith("player:")])
    _put(records, line, replace(line, amount=line.amount + rng.choice((-1, 1, 1000))))
    return {"unbalanced"}


def stacks(rng: Random, records: list[Record]) -> set[str]:
    """Chips went to another seat than the ledger says, or one view shows others."""
    told = [each for each in of_kind(records, Shown) if each.chips]
    shown = _pick(rng, told)
    if rng.random() < 0.5:
        seat = rng.choice(sorted(shown.chips))
        _put(records, shown, replace(shown, chips={**shown.chips, seat: shown.chips[seat] + 1}))
        return {"stacks"}
    lines = [each for each in of_kind(records, Line) if each.table == shown.table and each.seq <= shown.seq]
    line = _pick(rng, [each for each in lines if each.account.startswith("stack:")])
    other = _pick(rng, [each for each in lines if each.seq == line.seq and each is not line])
    _put(records, line, replace(line, amount=line.amount + 1))
    _put(records, other, replace(other, account=f"player:{line.table}", amount=other.amount - 1))
    return {"stacks"}


def interleaved(rng: Random, records: list[Record]) -> set[str]:
    """An event of the epoch before, after the first of its own."""
    first: dict[tuple[str, int], int] = {}
    for event in of_kind(records, Event):
        first.setdefault((event.table, event.epoch), event.seq)
    later = [e for e in of_kind(records, Event) if e.epoch > 1 and e.seq > first[e.table, e.epoch]]
    event = _pick(rng, later)
    _put(records, event, replace(event, epoch=event.epoch - 1))
    return {"interleaved"}


def zombie(rng: Random, records: list[Record]) -> set[str]:
    """The first event after a take-over is still of the epoch before: its owner was fenced, and wrote."""
    event = _pick(rng, [each for each in of_kind(records, Event) if each.kind == "resume"])
    _put(records, event, replace(event, epoch=event.epoch - 1))
    return {"zombie"}


def clock(rng: Random, records: list[Record]) -> set[str]:
    """The room's clock was set back, and the log shows it."""
    event = _pick(rng, [each for each in of_kind(records, Event) if each.seq > 1])
    _put(records, event, replace(event, time=event.time - 3600))
    return {"clock"}


BREAKERS: dict[str, Breaker] = {
    each.__name__: each
    for each in (
        *(lost, twice, elsewhere, refused, unasked, unanswered, gap, vanished, early, answered_early, back, behind),
        *(differs, reordered, unbalanced, stacks, interleaved, zombie, clock),
    )
}
