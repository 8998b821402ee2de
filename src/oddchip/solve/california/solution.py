"""A deal solved: what it is worth to the first player, how both play it best, and the proof in fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec

from oddchip.errors import OddchipError
from oddchip.solve import matrix
from oddchip.solve.california.deal import COUNT, Deal
from oddchip.solve.california.payoff import compiled_results, results, strengths
from oddchip.solve.matrix import Table

Mix = Mapping[int, Fraction]
"""How often each gift is made; gifts that are never made are left out."""


@dataclass(frozen=True)
class Solution:
    """An exact solution. Amounts are in stakes for the first player: 1 is the other's stake, -1 one's own.

    `views` are the results as each player sees them: 70 rows, his own gifts in canonical order, of 70 results, 2 what
    he wins, 1 a tie, 0 what he loses. `bits` compare gifts (`oddchip.solve.matrix`). `mixes` are one optimal mix of
    each; there may be others, and `oddchip.solve.california.grade` asks all of them. `reduced` are the gifts left after
    iterated weak dominance.
    """

    deal: Deal
    value: Fraction
    mixes: tuple[Mix, Mix]
    reduced: matrix.Reduced
    views: tuple[Table, Table] = field(repr=False)
    bits: tuple[Mapping[int, int], Mapping[int, int]] = field(repr=False)

    @property
    def table(self) -> Table:
        """The results for the first player: a row for each of his gifts, a column for each of the second's."""
        return self.views[0]

    @property
    def saddle(self) -> bool:
        """Has each player one gift that is best even if the other knows it?"""
        return max(map(min, self.views[0])) + max(map(min, self.views[1])) == matrix.WIN

    @property
    def support(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The gifts that are made in these mixes."""
        return tuple(sorted(self.mixes[0])), tuple(sorted(self.mixes[1]))

    @cached_property
    def dominators(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """Each player's dominated gifts, each with one that is never worse and sometimes better."""
        return matrix.dominators(self.bits[0]), matrix.dominators(self.bits[1])

    def worth(self, side: int) -> Fraction:
        """The value for this player."""
        return -self.value if side else self.value

    def earns(self, side: int, gift: int, against: Mix | None = None) -> Fraction:
        """What a gift earns this player against a mix of the other, the optimal one unless told."""
        row = self.views[side][gift]
        other = self.mixes[1 - side] if against is None else against
        return sum((part * (row[place] - 1) for place, part in other.items()), Fraction(0))

    def prove(self) -> None:
        """Check all 140 inequalities, and both mixes, in fractions; OddchipError where one does not hold.

        No gift of the second may bring the first below the value while he plays his mix, nor the other way round: that
        proves value and mixes, however they were found.
        """
        for side, mix in enumerate(self.mixes):
            if sum(mix.values()) != 1 or not all(part > 0 for part in mix.values()):
                raise OddchipError("an optimal mix is no mix: expected positive parts that add up to one")
            for gift in range(COUNT):
                if self.earns(1 - side, gift) > self.worth(1 - side):
                    raise OddchipError(f"gift {gift} earns more than the value against a mix said to be optimal")


def solve(deal: Deal, compiled: bool | None = None) -> Solution:
    """The exact solution of a deal, proven.

    The results come from the kernels where the extra `odds` is installed, and in plain Python elsewhere or when
    `compiled` is False; both give the same. A first compiled call takes a second or two, later ones far less.
    """
    if compiled is None:
        compiled = find_spec("numba") is not None
    return solved(deal, compiled_results(deal) if compiled else results(strengths(deal)))


def solved(deal: Deal, table: Table) -> Solution:
    """The same from results that are known."""
    views = table, matrix.columns_of(table)
    bits = [{gift: matrix.bits_of(row) for gift, row in enumerate(view)} for view in views]
    reduced = matrix.reduce(bits[0], bits[1], COUNT)
    answer = matrix.solve([bytes([table[row][column] for column in reduced.columns]) for row in reduced.rows])
    mixes = (
        _mix(reduced.rows, answer.rows, answer.denominator),
        _mix(reduced.columns, answer.columns, answer.denominator),
    )
    solution = Solution(deal, answer.value, mixes, reduced, views, (bits[0], bits[1]))
    solution.prove()
    return solution


def _mix(gifts: Sequence[int], parts: Sequence[int], denominator: int) -> Mix:
    return {gift: Fraction(part, denominator) for gift, part in zip(gifts, parts, strict=True) if part}
