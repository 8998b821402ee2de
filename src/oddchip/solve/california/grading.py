"""How good one gift is, asked of every optimal mix there is and not of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from oddchip.solve import matrix
from oddchip.solve.california.deal import COUNT
from oddchip.solve.california.solution import Solution


class Grade(StrEnum):
    """The three ways a gift may be graded; the texts are words for people."""

    DOMINATED = "dominated"
    NEVER = "in no optimal mix"
    OPTIMAL = "optimal"


@dataclass(frozen=True, slots=True)
class Graded:
    """One player's gift, graded. Amounts are in stakes.

    `dominated_by` is a gift that is never worse than this one and sometimes better. `most` is the greatest part that
    any optimal mix gives to this gift, `part` what the mix of the solution gives to it. What it loses, measured from
    the value: `cost` against the mix of the solution, `loss` against that optimal mix of the other which is hardest for
    it, `risk` against one who foresees it and answers best. None is below 0, each is at most the next, and `loss` is 0
    exactly where `most` is not. A gift may be dominated and still stand in an optimal mix: in a lost deal every gift
    does.
    """

    side: int
    gift: int
    grade: Grade
    dominated_by: int | None
    part: Fraction
    most: Fraction
    cost: Fraction
    loss: Fraction
    risk: Fraction


def grade(solution: Solution, side: int, gift: int) -> Graded:
    """The grade of a gift of the first player (side 0) or the second (1)."""
    worth, row = solution.worth(side), solution.views[side][gift]
    most, above = greatest_part(solution, side, gift), solution.dominators[side].get(gift)
    given = Grade.DOMINATED if above is not None else Grade.OPTIMAL if most else Grade.NEVER
    cost, risk = worth - solution.earns(side, gift), worth - (min(row) - 1)
    loss = Fraction(0) if most else cost if cost == risk else greatest_loss(solution, side, gift)
    return Graded(side, gift, given, above, solution.mixes[side].get(gift, Fraction(0)), most, cost, loss, risk)


def greatest_part(solution: Solution, side: int, gift: int) -> Fraction:
    """The greatest part that any optimal mix of this player gives to a gift, exactly.

    A gift that earns less than the value against one optimal mix of the other stands in none. One that cannot earn less
    against anything may stand alone. For the rest a small program is solved over the gifts that may stand beside it.
    """
    worth, table = solution.worth(side), solution.views[side]
    if solution.earns(side, gift) < worth:
        return Fraction(0)
    if min(table[gift]) - 1 >= worth:
        return Fraction(1)
    beside = [other for other in range(COUNT) if solution.earns(side, other) == worth]
    reduced = matrix.reduce(solution.bits[side], solution.bits[1 - side], COUNT, gift, beside)
    return matrix.most_of(table, gift, worth, reduced)


def greatest_loss(solution: Solution, side: int, gift: int) -> Fraction:
    """The most that a gift of this player loses against any optimal mix of the other, exactly.

    Only gifts of the other that bring him the value against this player's mix may stand in his optimal mixes.
    """
    worth = solution.worth(side)
    theirs = [other for other in range(COUNT) if solution.earns(1 - side, other) == -worth]
    reduced = matrix.reduce(solution.bits[side], solution.bits[1 - side], COUNT, gift, columns_among=theirs)
    return matrix.most_lost(solution.views[side], gift, worth, reduced)
