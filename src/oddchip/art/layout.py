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

#: Vignettes, an ornament unlike any sign, fill what the grid leaves bare (IT-7): cell, scale, turn.
VIGNETTES: dict[int, tuple[tuple[str, float, float], ...]] = {
    2: (("C3", 1, 0),),
    3: (("L3", 1.2, 90), ("R3", 1.2, -90)),
    4: (("C3", 1.2, 0),),
}


@dataclass(frozen=True)
class Grid:
    """Three columns and five rows on a card: the first and the last row, and how far L and R lie from the middle.

    ``large`` scales broad signs (coins, cups) and ``tall`` high ones (swords, cudgels) to the room there is.
    """

    top: float
    bottom: float
    aside: float
    large: float
    tall: float
    width: float = 100

    def at(self, cell: str) -> Point:
        column = {"L": -self.aside, "C": 0, "R": self.aside}[cell[0]]
        return self.width / 2 + column, self.top + (int(cell[1]) - 1) / 4 * (self.bottom - self.top)


#: Few signs are drawn larger and stand nearer together; the cells are the same.
GRIDS = {
    1: Grid(26, 126, 24, 2.2, 2.4),
    2: Grid(37, 116, 24, 1.4, 1.3),
    3: Grid(29, 124, 28, 1.05, 0.92),
    4: Grid(35, 118, 23.5, 1.15, 1.2),
    5: Grid(33, 120, 25, 1.05, 1.1),
    6: Grid(29, 124, 23, 1.05, 0.92),
    7: Grid(28, 125, 26, 0.96, 0.92),
}


def points(count: int) -> list[Point]:
    return [GRIDS[count].at(cell) for cell in CELLS[count]]


@dataclass(frozen=True)
class Bow:
    """A curved sword of the bracket: from hilt to tip, its blade drawn towards the points ``pull``."""

    hilt: Point
    tip: Point
    pull: tuple[Point, Point]


#: For each pair of a bracket, the outermost first: how far the hilt lies beyond the middle, on the side away from the
#: bow, how far the tip does, and how far the blade bows out.
PAIRS: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((13, 5, 35),),
    2: ((22, 9, 38), (9, 5, 22)),
    3: ((31, 13, 39), (19, 9, 27), (8, 5, 15)),
}


def brackets(count: int, middle: Point, tall: float) -> list[Bow]:
    """n/2 swords bow left and n/2 right, one within the other, and cross above and below (IT-10)."""
    bows = []
    for i, (hilt, tip, out) in enumerate(PAIRS[count // 2]):
        for side in (-1, 1):
            x, y = middle
            pull = x + side * (out + hilt / 8 + tip / 8) / 0.75
            low, high = y + tall - 3 * i, y - tall + 2 * i
            bows.append(Bow((x - side * hilt, low), (x - side * tip, high), ((pull, low - 30), (pull, high + 26))))
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
