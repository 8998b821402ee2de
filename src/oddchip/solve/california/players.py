"""Simple ways to choose a gift, from those of a beginner to the exact solution: for bots, training and comparison.

Each looks at the first player's side of a deal and gives the number of a gift; among equals it takes the first in
canonical order. `solution.Solution.mixes` is the last step of the ladder: whoever plays it cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from oddchip.solve.california.deal import COUNT, Deal
from oddchip.solve.california.payoff import Strengths, results, strengths
from oddchip.solve.matrix import Table, columns_of


@dataclass(frozen=True)
class Sight:
    """What a player sees of a deal: his final hands for every pair of gifts, and who wins."""

    deal: Deal

    @cached_property
    def strength(self) -> Strengths:
        return strengths(self.deal)

    @cached_property
    def table(self) -> Table:
        return results(self.strength)


Player = Callable[[Sight], int]


def made_five(sight: Sight) -> int:
    """Keeps four cards of the best five that he holds, the odd one going with the rest."""
    deal = sight.deal
    kept = deal.order.played(deal.first)[:4]
    return deal.gift(0, [card for card in deal.first if card not in kept])


def greedy(sight: Sight) -> int:
    """The best final hand of his own, on average over all that the other may give."""
    return _best([sum(row) for row in sight.strength])


def own_minus_other(sight: Sight) -> int:
    """Own final hand less the other's, on average: what he gives away counts too."""
    own = [sum(row) for row in sight.strength]
    # The other ends with what one would hold after the opposite gifts.
    return _best([own[gift] - own[COUNT - 1 - gift] for gift in range(COUNT)])


def answer_to_anything(sight: Sight) -> int:
    """Wins most often against one who gives any four cards."""
    return _best([sum(row) for row in sight.table])


def answer_to_greedy(sight: Sight) -> int:
    """The best answer to a greedy player; among equals the one that wins most often against anything."""
    # The other's own final hands, gift by gift, are one's own after the opposite gifts.
    other = _best([sum(column) for column in zip(*sight.strength, strict=True)][::-1])
    return _best([(row[other], sum(row)) for row in sight.table])


def safest(sight: Sight) -> int:
    """The gift whose worst result is best; among equals the one that wins most often against anything."""
    return _best([(min(row), sum(row)) for row in sight.table])


def foreseen(sight: Sight, gift: int) -> int:
    """The second player's best answer to a gift of the first that he foresees."""
    return _best([row[gift] for row in columns_of(sight.table)])


def _best(worth: Sequence[int] | Sequence[tuple[int, int]]) -> int:
    return max(range(len(worth)), key=worth.__getitem__)


#: From the worst to the best; one who samples an exact solution comes after them.
LADDER: dict[str, Player] = {
    "made five": made_five,
    "greedy": greedy,
    "own minus other": own_minus_other,
    "answer to anything": answer_to_anything,
    "safest": safest,
    "answer to greedy": answer_to_greedy,
}
