"""Games without a draw: everything unseen is dealt out, many times, and the showdowns are counted.

Boards and rows are shared, so a deal is judged whole. A rival who bet is believed by weight: a deal counts for more the
better his hand turns out in it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from oddchip.actions import Way
from oddchip.bots.library import together, way_of
from oddchip.bots.situation import Situation
from oddchip.bots.style import SOUND, Style
from oddchip.cards import JOKERS, UNKNOWN
from oddchip.plan import AwardPlan, DealOp, Plan, RowOp, RulesPlan
from oddchip.rankings import Chooser

Cards = tuple[int, ...]
Values = tuple[int, ...]

#: Deals that give a finished hand its rank among all.
REFERENCE = 300
SEED = 1936
#: How many plain deals a deal costs in which hands must be chosen from so many rows.
_COST = {0: 1, 1: 1, 2: 6}


class Judge:
    """Values of hands over one table of rows, each way, before any qualifier."""

    def __init__(self, rules: RulesPlan, rows: Sequence[Cards]) -> None:
        self._table: Cards = tuple([card for row in rows for card in row])
        self._ways = [(award, *self._chooser(award, rows)) for award in rules.awards]

    def _chooser(self, award: AwardPlan, rows: Sequence[Cards]) -> tuple[Chooser | None, frozenset[int]]:
        """Where cards must be chosen from rows, what chooses, and the cards worth looking at."""
        if not award.use:
            return None, frozenset()
        useful = _useful(award)
        own = award.rows.index(-1)
        use = [award.use[own], *[span for k, span in enumerate(award.use) if k != own]]
        public = [tuple([card for card in rows[row] if card in useful]) for row in award.rows if row >= 0]
        return Chooser(award.order, use, public), useful

    def values(self, hand: Cards) -> Values:
        """The hand's value each way; a low that cannot qualify may count as none."""
        cards = hand + self._table
        return tuple(
            [
                chooser.value([card for card in hand if card in useful]) if chooser else award.order.value(cards)
                for award, chooser, useful in self._ways
            ]
        )


@lru_cache(maxsize=64)
def _useful(award: AwardPlan) -> frozenset[int]:
    """The cards that may be in a qualifying hand: for an eight low, none above the eight (CU-7, S8-11)."""
    order, cards = award.order, award.order.deck.cards
    if not (award.floor and order.rule.is_low):
        return frozenset(cards)
    height = order.scale.height
    top = height(order.hand(award.floor).ranks[0])
    return frozenset(card for card in cards if card >= JOKERS[0] or height(card >> 2) <= top)


