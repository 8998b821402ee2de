"""Targets of a draw: which whole hands are good enough, and which cards are alike for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from oddchip.cards import Deck, cards_text
from oddchip.errors import CardError, GameError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.kernels import alike
from oddchip.kernels.keeps import every_hand, values_of
from oddchip.odds.ranges import parse_range
from oddchip.odds.reading import arrays_of
from oddchip.odds.spot import CardsLike, Weighted
from oddchip.plan import DrawOp, Plan, plan_for
from oddchip.rankings import Order
from oddchip.spec import Game
from oddchip.stakes import FixedLimit

Masks = NDArray[np.uint64]
Target = str | int | Weighted
"""A range of whole hands, in words or as a value; or the least value that is good enough, in the game's first order."""

_ALL = HouseRules()


@lru_cache(maxsize=64)
def plan_of(game: Game, house: HouseRules = _ALL) -> Plan:
    """The game for as few players as play it."""
    found = plan_for(game, FixedLimit(2, 4), house, max(2, game.seats[0]))
    if not any(isinstance(op, DrawOp) for op in found.ops):
        raise GameError(f"{game.name} has no draw")
    return found


def orders_of(game: Game, rules: int = 0, house: HouseRules = _ALL) -> tuple[Order, ...]:
    """The orders in which hands win, high first."""
    rulesets = plan_of(game, house).rulesets
    if not 0 <= rules < len(rulesets):
        raise GameError(f"{game.name} has rules 0 to {len(rulesets) - 1}, not {rules}")
    return tuple(award.order for award in rulesets[rules].awards)


@dataclass(frozen=True, eq=False)
class Goal:
    """A target: `hands` of `size` cards, a row each and rising, of a deck."""

    deck: Deck
    size: int
    hands: NDArray[np.uint8]

    @cached_property
    def masks(self) -> Masks:
        return _masks(self.hands)

    @cached_property
    def symmetry(self) -> Symmetry:
        return Symmetry(self)

    def payoff(self) -> NDArray[np.int64]:
        """1 for each hand of the deck that is in the target, in the order of `combinations`, else 0."""
        masks = _masks(every_hand(self.deck.cards, self.size))
        wanted = np.sort(self.masks)
        at = np.minimum(np.searchsorted(wanted, masks), len(wanted) - 1)
        found: NDArray[np.int64] = (wanted[at] == masks).astype(np.int64)
        return found


def goal_of(game: Game | str, target: Target, rules: int = 0, house: HouseRules = _ALL) -> Goal:
    """The target as whole hands. Raises `OddchipError` when there are none, or they are no whole hands."""
    found = find_game(game) if isinstance(game, str) else game
    size, deck = plan_of(found, house).hand_size, found.deck
    if isinstance(target, int):
        return _from_floor(found, target, rules, house, size)
    given = parse_range(target, found, house=house) if isinstance(target, str) else target
    parts = [cards for cards, _ in arrays_of(given)]
    if any(part.shape[1] != size for part in parts) or not parts:
        raise CardError(f"a target is made of whole hands of {size} cards: say it without cards to draw")
    return Goal(deck, size, np.sort(np.concatenate(parts), axis=1))


def _from_floor(game: Game, floor: int, rules: int, house: HouseRules, size: int) -> Goal:
    order = orders_of(game, rules, house)[0]
    if not 0 < floor < len(order.hands):
        raise GameError(f"{floor} is no value of {order!r}: they are 1 to {len(order.hands) - 1}")
    good = values_of(order, game.deck.cards, size) >= floor
    if not good.any():
        raise GameError(f"no hand of {size} cards is worth {floor}")
    return Goal(game.deck, size, every_hand(game.deck.cards, size)[good])


def cards_of(cards: CardsLike, deck: Deck, where: str) -> tuple[int, ...]:
    """Cards said as text or ints, each of the deck and there once; `CardError` otherwise."""
    found = deck.parse(cards) if isinstance(cards, str) else tuple(int(card) for card in cards)
    for card in found:
        if card not in deck.cards:
            raise CardError(f"{card} in {where} is no card of this deck ({deck.name})")
    if len(set(found)) < len(found):
        raise CardError(f"a card is twice in {where}: {cards_text(found, deck)}")
    return found


def _masks(cards: NDArray[np.uint8]) -> Masks:
    found: Masks = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
    return found


# --- cards that are alike ----------------------------------------------------------------------------------------


class Symmetry:
    """What may be exchanged without changing a target: suits everywhere, suits within a rank, ranks.

    Found by trying it on the target's hands, so that it holds for any target. `keys` gives equal keys only to
    situations that such exchanges turn into one another.
    """

    def __init__(self, goal: Goal) -> None:
        self.hands, self.wanted = goal.hands, np.sort(goal.masks)
        self.ranks = sorted({card >> 2 for card in goal.deck.cards if card < 52})
        self.suitless = all(self._same(self._suits_of(rank, s)) for rank in self.ranks for s in range(3))
        self.suits = [(0, 1, 2, 3)] if self.suitless else [s for s in permutations(range(4)) if self._same(_by_suit(s))]
        self.classes = self._classes()

    def _same(self, other: Sequence[int]) -> bool:
        """Is the target the same when each card becomes another?"""
        turned = _masks(np.array(other, dtype=np.uint8)[self.hands])
        return bool((np.sort(turned) == self.wanted).all())

    def _suits_of(self, rank: int, suit: int) -> list[int]:
        cards = list(range(64))
        a = 4 * rank + suit
        cards[a], cards[a + 1] = a + 1, a
        return cards

    def _classes(self) -> list[list[int]]:
        """Ranks that may be exchanged with one another."""
        found: list[list[int]] = []
        for rank in self.ranks:
            for group in found:
                if self._same(_by_rank(rank, group[0])):
                    group.append(rank)
                    break
            else:
                found.append([rank])
        return found

    def keys(self, kept: Masks, live: Masks) -> NDArray[np.uint64]:
        """Two words for each situation: which cards are kept and which may still come."""
        found = np.zeros((len(kept), 2), dtype=np.uint64)
        alike.keys(kept, live, self._turns, self._ranks, self._starts, self.suitless, found)
        return found

    @cached_property
    def _turns(self) -> NDArray[np.int64]:
        return np.array(self.suits, dtype=np.int64)

    @cached_property
    def _ranks(self) -> NDArray[np.int64]:
        return np.array([rank for group in self.classes for rank in group], dtype=np.int64)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return np.cumsum([0, *map(len, self.classes)]).astype(np.int64)


def _by_suit(suits: Sequence[int]) -> list[int]:
    return [4 * (card >> 2) + suits[card & 3] if card < 52 else card for card in range(64)]


def _by_rank(a: int, b: int) -> list[int]:
    turned = {a: b, b: a}
    return [4 * turned.get(card >> 2, card >> 2) + (card & 3) for card in range(64)]
