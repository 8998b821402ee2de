"""What cards are worth, in words, worked out once for each change of them."""

from __future__ import annotations

from typing import Any

from oddchip.cards import UNKNOWN
from oddchip.plan import Plan
from oddchip.telling import Worth, all_ways
from oddchip.views import View

Cards = tuple[int, ...]

MOST_KEPT = 128


class Worths:
    """Remembers the worth of holdings. Keys are the cards themselves, so that nothing can come from another holding."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def ways(self, plan: Plan, rules: int, cards: Cards, rows: tuple[Cards, ...]) -> list[Worth]:
        """What cards are worth each way, with what lies open on the table; [] while there is no hand."""
        key = (plan, rules, cards, rows)
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = all_ways(plan.rulesets[rules], cards, rows) if cards else []
        found: list[Worth] = self._known[key]
        return found

    def shown(self, view: View, i: int) -> list[str]:
        """What the open or shown cards of position i are worth, in words; [] where none lie open or it has folded."""
        s = view.state
        cards = tuple([card for card in s.hands[i] if card != UNKNOWN])
        if not cards or not s.live >> i & 1:
            return []
        all_open = len(s.plan.up) == s.plan.hand_size
        if not s.tabled >> i & 1 and not all_open:
            return self._board(s.plan, s.rules, cards) if s.plan.is_stud else []
        ways = self.ways(s.plan, s.rules, s.hands[i], s.rows)
        deck = s.plan.deck
        return [each.sentence(deck) if len(ways) == 1 else f"{each.way}: {each.sentence(deck)}" for each in ways]

    def _board(self, plan: Plan, rules: int, cards: Cards) -> list[str]:
        """Open cards in stud: what the first way of the game makes of them by themselves."""
        key = (plan, rules, cards, "board")
        if key not in self._known:
            order = plan.rulesets[rules].awards[0].order
            value = order.value(cards)
            self._known[key] = [order.describe(value)] if value else []
        found: list[str] = self._known[key]
        return found
