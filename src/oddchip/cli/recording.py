"""Hands kept in files: `--record FILE`, and the unfinished hand of a player who leaves."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from oddchip.cli.frame import WrongUse
from oddchip.errors import HistoryError
from oddchip.hand import Hand
from oddchip.history import dump, load_all

_NUMBER = re.compile(r"^\[(\d+)\]$", re.M)


class Recorder:
    """Appends hands to a file as sections [1], [2] and so on; checked before the first card is dealt."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.number = self._last_number()
        try:
            with self.path.open("a", encoding="utf-8"):
                pass
        except OSError as wrong:
            raise WrongUse(f"cannot write hands to {path}: {wrong.strerror}") from None

    def _last_number(self) -> int:
        try:
            if self.path.exists() and not self.path.is_file():
                raise WrongUse(f"cannot write hands to {self.path}: it is no ordinary file")
            text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
            if not text.strip():
                return 0
            load_all(text, str(self.path))
        except OSError as wrong:
            raise WrongUse(f"cannot write hands to {self.path}: {wrong.strerror}") from None
        except (HistoryError, UnicodeDecodeError) as wrong:
            raise WrongUse(f"{self.path} holds something else than recorded hands and is left alone: {wrong}") from None
        numbers = [int(number) for number in _NUMBER.findall(text)]
        if not numbers:
            raise WrongUse(f"{self.path} is the record of a single hand, to which no other can be added")
        return max(numbers)

    def add(self, hand: Hand, names: Mapping[int, str]) -> None:
        """Append a hand, finished or not."""
        self.number += 1
        text = dump(hand, names, hand=self.number)
        gap = "\n" if self.number > 1 else ""
        before = self.path.stat().st_size if self.path.exists() else 0
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{gap}[{self.number}]\n{text}")
        except BaseException as wrong:
            with suppress(OSError):  # no half hand stays behind
                os.truncate(self.path, before)
            if not isinstance(wrong, OSError):
                raise
            raise WrongUse(f"cannot write hands to {self.path}: {wrong.strerror}") from None


def unfinished_path() -> Path:
    """Where a hand that was left goes: unfinished.toml in the user's state folder."""
    try:
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:
        raise OSError(errno.ENOENT, "there is no home folder") from None
    return Path(home) / "oddchip" / "unfinished.toml"


def keep_unfinished(hand: Hand, names: Mapping[int, str]) -> Path:
    """Keep the hand that was left, in place of the one before. `OSError` when it cannot be written."""
    path = unfinished_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    # In one step, so that a full disk leaves the hand before as it was.
    new = path.with_suffix(".new")
    new.write_text(dump(hand, names), encoding="utf-8")
    new.replace(path)
    return path
