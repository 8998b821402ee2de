"""The one form of what is handed to an escrow; anything else is refused before it is looked at, as a chain does.

Contract and twin both begin with this, so that they say the same of what could never be sent.
"""

from __future__ import annotations

from oddchip.fair.escrow.terms import EscrowRefused, State

_U64 = 2**64


def word(*values: bytes) -> None:
    """Hashes, secrets, salts, ids: 32 bytes."""
    for value in values:
        if not isinstance(value, bytes) or len(value) != 32:
            raise EscrowRefused("expected 32 bytes")


def address(*values: bytes) -> None:
    for value in values:
        if not isinstance(value, bytes) or len(value) != 20:
            raise EscrowRefused("expected an address of 20 bytes")


def whole(*values: int) -> None:
    for value in values:
        if type(value) is not int or not 0 <= value < _U64:
            raise EscrowRefused("expected a whole number of 64 bits")


def byte(value: int) -> None:
    if type(value) is not int or not 0 <= value < 256:
        raise EscrowRefused("expected a byte")


def signature(*values: bytes) -> None:
    """At most 65 bytes; whether it is one is for the contract to say."""
    for value in values:
        if not isinstance(value, bytes) or len(value) > 65:
            raise EscrowRefused("expected a signature of 65 bytes")


def state(*values: State) -> None:
    for value in values:
        whole(value.number, *value.balances)
        if value.hand is not None:
            whole(value.hand.number)
            word(*value.hand.commitments, *value.hand.secrets, *value.hand.seals)