class DealTable:
    """A situation in a game without a draw."""

    def __init__(self, s: Situation, rng: Random, style: Style = SOUND) -> None:
        self.s, self.rng, self.style = s, rng, style
        self.floors = [award.floor for award in s.rules.awards]
        self.reference = _reference(s.plan, s.rules)
        rows = max(len([row for row in award.rows if row >= 0]) for award in s.rules.awards)
        self.cost = _COST.get(rows, 6)

    def share(self, budget: int) -> float:
        return max(self.shares(budget).values())

    def way(self, budget: int) -> Way:
        """The declaration worth most."""
        shares = self.shares(budget)
        return max(shares, key=lambda way: shares[way])

    def shares(self, budget: int) -> dict[Way, float]:
        """The part of the pot by declaration; the same for every way where the cards speak."""
        totals = dict.fromkeys(Way, 0.0)
        weights = 0.0
        judges: dict[tuple[Cards, ...], Judge] = {}
        for hands, rows in self._deals(max(8, budget // self.cost)):
            table = tuple(rows)
            if table not in judges:
                judges = {table: Judge(self.s.rules, rows)}
            judge = judges[table]
            mine, *others = [judge.values(hand) for hand in hands]
            ranks = [self.reference.ranks(values) for values in others]
            weight = self._weight(ranks)
            weights += weight
            if self.s.rules.declared:
                claimed = self._claimed(others, ranks)
                for way in Way:
                    totals[way] += weight * declared_share(mine, claimed, way)
            else:
                part = weight * spoken_share(mine, others, self.floors)
                for way in Way:
                    totals[way] += part
        return {way: total / weights for way, total in totals.items()}

    def _weight(self, ranks: Sequence[Sequence[float]]) -> float:
        weight = 1.0
        for rival, each in zip(self.s.rivals, ranks, strict=True):
            if rival.heat:
                weight *= self.style.doubt + together(each) ** (self.style.belief * rival.heat)
        return weight

    def _claimed(self, others: Sequence[Values], ranks: Sequence[Sequence[float]]) -> Values:
        high = low = 0
        for rival, values, each in zip(self.s.rivals, others, ranks, strict=True):
            way = rival.way or way_of(each[0], each[1])
            if way is not Way.LOW:
                high = max(high, values[0])
            if way is not Way.HIGH:
                low = max(low, values[1])
        return high, low

    def _deals(self, count: int) -> Iterator[tuple[list[Cards], list[Cards]]]:
        """One's own hand and the rivals', and the rows, with everything unseen dealt out."""
        s = self.s
        to_come = sum(op.count for op in s.ahead if isinstance(op, DealOp))
        hands = [s.hand, *[rival.cards for rival in s.rivals]]
        hands = [hand + (UNKNOWN,) * to_come for hand in hands]
        rows = [row + (UNKNOWN,) * self._to_lay(i) for i, row in enumerate(s.state.rows)]
        places = [*rows, *hands]
        need = sum(cards.count(UNKNOWN) for cards in places)
        if need > len(s.unseen):
            # Stud, eight-handed: the pack cannot serve everybody to the end (S8-16).
            places = [*rows, *[hand[:-1] for hand in hands]]
            need = sum(cards.count(UNKNOWN) for cards in places)
        cards = list(s.unseen)
        at = len(cards)
        for _ in range(count):
            if at + need > len(cards):
                self.rng.shuffle(cards)
                at = 0
            stub = iter(cards[at : at + need])
            at += need
            full = [tuple([next(stub) if card == UNKNOWN else card for card in place]) for place in places]
            yield full[len(rows) :], full[: len(rows)]

    def _to_lay(self, row: int) -> int:
        return sum(op.count for op in self.s.ahead if isinstance(op, RowOp) and op.row == row)


def spoken_share(mine: Values, others: Sequence[Values], floors: Sequence[int]) -> float:
    """The part of the pot of one hand when the cards speak; qualifiers are waived when nobody meets any (CU-8b)."""
    best = [max(column) for column in zip(*others, strict=True)]
    won = [
        _part(value, best[k], [other[k] for other in others])
        for k, value in enumerate(mine)
        if max(value, best[k]) >= max(1, floors[k])
    ]
    if not won:
        won = [_part(value, best[k], [other[k] for other in others]) for k, value in enumerate(mine)]
    return sum(won) / len(won)


def _part(value: int, best: int, others: Sequence[int]) -> float:
    if value != best:
        return float(value > best)
    return 1 / (1 + others.count(value))


def declared_share(mine: Values, claimed: Values, way: Way) -> float:
    """The part of the pot of a declaration against the best hands declared each way, 0 for nobody."""
    high, low = [(value > best) + 0.5 * (value == best) for value, best in zip(mine, claimed, strict=True)]
    if way is Way.BOTH:
        return float(high == low == 1)
    won, other = (high, claimed[1]) if way is Way.HIGH else (low, claimed[0])
    return won * (0.5 if other else 1.0)


class Reference:
    """Finished hands of a game at random, to rank others by."""

    def __init__(self, plan: Plan, rules: RulesPlan) -> None:
        rng = Random(SEED)
        rows = [0] * len(plan.rows)
        for op in plan.ops:
            if isinstance(op, RowOp):
                rows[op.row] += op.count
        cards = list(plan.deck.cards)
        found = []
        for _ in range(REFERENCE):
            rng.shuffle(cards)
            stub = iter(cards)
            table = [tuple([next(stub) for _ in range(count)]) for count in rows]
            found.append(Judge(rules, table).values(tuple([next(stub) for _ in range(plan.hand_size)])))
        self.columns = [sorted(column) for column in zip(*found, strict=True)]

    def ranks(self, values: Values) -> list[float]:
        """Where values stand among all, 0 to 1."""
        return [bisect(column, value) / REFERENCE for column, value in zip(self.columns, values, strict=True)]


@lru_cache(maxsize=64)
def _reference(plan: Plan, rules: RulesPlan) -> Reference:
    return Reference(plan, rules)
