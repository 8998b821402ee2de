"""Messages, and the one form in which each may be written.

A message is one line of JSON in ASCII: the fields of its kind in their order, no spaces, numbers of at most fifteen
digits without leading zeros, bytes as lower-case hex of exactly their length, the signature last. Anything else is no
message: a line is matched whole against its kind's pattern after its length was looked at, so that no parser is ever
handed what a stranger wrote, and what was signed is what was sent, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer, is_signed
from oddchip.fair.two_party.hashes import GAME, Pair, message_hash

LONGEST = 1024
"""Characters of a line at most; the longest message has about 700."""

_NUMBER = r"0|[1-9][0-9]{0,14}"
_HASH, _SIGNATURE = "[0-9a-f]{64}", "[0-9a-f]{128}"
_BYTES = {"match", "terms", "seen", "key", "hash", "secret", "salt", "of", "house"}
_SIGNATURES = {"cosign", "sig"}
_PAIRS = {"stakes", "balances", "shares"}
_WORDS = {
    "game": GAME,
    "end": "settled|forfeit|void|off|chain",
    "cause": "|silent|late|opening|refused|left",
    "escrow": "|[0-9a-f]{40}",
}
_DIGITS = {"seat": "[01]", "loser": "[012]"}


class Message:
    """A signed line. All bytes are raw here, hex on the wire."""

    kind: ClassVar[str]
    n: int
    sig: bytes

    @cached_property
    def text(self) -> str:
        """The line, without a line end."""
        return _written(self)

    @cached_property
    def id(self) -> bytes:
        """The hash that is signed, and by which others speak of this message."""
        return message_hash(_unsigned(self.text))

    def is_by(self, key: bytes) -> bool:
        return is_signed(key, self.id, self.sig)


class Spoken(Message):
    """What a player says. `seat` says who, `n` counts that seat's own messages from 0, `seen` is the hash of the last
    message of the other that the writer had read (zeros: none)."""

    seat: int
    seen: bytes


@dataclass(frozen=True)
class Hello(Spoken):
    """An offer to play a hand on these terms, and the key that signs everything after it."""

    kind = "hello"
    game: str
    match: bytes
    hand: int
    seat: int
    n: int
    seen: bytes
    key: bytes
    stakes: Pair
    balances: Pair
    clock: int
    dead: int
    escrow: bytes
    sig: bytes


@dataclass(frozen=True)
class Said(Spoken):
    """What the messages of a hand have in common."""

    terms: bytes
    seat: int
    n: int
    seen: bytes


@dataclass(frozen=True)
class Commit(Said):
    """The hash of a secret; `cosign` is over the state of the channel with the stakes in the pot."""

    kind = "commit"
    hash: bytes
    cosign: bytes
    sig: bytes


@dataclass(frozen=True)
class Secret(Said):
    """The secret: half of the deal."""

    kind = "secret"
    secret: bytes
    sig: bytes


@dataclass(frozen=True)
class Seal(Said):
    """A choice of four cards, sealed."""

    kind = "seal"
    hash: bytes
    sig: bytes


@dataclass(frozen=True)
class Open(Said):
    """What opens the seal."""

    kind = "open"
    salt: bytes
    mask: int
    sig: bytes


@dataclass(frozen=True)
class Result(Said):
    """The result as the writer has it; `cosign` is over the state of the channel after the hand."""

    kind = "result"
    shares: Pair
    hash: bytes
    cosign: bytes
    sig: bytes


@dataclass(frozen=True)
class Aside(Spoken):
    """What may be said at any time, before there are terms too, and before the writer has said his key."""

    match: bytes
    hand: int
    seat: int
    n: int
    seen: bytes
    key: bytes
    sig: bytes


@dataclass(frozen=True)
class Leave(Aside):
    """I play no further: no hand, if my commitment is not out yet; else I give up the pot."""

    kind = "leave"


@dataclass(frozen=True)
class Chain(Aside):
    """This goes on in the contract."""

    kind = "chain"


@dataclass(frozen=True)
class HouseLine(Message):
    """What the referee says; `n` counts its lines of this hand, `house` is its key, `at` milliseconds on its clock."""

    match: bytes
    hand: int
    house: bytes
    n: int
    at: int


@dataclass(frozen=True)
class Receipt(HouseLine):
    """The message `of` came at `at`; what is awaited now must come no later than `until` (0: nothing is awaited)."""

    kind = "receipt"
    of: bytes
    until: int
    sig: bytes


@dataclass(frozen=True)
class Ruling(HouseLine):
    """How the hand ended; `loser` is the seat that forfeits, 2 for neither, and `cause` the referee's word for why."""

    kind = "ruling"
    end: str
    loser: int
    cause: str
    shares: Pair
    sig: bytes


