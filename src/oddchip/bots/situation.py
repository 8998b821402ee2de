"""What a seat knows, read once out of its view in the terms a bot thinks in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from oddchip import events as ev
from oddchip.actions import Way
from oddchip.cards import UNKNOWN
from oddchip.errors import SetupError
from oddchip.plan import FIXED, BetOp, DrawOp, RulesPlan
from oddchip.views import View

Cards = tuple[int, ...]

#: How loudly a bet, a raise and a call speak in the round in progress; in earlier rounds half as loud.
BET, RAISE, CALLED = 0.5, 0.8, 0.12


@dataclass(slots=True)
class Rival:
    """Another player still in, by position.

    `cards` are known as far as they lie open; `thrown` counts his discards of each draw (D-DR-4); `heat` says how
    strong his betting claims to be, 0 for nothing; `opener`: he opened a pot that takes openers (D-JP-3); `no_seven`:
    he checked after the last draw where a seven must bet (D-CL-3).
    """

    place: int
    cards: Cards
    thrown: tuple[int, ...]
    heat: float = 0.0
    opener: bool = False
    no_seven: bool = False
    way: Way | None = None


class Situation:
    """A view, read for a bot. Places are positions left of the button, as in `view.state`."""

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise SetupError("a bot needs the view of a seat, not a spectator's")
        state = view.state
        self.state, self.plan = state, state.plan
        self.me = view.seats.index(view.seat)
        self.hand: Cards = state.hands[self.me]
        self.rules: RulesPlan = self.plan.rulesets[state.rules]
        self.ahead = self.plan.ops[state.pc :]
        self.rivals = self._rivals()

    @cached_property
    def draws_left(self) -> int:
        """Draws to come, the one in progress included."""
        return sum(isinstance(op, DrawOp) for op in self.ahead)

    @cached_property
    def is_draw(self) -> bool:
        """Does the game have a draw? Otherwise its cards are dealt, to seats or rows."""
        return self.plan.last_draw >= 0

    @cached_property
    def known(self) -> frozenset[int]:
        """Every card this seat has seen."""
        state = self.state
        seen = {card for hand in state.hands for card in hand}
        seen.update(card for row in state.rows for card in row)
        seen.update(card for throw in state.thrown[self.me] for card in throw)
        return frozenset(seen - {UNKNOWN})

    @cached_property
    def unseen(self) -> list[int]:
        """Every other card of the pack."""
        return [card for card in self.plan.deck.cards if card not in self.known]

    @cached_property
    def bet(self) -> BetOp:
        op = self.plan.ops[self.state.pc]
        assert isinstance(op, BetOp)
        return op

    @cached_property
    def later_bets(self) -> int:
        """Chips one player is likely to put in after this round when nobody raises."""
        rounds = [op for op in self.ahead[1:] if isinstance(op, BetOp)]
        stack = self.state.stacks[self.me]
        if all(op.structure == FIXED for op in rounds):
            return min(stack, sum(op.size for op in rounds))
        return min(stack, len(rounds) * self.state.pot // 2)

    def _rivals(self) -> list[Rival]:
        state, plan = self.state, self.plan
        opener = state.opener if self.rules.floors else -1
        checked = {seat for seat, _ in state.snaps} if self.rules.sevens else set()
        heat, said = self._heard()
        ways = state.ways or said
        return [
            Rival(
                i,
                state.hands[i],
                tuple(map(len, state.thrown[i])),
                heat[i],
                i == opener,
                i in checked,
                ways[i],
            )
            for i in plan.members[state.live]
            if i != self.me
        ]

    def _heard(self) -> tuple[list[float], list[Way | None]]:
        """How loudly everybody's betting speaks, and the ways announced aloud so far."""
        n = self.plan.n
        heat = [0.0] * n
        said: list[Way | None] = [None] * n
        pot, price, raises = 0, 0, 0
        for event in self.state.log:
            code = event[0]
            if code == ev.POSTED:
                pot += event[3]
                price = max(price, event[4]) if event[5] else price
            elif code == ev.BEGAN and event[2] is not None:
                if isinstance(self.plan.ops[event[1]], BetOp):
                    heat = [loud / 2 for loud in heat]
                    raises = 0
            elif code == ev.RAISED:
                _, i, to, added, _, _ = event
                size = (to - price) / max(1, pot + price)
                heat[i] += (RAISE if raises or price else BET) * max(1.0, min(2.0, 1.5 * size))
                raises += 1
                pot, price = pot + added, to
            elif code == ev.CALLED:
                heat[event[1]] += CALLED * raises
                pot += event[2]
            elif code == ev.GATHERED:
                price = 0
            elif code == ev.ANNOUNCED:
                said[event[1]] = event[2]
        return heat, said
