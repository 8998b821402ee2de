"""What a file seems to be that a command was given by mistake, and which command takes it."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from typing import Any

#: How JSON begins that is an object, lines of objects or a list of them.
_JSON = re.compile(r"\s*(?:\[\s*)?\{")


def elsewhere(name: str, text: str, command: str) -> str | None:
    """A sentence if the text is for another command than this one; None where nothing tells."""
    what, takes = _seems(text)
    return f"{name} seems to be {what}: oddchip {takes} takes it" if takes not in ("", command) else None


def _seems(text: str) -> tuple[str, str]:
    if _JSON.match(text):
        return "a card room's record of a hand, or a transcript", "verify"
    with suppress(ValueError, RecursionError):
        return _toml(tomllib.loads(text))
    return "", ""


def _toml(data: dict[str, Any]) -> tuple[str, str]:
    hands = [hand for hand in (data, *data.values()) if isinstance(hand, dict)]
    if any("variant" in hand for hand in hands):
        return "a recorded hand", "replay"
    if "player" in data and "game" in data:
        return "the script of an evening", "simulate-night"
    return "", ""
