"""States of the channel that both have signed: which one counts, and who has signed twice.

Numbers count: of two states that both players have signed, the later is the true one. Two different states under one
number, both signed by one key, prove that the owner of that key signs twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from oddchip.fair.errors import FairError
from oddchip.fair.signing import is_signed
from oddchip.fair.two_party.hashes import Keys
from oddchip.fair.two_party.terms import State

Checker = Callable[[bytes, bytes, bytes], bool]
"""Did this key sign this digest with this signature? Ed25519 between players; a contract has its own."""


@dataclass(frozen=True, slots=True)
class Cosigned:
    """A state and what each seat's key has signed; a signature is empty as long as it is not known."""

    state: State
    signatures: tuple[bytes, bytes]

    def signers(self, keys: Keys, check: Checker = is_signed) -> tuple[int, ...]:
        """The seats that have really signed it."""
        return tuple(seat for seat in (0, 1) if check(keys[seat], self.state.digest, self.signatures[seat]))

    def is_whole(self, keys: Keys, check: Checker = is_signed) -> bool:
        return self.signers(keys, check) == (0, 1)


def latest(states: list[Cosigned], keys: Keys, check: Checker = is_signed) -> Cosigned | None:
    """The state that counts: of those that both have signed, the one with the highest number."""
    whole = [each for each in states if each.is_whole(keys, check)]
    return max(whole, key=lambda each: each.state.number, default=None)


def check_later(
    published: Cosigned, by: int, later: Cosigned, other: int, keys: Keys, check: Checker = is_signed
) -> None:
    """`FairError` unless `other` may put `later` in place of what `by` has published: the other player only, the same
    match, a higher number, both signatures."""
    if other == by:
        raise FairError("nobody takes the place of a state that he has published himself")
    if later.state.match != published.state.match:
        raise FairError("this state belongs to another match")
    if later.state.number <= published.state.number:
        raise FairError(f"state {later.state.number} is not later than state {published.state.number}")
    if not later.is_whole(keys, check):
        raise FairError(f"state {later.state.number} is not signed by both")


def double_signed(first: Cosigned, second: Cosigned, keys: Keys, check: Checker = is_signed) -> tuple[int, ...]:
    """The seats that these two states prove to have signed twice: one match, one number, different states."""
    a, b = first.state, second.state
    if (a.match, a.number) != (b.match, b.number) or a.digest == b.digest:
        return ()
    signed = second.signers(keys, check)
    return tuple(seat for seat in first.signers(keys, check) if seat in signed)
