"""Signatures: Ed25519 over a digest with a tag of its own, by PyNaCl."""

from __future__ import annotations

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from oddchip.fair.errors import FairError
from oddchip.fair.hashing import digest

KEY, SIGNATURE = 32, 64


class Signer:
    """Who signs: made from 32 secret bytes; `key` is what others check his signatures with."""

    __slots__ = ("_signing", "key")

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY:
            raise FairError(f"a signing key is made from {KEY} secret bytes, not {len(secret)}")
        self._signing = SigningKey(secret)
        self.key = bytes(self._signing.verify_key)

    def sign(self, what: bytes) -> bytes:
        """64 bytes over a digest."""
        return self._signing.sign(what).signature

    def sign_parts(self, tag: str, *parts: bytes) -> bytes:
        """64 bytes over ``digest(tag, *parts)``."""
        return self.sign(digest(tag, *parts))

    def __repr__(self) -> str:
        return f"Signer(key={self.key.hex()})"


def is_signed(key: bytes, what: bytes, signature: bytes) -> bool:
    """Did the owner of `key` sign this digest?"""
    if len(key) != KEY or len(signature) != SIGNATURE:
        return False
    try:
        VerifyKey(key).verify(what, signature)
    except BadSignatureError:
        return False
    return True


def check_signature(key: bytes, what: bytes, signature: bytes, of: str) -> None:
    """`FairError` unless the owner of `key` signed this digest; `of` says what it stands for."""
    if not is_signed(key, what, signature):
        raise FairError(f"the signature of {of} is not by the key {key.hex()}")
