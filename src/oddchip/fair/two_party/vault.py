"""Where a player keeps what must never be lost or made twice: an object that the caller gives, so that nothing here
opens a file.

A secret is saved before the message that needs it exists, and a message before it is sent. So whatever happens between
the two, and however often a session is taken up again, the same hand is played with the same secret and the same
choice, and no number is ever signed twice.
"""

from __future__ import annotations

from typing import Protocol

from oddchip.fair.errors import FairError


class Marks(Protocol):
    """Remembers secrets by their marks, for ever."""

    def first_seen(self, mark: bytes, place: bytes) -> bytes:
        """The hand (its place) in which this mark was seen first; it is remembered as seen in `place` if it is new."""


class Vault(Marks, Protocol):
    """A player's own store. Nothing returns before it is durable."""

    def lease(self) -> int:
        """Makes the caller the only session of this player, by a number higher than any before."""

    def save(self, lease: int, place: bytes, what: str, value: bytes) -> None:
        """Keeps `value`; `FairError` when the lease is not the latest, or when something else is kept there already."""

    def load(self, place: bytes, what: str) -> bytes | None:
        """What is kept there."""


class MemoryVault:
    """A vault that lasts as long as the process: for bots, and for tests."""

    def __init__(self) -> None:
        self.kept: dict[tuple[bytes, str], bytes] = {}
        self.marks: dict[bytes, bytes] = {}
        self.leases = 0

    def lease(self) -> int:
        self.leases += 1
        return self.leases

    def save(self, lease: int, place: bytes, what: str, value: bytes) -> None:
        if lease != self.leases:
            raise FairError("this hand goes on in another window: this one may play no further")
        if self.kept.setdefault((place, what), value) != value:
            raise FairError(f"another {what} is kept for this hand already")

    def load(self, place: bytes, what: str) -> bytes | None:
        return self.kept.get((place, what))

    def first_seen(self, mark: bytes, place: bytes) -> bytes:
        return self.marks.setdefault(mark, place)
