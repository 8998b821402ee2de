"""Who somebody is, and tokens: what a person shows to be known.

A session token has 256 random bits and is kept by its hash alone. Invitations are tokens of their own (160 bits), one
kind to play, another to look on; neither says anything about the other, and each can be revoked.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

SESSION_BYTES, INVITE_BYTES, PERSON_BYTES = 32, 20, 9
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a session. `host`: he came with the room's host key and may open tables."""

    id: str
    name: str
    host: bool = False


def hashed(token: str) -> str:
    """How a token is kept: whoever reads the database cannot come in with it."""
    return sha256(token.encode()).hexdigest()


def token_from(bits: bytes) -> str:
    """Random bytes as text that fits in a link or a cookie."""
    return urlsafe_b64encode(bits).decode().rstrip("=")


def in_parts(ids: Iterable[str]) -> list[list[str]]:
    """Ids, a few at a time: as many as are asked for in one question."""
    listed = sorted(ids)
    return [listed[start : start + AT_ONCE] for start in range(0, len(listed), AT_ONCE)]
