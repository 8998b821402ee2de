"""The seeds of a seat: a chain of hashes made once, told backwards.

From a secret, each value is the hash of the one before. The last, the *tip*, is told when the player sits down; the
seed for the next hand is the value before it, which nobody can compute from the tip but everybody can check against it,
and which is then the tip. So a seat cannot choose its seed after it has seen anything, and nobody can choose it for the
seat. A chain belongs to one seat at one table and each seed is told once.
"""

from __future__ import annotations

from oddchip.fair.errors import FairError
from oddchip.fair.hashing import DIGEST, digest

LENGTH = 4096


def follows(tip: bytes, seed: bytes) -> bool:
    """Is `seed` the value before `tip`?"""
    return len(seed) == DIGEST and digest("chain", seed) == tip


class SeedChain:
    """A seat's own chain, which stays with its client.

    `tip` is what may be told before a hand; `reveal` gives the seed for it and moves on; `left` are as many more.
    """

    __slots__ = ("_values",)

    def __init__(self, values: list[bytes]) -> None:
        self._values = values

    @classmethod
    def made(cls, secret: bytes, length: int = LENGTH) -> SeedChain:
        """The chain of a secret of 32 bytes, good for `length` seeds."""
        if len(secret) != DIGEST or length < 1:
            raise FairError(f"a chain grows from a secret of {DIGEST} bytes and holds one seed or more")
        values = [secret]
        for _ in range(length):
            values.append(digest("chain", values[-1]))
        return cls(values)

    @property
    def tip(self) -> bytes:
        return self._values[-1]

    @property
    def left(self) -> int:
        return len(self._values) - 1

    def reveal(self) -> bytes:
        """The next seed, never to be told again; it is the tip from now on."""
        if not self.left:
            raise FairError("this chain has no seed left: make a new one and commit to its tip")
        self._values.pop()
        return self._values[-1]

    def __repr__(self) -> str:
        return f"SeedChain(tip={self.tip.hex()}, left={self.left})"
