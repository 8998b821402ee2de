"""Charts: rules of thumb for what to keep, over arrays of hands; `policies.chart` gives a game's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from oddchip.cards import ACE, JACK, JOKERS
from oddchip.kernels.bulk import bulk
from oddchip.rankings import Category, Order, Ranking

Hands = NDArray[np.uint8]
Masks = NDArray[np.uint8]

#: A low stands pat when its top card is no higher than this place (the lowest rank is 0), by draws left.
PAT_TOP = {1: 9, 2: 8, 3: 7}
#: Cards above this place are not drawn to.
LOW_TOP = 7
BADUGI_TOP = {1: 9, 2: 8, 3: 7}


@dataclass(frozen=True)
class HighChart:
    """Pat hands; trips, two pairs; four to a flush, or to a straight open at both ends, before a pair below jacks;
    pairs; the two highest cards when both are a jack or better, or else the highest."""

    order: Order

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        ranks, value = _ranks(hands), _values(self.order, hands)
        kind, first, second = (column[value] for column in self._columns)
        joker = hands >= JOKERS[0]
        held = (ranks == first[:, None]) | ((kind == Category.TWO_PAIR)[:, None] & (ranks == second[:, None]))
        made = _bits(held | (joker & (first == ACE)[:, None]))
        found = np.where(kind == Category.HIGH_CARD, _bits(_high_cards(ranks)), made)
        drawing, has_four = self._fours(hands, ranks, joker)
        weak = (kind == Category.HIGH_CARD) | ((kind == Category.PAIR) & (first < JACK))
        found = np.where(weak & has_four, drawing, found)
        whole = np.isin(kind, [int(c) for c in _PAT])
        return np.where(whole, (1 << hands.shape[1]) - 1, found).astype(np.uint8)

    @cached_property
    def _columns(self) -> tuple[NDArray[np.int64], ...]:
        """Of each value its category, the rank it is named for, and the next."""
        hands = self.order.hands
        seconds = [
            next((rank for rank in hand.ranks if rank != hand.ranks[0]), -1) if hand.ranks else -1 for hand in hands
        ]
        firsts = [hand.ranks[0] if hand.ranks else -1 for hand in hands]
        return np.array([int(h.category) for h in hands]), np.array(firsts), np.array(seconds)

    def _fours(
        self, hands: Hands, ranks: NDArray[np.int64], joker: NDArray[np.bool_]
    ) -> tuple[Masks, NDArray[np.bool_]]:
        """The first four of a suit, or else of a straight open at both ends (with a joker, four of five in a row)."""
        found = np.zeros(len(hands), dtype=np.uint8)
        fours = list(combinations(range(hands.shape[1]), 4))
        for straight in (True, False):
            for places in fours[::-1]:
                part, wild = ranks[:, places], joker[:, places]
                fits = _open(part, wild) if straight else _suited(hands[:, places], wild)
                found[fits] = sum(1 << place for place in places)
        return found, found > 0


@dataclass(frozen=True)
class LowChart:
    """Stands pat on a low whose top card is low enough for the draws left (jack, ten, nine in deuce-to-seven), and else
    keeps different ranks up to the eighth lowest; of a straight or flush the highest goes."""

    order: Order

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        left, width = min(draws_left, 3), hands.shape[1]
        places = self._places[hands]
        kept = places <= self._scaled(LOW_TOP)
        for i, j in combinations(range(width), 2):
            kept[:, j] &= ~(kept[:, i] & (places[:, i] == places[:, j]) & (places[:, i] >= 0))
        if width == 5:
            highest = np.where(kept, places, -2).argmax(axis=1)
            spoilt = kept.all(axis=1)
            kept[np.flatnonzero(spoilt), highest[spoilt]] = False
            pat = _values(self.order, hands) >= self._pat(left)
            kept |= pat[:, None]
        return _bits(kept)

    @cached_property
    def _climbing(self) -> list[int]:
        return sorted(self.order.deck.pack.ranks, key=self.order.scale.height)

    @cached_property
    def _places(self) -> NDArray[np.int64]:
        return _places(self._climbing)

    def _scaled(self, place: int) -> int:
        """The same place in a pack of fewer ranks."""
        return -(-place * len(self._climbing) // 13)

    def _pat(self, left: int) -> int:
        return self.order.floor_low(self._climbing[self._scaled(PAT_TOP[left])])


@dataclass(frozen=True)
class BadugiChart:
    """Stands pat on any badugi; keeps the largest and lowest set that plays together, without cards above a ten with
    one draw left, a nine with two, an eight with three."""

    order: Order

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        places, width = _places(self._climbing)[hands], hands.shape[1]
        best = np.full(len(hands), -1, dtype=np.int64)
        found = np.zeros(len(hands), dtype=np.uint8)
        for mask in range(1, 1 << width):
            chosen = [place for place in range(width) if mask >> place & 1]
            plays = _plays(hands[:, chosen], places[:, chosen])
            # More cards first, then lower ones from the top.
            low = np.sort(13 - places[:, chosen], axis=1)
            score = np.full(len(hands), len(chosen), dtype=np.int64)
            for k in range(width):
                score = 16 * score + (low[:, k] if k < len(chosen) else 0)
            better = plays & (score > best)
            best[better], found[better] = score[better], mask
        top = BADUGI_TOP[min(draws_left, 3)] * len(self._climbing) // 13
        low_enough = _bits(places <= top)
        return np.where(found == 15, found, found & low_enough).astype(np.uint8)

    @cached_property
    def _climbing(self) -> list[int]:
        return sorted(self.order.deck.pack.ranks, key=self.order.scale.height)


@dataclass(frozen=True)
class SplitChart:
    """Both ways: trips or better and good lows as they are, then four to a low, a pair of jacks or better, three to a
    low, and else as for high."""

    high: HighChart
    low: LowChart

    def keeps(self, hands: Hands, draws_left: int) -> Masks:
        low, high = self.low.keeps(hands, 3), self.high.keeps(hands, draws_left)
        value, order = _values(self.high.order, hands), self.high.order
        trips, jacks = value >= order.floor_category(Category.TRIPS), value >= order.floor_pair(JACK)
        lows = np.bitwise_count(low)
        for_low = ~trips & ((lows >= 4) | ((lows == 3) & ~jacks))
        return np.where(for_low, low, high).astype(np.uint8)


# --- hands by column ---------------------------------------------------------------------------------------------

_PAT = (Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH, Category.FIVE_OF_A_KIND)


def _ranks(hands: Hands) -> NDArray[np.int64]:
    """A joker's is that of an ace."""
    found: NDArray[np.int64] = np.minimum(hands >> 2, ACE).astype(np.int64)
    return found


