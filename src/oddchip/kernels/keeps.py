"""What every keep of a hand is worth, exactly, against any payoff over the hands it may end as.

Let f be integers over all hands of a pack (2 * wins + ties against a range, say). Sums of f over the hands that hold a
given set of cards, for all sets of fewer cards, are made once. The hands that keep some cards of a hand and draw the
rest without drawing back what was thrown away follow by inclusion and exclusion: for all 32 keeps of five cards
together 80 subtractions. Badugi has 16 keeps of four.

Hands stand in the order of `itertools.combinations`: `place_of` gives a hand's place. A pack is any number of cards:
leave out those that are dead. Keeps are masks of the cards of a hand, lowest card first: 31 stands pat with five.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import comb, lcm

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oddchip.errors import CardError
from oddchip.kernels import keeping
from oddchip.kernels.bulk import bulk
from oddchip.rankings import Order

Counts = NDArray[np.int64]


class Keeps:
    """All keeps of all hands of `size` cards, 4 or 5, of a pack of `pack` cards (numbered from 0) against a payoff."""

    def __init__(self, payoff: ArrayLike, pack: int, size: int = 5) -> None:
        """`payoff` has an integer for each hand, in the order of `combinations(range(pack), size)`.

        `CardError` when they are no integers, too few or many, or so large that their sums do not fit 64 bits.
        """
        given = np.asarray(payoff)
        if given.dtype.kind not in "iub":
            raise CardError(f"a payoff has integers, not {given.dtype}")
        worth = np.ascontiguousarray(given, dtype=np.int64)
        if size not in (4, 5) or not 2 * size <= pack <= 64:
            raise CardError(f"keeps are for four or five cards of a pack of up to 64, not {size} of {pack}")
        if worth.shape != (comb(pack, size),):
            raise CardError(f"a payoff has {comb(pack, size)} integers, one for each hand, not shape {worth.shape}")
        self.pack, self.size = pack, size
        self.deals = [comb(pack - size, size - kept) for kept in range(size + 1)]
        """In how many ways a keep of so many cards is filled up."""
        self.unit = lcm(*self.deals)
        """`best` gives worths in parts of this: what a keep is worth on average, times the unit."""
        most = int(np.abs(worth).max(initial=0))
        if most * max(self.unit, comb(pack, size) * size) >= 1 << 63:
            raise CardError(f"a payoff of {most} is too large: the sums of {len(worth)} hands must fit 64 bits")
        self._columns, self._sums = _sums_of(worth, pack, size)

    def worth(self, hand: Sequence[int]) -> Counts:
        """For each of the 2**size keeps of a hand the sum of the payoff over all draws; pack numbers, any order.

        Divided by `deals[number of cards kept]` that is what the keep is worth.
        """
        cards = np.array(sorted(hand), dtype=np.int64)
        if len(set(hand)) != self.size or len(hand) != self.size or cards[0] < 0 or cards[-1] >= self.pack:
            raise CardError(f"a hand has {self.size} different cards numbered 0 to {self.pack - 1}, not {list(hand)}")
        out = np.empty(1 << self.size, dtype=np.int64)
        keeping.worth(cards, self._columns, self._sums, out)
        return out

    def best(self) -> tuple[NDArray[np.uint8], Counts]:
        """The best keep of every hand, and what it is worth on average in parts of `unit`; of equals that with most
        cards, and then the greatest mask."""
        count = comb(self.pack, self.size)
        masks, worths = np.empty(count, dtype=np.uint8), np.empty(count, dtype=np.int64)
        scale = np.array([self.unit // deals for deals in self.deals], dtype=np.int64)
        run = keeping.best_of_five if self.size == 5 else keeping.best_of_four
        run(self.pack, self._columns, self._sums, scale, masks, worths)
        return masks, worths


def columns(pack: int, size: int) -> Counts:
    """`columns[k, i, card]`: summed over the cards of a set of k, lowest first, they are its place among all such."""
    table = np.zeros((size + 1, size, pack), dtype=np.int64)
    for k in range(1, size + 1):
        for i in range(k):
            table[k, i] = [-comb(pack - 1 - card, k - i) for card in range(pack)]
        table[k, 0] += comb(pack, k) - 1
    return table


def place_of(hand: Sequence[int], pack: int) -> int:
    """The place of a hand among all hands of its size of a pack, in the order of `combinations`."""
    table = columns(pack, len(hand))[len(hand)]
    return int(sum(table[i, card] for i, card in enumerate(sorted(hand))))


def _sums_of(worth: Counts, pack: int, size: int) -> tuple[Counts, Counts]:
    """For every set of 0 to `size` cards the sum of the payoff over the hands that hold it, one after the other; and
    the columns that say where."""
    table = columns(pack, size)
    found = [worth]
    for k in range(size, 0, -1):
        smaller = np.zeros(comb(pack, k - 1), dtype=np.int64)
        keeping.less_one(found[0], pack, k, table, smaller)
        # A hand was met once for every card that could be taken from it last.
        found.insert(0, smaller // (size - k + 1))
    for k in range(1, size + 1):
        table[k, 0] += sum(map(len, found[:k]))
    return table, np.concatenate(found)


def pairs_apart(one: ArrayLike, other: ArrayLike, pack: int, size: int = 5) -> int:
    """How many pairs of a hand of `one` and a hand of `other` share no card: exact, without looking at a pair.

    Both have a whole number for each hand, in the order of `combinations(range(pack), size)`: 1 for a hand that counts
    and 0 for one that does not, or its weight. Of all pairs those with one card in common are taken away, with two
    added again, and so on; so many hold a given set of cards both as one list's sum for it times the other's.
    """
    first = _sums_of(np.asarray(one, dtype=np.int64), pack, size)[1]
    second = first if one is other else _sums_of(np.asarray(other, dtype=np.int64), pack, size)[1]
    edges = np.cumsum([0, *(comb(pack, k) for k in range(size + 1))]).tolist()
    parts = [_dot(first[a:b], second[a:b]) for a, b in pairwise(edges)]
    return sum((-1) ** k * part for k, part in enumerate(parts))


def _dot(one: Counts, other: Counts) -> int:
    """The sum of the products, in Python's own integers where 64 bits might not hold it."""
    most = int(np.abs(one).max(initial=0)) * int(np.abs(other).max(initial=0)) * len(one)
    return int(one @ other) if most < 1 << 63 else sum(map(int.__mul__, one.tolist(), other.tolist()))


def every_hand(pack: Sequence[int], size: int) -> NDArray[np.uint8]:
    """All hands of a pack of cards, a row each, in the order of `combinations`."""
    places = np.empty((comb(len(pack), size), size), dtype=np.uint8)
    keeping.every_hand(len(pack), size, places)
    return np.array(pack, dtype=np.uint8)[places]


def values_of(order: Order, pack: Sequence[int], size: int = 5) -> NDArray[np.uint16]:
    """The value of every hand of a pack, as a payoff is made of."""
    return bulk(order).values(every_hand(pack, size))


def showdown_payoff(values: NDArray[np.uint16], others: ArrayLike, weights: ArrayLike | None = None) -> Counts:
    """2 for each of the others' hands a value beats and 1 for each it ties, weighted: by values, never by cards.

    The cards of the other hand are not taken from the pack: leave them out of it where they are known.
    """
    most = 1 << 16
    counts = np.bincount(np.asarray(others, np.int64), weights=weights, minlength=most)
    whole = np.rint(counts).astype(np.int64)
    if weights is not None and (np.abs(counts - whole) > 0).any():
        raise CardError("weights are whole numbers here")
    beaten = np.cumsum(whole) - whole
    return (2 * beaten + whole)[values]
