"""What a player may hold in a game, before any pattern: every set of so many cards, with its worth. Made once, kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from oddchip.cards import Deck
from oddchip.errors import RangeError
from oddchip.house import HouseRules
from oddchip.kernels import bulk
from oddchip.plan import at, ordering
from oddchip.rankings import Order, Ranking
from oddchip.spec import UP, Deal, Draw, Game, PlayFor, Rules

CardRows = NDArray[np.uint8]
Mask = NDArray[np.bool_]
MOST_SETS = 4_000_000


def rules_of(game: Game) -> Iterator[Rules]:
    """The rules a game is played by, and those it turns to when nobody opens (D-JO-3)."""
    rules = game.rules
    while True:
        yield rules
        step = rules.openers.unopened if rules.openers else None
        if not isinstance(step, PlayFor):
            return
        rules = step.rules


@dataclass(frozen=True, eq=False)
class Setting:
    """Where a pattern is read: a game under house rules, and the cards of the holding that are known already.

    `down` is how many cards of a stud hand are unknown; `players` how many are dealt in, where hand sizes go by that.
    """

    game: Game
    house: HouseRules = field(default_factory=HouseRules)
    known: tuple[int, ...] = ()
    down: int | None = None
    players: int | None = None

    @property
    def deck(self) -> Deck:
        return self.game.deck

    @cached_property
    def high(self) -> Order | None:
        """The order in which the game is played for high, if it is."""
        return self._order(lambda ranking: ranking is Ranking.HIGH)

    @cached_property
    def low(self) -> Order | None:
        """The order in which it is played for low; badugi is one."""
        return self._order(lambda ranking: ranking is not Ranking.HIGH)

    def _order(self, wanted: object) -> Order | None:
        rankings = [award.ranking for rules in rules_of(self.game) for award in rules.pot]
        found = next(filter(wanted, rankings), None)  # type: ignore[call-overload]
        return ordering(found, self.game, self.house) if found else None

    @property
    def orders(self) -> tuple[Order, ...]:
        return tuple(order for order in (self.high, self.low) if order)

    @property
    def is_badugi(self) -> bool:
        return self.low is not None and self.low.ranking is Ranking.BADUGI

    @cached_property
    def _faces(self) -> list[bool]:
        n = self.game.seats[0] if self.players is None else self.players
        deals = [step for step in self.game.play if isinstance(step, Deal) and step.to == "hand"]
        try:
            return [step.face is UP for step in deals for _ in range(at(step.count, n))]
        except LookupError:
            fewest, most = self.game.seats
            raise RangeError(f"{self.game.name} is for {fewest} to {most} players, not {n}") from None

    @property
    def dealt(self) -> int:
        """The cards of a hand before the first draw."""
        return len(self._faces)

    @property
    def extra(self) -> int:
        """How many cards more than he throws a player receives in four-before's first draw (D-FB-2)."""
        return sum(step.extra for step in self.game.play if isinstance(step, Draw))

    @property
    def final(self) -> int:
        """The cards of a hand at the end."""
        return self.dealt + self.extra

    @property
    def has_up_cards(self) -> bool:
        return any(self._faces)

    @cached_property
    def whole(self) -> int:
        """The cards of a whole holding: in stud those in the hole, two until all know that the last is dealt."""
        if not self.has_up_cards:
            if self.down is not None:
                raise RangeError(f"all cards of {self.game.name} are dealt face down: do not say how many")
            return self.dealt
        downs, left = self._faces.count(False), self.dealt - len(self.known)
        if downs == 0:
            raise RangeError(f"all cards lie open in {self.game.name}: there is no range to name")
        said = min(downs - 1, left) if self.down is None else self.down
        if not 0 < said <= min(downs, left):
            raise RangeError(f"with {len(self.known)} cards known, 1 to {min(downs, left)} can be unknown, not {said}")
        return said

    @property
    def counted(self) -> int:
        """How many of a holding's cards are known: those that stud shows lie beside it."""
        return 0 if self.has_up_cards else len(self.known)


