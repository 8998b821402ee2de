"""Hand after hand between the same two: whose balance is what, what may be offered next, and why it ends (CP-9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from oddchip.fair.errors import FairError
from oddchip.fair.two_party.endings import Ending
from oddchip.fair.two_party.hashes import Pair
from oddchip.fair.two_party.terms import NAMES, Offer, Terms, short_words


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two hands. `hand` is the one to be played next, `over` says in a sentence why there is none."""

    match: bytes
    balances: Pair
    hand: int = 1
    names: tuple[str, str] = NAMES
    over: str = ""

    def offer(self, stake: int | Pair, clock: int = 60, *, dead: int = 0, escrow: bytes = b"") -> Offer:
        """The next hand, to be proposed; `FairError` naming whose balance is too small."""
        if self.over:
            raise FairError(self.over)
        stakes = stake if isinstance(stake, tuple) else (stake, stake)
        offer = Offer(self.match, self.hand, stakes, self.balances, clock, dead, escrow)
        offer.check(self.names)
        return offer

    def after(self, terms: Terms, ending: Ending) -> Match:
        """The match after a hand that ended so: chips are neither made nor lost."""
        if (terms.offer.match, terms.offer.hand) != (self.match, self.hand):
            raise FairError(f"the next hand of this match is hand {self.hand}")
        if terms.offer.balances != self.balances:
            raise FairError("this hand was played on other balances")
        if ending.end == "off":
            return replace(self, hand=self.hand + 1, over="the next hand was declined")
        if ending.end == "chain":
            return replace(self, hand=self.hand + 1, over="playing on-chain")
        after = terms.settled(ending.shares).balances
        if sum(after) != sum(self.balances) + terms.offer.dead:
            raise FairError("this ending makes or loses chips")
        return replace(self, balances=after, hand=self.hand + 1)

    def with_balances(self, balances: Pair) -> Match:
        """After somebody has brought or taken chips between hands."""
        return replace(self, balances=balances)

    def short_of(self, stake: int) -> str:
        """Why the next hand cannot be played at this stake: whose balance is too small; empty if it can."""
        seat = Offer(self.match, self.hand, (stake, stake), self.balances).short()
        return "" if seat is None else short_words(self.names[seat], self.balances[seat], stake)
