"""What a committed deck is for: `Place`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from oddchip.cards import Deck, card_text
from oddchip.fair.errors import FairError
from oddchip.fair.hashing import DIGEST, digest, listed, number, text

FIRST = bytes(DIGEST)
MOST_CARDS, MOST_TEXT = 64, 4


@dataclass(frozen=True)
class Place:
    """Where a commitment belongs, and what it is bound to.

    `hand` counts the table's hands without gaps. `shuffle` is 0 for the first deal of a hand and goes up by one with
    each reshuffle. `pack` is the text of every card in the pack's own order. `seats` are those dealt in, `tips` the
    tips of the chains of those among them that give seeds. `before` is the `id` of the table's commitment before this
    one (32 zero bytes for the first). `kept`: how many cards stay where they are in a reshuffle.
    """

    table: str
    hand: int
    shuffle: int
    game: str
    pack: tuple[str, ...]
    seats: tuple[int, ...]
    before: bytes = FIRST
    kept: int = 0
    tips: Mapping[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.hand < 1:
            raise FairError(f"hands are numbered from 1, not {self.hand}")
        if not 2 <= len(self.pack) <= MOST_CARDS or len(set(self.pack)) != len(self.pack):
            raise FairError(f"a pack has 2 to {MOST_CARDS} different cards, not {' '.join(self.pack)!r}")
        if not all(1 <= len(card) <= MOST_TEXT and " " not in card for card in self.pack):
            raise FairError(f"a card is written with 1 to {MOST_TEXT} characters and no space: {' '.join(self.pack)!r}")
        if not self.seats or list(self.seats) != sorted(set(self.seats)):
            raise FairError(f"the seats of a commitment are told once each, lowest first, not {self.seats}")
        if not set(self.tips) <= set(self.seats):
            raise FairError(f"only seats dealt in have tips: seats {self.seats}, tips of {sorted(self.tips)}")
        if any(len(each) != DIGEST for each in (self.before, *self.tips.values())):
            raise FairError(f"what a commitment follows, and each tip, has {DIGEST} bytes")
        if not 0 <= self.kept < len(self.pack) or (self.kept and not self.shuffle):
            raise FairError(f"a reshuffle keeps 0 to {len(self.pack) - 1} cards and a first deal none, not {self.kept}")

    @classmethod
    def of(
        cls,
        table: str,
        hand: int,
        shuffle: int,
        game: str,
        deck: Deck,
        seats: Iterable[int],
        before: bytes = FIRST,
        kept: int = 0,
        tips: Mapping[int, bytes] | None = None,
    ) -> Place:
        """A place for an engine's deck, whose cards are then `deck.cards` in that order."""
        pack = tuple(card_text(card, deck) for card in deck.cards)
        return cls(table, hand, shuffle, game, pack, tuple(sorted(seats)), before, kept, dict(tips or {}))

    @property
    def pool(self) -> int:
        """How many cards are dealt from."""
        return len(self.pack) - self.kept

    @cached_property
    def digest(self) -> bytes:
        """32 bytes that stand for all of it."""
        return digest(
            "place",
            text(self.table),
            number(self.hand),
            number(self.shuffle),
            text(self.game),
            listed(map(text, self.pack)),
            listed(map(number, self.seats)),
            listed(number(seat) + self.tips[seat] for seat in sorted(self.tips)),
            self.before,
            number(self.kept),
        )

    def __str__(self) -> str:
        again = f", shuffle {self.shuffle}" if self.shuffle else ""
        return f"hand {self.hand}{again} at table {self.table}"
