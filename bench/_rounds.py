"""What the measurements of compiled code share: rounds taken in turn, medians, floors, and what memory allows.

Time is processor time of the whole process, so that neighbours on a shared machine do not count and peers that start
threads gain nothing by them. Such threads look for more work after their call, so every call has a moment's rest first.
"""

import json
import sys
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time, sleep

import numpy as np
from numba import njit

LOADS_THEN = 1.3e9
"""Random loads a second from 256 KiB where the absolute goals were set: they move with what this machine does."""
REST = 0.01
_TABLE, _LOADS = 1 << 17, 1 << 20


@njit
def _load(table, places):
    total = np.uint64(0)
    for i in range(places.shape[0]):
        total += np.uint64(table[places[i]])
    return total


def raw_loads(size=_TABLE, kind=np.uint16):
    """A call that loads a million random numbers from a table, 16 bits each from 256 KiB, and how many that is."""
    rng = np.random.default_rng(1)
    table = rng.integers(0, 1 << 16, size).astype(kind)
    places = rng.integers(0, size, _LOADS).astype(np.uint32)
    return (lambda: _load(table, places)), _LOADS


def rounds(calls, number):
    """Seconds of every call by name, `number` rounds in turn after one to warm up: {name: [seconds]}."""
    for call in calls.values():
        call()
    taken = {name: [] for name in calls}
    for _ in range(number):
        for name, call in calls.items():
            sleep(REST)
            start = process_time()
            call()
            taken[name].append(process_time() - start)
    return taken


def ratio(taken, slow, fast, work=1.0):
    """How many times `fast` is faster, each unit of work: the median of the rounds' own ratios."""
    return work * median(a / b for a, b in zip(taken[slow], taken[fast], strict=True))


@dataclass
class Row:
    """One line: a figure with its unit, and what it must reach, if anything. `at_most`: less is better."""

    name: str
    figure: float
    unit: str
    floor: float | None = None
    at_most: bool = False

    @property
    def fails(self):
        return self.floor is not None and (self.figure > self.floor if self.at_most else self.figure < self.floor)


def show(rows, title):
    """Prints the rows, as data with --json; gives the exit code: 1 when a row falls below its floor."""
    if "--json" in sys.argv[1:]:
        print(json.dumps([asdict(row) | {"fails": row.fails} for row in rows], indent=2))
    else:
        print(f"{title:50}{'':>12} {'':10}{'floor':>12}")
        for row in rows:
            print(_line(row))
    return int(any(row.fails for row in rows))


def _line(row):
    floor = "" if row.floor is None else f"{'<= ' if row.at_most else '>= '}{_number(row.floor)}"
    return f"{row.name:50}{_number(row.figure):>12} {row.unit:10}{floor:>12}{'  BELOW' if row.fails else ''}".rstrip()


def _number(figure):
    return f"{figure:.3g}" if figure < 100 else f"{figure:,.0f}"
