"""Backs: a lattice for the French pack, a field of flowers for the Italian ones; the tint tells two packs apart.

A back is the same upside down, so that it tells nothing of how its card was held.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from oddchip.art.svg import Layer, Picture, Point, around, box, number, polygon, ring, rings, star

TINTS = {"red": "#9c2631", "blue": "#1f4f8f", "green": "#1f6b4a", "violet": "#5b3a86"}
MESH = "#f6ead0"
SPARK = "m0-2.2.6 1.6 1.6.6-1.6.6-.6 1.6-.6-1.6-1.6-.6 1.6-.6z"


@dataclass(frozen=True)
class Field:
    """The inner field of a back: whole meshes of ``step``, in the middle of a card so wide and so high."""

    width: float
    height: float
    step: float

    @property
    def columns(self) -> int:
        return int((self.width - 24) // self.step)

    @property
    def rows(self) -> int:
        return int((self.height - 24) // self.step)

    @property
    def corner(self) -> Point:
        return (self.width - self.columns * self.step) / 2, (self.height - self.rows * self.step) / 2

    def point(self, column: float, row: float) -> Point:
        return self.corner[0] + column * self.step, self.corner[1] + row * self.step

    def frame(self, out: float, corner: float) -> str:
        """A box around the field, this far out."""
        x, y = self.corner
        return box(x - out, y - out, self.width - 2 * x + 2 * out, self.height - 2 * y + 2 * out, corner)


def lattice(width: float, height: float) -> Picture:
    """Crossing lines, a spark in every mesh."""
    field = Field(width, height, 9)
    lines = "".join(_slants(field))
    sparks = "".join(f"M{_at(field.point(*cell))}{SPARK}" for cell in _meshes(field))
    return (*_ground(field), Layer("mesh", lines, 1, bare=True), Layer("mesh", sparks, 0), *_medal(width, height))


def _slants(field: Field) -> Iterator[str]:
    """Both families of slanting lines, each a step apart, from edge to edge of the field."""
    wide, high = field.columns, field.rows
    for i in range(1 - high, wide):
        top, foot = (max(i, 0), max(-i, 0)), (min(i + high, wide), min(wide - i, high))
        yield _line(field.point(*top), field.point(*foot))
        yield _line(field.point(wide - top[0], top[1]), field.point(wide - foot[0], foot[1]))


def _meshes(field: Field) -> Iterator[Point]:
    for row in range(field.rows):
        for column in range(field.columns):
            if row:
                yield column + 0.5, row
            if column:
                yield column, row + 0.5


def flowers(width: float, height: float) -> Picture:
    """Leaves along every edge of a square net, so that each knot is a flower of four."""
    field = Field(width, height, 12)
    leaves = "".join(_leaf(field.point(*a), field.point(*b)) for a, b in _edges(field))
    eyes = rings((field.point(c + 0.5, r + 0.5) for r in range(field.rows) for c in range(field.columns)), 1.2)
    return (*_ground(field), Layer("mesh", leaves, 0), Layer("mesh", eyes, 0), *_medal(width, height))


def _edges(field: Field) -> Iterator[tuple[Point, Point]]:
    for row in range(field.rows + 1):
        for column in range(field.columns + 1):
            if column < field.columns:
                yield (column, row), (column + 1, row)
            if row < field.rows:
                yield (column, row), (column, row + 1)


def _leaf(start: Point, end: Point) -> str:
    """A pointed leaf from one knot to the next."""
    x, y = end[0] - start[0], end[1] - start[1]
    one = f"q{number(x / 2 + y / 3)} {number(y / 2 + x / 3)} {number(x)} {number(y)}"
    return f"M{_at(start)}{one}q{number(-x / 2 - y / 3)} {number(-y / 2 - x / 3)} {number(-x)} {number(-y)}z"


def _ground(field: Field) -> Picture:
    return (
        Layer("tint", field.frame(7, 5), 0),
        Layer("mesh", field.frame(4, 3), 0.9, bare=True),
        Layer("mesh", field.frame(0.7, 0.7), 1.4, bare=True),
    )


def _medal(width: float, height: float) -> Picture:
    centre = (width / 2, height / 2)
    return (
        Layer("tint", ring(*centre, 19), 0),
        Layer("mesh", ring(*centre, 18), 1.4, bare=True),
        Layer("mesh", rings(around(24, 15.4, 0, centre), 0.8), 0),
        Layer("mesh", star(8, 13, 5.5, centre), 0),
        Layer("tint", polygon(around(8, 3.6, 0.5, centre)), 0),
    )


def _line(start: Point, end: Point) -> str:
    return f"M{_at(start)}L{_at(end)}"


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
