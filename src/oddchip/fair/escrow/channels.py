"""One channel of the twin: what is put in, which state stands, what is paid out."""

from __future__ import annotations

from dataclasses import dataclass

from oddchip.fair.escrow.curve import signer_of
from oddchip.fair.escrow.hands import refuse
from oddchip.fair.escrow.terms import LAST, ChannelTerms, ChannelView, Ending, Stage, State, Two, Where
from oddchip.fair.two_party.hashes import Pair


@dataclass
class Channel:
    """`id` is the hash of its terms. `publisher` is the seat whose state stands, while a window is open."""

    id: bytes
    terms: ChannelTerms
    where: Where
    stage: Stage
    deadline: int
    deposits: Pair
    published: State | None = None
    publisher: int = 0
    paid: Pair = (0, 0)
    ending: Ending = Ending.NONE

    def seat(self, player: bytes) -> int:
        refuse(player in self.terms.players, "not your channel")
        return self.terms.players.index(player)

    def publish(self, seat: int, state: State, signatures: Two, now: int) -> None:
        refuse(self.stage in (Stage.LIVE, Stage.DISPUTED), "not the time for this")
        refuse(state.number <= LAST, "no such state")
        if state.number != LAST and self.stage == Stage.DISPUTED:
            refuse(now <= self.deadline, "too late")
            refuse(seat != self.publisher, "own state stands")
            assert self.published is not None
            refuse(state.number > self.published.number, "no later state")
        refuse(state.number != LAST or state.hand is None, "a hand is in progress")
        locked = 0 if state.hand is None else 2 * self.terms.stake
        refuse(sum(state.balances) + locked == sum(self.deposits), "chips do not add up")
        if state.number == 0:
            refuse(state.balances == self.deposits and state.hand is None, "not what was put in")
        else:
            self._check_signed(state, signatures)
        if state.number == LAST:
            self.end(Ending.AGREED, state.balances)
        else:
            self.published, self.publisher = state, seat
            self.stage, self.deadline = Stage.DISPUTED, now + self.terms.window

    def accuse(self, seat: int, states: tuple[State, State], signatures: Two) -> None:
        refuse(self.stage in (Stage.LIVE, Stage.DISPUTED), "not the time for this")
        refuse(states[0].number == states[1].number, "two numbers")
        signed = [state.hash(self.terms, self.where) for state in states]
        refuse(signed[0] != signed[1], "one and the same state")
        accused = self.terms.players[1 - seat]
        refuse(all(signer_of(*each) == accused for each in zip(signed, signatures, strict=True)), "not signed")
        total = sum(self.deposits)
        self.end(Ending.DOUBLE_SIGNED, (total, 0) if seat == 0 else (0, total))

    def time_out(self) -> State | None:
        """The state that pays after the window; None where nobody had joined."""
        if self.stage == Stage.WAITING:
            self.end(Ending.NOT_JOINED, self.deposits)
            return None
        assert self.published is not None
        self.end(Ending.PUBLISHED, self.published.balances)
        return self.published

    def end(self, ending: Ending, paid: Pair) -> None:
        self.stage, self.ending, self.paid = Stage.DONE, ending, paid

    def _check_signed(self, state: State, signatures: Two) -> None:
        signed = state.hash(self.terms, self.where)
        signers = tuple(signer_of(signed, signature) for signature in signatures)
        refuse(signers == self.terms.players, "not signed")

    def view(self) -> ChannelView:
        return ChannelView(
            self.terms,
            self.stage,
            self.deadline,
            self.deposits,
            self.published if self.stage == Stage.DISPUTED or self.ending == Ending.PUBLISHED else None,
            self.publisher,
            self.paid,
            self.ending,
        )
