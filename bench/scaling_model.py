"""The paper model of docs/scaling.md: `scripts/bench scaling_model` writes its tables and its picture anew.

Out of figures that were measured, and are named here, it reckons what rooms of some sizes take. What is a guess is
in `Guesses`. Nothing is measured here.
"""

import argparse
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

PAGE = Path(__file__).parents[1] / "docs" / "scaling.md"
PICTURE = PAGE.with_suffix(".svg")
DAY = 86400.0
SIZES = (50, 100, 300, 1000, 2000, 5000)
ROOMS = (300, 700, 1000, 2000)
RENEW = 0.7
MOST_WORKERS = 300
MILLION = 1_000_000


@dataclass(frozen=True)
class Measured:
    """Seconds of one processor, and bytes, as docs/scaling.md lists them with the commands that measured them."""

    here: float = 2.33e-3  # an event at a table of six, led and seen here
    follow: float = 1.07e-3  # an event followed by one worker more, with one view
    forward: float = 0.81e-3  # what it takes more, beside following, when it was asked by another worker
    view: float = 0.116e-3  # a view more, of somebody else
    database: float = 0.38e-3  # an event, in the database
    database_follow: float = 0.18e-3
    database_forward: float = 0.32e-3
    notice: float = 13.7e-6  # a commit heard by one worker more, in the database
    hear: float = 13.9e-6  # the same, in the worker, which looks at nothing of it
    renew: float = 2.8e-6  # a lease renewed, in the database
    renew_worker: float = 1.5e-6
    wal: float = 973  # bytes for an event
    wal_forward: float = 1305  # more, when it was asked by another worker
    wal_renew: float = 94
    commits: float = 3400  # that tell of themselves, a second, however many connections
    socket: float = 23e3
    read: float = 2.7e-3  # a table read when a worker starts
    process: float = 80e6  # memory with nothing in it
    known: float = 0.15e6  # a table in memory
    played: float = 1.25e6  # one that is led or followed, after an hour
    kept: float = 18e3  # bytes of a hand for good
    fleeting: float = 17e3  # and for two days
    events: float = 17  # in a hand


@dataclass(frozen=True)
class Guesses:
    """What was not measured."""

    hands: float = 60  # an hour at a table whose seats are all taken
    seats: int = 6
    onlookers: float = 0.5  # at each table
    full: float = 0.5  # of a processor, or of what goes one by one, so that nobody waits long
    cores: int = 16  # of the database's machine
    memory: float = 4e9  # that a worker may have
    commit_seconds: float = 5e-3  # between two commits of one worker: its round trip and its disk
    busy: float = 0.5  # of a day's hours, as if all were at play for twelve


@dataclass(frozen=True)
class Need:
    """What a room of so many tables takes with so many workers. Rates are a second."""

    tables: int
    workers: int
    events: float
    worker: float  # processors that are busy, all workers together
    database: float  # the same
    commits: float
    wal: float  # bytes in a day
    memory: float  # bytes of each worker
    starts: float  # seconds that a worker reads when it starts


def need(tables: int, workers: int, m: Measured, g: Guesses) -> Need:
    """People come by any worker, whoever leads their table."""
    events, leases = tables * g.hands * m.events / 3600, tables / RENEW
    people = g.seats + g.onlookers
    followers = (workers - 1) * (1 - (1 - 1 / workers) ** people)  # of each table, on average
    foreign = (workers - 1) / workers  # of what is asked comes by another worker
    commits = min(events, workers / g.commit_seconds)
    each = m.here + g.onlookers * m.view + followers * m.follow + foreign * m.forward
    store = m.database + followers * m.database_follow + foreign * m.database_forward
    held = m.known + (1 + followers) / workers * m.played + people / workers * m.socket
    return Need(
        tables,
        workers,
        events,
        events * each + commits * (workers - 1) * m.hear + leases * m.renew_worker,
        events * store + commits * (workers - 1) * m.notice + leases * m.renew,
        commits,
        DAY * (g.busy * events * (m.wal + foreign * m.wal_forward) + leases * m.wal_renew),
        m.process + tables * held,
        tables * m.read,
    )


def least(tables: int, m: Measured, g: Guesses) -> Need | None:
    """With as few workers as will do; None where more workers are of no use any more."""
    for workers in range(1, MOST_WORKERS):
        found = need(tables, workers, m, g)
        if found.worker <= g.full * workers:
            return found
    return None


