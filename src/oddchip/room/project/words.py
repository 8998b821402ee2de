"""The words of `oddchip.telling` as they go over the wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from oddchip.plan import Plan
from oddchip.room import protocol
from oddchip.telling import CARD, CardTexts, Line, Teller, deals_up, in_display_order, is_ace_low


def wire_line(line: Line) -> protocol.Line:
    """A line in spans of the protocol: cards are cards, and whatever has a style stands out."""
    found: protocol.Line = []
    for span in line:
        if not isinstance(span, str):
            text, style = span
            found.append(("card", text) if style == CARD else ("b", text))
        elif found and isinstance(found[-1], str):
            found[-1] += span
        elif span:
            found.append(span)
    return found


class RoomTeller(Teller):
    """Tells a hand with cards as spans of their own. Shown hands lie in order, which does not tell what was drawn."""

    def __init__(
        self,
        plan: Plan,
        order: Sequence[int],
        names: Mapping[int, str],
        stacks: Mapping[int, int],
        me: int | None,
        step_up: int = 0,
    ) -> None:
        super().__init__(plan, order, names, stacks, CardTexts(plan.deck), me, step_up)

    def heard_by(self, me: int | None) -> RoomTeller:
        """Another who goes on from here, and speaks to `me`."""
        other = copy(self)
        other.me = me
        other.left, other.ways, other.tabled = dict(self.left), dict(self.ways), dict(self.tabled)
        other.rows = list(self.rows)
        return other

    def laid_out(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        return in_display_order(cards, deals_up(self.plan), is_ace_low(self.plan, self.rules))
