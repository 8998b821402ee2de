"""The contract `escrow.vy` behind the one interface, on an embedded chain."""

from __future__ import annotations

from typing import Any

from oddchip.fair.escrow import forms
from oddchip.fair.escrow.chain import Chain
from oddchip.fair.escrow.place import PLAY, START
from oddchip.fair.escrow.terms import (
    ChannelTerms,
    ChannelView,
    Ending,
    EscrowRefused,
    HandTerms,
    HandView,
    Phase,
    Reason,
    Stage,
    Standing,
    State,
    Two,
)
from oddchip.fair.two_party.hashes import NOTHING

_NO_HAND = Standing(0, (NOTHING, NOTHING))


class Contract:
    """An `Escrow` on an embedded chain of its own, at the place `PLAY`. Needs the extra `chain`."""

    def __init__(self, now: int = START) -> None:
        self.chain, self.where = Chain(now), PLAY

    # --- one hand -----------------------------------------------------------------------------------------------------

    def open(
        self, sender: bytes, opponent: bytes, number: int, stake: int, clock: int, commitment: bytes, *, paid: int
    ) -> bytes:
        forms.address(sender, opponent)
        forms.whole(number, stake, clock, paid)
        forms.word(commitment)
        values = opponent, number, stake, clock, commitment
        return bytes(self.chain.call("open", *values, sender=sender, paid=paid))

    def join(self, sender: bytes, hand: bytes, commitment: bytes, *, paid: int) -> None:
        forms.address(sender)
        forms.word(hand, commitment)
        forms.whole(paid)
        self.chain.call("join", hand, commitment, sender=sender, paid=paid)

    def reveal(self, sender: bytes, hand: bytes, secret: bytes) -> None:
        forms.address(sender)
        forms.word(hand, secret)
        self.chain.call("reveal", hand, secret, sender=sender)

    def seal(self, sender: bytes, hand: bytes, seal: bytes) -> None:
        forms.address(sender)
        forms.word(hand, seal)
        self.chain.call("seal", hand, seal, sender=sender)

    def open_seal(self, sender: bytes, hand: bytes, salt: bytes, mask: int) -> None:
        forms.address(sender)
        forms.word(hand, salt)
        forms.byte(mask)
        self.chain.call("open_seal", hand, salt, mask, sender=sender)

    def claim_timeout(self, hand: bytes) -> None:
        forms.word(hand)
        self.chain.call("claim_timeout", hand)

    def withdraw(self, sender: bytes) -> int:
        forms.address(sender)
        return int(self.chain.call("withdraw", sender=sender))

    # --- a channel of hands -------------------------------------------------------------------------------------------

    def open_channel(
        self, sender: bytes, opponent: bytes, number: int, stake: int, clock: int, window: int, *, paid: int
    ) -> bytes:
        forms.address(sender, opponent)
        forms.whole(number, stake, clock, window, paid)
        values = opponent, number, stake, clock, window
        return bytes(self.chain.call("open_channel", *values, sender=sender, paid=paid))

    def join_channel(self, sender: bytes, channel: bytes, *, paid: int) -> None:
        forms.address(sender)
        forms.word(channel)
        forms.whole(paid)
        self.chain.call("join_channel", channel, sender=sender, paid=paid)

    def publish(self, sender: bytes, channel: bytes, state: State, signatures: Two) -> None:
        forms.address(sender)
        forms.word(channel)
        forms.state(state)
        forms.signature(*signatures)
        hand = state.hand or _NO_HAND
        standing = hand.number, hand.commitments, hand.secrets, hand.seals
        values = state.number, state.balances, state.hand is not None, standing
        self.chain.call("publish", channel, *values, *signatures, sender=sender)

    def accuse(self, sender: bytes, channel: bytes, states: tuple[State, State], signatures: Two) -> None:
        forms.address(sender)
        forms.word(channel)
        forms.state(*states)
        forms.signature(*signatures)
        terms = self.channel(channel).terms
        standings = [state.standing_hash(terms, self.where) for state in states]
        numbers, balances = [state.number for state in states], [state.balances for state in states]
        self.chain.call("accuse", channel, numbers, balances, standings, *signatures, sender=sender)

    def finish(self, channel: bytes) -> None:
        forms.word(channel)
        self.chain.call("finish", channel)

    # --- to read ------------------------------------------------------------------------------------------------------

    def hand(self, hand: bytes) -> HandView:
        forms.word(hand)
        return _hand(self.chain.call("hand", hand))

    def channel(self, channel: bytes) -> ChannelView:
        forms.word(channel)
        return _channel(self.chain.call("channel", channel))

    def credit(self, player: bytes) -> int:
        forms.address(player)
        return int(self.chain.call("credit", player))

    def next_hand(self, first: bytes, second: bytes) -> int:
        forms.address(first, second)
        return int(self.chain.call("next_hand", first, second))

    def next_channel(self, first: bytes, second: bytes) -> int:
        forms.address(first, second)
        return int(self.chain.call("next_channel", first, second))

    # --- the chain around it ------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        return self.chain.now

    def wait(self, seconds: int) -> None:
        self.chain.wait(seconds)

    def give(self, player: bytes, tokens: int) -> None:
        self.chain.give(player, tokens)

    def tokens(self, holder: bytes) -> int:
        return self.chain.tokens(holder)


def _hand(read: Any) -> HandView:
    """The structure `Hand` of the contract."""
    players, match, number, stake, clock, phase, deadline, commitments, secrets, seals, masks, deal, cards, *end = read
    if not phase:
        raise EscrowRefused("no such hand")
    shares, reason = end
    return HandView(
        HandTerms(match, number, players, stake, clock),
        Phase(phase),
        deadline,
        commitments,
        secrets,
        seals,
        masks,
        tuple(cards.to_bytes(16, "little")) if deal != NOTHING else (),
        shares,
        Reason(reason),
    )


def _channel(read: Any) -> ChannelView:
    """The structure `Channel` of the contract."""
    players, number, stake, clock, window, stage, deadline, deposits, published, balances, playing, *rest = read
    if not stage:
        raise EscrowRefused("no such channel")
    (hand, commitments, secrets, seals), publisher, paid, ending = rest
    standing = Standing(hand, commitments, secrets, seals) if playing else None
    stands = stage == Stage.DISPUTED or ending == Ending.PUBLISHED
    return ChannelView(
        ChannelTerms(players, stake, clock, window, number),
        Stage(stage),
        deadline,
        deposits,
        State(published, balances, standing) if stands else None,
        publisher,
        paid,
        Ending(ending),
    )
