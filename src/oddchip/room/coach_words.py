"""What the coach of California Poker says, as lines for a screen or a terminal.

Amounts are in stakes, and fractions are said as they are. Nothing is said of best play that is not so for every
optimal mix, unless it says "up to".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddchip.cards import card_text
from oddchip.room.protocol import Line
from oddchip.solve.california import Deal, Grade, Graded, Solution
from oddchip.solve.california.coaching import part_text


@dataclass(frozen=True)
class Two:
    """The two players by name, first and second; `me` is the one who reads (0 or 1), or None."""

    names: tuple[str, str]
    me: int | None = None

    def name(self, side: int) -> str:
        return "You" if side == self.me else self.names[side]

    def to(self, side: int) -> str:
        """Within a sentence."""
        return "you" if side == self.me else self.names[side]


def amount(stakes: Fraction, signed: bool = False) -> str:
    """Stakes as they are said.

    >>> amount(Fraction(1, 3)), amount(Fraction(-4, 3), True), amount(Fraction(2)), amount(Fraction(1, 2003))
    ('1/3 of a stake', '-4/3 of a stake', '2 stakes', '0.0005 of a stake')
    """
    said = str(stakes) if stakes.denominator < 1000 else f"{float(stakes):.4f}"
    sign = "+" if signed and stakes > 0 else ""
    unit = "of a stake" if stakes.denominator > 1 else "stake" if abs(stakes) == 1 else "stakes"
    return f"{sign}{said} {unit}"


def worth(solution: Solution, two: Two, was: str = "was") -> Line:
    """What the deal was worth, to the one whom it favoured."""
    can = "can" if was == "is" else "could"
    value = solution.value
    if not value:
        return [f"The deal {was} even: it {was} worth nothing to either."]
    side = 0 if value > 0 else 1
    said = f"The deal {was} worth {amount(abs(value), signed=True)} to {two.to(side)}"
    if abs(value) == 1:
        return [f"{said}: played well, it {can} not be lost."]
    return [f"{said}."]


def outcome(result: int, value: Fraction, two: Two) -> Line:
    """Who won, and how much of that was not in the cards."""
    free = result - value
    if not result:
        if not free:
            return ["Nobody won, as the deal was worth."]
        side = 0 if free > 0 else 1
        return [f"Nobody won: {two.to(side)} did {amount(abs(free))} better than the deal was worth."]
    side = 0 if result > 0 else 1
    won = f"{two.name(side)} won"
    if not free:
        return [f"{won}, as the deal was worth."]
    return [f"{won}, {amount(abs(free))} better than the deal was worth to {two.to(side)}."]


def pick(deal: Deal, graded: Graded, two: Two, verb: str = "gave") -> Line:
    """A gift and its grade, in a sentence or two."""
    line: Line = [f"{two.name(graded.side)} {verb} ", *gift_line(deal, graded.side, graded.gift)]
    if graded.grade is Grade.DOMINATED:
        assert graded.dominated_by is not None
        above = gift_line(deal, graded.side, graded.dominated_by)
        line += [", which is dominated: ", *above, " instead is never worse and sometimes better."]
    elif graded.grade is Grade.NEVER:
        line.append(", which no best mix ever does.")
    elif graded.most == 1:
        line.append(", which is optimal: it may be done always.")
    else:
        line.append(f", which is optimal: a best mix does so up to {part_text(graded.most)} of the time.")
    return line


def cost(graded: Graded) -> Line:
    """What a gift loses against best play, and against one who foresees it."""
    if graded.loss:
        up_to = "up to " if graded.cost < graded.loss else ""
        said = f"It costs {up_to}{amount(graded.loss)} against best play"
    elif not graded.risk:
        return ["It costs nothing, even against one who foresees it."]
    else:
        said = "It costs nothing against best play"
    return [
        f"{said}, and {amount(graded.risk)} against one who foresees it." if graded.risk > graded.loss else f"{said}."
    ]


def gift_line(deal: Deal, side: int, gift: int) -> Line:
    """The four cards of a gift, as cards."""
    return cards_line(deal.given(side, gift), deal)


def cards_line(cards: Sequence[int], deal: Deal) -> Line:
    line: Line = []
    for card in cards:
        line += [*([" "] if line else []), ("card", card_text(card, deal.order.deck))]
    return line


def plain(line: Line) -> str:
    """A line without its looks.

    >>> plain(["Ada gave ", ("card", "7s"), "."])
    'Ada gave 7s.'
    """
    return "".join(span if isinstance(span, str) else span[1] for span in line)
