"""Hand patterns: what may be said of a holding. `patterns_words` and `ranges_text` read them from text.

::

    Anything          any
    Cards             2-3-4-7   A-A-x   [2-5][2-6]x   AsKs
    Worth             jacks or better   8-7 low   tri 5-4-A   nines to queens
    Towards           4 to a flush   3+ to a straight   4 to an 8   open-ended
    Suits             suited   offsuit   rainbow   double suited
    Not, All, Either  not ...   ... and ...   ... or ...

`holds(field)` says of every holding of a `Field` whether it fits. `size(setting)` is how many cards the pattern alone
says that a holding has, None when it says nothing about that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from oddchip.errors import RangeError
from oddchip.kernels.matching import MOST_PLACES, covering
from oddchip.odds.ranges_fields import Field, Mask, Setting, fillable
from oddchip.rankings import Category, HandClass, Order, Ranking


class Pattern:
    """One condition. `str` gives text that is read as the same pattern again."""

    def size(self, setting: Setting) -> int | None:
        raise AssertionError("every pattern says its size")

    def holds(self, field: Field) -> Mask:
        raise AssertionError("every pattern says what fits")


@dataclass(frozen=True)
class Anything(Pattern):
    def size(self, setting: Setting) -> int | None:
        return setting.whole

    def holds(self, field: Field) -> Mask:
        return np.ones(len(field.own), dtype=bool)

    def __str__(self) -> str:
        return "any"


@dataclass(frozen=True)
class Cards(Pattern):
    """A card for every place; each place is the set of cards that may fill it, `x` any card.

    In games with a draw so many places are so many cards kept; elsewhere further cards may be anything.
    """

    places: tuple[frozenset[int], ...]
    text: str = field(compare=False)

    def size(self, setting: Setting) -> int | None:
        return len(self.places) if setting.game.draws else setting.whole

    def holds(self, field: Field) -> Mask:
        if len(self.places) > field.named.shape[1]:
            raise RangeError(f"{self.text} names {len(self.places)} cards where a player holds {field.named.shape[1]}")
        deck = frozenset(field.setting.deck.cards)
        told = [place for place in self.places if place != deck]
        if len(told) > MOST_PLACES:
            raise RangeError(f"{self.text} names {len(told)} cards: no more than {MOST_PLACES} can be told apart")
        if not fillable(told):
            raise RangeError(f"nobody can hold {self.text}: there are too few such cards in the deck")
        fits = np.zeros(64, dtype=np.uint8)
        for place, cards in enumerate(told):
            fits[list(cards)] |= np.uint8(1 << place)
        return covering(field.named, fits, len(told))

    def __str__(self) -> str:
        return self.text


class Sense(Enum):
    """How a worth is meant: just that, or everything from it up or down."""

    EXACTLY = ""
    OR_BETTER = " or better"
    OR_WORSE = " or worse"


@dataclass(frozen=True)
class Kind:
    """A class of hands of one order: a category (None: any), how its ranks begin, and those of its kickers.

    `count` is how many cards play in a badugi.
    """

    category: Category | None
    ranks: tuple[int, ...] = ()
    text: str = field(default="", compare=False)
    kickers: tuple[int, ...] = ()
    count: int | None = None

    def fits(self, hand: HandClass) -> bool:
        """Is that hand of this class?"""
        if self.category is not None and hand.category is not self.category:
            return False
        rest = hand.ranks[_GROUPED.get(hand.category, 0) :]
        return hand.ranks[: len(self.ranks)] == self.ranks and rest[: len(self.kickers)] == self.kickers


_GROUPED = {Category.PAIR: 2, Category.TWO_PAIR: 4, Category.TRIPS: 3, Category.QUADS: 4}


@dataclass(frozen=True)
class Worth(Pattern):
    """What the holding is worth in one of the game's orders; `upto` is the other end of `nines to queens`."""

    order: Order
    kind: Kind
    sense: Sense = Sense.EXACTLY
    upto: Kind | None = None
    keeps: int | None = None

    def size(self, setting: Setting) -> int | None:
        return self.keeps or setting.whole

    def holds(self, field: Field) -> Mask:
        allowed = self.allowed(field.cards)
        if not allowed.any():
            raise RangeError(f"nobody can hold {self} in {field.setting.game.name} with {_cards(field.cards)}")
        return np.asarray(allowed[field.values(self.order)])

    def allowed(self, cards: int) -> NDArray[np.bool_]:
        """Of every value of the order: does a hand of so many cards with that value fit?"""
        mine = self._values(self.kind, cards)
        allowed = np.zeros(len(self.order.hands), dtype=bool)
        if self.upto is not None and len(mine):
            other = self._values(self.upto, cards)
            if len(other):
                allowed[min(mine[0], other[0]) : max(mine[-1], other[-1]) + 1] = True
        elif len(mine) and self.sense is Sense.OR_BETTER:
            allowed[mine[0] :] = True
        elif len(mine) and self.sense is Sense.OR_WORSE:
            allowed[1 : mine[-1] + 1] = True
        else:
            allowed[mine] = True
        return allowed

    def _values(self, kind: Kind, cards: int) -> list[int]:
        """The values of a class, rising; only hands of as many cards as play."""
        badugi = self.order.ranking is Ranking.BADUGI
        plays = kind.count if badugi else min(cards, 5)
        if badugi and plays is not None and plays > cards:
            return []
        return [
            value
            for value, hand in enumerate(self.order.hands)
            if value and (plays is None or len(hand.ranks) == plays) and kind.fits(hand)
        ]

    def __str__(self) -> str:
        return f"{self.kind.text} to {self.upto.text}" if self.upto else self.kind.text + self.sense.value


