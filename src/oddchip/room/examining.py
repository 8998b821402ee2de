"""One table of a data folder, examined from its first event to its last, without its snapshots.

Whatever the log can prove is proven: an event whose cards are still kept is decided again and must come out to the
byte, with the same keyed hash; any other is folded from its facts. The ledger, the hands and records beside the log and
the snapshot must be what the replayed table says they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NoReturn

import msgspec
from sqlalchemy import Connection, Row, select

from oddchip.fair.deck import FIRST
from oddchip.fair.errors import FairError
from oddchip.room import desk as desks
from oddchip.room.decks import check_hidden, commitment_of
from oddchip.room.entries import account, ended
from oddchip.room.loading import entry_of, query
from oddchip.room.records import EVERYBODY
from oddchip.room.restore import Drift, Entry, beginning, from_snapshot, must_agree, refold, repeated
from oddchip.room.revision import revision
from oddchip.room.steps import Scene, Step, balances, moved, written
from oddchip.room.store import schema
from oddchip.table.facts import HandEnded, HandVoided

#: Events that are read at a time.
PIECE = 500
#: Findings of one table that do not keep the replay from going on; with so many, it is not gone on with.
MOST = 20


@dataclass(frozen=True)
class Wrong:
    """Something wrong: where (an event of 0 is none in particular), and a sentence."""

    table: str
    event: int
    why: str


class _End(Exception):
    """The replay of this table cannot go on; why has been said."""


@dataclass
class Examined:
    """What was found at one table. `decided` and `folded` are hands that are over, `playing` one that is not."""

    table: str
    title: str
    events: int = 0
    decided: int = 0
    folded: int = 0
    playing: bool = False
    transactions: int = 0
    accounts: int = 0
    chips: int = 0
    snapshots: int = 0
    records: int = 0
    wrong: list[Wrong] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def examine(connection: Connection, row: Row[Any], key: bytes) -> Examined:
    """Examine a table, a row of `game_table`. Never raises for what it finds."""
    found = Examined(row.id, row.title)
    try:
        examination = _Examination(connection, row, key, found)
    except Exception as error:
        found.wrong.append(Wrong(row.id, 0, f"what is kept of the table as such cannot be: {str(error)[:200]}"))
        return found
    try:
        examination.replay()
        examination.close()
    except _End:
        found.notes.append("The rest of this table's log was not looked at.")
    return found


class _Examination:
    def __init__(self, connection: Connection, row: Row[Any], key: bytes, found: Examined) -> None:
        self.connection, self.table, self.key, self.found = connection, row.id, key, found
        self.scene = beginning(row.size, row.host, row.title)
        self.lost = False  # the hand being replayed is folded: its cards are not known, or were dealt by other rules
        self.other_rules = False
        self.log: list[Any] = []  # what everybody saw of the hand being replayed
        self.sums: Counter[str] = Counter()
        self.dealt: set[int] = set()
        self.before = ""  # the id of the last commitment
        self.people = {each.id for each in self._rows(select(schema.person.c.id))}
        self.is_closed = row.closed is not None
        s = schema.snapshot
        self.snapshots = {each.seq: each.body for each in self._rows(select(s).where(s.c.table_id == self.table))}

    # --- event by event ----------------------------------------------------------------------------------------------

    def replay(self) -> None:
        """All events, one after the other."""
        for entry, lines in self._entries():
            before = self.scene
            try:
                self._number(entry)
                step = self._again(entry)
                self._commitments(entry, step)
                self._ledger(before, entry, lines)
                self._chips(entry)
                self._hand_over(step, entry)
                self._snapshot(entry.seq)
            except _End:
                raise
            except Exception as error:  # damaged data break anything anywhere
                self._stop(entry.seq, f"it cannot be read: {type(error).__name__}: {str(error)[:200]}")
            self.found.events += 1

    def _entries(self) -> Iterator[tuple[Entry, list[tuple[str, int]]]]:
        """The events with their ledger lines."""
        e, after = schema.entry, 0
        while rows := self._rows(query(self.table, after).limit(PIECE)):
            last = rows[-1].seq
            mine = select(e).where(e.c.table_id == self.table, e.c.seq > after, e.c.seq <= last)
            lines = {
                seq: [(line.account, line.amount) for line in some]
                for seq, some in groupby(self._rows(mine.order_by(e.c.seq, e.c.line)), key=lambda line: line.seq)
            }
            for row in rows:
                yield entry_of(row), lines.get(row.seq, [])
            after = last

    def _number(self, entry: Entry) -> None:
        if entry.seq != self.scene.seq + 1:
            self._stop(self.scene.seq + 1, "it is missing")
        asked_by = entry.command_id.partition(":")[0]
        if asked_by != entry.actor and asked_by in self.people:
            self._say(entry.seq, f"it was asked for by {asked_by}, and is kept as done by {entry.actor}")
        if entry.at < self.scene.at:
            self._say(entry.seq, "it is of an earlier time than the event before it")

    def _again(self, entry: Entry) -> Step | None:
        """Take the event again: decided, or folded where that is all there is (then there is no step)."""
        starts = any(each["do"] == "StartHand" for each in entry.data["commands"])
        if starts:
            self.log, self.other_rules = [], False
            self.dealt.add(entry.hand)
        if starts or self.scene.table.state.dealing is None:
            self.lost = False
        self._parts(entry, starts)
        self.lost = self.lost or not entry.is_whole
        step = None if self.lost else self._decided(entry)
        if step is None:
            self.scene = refold(self.scene, entry)
        self.log += entry.data["hand"]
        if entry.hand != self.scene.table.state.hands:
            self._say(entry.seq, f"it is kept under hand {entry.hand} and belongs to {self.scene.table.state.hands}")
        return step

    def _parts(self, entry: Entry, starts: bool) -> None:
        """Cards and sealed choices of a hand are there together, or destroyed together."""
        if starts or self.other_rules:
            return
        if self.lost and entry.private is not None:
            self._say(entry.seq, "its private part is still there, although the cards of its hand are destroyed")
        if not self.lost and not entry.is_whole:
            self._stop(entry.seq, "its private part is missing, although the cards of its hand are there")

    def _decided(self, entry: Entry) -> Step | None:
        """The event decided again; None where other rules than ours decided it and it comes out otherwise now."""
        try:
            step = repeated(self.scene, entry)
            made = written(step, self.key)
            must_agree(made, entry)
        except Drift as drift:
            rules = self._rules(entry)
            if rules == revision():
                self._stop(entry.seq, _without_number(str(drift)))
            self.lost = self.other_rules = True
            self.found.notes.append(
                f"Event {entry.seq} was decided by other rules ({rules}) than this release has ({revision()}) "
                "and comes out otherwise now: from there to the end of its hand the log was folded."
            )
            return None
        self.scene = made.scene
        return step

    def _rules(self, entry: Entry) -> str:
        """The revision of the rules an event was decided by: that of its hand, or of the hand before or after it."""
        if began := [fact["revision"] for fact in entry.data["desk"] if fact["fact"] == "HandBegan"]:
            return str(began[0])
        if self.scene.desk.began is not None:
            return self.scene.desk.began.revision
        h = schema.hand
        first = self._rows(select(h.c.revision).where(h.c.table_id == self.table).order_by(h.c.hand).limit(1))
        return first[0].revision if first else revision()

    def _commitments(self, entry: Entry, step: Step | None) -> None:
        """Decks are committed one after the other, and what is hidden, as far as it is kept, is what was committed."""
        for fact in desks.facts_of(entry.data["desk"]):
            if not isinstance(fact, desks.Committed):
                continue
            try:
                commitment = commitment_of(fact)
                commitment.check_signed()
                if commitment.id.hex() != fact.id or fact.commitment["before"] != (self.before or FIRST.hex()):
                    self._say(entry.seq, "its commitment does not follow the one before it")
                decks = step.decks.hidden if step is not None and step.decks is not None else ()
                if len(decks) > fact.shuffle and decks[fact.shuffle].place == commitment.place:
                    check_hidden(decks[fact.shuffle], commitment)
            except FairError as wrong:
                self._say(entry.seq, f"its commitment does not hold: {wrong}")
            self.before = fact.id

    # --- what lies beside the log ------------------------------------------------------------------------------------

    def _ledger(self, before: Scene, entry: Entry, lines: list[tuple[str, int]]) -> None:
        expected = [(account(self.table, name), chips) for name, chips in moved(before.table, self.scene.table)]
        for name, chips in lines:
            self.sums[name] += chips
        self.found.transactions += bool(lines)
        if total := sum(chips for _, chips in lines):
            self._say(entry.seq, f"its ledger lines sum to {total}, not to 0")
        elif sorted(lines) != sorted(expected):
            self._say(entry.seq, f"its ledger lines are {_said(lines)}; the table moved {_said(expected)}")

    def _chips(self, entry: Entry) -> None:
        """All chips brought to the table are there, in the middle of a hand as well."""
        table, hand = self.scene.table, self.scene.table.hand
        if table.state.chips != table.state.brought:
            self._say(entry.seq, f"{table.state.chips} chips are on the table, and {table.state.brought} were brought")
        if table.playing and hand is not None:
            held = sum(hand.stacks.values()) + hand.pot
            came = sum(hand.dealt_stacks) + (hand.carried.amount if hand.carried else 0)
            if held != came:
                self._say(entry.seq, f"the hand has {held} chips, and began with {came}")

    def _hand_over(self, step: Step | None, entry: Entry) -> None:
        """A hand that is over is kept, with what everybody and each person saw of it."""
        over = [fact for fact in entry.data["facts"] if fact["fact"] in (HandEnded.__name__, HandVoided.__name__)]
        if not over:
            return
        number = over[0]["number"]
        if step is None:
            self.found.folded += 1
        else:
            self.found.decided += 1
        h, r = schema.hand, schema.record
        kept = self._rows(select(h).where(h.c.table_id == self.table, h.c.hand == number))
        records = self._rows(select(r).where(r.c.table_id == self.table, r.c.hand == number))
        self.found.records += len(records)
        bodies = {record.viewer: record.body for record in records}
        if step is not None:
            self._is_kept_as(step, kept, bodies, entry.seq)
        elif not kept and self.scene.desk.stopped == "" and over[0]["fact"] == HandEnded.__name__:
            self._say(entry.seq, f"hand {number} ended, and is not kept")
        elif kept and msgspec.json.decode(bodies.get(str(EVERYBODY), "[]")) != self.log:
            self._say(entry.seq, f"the record of hand {number} for everybody is not what the log says")

    def _is_kept_as(self, step: Step, kept: Any, bodies: dict[str, str], seq: int) -> None:
        """Is a hand kept as the step that ended it would be written now?"""
        rows = ended(self.table, step)
        for table, row in rows:
            if table is schema.hand:
                if not kept:
                    self._say(seq, f"hand {row['hand']} ended, and is not kept")
                elif wrong := _differs(kept[0], row):
                    self._say(seq, f"hand {row['hand']} is kept with another {wrong}")
            elif row["viewer"] not in bodies:
                self._say(seq, f"the record of hand {row['hand']} for {_viewer(row['viewer'])} is missing")
            elif bodies[row["viewer"]] != row["body"] and not self.other_rules:
                self._say(seq, f"the record of hand {row['hand']} for {_viewer(row['viewer'])} is not what he saw")
        if extra := set(bodies) - {row.get("viewer") for _, row in rows}:
            self._say(seq, f"there is a record for {_viewer(min(extra))}, who is entitled to none")

    def _snapshot(self, seq: int) -> None:
        if (body := self.snapshots.pop(seq, None)) is None:
            return
        self.found.snapshots += 1
        try:
            kept = from_snapshot(body, seq)
        except Exception as error:
            self._say(seq, f"its snapshot cannot be read: {type(error).__name__}: {str(error)[:200]}")
            return
        scene = self.scene
        same_desk = msgspec.structs.replace(kept.desk, title=scene.desk.title) == scene.desk
        if (kept.table.state, kept.hash, kept.at) != (scene.table.state, scene.hash, scene.at) or not same_desk:
            self._say(seq, "its snapshot is not the table as it was then; delete it, it is a mere cache")

    # --- at the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """What only the whole log shows."""
        table, seq = self.scene.table, self.scene.seq
        self.found.playing = table.playing
        expected = {account(self.table, name): chips for name, chips in balances(table).items() if chips}
        held = {name: chips for name, chips in self.sums.items() if chips}
        self.found.accounts, self.found.chips = len(held), table.state.chips
        if held != expected and not self.found.wrong:
            self._say(seq, f"the ledger's accounts hold {_said(held.items())}, the table {_said(expected.items())}")
        if self.is_closed and table.state.closed is None:
            self._say(seq, "the table is kept as closed, and its log does not say so")
        if table.playing and self.lost and not self.other_rules:
            self._say(seq, "the cards of the hand that is being played are gone: its host can make it void")
        for lost in sorted(self.snapshots):
            self._say(lost, "there is a snapshot of it, but no such event")
        if self.scene.desk.pending is not None:
            self.dealt.add(self.scene.desk.pending.hand)
        s = schema.secret
        secrets = {each.hand for each in self._rows(select(s.c.hand).where(s.c.table_id == self.table))}
        for hand in sorted(secrets - self.dealt):
            self._say(0, f"there is a pack for hand {hand}, which was never dealt")

    def _say(self, seq: int, why: str) -> None:
        self.found.wrong.append(Wrong(self.table, seq, why))
        if len(self.found.wrong) >= MOST:
            raise _End

    def _stop(self, seq: int, why: str) -> NoReturn:
        self.found.wrong.append(Wrong(self.table, seq, why))
        raise _End

    def _rows(self, statement: Any) -> Any:
        return self.connection.execute(statement).all()


def _without_number(words: str) -> str:
    """The sentence of a `Drift` without the event's number, which stands before it."""
    return "it " + words.partition(") ")[2]


def _said(lines: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {chips:+}" for name, chips in sorted(lines)) or "nothing"


def _viewer(viewer: str) -> str:
    return "everybody" if viewer == str(EVERYBODY) else f"seat {viewer}"


def _differs(kept: Row[Any], row: dict[str, Any]) -> str:
    """The name of what is kept otherwise of a hand; "" if all agrees. An older summary may say less."""
    for name, value in row.items():
        if name != "summary" and getattr(kept, name) != value:
            return name
    said, now = msgspec.json.decode(kept.summary), msgspec.json.decode(row["summary"])
    if strange := sorted(set(said) - set(now)):
        return f"summary ({strange[0]})"
    return next((f"summary ({name})" for name in sorted(set(said) & set(now)) if said[name] != now[name]), "")
