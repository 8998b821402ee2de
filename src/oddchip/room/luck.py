"""How somebody did at California Poker over a session, less the luck of the cards.

Of each hand the result (1, 0 or -1 stake) less the value of its deal: what the cards were worth is taken out, and what
is left adds up to nothing over both players. It is worked out of the hands that are kept, so it is the same after a
restart; values that were worked out once are kept in memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import sqrt
from typing import Any

import msgspec
from sqlalchemy import Row, select

from oddchip.errors import HistoryError
from oddchip.games import find_game
from oddchip.room.coaching import Coach, swapped
from oddchip.room.past import Kept, Past
from oddchip.room.records import EVERYBODY
from oddchip.room.store import AnyStore, schema
from oddchip.solve.california import solve
from oddchip.spec import Swap

#: Values of hands that are kept in memory, and hands that are looked at in one go.
MOST_VALUES, AT_ONCE = 50_000, 20


@dataclass(frozen=True)
class Score:
    """Somebody's hands of California Poker, in stakes: what he won, what his cards were worth, and the difference.

    `error` is the standard error of that difference over so many hands; None for fewer than two.
    """

    hands: int
    won: float
    worth: float
    luck_free: float
    error: float | None


@dataclass(frozen=True)
class Valued:
    """A hand: who was first and second, what the first won, and what that was worth."""

    people: tuple[str, str]
    result: int
    value: Fraction


def scores(hands: Iterable[Valued]) -> dict[str, Score]:
    """The score of everybody, by person.

    >>> found = scores([Valued(("a", "b"), 1, Fraction(1, 3)), Valued(("b", "a"), 1, Fraction(0))])
    >>> found["a"]
    Score(hands=2, won=0, worth=0.333333, luck_free=-0.333333, error=1.666667)
    >>> found["b"].luck_free
    0.333333
    """
    found: dict[str, list[tuple[int, Fraction]]] = {}
    for hand in hands:
        first, second = hand.people
        found.setdefault(first, []).append((hand.result, hand.value))
        found.setdefault(second, []).append((-hand.result, -hand.value))
    return {person: _score(each) for person, each in found.items()}


def _score(hands: Sequence[tuple[int, Fraction]]) -> Score:
    count, won = len(hands), sum(result for result, _ in hands)
    free = [float(result - value) for result, value in hands]
    mean = sum(free) / count
    spread = sum((each - mean) ** 2 for each in free)
    error = round(sqrt(count * spread / (count - 1)), 6) if count > 1 else None
    worth = sum(float(value) for _, value in hands)
    return Score(count, won, round(worth, 6), round(won - worth, 6), error)


class Values:
    """What the deals of hands were worth, by table and hand; None for a hand that is nothing for the coach."""

    def __init__(self, coach: Coach, most: int = MOST_VALUES) -> None:
        self._coach, self._most = coach, most
        self._kept: OrderedDict[tuple[str, int], Valued | None] = OrderedDict()

    async def of(self, store: AnyStore, table_id: str) -> list[Valued]:
        """Those of all hands of a table, oldest first."""
        h = schema.hand
        query = select(h).where(h.c.table_id == table_id, h.c.ended.is_not(None)).order_by(h.c.hand)
        rows = [row for row in await store.read(query) if _may_be(row.game)]
        found: list[Valued] = []
        left = iter(rows)
        while some := list(islice(left, AT_ONCE)):
            found += [each for each in await self._some(store, table_id, some) if each is not None]
        return found

    async def _some(self, store: AnyStore, table_id: str, rows: Sequence[Row[Any]]) -> list[Valued | None]:
        found = {row.hand: self._kept[table_id, row.hand] for row in rows if (table_id, row.hand) in self._kept}
        new = [row for row in rows if row.hand not in found]
        if new:
            r = schema.record
            query = select(r.c.hand, r.c.body).where(
                r.c.table_id == table_id, r.c.viewer == str(EVERYBODY), r.c.hand.in_([row.hand for row in new])
            )
            logs = {row.hand: row.body for row in await store.read(query)}
            for number, value in await self._coach.worked_out(_valued, new, logs):
                found[number] = self._kept[table_id, number] = value
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return [found[row.hand] for row in rows]


def _may_be(game: str) -> bool:
    return find_game(game).has(Swap)


def _valued(rows: Sequence[Row[Any]], logs: dict[int, str]) -> list[tuple[int, Valued | None]]:
    """The values of hands, by their numbers; a hand of which nothing is kept has none."""
    return [(row.hand, _value_of(row, logs[row.hand]) if row.hand in logs else None) for row in rows]


def _value_of(row: Row[Any], log: str) -> Valued | None:
    header = msgspec.json.decode(row.summary)
    size = max(header["seats"]) + 1
    past = Past(Kept(row.table_id, "", size, row.hand, row.started, row.ended, header, log), {})
    try:
        hand = swapped(past)
    except HistoryError:  # played by rules that are no more
        return None
    if hand is None:
        return None
    solution = solve(hand.deal, compiled=False)
    gifts = [hand.deal.gift(side, given) for side, given in enumerate(hand.gifts)]
    return Valued(hand.people, solution.table[gifts[0]][gifts[1]] - 1, solution.value)
