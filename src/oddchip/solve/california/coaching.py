"""What a coach says after a hand: what the deal was worth, how it is played best, and what each gift cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddchip.cards import cards_text
from oddchip.rankings import Order
from oddchip.solve.california.deal import COUNT, HIGH, Cards, Deal
from oddchip.solve.california.grading import Graded, grade
from oddchip.solve.california.solution import Solution, solve
from oddchip.solve.matrix import Table

#: How results are written, by the first player's: he loses, nobody wins, he wins.
MARKS = "-=+"
_WRITTEN = str.maketrans({chr(place): mark for place, mark in enumerate(MARKS)})


@dataclass(frozen=True, slots=True)
class Coaching:
    """One played hand. `result` is 1 when the first player won, 0 for a tie, -1 when the second won.

    `luck_free` is the result less the value: what skill, or the luck of the mixes, added to the cards. It adds up to
    nothing over both players; the second's is the negative.
    """

    solution: Solution
    picks: tuple[Graded, Graded]
    result: int

    @property
    def value(self) -> Fraction:
        return self.solution.value

    @property
    def luck_free(self) -> Fraction:
        return self.result - self.solution.value

    @property
    def map(self) -> tuple[str, ...]:
        """The 70 by 70 results, a text for each of the first player's gifts in canonical order; `MARKS` says how."""
        return written(self.solution.table)

    def data(self) -> dict[str, Any]:
        """Plain data for JSON; fractions are texts such as "1/3", cards texts such as "2c 7d"."""
        return {
            **solution_data(self.solution),
            "result": self.result,
            "luck_free": str(self.luck_free),
            "picks": [graded_data(self.solution.deal, graded) for graded in self.picks],
            "map": list(self.map),
        }


def coach(
    first: str | Iterable[int],
    second: str | Iterable[int],
    picks: Sequence[str | Iterable[int]],
    *,
    order: Order = HIGH,
    compiled: bool | None = False,
) -> Coaching:
    """Coach both players of a hand: their eight cards, and the four that each gave (first's, then second's).

    CardError for cards that cannot be. It works without the extra `odds`, and by default does not load it.
    """
    deal = Deal.of(first, second, order)
    given = deal.gift(0, picks[0]), deal.gift(1, picks[1])
    solution = solve(deal, compiled)
    graded = grade(solution, 0, given[0]), grade(solution, 1, given[1])
    return Coaching(solution, graded, solution.table[given[0]][given[1]] - 1)


def written(table: Table) -> tuple[str, ...]:
    """A table of results in `MARKS`."""
    return tuple(row.decode("latin-1").translate(_WRITTEN) for row in table)


def part_text(part: Fraction) -> str:
    """``1/3``; ``8.3 %`` where the fraction has long numbers."""
    return str(part) if part.denominator < 1000 else f"{100 * float(part):.1f} %"


def solution_data(solution: Solution) -> dict[str, Any]:
    """A solution as plain data, both players' in lists of two."""
    deal, deck = solution.deal, solution.deal.order.deck
    return {
        "hands": [cards_text(deal.hand(side), deck) for side in (0, 1)],
        "value": str(solution.value),
        "saddle": solution.saddle,
        "mixes": [
            [_gift_data(deal, side, gift) | {"part": str(part)} for gift, part in sorted(solution.mixes[side].items())]
            for side in (0, 1)
        ],
        "dominated": [
            [
                _gift_data(deal, side, gift) | {"by": _gift_data(deal, side, above)}
                for gift, above in sorted(solution.dominators[side].items())
            ]
            for side in (0, 1)
        ],
        "reduced": [len(solution.reduced.rows), len(solution.reduced.columns)],
    }


def graded_data(deal: Deal, graded: Graded) -> dict[str, Any]:
    """A graded gift as plain data."""
    above = graded.dominated_by
    return {
        **_gift_data(deal, graded.side, graded.gift),
        "grade": graded.grade.value,
        "dominated_by": None if above is None else _gift_data(deal, graded.side, above),
        **{name: str(getattr(graded, name)) for name in ("part", "most", "cost", "loss", "risk")},
    }


def gifts(hand: Cards, deal: Deal) -> list[str]:
    """The four cards of every gift of a hand, in canonical order: what the rows and columns of the map stand for."""
    side = 0 if hand == deal.first else 1
    return [cards_text(deal.given(side, gift), deal.order.deck) for gift in range(COUNT)]


def _gift_data(deal: Deal, side: int, gift: int) -> dict[str, Any]:
    deck = deal.order.deck
    return {
        "gift": gift,
        "give": cards_text(deal.given(side, gift), deck),
        "keep": cards_text(deal.kept(side, gift), deck),
    }
