"""Linear programs in whole numbers: the simplex method by integer pivoting, without rounding.

Every entry of the table is a whole number over one common denominator, the last pivot, and each division comes out
even (Edmonds 1967, Bareiss 1968). The column that promises most goes first; after a while Bland's rule takes over, with
which the method ends also where many choices are equally good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Row = Sequence[int]


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best there is: `total`, `primal` and `dual` are whole numbers over `denominator`."""

    total: int
    primal: tuple[int, ...]
    dual: tuple[int, ...]
    denominator: int


def maximise(rows: Sequence[Row], goal: Row, limits: Row | None = None) -> Optimum | None:
    """The greatest goal · y with rows · y <= limits and y >= 0, and the dual's weights of the rows; None if unbounded.

    The limits, 1 unless told, must not be negative.
    """
    width, height = len(goal), len(rows)
    table = [[*row, limit] for row, limit in zip(rows, limits or [1] * height, strict=True)]
    table.append([-gain for gain in goal] + [0])
    columns, basis = list(range(width)), list(range(width, width + height))
    denominator, patience = 1, 2 * (width + height)
    while (column := _entering(table[-1], columns, patience > 0)) is not None:
        patience -= 1
        row = _leaving(table, column, basis)
        if row is None:
            return None
        denominator = _pivot(table, row, column, denominator)
        columns[column], basis[row] = basis[row], columns[column]
    primal, dual = [0] * width, [0] * height
    for row, variable in enumerate(basis):
        if variable < width:
            primal[variable] = table[row][-1]
    for column, variable in enumerate(columns):
        if variable >= width:
            dual[variable - width] = table[-1][column]
    return Optimum(table[-1][-1], tuple(primal), tuple(dual), denominator)


def _entering(last: list[int], columns: list[int], greedy: bool) -> int | None:
    """Of the columns that would gain something the one that promises most, or else that of the first variable."""
    found = [place for place in range(len(columns)) if last[place] < 0]
    if not found:
        return None
    return min(found, key=last.__getitem__ if greedy else columns.__getitem__)


def _leaving(table: list[list[int]], column: int, basis: list[int]) -> int | None:
    """The row that limits the column most, that of the first variable among equals; None where nothing limits it."""
    best: int | None = None
    for place, variable in enumerate(basis):
        part = table[place][column]
        if part <= 0:
            continue
        if best is None:
            best = place
            continue
        ahead = table[place][-1] * table[best][column] - table[best][-1] * part
        if ahead < 0 or (ahead == 0 and variable < basis[best]):
            best = place
    return best


def _pivot(table: list[list[int]], row: int, column: int, denominator: int) -> int:
    """Exchange a row's variable for a column's, in place; gives the new common denominator."""
    chosen = table[row]
    pivot = chosen[column]
    for place, other in enumerate(table):
        if place == row:
            continue
        factor = other[column]
        if factor:
            changed = [(a * pivot - factor * b) // denominator for a, b in zip(other, chosen, strict=True)]
        else:
            changed = [a * pivot // denominator for a in other]
        changed[column] = -factor
        table[place] = changed
    chosen[column] = denominator
    return pivot
