"""What every pair of gifts comes to: 70 by 70 final hands, and who wins (CP-5, CP-6).

If the first player gives by gift r and the second by gift c, the first ends with what r keeps and what c gives. The
second ends with the other eight of the sixteen cards, which is what the first would hold after the gifts 69 - r and
69 - c. So one table of the first player's final hands tells the second's too, and half of the results the other half.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, ge, gt

from oddchip.rankings.choose import crossed
from oddchip.solve.california.deal import COUNT, GIFTS, Deal

CELLS = COUNT * COUNT
_TURN = bytes([2, 1, 0]) + bytes(253)
Strengths = Sequence[Sequence[int]]


def strengths(deal: Deal) -> list[list[int]]:
    """The value of the first player's final hand, a row for each of his gifts and a column for each of the second's."""
    keeps = [deal.kept(0, gift) for gift in range(COUNT)]
    gifts = [deal.given(1, gift) for gift in range(COUNT)]
    return crossed(deal.order, keeps, gifts)


def results(strength: Strengths) -> list[bytes]:
    """Who wins each pair of gifts, as `oddchip.solve.matrix` reads it: 2 the first, 1 nobody, 0 the second."""
    flat = [value for row in strength for value in row]
    half = flat[: CELLS // 2]
    others = flat[: CELLS // 2 - 1 : -1]
    upper = bytes(map(add, map(gt, half, others), map(ge, half, others)))
    whole = upper + upper[::-1].translate(_TURN)
    return [whole[start : start + COUNT] for start in range(0, CELLS, COUNT)]


def compiled_results(deal: Deal) -> list[bytes]:
    """The same by the kernels (extra `odds`)."""
    from oddchip.kernels.swaps import results_of

    whole = results_of(deal.order, deal.first + deal.second, GIFTS)
    return [whole[start : start + COUNT] for start in range(0, CELLS, COUNT)]
