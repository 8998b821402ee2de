"""California Poker the slow way, to compare with: plain definitions, and scipy's HiGHS for the programs."""

import random
from itertools import combinations

import numpy as np
from scipy.optimize import linprog

from oddchip.rankings import Ranking, order
from oddchip.solve.california import Deal

HIGH = order(Ranking.HIGH)


def deals(number, seed):
    rng = random.Random(seed)
    return [Deal.random(rng) for _ in range(number)]


def array_of(some):
    return np.array([deal.first + deal.second for deal in some])


def slow_table(deal):
    """Who wins each pair of gifts, from the rules: 2 the first, 1 nobody, 0 the second."""
    rows = []
    for gives in combinations(deal.first, 4):
        row = []
        for gets in combinations(deal.second, 4):
            own = [card for card in deal.first if card not in gives] + list(gets)
            other = [card for card in deal.second if card not in gets] + list(gives)
            a, b = deal.order.value(own), deal.order.value(other)
            row.append(1 + (a > b) - (a < b))
        rows.append(bytes(row))
    return rows


def matrix_of(table):
    """Results as -1, 0 and 1."""
    return np.frombuffer(b"".join(table), dtype=np.uint8).reshape(len(table), -1) - 1.0


def highs_value(matrix):
    """The value of a game by HiGHS: the most that a mix of rows earns against every column."""
    rows, columns = matrix.shape
    found = linprog(
        [0] * rows + [-1],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=[0] * columns,
        A_eq=[[1] * rows + [0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    assert found.status == 0, found.message
    return -found.fun


def highs_most(matrix, row, value):
    """The greatest part that a mix which earns the value against every column gives to a row."""
    rows, columns = matrix.shape
    goal = [0.0] * rows
    goal[row] = -1
    found = linprog(
        goal, A_ub=-matrix.T, b_ub=[-value + 1e-11] * columns, A_eq=[[1] * rows], b_eq=[1], bounds=(0, None),
        method="highs",
    )  # fmt: skip
    assert found.status == 0, found.message
    return -found.fun


def highs_lost(matrix, row, value):
    """The most that a row falls short of the value against a mix of columns which lets no row earn more."""
    rows, columns = matrix.shape
    found = linprog(
        matrix[row], A_ub=matrix, b_ub=[value + 1e-11] * rows, A_eq=[[1] * columns], b_eq=[1], bounds=(0, None),
        method="highs",
    )  # fmt: skip
    assert found.status == 0, found.message
    return value - found.fun


def slow_reduce(matrix):
    """Iterated weak dominance, one choice at a time: the sizes that are left."""
    rows, columns = list(range(matrix.shape[0])), list(range(matrix.shape[1]))
    while True:
        for row in rows:
            if any(k != row and (matrix[k, columns] >= matrix[row, columns]).all() for k in rows):
                rows.remove(row)
                break
        else:
            for column in columns:
                if any(k != column and (matrix[rows, k] <= matrix[rows, column]).all() for k in columns):
                    columns.remove(column)
                    break
            else:
                return rows, columns
