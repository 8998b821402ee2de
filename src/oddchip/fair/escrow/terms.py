"""What an escrow speaks of: where it stands, what its hands and channels are bound to, what both sign, how they end.

The hashes are those of a two-party hand (docs/two_party.md) with addresses for keys: 20 bytes. What is added is the
escrow itself, by the number of its chain and its address: nothing said to one contract means anything to another.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from oddchip.fair.errors import FairError
from oddchip.fair.hashing import digest
from oddchip.fair.hashing import number as whole
from oddchip.fair.two_party.hashes import NOTHING, Pair, state_hash, terms_hash

LAST = 2**53 - 1
"""The number of a state that ends its channel at once; there is none after it."""

Two = tuple[bytes, bytes]


class EscrowRefused(FairError):
    """What the contract does not do; nothing has changed. The message is the contract's own reason."""


class Phase(IntEnum):
    """Where a hand stands: what it waits for, or that it is over."""

    NONE = 0
    WAITING = 1
    REVEAL = 2
    SEAL = 3
    OPEN = 4
    DONE = 5


class Reason(IntEnum):
    """Why a hand is over."""

    NONE = 0
    SHOWN = 1
    """Both choices were opened and the hands compared."""
    FORFEITED = 2
    """One side missed a deadline: the other has the pot."""
    RETURNED = 3
    """Both missed the same deadline, or nobody joined: stakes back."""


class Stage(IntEnum):
    """Where a channel stands."""

    NONE = 0
    WAITING = 1
    LIVE = 2
    DISPUTED = 3
    DONE = 4


class Ending(IntEnum):
    """Why a channel is over."""

    NONE = 0
    NOT_JOINED = 1
    AGREED = 2
    """The state both signed as their last."""
    PUBLISHED = 3
    """The state that stood when the window closed."""
    DOUBLE_SIGNED = 4


@dataclass(frozen=True)
class Where:
    """The chain, by its number, and the contract's address."""

    chain: int
    contract: bytes

    @property
    def packed(self) -> bytes:
        return whole(self.chain) + self.contract

    @property
    def match(self) -> bytes:
        """What stands for the match in a hand that belongs to no channel."""
        return digest("escrow", self.packed)


@dataclass(frozen=True)
class HandTerms:
    """What a hand is about. `match` is the id of its channel, or `Where.match` where it belongs to none."""

    match: bytes
    number: int
    players: Two
    stake: int
    clock: int

    def hash(self, where: Where) -> bytes:
        """The id of the hand, and the terms that all in it is bound to."""
        stakes = self.stake, self.stake
        return terms_hash(self.match, self.number, self.players, stakes, 0, self.clock, where.contract)


@dataclass(frozen=True)
class ChannelTerms:
    """What a channel is about: the stake of every hand, a clock for moves and a window for later states, in seconds."""

    players: Two
    stake: int
    clock: int
    window: int
    number: int

    def hash(self, where: Where) -> bytes:
        """The id of the channel, and the match of its hands."""
        numbers = map(whole, (self.number, self.stake, self.clock, self.window))
        return digest("channel", where.packed, *self.players, *numbers)

    def hand(self, where: Where, hand: int) -> HandTerms:
        return HandTerms(self.hash(where), hand, self.players, self.stake, self.clock)


@dataclass(frozen=True)
class Standing:
    """A hand in progress as both sign it: what each has given so far, NOTHING where he has not."""

    number: int
    commitments: Two
    secrets: Two = (NOTHING, NOTHING)
    seals: Two = (NOTHING, NOTHING)

    def hash(self, terms: bytes) -> bytes:
        return digest("standing", terms, *self.commitments, *self.secrets, *self.seals)


@dataclass(frozen=True)
class State:
    """A state of a channel: its number, what belongs to each, and the hand that runs, if one does."""

    number: int
    balances: Pair
    hand: Standing | None = None

    @property
    def is_last(self) -> bool:
        return self.number == LAST

    def hash(self, channel: ChannelTerms, where: Where) -> bytes:
        """What both sign."""
        pot = 0 if self.hand is None else 2 * channel.stake
        standing = self.standing_hash(channel, where)
        return state_hash(channel.hash(where), self.number, self.balances, pot, standing)

    def standing_hash(self, channel: ChannelTerms, where: Where) -> bytes:
        """The hash of the hand that runs; NOTHING where there is none."""
        if self.hand is None:
            return NOTHING
        return self.hand.hash(channel.hand(where, self.hand.number).hash(where))


@dataclass(frozen=True)
class HandView:
    """A hand as anybody can read it off the chain."""

    terms: HandTerms
    phase: Phase
    deadline: int
    commitments: Two
    secrets: Two
    seals: Two
    masks: Pair
    cards: tuple[int, ...]
    shares: Pair
    reason: Reason


@dataclass(frozen=True)
class ChannelView:
    """A channel as anybody can read it off the chain. `publisher` is a seat; it means something in a dispute."""

    terms: ChannelTerms
    stage: Stage
    deadline: int
    deposits: Pair
    published: State | None
    publisher: int
    paid: Pair
    ending: Ending
