"""What the model is made of: the protocol's rules, its bounds, and one state of everything.

Workers, tables and commands are numbers from 0. A log is the commands in it, in order. A lease, and what a worker
believes of it by its own clock, is the number of ticks it still holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

NOBODY = -1
GONE = -2  # a process that was killed; the one started in its place is another
FOLLOWING = 0  # a worker's epoch of a table that it does not own
REFUSED = -1  # an answer; any other that is not 0 is the number of the event
FENCED = 0  # what became of an append; any other is the number of the event
GAP = -1  # in a log: a number without an event

SENT, OPEN, DONE, UNKNOWN = "sent", "open", "done", "unknown"


@dataclass(frozen=True)
class Protocol:
    """The rules, each of which can be taken away to see what it is for."""

    epoch_in_fence: bool = True  # an append holds at the epoch that its worker claimed
    number_in_fence: bool = True  # ... and at the end of the log that it knows
    lease_in_fence: bool = True  # ... and while the lease holds, by the database's clock
    lease_at_claim: bool = True  # a table is claimed when nobody's lease of it holds, by the database's clock
    epoch_rises: bool = True  # each claim has an epoch of its own
    claim_reads: bool = True  # who has claimed a table reads its log before he decides
    unique_commands: bool = True  # a command's id is once in a log
    answers_durable: bool = True  # nobody is told "done" before the commit
    shows_durable: bool = True  # nobody is shown a step before the commit, and nothing is decided on it
    one_transaction: bool = True  # an event and its ledger lines are written together
    look_up: str = (
        "ended"  # outcome unknown: the lost session is ended, then the log says; or "again": the same append;
    )
    # or a mere "look" into the log; or "none"
    lapsed_is_over: bool = True  # a lease that ran out is not renewed, only claimed anew
    own_clock: bool = True  # a worker whose lease ran out by its own clock neither decides, answers nor shows
    from_before: bool = True  # ... measured from before the renewal was sent, not from when its answer came
    clocks_run: bool = True  # a worker's clock goes on while the worker stands still
    looks_before_refusing: bool = True  # a command that cannot be done now may have been done: the log says
    refusals: str = "written"  # what may be allowed later is refused for every copy of it, by a row; or as long as its
    # owner has the table, "remembered"; or is only "said"
    refusals_fenced: bool = True  # a refusal is written under the fence
    by_log: str = (
        "new"  # an event answers, without a row, who laid his copy before it was made: he will read it. Or the
    )
    # "newest" event answers everybody who asks for it; or none does: "no"
    claim_settles: bool = True  # who reads a log because he has claimed the table answers by it, too
    reading_settles: bool = True  # ... and so does who follows, however much of it he reads at once
    answers_kept: bool = True  # an answer that was fetched is there, though the line was lost when its row was deleted
    hello_says: bool = True  # who comes says what he has seen, and is shown nothing before that
    by_number: bool = True  # a follower reads on by (table, number), not by a serial of the whole database
    poll: bool = True  # what a lost notice would have said is looked for
    idle_ends: bool = True  # the database ends a transaction in which nothing happens


class Command(NamedTuple):
    """What a client asks of a table: allowed while the log has from `first` to `last` events.

    A decision in a hand answers one moment (first = last). A wish, such as for a seat, may be refused at first and be
    allowed later (first > 0).
    """

    table: int = 0
    first: int = 0
    last: int = 99

    def allowed(self, events: int) -> bool:
        return self.first <= events <= self.last


@dataclass(frozen=True)
class Model:
    """The protocol and the bounds within which it is explored."""

    commands: tuple[Command, ...]
    workers: int = 2
    tables: int = 1
    lease: int = 1  # ticks
    viewer: bool = True  # somebody looks at table 0, now through this worker, now through that
    split: bool = False  # a transaction is open for a while before it commits, and holds its rows
    time: bool = True  # time passes: leases run out, answers about them come late
    kills: bool = True  # workers are killed, and started anew
    lines_break: bool = True  # connections to the database are lost
    drains: bool = True  # workers give tables back
    leave: bool = True  # clients lose their lines, or try elsewhere
    protocol: Protocol = field(default_factory=Protocol)
    unasked: frozenset[str] = frozenset()  # promises that are not looked at


class Row(NamedTuple):
    """A table in the database."""

    owner: int = NOBODY
    epoch: int = 0
    lease: int = 0
    log: tuple[int, ...] = ()
    ledger: tuple[int, int] = (0, 0)  # what the lines of its players and of its stacks sum to


class Part(NamedTuple):
    """What a transaction is to write for one command: its event and ledger lines, or that it is refused."""

    command: int
    epoch: int
    after: int  # events in the log that the worker knows
    refuses: bool = False


class Job(NamedTuple):
    """A transaction that a worker waits for; nothing when it has no parts. `results`, part by part, once it is done."""

    parts: tuple[Part, ...] = ()
    phase: str = ""
    results: tuple[int, ...] = ()


IDLE = Job()


class Hold(NamedTuple):
    """What a worker has of a table in memory: the epoch it owns it in, how long by its own clock, the log it knows."""

    epoch: int = FOLLOWING
    belief: int = 0
    scene: tuple[int, ...] = ()
    refused: int = 0  # a bit for each command that was refused here (only where that is remembered)


class Worker(NamedTuple):
    """A worker's memory.

    `asked` has a bit for each command that lies here, its client waiting at the other end; `laid` for each of which the
    worker has laid a copy into the inbox, and had no answer yet.
    """

    holds: tuple[Hold, ...]
    asked: int = 0
    laid: int = 0
    job: Job = IDLE
    unheard: int = 0  # a renewal was done, and its answer is on the way (only where that is measured from)
    page: int = 0  # serials read so far (only where a follower pages by them)


class Late(NamedTuple):
    """A transaction whose worker has lost the line or its life, and which may yet reach the database."""

    worker: int = NOBODY
    parts: tuple[Part, ...] = ()
    phase: str = ""
    results: tuple[int, ...] = ()


NONE_LATE = Late()


class State(NamedTuple):
    """Everything at one moment.

    `heard` is what clients heard. `inbox`, by worker that asks, has a bit for each command; the last are of those who
    are gone; `taken` is what the owner knows of those he took up before he made an event of them. `answers`, by worker
    that asked, has one for each command. `refused` has a bit for each command of which a row says so. `viewer`: at
    which worker, and what he has seen. `notices`, by worker, are those on the way: a bit for events of each table, then
    for inbox and answer of each command. `serials` are (table, number, visible) in the order in which they were drawn.
    `alone` is the one worker that still runs.
    """

    rows: tuple[Row, ...]
    workers: tuple[Worker, ...]
    heard: tuple[int, ...]
    inbox: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    answers: tuple[tuple[int, ...], ...] = ()
    refused: int = 0
    late: Late = NONE_LATE
    viewer: tuple[int, tuple[int, ...]] = (NOBODY, ())
    notices: tuple[int, ...] = ()
    serials: tuple[tuple[int, int, int], ...] = ()
    alone: int = NOBODY


class Move(NamedTuple):
    """One step: what is done (its name, by whom, to what), the state after, and what is wrong with it, if anything."""

    what: tuple[Any, ...]
    state: State
    wrong: str = ""


def beginning(model: Model) -> State:
    """Nothing is owned, written or asked yet."""
    empty = Worker((Hold(),) * model.tables)
    none, nothing = (0,) * len(model.commands), (0,) * model.workers
    answers = (none,) * model.workers
    askers = (*nothing, 0)
    return State((Row(),) * model.tables, (empty,) * model.workers, none, askers, askers, answers, notices=nothing)


def replaced(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one item for another."""
    return (*items[:at], item, *items[at + 1 :])
