"""Where a command writes and a person answers: colours and symbols where the terminal has them, plain words elsewhere.

What is said is a list of *spans*, texts with or without a style, so that the same words serve both. Plain output has no
drawing, no colour and no symbol; it is for screen readers, dumb terminals, pipes and files.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from oddchip.telling import Span, plainly

if TYPE_CHECKING:
    from rich.console import Console

PAUSE = 0.35
#: The longest complaint, in characters.
MOST_SAID = 400
#: Who, and with which password: what an address may hold before its host.
_LOGIN = re.compile(r"(?<=://)[^\s@]*:[^\s]*@")


class Screen:
    """The streams of a command. `plain` says whether words must do without drawing."""

    def __init__(self, stdin: TextIO, stdout: TextIO, stderr: TextIO, environ: Mapping[str, str] = os.environ) -> None:
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.plain = not is_rich_terminal(stdout, environ)
        self.pause = PAUSE if stdout.isatty() else 0.0
        self._console: Console | None = None

    @property
    def width(self) -> int | None:
        """The columns of the window; None where lines need no wrapping."""
        return shutil.get_terminal_size().columns if self.stdout.isatty() else None

    # --- writing ----------------------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Text as it is."""
        self.stdout.write(text)

    def complain(self, sentence: str) -> None:
        """One sentence to the error stream. What was asked stands in it, and may be very long, no text at all, or an
        address with a password, which is nobody's business.
        """
        sentence = _LOGIN.sub("...@", sentence)
        sentence = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in sentence)
        if len(sentence) > MOST_SAID:
            sentence = f"{sentence[: MOST_SAID // 2]} ... {sentence[-MOST_SAID // 2 :]}"
        with suppress(OSError):
            self.stdout.flush()
        with suppress(OSError):
            self.stderr.write(f"oddchip: {sentence}\n")
            self.stderr.flush()

    def say(self, *spans: Span, indent: int = 0) -> None:
        """One line, wrapped between words where the window is narrow. A word that is longer than that stays whole: it
        may be a path or a link that somebody copies, and the terminal goes on in its next line by itself.
        """
        indent = indent if self._wide() else 0
        if self.plain:
            self._say_plainly(plainly(list(spans)), indent)
        else:
            from rich.padding import Padding
            from rich.text import Text

            text, room = Text.assemble(*spans), self.console.width - indent
            if any(len(word) > room for word in text.plain.split()):
                for line in text.divide(_line_starts(text.plain, room)):
                    line.rstrip()
                    self.console.print(Text(" " * indent).append_text(line), soft_wrap=True)
            else:
                self.console.print(Padding(text, (0, 0, 0, indent)) if indent else text)

    def _wide(self) -> bool:
        return (self.width or 80) >= 40

    def _say_plainly(self, text: str, indent: int) -> None:
        room = self.width
        if room is None:
            self.write(f"{' ' * indent}{text}\n")
            return
        edge = " " * indent
        lines = textwrap.wrap(
            text,
            max(room - 1, 8),
            initial_indent=edge,
            subsequent_indent=edge,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self.write("\n".join(lines or [""]) + "\n")

    def heading(self, text: str) -> None:
        """A title: drawn as a rule, or on a line of its own."""
        if self.plain:
            self.say(text + ("" if text.endswith((".", ":")) else "."))
            return
        from rich.rule import Rule

        if len(text) + 4 <= self.console.width:
            self.console.print(Rule(f"[bold]{_escaped(text)}[/]", align="left", style="dim"))
        else:
            self.say((text, "bold"))

    def show(self, renderable: Any) -> None:
        """Something Rich draws; only where the screen is not plain."""
        self.console.print(renderable)

    @property
    def console(self) -> Console:
        if self._console is None:
            from rich.console import Console

            self._console = Console(file=self.stdout, force_terminal=True, highlight=False, markup=True, emoji=False)
        return self._console

    # --- asking -----------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """What the person enters; `EOFError` at the end of the input."""
        if self.stdin is sys.stdin and self.stdin.isatty():
            import readline  # noqa: F401  (gives the line editing)

            self.stdout.flush()
            return input(prompt)
        self.write(prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        if not line:
            self.write("\n")
            raise EOFError
        return line.rstrip("\r\n")

    def wait(self) -> None:
        """A breath between what bots do, on a terminal."""
        if self.pause:
            self.stdout.flush()
            time.sleep(self.pause)


def _line_starts(text: str, room: int) -> list[int]:
    """Where lines of so many characters begin after the first, no word broken."""
    starts, start = [], 0
    for word in re.finditer(r"\S+", text):
        if text[start : word.start()].strip() and word.end() - start > room:
            start = word.start()
            starts.append(start)
    return starts


def _escaped(text: str) -> str:
    return text.replace("[", "\\[")


def is_rich_terminal(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Does the terminal have colours and symbols, and does its owner want them?"""
    if not stream.isatty() or environ.get("NO_COLOR") or environ.get("TERM", "dumb") in ("dumb", ""):
        return False
    return "utf" in (getattr(stream, "encoding", None) or "").lower() and not _is_ascii_locale(environ)


def _is_ascii_locale(environ: Mapping[str, str]) -> bool:
    """Does the environment ask for a locale without Unicode? (Python itself makes UTF-8 of the C locale.)"""
    said = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "C.UTF-8"
    if environ.get("LANG") in ("C", "POSIX") and not environ.get("LC_ALL"):
        said = environ["LANG"]
    return "utf" not in said.lower()
