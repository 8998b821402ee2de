"""Ranges: what a player may hold, as weighted sets of cards, read from a player's words.

    parse_range("pat 8-7 or better, 2-3-4-7 draw 1 @ 50%", "kansas_city")
    parse_range("jacks or better and not two pair", "gardena_jackpots", dead="JsJd")
    parse_range("A-A, tens to queens", "stud_eight", known="8c 9c")

docs/ranges.md has the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm

import numpy as np
from numpy.typing import NDArray

from oddchip.cards import ACE, Deck, card_text, cards_text
from oddchip.errors import CardError, RangeError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.odds.ranges_fields import CardRows, Field, Mask, Setting
from oddchip.odds.ranges_text import Alternative, read_range
from oddchip.spec import Game

Cards = tuple[int, ...]
Weights = NDArray[np.int64]
MOST_WEIGHT = 1 << 62


@dataclass(frozen=True, eq=False)
class Part:
    """The holdings of one size: `cards` is (sets, size), each row rising; a set's weight is `weights / Range.scale`.

    `draws` is how many cards such a player draws.
    """

    cards: CardRows
    weights: Weights
    draws: int


@dataclass(frozen=True, eq=False)
class Range:
    """A weighted set of holdings. Iteration gives every set of cards, rising, with its weight; each set comes once.

    A set is what the player keeps (in stud his hole cards: the known ones are in `known`). Weights are those the text
    says. Where sets differ in size, those that draw count for every way to hold the cards thrown too: a set that draws
    one stands for some 48 hands as they are dealt. `text` is read as the same range again.
    """

    game: Game
    text: str
    parts: tuple[Part, ...]
    scale: int
    known: Cards = ()
    dead: Cards = ()

    def __iter__(self) -> Iterator[tuple[Cards, Fraction]]:
        for part in self.parts:
            weights = {weight: Fraction(weight, self.scale) for weight in np.unique(part.weights).tolist()}
            for cards, weight in zip(part.cards.tolist(), part.weights.tolist(), strict=True):
                yield tuple(cards), weights[weight]

    def __len__(self) -> int:
        """The number of sets."""
        return sum(len(part.cards) for part in self.parts)

    def __contains__(self, cards: object) -> bool:
        if isinstance(cards, str):
            cards = self.game.deck.parse(cards)
        if not isinstance(cards, Iterable):
            return False
        row = np.array(sorted(cards), dtype=np.uint8)
        return any(
            part.cards.shape[1] == len(row) and bool((part.cards == row).all(axis=1).any()) for part in self.parts
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Range {self.text!r} in {self.game.id}: {len(self)} holdings>"

    @property
    def deck(self) -> Deck:
        return self.game.deck

    @property
    def weight(self) -> Fraction:
        """The sum of all weights."""
        return Fraction(sum(int(part.weights.sum()) for part in self.parts), self.scale)

    @property
    def share(self) -> Fraction:
        """The part of all such holdings that is in the range, by weight; of several sizes, of the largest."""
        part = self.parts[-1]
        known = len(self.known) if self._holds_known else 0
        unseen = self.game.deck.size - len(self.dead) - len(self.known)
        every = comb(unseen, part.cards.shape[1] - known)
        return Fraction(int(part.weights.sum()), self.scale * every)

    @property
    def _holds_known(self) -> bool:
        return bool(self.known) and all(set(self.known) <= set(part.cards[0].tolist()) for part in self.parts)

    def arrays(self) -> list[tuple[CardRows, Weights]]:
        """For compiled code: (uint8 array of sets by cards, int64 weights) for each size, all on one scale."""
        return [(part.cards, part.weights) for part in self.parts]

    def cumulative(self) -> list[tuple[CardRows, Weights]]:
        """For sampling: the sets and their weights summed up. A number below the last sum, drawn evenly, picks the
        first set whose sum is above it; sums go on from one size to the next."""
        found, before = [], 0
        for part in self.parts:
            sums = np.cumsum(part.weights) + before
            before = int(sums[-1])
            found.append((part.cards, sums))
        return found

    def sample(self, count: int, seed: int | np.random.SeedSequence = 0) -> list[Cards]:
        """So many holdings at random by weight, with replacement."""
        sums = self.cumulative()
        picks = np.random.default_rng(seed).integers(0, int(sums[-1][1][-1]), count)
        edges = np.array([int(each[-1]) for _, each in sums])
        found: list[Cards] = []
        for pick in picks.tolist():
            cards, each = sums[int(np.searchsorted(edges, pick, side="right"))]
            found.append(tuple(cards[int(np.searchsorted(each, pick, side="right"))].tolist()))
        return found

    def without(self, dead: str | Sequence[int]) -> Range:
        """The same range with more cards dead."""
        more = _cards(dead, self.game.deck, "dead")
        parts = tuple(
            Part(part.cards[alive], part.weights[alive], part.draws)
            for part in self.parts
            if (alive := _alive(part.cards, more)).any()
        )
        if not parts:
            raise RangeError(f"nothing is left of {self.text!r} without {cards_text(more, self.game.deck)}")
        return Range(self.game, self.text, parts, self.scale, self.known, (*self.dead, *more))


def parse_range(
    text: str,
    game: Game | str,
    *,
    known: str | Sequence[int] = (),
    dead: str | Sequence[int] = (),
    house: HouseRules = HouseRules(),  # noqa: B008 - frozen
    players: int | None = None,
) -> Range:
    """The range that a text names in a game; `known` are cards of the holding that are known, `dead` those gone.

    Raises `RangeError` where the text cannot be read, or where nobody can hold such a hand, `CardError` for cards that
    cannot be known or dead. In stud `known` are the up cards and the range is of the hole cards.
    """
    found = find_game(game) if isinstance(game, str) else game
    seen, gone = read_known(found.deck, known, dead)
    setting = Setting(found, house, seen, players=players)
    return _Maker(setting, read_range(text, setting), gone).make()


def read_known(
    deck: Deck, known: str | Sequence[int], dead: str | Sequence[int], what: str = "known"
) -> tuple[Cards, Cards]:
    """The cards that are known and those that are dead, all different and of this deck."""
    seen, gone = _cards(known, deck, what), _cards(dead, deck, "dead")
    if both := set(seen) & set(gone):
        raise CardError(f"{card_text(min(both), deck)} is both {what} and dead")
    return seen, gone


def _cards(said: str | Sequence[int], deck: Deck, what: str) -> Cards:
    cards = deck.parse(said) if isinstance(said, str) else tuple(said)
    for card in cards:
        if card not in deck.cards:
            raise CardError(f"{card} among the {what} cards is no card of this deck ({deck.name})")
    if len(set(cards)) < len(cards):
        raise CardError(f"a card is there twice among the {what} ones: {cards_text(cards, deck)}")
    return cards


def _alive(rows: CardRows, dead: Iterable[int]) -> Mask:
    gone = np.zeros(256, dtype=bool)
    gone[list(dead)] = True
    return np.asarray(~gone[rows].any(axis=1))


@lru_cache(maxsize=6)
def _plain_field(game: Game, size: int) -> Field:
    """The field of a game in which nothing is known, kept because it can have millions of holdings."""
    return Field(Setting(game), size)


class _Maker:
    """Puts alternatives together: what is said later counts where they overlap."""

    def __init__(self, setting: Setting, alternatives: Sequence[Alternative], dead: Cards) -> None:
        self.setting, self.alternatives, self.dead = setting, alternatives, dead
        self.scale = lcm(*(each.weight.denominator for each in alternatives))
        self.fields: dict[tuple[int, int | None], Field] = {}
        self.weights: dict[tuple[int, int | None], Weights] = {}

    def make(self) -> Range:
        for each in self.alternatives:
            self._add(each)
        parts = [part for key in sorted(self.weights, key=lambda key: -key[0]) if (part := self._part(*key))]
        text = ", ".join(map(str, self.alternatives))
        if not parts:
            raise RangeError(self._nothing(text))
        parts = self._as_dealt(parts[::-1])
        return Range(self.setting.game, text, tuple(parts), self.scale, self.setting.known, self.dead)

    def _add(self, each: Alternative) -> None:
        setting = (
            self.setting
            if each.down is None
            else Setting(self.setting.game, self.setting.house, self.setting.known, each.down, self.setting.players)
        )
        size = self._size(each, setting)
        key = (size, each.down)
        if key not in self.fields:
            self.fields[key] = self._field(setting, size)
            self.weights[key] = np.zeros(len(self.fields[key].own), dtype=np.int64)
        fits = each.pattern.holds(self.fields[key])
        if each.draws is not None:
            fits = fits & self._may_throw(self.fields[key], each.draws)
        if not fits.any():
            raise RangeError(f"nobody can hold {str(each)!r} in {self.setting.game.name}")
        self.weights[key][fits] = int(each.weight * self.scale)

    def _size(self, each: Alternative, setting: Setting) -> int:
        """How many cards are kept: by the draw where that is said, else by the pattern."""
        named = each.pattern.size(setting)
        if each.draws is None:
            return setting.whole if named is None else named
        kept = setting.final - each.draws
        if named is not None and named < kept and hasattr(each.pattern, "places"):
            missing = "-x" * (kept - named)
            raise RangeError(
                f"who draws {each.draws} keeps {kept} cards, and {each.pattern} names {named}: "
                f"say {each.pattern}{missing} if the rest may be anything"
            )
        return kept

    def _field(self, setting: Setting, size: int) -> Field:
        plain = not setting.known and setting.down is None and setting.players is None
        if plain and setting.house == HouseRules():
            return _plain_field(setting.game, size)
        return Field(setting, size)

    def _may_throw(self, field: Field, draws: int) -> Mask:
        """D-DR-2: the last card that may be thrown goes only with an ace or the joker kept."""
        house = self.setting.house.draw
        if house.max_draw is None or draws - self.setting.extra <= house.max_draw:
            return np.ones(len(field.own), dtype=bool)
        return np.asarray((field.whole >> 2 >= ACE).any(axis=1))

    def _part(self, size: int, down: int | None) -> Part | None:
        field, weights = self.fields[size, down], self.weights[size, down]
        rows = field.whole if field.setting.counted else field.own
        wanted = weights > 0
        cards, kept = rows[wanted], weights[wanted]
        if self.dead:
            alive = _alive(cards, self.dead)
            cards, kept = cards[alive], kept[alive]
        if field.setting.counted:
            cards = np.sort(cards, axis=1)
        draws = self.setting.final - size if self.setting.game.draws else 0
        return Part(np.ascontiguousarray(cards), kept, draws) if len(cards) else None

    def _as_dealt(self, parts: list[Part]) -> list[Part]:
        """Holdings of several sizes: those that throw cards stand for all hands with any others in their place."""
        if len(parts) == 1 or not self.setting.game.draws:
            return parts
        ways = [comb(self._unseen(part), part.draws) for part in parts]
        common = gcd(*ways)
        if sum(int(part.weights.sum()) * way // common for part, way in zip(parts, ways, strict=True)) > MOST_WEIGHT:
            raise RangeError("these weights have no common measure: say them with fewer decimals")
        return [
            Part(part.cards, part.weights * (way // common), part.draws) for part, way in zip(parts, ways, strict=True)
        ]

    def _unseen(self, part: Part) -> int:
        return self.setting.deck.size - len(self.dead) - int(part.cards.shape[1])

    def _nothing(self, text: str) -> str:
        if all(not each.weight for each in self.alternatives):
            return f"all weights of {text!r} are 0: nothing is left of the range"
        return f"nothing is left of {text!r} without the dead cards {cards_text(self.dead, self.setting.deck)}"
