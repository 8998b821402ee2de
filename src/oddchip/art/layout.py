"""Where the signs of an Italian pip card lie: the grid of IT-8, the brackets and the lattice of IT-10.

A skin's card is `width` wide and `height` high; a plinth in the suit's colour takes its foot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from oddchip.art.svg import Point

#: IT-8, columns L, C, R and rows 1 to 5.
CELLS: dict[int, tuple[str, ...]] = {
    1: ("C3",),
    2: ("C1", "C5"),
    3: ("C1", "C3", "C5"),
    4: ("L1", "R1", "L5", "R5"),
    5: ("L1", "R1", "C3", "L5", "R5"),
    6: ("L1", "R1", "L3", "R3", "L5", "R5"),
    7: ("L1", "R1", "C2", "L3", "R3", "L5", "R5"),
}

#: The vignette, an ornament unlike any sign, fills the middle of the cards that have nothing there (IT-7).
VIGNETTES = {2: "C3", 4: "C3"}

#: How much larger signs are drawn where few share the card.
SCALES = {1: 2.2, 2: 1.3, 3: 1.2, 4: 1.2, 5: 1.15, 6: 1.08, 7: 1.0}


@dataclass(frozen=True)
class Grid:
    """The five rows and three columns of a card whose free field is so wide and so high."""

    width: float = 100
    top: float = 26
    bottom: float = 127

    def at(self, cell: str) -> Point:
        column = {"L": -0.245, "C": 0, "R": 0.245}[cell[0]]
        row = (int(cell[1]) - 1) / 4
        return self.width * (0.5 + column), self.top + row * (self.bottom - self.top)

    def points(self, count: int) -> list[Point]:
        return [self.at(cell) for cell in CELLS[count]]


@dataclass(frozen=True)
class Bow:
    """A curved sword of the bracket: from hilt to tip, its blade drawn towards the points ``pull``."""

    hilt: Point
    tip: Point
    pull: tuple[Point, Point]


def brackets(count: int, middle: Point, reach: float, tall: float) -> list[Bow]:
    """n/2 swords bow left and n/2 right, one within the other, and meet above and below (IT-10)."""
    pairs = count // 2
    bows = []
    for i in range(pairs):
        bulge = reach - i * (15 if pairs > 2 else 19)
        half = tall - i * 9
        for side in (-1, 1):
            x = middle[0] + side * bulge * 4 / 3
            bows.append(
                Bow(
                    (middle[0] + side * 3.5, middle[1] + half),
                    (middle[0] + side * 1.5, middle[1] - half),
                    ((x, middle[1] + half * 0.5), (x, middle[1] - half * 0.5)),
                )
            )
    return bows


Rod = tuple[Point, Point]


def lattice(count: int, middle: Point, lean: float, tall: float, apart: float) -> tuple[list[Rod], list[Rod]]:
    """n/2 staves lean right and n/2 left (IT-10): both families, each stave from its foot to its head."""
    pairs = count // 2
    shifts = [(i - (pairs - 1) / 2) * apart for i in range(pairs)]
    x, y = middle
    right = [((x + s - lean, y + tall), (x + s + lean, y - tall)) for s in shifts]
    left = [((x + s + lean, y + tall), (x + s - lean, y - tall)) for s in shifts]
    return right, left


def crossing(one: Rod, other: Rod) -> Point:
    """Where two staves cross."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / ((bx - ax) * (dy - cy) - (by - ay) * (dx - cx))
    return ax + t * (bx - ax), ay + t * (by - ay)


def weave(right: Sequence[Rod], left: Sequence[Rod]) -> list[tuple[int, Point]]:
    """The crossings at which a stave of the first family lies on top: every other one, like basket work."""
    return [(i, crossing(one, other)) for i, one in enumerate(right) for j, other in enumerate(left) if (i + j) % 2]
