"""How often every hand comes: exact counts over all hands of a deck.

Hands are counted by their ranks and by the ranks of the suit that may hold a flush, not one by one. The digest is that
of the published rank censuses: the first 16 hex digits of SHA-256 over the counts, weakest hand first, decimal, joined
by commas, hands that never come left out.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import comb, prod

from oddchip.errors import GameError
from oddchip.rankings.fast import Readers
from oddchip.rankings.orders import Order
from oddchip.rankings.scale import Ranking

Progress = Callable[[int, int], None]
_EVERY = 4096


@dataclass(frozen=True)
class Census:
    """The number of hands of `cards` cards by value."""

    order: Order
    cards: int
    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def classes_seen(self) -> int:
        return len(self.counts)

    @property
    def categories(self) -> dict[str, int]:
        """Category to number of hands, the best category first."""
        found: Counter[str] = Counter()
        for value in sorted(self.counts, reverse=True):
            found[self.order.category(value)] += self.counts[value]
        return dict(found)

    @property
    def digest(self) -> str:
        text = ",".join(str(self.counts[value]) for value in sorted(self.counts))
        return sha256(text.encode()).hexdigest()[:16]

    def at_least(self, floor: int) -> int:
        """The number of hands worth a floor or more."""
        return sum(number for value, number in self.counts.items() if value >= floor)


def census(order: Order, cards: int, progress: Progress | None = None) -> Census:
    """Count all hands of one to eight cards; `progress(done, total)` is called now and then with hands counted."""
    deck = order.deck
    total = comb(deck.size, cards)
    counts: Counter[int] = Counter()
    done = 0
    for step, (value, number) in enumerate(_groups(order, cards)):
        counts[value] += number
        done += number
        if progress and step % _EVERY == 0:
            progress(done, total)
    if progress:
        progress(done, total)
    assert done == total, "a hand was counted twice or not at all"
    return Census(order, cards, dict(counts))


def _groups(order: Order, cards: int) -> Iterator[tuple[int, int]]:
    """Values and numbers of hands; a value may come several times."""
    readers = order.readers
    if not isinstance(readers, Readers):
        value = order.value_of(cards)
        return ((value(hand), 1) for hand in itertools.combinations(order.deck.cards, cards))
    rule = readers.scale.rule
    flushing = rule.deck.jokers if rule.ranking is Ranking.HIGH else 0
    if rule.has_suits and cards > 5 and (rule.is_low or 2 * (5 - flushing) + flushing <= cards):
        raise GameError(f"{cards} cards in {order!r} can only be counted one by one")
    return _by_ranks(readers, cards)


def _by_ranks(readers: Readers, cards: int) -> Iterator[tuple[int, int]]:
    deck, plain = readers.scale.rule.deck, readers.plain_of(cards)
    for jokers in range(min(deck.jokers, cards) + 1):
        for held in itertools.combinations_with_replacement(deck.pack.ranks, cards - jokers):
            counted = Counter(held)
            if max(counted.values(), default=0) > len(deck.pack.suits):
                continue
            value, chosen = plain(held, jokers), comb(deck.jokers, jokers)
            ways = prod(comb(len(deck.pack.suits), number) for number in counted.values())
            for suited, number in _flushes(readers, counted, jokers, value):
                ways -= number
                yield suited, chosen * number
            yield value, chosen * ways


def _flushes(readers: Readers, counted: Counter[int], jokers: int, plain: int) -> Iterator[tuple[int, int]]:
    """The flushes among the hands of these ranks: values and numbers of hands."""
    scale = readers.scale
    rule = scale.rule
    jokers = 0 if rule.is_low else jokers
    if not rule.has_suits or sum(counted.values()) + jokers < 5:
        return
    suits = len(rule.deck.pack.suits)
    for size in range(5 - jokers, len(counted) + 1):
        for ranks in itertools.combinations(counted, size):
            flush = scale.flush(sum(1 << rank for rank in ranks), jokers)
            number = suits * prod(comb(suits - 1, many - (rank in ranks)) for rank, many in counted.items())
            yield flush if rule.is_low else max(flush, plain), number
