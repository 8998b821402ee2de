"""How calls to a contract are written and what they give is read: as much of Ethereum's ABI as the escrow's calls need.

Words of 32 bytes: whole numbers, addresses, hashes and truths, in arrays of fixed length and structures too, one after
the other. Byte strings stand behind the words, and a word says where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from oddchip.fair.escrow.keccak import keccak256

_ARRAY = re.compile(r"(.+)\[([0-9]+)]")
_WORD = 32


class Function:
    """One function of a contract."""

    def __init__(self, abi: dict[str, Any]) -> None:
        self.takes, self.gives = (_types(abi[side]) for side in ("inputs", "outputs"))
        self.is_view = abi["stateMutability"] in ("view", "pure")
        self.selector = keccak256(f"{abi['name']}({','.join(map(_name, self.takes))})".encode())[:4]

    def call(self, values: Sequence[Any]) -> bytes:
        """The bytes of a call with these values: ints, bools and bytes, in tuples where there are several."""
        heads: list[bytes] = []
        tails = b""
        size = sum(_WORD * _width(kind) for kind in self.takes)
        for kind, value in zip(self.takes, values, strict=True):
            if kind == "bytes":
                heads.append((size + len(tails)).to_bytes(_WORD))
                tails += len(value).to_bytes(_WORD) + value + bytes(-len(value) % _WORD)
            else:
                heads += _words(kind, value)
        return self.selector + b"".join(heads) + tails

    def read(self, output: bytes) -> Any:
        """What a call has given: one value, or None for nothing."""
        words = iter([output[at : at + _WORD] for at in range(0, len(output), _WORD)])
        found = [_value(kind, words) for kind in self.gives]
        return found[0] if found else None


Kind = str | tuple[Any, ...]
"""A type: its name, ("array", kind, length), or the types of a structure."""


def _types(parts: Sequence[dict[str, Any]]) -> tuple[Kind, ...]:
    return tuple(_type(part["type"], part) for part in parts)


def _type(name: str, part: dict[str, Any]) -> Kind:
    if array := _ARRAY.fullmatch(name):
        return ("array", _type(array[1], part), int(array[2]))
    return ("struct", *_types(part["components"])) if name == "tuple" else name


def _name(kind: Kind) -> str:
    if isinstance(kind, str):
        return kind
    if kind[0] == "array":
        return f"{_name(kind[1])}[{kind[2]}]"
    return f"({','.join(map(_name, kind[1:]))})"


def _parts(kind: tuple[Any, ...]) -> Sequence[Kind]:
    return [kind[1]] * kind[2] if kind[0] == "array" else kind[1:]


def _width(kind: Kind) -> int:
    """How many words."""
    return 1 if isinstance(kind, str) else sum(map(_width, _parts(kind)))


def _words(kind: Kind, value: Any) -> list[bytes]:
    if not isinstance(kind, str):
        return [word for part, one in zip(_parts(kind), value, strict=True) for word in _words(part, one)]
    if kind == "bytes32":
        return [bytes(value)]
    return [bytes(value).rjust(_WORD, b"\0") if kind == "address" else int(value).to_bytes(_WORD)]


def _value(kind: Kind, words: Iterator[bytes]) -> Any:
    if not isinstance(kind, str):
        return tuple([_value(part, words) for part in _parts(kind)])
    word = next(words)
    if kind == "bytes32":
        return word
    if kind == "address":
        return word[12:]
    return bool(word[-1]) if kind == "bool" else int.from_bytes(word)
