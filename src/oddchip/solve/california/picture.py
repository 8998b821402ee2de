"""The 70 by 70 map of a deal as SVG: who wins each pair of gifts, with both optimal mixes marked at the edges.

Drawn as text, so that no extra is needed. Win, tie and loss differ in lightness and not in hue alone. The same deal
gives the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from oddchip.cards import cards_text
from oddchip.solve.california.coaching import MARKS, part_text, written
from oddchip.solve.california.deal import COUNT
from oddchip.solve.california.solution import Solution

CELL, LEFT, TOP = 9, 190, 210
#: What the first player loses, what nobody wins, what he wins: orange, white, dark blue.
COLOURS = dict(zip(MARKS, ("#e69f00", "#ffffff", "#0b3c6f"), strict=True))
WORDS = {"+": "the first hand wins", "=": "a tie", "-": "the second hand wins"}
_SIDE = COUNT * CELL
WIDTH, HEIGHT = LEFT + _SIDE + 30, TOP + _SIDE + 80
_MIXED, _LABEL = "#cc0055", 13


def heat_map(solution: Solution) -> str:
    """The map as an SVG document: rows are the first player's gifts in canonical order, columns the second's."""
    deal, deck = solution.deal, solution.deal.order.deck
    hands = [cards_text(hand, deck) for hand in (deal.first, deal.second)]
    title = f"{hands[0]} against {hands[1]}: {solution.value} to the first"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" aria-labelledby="title" font-family="sans-serif" font-size="12">',
        f'<title id="title">{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="12" y="24" font-size="16">{escape(title)}</text>',
        f'<text x="12" y="44">Rows: what the first gives, out of {escape(hands[0])}.</text>',
        f'<text x="12" y="62">Columns: what the second gives, out of {escape(hands[1])}.</text>',
        *_cells(solution),
        f'<rect x="{LEFT}" y="{TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#333333"/>',
        *_mix(solution, 0),
        *_mix(solution, 1),
        *_legend(),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _cells(solution: Solution) -> Iterator[str]:
    """Runs of equal results along each row; ties are the ground."""
    for row, line in enumerate(written(solution.table)):
        column = 0
        for mark, run in groupby(line):
            many = len(list(run))
            if mark != "=":
                x, y = LEFT + column * CELL, TOP + row * CELL
                yield f'<path d="M{x} {y}h{many * CELL}v{CELL}h-{many * CELL}z" fill="{COLOURS[mark]}"/>'
            column += many


def _mix(solution: Solution, side: int) -> Iterator[str]:
    """A line at each gift of the mix, and its four cards and its part beside it, moved apart where they would touch."""
    deal, free = solution.deal, 0.0
    mix = sorted(solution.mixes[side].items())
    for place, (gift, part) in enumerate(mix):
        at = (gift + 0.5) * CELL
        left = len(mix) - 1 - place
        label = min(max(at, free), max(at, _SIDE - left * _LABEL))
        free = label + _LABEL
        text = f"{cards_text(deal.given(side, gift), deal.order.deck)}: {part_text(part)}"
        if side:
            yield (
                f'<path d="M{LEFT + label:g} {TOP - 16}L{LEFT + at:g} {TOP - 8}V{TOP + _SIDE}" fill="none" '
                f'stroke="{_MIXED}"/><text transform="translate({LEFT + label + 4:g} {TOP - 20})rotate(-90)">'
                f"{escape(text)}</text>"
            )
        else:
            yield (
                f'<path d="M{LEFT - 16} {TOP + label:g}L{LEFT - 8} {TOP + at:g}H{LEFT + _SIDE}" fill="none" '
                f'stroke="{_MIXED}"/><text x="{LEFT - 20}" y="{TOP + label + 4:g}" text-anchor="end">'
                f"{escape(text)}</text>"
            )


def _legend() -> Iterator[str]:
    x, y = LEFT, TOP + _SIDE + 24
    for mark, words in WORDS.items():
        yield f'<rect x="{x}" y="{y}" width="14" height="14" fill="{COLOURS[mark]}" stroke="#333333"/>'
        yield f'<text x="{x + 20}" y="{y + 12}">{words}</text>'
        x += 180
    yield f'<path d="M{LEFT} {y + 32}h14" stroke="{_MIXED}"/>'
    yield f'<text x="{LEFT + 20}" y="{y + 36}">a gift of the optimal mixes, with how often it is made</text>'
