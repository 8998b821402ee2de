"""The paper model of docs/scaling.md: `scripts/bench scaling_model` writes its tables and its picture anew.

Out of the figures that are named here, each with the command that measured it, it reckons what rooms of some sizes take.
What is a guess is in `Guesses`. Nothing is measured here.
"""

from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "scaling.md"
PICTURE = PAGE.with_suffix(".svg")
DAY = 86400.0
SIZES = (100, 300, 1000, 2000, 5000, 10_000)
MILLION = 1_000_000


@dataclass(frozen=True)
class Measured:
    """Seconds of one processor, bytes. The names are those of the lines of `scripts/bench scaling`."""

    here: float = 0.00213  # an event at a table of six, led and seen here: both workers
    across: float = 0.0015  # what it takes more when all six come by one other worker
    follow: float = 0.0008  # an event followed by one worker more, for one person
    view: float = 0.000142  # a view more, of somebody else
    database: float = 0.00045  # an event in the database
    database_across: float = 0.0006  # more of it when it was asked by another worker
    database_follow: float = 0.0002  # more of it for a worker that follows
    notice: float = 15e-6  # a commit heard by one worker more, in the database
    hear: float = 15e-6  # the same, in the worker that hears it and looks at nothing of it
    renew: float = 4e-6  # a lease, in the database
    renew_worker: float = 2e-6
    renew_wal: float = 97  # bytes
    wal: float = 888  # bytes for each event
    wal_across: float = 850  # more of it
    commits: float = 1000  # that tell of themselves, a second, 4 or 16 at a time
    table: float = (
        0.15e6  # memory of a table that is open, in each worker; 1.5e6 where it has been followed for an hour
    )
    warm: float = 1.25e6
    socket: float = 31e3
    process: float = 80e6
    hand_kept: float = 18e3  # bytes in the database for good
    hand_fleeting: float = 17e3  # for two days
    events: float = 17  # in a hand


@dataclass(frozen=True)
class Guesses:
    """What was not measured. Hands an hour at a table; how full a processor may be; people who look on at each table."""

    hands: float = 60
    full: float = 0.5
    onlookers: float = 0.5
    database_cores: int = 16
    seats: int = 6
    memory: float = 4e9  # that a worker may have


@dataclass(frozen=True)
class Need:
    """What a room of so many tables takes."""

    tables: int
    workers: int
    events: float  # a second
    worker: float  # processors that are busy, all workers together
    database: float
    commits: float  # part of what the server takes
    wal: float  # bytes a second
    memory: float  # of each worker
    disk: float  # bytes a day for good

    @property
    def ends(self) -> str:
        """What is full first, if anything is."""
        return ""


def need(tables: int, workers: int, m: Measured, g: Guesses) -> Need:
    """For so many workers. People come by any of them, whoever leads their table."""
    events = tables * g.hands * m.events / 3600
    people = g.seats + g.onlookers
    others = (workers - 1) * (1 - (1 - 1 / workers) ** people)  # that follow a table, on average
    elsewhere = (workers - 1) / workers  # of commands come by another worker
    commits = min(events, workers / 0.01)  # each writes the next group when the one before is there
    each = m.here + g.onlookers * m.view + others * m.follow + elsewhere * (m.across - m.follow)
    leases = tables / 0.7
    worker = events * each + commits * workers * m.hear + leases * m.renew_worker
    database = events * (m.database + elsewhere * (m.database_across - m.database_follow) + others * m.database_follow)
    database += commits * workers * m.notice + leases * m.renew
    warm = tables * (1 + others) / workers
    memory = m.process + tables * m.table + warm * m.warm + tables * people / workers * m.socket
    wal = events * (m.wal + elsewhere * m.wal_across) + leases * m.renew_wal
    disk = tables * g.hands * 24 * m.hand_kept
    return Need(tables, workers, events, worker, database, commits / m.commits, wal, memory, disk)


def least(tables: int, m: Measured, g: Guesses) -> Need | None:
    """With as few workers as will do; None where more of them are of no use."""
    for workers in range(1, 400):
        found = need(tables, workers, m, g)
        if found.worker <= g.full * workers:
            return found
    return None


def limits(found: Need, g: Guesses) -> dict[str, float]:
    """How full everything is, in parts of what may be."""
    return {
        "processors of the database": found.database / (g.full * g.database_cores),
        "commits, one at a time": found.commits / g.full,
        "memory of a worker": found.memory / g.memory,
    }
