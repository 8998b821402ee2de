"""Two players and a referee at one desk, with a post that a test can hold back, and cheats that sign what they like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from typing import Any

import pytest

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.fair.two_party import Match, MemoryVault, Offer, Referee, Session
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.hashes import NOTHING, commit_hash, seal_hash
from oddchip.fair.two_party.messages import Commit, Hello, Open, Result, Seal, Secret

NAMES = ("Ada", "Ben")
HOUSE = Signer(bytes([9]) * 32)
FIRST_FOUR, LAST_FOUR = 0b00001111, 0b11110000
SIGNERS = (Signer(bytes([1]) * 32), Signer(bytes([2]) * 32))
KEYS = (SIGNERS[0].key, SIGNERS[1].key)


def refused(words: str) -> Any:
    """What is inside must be refused in these words."""
    return pytest.raises(FairError, match=words)


def bits_of(seed: str) -> Callable[[int], bytes]:
    """The same bytes in every run: so transcripts can be stored."""
    numbers = count()
    return lambda n: sha256(f"{seed} {next(numbers)}".encode()).digest()[:n]


class Desk:
    """One hand. `now` stands still unless a test moves it; `deliver` carries until nothing is under way."""

    def __init__(
        self,
        seed: str = "a",
        *,
        hand: int = 1,
        balances: tuple[int, int] = (100, 100),
        match: bytes = b"",
        vaults: tuple[MemoryVault, MemoryVault] | None = None,
        marks: MemoryVault | None = None,
    ) -> None:
        self.now = 1_000_000
        self.match = Match(match or sha256(b"match").digest(), balances, hand, NAMES)
        self.hand = hand
        self.vaults = vaults or (MemoryVault(), MemoryVault())
        self.bits = (bits_of(f"{seed} 0"), bits_of(f"{seed} 1"))
        self.marks = marks or MemoryVault()
        self.referee = Referee(self.match.match, hand, signer=HOUSE, marks=self.marks, names=NAMES)
        self.sides = [self.session(seat) for seat in (0, 1)]
        self.post: list[tuple[int, str]] = []
        self.mute: set[int] = set()
        self.deaf: set[int] = set()

    def session(self, seat: int, saved: str | None = None, vault: MemoryVault | None = None) -> Session:
        """A player's session; taken up again from `saved` if that is given."""
        values: dict[str, Any] = {
            "signer": SIGNERS[seat],
            "vault": vault or self.vaults[seat],
            "bits": self.bits[seat],
            "names": NAMES,
            "house": HOUSE.key,
        }
        if saved is None:
            return Session(self.match.match, self.hand, seat, **values)
        return Session.restored(saved, self.match.match, self.hand, seat, **values)

    def send(self, seat: int, lines: tuple[str, ...]) -> None:
        self.post += [(seat, line) for line in lines]

    def deliver(self) -> None:
        """Everything under way, in order; nothing of the seats in `mute` is carried, nothing to those in `deaf`."""
        while self.post:
            seat, line = self.post.pop(0)
            if seat not in self.mute:
                self.show(self.referee.receive(line, now=self.now, by=seat))

    def show(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            for seat in {0, 1} - self.deaf:
                self.send(seat, self.sides[seat].receive(line))

    def offer(self, stake: int | tuple[int, int] = 10, **more: int | bytes) -> Offer:
        return self.match.offer(stake, **more)  # type: ignore[arg-type]

    def dealt(self, stake: int | tuple[int, int] = 10, **more: int | bytes) -> Desk:
        """Both have agreed, and the cards are there."""
        self.agree(stake, **more)
        self.deliver()
        return self

    def agree(self, stake: int | tuple[int, int] = 10, **more: int | bytes) -> None:
        """Both have offered the same; the commitments are in the post."""
        for seat in (0, 1):
            self.send(seat, self.sides[seat].propose(self.offer(stake, **more)))
        for _ in range(2):
            seat, line = self.post.pop(0)
            self.show(self.referee.receive(line, now=self.now, by=seat))

    def choose(self, *masks: int | None) -> Desk:
        for seat, mask in enumerate(masks):
            if mask is not None:
                self.send(seat, self.sides[seat].choose(give=cards_of(self.sides[seat], mask)))
                self.deliver()
        return self

    def played(self, *masks: int, **more: Any) -> Desk:
        return self.dealt(**more).choose(*masks)

    def claim(self) -> None:
        self.now = self.referee.until + 1
        self.show(self.referee.claim(self.now))

    def last(self, seat: int) -> bytes:
        """The id of the last message of a seat, as the referee has it."""
        mine = self.referee.course.exchange.said[seat]
        return mine[-1].id if mine else NOTHING


class Cheat:
    """A player's key with no client around it: signs whatever it is told, right where it is told nothing."""

    def __init__(self, desk: Desk, seat: int) -> None:
        self.desk, self.seat, self.signer = desk, seat, SIGNERS[seat]
        self.secret, self.salt = bytes([70 + seat]) * 32, bytes([80 + seat]) * 32

    def send(self, kind: type[said.Message], **changed: Any) -> None:
        """Straight to the referee; what is not `changed` is as it ought to be."""
        line = self.make(kind, **changed)
        self.desk.show(self.desk.referee.receive(line, now=self.desk.now, by=self.seat))

    def make(self, kind: type[said.Message], **changed: Any) -> str:
        signer = changed.pop("signer", self.signer)
        values = {**self._right(kind), **changed}
        return said.signed(kind, signer, **values).text

    def _right(self, kind: type[said.Message]) -> dict[str, Any]:
        exchange = self.desk.referee.course.exchange
        n = len(exchange.said[self.seat])
        own = {"seat": self.seat, "n": n, "seen": self.desk.last(1 - self.seat)}
        if kind is Hello:
            o = self.desk.offer()
            return {**own, "game": "california_poker", "key": self.signer.key, **_of(o)}
        if issubclass(kind, said.Aside):
            return {**own, "match": self.desk.match.match, "hand": self.desk.hand, "key": self.signer.key}
        return {**own, "terms": exchange.terms.hash, **self._step(kind)}

    def _step(self, kind: type[said.Message]) -> dict[str, Any]:
        exchange = self.desk.referee.course.exchange
        terms = exchange.terms
        if kind is Commit:
            cosign = self.signer.sign(terms.running.digest)
            return {"hash": commit_hash(terms.hash, self.signer.key, self.secret), "cosign": cosign}
        if kind is Secret:
            return {"secret": self.secret}
        if kind is Seal:
            return {"hash": seal_hash(terms.hash, exchange.deal, self.signer.key, self.salt, 0b00001111)}
        if kind is Open:
            return {"salt": self.salt, "mask": 0b00001111}
        assert kind is Result
        shares, hash_ = exchange.result
        return {"shares": shares, "hash": hash_, "cosign": self.signer.sign(terms.settled(shares).digest)}


def against_cheat(seat: int = 1, upto: type[said.Message] = Secret, **more: Any) -> tuple[Desk, Cheat]:
    """A hand in which `seat` is played by a cheat, who has been honest so far: `upto` is his last message."""
    desk = Desk(**more)
    cheat = Cheat(desk, seat)
    desk.mute.add(seat)
    desk.agree()
    desk.deaf.add(seat)
    desk.deliver()
    for kind in () if upto is Hello else (Commit, Secret, Seal, Open, Result):
        if kind is Seal:
            desk.send(1 - seat, desk.sides[1 - seat].choose(give=cards_of(desk.sides[1 - seat], 0b11110000)))
            desk.deliver()
        cheat.send(kind)
        desk.deliver()
        if kind is upto:
            break
    return desk, cheat


def cards_of(side: Session, mask: int) -> list[int]:
    return [card for at, card in enumerate(side.mine or ()) if mask >> at & 1]


def masks() -> Iterator[int]:
    return (mask for mask in range(256) if mask.bit_count() == 4)


def _of(o: Offer) -> dict[str, Any]:
    return {
        "match": o.match,
        "hand": o.hand,
        "stakes": o.stakes,
        "balances": o.balances,
        "clock": o.clock,
        "dead": o.dead,
        "escrow": o.escrow,
    }
