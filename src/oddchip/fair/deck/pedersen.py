"""Commitments in the group of edwards25519: a point hides a value for ever and binds to it.

``C = value * V + salt * B``: B is the standard base point, V a second generator nobody knows the logarithm of, made by
hashing (`second_generator`). All points lie in the main subgroup, of the prime order L; others are refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)
from nacl.exceptions import RuntimeError as Impossible

from oddchip.fair.errors import FairError
from oddchip.fair.hashing import digest, number

L = 2**252 + 27742317777372353535851937790883648493
POINT = SCALAR = 32
MOST_VALUE = 64


def scalar_bytes(value: int) -> bytes:
    """A scalar as 32 bytes, least significant first."""
    return (value % L).to_bytes(SCALAR, "little")


def scalar_from(data: bytes) -> int:
    """The scalar that 32 bytes are; `FairError` unless it is from 1 to L - 1, in the one form there is."""
    value = int.from_bytes(data, "little")
    if len(data) != SCALAR or not 0 < value < L:
        raise FairError("a scalar is 32 bytes, least significant first, not zero and below the order of the group")
    return value


def random_scalar(bits: Callable[[int], bytes]) -> int:
    """A scalar from 1 to L - 1, each as likely as the other to 2**-256: 64 random bytes for each."""
    return int.from_bytes(bits(64), "little") % (L - 1) + 1


def times(scalar: int, point: bytes) -> bytes:
    """`scalar * point`; `FairError` for a point outside the main subgroup, and where nothing (the identity) is left."""
    try:
        return crypto_scalarmult_ed25519_noclamp(scalar_bytes(scalar), point)
    except Impossible:
        raise FairError("a point is not in the main subgroup of the curve, or vanishes") from None


def times_base(scalar: int) -> bytes:
    """`scalar * B`."""
    try:
        return crypto_scalarmult_ed25519_base_noclamp(scalar_bytes(scalar))
    except Impossible:
        raise FairError("a scalar is zero where it cannot be") from None


def plus(a: bytes, b: bytes) -> bytes:
    try:
        return crypto_core_ed25519_add(a, b)
    except Impossible:
        raise FairError("a point is not on the curve") from None


def minus(a: bytes, b: bytes) -> bytes:
    try:
        return crypto_core_ed25519_sub(a, b)
    except Impossible:
        raise FairError("a point is not on the curve") from None


def check_point(point: bytes) -> None:
    """`FairError` unless it is a point of the main subgroup in its one form, and not the identity."""
    if len(point) != POINT or not crypto_core_ed25519_is_valid_point(point):
        raise FairError(f"{point.hex()} is not a point of the main subgroup")


@lru_cache(1)
def second_generator() -> bytes:
    """V: the first of digest("generator", 0), ("generator", 1) ... that is a point in its one form, times eight."""
    counter = 0
    while True:
        try:
            found = digest("generator", number(counter))
            for _ in range(3):
                found = crypto_core_ed25519_add(found, found)
        except Impossible:
            counter += 1
            continue
        if crypto_core_ed25519_is_valid_point(found):
            return found
        counter += 1


@lru_cache(1)
def values() -> tuple[bytes, ...]:
    """`k * V` for k from 1; at 0 there is nothing."""
    found = [second_generator()]
    while len(found) < MOST_VALUE:
        found.append(plus(found[-1], found[0]))
    return (b"", *found)


def commit(value: int, salt: int) -> bytes:
    """The point that commits to a small value, 1 to 64."""
    return plus(values()[value], times_base(salt))


def opens(point: bytes, value: int, salt: bytes) -> bool:
    """Is `point` the commitment to this value with this salt?"""
    try:
        return commit(value, scalar_from(salt)) == point
    except FairError:
        return False
