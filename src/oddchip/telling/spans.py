"""What is said: lines made of spans, so that the same words serve a terminal, a page and a screen reader.

A span is a text, or a text with a style. Styles are words about how it looks ("bold", "dim", "bold green"); who shows a
line follows as many of them as he can. Cards become spans through `Faces`, of which each kind of screen has its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from oddchip.cards import UNKNOWN, Deck, card_text

Span = str | tuple[str, str]
Line = list[Span]

#: The style of a card's own text, for who draws it himself.
CARD = "card"


class Faces(Protocol):
    """How the cards of one deck are shown."""

    deck: Deck

    def card(self, card: int) -> Span:
        """One card, which may be face down."""

    def cards(self, cards: Iterable[int]) -> Line:
        """Cards in a row."""


class CardTexts:
    """Each card as its text in a span of its own, ``("As", "card")``, for who draws it himself; a back is ``??``."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def card(self, card: int) -> Span:
        return card_text(card, self.deck), CARD

    def cards(self, cards: Iterable[int]) -> Line:
        """Cards in a row; face-down ones are counted in words."""
        cards = tuple(cards)
        spans: Line = [self.card(card) for card in cards if card != UNKNOWN]
        if len(spans) < len(cards):
            spans.append(counted(len(cards) - len(spans), "face-down card"))
        return joined(spans, " ")


def plainly(line: Line) -> str:
    """The words of a line alone."""
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def joined(spans: Iterable[Span], mark: str) -> Line:
    """Spans with a mark between them."""
    line: Line = []
    for span in spans:
        line += [mark, span] if line else [span]
    return line


def counted(number: int, noun: str) -> str:
    """``1 card``, ``3 cards``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """``Ada, Bo and Cleo``."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


_ID = r"(?:[A-Z][A-Z0-9]*-)+[A-Z]?\d+[a-z]?"
_IDS = re.compile(rf" \({_ID}(?:, {_ID})*\)")
_SEATS = re.compile(r"\b(seats?) (\d+)(?: to (\d+))?")


def at_the_table(words: str) -> str:
    """What a rule says no with, as people at a table are told it: without the ids of rules, seats counted from 1."""
    return _SEATS.sub(_from_one, _IDS.sub("", words))


def _from_one(found: re.Match[str]) -> str:
    noun, *numbers = found.groups()
    return f"{noun} {' to '.join(str(int(number) + 1) for number in numbers if number)}"


def sentence(text: str) -> str:
    """A message with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
