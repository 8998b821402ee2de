"""Salted Merkle trees of 64 leaves, one for each candidate order of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from oddchip.fair.hashing import DIGEST, digest, head, number, text

LEAVES, DEPTH = 64, 6
EMPTY = bytes(DIGEST)
_FULL = DIGEST.to_bytes(4, "big")
_PAIR = head("node") + _FULL


def leaf(place: bytes, candidate: int, slot: int, card: str, salt: bytes) -> bytes:
    """The leaf of a slot: nothing of the card can be told from it without the salt."""
    return digest("leaf", place, number(candidate), number(slot), text(card), salt)


def node(left: bytes, right: bytes) -> bytes:
    """``digest("node", left, right)``."""
    return sha256(_PAIR + left + _FULL + right).digest()


def leaves(place: bytes, candidate: int, cards: Sequence[str], salts: bytes) -> list[bytes]:
    """`leaf` of every slot; what is the same in all of them is put together once."""
    start = head("leaf") + _FULL + place + b"\0\0\0\x08" + number(candidate) + b"\0\0\0\x08"
    found = []
    for slot, card in enumerate(cards):
        name = card.encode()
        salt = salts[DIGEST * slot : DIGEST * (slot + 1)]
        middle = slot.to_bytes(8, "big") + len(name).to_bytes(4, "big") + name
        found.append(sha256(start + middle + _FULL + salt).digest())
    return found


def grown(bottom: list[bytes]) -> list[list[bytes]]:
    """All rows of the tree, leaves first, the root alone in the last."""
    rows = [bottom + [EMPTY] * (LEAVES - len(bottom))]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append([node(row[i], row[i + 1]) for i in range(0, len(row), 2)])
    return rows


def path_to(rows: list[list[bytes]], slot: int) -> tuple[bytes, ...]:
    """The neighbours of a slot's leaf and of each node above it, lowest first."""
    return tuple(rows[height][(slot >> height) ^ 1] for height in range(DEPTH))


def climbed(found: bytes, slot: int, path: Sequence[bytes]) -> bytes:
    """The root that a leaf and its path lead to."""
    for height, other in enumerate(path):
        found = node(other, found) if slot >> height & 1 else node(found, other)
    return found
