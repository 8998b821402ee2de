"""California Poker: deals solved a second, one thread, beside scipy's HiGHS; and one deal with its proof.

Deals in bulk are solved exactly, in whole numbers, certificates not counted. The plain path is what runs without the
extra `odds`, each deal with its proof in fractions. Fails below a floor. `--json` gives data.
"""

import random
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))

from _rounds import Row, ratio, rounds, show  # isort: skip

import numpy as np
from scipy.optimize import linprog

from oddchip.solve.california import Deal, coach, grade, solve
from oddchip.solve.california.bulk import solve_all
from oddchip.solve.california.payoff import compiled_results, results, strengths
from oddchip.solve.california.solution import solved

ROUNDS, MANY, SOME, FEW = 9, 2_000, 100, 10
COMPILED, PLAIN, MILLISECONDS, COACHED, HIGHS = 10_000, 150, 5, 50, 50


def highs(matrix):
    """The value and the mix of rows by HiGHS."""
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0)[None],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return -found.fun


def each(deals, work):
    return lambda: [work(deal) for deal in deals]


def coached(deal):
    return coach(deal.first, deal.second, (deal.given(0, 3), deal.given(1, 4)))


def everything():
    rng = random.Random(7)
    deals = [Deal.random(rng) for _ in range(MANY)]
    cards = np.array([deal.first + deal.second for deal in deals])
    some, few = deals[:SOME], deals[:FEW]
    tables = {deal: compiled_results(deal) for deal in some}
    whole = [np.array([list(row) for row in tables[deal]]) - 1.0 for deal in few]
    left = [solved(deal, tables[deal]).reduced for deal in few]
    reduced = [matrix[np.ix_(two.rows, two.columns)] for matrix, two in zip(whole, left, strict=True)]
    return {
        "bulk": (lambda: solve_all(cards), MANY),
        "one": (each(some, lambda deal: solve(deal, compiled=True)), SOME),
        "plain": (each(some, lambda deal: solve(deal, compiled=False)), SOME),
        "table": (each(some, compiled_results), SOME),
        "plain table": (each(some, lambda deal: results(strengths(deal))), SOME),
        "coached": (each(some, coached), SOME),
        "highs": (lambda: [highs(matrix) for matrix in whole], FEW),
        "highs reduced": (lambda: [highs(matrix) for matrix in reduced], FEW),
    }, some


def slowest(deals):
    """Milliseconds for each deal with its proof, one by one."""
    taken = []
    for deal in deals:
        started = process_time()
        solve(deal, compiled=True)
        taken.append(1000 * (process_time() - started))
    return taken


def main():
    work, some = everything()
    taken = rounds({name: call for name, (call, _) in work.items()}, ROUNDS)
    each_ms = {name: 1000 * median(taken[name]) / number for name, (_, number) in work.items()}
    alone = slowest(some)
    grades = each(some, lambda deal: grade(solve(deal, compiled=True), 0, 3))
    graded = 1000 * median(rounds({"grade": grades}, 3)["grade"]) / SOME - each_ms["one"]
    rows = [
        Row("deals solved in bulk", 1000 / each_ms["bulk"], "deals/s", COMPILED),
        Row("without the extra, each with its proof", 1000 / each_ms["plain"], "deals/s", PLAIN),
        Row("one deal with its proof, mean", each_ms["one"], "ms", MILLISECONDS, True),
        Row("one deal with its proof, median", median(alone), "ms", MILLISECONDS, True),
        Row("one deal with its proof, slowest of 100", max(alone), "ms"),
        Row("a hand coached without the extra", each_ms["coached"], "ms", COACHED, True),
        Row("a gift graded over all optimal mixes", graded, "ms"),
        Row("70 by 70 results, compiled", each_ms["table"], "ms"),
        Row("70 by 70 results, plain", each_ms["plain table"], "ms"),
        Row("HiGHS, 70 by 70, results given", each_ms["highs"], "ms"),
        Row("HiGHS, after our dominance, results given", each_ms["highs reduced"], "ms"),
        Row("bulk: HiGHS on 70 by 70", ratio(taken, "highs", "bulk", MANY / FEW), "times", HIGHS),
    ]
    return show(rows, "California Poker, one thread")


if __name__ == "__main__":
    sys.exit(main())