@lru_cache(maxsize=8)
def all_sets(cards: tuple[int, ...], size: int) -> CardRows:
    """All sets of `size` of these cards, a row each, rising: (C(n, size), size). Sets without a late card first."""
    if comb(len(cards), size) > MOST_SETS:
        raise RangeError(f"there are {comb(len(cards), size):,} sets of {size} cards: too many to list")
    rows = np.zeros((1, 0), dtype=np.uint8)
    for k in range(1, size + 1):
        wider = np.empty((comb(len(cards), k), k), dtype=np.uint8)
        for place, card in enumerate(cards):
            part = wider[comb(place, k) : comb(place + 1, k)]
            part[:, :-1] = rows[: len(part)]
            part[:, -1] = card
        rows = wider
    rows.flags.writeable = False
    return rows


@lru_cache(maxsize=12)
def all_values(order: Order, size: int) -> NDArray[np.uint16]:
    """The worth of every set of so many cards of the order's deck, in the order of `all_sets`."""
    return values_of(order, all_sets(order.deck.cards, size))


def values_of(order: Order, rows: CardRows) -> NDArray[np.uint16]:
    """The worth of each row, one to eight cards."""
    size = rows.shape[1]
    if size == 4 or (size > 4 and order.ranking is not Ranking.BADUGI):
        return bulk(order).values(rows)
    if not size:
        return np.zeros(len(rows), dtype=np.uint16)
    return np.fromiter(map(order.value_of(size), rows.tolist()), dtype=np.uint16, count=len(rows))


class Field:
    """All holdings of one size in a setting: rows of the cards that patterns are about, and their worth.

    `own` are the cards to be filled in, `whole` all cards of the holding. In a draw game patterns name the whole
    holding; with up cards they name those in the hole (`named`).
    """

    def __init__(self, setting: Setting, size: int) -> None:
        self.setting, self.size = setting, size
        deck = setting.deck.cards
        unseen = tuple(card for card in deck if card not in setting.known) if setting.known else deck
        if size < setting.counted:
            raise RangeError(f"{len(setting.known)} cards of the holding are known, and it keeps {size}")
        self.own = all_sets(unseen, size - setting.counted)
        self.whole = self.own
        if setting.known:
            shown = np.tile(np.array(setting.known, dtype=np.uint8), (len(self.own), 1))
            self.whole = np.hstack([self.own, shown])
        self.named = self.own if setting.has_up_cards else self.whole

    def values(self, order: Order) -> NDArray[np.uint16]:
        if not self.setting.known and order.deck.cards == self.setting.deck.cards:
            return all_values(order, self.size)
        return values_of(order, self.whole)

    @property
    def cards(self) -> int:
        """How many cards a holding has with the known ones."""
        return int(self.whole.shape[1])

    @cached_property
    def jokers(self) -> NDArray[np.uint8]:
        return np.asarray((self.whole >= 52).sum(axis=1, dtype=np.uint8))

    def suited(self, suit: int) -> NDArray[np.uint16]:
        """The ranks of one suit, a bit each."""
        bits = np.array([1 << (card >> 2) if card < 52 and card & 3 == suit else 0 for card in range(64)], np.uint16)
        return np.asarray(np.bitwise_or.reduce(bits[self.whole], axis=1))

    @cached_property
    def ranks(self) -> NDArray[np.uint16]:
        """The ranks held, a bit each."""
        bits = np.array([1 << (card >> 2) if card < 52 else 0 for card in range(64)], np.uint16)
        return np.asarray(np.bitwise_or.reduce(bits[self.whole], axis=1))


def fillable(places: list[frozenset[int]]) -> bool:
    """Are there different cards for all places? (Hall's condition, places being few)"""
    groups = (group for n in range(1, len(places) + 1) for group in combinations(places, n))
    return all(len(frozenset().union(*group)) >= len(group) for group in groups)
