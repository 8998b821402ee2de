"""What to do in a betting round, given the part of the pot that the hand is worth at the showdown.

Every action gets a value in chips: a fold none, a call the share of what is in the pot then less its price, a raise
the same with what the others pay as well, and with the chance that they fold. What is still to be bet counts in part: a
hand that is worth more than its fair share gains by it, another loses. A little noise keeps close choices from being
read.
"""

from __future__ import annotations

from random import Random

from oddchip.actions import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAY_BRING_IN,
    Action,
    Amounts,
    BetOffer,
    Between,
    No,
    RaiseTo,
)
from oddchip.bots.situation import Situation
from oddchip.bots.style import SOUND, Style
from oddchip.plan import FIXED, floor_at


class Bettor:
    """Weighs the actions of one offer."""

    def __init__(self, s: Situation, offer: BetOffer, share: float, rng: Random, style: Style = SOUND) -> None:
        self.s, self.offer, self.share, self.rng, self.style = s, offer, share, rng, style
        state = s.state
        self.mine = state.bets[s.me]
        self.stack = state.stacks[s.me]
        self.fair = 1 / (len(s.rivals) + 1)
        self.unit = max(1, s.bet.size)
        self.amounts = self._raise_to(offer.raise_to)

    def choose(self) -> Action:
        """The action worth most, after the rules that bind and before a bluff."""
        forced = self._by_rule()
        if forced is not None:
            return forced
        values = self._stays()
        if self.amounts is not None:
            values |= {RaiseTo(amount): self._raise(amount) for amount in self._sizes(self.amounts)}
        if not values:
            return FOLD
        noise = {action: self.rng.gauss(0, self.style.noise * self.unit) for action in values if action != FOLD}
        best = max(values, key=lambda action: values[action] + noise.get(action, 0.0))
        return self._bluff(best)

    def _stays(self) -> dict[Action, float]:
        """What not raising is worth; where a check is free there is no fold."""
        offer = self.offer
        values: dict[Action, float] = {}
        if offer.check:
            values[CHECK] = self._stay(0)
        elif offer.fold:
            values[FOLD] = 0.0
        if not isinstance(offer.call, No):
            values[CALL] = self._stay(offer.call)
        if not isinstance(offer.bring_in, No):
            values[PAY_BRING_IN] = self._stay(offer.bring_in)
        return values

    # --- rules that bind -------------------------------------------------------------------------------------------

    def _by_rule(self) -> Action | None:
        """A seven bets after the draw (D-CL-3); an all-in player with openers says so (D-PO-4)."""
        s, offer, rules = self.s, self.offer, self.s.rules
        if offer.declare_open:
            return DECLARE_OPEN
        unraised = offer.check or (offer.call and s.state.price < s.bet.size)
        if rules.seven_order and s.bet.last and unraised and self.amounts is not None:
            return RaiseTo(self.amounts.least) if rules.seven_order.value(s.hand) >= rules.seven_floor else None
        return None

    def _raise_to(self, amounts: Amounts | No) -> Amounts | None:
        """The amounts on offer; never a false opening, even where the house leaves it to honour (D-JP-5)."""
        s = self.s
        if isinstance(amounts, No):
            return None
        if s.state.price or not (s.bet.opening and s.state.opener < 0 and s.rules.floors):
            return amounts
        return amounts if s.rules.opening_order.value(s.hand) >= floor_at(s.rules, s.state.step_up)[1] else None

    # --- values ----------------------------------------------------------------------------------------------------

    def _winnable(self, total: int) -> int:
        """The chips this seat can win when it has `total` in the pot of this hand, its own included."""
        state = self.s.state
        each = [min(put + bet, total) for put, bet in zip(state.put, state.bets, strict=True)]
        each[self.s.me] = total
        bit = 1 << self.s.me
        return sum(each) + state.dead + sum(chips for chips, mask in state.carried if mask & bit)

    def _in(self) -> int:
        return self.s.state.put[self.s.me] + self.mine

    def _stay(self, price: int) -> float:
        pot = self._winnable(self._in() + price)
        share = self.share - self.style.wary * price / pot if price else self.share
        return share * (pot + self._behind()) - price + self._later(share)

    def _behind(self) -> float:
        """What rivals who still owe something are likely to add: one's share is reckoned against them, too."""
        state = self.s.state
        owed = [min(state.price - state.bets[r.place], state.stacks[r.place]) for r in self.s.rivals]
        return self.style.company * sum(max(0, chips) for chips in owed)

    def _later(self, share: float) -> float:
        """What the bets to come are worth, against two rivals at most: gained above the fair share, lost below it."""
        edge = share * (min(len(self.s.rivals), 2) + 1) - 1
        return self.style.later * self.s.later_bets * edge * (1.0 if edge < 0 else 0.7)

    def _raise(self, to: int) -> float:
        s, state = self.s, self.s.state
        price = to - self.mine
        paid = sum(max(0, min(to - state.bets[rival.place], state.stacks[rival.place])) for rival in s.rivals)
        size = max(0, to - state.price)
        pot = self._winnable(self._in() + price)
        before = max(0, state.raises - s.plan.blind_counts * (s.bet.opening and bool(s.plan.blinds)))
        share = self.share - self.style.caution - self.style.more_caution * before
        if s.bet.structure != FIXED:
            share -= self.style.deep * size / max(1, pot)
        folds = self._folds(size, pot)
        called = share * (pot + paid) - price + self._later(share)
        return folds * (pot - price) + (1 - folds) * called

    def _folds(self, size: int, pot: int) -> float:
        """How likely everybody folds to a bet or raise: a little less than makes it pay by itself."""
        if any(not self.s.state.stacks[rival.place] for rival in self.s.rivals):
            return 0.0
        one = self.style.folds * size / (pot + size)
        if any(rival.heat > 0.4 for rival in self.s.rivals):
            one *= 0.4
        return float(one ** len(self.s.rivals))

    # --- amounts and bluffs ----------------------------------------------------------------------------------------

    def _sizes(self, amounts: Amounts) -> list[int]:
        """The amounts worth a thought: the least, half the pot, the pot, everything."""
        if not isinstance(amounts, Between):
            return [amounts.least] if amounts.least == amounts.most else [amounts.least, amounts.most]
        price = self.s.state.price
        pot = self.s.state.pot + price - self.mine
        wanted = [amounts.least, price + pot // 2, price + pot]
        if self.stack <= 2 * pot:
            wanted.append(amounts.most)
        return sorted({_fit(amount, amounts) for amount in wanted})

    def _bluff(self, best: Action) -> Action:
        """Now and then bet a hand that would be checked, where few are in and nobody has shown strength."""
        s = self.s
        if best != CHECK or self.amounts is None or len(s.rivals) > 2:
            return best
        if self.share > 0.6 * self.fair or any(rival.heat > 0.3 for rival in s.rivals):
            return best
        if any(rival.thrown and not rival.thrown[-1] for rival in s.rivals):
            return best
        sizes = self._sizes(self.amounts)
        amount = sizes[min(1, len(sizes) - 1)]
        size = amount - s.state.price
        often = self.style.bluff * size / (s.state.pot + size) / len(s.rivals)
        return RaiseTo(amount) if self.rng.random() < often else best


def _fit(amount: int, amounts: Between) -> int:
    """The nearest amount on offer."""
    amount = min(max(amount, amounts.least), amounts.most)
    return amount if amount == amounts.most else amount - (amount - amounts.least) % amounts.step
