"""What two agree on before a hand, what the pot does with it, and the states of their channel.

`Offer` is what one proposes, `Terms` what both have signed. Chips are whole numbers. The pot is never divided by
judgement: `Terms.shares` is the whole of the rule, and what goes out is always what went in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from oddchip.fair.errors import FairError
from oddchip.fair.two_party.hashes import NOTHING, Keys, Pair, place_hash, state_hash, terms_hash

MOST_CHIPS = 10**12
LONGEST_CLOCK = 7 * 24 * 3600
NAMES = ("seat 0", "seat 1")


@dataclass(frozen=True, slots=True)
class State:
    """One state of the channel: who has how much, and the pot of the hand that runs. A later number counts."""

    match: bytes
    number: int
    balances: Pair
    pot: int = 0
    terms: bytes = NOTHING

    @property
    def digest(self) -> bytes:
        """What both sign."""
        return state_hash(self.match, self.number, self.balances, self.pot, self.terms)


@dataclass(frozen=True, slots=True)
class Offer:
    """A hand as one player proposes it: hand `hand` (1, 2 ...) of the match, stakes and balances by seat.

    `clock` is in seconds, for each step. `dead` are chips in the pot that are nobody's. `escrow` is the address of the
    contract that settles, 20 bytes, or nothing.
    """

    match: bytes
    hand: int
    stakes: Pair
    balances: Pair
    clock: int = 60
    dead: int = 0
    escrow: bytes = b""

    @property
    def place(self) -> bytes:
        return place_hash(self.match, self.hand)

    @property
    def first(self) -> int:
        """The seat that is first in this hand: seat 0 in odd hands. It gets an odd chip, and has its offer answered."""
        return (self.hand - 1) % 2

    def short(self) -> int | None:
        """The seat whose balance does not cover its stake; the first seat where neither does."""
        order = (self.first, 1 - self.first)
        return next((seat for seat in order if self.balances[seat] < self.stakes[seat]), None)

    def check(self, names: tuple[str, str] = NAMES) -> None:
        """`FairError` for an offer that no hand can be played on."""
        if len(self.match) != 32 or len(self.escrow) not in (0, 20):
            raise FairError("a match is named by 32 bytes, and an escrow by 20")
        if not 1 <= self.hand < MOST_CHIPS:
            raise FairError(f"hands are numbered from 1, not {self.hand}")
        if not 1 <= self.clock <= LONGEST_CLOCK:
            raise FairError(f"the clock of a step is 1 to {LONGEST_CLOCK} seconds, not {self.clock}")
        chips = (*self.stakes, *self.balances, self.dead)
        if not all(0 <= some <= MOST_CHIPS for some in chips):
            raise FairError(f"chips are 0 to {MOST_CHIPS}, not {min(chips)} or {max(chips)}")
        seat = self.short()
        if seat is not None:
            raise FairError(short_words(names[seat], self.balances[seat], self.stakes[seat]))


def short_words(name: str, balance: int, stake: int) -> str:
    """CP-9: whose balance it is that does not last."""
    return f"the balance of {name} is too small: {balance} where the stake is {stake}"


@dataclass(frozen=True)
class Terms:
    """An offer that both have made, and their keys by seat."""

    offer: Offer
    keys: Keys

    @cached_property
    def hash(self) -> bytes:
        o = self.offer
        return terms_hash(o.match, o.hand, self.keys, o.stakes, o.dead, o.clock, o.escrow)

    @property
    def pot(self) -> int:
        return sum(self.offer.stakes) + self.offer.dead

    def shares(self, winner: int | None) -> Pair:
        """What each seat takes out of the pot: the winner all of it; with none, each its own stake back and half of
        what is nobody's, an odd chip of that going to the first seat of the hand (CP-7). Equal stakes without dead
        chips leave no odd chip."""
        if winner is not None:
            shares = (self.pot, 0) if winner == 0 else (0, self.pot)
        else:
            half, odd = divmod(self.offer.dead, 2)
            own = [stake + half for stake in self.offer.stakes]
            own[self.offer.first] += odd
            shares = (own[0], own[1])
        assert sum(shares) == self.pot
        return shares

    @property
    def running(self) -> State:
        """The state both sign before the deal: the stakes are in the pot."""
        o = self.offer
        left = (o.balances[0] - o.stakes[0], o.balances[1] - o.stakes[1])
        return State(o.match, 2 * o.hand - 1, left, self.pot, self.hash)

    def settled(self, shares: Pair) -> State:
        """The state both sign at the end: the pot is shared out."""
        left = self.running.balances
        return State(self.offer.match, 2 * self.offer.hand, (left[0] + shares[0], left[1] + shares[1]))
