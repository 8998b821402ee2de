"""A player of hands that an escrow settles: his key, his secrets, his choices, what he signs.

What is made once is kept before it is used and never made again, so that whatever happens in between, the same hand is
played with the same secret and the same choice (docs/two_party.md), and no number of a channel is ever signed twice.
"""

from __future__ import annotations

from collections.abc import Callable

from oddchip.fair.errors import FairError
from oddchip.fair.escrow.curve import address_of, sign
from oddchip.fair.escrow.terms import ChannelTerms, State, Where
from oddchip.fair.two_party.hashes import commit_hash, mark, seal_hash
from oddchip.fair.two_party.swap import is_choice
from oddchip.fair.two_party.vault import Vault

Bits = Callable[[int], bytes]


class Player:
    """`key`: 32 secret bytes. `bits(n)` gives n bytes from the operating system."""

    def __init__(self, key: bytes, vault: Vault, bits: Bits) -> None:
        self._key, self.vault, self._bits = key, vault, bits
        self.address = address_of(key)
        self._lease = vault.lease()

    # --- a hand, by its id --------------------------------------------------------------------------------------------

    def secret(self, hand: bytes) -> bytes:
        """One secret for a hand, always the same, never that of another hand."""
        secret = self._once(hand, "secret")
        if self.vault.first_seen(mark(secret), hand) != hand:
            raise FairError("this secret has been used in another hand")
        return secret

    def commitment(self, hand: bytes) -> bytes:
        return commit_hash(hand, self.address, self.secret(hand))

    def seal(self, hand: bytes, deal: bytes, mask: int) -> bytes:
        """The seal over four cards to give, bit i being card i by rank and suit; `FairError` for another choice than
        the one already made, and for what names not exactly four of eight."""
        if not is_choice(mask):
            raise FairError("exactly four of the eight cards are given")
        self.vault.save(self._lease, hand, "mask", bytes([mask]))
        return seal_hash(hand, deal, self.address, self._once(hand, "salt"), mask)

    def opening(self, hand: bytes) -> tuple[bytes, int]:
        """The salt and the mask of the choice that was sealed."""
        salt, mask = self.vault.load(hand, "salt"), self.vault.load(hand, "mask")
        if salt is None or mask is None:
            raise FairError("nothing is sealed in this hand")
        return salt, mask[0]

    def _once(self, hand: bytes, what: str) -> bytes:
        kept = self.vault.load(hand, what)
        if kept is None:
            kept = self._bits(32)
            self.vault.save(self._lease, hand, what, kept)
        return kept

    # --- a channel ----------------------------------------------------------------------------------------------------

    def sign(self, channel: ChannelTerms, where: Where, state: State) -> bytes:
        """The signature under a state. `FairError` when a later one is signed, or another with this number: of two
        states that the other could publish, the one signed last must be the one that counts."""
        id, digest = channel.hash(where), state.hash(channel, where)
        signed = self._signed(id)
        if signed and signed[-1] != (state.number, digest) and state.number <= signed[-1][0]:
            same = state.number == signed[-1][0]
            raise FairError(f"{'another' if same else 'a later'} state is signed already, so not this {state.number}")
        if not signed or signed[-1][1] != digest:
            self.vault.save(self._lease, id, f"signed {len(signed)}", state.number.to_bytes(8) + digest)
        return sign(self._key, digest)

    def signed(self, channel: ChannelTerms, where: Where, state: State) -> bytes:
        """One's own signature under a state once more; `FairError` where one has not signed it."""
        digest = state.hash(channel, where)
        if (state.number, digest) not in self._signed(channel.hash(where)):
            raise FairError(f"this state {state.number} is not signed by oneself")
        return sign(self._key, digest)

    def _signed(self, channel: bytes) -> list[tuple[int, bytes]]:
        """Numbers and hashes of all states signed in a channel, in turn."""
        found: list[tuple[int, bytes]] = []
        while (kept := self.vault.load(channel, f"signed {len(found)}")) is not None:
            found.append((int.from_bytes(kept[:8]), kept[8:]))
        return found
