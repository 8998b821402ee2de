"""Tables of 70 by 70 results solved in bulk: iterated weak dominance, then the simplex method in whole numbers.

The same as `oddchip.solve.matrix` and `oddchip.solve.simplex` in compiled form. A table has 2 where the chooser of rows
wins, 1 for a tie, 0 where he loses. What a choice reaches is three words of bits: wins and ties against the first 64
choices of the other, then both for the last six.
"""

import numpy as np

from oddchip.kernels.values import compiled

COUNT, WORDS = 70, 3
#: Whole numbers of this size may be multiplied and subtracted in 64 bits; larger ones are left to Python.
TOO_LARGE = 1 << 31
#: Places in a row of `found`: the value is NUMERATOR / DENOMINATOR.
NUMERATOR, DENOMINATOR, SADDLE, ROWS, COLUMNS = range(5)
FOUND = 5
_EDGE, _TIES = 64, 6
_ALL, _LAST = np.uint64(0xFFFF_FFFF_FFFF_FFFF), np.uint64(0x3F)


@compiled
def sure(bits):
    """The best result that one choice has against everything: 2 a win, 1 a tie at least, 0 neither."""
    best = 0
    for words in bits:
        if words[1] != _ALL or words[2] >> np.uint64(_TIES) != _LAST:
            continue
        best = max(best, 1)
        if words[0] == _ALL and words[2] & _LAST == _LAST:
            return 2
    return best


@compiled
def reached(table, rows, columns):
    """Fills the bits of what each row and each column reaches."""
    rows[:] = 0
    columns[:] = 0
    for r in range(COUNT):
        for c in range(COUNT):
            result = table[r, c]
            _mark(rows[r], c, result == 2, result != 0)
            _mark(columns[c], r, result == 0, result != 2)


@compiled
def _mark(words, place, wins, holds):
    if place < _EDGE:
        words[0] |= np.uint64(wins) << np.uint64(place)
        words[1] |= np.uint64(holds) << np.uint64(place)
    else:
        words[2] |= np.uint64(wins) << np.uint64(place - _EDGE)
        words[2] |= np.uint64(holds) << np.uint64(place - _EDGE + _TIES)


@compiled
def strike_out(bits, mask, alive, many):
    """Keeps in `alive[:many]` what no other choice contains, the first of those alike; gives how many are left."""
    dead = np.zeros(many, dtype=np.bool_)
    for i in range(many):
        a, b, c = bits[alive[i], 0] & mask[0], bits[alive[i], 1] & mask[1], bits[alive[i], 2] & mask[2]
        for k in range(many):
            if k == i or dead[k]:
                continue
            other = bits[alive[k]]
            if (a & ~other[0]) | (b & ~other[1]) | (c & ~other[2]):
                continue
            same = a == other[0] & mask[0] and b == other[1] & mask[1] and c == other[2] & mask[2]
            if k < i or not same:
                dead[i] = True
                break
    left = 0
    for i in range(many):
        if not dead[i]:
            alive[left] = alive[i]
            left += 1
    return left


@compiled
def _cover(mask, alive, many):
    mask[:] = 0
    for i in range(many):
        _mark(mask, alive[i], True, True)


@compiled
def reduce(row_bits, column_bits, rows, columns):
    """Iterated weak dominance: fills `rows` and `columns` from the front; gives how many are left of each."""
    for i in range(COUNT):
        rows[i] = columns[i] = i
    mask = np.zeros(WORDS, dtype=np.uint64)
    many, others = COUNT, COUNT
    while True:
        _cover(mask, columns, others)
        many = strike_out(row_bits, mask, rows, many)
        _cover(mask, rows, many)
        left = strike_out(column_bits, mask, columns, others)
        if left == others:
            return many, others
        others = left


@compiled
def simplex(work, height, width, basis, nonbasic):
    """Maximises in place, as `oddchip.solve.simplex`; gives the common denominator, or 0 when numbers grew too large.

    `work` has `height` rows and the goal below them, `width` columns and the limits beside them.
    """
    for i in range(height):
        basis[i] = width + i
    for j in range(width):
        nonbasic[j] = j
    denominator, patience = 1, 2 * (width + height)
    while True:
        column = -1
        for j in range(width):
            if work[height, j] >= 0:
                continue
            if column < 0:
                column = j
            elif patience > 0:
                if work[height, j] < work[height, column]:
                    column = j
            elif nonbasic[j] < nonbasic[column]:
                column = j
        if column < 0:
            return denominator
        patience -= 1
        row = _leaving(work, height, width, column, basis)
        pivot = work[row, column]
        if _pivot(work, height, width, row, column, denominator):
            return 0
        denominator = pivot
        basis[row], nonbasic[column] = nonbasic[column], basis[row]


@compiled
def _leaving(work, height, width, column, basis):
    best = -1
    for i in range(height):
        part = work[i, column]
        if part <= 0:
            continue
        if best < 0:
            best = i
            continue
        ahead = work[i, width] * work[best, column] - work[best, width] * part
        if ahead < 0 or (ahead == 0 and basis[i] < basis[best]):
            best = i
    return best


@compiled
def _pivot(work, height, width, row, column, denominator):
    """Exchanges a row and a column; gives whether some number grew too large to go on."""
    pivot, largest = work[row, column], 0
    for i in range(height + 1):
        if i == row:
            continue
        factor = work[i, column]
        for j in range(width + 1):
            changed = (work[i, j] * pivot - factor * work[row, j]) // denominator
            work[i, j] = changed
            largest = max(largest, abs(changed))
        work[i, column] = -factor
    work[row, column] = denominator
    return largest >= TOO_LARGE


@compiled
def solve(table, found, row_mix, column_mix, row_bits, column_bits, work):
    """Solves one table: fills `found` and the mixes (over the denominator); False when Python must do it."""
    rows, columns = np.empty(COUNT, dtype=np.int64), np.empty(COUNT, dtype=np.int64)
    reached(table, row_bits, column_bits)
    height, width = reduce(row_bits, column_bits, rows, columns)
    found[SADDLE] = sure(row_bits) + sure(column_bits) == 2
    found[ROWS], found[COLUMNS] = height, width
    row_mix[:] = 0
    column_mix[:] = 0
    if height == 1 and width == 1:
        found[NUMERATOR], found[DENOMINATOR] = np.int64(table[rows[0], columns[0]]) - 1, 1
        row_mix[rows[0]] = column_mix[columns[0]] = 1
        return True
    for i in range(height):
        for j in range(width):
            work[i, j] = np.int64(table[rows[i], columns[j]]) + 1
        work[i, width] = 1
    for j in range(width):
        work[height, j] = -1
    work[height, width] = 0
    basis, nonbasic = np.empty(COUNT, dtype=np.int64), np.empty(COUNT, dtype=np.int64)
    denominator = simplex(work, height, width, basis, nonbasic)
    if not denominator:
        return False
    total = work[height, width]
    for i in range(height):
        if basis[i] < width:
            column_mix[columns[basis[i]]] = work[i, width]
    for j in range(width):
        if nonbasic[j] >= width:
            row_mix[rows[nonbasic[j] - width]] = work[height, j]
    found[NUMERATOR], found[DENOMINATOR] = denominator - 2 * total, total
    return True
