"""`bulk(order)`: values of many hands at once, the same as the scalar order gives."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oddchip.cards import ACE
from oddchip.errors import CardError
from oddchip.kernels import values as compiled
from oddchip.kernels.tables import Keys, Tables, Values, badugi_table, card_arrays, tables_for
from oddchip.rankings import Order, Ranking

NEVER = 0xFFFF
Kernel = Callable[[NDArray[np.uint8], Values], None]
_UNROLLED = {5: compiled.five, 6: compiled.six, 7: compiled.seven, 8: compiled.eight}
_LOW_UNROLLED = {6: compiled.low_six, 7: compiled.low_seven, 8: compiled.low_eight}
LOWS_WITH_SUITS = (Ranking.DEUCE_TO_SEVEN_LOW, Ranking.ACE_TO_SIX_LOW)


class Bulk:
    """The bulk evaluator of one order. Values are those of the scalar order: higher is better, lows included."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self._kernels: dict[int, Kernel] = {}

    def __repr__(self) -> str:
        return f"bulk({self.order!r})"

    def values(self, cards: ArrayLike, out: Values | None = None, threads: int = 1) -> Values:
        """The value of each row of `cards`: shape (N, k) of card ints, k from 4 to 8 (badugi: 4). Gives uint16 (N,).

        Rows must hold different cards of the deck; `CardError` when a card is foreign or the shape is wrong. `out`
        takes the result in place; `threads` splits the rows.
        """
        hands = self._checked(cards)
        found = np.empty(len(hands), dtype=np.uint16) if out is None else out
        if found.shape != (len(hands),) or found.dtype != np.uint16:
            raise CardError(f"out must be {len(hands)} values of uint16, not {found.dtype} {found.shape}")
        kernel = self.kernel(hands.shape[1])
        if threads <= 1 or len(hands) < 4096:
            kernel(hands, found)
            return found
        cuts = np.linspace(0, len(hands), threads + 1).astype(int).tolist()
        with ThreadPoolExecutor(threads) as pool:
            parts = [pool.submit(kernel, hands[a:b], found[a:b]) for a, b in pairwise(cuts)]
            for part in parts:
                part.result()
        return found

    def kernel(self, size: int) -> Kernel:
        """The bare kernel for hands of `size` cards: fills `out` from a uint8 array and checks nothing."""
        if size not in self._kernels:
            self._kernels[size] = self._make(size)
        return self._kernels[size]

    def keys(self) -> tuple[Keys, Keys]:
        """The additive key and suit mask of every card, for incremental use in other compiled code."""
        return card_arrays(self.order)

    def tables(self, size: int) -> Tables:
        """The arrays that compiled code reads for hands of `size` cards."""
        return tables_for(self.order, size)

    def _checked(self, cards: ArrayLike) -> NDArray[np.uint8]:
        hands = np.ascontiguousarray(cards, dtype=np.uint8)
        if hands.ndim != 2:
            raise CardError(f"expected an array of hands by cards, not one of {hands.ndim} dimensions")
        known = np.zeros(256, dtype=bool)
        known[list(self.order.deck.cards)] = True
        if not known[hands].all():
            raise CardError(f"there are cards that are not in the {self.order.deck.name}")
        return hands

    def _make(self, size: int) -> Kernel:
        if self.order.ranking is Ranking.BADUGI:
            return self._badugi(size)
        t = tables_for(self.order, size)
        if size == 4:
            return lambda hands, out: compiled.four(hands, t.keys, t.base, t.low, t.values, out)
        if self.order.ranking in LOWS_WITH_SUITS and size > 5:
            u, ranks = tables_for(self.order, 5), ranks_of(self.order)
            best: Any = _LOW_UNROLLED[size]
            return lambda hands, out: best(
                hands, t.keys, t.masks, u.base, u.low, u.values, t.base, t.low, t.values, t.flush, ranks, out
            )
        run: Any = compiled.low_five if self.order.ranking in LOWS_WITH_SUITS else _UNROLLED[size]
        return lambda hands, out: run(hands, t.keys, t.masks, t.base, t.low, t.values, t.flush, out)

    def _badugi(self, size: int) -> Kernel:
        if size != 4:
            raise CardError(f"badugi hands have four cards, not {size}")
        deck, scale = self.order.deck, self.order.scale
        table, bits = badugi_table(self.order), np.zeros(64, dtype=np.uint32)
        for card in deck.pack.cards:
            bits[card] = 1 << (card >> 2) | 1 << 13 + (card & 3)
        # A pack of few suits has no hand of so many cards.
        firsts = [next((v for v, hand in enumerate(scale.hands) if len(hand.ranks) == n), NEVER) for n in (3, 4)]
        firsts_array = np.array(firsts, dtype=np.uint16)
        if not deck.jokers:
            return lambda hands, out: compiled.badugi(hands, bits, table, firsts_array, out)
        ranks = sorted(deck.pack.ranks, key=lambda rank: -1 if rank == ACE else rank)
        rising = np.array([1 << rank for rank in ranks], dtype=np.uint32)
        strict = scale.rule.lowball_joker == "lowest_not_held"
        return lambda hands, out: compiled.badugi_with_jokers(hands, bits, table, firsts_array, rising, strict, out)


@lru_cache(maxsize=64)
def ranks_of(order: Order) -> NDArray[np.uint16]:
    """The ranks of every value's hand, a bit each, the joker's own left out."""
    return np.array([sum(1 << rank for rank in {*hand.ranks} if rank >= 0) for hand in order.hands], dtype=np.uint16)


@lru_cache(maxsize=64)
def bulk(order: Order) -> Bulk:
    """The bulk evaluator of an order; equal orders share one, and its tables."""
    return Bulk(order)
