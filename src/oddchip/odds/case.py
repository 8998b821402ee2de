"""A case: a spot made ready to be counted or sampled. `reading.case_of` makes it."""

from __future__ import annotations

import hashlib
import pickle
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddchip.actions import Way
from oddchip.cards import Deck
from oddchip.odds.spot import Cards, Spot
from oddchip.plan import DrawOp, Plan, RulesPlan
from oddchip.pots import Pot
from oddchip.spec import Game

NO_CARD = 255
Entries = NDArray[np.uint8]
Weights = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Holding:
    """What one player may hold: sets of cards by weight, each laid out in the places of a final hand.

    `entries` is (sets, final size), 255 where a card is to come; `weights` are whole numbers; `wants` says of each set
    how many cards it lacks. A known hand is one set.
    """

    entries: Entries
    weights: Weights
    wants: NDArray[np.int64]
    is_range: bool = False

    @property
    def fixed(self) -> bool:
        return len(self.entries) == 1

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """The cards of each set as a mask of card numbers."""
        bits = np.where(self.entries == NO_CARD, np.uint64(0), np.uint64(1) << (self.entries & 63).astype(np.uint64))
        masks: NDArray[np.uint64] = np.bitwise_or.reduce(bits.astype(np.uint64), axis=1)
        return masks


@dataclass(frozen=True, eq=False)
class Case:
    """A spot that can be answered. Arrays hold card numbers; 255 is a card to come.

    `rest` are the cards nobody is known to have, ranges aside; `table` the rows one after the other;
    `ups` the up cards of players whose other cards are given apart from them.
    """

    spot: Spot
    game: Game
    plan: Plan
    rules: RulesPlan
    holdings: tuple[Holding, ...]
    size: int
    rows: dict[str, Cards]
    rest: Cards
    pots: tuple[Pot, ...]
    declared: tuple[Way, ...]
    draws: tuple[DrawOp, ...]
    ups: tuple[Cards, ...]
    _cache: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def players(self) -> int:
        return len(self.holdings)

    @property
    def deck(self) -> Deck:
        return self.game.deck

    @cached_property
    def table(self) -> Entries:
        return np.array([NO_CARD if c < 0 else c for row in self.rows.values() for c in row], dtype=np.uint8)

    @cached_property
    def common(self) -> int:
        """How many table cards are to come."""
        return int((self.table == NO_CARD).sum())

    @cached_property
    def gone(self) -> int:
        """The cards nobody can receive, as a mask of card numbers; the sets of ranges come on top."""
        return sum(1 << card for card in self.deck.cards) & ~sum(1 << card for card in self.rest)

    def __reduce__(self) -> tuple[Any, tuple[bytes, bytes]]:
        # Orders are closures over tables, which no worker process needs to be sent: the spot says it all.
        text = pickle.dumps(self.spot)
        return _restored, (hashlib.sha256(text).digest(), text)


_RESTORED: dict[bytes, Case] = {}


def _restored(key: bytes, text: bytes) -> Case:
    """The case of a pickled spot, made once in each process."""
    from oddchip.odds.reading import case_of  # reading makes cases, so it imports this file

    if key not in _RESTORED:
        if len(_RESTORED) >= 16:
            _RESTORED.clear()
        _RESTORED[key] = case_of(pickle.loads(text))
    return _RESTORED[key]
