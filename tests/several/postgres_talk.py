"""As much of PostgreSQL's protocol (version 3, without TLS) as it takes to know where something is committed.

Bytes go in as they come, and out in parts that belong together: what a client says up to the message that makes the
server answer, what a server says up to the end of an answer to a commit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

#: What may still be followed by more, before the server is to answer: parse, bind, execute, describe, close.
_GOES_ON = b"PBEDC"
_WRITES = re.compile(rb"\b(INSERT|UPDATE|DELETE)\b")
_SSL, _GSS = 80877103, 80877104


@dataclass
class Talk:
    """One connection."""

    awaited: bool = False  # a commit was sent, and is not answered
    idle: bool = True  # no transaction is under way
    _begun: bool = False
    _next_begins: bool = False
    _bare: bool = False  # the server answers with a single letter: whether it speaks TLS
    _up: bytes = b""
    _down: bytes = b""
    _part: bytes = b""
    _answer: bytes = b""
    _commits: bool = False
    _failed: bool = False
    _statements: dict[bytes, bytes] = field(default_factory=dict)

    def said(self, piece: bytes) -> Iterator[tuple[bytes, bool]]:
        """What a client said, in parts, each with whether it commits something."""
        self._up += piece
        while message := self._next_said():
            self._part += message
            kind = message[:1]
            self._commits |= self._is_commit(kind, message[5:])
            if kind not in _GOES_ON or not self._begun:
                part, commits, self._part, self._commits = self._part, self._commits, b"", False
                self.awaited |= commits
                yield part, commits

    def answered(self, piece: bytes) -> Iterator[tuple[bytes, bool]]:
        """What the server said, in parts, each with whether it says that a commit is done."""
        if self._bare:
            yield piece[:1], False
            self._bare, piece = False, piece[1:]
        self._down += piece
        while message := _whole(self._down, 1):
            self._down = self._down[len(message) :]
            kind = message[:1]
            self._failed |= kind == b"E"
            self._answer += message
            if kind == b"Z":
                self.idle = message[5:6] == b"I"
            if kind == b"Z" or not self.awaited:
                done = self.awaited and not self._failed
                answer, self._answer = self._answer, b""
                if kind == b"Z":
                    self.awaited = self._failed = False
                yield answer, done

    def _next_said(self) -> bytes:
        """The next whole message, b"" if there is none. The first ones have no letter."""
        message = _whole(self._up, 1 if self._begun else 0)
        self._up = self._up[len(message) :]
        if message and not self._begun:
            code = int.from_bytes(message[4:8], "big")
            self._bare = code in (_SSL, _GSS)
            self._next_begins = not self._bare
        return message

    def _is_commit(self, kind: bytes, body: bytes) -> bool:
        if not self._begun:
            self._begun = self._next_begins
            return False
        if kind == b"P":
            name, sql, _ = body.split(b"\0", 2)
            self._statements[name] = sql
            return False
        if kind == b"B":
            sql = self._statements.get(body.split(b"\0", 2)[1], b"")
            return sql.startswith(b"COMMIT") or (self.idle and bool(_WRITES.search(sql)))
        if kind == b"Q":
            return body.startswith(b"COMMIT") or (self.idle and bool(_WRITES.search(body)))
        return False


def _whole(text: bytes, letters: int) -> bytes:
    """The message that a text begins with, b"" if it is not all there."""
    if len(text) < letters + 4:
        return b""
    size = letters + int.from_bytes(text[letters : letters + 4], "big")
    return text[:size] if len(text) >= size else b""
