"""Which cards to keep, by rules of thumb: a few for each way of winning.

The charts are not how the general bot draws: it compares sampled results. They play the draws that come *after* the one
it thinks about, and those of its rivals, a hundred times for every decision; so they are quick and good enough.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil

from oddchip.actions import DrawOffer
from oddchip.cards import ACE, JACK, JOKERS
from oddchip.plan import AwardPlan, DrawOp, RulesPlan
from oddchip.rankings import Category, Order, Ranking
from oddchip.views import View

Cards = tuple[int, ...]

#: Low hands stand pat when their top card is no higher than this place (ace or deuce is 0), by draws left.
_PAT_TOP = {1: 9, 2: 8, 3: 7}
#: Cards above this place are thrown, by draws left.
_KEEP_TOP = {1: 7, 2: 7, 3: 7}
_BADUGI_KEEP_TOP = {1: 9, 2: 8, 3: 7}


class Chart(ABC):
    """What to keep of a hand, and how strong it is now, for one way of winning. Bigger is stronger."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.value = order.value
        self.most = len(order.hands)

    @abstractmethod
    def keep(self, hand: Cards, left: int) -> Cards:
        """The cards to keep with `left` draws to come, this one included."""

    def strength(self, hand: Cards, left: int) -> float:
        """How strong a hand of up to five cards is with so many draws to come: only to compare hands of one size."""
        return self.value(hand) / self.most


class HighChart(Chart):
    """Pat hands, trips, two pairs, four to a flush or an open straight, pairs, and high cards."""

    _PAT = (Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH, Category.FIVE_OF_A_KIND)

    def keep(self, hand: Cards, left: int) -> Cards:
        made = self.order.hands[self.value(hand)]
        kind = made.category
        if kind in self._PAT:
            return hand
        if kind in (Category.TRIPS, Category.QUADS):
            return _of_ranks(hand, made.ranks[:1])
        if kind is Category.TWO_PAIR:
            return _of_ranks(hand, (made.ranks[0], made.ranks[2]))
        pair = made.ranks[0] if kind is Category.PAIR else -1
        if pair < JACK:
            drawing = four_flush(hand) or (() if pair >= 0 else self.four_straight(hand))
            if drawing:
                return drawing
        if pair >= 0:
            return _of_ranks(hand, (pair,))
        return high_cards(hand)

    def four_straight(self, hand: Cards) -> Cards:
        """Four in a row, open at both ends, or four of five with a joker."""
        ranks = {card >> 2: card for card in hand if card < 52}
        jokers = tuple(card for card in hand if card >= 52)
        need = 4 - len(jokers)
        for low in range(ACE - 3, -1, -1):
            span = range(low, low + 4)
            inside = [ranks[rank] for rank in span if rank in ranks]
            if len(inside) >= need and (jokers or low + 3 < ACE):
                return (*inside[:need], *jokers)
        return ()


class LowChart(Chart):
    """Different low cards, and pat when the top card is low enough for the draws that are left."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        scale = order.scale
        climbing = sorted(order.deck.pack.ranks, key=scale.height)
        self.place = {rank: i for i, rank in enumerate(climbing)}
        self.pat = {left: order.floor_low(climbing[self._scaled(top)]) for left, top in _PAT_TOP.items()}
        self.top = {left: self._scaled(top) for left, top in _KEEP_TOP.items()}
        self.straights = order.rule.has_suits

    def _scaled(self, place: int) -> int:
        """The same place in a pack of fewer ranks."""
        return ceil(place * len(self.place) / 13) if len(self.place) < 13 else place

    def keep(self, hand: Cards, left: int) -> Cards:
        left = min(left, 3)
        if len(hand) == 5 and self.value(hand) >= self.pat[left]:
            return hand
        kept = self.low_cards(hand, self.top[left])
        if len(kept) == 5:
            # A straight or a flush: the highest card goes.
            return kept[:4]
        return kept

    def low_cards(self, hand: Cards, top: int) -> Cards:
        """Cards of different ranks up to a place, lowest first, jokers before all."""
        place = self.place
        lows = {place[card >> 2]: card for card in hand if card < 52 and place[card >> 2] <= top}
        return (*[card for card in hand if card >= 52], *[lows[low] for low in sorted(lows)])

    def strength(self, hand: Cards, left: int) -> float:
        kept = self.keep(hand, left) if left else hand
        if len(kept) == 5:
            return 5 + self.value(hand) / self.most
        if not kept:
            return 0.0
        return len(kept) - self.place.get(kept[-1] >> 2, 0) / 14


class BadugiChart(Chart):
    """The best set of different ranks and suits, without cards too high to build on."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        climbing = sorted(order.deck.pack.ranks, key=order.scale.height)
        self.place = {rank: i for i, rank in enumerate(climbing)}

    def keep(self, hand: Cards, left: int) -> Cards:
        best = self.best_set(hand)
        if len(best) == 4:
            return best
        top = _BADUGI_KEEP_TOP[min(left, 3)]
        return tuple(card for card in best if card >= 52 or self.place[card >> 2] <= top)

    def best_set(self, hand: Cards) -> Cards:
        """The largest set that plays, and of those the lowest."""
        jokers = tuple(card for card in hand if card >= 52)
        naturals = sorted((card for card in hand if card < 52), key=lambda card: self.place[card >> 2])
        for size in range(min(4, len(naturals)), 0, -1):
            sets = [
                few
                for few in combinations(naturals, size)
                if len({card >> 2 for card in few}) == size == len({card & 3 for card in few})
            ]
            if sets:
                return jokers + min(sets, key=lambda few: [self.place[card >> 2] for card in reversed(few)])
        return jokers

    def strength(self, hand: Cards, left: int) -> float:
        if not left:
            return self.value(hand) / self.most
        kept = self.keep(hand, left)
        if len(kept) == 4:
            return 4 + self.value(hand) / self.most
        return len(kept) - max((self.place[card >> 2] for card in kept if card < 52), default=0) / 14


