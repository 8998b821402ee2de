"""Signatures over secp256k1, as `ecrecover` checks them: plain Python, for play tokens and as the contract's oracle.

One form only: r, s and v in 65 bytes, s in the lower half, v 27 or 28. Not hardened against somebody who measures the
time it takes to sign.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator

from oddchip.fair.errors import FairError
from oddchip.fair.escrow.keccak import keccak256

FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
_BASE = (
    0x79BE667E_F9DCBBAC_55A06295_CE870B07_029BFCDB_2DCE28D9_59F2815B_16F81798,
    0x483ADA77_26A3C465_5DA4FBFC_0E1108A8_FD17B448_A6855419_9C47D08F_FB10D4B8,
)
Point = tuple[int, int]
_Scaled = tuple[int, int, int]
_NOWHERE: _Scaled = (0, 1, 0)


def address_of(secret: bytes) -> bytes:
    """The 20 bytes of the address whose secret key this is."""
    return _address(_point(_times((_BASE, _number(secret)))))


def sign(secret: bytes, digest: bytes) -> bytes:
    """r, s and v over 32 bytes; always the same for the same key and digest (RFC 6979)."""
    key, message = _number(secret), int.from_bytes(_sized(digest, 32, "a digest"))
    for once in _nonces(key, message % ORDER):
        x, y = _point(_times((_BASE, once)))
        r = x % ORDER
        s = pow(once, -1, ORDER) * (message + r * key) % ORDER
        if x >= ORDER or not r or not s:
            continue
        odd = y & 1
        if s > ORDER // 2:
            s, odd = ORDER - s, odd ^ 1
        return r.to_bytes(32) + s.to_bytes(32) + bytes([27 + odd])
    raise AssertionError("the stream has no end")


def signer_of(digest: bytes, signature: bytes) -> bytes | None:
    """The address that signed, None where the signature is not in the one form or belongs to no point."""
    if len(signature) != 65 or len(digest) != 32 or signature[64] not in (27, 28):
        return None
    r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:64])
    if not 0 < r < ORDER or not 0 < s <= ORDER // 2:
        return None
    square = (pow(r, 3, FIELD) + 7) % FIELD
    y = pow(square, (FIELD + 1) // 4, FIELD)
    if y * y % FIELD != square:
        return None
    if y & 1 != signature[64] - 27:
        y = FIELD - y
    inverse = pow(r, -1, ORDER)
    signer = _times((_BASE, -int.from_bytes(digest) * inverse % ORDER), ((r, y), s * inverse % ORDER))
    return _address(_point(signer)) if signer[2] else None


def _number(secret: bytes) -> int:
    number = int.from_bytes(_sized(secret, 32, "a secret key"))
    if not 0 < number < ORDER:
        raise FairError("a secret key is a number above 0 and below the order of secp256k1")
    return number


def _sized(data: bytes, size: int, what: str) -> bytes:
    if len(data) != size:
        raise FairError(f"{what} has {size} bytes, not {len(data)}")
    return data


def _address(point: Point) -> bytes:
    return keccak256(point[0].to_bytes(32) + point[1].to_bytes(32))[12:]


def _nonces(key: int, message: int) -> Iterator[int]:
    """RFC 6979, section 3.2, with SHA-256."""
    k, v = bytes(32), b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        k = hmac.digest(k, v + mark + key.to_bytes(32) + message.to_bytes(32), "sha256")
        v = hmac.digest(k, v, "sha256")
    while True:
        v = hmac.digest(k, v, "sha256")
        if 0 < (number := int.from_bytes(v)) < ORDER:
            yield number
        k = hmac.digest(k, v + b"\x00", "sha256")
        v = hmac.digest(k, v, "sha256")


# --- points, as (X, Y, Z) with x = X / Z² and y = Y / Z³ --------------------------------------------------------------


def _times(*terms: tuple[Point, int]) -> _Scaled:
    """The sum of points, each so many times: all are doubled together."""
    total = _NOWHERE
    for bit in reversed(range(256)):
        total = _doubled(total)
        for point, times in terms:
            if times >> bit & 1:
                total = _added(total, point)
    return total


def _doubled(point: _Scaled) -> _Scaled:
    x, y, z = point
    if not z:
        return point
    yy = y * y % FIELD
    s, m = 4 * x * yy % FIELD, 3 * x * x
    new = (m * m - 2 * s) % FIELD
    return new, (m * (s - new) - 8 * yy * yy) % FIELD, 2 * y * z % FIELD


def _added(point: _Scaled, other: Point) -> _Scaled:
    x, y, z = point
    if not z:
        return (*other, 1)
    zz = z * z % FIELD
    h, r = (other[0] * zz - x) % FIELD, (other[1] * zz * z - y) % FIELD
    if not h:
        return _doubled(point) if not r else _NOWHERE
    hh = h * h % FIELD
    hhh, v = hh * h % FIELD, x * hh % FIELD
    new = (r * r - hhh - 2 * v) % FIELD
    return new, (r * (v - new) - y * hhh) % FIELD, z * h % FIELD


def _point(point: _Scaled) -> Point:
    inverse = pow(point[2], -1, FIELD)
    return point[0] * inverse**2 % FIELD, point[1] * inverse**3 % FIELD
