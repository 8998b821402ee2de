"""California Poker solved: both hands of eight lie open, each gives four, the best five of eight win (CP-1 to CP-7).

A deal is a game of 70 by 70 gifts made at once. `solve(Deal.of(first, second))` gives its exact value, an optimal mix
of each player and a proof; `grade` judges one gift over all optimal mixes; `coach` says after a hand what each gift
cost; `puzzles` finds instructive deals; `oddchip.solve.california.bulk` solves ten thousand deals a second.
"""

from oddchip.solve.california.coaching import Coaching, coach
from oddchip.solve.california.deal import GIFTS, Deal, gift_of_mask
from oddchip.solve.california.grading import Grade, Graded, grade
from oddchip.solve.california.puzzles import Puzzle, puzzle_of, puzzles
from oddchip.solve.california.solution import Solution, solve

__all__ = [
    "GIFTS",
    "Coaching",
    "Deal",
    "Grade",
    "Graded",
    "Puzzle",
    "Solution",
    "coach",
    "gift_of_mask",
    "grade",
    "puzzle_of",
    "puzzles",
    "solve",
]