def fullness(found: Need, m: Measured, g: Guesses) -> dict[str, float]:
    """How full each thing is, in parts of what it may be."""
    return {
        f"processors of a database that has {g.cores}": found.database / (g.full * g.cores),
        "commits, which go one by one": found.commits / (g.full * m.commits),
        f"memory of a worker that has {g.memory / 1e9:.0f} GB": found.memory / g.memory,
    }


# --- the page ---------------------------------------------------------------------------------------------------------


def rooms(m: Measured, g: Guesses) -> str:
    """Rooms of some sizes, each on one database."""
    lines = [
        "| tables | seats | events a second | workers | processors they use | and the database | commits a second "
        "| WAL a day | memory of each worker | what is full first |",
        "| ---: " * 9 + "| --- |",
    ]
    for tables in SIZES:
        found = least(tables, m, g)
        if found is None:
            lines.append(f"| {tables:,} | {tables * g.seats:,} |" + " |" * 7 + " more workers are of no use |")
            continue
        full = fullness(found, m, g)
        first = max(full, key=full.__getitem__)
        lines.append(
            f"| {tables:,} | {tables * g.seats:,} | {found.events:,.0f} | {found.workers} | {found.worker:.1f} "
            f"| {found.database:.1f} | {found.commits:,.0f} | {found.wal / 1e9:,.0f} GB "
            f"| {found.memory / 1e6:,.0f} MB | {first}: {full[first]:.0%} |"
        )
    return "\n".join(lines)


def million(m: Measured, g: Guesses) -> str:
    """A million seats in rooms of some sizes."""
    lines = [
        "| tables a room | rooms, each with its database | workers in all | processors: workers, databases "
        "| memory of the workers | WAL a day | more on the disk each day | and of the last two days |",
        "| ---: " * 8 + "|",
    ]
    tables = MILLION / g.seats
    a_day = tables * g.hands * 24 * g.busy
    for size in ROOMS:
        found = least(size, m, g)
        assert found is not None, "a room of that size needs more workers than are of use"
        count = ceil(tables / size)
        lines.append(
            f"| {size:,} | {count:,} | {count * found.workers:,} | {count * found.worker:,.0f}, "
            f"{count * found.database:,.0f} | {count * found.workers * found.memory / 1e12:.1f} TB "
            f"| {count * found.wal / 1e12:.1f} TB | {a_day * m.kept / 1e12:.1f} TB "
            f"| {2 * a_day * m.fleeting / 1e12:.1f} TB |"
        )
    return "\n".join(lines)


def drawn(m: Measured, g: Guesses) -> None:
    """How full each thing is, by the size of a room."""
    found = [each for size in _evenly() if (each := least(size, m, g)) is not None]
    with matplotlib.rc_context({"svg.hashsalt": "scaling", "svg.fonttype": "none", "font.size": 9.0}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        for name in fullness(found[0], m, g):
            axes.plot([each.tables for each in found], [fullness(each, m, g)[name] for each in found], label=name)
        axes.axhline(1, color="black", linewidth=0.8, linestyle=":")
        for each in found[::8]:
            axes.annotate(_workers(each.workers), (each.tables, 0.0055), rotation=90, va="bottom", ha="center")
        axes.set(xscale="log", yscale="log", ylim=(0.005, 10), xlabel="tables of a room", ylabel="part of what may be")
        axes.legend(loc="upper left")
        figure.savefig(PICTURE, metadata={"Date": None})


def _workers(count: int) -> str:
    return f"{count} workers" if count > 1 else "1 worker"


def _evenly() -> list[int]:
    """Sizes from 50 to 5,000 tables, ever by the same factor."""
    return [round(50 * 10 ** (each / 20)) for each in range(41)]


def written(page: str, name: str, text: str) -> str:
    """The page with this text between the two marks of that name."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(start)
    return f"{before}{start}\n\n{text}\n\n{end}{rest.partition(end)[2]}"


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    m, g = Measured(), Guesses()
    page = PAGE.read_text()
    for name, text in (("rooms", rooms(m, g)), ("million", million(m, g))):
        print(text, end="\n\n")
        page = written(page, name, text)
    drawn(m, g)
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
