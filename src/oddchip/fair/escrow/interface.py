"""The one interface of an escrow: the contract on its chain (`contract.py`) and its twin in plain Python (`twin.py`).

Addresses are 20 bytes, hashes, secrets, seals and salts 32. Whoever calls is named first, as a chain knows him. What is
not done raises `EscrowRefused` with the contract's own reason, and nothing has changed.
"""

from __future__ import annotations

from typing import Protocol

from oddchip.fair.escrow.terms import ChannelView, HandView, State, Two, Where


class Escrow(Protocol):
    """Two stakes held until a hand, or a channel of hands, has decided whose they are."""

    where: Where

    # --- one hand -----------------------------------------------------------------------------------------------------

    def open(
        self, sender: bytes, opponent: bytes, number: int, stake: int, clock: int, commitment: bytes, *, paid: int
    ) -> bytes:
        """Offer a hand to one opponent, with the stake and the commitment to a secret. Gives the hand's id."""

    def join(self, sender: bytes, hand: bytes, commitment: bytes, *, paid: int) -> None:
        """Take it up: only who was named, with the same stake."""

    def reveal(self, sender: bytes, hand: bytes, secret: bytes) -> None:
        """Open one's commitment. The second one deals the sixteen cards."""

    def seal(self, sender: bytes, hand: bytes, seal: bytes) -> None:
        """Choose four cards to give, hidden in a seal."""

    def open_seal(self, sender: bytes, hand: bytes, salt: bytes, mask: int) -> None:
        """Open one's seal. The second one compares the hands and pays."""

    def claim_timeout(self, hand: bytes) -> None:
        """After a deadline: what who missed it loses. Of a hand that is over it changes nothing."""

    def withdraw(self, sender: bytes) -> int:
        """Take what is one's own; gives how much."""

    # --- a channel of hands -------------------------------------------------------------------------------------------

    def open_channel(
        self, sender: bytes, opponent: bytes, number: int, stake: int, clock: int, window: int, *, paid: int
    ) -> bytes:
        """Put chips in for many hands with one opponent. Gives the channel's id."""

    def join_channel(self, sender: bytes, channel: bytes, *, paid: int) -> None: ...

    def publish(self, sender: bytes, channel: bytes, state: State, signatures: Two) -> None:
        """Put a state on the chain that both signed: the first begins a dispute, a later one of the other pre-empts it,
        one numbered `LAST` ends the channel. State 0, what was put in, needs no signature."""

    def accuse(self, sender: bytes, channel: bytes, states: tuple[State, State], signatures: Two) -> None:
        """Show two states of one number that the other signed: he forfeits what is in the channel."""

    def finish(self, channel: bytes) -> None:
        """After the window: pay what the published state says, and let its hand go on on the chain. Of a channel that
        is over it changes nothing."""

    # --- to read ------------------------------------------------------------------------------------------------------

    def hand(self, hand: bytes) -> HandView: ...

    def channel(self, channel: bytes) -> ChannelView: ...

    def credit(self, player: bytes) -> int:
        """What a player may withdraw."""

    def next_hand(self, first: bytes, second: bytes) -> int:
        """The number of the next hand that the first may offer to the second: from 1, without gaps."""

    def next_channel(self, first: bytes, second: bytes) -> int: ...

    # --- the chain around it ------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The time of the chain, in seconds."""

    def wait(self, seconds: int) -> None:
        """Let the chain's time go on."""

    def give(self, player: bytes, tokens: int) -> None:
        """Play tokens out of nothing: there is no other kind."""

    def tokens(self, holder: bytes) -> int:
        """What a player, or the contract itself, holds."""
