"""Games of two players as a table of results: which choices are worse than others, and the exact solution.

A table is a list of rows, each a `bytes` of one entry a column: 0 the chooser of rows loses, 1 they part, 2 he wins.
He wants much, the chooser of columns little. A choice is compared with another by sets of bits, one byte a bit: where
it wins, and where it does not lose, so that "never worse" is "contains".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddchip.solve.simplex import maximise

Table = Sequence[bytes]
Bits = Mapping[int, int]
"""What each choice reaches, as a set of bits."""
LOSS, TIE, WIN = range(3)
#: Results turned round, and what counts as winning and as not losing: tables for `bytes.translate`.
_TURNED, _WINS, _HOLDS = (bytes(each) + bytes(253) for each in ([2, 1, 0], [0, 0, 1], [0, 1, 1]))


def columns_of(table: Table) -> list[bytes]:
    """The columns as the chooser of columns sees them: what he wins is 2."""
    whole = b"".join(table).translate(_TURNED)
    width = len(table[0])
    return [whole[place::width] for place in range(width)]


def bits_of(row: bytes) -> int:
    """Where a choice wins, and where it does not lose: the more bits, the better."""
    return int.from_bytes(row.translate(_WINS) + row.translate(_HOLDS), "little")


def _mask(alive: Iterable[int], size: int) -> int:
    """The bits of these choices of the other player."""
    where = bytearray(2 * size)
    for place in alive:
        where[place] = where[size + place] = 1
    return int.from_bytes(where, "little")


def unbeaten(bits: Bits, always: int | None = None) -> list[int]:
    """The choices that no other contains, the first of those that are alike; `always` stays whatever happens."""
    firsts: dict[int, int] = {}
    for choice, reached in bits.items():
        if reached not in firsts or choice == always:
            firsts[reached] = choice
    best: list[int] = []
    found = []
    for reached in sorted(firsts, key=int.bit_count, reverse=True):
        if not any(reached & other == reached for other in best):
            best.append(reached)
            found.append(firsts[reached])
        elif firsts[reached] == always:
            found.append(always)
    return sorted(found)


def dominators(bits: Bits) -> dict[int, int]:
    """For each choice that another one is never worse than and sometimes better: such another that none is above."""
    best = unbeaten(bits)
    return {
        choice: next(other for other in best if bits[other] | reached == bits[other])
        for choice, reached in bits.items()
        if not any(reached == bits[other] for other in best)
    }


@dataclass(frozen=True, slots=True)
class Reduced:
    """What is left of a table after dominated choices were struck out again and again."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


def reduce(
    rows: Bits,
    columns: Bits,
    size: int,
    always: int | None = None,
    rows_among: Sequence[int] | None = None,
    columns_among: Sequence[int] | None = None,
) -> Reduced:
    """Iterated weak dominance: what is worse than another choice, or the same, goes until nothing does.

    `size` is the number of choices of each player in the whole table. Only the rows and columns among those told are
    looked at, and the row `always` is never struck out.
    """
    alive = list(rows if rows_among is None else rows_among)
    others = list(columns if columns_among is None else columns_among)
    while True:
        mask = _mask(others, size)
        left = unbeaten({choice: rows[choice] & mask for choice in alive}, always)
        mask = _mask(left, size)
        right = unbeaten({choice: columns[choice] & mask for choice in others})
        if len(right) == len(others):
            return Reduced(tuple(left), tuple(right))
        alive, others = left, right


@dataclass(frozen=True, slots=True)
class Answer:
    """The value for the chooser of rows (-1 to 1) and a best mix of each, both over `denominator`."""

    value: Fraction
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    denominator: int


def solve(table: Table) -> Answer:
    """The exact solution of any table: with all results made positive, both mixes are what the simplex method finds."""
    found = maximise([[result + 1 for result in row] for row in table], [1] * len(table[0]))
    assert found is not None, "rows of positive numbers set limits to every column"
    return Answer(Fraction(found.denominator, found.total) - 2, found.dual, found.primal, found.total)


def most_of(table: Table, row: int, value: Fraction, reduced: Reduced) -> Fraction:
    """How often `row` may be played at most by one whose mix still wins at least `value` against every column.

    `reduced` has the rows that may stand beside it and the columns that matter. With p the part of the row and p w the
    parts of the others, the sum of w is to be least: 1 / (1 + sum) is the answer, and the dual of that program starts
    from nothing, so the simplex method needs no first phase.
    """
    top, bottom = (value + 1).numerator, (value + 1).denominator
    others = [other for other in reduced.rows if other != row]
    rows = [[bottom * table[other][column] - top for column in reduced.columns] for other in others]
    found = maximise(rows, [top - bottom * table[row][column] for column in reduced.columns])
    return Fraction(found.denominator, found.denominator + found.total) if found else Fraction(0)


def most_lost(table: Table, row: int, value: Fraction, reduced: Reduced) -> Fraction:
    """How much `row` falls short of the value at most against a mix of columns that is optimal for their chooser.

    `reduced` has the columns that may stand in such mixes, and the rows that limit them, `row` among them. A mix is
    optimal when no row earns more than the value against it. Without its sum set to one, mixing nothing is allowed, so
    the simplex method starts there.
    """
    top, bottom = (value + 1).numerator, (value + 1).denominator
    limits = [[bottom * table[other][column] - top for column in reduced.columns] for other in reduced.rows]
    goal = [top - bottom * table[row][column] for column in reduced.columns]
    found = maximise([*limits, [1] * len(goal)], goal, [0] * len(limits) + [1])
    assert found is not None, "mixes that add up to one at most are bounded"
    return Fraction(found.total, found.denominator * bottom)
