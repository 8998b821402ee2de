"""What hands of a case are worth, many at once: by compiled tables wherever they say all, else as the engine judges."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oddchip.kernels import choose
from oddchip.kernels.bulk import bulk
from oddchip.kernels.joint import by_pairs, chosen
from oddchip.kernels.tables import Keys, Tables, has_suits, tables_for
from oddchip.odds.case import Case
from oddchip.plan import AwardPlan
from oddchip.play.showdown import Hands
from oddchip.rankings import Order, Ranking

Cards = NDArray[np.uint8]
Worth = NDArray[Any]

PLAIN, CHOSEN, ONE_BY_ONE = "plain", "chosen", "one by one"
_SUIT_CODES = 5**5
_FEW = 60


class Choice(NamedTuple):
    """What the kernels of `choose` read: which public cards go together, the tables, keys and masks of all cards."""

    plan: choose.Plan
    ways: choose.Ways
    keys: Keys
    masks: Keys


class Judge:
    """Values of the hands of a case. `kind` says how: by one look-up, by the best of many choices, or one by one.

    Values are higher for better hands, and comparable between players way by way; `floors` go with them.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.awards = case.rules.awards
        house = case.plan.house.italian
        self.by_suit = house.italian_suits_break_ties and case.deck.pack.name == "italian"
        self.kind = self._kind()
        self.scale = _SUIT_CODES if self.by_suit else 1

    def _kind(self) -> str:
        jokers_may_be_wild = any(award.wild is not None for award in self.awards)
        if self.by_suit or jokers_may_be_wild:
            return ONE_BY_ONE
        if any(award.use for award in self.awards):
            return CHOSEN
        return PLAIN

    @property
    def ways(self) -> int:
        return len(self.awards)

    @cached_property
    def by_key(self) -> bool:
        """Do sums of keys and one look-up give every way, so that the incremental kernels may be used?"""
        hurt = any(_is_low_suited(award.order) for award in self.awards)
        total = self.case.size + len(self.case.table)
        badugi = any(award.order.ranking is Ranking.BADUGI for award in self.awards)
        return self.kind == PLAIN and total >= 5 and not badugi and not (hurt and total > 5)

    @cached_property
    def tables(self) -> tuple[Tables, NDArray[np.uint16], NDArray[np.uint16], NDArray[np.bool_]]:
        """For the incremental kernels: tables of the first way, and values, flushes and `replaces` of all ways."""
        total = self.case.size + len(self.case.table)
        every = [tables_for(award.order, total) for award in self.awards]
        values, flush = (np.ascontiguousarray([getattr(t, name) for t in every]) for name in ("values", "flush"))
        return every[0], values, flush, np.array([_is_low_suited(award.order) for award in self.awards])

    @cached_property
    def choice(self) -> Choice | None:
        """For hands that take so many cards from here and there, what the kernels of `choose` need; None elsewhere."""
        uses = {(award.rows, award.use) for award in self.awards}
        if self.kind != CHOSEN or len(uses) > 1:
            return None
        ((rows, use),) = uses
        own = rows.index(-1)
        if [row for row in rows if row >= 0] != list(range(len(self.case.rows))) or use[own][0] < 1 or use[own][1] > 2:
            return None
        spans = (use[own], *(span for k, span in enumerate(use) if k != own))
        plan = choose.plan(spans, [len(row) for row in self.case.rows.values()])
        return Choice(plan, *choose.ways_of([award.order for award in self.awards]))

    def worth(self, hands: Cards, table: Cards) -> Worth:
        """The value each way of hands (N, cards), with the table's cards: one row of them, or one for each hand."""
        found = np.zeros((len(hands), self.ways), dtype=np.int64 if self.kind == ONE_BY_ONE else np.uint16)
        if not len(hands):
            return found
        if self.kind == ONE_BY_ONE:
            return self._one_by_one(hands, table, found)
        if self.choice and table.ndim == 1 and len(hands) > _FEW:
            return self._by_pairs(self.choice, hands, table, found)
        rows = np.broadcast_to(table, (len(hands), table.shape[-1]))
        cards = np.ascontiguousarray(np.concatenate([hands, rows], axis=1))
        for way, award in enumerate(self.awards):
            found[:, way] = self._chosen(award, cards) if award.use else self._plain(award.order, cards)
        return found

    def _plain(self, order: Order, cards: Cards) -> NDArray[np.uint16]:
        out = np.empty(len(cards), dtype=np.uint16)
        bulk(order).kernel(cards.shape[1])(cards, out)
        return out

    def _by_pairs(self, choice: Choice, hands: Cards, table: Cards, found: Worth) -> Worth:
        """On one table the best hand is the best of its single cards and pairs, which are worth the same to all."""
        held = np.unique(hands)
        places = np.zeros(256, dtype=np.uint8)
        places[held] = np.arange(len(held))
        sums = choose.empty_sums(choice.plan)
        choose.public_sums(choice.plan.ones, choice.plan.twos, choice.keys[table], choice.masks[table], sums)
        singles = np.zeros((self.ways, len(held)), dtype=np.uint16)
        pairs = np.zeros((self.ways, len(held), len(held)), dtype=np.uint16)
        choose.tables(choice.keys[held], choice.masks[held], sums, choice.ways, singles, pairs)
        by_pairs(places[hands], singles, pairs, found)
        return found

    def _chosen(self, award: AwardPlan, cards: Cards) -> NDArray[np.uint16]:
        t = tables_for(award.order, 5)
        out = np.empty(len(cards), dtype=np.uint16)
        parts = choices(self.case.size, tuple(map(len, self.case.rows.values())), award.rows, award.use)
        hurt = _is_low_suited(award.order)
        chosen(cards, parts, t.keys, t.masks, t.base, t.low, t.values, t.flush, hurt, out)
        return out

    # -- as the engine judges ------------------------------------------------------------------------------------

    def _one_by_one(self, hands: Cards, table: Cards, found: Worth) -> Worth:
        tables = np.broadcast_to(table, (len(hands), table.shape[-1])).tolist()
        for i, hand in enumerate(hands.tolist()):
            found[i] = self.value(tuple(hand), tuple(tables[i]))
        return found

    def value(self, hand: tuple[int, ...], table: tuple[int, ...]) -> tuple[int, ...]:
        """One hand's value each way, from the engine's own showdown; suits count where they break ties (IT-18)."""
        rows, at = [], 0
        for row in self.case.rows.values():
            rows.append(table[at : at + len(row)])
            at += len(row)
        rules = self.case.spot.rules
        state: Any = SimpleNamespace(plan=self.case.plan, rules=rules, rows=rows, hands=(hand,))
        judged = Hands(state, 1)
        values = tuple(raw[0] for raw in judged.raw)
        if not self.by_suit:
            return values
        suited = [_suit_code(judged._suit_key(way, 0)) if value else 0 for way, value in enumerate(values)]
        return tuple(value * _SUIT_CODES + code for value, code in zip(values, suited, strict=True))


@lru_cache(maxsize=256)
def choices(
    size: int, row_sizes: tuple[int, ...], rows: tuple[int, ...], use: tuple[tuple[int, int], ...]
) -> NDArray[np.uint8]:
    """Every choice of five places of a hand and the rows after it, so many from each; -1 is the hand (CU-4.1)."""
    starts = [size + sum(row_sizes[:row]) for row in range(len(row_sizes))]
    sources = [range(size) if row < 0 else range(starts[row], starts[row] + row_sizes[row]) for row in rows]
    found = []
    for counts in product(*(range(least, most + 1) for least, most in use)):
        if sum(counts) == 5:
            picked = (combinations(source, count) for source, count in zip(sources, counts, strict=True))
            found += [sum(choice, ()) for choice in product(*picked)]
    return np.array(found, dtype=np.uint8).reshape(len(found), 5)


def _is_low_suited(order: Order) -> bool:
    """Does a flush hurt?"""
    return order.ranking is not Ranking.HIGH and has_suits(order)


def _suit_code(key: tuple[int, ...]) -> int:
    """A suit key of up to five cards, -1 for a joker, as one number of the same order."""
    code = 0
    for suit in (*key, *(-1,) * (5 - len(key))):
        code = 5 * code + suit + 1
    return code
