"""What stands between two after what they have said: the step, who is awaited, the terms, the cards, the outcome."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from typing import TypeVar

from oddchip.fair.errors import FairError
from oddchip.fair.two_party.hashes import Hands, Pair, deal_hash, dealt, mark, result_hash
from oddchip.fair.two_party.messages import Chain, Commit, Hello, Leave, Message, Open, Result, Seal, Secret, Spoken
from oddchip.fair.two_party.swap import Outcome
from oddchip.fair.two_party.terms import NAMES, Offer, Terms

SEATS = (0, 1)
T = TypeVar("T", bound=Spoken)


class Phase(IntEnum):
    OFFER, COMMIT, SECRET, SEAL, OPEN, RESULT, OVER = range(7)


STEPS: dict[Phase, type[Spoken]] = {
    Phase.COMMIT: Commit,
    Phase.SECRET: Secret,
    Phase.SEAL: Seal,
    Phase.OPEN: Open,
    Phase.RESULT: Result,
}


class Standing:
    """The messages of one hand, and what follows from them. `doubles` are pairs that one seat signed under one number:
    proof that it signs twice."""

    def __init__(
        self,
        match: bytes,
        hand: int,
        *,
        names: tuple[str, str] = NAMES,
        keys: tuple[bytes | None, bytes | None] = (None, None),
    ) -> None:
        self.match, self.hand, self.names = match, hand, names
        self.keys: list[bytes | None] = list(keys)
        self.said: tuple[list[Spoken], list[Spoken]] = ([], [])
        self.doubles: list[tuple[Spoken, Spoken]] = []

    def find(self, seat: int, kind: type[T]) -> T | None:
        """The seat's last message of a kind."""
        return next((m for m in reversed(self.said[seat]) if isinstance(m, kind)), None)

    def both(self, kind: type[T]) -> tuple[T, T] | None:
        first, second = self.find(0, kind), self.find(1, kind)
        return None if first is None or second is None else (first, second)

    @property
    def phase(self) -> Phase:
        if self.terms is None:
            return Phase.OFFER
        return next((phase for phase, kind in STEPS.items() if self.both(kind) is None), Phase.OVER)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have not spoken in this step."""
        if self.phase is Phase.OFFER:
            missing = tuple(seat for seat in SEATS if self.find(seat, Hello) is None)
            return missing or (self.to_answer,)
        kind = STEPS.get(self.phase)
        return () if kind is None else tuple(seat for seat in SEATS if self.find(seat, kind) is None)

    @property
    def review(self) -> bool:
        """Have both offered, and not the same?"""
        return self.both(Hello) is not None and self.terms is None

    @property
    def to_answer(self) -> int:
        """Whose turn it is to offer anew under review: by turns, the seat that is not first in this hand beginning."""
        first = (self.hand - 1) % 2
        counts = [sum(type(m) is Hello for m in self.said[seat]) for seat in SEATS]
        return first if counts[first] < counts[1 - first] else 1 - first

    def offer_of(self, seat: int) -> Offer | None:
        hello = self.find(seat, Hello)
        return None if hello is None else offer_in(hello)

    @property
    def terms(self) -> Terms | None:
        """What both have offered alike."""
        hellos = self.both(Hello)
        if hellos is None or offer_in(hellos[0]) != offer_in(hellos[1]):
            return None
        if self._terms is None or self._terms.offer != offer_in(hellos[0]):
            self._terms = Terms(offer_in(hellos[0]), (hellos[0].key, hellos[1].key))
        return self._terms

    _terms: Terms | None = None

    @cached_property
    def _dealt(self) -> dict[bytes, Hands]:
        return {}

    @property
    def deal(self) -> bytes | None:
        """The hash that the cards follow from, once both secrets are out."""
        secrets = self.both(Secret)
        return deal_hash(self.agreed.hash, (secrets[0].secret, secrets[1].secret)) if secrets else None

    @property
    def hands(self) -> Hands | None:
        """Both hands in canonical order."""
        deal = self.deal
        if deal is None:
            return None
        if deal not in self._dealt:
            self._dealt[deal] = dealt(deal)
        return self._dealt[deal]

    @property
    def outcome(self) -> Outcome | None:
        """What the opened choices came to."""
        hands, opened = self.hands, self.both(Open)
        return Outcome(hands, (opened[0].mask, opened[1].mask)) if hands and opened else None

    @property
    def shares(self) -> Pair | None:
        """What the rules give each seat, once both choices are open."""
        outcome = self.outcome
        return None if outcome is None else self.agreed.shares(outcome.winner)

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(seat for seat in SEATS if self.find(seat, Leave))

    @property
    def on_chain(self) -> bool:
        return any(self.find(seat, Chain) for seat in SEATS)

    @property
    def over(self) -> bool:
        """Is there nothing left to wait for?"""
        return self.phase is Phase.OVER or bool(self.left) or self.on_chain

    @property
    def agreed(self) -> Terms:
        """The terms, where there must be some: `FairError` before."""
        terms = self.terms
        if terms is None:
            raise FairError("the terms of this hand are not agreed yet")
        return terms

    @property
    def result(self) -> tuple[Pair, bytes]:
        """The shares and their hash, as both sign them."""
        outcome, shares, deal = self.outcome, self.shares, self.deal
        if outcome is None or shares is None or deal is None:
            raise FairError("the choices are not open yet")
        return shares, result_hash(self.agreed.hash, deal, outcome.masks, shares)


def offer_in(hello: Hello) -> Offer:
    """The offer that a hello makes."""
    h = hello
    return Offer(h.match, h.hand, h.stakes, h.balances, h.clock, h.dead, h.escrow)


def mark_in(message: Message) -> bytes | None:
    """The mark of what a message opens, a secret or a salt; None for one that opens nothing."""
    if isinstance(message, Secret):
        return mark(message.secret)
    return mark(message.salt) if isinstance(message, Open) else None