class SplitChart:
    """High and low: made hands, then four to a low, then big pairs, then three to a low."""

    def __init__(self, high: HighChart, low: LowChart) -> None:
        self.high, self.low = high, low
        self.good_pair = high.order.floor_pair(JACK)
        self.trips = high.order.floor_category(Category.TRIPS)

    def keep(self, hand: Cards, left: int) -> Cards:
        high, low = self.high, self.low
        value = high.value(hand)
        if value >= self.trips:
            return high.keep(hand, left)
        if len(hand) == 5 and low.value(hand) >= low.pat[3]:
            return hand
        lows = low.low_cards(hand, low.top[3])
        if len(lows) >= 4:
            return lows[:4]
        if value >= self.good_pair or len(lows) < 3:
            return high.keep(hand, left)
        return lows


def _of_ranks(hand: Cards, ranks: Sequence[int]) -> Cards:
    """The cards of these ranks; a joker goes with the aces."""
    return tuple(card for card in hand if (ACE if card >= JOKERS[0] else card >> 2) in ranks)


def four_flush(hand: Cards) -> Cards:
    """Four of a suit, jokers included."""
    for suit in range(4):
        kept = tuple(card for card in hand if card >= 52 or card & 3 == suit)
        if len(kept) >= 4:
            return kept[:4]
    return ()


def high_cards(hand: Cards) -> Cards:
    """The two highest cards when both are a jack or better, or else the highest."""
    best = sorted(hand, reverse=True)[:2]
    return tuple(best) if len(best) == 2 and best[1] >> 2 >= JACK else tuple(best[:1])


class Reading:
    """The charts of a set of rules: one for each way, and the one to draw by."""

    def __init__(self, awards: Sequence[AwardPlan]) -> None:
        self.ways = tuple(_chart(award.order) for award in awards)
        high = next((chart for chart in self.ways if isinstance(chart, HighChart)), None)
        low = next((chart for chart in self.ways if isinstance(chart, LowChart)), None)
        self.draw: Chart | SplitChart = SplitChart(high, low) if high and low else self.ways[0]

    def keep(self, hand: Cards, left: int, most: int = 99) -> Cards:
        """What the chart keeps, no more thrown than `most`."""
        kept = self.draw.keep(hand, left)
        if len(hand) - len(kept) <= most:
            return kept
        spare = [card for card in hand if card not in kept]
        return kept + tuple(spare[: len(hand) - len(kept) - most])

    def ranks(self, hand: Cards) -> tuple[float, float]:
        """How strong a finished hand is for high and for low, from 0 to 1: crude, by the place among all hands."""
        high, low = self.ways[0], self.ways[-1]
        return high.value(hand) / high.most, low.value(hand) / low.most


@lru_cache(maxsize=256)
def _chart(order: Order) -> Chart:
    if order.ranking is Ranking.HIGH:
        return HighChart(order)
    return BadugiChart(order) if order.ranking is Ranking.BADUGI else LowChart(order)


@lru_cache(maxsize=256)
def _reading(rules: RulesPlan) -> Reading:
    return Reading(rules.awards)


def reading(view: View) -> Reading:
    """The charts of the rules in force."""
    return _reading(view.state.plan.rulesets[view.state.rules])


def draws_left(view: View) -> int:
    """Draws still to come, the one in progress included."""
    state = view.state
    return sum(isinstance(op, DrawOp) for op in state.plan.ops[state.pc :])


def discard(view: View, offer: DrawOffer) -> Cards:
    """What the chart throws, as far as the offer allows."""
    kept = reading(view).keep(offer.hand, draws_left(view), offer.most)
    return tuple(card for card in offer.hand if card not in kept)
