"""Whole numbers in text that people or files give."""

from __future__ import annotations

MOST_DIGITS = 18


def is_whole(text: str) -> bool:
    """Is it a whole number, 0 or more, in digits 0 to 9, and no longer than any amount of chips can be?

    `str.isdigit` also lets "²" through, and `int` refuses both that and numbers of thousands of digits in words of its
    own.
    """
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