M = TypeVar("M", bound=Message)
KINDS: dict[str, type[Message]] = {
    kind.kind: kind for kind in (Hello, Commit, Secret, Seal, Open, Result, Leave, Chain, Receipt, Ruling)
}


def signed(kind: Callable[..., M], signer: Signer, **values: Any) -> M:
    """A message of this kind with these values, signed."""
    bare = kind(**values, sig=bytes(64))
    return kind(**values, sig=signer.sign(bare.id))


def read(text: str | bytes) -> Message:
    """The message that a line is; `FairError` for everything that is not written in the one form."""
    line = _line(text)
    found = _START.match(line)
    if found is None or found[1] not in KINDS:
        raise FairError(f"expected a message of one of the kinds {', '.join(KINDS)}")
    kind = KINDS[found[1]]
    whole = _PATTERNS[kind.kind].fullmatch(line)
    if whole is None:
        raise FairError(f"this {kind.kind} message is not written in its one form")
    return kind(**{name: _value(name, value) for name, value in whole.groupdict().items()})


def _line(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise FairError("a message is text")
    if len(text) > LONGEST:
        raise FairError(f"a message has at most {LONGEST} characters, not {len(text)}")
    if not text.isascii():
        raise FairError("a message is written in ASCII")
    return text.decode("ascii") if isinstance(text, bytes) else text


_START = re.compile(r'\{"kind":"([a-z]{1,10})",')


def _pattern(kind: type[Message]) -> re.Pattern[str]:
    parts = [f'"kind":"{kind.kind}"', *(f'"{name}":{_shape(name)}' for name in _fields(kind))]
    return re.compile(r"\{" + ",".join(parts) + r"\}")


def _fields(kind: type[Message]) -> tuple[str, ...]:
    found: dict[str, object] = vars(kind)["__dataclass_fields__"]
    return tuple(found)


def _shape(name: str) -> str:
    if name in _BYTES:
        return f'"(?P<{name}>{_HASH})"'
    if name in _SIGNATURES:
        return f'"(?P<{name}>{_SIGNATURE})"'
    if name in _WORDS:
        return f'"(?P<{name}>{_WORDS[name]})"'
    if name in _PAIRS:
        return rf"\[(?P<{name}>(?:{_NUMBER}),(?:{_NUMBER}))\]"
    return f"(?P<{name}>{_DIGITS.get(name, _NUMBER)})"


_PATTERNS = {name: _pattern(kind) for name, kind in KINDS.items()}


def _value(name: str, written: str) -> Any:
    if name in _BYTES or name in _SIGNATURES or name == "escrow":
        return bytes.fromhex(written)
    if name in _WORDS:
        return written
    if name in _PAIRS:
        first, _, second = written.partition(",")
        return int(first), int(second)
    return int(written)


def _written(message: Message) -> str:
    parts = [f'"kind":"{message.kind}"']
    parts += [f'"{name}":{_json(getattr(message, name))}' for name in _fields(type(message))]
    return "{" + ",".join(parts) + "}"


def _json(value: Any) -> str:
    if isinstance(value, bytes):
        return f'"{value.hex()}"'
    if isinstance(value, tuple):
        return f"[{value[0]},{value[1]}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _unsigned(text: str) -> bytes:
    """The line without its last field."""
    return text[: text.rindex(',"sig":"')].encode("ascii") + b"}"
