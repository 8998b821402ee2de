"""A hand that two players deal to each other, as the table's log keeps it (docs/two_party.md).

Facts of the desk and what they fold to. They hold signed lines that both players have, and what follows from them, so
that a table is taken up again without a key or a signature.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from oddchip.fair.two_party import Offer

Two = tuple[int, int]
#: What is awaited before both have agreed.
HELLO = "hello"
#: Why a session that goes on elsewhere is over (CP-9).
ON_CHAIN = "playing on-chain"


class PairOpened(Struct, frozen=True, tag_field="fact"):
    """The next hand may be agreed upon: hand `number` of the match, on these terms.

    `seats`, `people` and `balances` are in the order of the two sides, 0 and 1.
    """

    hand: int
    match: str
    number: int
    seats: Two
    people: tuple[str, str]
    stake: int
    balances: Two
    clock: int


class PairSaid(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Lines that belong to the transcript from now on: a message with its receipt, perhaps the ruling.

    `step` is what is awaited now, of the sides `awaited`, until `until` by the referee's clock (0: for ever). `marks`
    are those of secrets that were opened. `end` is the ruling in a word.
    """

    lines: tuple[str, ...]
    step: str
    awaited: tuple[int, ...] = ()
    until: int = 0
    marks: tuple[str, ...] = ()
    end: str = ""


class PairStood(Struct, frozen=True, tag_field="fact"):
    """The referee's clock has stood still for so many seconds in this hand, all in all."""

    seconds: float


class PairDropped(Struct, frozen=True, tag_field="fact"):
    """The hand is not played, or not to its end: something of the room's is in the way."""

    why: str


class ChainAsked(Struct, frozen=True, tag_field="fact"):
    """A player wants to settle on the chain: after this hand the session ends."""

    person: str


PairFact = PairOpened | PairSaid | PairStood | PairDropped | ChainAsked
FACTS = (PairOpened, PairSaid, PairStood, PairDropped, ChainAsked)


class Between(Struct, frozen=True, omit_defaults=True):
    """The hand that two deal to each other, or the last one. `serial` counts such hands at the table."""

    opened: PairOpened
    serial: int
    lines: tuple[str, ...] = ()
    step: str = HELLO
    awaited: tuple[int, ...] = (0, 1)
    until: int = 0
    stood: float = 0.0
    end: str = ""
    dropped: str = ""

    @property
    def is_open(self) -> bool:
        """Is there anything to be said still?"""
        return not self.end and not self.dropped

    @property
    def begun(self) -> bool:
        """Have both agreed, so that the stakes are in the pot?"""
        return self.step != HELLO

    @property
    def deadline(self) -> float:
        """When what is awaited must have come, by the room's clock; 0: nothing is."""
        return self.until / 1000 + self.stood if self.until and self.is_open else 0.0

    def at(self, now: float) -> int:
        """The referee's clock at a moment of the room's, in milliseconds: it stands still while the table does."""
        return round((now - self.stood) * 1000)

    @property
    def offer(self) -> Offer:
        """The terms that the table asks for."""
        o = self.opened
        return Offer(bytes.fromhex(o.match), o.number, (o.stake, o.stake), o.balances, o.clock)

    @property
    def sealed(self) -> tuple[int, ...]:
        """The seats that have sealed a choice which is not open yet."""
        if self.step == "seal":
            return tuple(seat for side, seat in enumerate(self.opened.seats) if side not in self.awaited)
        return self.opened.seats if self.step == "open" else ()

    def side_of(self, person: str) -> int | None:
        """Which of the two somebody is."""
        people = self.opened.people
        return people.index(person) if person in people else None

    def after(self, fact: PairSaid | PairStood | PairDropped) -> Between:
        """The same after a fact."""
        if isinstance(fact, PairStood):
            return _changed(self, stood=fact.seconds)
        if isinstance(fact, PairDropped):
            return _changed(self, dropped=fact.why)
        said = {"lines": self.lines + fact.lines, "step": fact.step, "awaited": fact.awaited, "until": fact.until}
        return _changed(self, end=fact.end, **said)


def _changed(between: Between, **values: Any) -> Between:
    return msgspec.structs.replace(between, **values)
