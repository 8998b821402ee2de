"""What the rivals hold, as a field: the best of their hands each way, in many samples, sorted.

Against a field a finished hand has a share of the pot without another card being dealt, which costs two look-ups and
hardly any luck. High and low are taken as independent, which they nearly are once the cards are all of one's own.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from oddchip.actions import Way

Values = tuple[int, ...]


class Field:
    """Sorted best values of the rivals, each way: 0 where none of them has a hand or claims that way."""

    def __init__(self, samples: Sequence[Values], declared: bool = False) -> None:
        self.size = len(samples)
        self.ways = [sorted(column) for column in zip(*samples, strict=True)]
        self.nobody = [bisect_right(column, 0) / self.size for column in self.ways]
        self.declared = declared

    def beats(self, way: int, value: int) -> float:
        """How often a value is best, half of it when it ties."""
        column = self.ways[way]
        low = bisect_left(column, value)
        return (low + bisect_right(column, value)) / (2 * self.size)

    def share(self, mine: Values) -> float:
        """The part of the pot that a finished hand takes; where one declares, by its best declaration."""
        if len(mine) == 1:
            return self.beats(0, mine[0])
        if self.declared:
            return max(self.declare(mine, way) for way in Way)
        high, low = mine
        part = 0.0
        if high:
            part += self.beats(0, high) * (0.5 if low else 0.5 + 0.5 * self.nobody[1])
        if low:
            part += self.beats(1, low) * (0.5 if high else 0.5 + 0.5 * self.nobody[0])
        return part

    def declare(self, mine: Values, way: Way) -> float:
        """The part of the pot that a declaration takes; a way that nobody else declares leaves one half, or all."""
        high, low = mine
        if way is Way.HIGH:
            return self.beats(0, high) * (0.5 + 0.5 * self.nobody[1])
        if way is Way.LOW:
            return self.beats(1, low) * (0.5 + 0.5 * self.nobody[0])
        return self.beats(0, high) * self.beats(1, low)


def mean_share(field: Field, hands: Sequence[Values]) -> float:
    """The mean share of one's possible finished hands."""
    return sum(map(field.share, hands)) / len(hands)
