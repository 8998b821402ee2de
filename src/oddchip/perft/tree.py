"""Perft: how many ways the players can choose from here, the cards being what they are.

A sequence of choices is counted when it is exactly as long as asked; a hand that is over sooner counts no further.
"""

from __future__ import annotations

from dataclasses import dataclass

from oddchip.actions import action_text
from oddchip.errors import SetupError
from oddchip.hand import Hand
from oddchip.perft.position import WORDS, checksum_of, choices, position_line


@dataclass(frozen=True, slots=True)
class Perft:
    """`count` sequences, and the sum modulo 2**64 of the checksums of the positions they lead to.

    `complete` is false when the limit on positions stopped the count.
    """

    count: int
    checksum: int
    complete: bool = True

    def __add__(self, other: Perft) -> Perft:
        total = (self.checksum + other.checksum) % WORDS
        return Perft(self.count + other.count, total, self.complete and other.complete)

    def __str__(self) -> str:
        return f"{self.count} {self.checksum:016x}{'' if self.complete else ' (stopped)'}"


EMPTY = Perft(0, 0)


def perft(hand: Hand, depth: int, limit: int | None = None) -> Perft:
    """Count the sequences of `depth` choices from here; `limit` is the most positions that are looked at.

    Draws are any set of cards, sealed choices are made from the button's left, and no-limit bets are the least, the pot
    and everything. The hand's own dealer answers when cards are wanted. `SetupError` for a depth or limit below 0.
    """
    return _Walk(depth, limit).walk(hand, depth)


def divide(hand: Hand, depth: int, limit: int | None = None) -> dict[str, Perft]:
    """The same count, by the text of the first choice, in the order in which choices are offered."""
    walk = _Walk(depth, limit)
    if not depth:
        return {}
    return {text: walk.walk(after, depth - 1) for text, after in _children(hand)}


def _children(hand: Hand) -> list[tuple[str, Hand]]:
    actions, i = choices(hand.state)
    deck = hand.game.deck
    return [(action_text(action, deck), hand.act(action, hand.seats[i])) for action in actions]


class _Walk:
    """One count, and how many positions it may still look at."""

    def __init__(self, depth: int, limit: int | None) -> None:
        for what, number in (("depth", depth), ("limit", limit)):
            if number is not None and (type(number) is not int or number < 0):
                raise SetupError(f"the {what} of a count must be a whole number, 0 or more, not {number!r}")
        self.left = limit

    def walk(self, hand: Hand, depth: int) -> Perft:
        if self._is_spent():
            return Perft(0, 0, complete=False)
        if not depth:
            return Perft(1, checksum_of(position_line(hand.state, hand.seats)))
        actions, i = choices(hand.state)
        count = total = 0
        for action in actions:
            found = self.walk(hand.act(action, hand.seats[i]), depth - 1)
            count += found.count
            total += found.checksum
            if not found.complete:
                return Perft(count, total % WORDS, complete=False)
        return Perft(count, total % WORDS)

    def _is_spent(self) -> bool:
        if self.left is None:
            return False
        self.left -= 1
        return self.left < 0
