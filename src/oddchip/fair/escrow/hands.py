"""One hand of the twin: what each call changes, in the order in which the contract looks at things."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddchip.fair.escrow.terms import EscrowRefused, HandTerms, HandView, Phase, Reason
from oddchip.fair.two_party.hashes import NOTHING, Pair, commit_hash, deal_hash, dealt, seal_hash
from oddchip.fair.two_party.swap import Outcome, is_choice


def refuse(unless: bool, reason: str) -> None:
    if not unless:
        raise EscrowRefused(reason)


@dataclass
class Hand:
    """`id` is the hash of its terms. What is not given yet is `NOTHING`, as on the chain."""

    id: bytes
    terms: HandTerms
    phase: Phase
    deadline: int
    commitments: list[bytes]
    secrets: list[bytes] = field(default_factory=lambda: [NOTHING, NOTHING])
    seals: list[bytes] = field(default_factory=lambda: [NOTHING, NOTHING])
    masks: list[int] = field(default_factory=lambda: [0, 0])
    deal: bytes = NOTHING
    cards: tuple[int, ...] = ()
    shares: Pair = (0, 0)
    reason: Reason = Reason.NONE

    def seat(self, player: bytes) -> int:
        refuse(player in self.terms.players, "not your hand")
        return self.terms.players.index(player)

    def acting(self, player: bytes, phase: Phase, now: int) -> int:
        """The seat of somebody who may act now; the deadline itself is still in time."""
        seat = self.seat(player)
        refuse(self.phase == phase, "not the time for this")
        refuse(now <= self.deadline, "too late")
        return seat

    def reveal(self, seat: int, secret: bytes, seen: set[tuple[bytes, bytes]], now: int) -> None:
        """`seen`: the secrets that players have shown to this contract, each refused for ever after."""
        refuse(self.secrets[seat] == NOTHING, "done already")
        refuse(secret != NOTHING, "empty")
        player = self.terms.players[seat]
        refuse(commit_hash(self.id, player, secret) == self.commitments[seat], "not what was committed")
        refuse((player, secret) not in seen, "secret seen before")
        seen.add((player, secret))
        self.secrets[seat] = secret
        self.go_on(now)

    def seal(self, seat: int, seal: bytes, now: int) -> None:
        refuse(self.seals[seat] == NOTHING, "done already")
        refuse(seal != NOTHING, "empty")
        refuse(seal != self.seals[1 - seat], "copied")
        self.seals[seat] = seal
        self.go_on(now)

    def open_seal(self, seat: int, salt: bytes, mask: int) -> None:
        refuse(self.masks[seat] == 0, "done already")
        refuse(is_choice(mask), "four cards are given")
        player = self.terms.players[seat]
        refuse(seal_hash(self.id, self.deal, player, salt, mask) == self.seals[seat], "not what was sealed")
        self.masks[seat] = mask
        if all(self.masks):
            self._show()

    def go_on(self, now: int) -> None:
        """Enter the phase that what is there leads to; each gets a clock of its own."""
        before = self.phase
        if self.phase == Phase.REVEAL and NOTHING not in self.secrets:
            self.deal = deal_hash(self.id, (self.secrets[0], self.secrets[1]))
            first, second = dealt(self.deal)
            self.cards = (*first, *second)
            self.phase = Phase.SEAL
        if self.phase == Phase.SEAL and NOTHING not in self.seals:
            self.phase = Phase.OPEN
        if self.phase != before:
            self.deadline = now + self.terms.clock

    def _show(self) -> None:
        outcome = Outcome((self.cards[:8], self.cards[8:]), (self.masks[0], self.masks[1]))
        pot = 2 * self.terms.stake
        self.end(Reason.SHOWN, pot // 2 if outcome.winner is None else pot * (outcome.winner == 0))

    def time_out(self) -> None:
        """Who missed the deadline forfeits; both, or a hand nobody joined: stakes back."""
        given: tuple[object, object] = {
            Phase.WAITING: (True, False),
            Phase.REVEAL: (self.secrets[0] != NOTHING, self.secrets[1] != NOTHING),
            Phase.SEAL: (self.seals[0] != NOTHING, self.seals[1] != NOTHING),
            Phase.OPEN: (self.masks[0] != 0, self.masks[1] != 0),
        }[self.phase]
        stake = self.terms.stake
        if self.phase == Phase.WAITING:
            self.shares, self.reason, self.phase = (stake, 0), Reason.RETURNED, Phase.DONE
        elif given[0] == given[1]:
            self.end(Reason.RETURNED, stake)
        else:
            self.end(Reason.FORFEITED, 2 * stake if given[0] else 0)

    def end(self, reason: Reason, first: int) -> None:
        pot = 2 * self.terms.stake
        self.shares, self.reason, self.phase = (first, pot - first), reason, Phase.DONE

    def view(self) -> HandView:
        two = (self.commitments, self.secrets, self.seals)
        commitments, secrets, seals = ((pair[0], pair[1]) for pair in two)
        masks = self.masks[0], self.masks[1]
        return HandView(
            self.terms,
            self.phase,
            self.deadline,
            commitments,
            secrets,
            seals,
            masks,
            self.cards,
            self.shares,
            self.reason,
        )