def _bits(kept: NDArray[np.bool_]) -> Masks:
    weights = np.array([1 << place for place in range(kept.shape[1])], dtype=np.uint8)
    found: Masks = (kept * weights).sum(axis=1, dtype=np.uint8)
    return found


def _places(climbing: list[int]) -> NDArray[np.int64]:
    """The place of each card's rank among the ranks, lowest first; -1 for a joker."""
    found = np.full(256, -1, dtype=np.int64)
    for place, rank in enumerate(climbing):
        found[4 * rank : 4 * rank + 4] = place
    return found


def _values(order: Order, hands: Hands) -> NDArray[np.int64]:
    """Values of hands of any size; a hand of four before the first draw is judged by the scalar order."""
    if hands.shape[1] == 5 or (hands.shape[1] == 4 and order.ranking in (Ranking.BADUGI, Ranking.HIGH)):
        return bulk(order).values(hands).astype(np.int64)
    return np.array([order.value(tuple(hand)) for hand in hands.tolist()], dtype=np.int64)


def _suited(cards: Hands, joker: NDArray[np.bool_]) -> NDArray[np.bool_]:
    suits = [((cards & 3 == suit) | joker).all(axis=1) for suit in range(4)]
    return np.asarray(np.any(suits, axis=0))


def _open(ranks: NDArray[np.int64], joker: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Four in a row below the ace; or three of four in a row and a joker."""
    natural = np.where(joker, -1, ranks)
    ordered = np.sort(natural, axis=1)
    gaps = np.diff(ordered, axis=1)
    jokers = joker.sum(axis=1)
    plain = (jokers == 0) & (gaps == 1).all(axis=1) & (ordered[:, 3] < ACE)
    three = (jokers == 1) & (gaps[:, 1:] >= 1).all(axis=1) & (ordered[:, 3] - ordered[:, 1] <= 3)
    return np.asarray(plain | three)


def _high_cards(ranks: NDArray[np.int64]) -> NDArray[np.bool_]:
    order = np.argsort(-ranks, axis=1, kind="stable")
    kept = np.zeros(ranks.shape, dtype=bool)
    rows = np.arange(len(ranks))
    kept[rows, order[:, 0]] = True
    second = ranks[rows, order[:, 1]] >= JACK
    kept[rows[second], order[second, 1]] = True
    return kept


def _plays(cards: Hands, places: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Do these cards play together, all of different ranks and suits? Jokers always do."""
    fits = np.ones(len(cards), dtype=bool)
    for i, j in combinations(range(cards.shape[1]), 2):
        joker = (places[:, i] < 0) | (places[:, j] < 0)
        fits &= joker | ((places[:, i] != places[:, j]) & ((cards[:, i] ^ cards[:, j]) & 3 != 0))
    return fits
