"""Pictures as data: layers of one ink and one path, and places where another picture is put.

Nothing here knows a card. Only presentation attributes are written, never a style, a font or a script, so that a
picture may be shown under the strictest content policy.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

Point = tuple[float, float]


@dataclass(frozen=True)
class Layer:
    """A path in one ink. ``line`` is the width of its outline (0: none); ``bare`` leaves it unfilled, a mere line."""

    ink: str
    path: str
    line: float = 1.4
    bare: bool = False


@dataclass(frozen=True)
class Place:
    """Another picture, by name, its centre at x, y; turned clockwise by ``turn`` degrees after scaling."""

    name: str
    x: float
    y: float
    scale: float = 1
    turn: float = 0


@dataclass(frozen=True)
class Group:
    """Layers moved together: turned, made smaller, set aside; ``flip`` mirrors left and right first."""

    parts: "Picture"
    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0
    flip: bool = False


Picture = tuple[Layer | Place | Group, ...]


def number(value: float) -> str:
    """``12.5``, ``.5``, ``-3``: as short as two decimals allow."""
    text = f"{abs(value):.2f}".rstrip("0").rstrip(".")
    return ("-" if value < 0 and text != "0" else "") + (text[1:] if text.startswith("0.") else text)


def tag(name: str, inside: str = "", **attributes: str | float | None) -> str:
    """One element; ``stroke_width`` is written ``stroke-width`` and None is left out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{told}>{inside}</{name}>" if inside else f"<{name}{told}/>"


def moved(x: float, y: float, scale: float, turn: float, flip: bool = False) -> str | None:
    """The value of a transform attribute; None where nothing moves."""
    parts = []
    if x or y:
        parts.append(f"translate({number(x)} {number(y)})")
    if turn:
        parts.append(f"rotate({number(turn)})")
    if flip:
        parts.append(f"scale({number(-scale)} {number(scale)})")
    elif scale != 1:
        parts.append(f"scale({number(scale)})")
    return "".join(parts) or None


def drawn(picture: Iterable[Layer | Place | Group], inks: Mapping[str, str], prefix: str) -> str:
    """The picture as SVG elements; the outline's ink is inherited from the group around it.

    A Place becomes a ``use`` of the symbol ``{prefix}_{name}``.
    """
    return "".join(_part(part, inks, prefix) for part in picture)


def _part(part: Layer | Place | Group, inks: Mapping[str, str], prefix: str) -> str:
    if isinstance(part, Place):
        return tag("use", href=f"#{prefix}_{part.name}", transform=moved(part.x, part.y, part.scale, part.turn))
    if isinstance(part, Group):
        return tag(
            "g", drawn(part.parts, inks, prefix), transform=moved(part.x, part.y, part.scale, part.turn, part.flip)
        )
    colour = inks[part.ink]
    if part.bare:
        return tag("path", d=part.path, fill="none", stroke=colour, stroke_width=part.line)
    return tag(
        "path",
        d=part.path,
        fill=colour,
        stroke=None if part.line else "none",
        stroke_width=None if part.line in (0, 1.4) else part.line,
    )


# Paths that are reckoned and not written by hand.


def ring(x: float, y: float, radius: float) -> str:
    """A full circle."""
    r, across = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1-{across} 0z"


def rings(points: Iterable[Point], radius: float) -> str:
    return "".join(ring(x, y, radius) for x, y in points)


def box(x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    """A rectangle with rounded corners."""
    if not corner:
        return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"
    r, w, h = number(corner), number(width - 2 * corner), number(height - 2 * corner)
    return (
        f"M{number(x + corner)} {number(y)}h{w}a{r} {r} 0 0 1 {r} {r}v{h}a{r} {r} 0 0 1-{r} {r}"
        f"h-{w}a{r} {r} 0 0 1-{r}-{r}v-{h}a{r} {r} 0 0 1 {r}-{r}z"
    )


def around(count: int, radius: float, start: float = 0, centre: Point = (0, 0)) -> list[Point]:
    """Points evenly on a circle, from the top, clockwise; ``start`` in steps between two of them."""
    angles = (2 * pi * (i + start) / count for i in range(count))
    return [(centre[0] + radius * sin(a), centre[1] - radius * cos(a)) for a in angles]


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def star(points: int, outer: float, inner: float, centre: Point = (0, 0)) -> str:
    tips, notches = around(points, outer, 0, centre), around(points, inner, 0.5, centre)
    return polygon(point for pair in zip(tips, notches, strict=True) for point in pair)


def petals(count: int, near: float, far: float, wide: float, centre: Point = (0, 0), start: float = 0) -> str:
    """Leaves around a point, each from ``near`` to ``far``; ``wide`` is how far the sides swell, as part of a step."""
    roots, tips = around(count, near, start, centre), around(count, far, start, centre)
    middle = (near + far) / 2
    left, right = around(count, middle, start - wide, centre), around(count, middle, start + wide, centre)
    told = ""
    for root, tip, one, other in zip(roots, tips, left, right, strict=True):
        told += f"M{_at(root)}Q{_at(one)} {_at(tip)}Q{_at(other)} {_at(root)}z"
    return told


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