Score = Callable[[Field], NDArray[np.uint8]]


@dataclass(frozen=True)
class Towards(Pattern):
    """So many cards to a hand: of one suit, of one straight, different and low enough. Exactly so many, or more."""

    count: int
    text: str
    score: Score = field(compare=False)
    or_more: bool = False

    def size(self, setting: Setting) -> int | None:
        return min(self.count, setting.whole) if setting.game.draws else setting.whole

    def holds(self, field: Field) -> Mask:
        if self.count > field.cards:
            raise RangeError(f"nobody can hold {self} with {_cards(field.cards)}")
        score = self.score(field)
        return np.asarray(score >= self.count if self.or_more else score == self.count)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Suits(Pattern):
    """How many cards there are of each suit, most first: (2, 2) is double suited. Jokers have none."""

    shapes: tuple[tuple[int, ...], ...]
    text: str = field(compare=False)

    def size(self, setting: Setting) -> int | None:
        return None

    def holds(self, field: Field) -> Mask:
        counts = np.sort(np.stack([of_suit(field.named, suit) for suit in range(4)], axis=1), axis=1)
        found = np.zeros(len(counts), dtype=bool)
        for shape in self.shapes:
            wanted = np.array(sorted([*shape, 0, 0, 0, 0][:4]), dtype=np.uint8)
            found |= (counts == wanted).all(axis=1)
        return found

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Not(Pattern):
    part: Pattern

    def size(self, setting: Setting) -> int | None:
        return None

    def holds(self, field: Field) -> Mask:
        return ~self.part.holds(field)

    def __str__(self) -> str:
        return f"not {_bracketed(self.part)}"


@dataclass(frozen=True)
class All(Pattern):
    """Every one of these; the largest of the sizes they name."""

    parts: tuple[Pattern, ...]

    def size(self, setting: Setting) -> int | None:
        return max((size for part in self.parts if (size := part.size(setting)) is not None), default=None)

    def holds(self, field: Field) -> Mask:
        if self._contradicts(field.cards):
            return np.zeros(len(field.own), dtype=bool)
        return np.asarray(np.logical_and.reduce([part.holds(field) for part in self.parts]))

    def _contradicts(self, cards: int) -> bool:
        """Do the classes alone leave nothing, as `pair and trips`? That is seen before any hand is looked at."""
        left: dict[Order, NDArray[np.bool_]] = {}
        for part in self.parts:
            worth = part.part if isinstance(part, Not) else part
            if isinstance(worth, Worth) and (allowed := worth.allowed(cards)).any():
                allowed = ~allowed if isinstance(part, Not) else allowed
                left[worth.order] = left.get(worth.order, True) & allowed
        return any(not allowed[1:].any() for allowed in left.values())

    def __str__(self) -> str:
        return " and ".join(map(_bracketed, self.parts))


@dataclass(frozen=True)
class Either(Pattern):
    """Any one of these."""

    parts: tuple[Pattern, ...]

    def size(self, setting: Setting) -> int | None:
        return max((size for part in self.parts if (size := part.size(setting)) is not None), default=None)

    def holds(self, field: Field) -> Mask:
        return np.asarray(np.logical_or.reduce([part.holds(field) for part in self.parts]))

    def __str__(self) -> str:
        return ", ".join(map(str, self.parts))


def _bracketed(part: Pattern) -> str:
    return f"({part})" if isinstance(part, All | Either) else str(part)


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def of_suit(rows: NDArray[np.uint8], suit: int) -> NDArray[np.uint8]:
    found = np.zeros(len(rows), dtype=np.uint8)
    for column in rows.T:
        found += (column < 52) & (column & 3 == suit)
    return found
