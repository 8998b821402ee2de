"""A terminal for tests: command lines with answers, and what they write."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass

from oddchip.cli import main


@dataclass(frozen=True)
class Ran:
    """What came of a command line."""

    code: int
    out: str
    err: str


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Answers(io.StringIO):
    """Lines a person enters; `Ctrl-C` among them is an interruption."""

    def readline(self, size: int = -1) -> str:
        line = super().readline(size)
        if line == "Ctrl-C\n":
            raise KeyboardInterrupt
        return line


def oddchip(*argv: str, answers: Iterable[str] = (), tty: bool = False) -> Ran:
    """Run a command line as if from a shell."""
    out, err = Terminal() if tty else io.StringIO(), io.StringIO()
    entered = Answers("".join(f"{answer}\n" for answer in answers))
    code = main(argv, stdin=entered, stdout=out, stderr=err)
    return Ran(code, out.getvalue(), err.getvalue())
