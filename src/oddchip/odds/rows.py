"""The answer to how often: sections of rows, as text, data and HTML."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from oddchip.errors import UnknownName
from oddchip.odds.tables import Table, percent


@dataclass(frozen=True)
class Row:
    """One class: it came `count` times `of` so many. `at_least` counts it and all better ones.

    A row that was `sampled` has deals drawn at random for counts.
    """

    name: str
    count: int
    of: int
    at_least: int | None = None
    sampled: bool = False

    @property
    def chance(self) -> Fraction:
        return Fraction(self.count, self.of)

    @property
    def error(self) -> float:
        """The standard error of the chance; 0.0 of exact ones."""
        part = self.count / self.of
        return sqrt(max(part * (1 - part), 1 / self.of) / self.of) if self.sampled else 0.0


@dataclass(frozen=True)
class Section:
    """The rows of one order, or of one question: best first."""

    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Frequencies:
    """How often each class comes. `text()`, `data()` and HTML show it; `row(name)` finds one by name."""

    game: str
    what: str
    title: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()

    def row(self, name: str, section: str | None = None) -> Row:
        """The first row so called; `UnknownName` with the nearest names when there is none."""
        rows = [row for each in self.sections if section in (None, each.name) for row in each.rows]
        for row in rows:
            if row.name == name:
                return row
        raise UnknownName("class of hands", name, [row.name for row in rows])

    def count(self, name: str, section: str | None = None) -> int:
        return self.row(name, section).count

    def chance(self, name: str, section: str | None = None) -> Fraction:
        return self.row(name, section).chance

    def tables(self) -> list[Table]:
        """For each section a table; the notes stand below the last."""
        found = []
        for each in self.sections:
            ranked = any(row.at_least is not None for row in each.rows)
            head = (each.name, "count", "of", "chance") + (("or better",) if ranked else ())
            rows = tuple(_cells(row, ranked) for row in each.rows)
            found.append(Table(self.title, head, rows, self.notes if each is self.sections[-1] else ()))
        return found

    def text(self) -> str:
        return "\n".join(table.text() for table in self.tables())

    def data(self) -> dict[str, Any]:
        """Plain data for JSON: chances as fractions in text and per cent."""
        return {
            "game": self.game,
            "what": self.what,
            "title": self.title,
            "sections": [{"name": each.name, "rows": list(map(_row_data, each.rows))} for each in self.sections],
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self.tables())


def _cells(row: Row, ranked: bool) -> tuple[str, ...]:
    cells = (row.name, f"{row.count:,}", f"{row.of:,}", percent(row.chance, row.error))
    if not ranked:
        return cells
    return (*cells, "" if row.at_least is None else percent(Fraction(row.at_least, row.of)))


def _row_data(row: Row) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": row.name,
        "count": row.count,
        "of": row.of,
        "chance": str(row.chance),
        "percent": 100 * float(row.chance),
        "exact": not row.sampled,
        "error": row.error,
    }
    return data if row.at_least is None else data | {"or_better": row.at_least}
