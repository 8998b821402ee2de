"""A small rasteriser of path data, so that outlines of cards can be compared without a browser."""

import re
from itertools import pairwise
from math import atan2, cos, pi, sin, sqrt

from oddchip.art.svg import Group, Layer, Picture

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}


def outlines(path):
    """The path's subpaths, each a list of points; curves as short lines."""
    subpaths, points, at, pull = [], [], (0.0, 0.0), None
    for letter, numbers in commands(path):
        kind, (x, y) = letter.upper(), at
        dx, dy = at if letter.islower() else (0.0, 0.0)
        if kind == "Z":
            at = points[0]
            continue
        if kind == "M":
            points = []
            subpaths.append(points)
        elif not points or points[-1] != at:
            points.append(at)
        if kind in "HV":
            end = (numbers[0] + dx, y) if kind == "H" else (x, numbers[0] + dy)
        else:
            end = (numbers[-2] + dx, numbers[-1] + dy)
        if kind in "CS":
            pairs = [(numbers[i] + dx, numbers[i + 1] + dy) for i in range(0, len(numbers), 2)]
            first = pairs[0] if kind == "C" else (2 * x - pull[0], 2 * y - pull[1]) if pull else at
            points += curve([at, first, pairs[-2], end])
            pull = pairs[-2]
        elif kind == "Q":
            points += curve([at, (numbers[0] + dx, numbers[1] + dy), end])
        elif kind == "A":
            points += arc(at, end, *numbers[:2], numbers[3], numbers[4])
        else:
            points.append(end)
        pull = pull if kind in "CS" else None
        at = end
    return subpaths


def commands(path):
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        takes = TAKES[letter.upper()]
        numbers = arc_numbers(rest) if takes == 7 else [float(n) for n in NUMBER.findall(rest)]
        assert takes == 0 or (numbers and len(numbers) % takes == 0), (letter, rest)
        for i in range(0, max(len(numbers), 1), max(takes, 1)):
            yield ({"M": "L", "m": "l"}.get(letter, letter) if i else letter), numbers[i : i + takes]


def arc_numbers(rest):
    n = NUMBER.pattern
    found = re.findall(rf"({n})[ ,]*({n})[ ,]*({n})[ ,]*([01])[ ,]*([01])[ ,]*({n})[ ,]*({n})", rest)
    return [float(number) for seven in found for number in seven]


def curve(controls, steps=8):
    points = []
    for i in range(1, steps + 1):
        t, level = i / steps, controls
        while len(level) > 1:
            level = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(level)]
        points.append(level[0])
    return points


def arc(start, end, rx, ry, large, sweep, steps=12):
    """An elliptical arc without rotation, by way of the unit circle."""
    (ax, ay), (bx, by) = ((start[0] / rx, start[1] / ry), (end[0] / rx, end[1] / ry))
    half = sqrt((bx - ax) ** 2 + (by - ay) ** 2) / 2
    off = sqrt(max(0.0, 1 - half * half)) / (2 * half) * (1 if bool(large) != bool(sweep) else -1)
    cx, cy = (ax + bx) / 2 - off * (by - ay), (ay + by) / 2 + off * (bx - ax)
    first, last = atan2(ay - cy, ax - cx), atan2(by - cy, bx - cx)
    turn = last - first
    turn += 2 * pi * ((sweep and turn <= 0) - (not sweep and turn >= 0))
    scale = max(1.0, half)
    return [
        ((cx + scale * cos(first + turn * i / steps)) * rx, (cy + scale * sin(first + turn * i / steps)) * ry)
        for i in range(1, steps + 1)
    ]


def polygons(picture: Picture):
    """All filled outlines of a picture, its groups moved to their places."""
    for part in picture:
        if isinstance(part, Layer) and not part.bare:
            yield from outlines(part.path)
        elif isinstance(part, Group):
            a = part.turn * pi / 180
            for points in polygons(part.parts):
                scaled = [(x * part.scale * (-1 if part.flip else 1), y * part.scale) for x, y in points]
                yield [(part.x + x * cos(a) - y * sin(a), part.y + x * sin(a) + y * cos(a)) for x, y in scaled]


def mask(picture: Picture, size, pixels):
    """The picture's silhouette as rows of booleans, so many pixels wide."""
    width, height = size
    step = width / pixels
    rows = [[False] * pixels for _ in range(round(height / step))]
    for points in polygons(picture):
        for row, line in enumerate(rows):
            y = (row + 0.5) * step
            closed = zip(points, [*points[1:], points[0]], strict=True)
            cuts = sorted(
                x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in closed if (y0 <= y) != (y1 <= y)
            )
            for left, right in zip(cuts[::2], cuts[1::2], strict=True):
                for column in range(max(0, round(left / step)), min(pixels, round(right / step))):
                    line[column] = True
    return rows


def runs(line):
    """How often a row of pixels goes from empty to filled."""
    return sum(now and not before for before, now in zip([False, *line], line, strict=False))
