"""Two lists of hands that draw from the same cards, fitted together exactly, and no pair of hands looked at.

Of the ways the other may end, those that hold none of the cards X are all, less those that hold one of them, plus those
that hold two, and so on. So one pass up the values keeps, for every small set of cards, the weight of the other's hands
seen so far that hold it; each of one's own ways then reads how many it beats by inclusion and exclusion. Millions of
ways against millions of hands take a second, where the pairs would be a million times as many.

Sets of cards are rising places in the unseen cards. The rank of a set among those of k cards is the sum of
`choose(place, i + 1)`, i the place's number in the set; `columns[place, i + 1]` holds that.
"""

from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from oddchip.kernels.values import compiled

Counts = NDArray[np.int64]
MOST = 5


def columns(unseen: int) -> Counts:
    """`columns[place, k]`: in how many ways k cards lie before a place."""
    return np.array([[comb(place, k) for k in range(MOST + 1)] for place in range(unseen)], dtype=np.int64)


def offsets(unseen: int, most: int) -> Counts:
    """Where the sets of k cards begin when those of 0, 1, ... `most` stand one after the other; the last is the end."""
    return np.cumsum([0, *(comb(unseen, k) for k in range(most + 1))]).astype(np.int64)


def parts_of(most: int) -> tuple[Counts, Counts]:
    """The parts of a set of up to five cards that have up to `most` cards, as rows: (the part without its last card,
    which card that is, how many cards, 1 or -1 for an even or odd number); and how many rows a set of k cards has.

    The first row is no card at all. A part without its last card stands before it.
    """
    masks = [mask for mask in range(1 << MOST) if mask.bit_count() <= most]
    rows = {mask: row for row, mask in enumerate(masks)}
    found = [(0, 0, 0, 1)]
    for mask in masks[1:]:
        last = mask.bit_length() - 1
        found.append((rows[mask ^ 1 << last], last, mask.bit_count(), 1 - 2 * (mask.bit_count() & 1)))
    ends = [sum(mask < 1 << k for mask in masks) for k in range(MOST + 1)]
    return np.array(found, dtype=np.int64), np.array(ends, dtype=np.int64)


def steps(unseen: int, most: int) -> Counts:
    """`columns`, but so that the places of all parts of a set, fewer cards first, are summed up card by card."""
    column, starts = columns(unseen), offsets(unseen, MOST)
    for k in range(1, most + 1):
        column[:, k] += starts[k] - starts[k - 1]
    return column


@njit(inline="always")
def _places(sets, row, count, parts, step, places):
    for q in range(1, count):
        places[q] = places[parts[q, 0]] + step[sets[row, parts[q, 1]], parts[q, 2]]


@njit(inline="always")
def _add(sums, sets, row, weight, count, parts, step, places):
    _places(sets, row, count, parts, step, places)
    for q in range(count):
        sums[places[q]] += weight


@njit(inline="always")
def _apart(sums, sets, row, count, parts, step, places):
    """The weight of what was added so far that shares no card with a set."""
    _places(sets, row, count, parts, step, places)
    found = 0
    for q in range(count):
        found += parts[q, 3] * sums[places[q]]
    return found


@compiled
def meet(
    sets, sizes, own_rows, own_keeps, own_values, others, other_values, weights, parts, ends, step, sums, less, tied
):  # fmt: skip
    """Weights of the other's hands that each keep beats and ties, summed over all its ways to be filled.

    Own ways, by rising value: `own_rows` says which of `sets` (rows of places, so many of them as `sizes` says) a way
    draws, `own_keeps` to which keep it belongs. `others` are the other's sets, by rising value too, with `weights`.
    `parts`, `ends` and `step` are of as many cards as the side that draws less; `sums` are zeros, one for each set of
    so many. Adds to `less[keep]` and `tied[keep]`.
    """
    places = np.zeros(1 << MOST, dtype=np.int64)
    whole = ends[others.shape[1]]
    at, first = 0, 0
    while first < len(own_rows):
        value = own_values[first]
        last = first
        while last < len(own_rows) and own_values[last] == value:
            last += 1
        while at < len(others) and other_values[at] < value:
            _add(sums, others, at, weights[at], whole, parts, step, places)
            at += 1
        ties = at < len(others) and other_values[at] == value
        for i in range(first, last):
            row = own_rows[i]
            found = _apart(sums, sets, row, ends[sizes[row]], parts, step, places)
            less[own_keeps[i]] += found
            if ties:
                tied[own_keeps[i]] -= found
        if ties:
            while at < len(others) and other_values[at] == value:
                _add(sums, others, at, weights[at], whole, parts, step, places)
                at += 1
            for i in range(first, last):
                row = own_rows[i]
                tied[own_keeps[i]] += _apart(sums, sets, row, ends[sizes[row]], parts, step, places)
        first = last


@compiled
def spread(kept, weights, unseen, size, column, out):
    """Each kept set filled up to `size` cards in every way from the unseen: its weight on each hand it may become.

    `kept` are rows of rising places; `out` has a place for every hand, by rank.
    """
    held = kept.shape[1]
    draws = size - held
    free = np.zeros(unseen, dtype=np.int64)
    chosen = np.zeros(draws + 1, dtype=np.int64)
    for row in range(kept.shape[0]):
        n = held_at = 0
        for place in range(unseen):
            if held_at < held and kept[row, held_at] == place:
                held_at += 1
            else:
                free[n] = place
                n += 1
        for j in range(draws):
            chosen[j] = j
        while True:
            rank, i, j = 0, 0, 0
            for k in range(size):
                if j == draws or (i < held and kept[row, i] < free[chosen[j]]):
                    rank += column[kept[row, i], k + 1]
                    i += 1
                else:
                    rank += column[free[chosen[j]], k + 1]
                    j += 1
            out[rank] += weights[row]
            j = draws - 1
            while j >= 0 and chosen[j] == n - draws + j:
                j -= 1
            if j < 0:
                break
            chosen[j] += 1
            for i in range(j + 1, draws):
                chosen[i] = chosen[i - 1] + 1


@compiled
def sets_by_rank(unseen, size, out):
    """Every set of `size` places in the order of its rank."""
    chosen = np.arange(size)
    for row in range(len(out)):
        for j in range(size):
            out[row, j] = chosen[j]
        i = 0
        while i < size - 1 and chosen[i] + 1 == chosen[i + 1]:
            chosen[i] = i
            i += 1
        if size:
            chosen[i] += 1
