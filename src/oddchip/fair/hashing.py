"""The one hash of fair dealing, and what is expanded from it: `digest`, `expand`, `permutation`.

Everything that is hashed or signed is `digest(tag, *parts)` with a tag of its own, and every part has its length before
it, so no two different things are ever hashed as the same bytes. docs/fairness.md has all tags and test vectors.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256

from oddchip.fair.errors import FairError

PREFIX = b"oddchip/fair/1/"
DIGEST = 32
_U32, _U64 = 1 << 32, 1 << 64


def head(tag: str) -> bytes:
    """What stands before the parts of a digest with this tag."""
    return PREFIX + tag.encode("ascii") + b"\0"


def digest(tag: str, *parts: bytes) -> bytes:
    """32 bytes: SHA-256 of ``oddchip/fair/1/``, tag, a zero byte, then each part after its length (4 bytes)."""
    return sha256(head(tag) + b"".join([len(part).to_bytes(4, "big") + part for part in parts])).digest()


def number(value: int) -> bytes:
    """A whole number as 8 bytes, most significant first."""
    if type(value) is not int or not 0 <= value < _U64:
        raise FairError(f"expected a whole number from 0 to 2**64 - 1, not {value!r}")
    return value.to_bytes(8, "big")


def text(value: str) -> bytes:
    """Text as UTF-8; only in Unicode's composed form (NFC), so that the same words are the same bytes."""
    if not isinstance(value, str) or unicodedata.normalize("NFC", value) != value:
        raise FairError(f"expected text in composed form (NFC), not {str(value)[:40]!r}")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise FairError("expected text without lone surrogates") from None


def listed(parts: Iterable[bytes]) -> bytes:
    """A list as one part: how many (4 bytes), then each after its length (4 bytes)."""
    found = tuple(parts)
    return len(found).to_bytes(4, "big") + b"".join([len(part).to_bytes(4, "big") + part for part in found])


def expand(key: bytes, tag: str) -> Iterator[bytes]:
    """Endless blocks of 32 bytes: ``digest(tag, key, counter)`` for the counter 0, 1, 2 ..."""
    counter = 0
    while True:
        yield digest(tag, key, number(counter))
        counter += 1


def words(blocks: Iterable[bytes]) -> Iterator[int]:
    """The numbers of 4 bytes, most significant first, that blocks of bytes hold."""
    for block in blocks:
        for at in range(0, len(block) - 3, 4):
            yield int.from_bytes(block[at : at + 4], "big")


def below(bound: int, source: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, each equally likely: 32-bit words too high for that are passed over."""
    limit = _U32 // bound * bound
    while True:
        word = next(source)
        if word < limit:
            return word % bound


def shuffled(count: int, source: Iterator[int]) -> tuple[int, ...]:
    """0 to `count` - 1 in random order: Fisher-Yates from the top (last place first, swapped with one at or below)."""
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = below(i + 1, source)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def permutation(key: bytes, count: int) -> tuple[int, ...]:
    """The order of 0 to `count` - 1 that a key stands for, every order equally likely."""
    return shuffled(count, words(expand(key, "permutation")))
