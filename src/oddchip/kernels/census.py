"""How often every hand comes, counted one by one: the censuses that `oddchip.rankings` cannot group, and the same ones.

All 752,538,150 hands of eight cards take a few seconds a core.
"""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
from numpy.typing import NDArray

from oddchip.errors import CardError
from oddchip.kernels import counting
from oddchip.kernels.bulk import LOWS_WITH_SUITS, bulk, ranks_of
from oddchip.kernels.keeps import every_hand
from oddchip.kernels.tables import card_arrays, tables_for
from oddchip.rankings import Order, Ranking
from oddchip.rankings.census import Census, Progress

Counts = NDArray[np.int64]


def census(
    order: Order, cards: int, progress: Progress | None = None, threads: int = 1, dead: Collection[int] = ()
) -> Census:
    """Count all hands of four to eight cards (badugi: four); `progress(done, total)` is called with hands counted.

    `dead` are cards that are not in the pack.
    """
    pack = [card for card in order.deck.cards if card not in dead]
    if cards == 4:
        values = bulk(order).values(every_hand(pack, 4))
        return _census(order, cards, np.bincount(values))
    if order.ranking is Ranking.BADUGI or not 5 <= cards <= 8:
        raise CardError(f"{order!r} cannot count hands of {cards} cards one by one")
    total, done = comb(len(pack), cards), 0
    counts = np.zeros(len(order.hands), dtype=np.int64)
    with ThreadPoolExecutor(max(1, threads)) as pool:
        for found in pool.map(lambda first: _from(order, pack, cards, first), range(len(pack) - cards + 1)):
            counts += found
            done += int(found.sum())
            if progress:
                progress(done, total)
    assert done == total, "a hand was counted twice or not at all"
    return _census(order, cards, counts)


def _from(order: Order, pack: list[int], cards: int, first: int) -> Counts:
    """The counts by value of the hands whose first card is the pack's so manieth."""
    keys, masks = card_arrays(order)
    counts = np.zeros(len(order.hands), dtype=np.int64)
    size, five = (tables_for(order, k)[2:] for k in (cards, 5))
    counting.count(
        keys[pack], masks[pack], cards, size, five, ranks_of(order), _rule(order, cards), first, first + 1, counts
    )
    return counts


def _rule(order: Order, cards: int) -> int:
    if order.ranking is Ranking.HIGH:
        return counting.FLUSH_HELPS
    if order.ranking not in LOWS_WITH_SUITS:
        return counting.PLAIN
    return counting.FLUSH_REPLACES if cards == 5 else counting.FLUSH_IS_DODGED


def _census(order: Order, cards: int, counts: NDArray[np.integer]) -> Census:
    return Census(order, cards, {value: number for value, number in enumerate(counts.tolist()) if number})
