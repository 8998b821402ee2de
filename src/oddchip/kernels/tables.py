"""The tables of the scalar rankings as arrays, for compiled code. Built lazily, for each order and hand size.

A hand's key is the sum of its cards' keys, and its mask the sum of their suit masks: order-free, and incremental.
``values[base[key >> 32] + low[key & 0xFFFF]]`` is the worth without suits; where a suit has five cards the key says so
and ``flush[mask of that suit]`` is the worth of the flush.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oddchip.cards import JOKERS
from oddchip.errors import CardError
from oddchip.rankings import Order, Ranking
from oddchip.rankings import tables as scalar
from oddchip.rankings.badugi import BadugiScale
from oddchip.rankings.fast import Readers
from oddchip.rankings.scale import Scale

Values = NDArray[np.uint16]
Keys = NDArray[np.uint64]

SUIT_BITS = 16
JOKER_BITS = (13, 14)
SUIT_MASK = (1 << 15) - 1


class Tables(NamedTuple):
    """What a kernel reads for hands of one size in one order."""

    keys: Keys
    masks: Keys
    base: NDArray[np.uint32]
    low: NDArray[np.uint16]
    values: Values
    flush: Values


@lru_cache(maxsize=64)
def card_arrays(order: Order) -> tuple[Keys, Keys]:
    """The key and the suit mask of every card; 64 places, 0 where the deck has no such card."""
    readers = _readers(order)
    keys = np.array([key or 0 for key in readers.keys], dtype=np.uint64)
    masks = np.zeros(64, dtype=np.uint64)
    for card in order.deck.pack.cards:
        masks[card] = 1 << (card >> 2) + SUIT_BITS * (card & 3)
    for joker, bit in zip(JOKERS[: order.deck.jokers], JOKER_BITS, strict=False):
        masks[joker] = sum(1 << bit + SUIT_BITS * suit for suit in range(4))
    return keys, masks


@lru_cache(maxsize=128)
def tables_for(order: Order, size: int) -> Tables:
    """The tables for hands of four to eight cards."""
    if not 4 <= size <= 8:
        raise CardError(f"bulk values are for hands of four to eight cards, not {size}")
    readers = _readers(order)
    base, low, count = scalar.index(size, order.deck.jokers)
    keys, masks = card_arrays(order)
    if size == 4:
        values = np.zeros(count, dtype=np.uint16)
        for key, value in scalar.short_values(readers.scale).items():
            if _held(key, order.deck.jokers) == 4:
                values[base[key >> scalar.HIGH_HALF] + low[key & scalar.LOW_MASK]] = value
    else:
        values = np.array(readers.table(size), dtype=np.uint16)
    return Tables(keys, masks, np.array(base, np.uint32), np.array(low, np.uint16), values, flush_table(order))


def _held(key: int, jokers: int) -> int:
    """How many cards a rank key is the sum of."""
    return _sizes(jokers)[key]


@lru_cache
def _sizes(jokers: int) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for size in range(1, 5):
        for joking in range(min(size, jokers) + 1):
            for held in combinations_with_replacement(range(13), size - joking):
                sizes[scalar.rank_key(held, joking)] = size
    return sizes


@lru_cache(maxsize=64)
def flush_table(order: Order) -> Values:
    """The best flush of a suit's ranks and jokers, by their mask: 13 ranks and two jokers; 0 without five."""
    scale = _readers(order).scale
    table = np.zeros(SUIT_MASK + 1, dtype=np.uint16)
    if not scale.rule.has_suits:
        return table
    every = np.arange(SUIT_MASK + 1, dtype=np.uint32)
    jokers = 0 if scale.rule.is_low else order.deck.jokers
    count = np.bitwise_count(every)
    pack_mask = sum(1 << rank for rank in order.deck.pack.ranks)
    allowed = pack_mask | sum(1 << bit for bit in JOKER_BITS[:jokers])
    fits = (every & ~np.uint32(allowed)) == 0
    for mask in every[fits & (count == 5)].tolist():
        table[mask] = scale.flush(mask & 0x1FFF, (mask >> 13).bit_count())
    for size in range(6, 9):
        masks = every[fits & (count == size)]
        best = np.zeros(len(masks), dtype=np.uint16)
        for bit in range(15):
            has = (masks >> np.uint32(bit)) & 1 == 1
            without = table[masks[has] ^ np.uint32(1 << bit)]
            best[has] = np.maximum(best[has], without)
        table[masks] = best
    return table


@lru_cache
def badugi_table(order: Order) -> Values:
    """The value of a set of cards all of which play, by the union of their 13 rank bits and 4 suit bits; else 0."""
    scale = order.scale
    assert isinstance(scale, BadugiScale)
    table = np.zeros(1 << 17, dtype=np.uint16)
    for unions in scale.unions():
        for bits, value in unions.items():
            table[bits] = value
    return table


def _readers(order: Order) -> Readers:
    readers = order.readers
    if not isinstance(readers, Readers) or not isinstance(readers.scale, Scale):
        raise CardError(f"{order!r} has tables of its own; see badugi_table")
    return readers


def has_suits(order: Order) -> bool:
    """Do flushes count in this order?"""
    return order.ranking in (Ranking.HIGH, Ranking.DEUCE_TO_SEVEN_LOW, Ranking.ACE_TO_SIX_LOW)
