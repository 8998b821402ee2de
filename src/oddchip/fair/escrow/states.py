"""The states of a channel as one player keeps them: which comes after which, and the latest that both signed.

Who signs must not sign anything that takes from him. `Ledger` holds the rule for that: it countersigns only what
follows from the state before. A player opens his seal only when both have signed the state that holds both seals: then
no earlier state that the other could publish lets him choose anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from oddchip.fair.errors import FairError
from oddchip.fair.escrow.curve import signer_of
from oddchip.fair.escrow.player import Player
from oddchip.fair.escrow.terms import LAST, ChannelTerms, Standing, State, Two, Where
from oddchip.fair.two_party.hashes import NOTHING, Pair, commit_hash, deal_hash, dealt, seal_hash
from oddchip.fair.two_party.swap import Outcome

Openings = tuple[tuple[bytes, int], tuple[bytes, int]]
"""Salt and mask of each seat."""


@dataclass(frozen=True)
class Signed:
    """A state that both have signed. State 0, what was put in, has empty signatures."""

    state: State
    signatures: Two = (b"", b"")


def shares_of(hand: Standing, terms: bytes, players: Two, stake: int, openings: Openings) -> Pair:
    """What the opened choices give each seat; `FairError` for an opening that is not what was sealed."""
    deal = deal_hash(terms, hand.secrets)
    for player, seal, (salt, mask) in zip(players, hand.seals, openings, strict=True):
        if seal_hash(terms, deal, player, salt, mask) != seal:
            raise FairError("what was opened is not what was sealed")
    winner = Outcome(dealt(deal), (openings[0][1], openings[1][1])).winner
    return {None: (stake, stake), 0: (2 * stake, 0), 1: (0, 2 * stake)}[winner]


class Ledger:
    """One player's side of a channel. `latest` is what he would publish."""

    def __init__(self, player: Player, channel: ChannelTerms, where: Where, deposits: Pair) -> None:
        self.player, self.channel, self.where = player, channel, where
        self.seat = channel.players.index(player.address)
        self.latest = Signed(State(0, deposits))
        self.hands = 0

    def next_number(self) -> int:
        """Each seat proposes numbers of its own, even and odd: so two proposals at once are never two states of one
        number."""
        number = self.latest.state.number + 1
        return number + (number % 2 != self.seat)

    def propose(self, state: State, openings: Openings | None = None) -> bytes:
        """One's own signature under a state that one proposes."""
        if not state.is_last and state.number % 2 != self.seat:
            raise FairError("this number is for the other to propose")
        self._check(state, openings)
        return self.player.sign(self.channel, self.where, state)

    def agree(self, state: State, signature: bytes, openings: Openings | None = None) -> bytes:
        """The signature under a state that the other has proposed and signed; it is the latest from then on."""
        self._check(state, openings)
        if signer_of(state.hash(self.channel, self.where), signature) != self.channel.players[1 - self.seat]:
            raise FairError("the other has not signed this state")
        own = self.player.sign(self.channel, self.where, state)
        self.keep(state, signature)
        return own

    def keep(self, state: State, signature: bytes) -> None:
        """A state that one has signed, with the other's signature."""
        own = self.player.signed(self.channel, self.where, state)
        digest = state.hash(self.channel, self.where)
        if signer_of(digest, signature) != self.channel.players[1 - self.seat]:
            raise FairError("the other has not signed this state")
        if state.number <= self.latest.state.number:
            return
        self.latest = Signed(state, (own, signature) if self.seat == 0 else (signature, own))
        if state.hand is not None:
            self.hands = state.hand.number

    def _check(self, state: State, openings: Openings | None) -> None:
        """`FairError` unless the state follows from the latest one."""
        before = self.latest.state
        if not before.number < state.number <= LAST:
            raise FairError(f"state {state.number} is not later than state {before.number}")
        if state.hand is None:
            self._check_rest(before, state, openings)
        elif before.hand is None:
            self._check_begun(before, state, state.hand)
        else:
            self._check_going_on(before, before.hand, state, state.hand)

    def _check_rest(self, before: State, state: State, openings: Openings | None) -> None:
        paid = (0, 0)
        if before.hand is not None:
            if openings is None or NOTHING in (*before.hand.secrets, *before.hand.seals):
                raise FairError("the hand in progress is not over")
            paid = shares_of(before.hand, self._terms(before.hand), self.channel.players, self.channel.stake, openings)
        if state.balances != (before.balances[0] + paid[0], before.balances[1] + paid[1]):
            raise FairError("the balances are not what the hand has left")

    def _check_begun(self, before: State, state: State, hand: Standing) -> None:
        stake = self.channel.stake
        left = before.balances[0] - stake, before.balances[1] - stake
        if min(left) < 0:
            short = self.channel.players[0 if left[0] < 0 else 1].hex()
            raise FairError(f"the balance of 0x{short} is below the stake of {stake}")
        if state.balances != left or hand.number != self.hands + 1:
            raise FairError("a hand begins with both stakes in the pot and the next number")
        if NOTHING in hand.commitments or hand.commitments[0] == hand.commitments[1]:
            raise FairError("a hand begins with two commitments, each one's own")
        if hand.commitments[self.seat] != self.player.commitment(self._terms(hand)):
            raise FairError("the commitment in this state is not one's own")
        self._check_given(hand)

    def _check_going_on(self, before: State, hand: Standing, state: State, now: Standing) -> None:
        if state.balances != before.balances or (hand.number, hand.commitments) != (now.number, now.commitments):
            raise FairError("while a hand is in progress its pot and its commitments stay")
        for old, new in zip((*hand.secrets, *hand.seals), (*now.secrets, *now.seals), strict=True):
            if old not in (NOTHING, new):
                raise FairError("what has been given in a hand stays")
        self._check_given(now)

    def _check_given(self, hand: Standing) -> None:
        terms = self._terms(hand)
        for player, commitment, secret in zip(self.channel.players, hand.commitments, hand.secrets, strict=True):
            if secret != NOTHING and commit_hash(terms, player, secret) != commitment:
                raise FairError("a secret is not the one committed to")
        if NOTHING in hand.secrets and hand.seals != (NOTHING, NOTHING):
            raise FairError("nothing is sealed before the cards are dealt")
        if NOTHING != hand.seals[0] == hand.seals[1]:
            raise FairError("a seal is copied")
        if hand.seals[self.seat] not in (NOTHING, self._own_seal(hand, terms)):
            raise FairError("the seal in this state is not one's own")

    def _own_seal(self, hand: Standing, terms: bytes) -> bytes:
        """The seal over the choice that is kept; NOTHING where none is."""
        if self.player.vault.load(terms, "salt") is None:
            return NOTHING
        salt, mask = self.player.opening(terms)
        return seal_hash(terms, deal_hash(terms, hand.secrets), self.player.address, salt, mask)

    def _terms(self, hand: Standing) -> bytes:
        return self.channel.hand(self.where, hand.number).hash(self.where)
