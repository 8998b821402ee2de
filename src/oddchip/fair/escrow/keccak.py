"""Keccak-256 as Ethereum uses it: what an address is made with. (SHA3-256 of hashlib pads otherwise.)"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_RATE = 136


def _round_constants() -> list[int]:
    """The 24 constants out of the shift register that defines them (FIPS 202, algorithm 5)."""
    found, register = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            constant |= (register & 1) << ((1 << j) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        found.append(constant)
    return found


def _path() -> list[tuple[int, int]]:
    """The 24 lanes that rho and pi move, in turn, and how far each is rolled (FIPS 202, algorithms 2 and 3)."""
    found, x, y = [], 1, 0
    for t in range(24):
        x, y = y, (2 * x + 3 * y) % 5
        found.append((x + 5 * y, (t + 1) * (t + 2) // 2 % 64))
    return found


_CONSTANTS, _PATH = _round_constants(), _path()


def _rolled(lane: int, by: int) -> int:
    return ((lane << by) | (lane >> (64 - by))) & _MASK


def _permute(lanes: list[int]) -> None:
    for constant in _CONSTANTS:
        columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        for x in range(5):
            mixed = columns[x - 1] ^ _rolled(columns[(x + 1) % 5], 1)
            for y in range(0, 25, 5):
                lanes[x + y] ^= mixed
        carried = lanes[1]
        for place, by in _PATH:
            lanes[place], carried = _rolled(carried, by), lanes[place]
        for y in range(0, 25, 5):
            row = lanes[y : y + 5]
            for x in range(5):
                lanes[x + y] = row[x] ^ (~row[(x + 1) % 5] & _MASK & row[(x + 2) % 5])
        lanes[0] ^= constant


def keccak256(data: bytes) -> bytes:
    """The 32 bytes."""
    padded = bytearray(data + b"\x01" + bytes(-(len(data) + 1) % _RATE))
    padded[-1] |= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), _RATE):
        for i in range(_RATE // 8):
            lanes[i] ^= int.from_bytes(padded[start + 8 * i : start + 8 * i + 8], "little")
        _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])
