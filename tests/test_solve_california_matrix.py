"""Games as tables, and programs in whole numbers: against plain definitions and scipy's HiGHS."""

import random
from fractions import Fraction

import numpy as np
import pytest

from california_reference import highs_lost, highs_most, highs_value, matrix_of, slow_reduce
from oddchip.solve import matrix, simplex


def tables(number, seed, largest=9):
    rng = random.Random(seed)
    for _ in range(number):
        height, width = rng.randint(1, largest), rng.randint(1, largest)
        weights = rng.choice([(1, 1, 1), (5, 1, 5), (1, 6, 1), (8, 1, 1), (1, 1, 8)])
        yield [bytes(rng.choices((0, 1, 2), weights, k=width)) for _ in range(height)]


def bits(table):
    return tuple({k: matrix.bits_of(row) for k, row in enumerate(view)} for view in (table, matrix.columns_of(table)))


def square(table, size=9):
    """Filled up with rows that lose and columns that win, which nobody chooses."""
    wide = [row + bytes([2]) * (size - len(row)) for row in table]
    return wide + [bytes([0] * len(table[0]) + [2] * (size - len(table[0])))] * (size - len(table))


def test_maximise_finds_the_greatest_and_its_proof():
    """Beside HiGHS's value the dual weights prove it: what they allow no choice exceeds."""
    rng = random.Random(2)
    for _ in range(200):
        height, width = rng.randint(1, 6), rng.randint(1, 6)
        rows = [[rng.randint(-3, 4) for _ in range(width)] for _ in range(height)]
        goal = [rng.randint(-3, 4) for _ in range(width)]
        found = simplex.maximise(rows, goal)
        if found is None:
            continue
        over = found.denominator
        y, w = [Fraction(part, over) for part in found.primal], [Fraction(part, over) for part in found.dual]
        assert min(*y, *w) >= 0
        assert all(sum(a * b for a, b in zip(row, y, strict=True)) <= 1 for row in rows)
        assert all(sum(row[j] * w[i] for i, row in enumerate(rows)) >= goal[j] for j in range(width))
        assert sum(a * b for a, b in zip(goal, y, strict=True)) == sum(w) == Fraction(found.total, over)


def test_maximise_says_when_there_is_no_greatest():
    assert simplex.maximise([[1, -1]], [0, 1]) is None
    assert simplex.maximise([], [1]) is None


def test_maximise_ends_where_many_choices_are_equally_good():
    """Thousands of ties, and no going round in circles."""
    rng = random.Random(5)
    for _ in range(30):
        rows = [[rng.choice((1, 1, 1, 2)) for _ in range(14)] for _ in range(14)]
        found = simplex.maximise(rows, [1] * 14)
        assert Fraction(found.total, found.denominator) == Fraction(sum(found.dual), found.denominator)


def test_solutions_agree_with_highs_and_are_mixes():
    for table in tables(200, 3):
        found = matrix.solve(table)
        assert abs(float(found.value) - highs_value(matrix_of(table))) < 1e-9
        assert sum(found.rows) == sum(found.columns) == found.denominator
        assert min(found.rows + found.columns) >= 0


def test_rock_paper_scissors():
    found = matrix.solve([bytes([1, 0, 2]), bytes([2, 1, 0]), bytes([0, 2, 1])])
    assert (found.value, found.rows, found.columns) == (0, (found.denominator // 3,) * 3, (found.denominator // 3,) * 3)


def test_weak_dominance_by_definition():
    for table in tables(200, 4):
        rows, columns = bits(square(table))
        left = matrix.reduce(rows, columns, 9)
        reduced = [bytes(table[row][column] for column in left.columns) for row in left.rows]
        assert matrix.solve(reduced).value == matrix.solve(table).value
        # What is left depends on who is struck out first; nothing that is left may be dominated.
        assert slow_reduce(matrix_of(reduced)) == (list(range(len(reduced))), list(range(len(reduced[0]))))
        above = matrix.dominators(rows)
        for k in range(len(table)):
            never_worse = [i for i, row in enumerate(table) if row != table[k] and all(map(int.__ge__, row, table[k]))]
            assert (k in above) == bool(never_worse)
            assert k not in above or above[k] in never_worse


@pytest.mark.parametrize("seed", range(3))
def test_the_most_of_a_row_over_all_optimal_mixes(seed):
    for table in tables(60, 100 + seed, 7):
        whole, value = square(table), matrix.solve(table).value
        rows, columns = bits(whole)
        for row in range(len(table)):
            left = matrix.reduce(rows, columns, 9, row)
            most = matrix.most_of(whole, row, value, left)
            assert abs(float(most) - highs_most(matrix_of(table), row, float(value))) < 1e-7


@pytest.mark.parametrize("seed", range(2))
def test_the_most_that_a_row_loses_against_optimal_columns(seed):
    for table in tables(50, 200 + seed, 7):
        whole, value = square(table), matrix.solve(table).value
        rows, columns = bits(whole)
        for row in range(len(table)):
            left = matrix.reduce(rows, columns, 9, row)
            lost = matrix.most_lost(whole, row, value, left)
            assert abs(float(lost) - highs_lost(matrix_of(table), row, float(value))) < 1e-7


def test_adding_a_dominated_row_keeps_the_value():
    rng = random.Random(8)
    for table in tables(100, 9):
        row = rng.choice(table)
        worse = bytes(max(0, result - rng.randint(0, 1)) for result in row)
        assert matrix.solve([*table, worse]).value == matrix.solve(table).value
        assert np.isclose(highs_value(matrix_of([*table, worse])), float(matrix.solve(table).value))
