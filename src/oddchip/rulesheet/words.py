"""Small words: numbers, lists, articles, chips."""

from __future__ import annotations

from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def number(many: int) -> str:
    """``four``; from thirteen on in digits."""
    return _NUMBERS[many] if 0 <= many < len(_NUMBERS) else str(many)


def counted(many: int, noun: str) -> str:
    """``one card``, ``five cards``."""
    return f"{number(many)} {noun}{'' if many == 1 else 's'}"


def chips(amount: int) -> str:
    """``1 chip``, ``4 chips``."""
    return f"{amount:,} chip{'' if amount == 1 else 's'}"


def ordinal(many: int) -> str:
    """``third``."""
    return _ORDINALS[many] if 0 < many < len(_ORDINALS) else f"{many}th"


def listed(things: Iterable[str], last: str = "and") -> str:
    """``a, b and c``."""
    *most, end = things
    return f"{', '.join(most)} {last} {end}" if most else end


def a(noun: str) -> str:
    """``an ace``, ``a seven``."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":", "?")) else ".")


def span(fewest: int, most: int) -> str:
    """``2 to 8``, ``2``."""
    return str(fewest) if fewest == most else f"{fewest} to {most}"
