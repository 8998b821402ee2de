"""Instructive deals: a small mixed game where the greedy gift provably loses something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from oddchip.rankings import Order
from oddchip.solve.california.deal import HIGH, Deal
from oddchip.solve.california.grading import Graded, grade
from oddchip.solve.california.payoff import compiled_results, results
from oddchip.solve.california.players import Sight, greedy
from oddchip.solve.california.solution import Solution, solved

#: The sizes of a reduced game that a person can think through.
LEAST, MOST = 2, 4


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A deal to be solved from the first player's side, and what greed costs there."""

    solution: Solution
    greedy: Graded


def puzzle_of(deal: Deal, compiled: bool = False) -> Puzzle | None:
    """The puzzle that a deal is, or None.

    It is one when dominance leaves each player two to four gifts, and the gift that is best for one's own hand on
    average earns less than the value against an optimal mix of the other, so that no optimal mix ever makes it.
    """
    sight = Sight(deal)
    solution = solved(deal, compiled_results(deal) if compiled else results(sight.strength))
    sizes = len(solution.reduced.rows), len(solution.reduced.columns)
    if not all(LEAST <= size <= MOST for size in sizes):
        return None
    graded = grade(solution, 0, greedy(sight))
    return Puzzle(solution, graded) if graded.cost > 0 else None


def puzzles(rng: Random, order: Order = HIGH) -> Iterator[Puzzle]:
    """Puzzles without end, out of deals drawn by `rng`: about one deal in seven is one."""
    while True:
        found = puzzle_of(Deal.random(rng, order))
        if found:
            yield found
