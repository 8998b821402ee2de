"""The course of a hand on the referee's clock: when each message came, until when the next must come, what follows if
it does not. The referee makes its lines by this, and everybody checks them by this.

One clock, the referee's, in whole milliseconds. Acting is allowed up to and including the deadline, a ruling for
silence only after it: never both. Each step gives both players the clock of the terms from the moment at which the step
before was complete; neither has to wait for the other. What came is decided by receipts, not by arrival at the other
player.
"""

from __future__ import annotations

from oddchip.fair.errors import FairError
from oddchip.fair.two_party.endings import Ending
from oddchip.fair.two_party.exchange import Exchange
from oddchip.fair.two_party.hashes import Pair
from oddchip.fair.two_party.messages import Commit, Hello, Result, Spoken
from oddchip.fair.two_party.standing import SEATS, Phase

NO_POT: Pair = (0, 0)


class TooLate(FairError):
    """A good message that came after the deadline."""


class Course:
    """Messages in the order of their receipts, and the clock. `until` is 0 when nothing is awaited."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange
        self.at = 0
        self.until = 0

    @property
    def over(self) -> bool:
        """Is there nothing left to wait for?"""
        return self.exchange.over

    def check(self, message: Spoken, at: int) -> Spoken | None:
        """The message if it may be taken at `at` (None: known already); `TooLate` after the deadline."""
        new = self.exchange.check(message)
        if new is None:
            return None
        if self.over:
            raise FairError("this hand is over")
        if self.until and at > self.until:
            raise TooLate(f"{self.exchange.names[message.seat]} is too late by {at - self.until} milliseconds")
        if at < self.at:
            raise FairError("the referee's clock never goes back")
        return new

    def keep(self, message: Spoken, at: int) -> int:
        """Takes what `check` has given back; gives the deadline of what is awaited now."""
        before = self.exchange.phase
        self.exchange.keep(message)
        self.at = at
        if self.over:
            self.until = 0
        elif isinstance(message, Hello) or self.exchange.phase is not before:
            self.until = at + 1000 * self._clock(message)
        return self.until

    def _clock(self, message: Spoken) -> int:
        terms = self.exchange.terms
        if terms is not None:
            return terms.offer.clock
        assert isinstance(message, Hello)
        return message.clock

    def ending(self, at: int) -> Ending:
        """How the hand ends at this time; `FairError` while it can still go on."""
        if at < self.at:
            raise FairError("the referee's clock never goes back")
        if not self.over and not self.until:
            raise FairError("nobody has offered to play yet")
        if not self.over and at <= self.until:
            raise FairError(f"there are {self.until - at} milliseconds left, and the last of them counts")
        return ending_of(self.exchange)


def ending_of(exchange: Exchange) -> Ending:
    """What the rules say if nothing more is said. A ruling for silence is for the referee alone to call."""
    terms, outcome, shares = exchange.terms, exchange.outcome, exchange.shares
    if terms is None:
        return Ending("off", NO_POT)
    if exchange.on_chain and exchange.phase is not Phase.OVER:
        return Ending("chain", NO_POT)
    if outcome is not None and shares is not None:
        unsigned = tuple(seat for seat in SEATS if exchange.find(seat, Result) is None)
        return Ending("settled", shares, winner=outcome.winner, unsigned=unsigned)
    left = exchange.left
    if any(exchange.find(seat, Commit) is None for seat in left):
        return Ending("off", NO_POT)
    losers = left or exchange.awaited
    if len(losers) == 2:
        return Ending("void", terms.shares(None))
    loser = losers[0]
    return Ending("forfeit", terms.shares(1 - loser), loser, "left" if left else "silent", 1 - loser)
