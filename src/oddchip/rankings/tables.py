"""Tables that turn cards into a value: one sum, three look-ups.

Every card has a key; a hand's key is the sum of its cards' keys, so it can be built up card by card. From the bottom:
16 bits for the ranks deuce to eight, 16 bits of suit counters, and the ranks nine to ace and the joker above. The rank
weights are chosen so that no two hands of up to eight cards (four of a rank, two jokers) share a sum in either half.
A counter starts at three, so its top bit says that five cards are of one suit; a joker counts in every suit where it
can make a flush.

``values[base[high] + low_rank[low]]`` is then a minimal perfect hash: for every upper half that s cards can form,
exactly as many places are kept as there are lower halves of the remaining cards.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple, cast

from oddchip.cards import JOKERS
from oddchip.rankings.scale import Ranking, Scale

# Found by a greedy search for the smallest weights with distinct sums; checked again whenever an index is built.
_WEIGHTS = (1, 5, 25, 121, 585, 2635, 11400)
_MOST = 8
HIGH_HALF, SUIT_COUNTERS, LOW_MASK = 32, 16, 0xFFFF
RANK_MASK = ~(0xFFFF << SUIT_COUNTERS)
START = sum(3 << SUIT_COUNTERS + 4 * suit for suit in range(4))
FLUSH = sum(8 << SUIT_COUNTERS + 4 * suit for suit in range(4))

RANK_KEYS = tuple(_WEIGHTS[rank] if rank < 7 else _WEIGHTS[rank - 7] << HIGH_HALF for rank in range(13))
JOKER_KEY = _WEIGHTS[6] << HIGH_HALF


def suit_key(suit: int) -> int:
    return 1 << SUIT_COUNTERS + 4 * suit


def card_keys(scale: Scale) -> list[int]:
    """The key of every card of the deck. Any other int, UNKNOWN (-1) included, finds None and so a TypeError."""
    deck, suits = scale.rule.deck, scale.rule.has_suits
    keys: list[int | None] = [None] * 64
    for card in deck.pack.cards:
        keys[card] = RANK_KEYS[card >> 2] + (suit_key(card & 3) if suits else 0)
    for joker in JOKERS[: deck.jokers]:
        # A joker never completes a flush against its holder (D-LO-JX).
        keys[joker] = JOKER_KEY + (sum(map(suit_key, range(4))) if scale.rule.ranking is Ranking.HIGH else 0)
    return cast(list[int], keys)


class _Half(NamedTuple):
    """The multisets of one half by size: their codes, and the parts any one card of which could be taken away."""

    codes: list[list[int]]
    parts: list[list[tuple[int, ...]]]


def _half(caps: Sequence[int]) -> _Half:
    half = _Half([[] for _ in range(_MOST + 1)], [[] for _ in range(_MOST + 1)])

    def extend(place: int, code: int, size: int, parts: tuple[int, ...]) -> None:
        if place == len(caps):
            half.codes[size].append(code)
            half.parts[size].append(parts)
            return
        weight = _WEIGHTS[place]
        for count in range(min(caps[place], _MOST - size) + 1):
            extend(place + 1, code + count * weight, size + count, (*parts, weight) if count else parts)

    extend(0, 0, 0, ())
    codes = [code for sized in half.codes for code in sized]
    assert len(set(codes)) == len(codes), "two hands share a key"
    return half


@lru_cache
def _low() -> tuple[_Half, list[int]]:
    half = _half((4,) * 7)
    places = [0] * (max(map(max, half.codes)) + 1)
    for sized in half.codes:
        for place, code in enumerate(sized):
            places[code] = place
    return half, places


@lru_cache
def _high(jokers: int) -> _Half:
    return _half((4,) * 6 + (jokers,))


class Index(NamedTuple):
    """The perfect hash of all hands of one size: ``base[high] + low[low]`` below `size`."""

    base: list[int]
    low: list[int]
    size: int


@lru_cache
def index(cards: int, jokers: int) -> Index:
    low_half, places = _low()
    high_half = _high(jokers)
    base = [0] * (max(map(max, high_half.codes)) + 1)
    size = 0
    for held in range(cards + 1):
        for code in high_half.codes[held]:
            base[code] = size
            size += len(low_half.codes[cards - held])
    return Index(base, places, size)


def rank_key(ranks: Iterable[int], jokers: int) -> int:
    return sum(map(RANK_KEYS.__getitem__, ranks)) + jokers * JOKER_KEY


def short_values(scale: Scale) -> dict[int, int]:
    """Rank key to value for hands of one to four cards, where suits do not matter (S8-6, D-FB-3)."""
    ranks, values = scale.rule.deck.pack.ranks, {}
    for size in range(1, 5):
        for jokers in range(min(size, scale.rule.deck.jokers) + 1):
            for held in combinations_with_replacement(ranks, size - jokers):
                values[rank_key(held, jokers)] = scale.value(held, jokers)
    return values


def five_values(scale: Scale) -> list[int]:
    """The values of all hands of five cards that are no flush, by `index`."""
    deck = scale.rule.deck
    base, low, size = index(5, deck.jokers)
    values = [0] * size
    for jokers in range(deck.jokers + 1):
        for held in combinations_with_replacement(deck.pack.ranks, 5 - jokers):
            if jokers or held[0] != held[4]:
                key = rank_key(held, jokers)
                values[base[key >> HIGH_HALF] + low[key & LOW_MASK]] = scale.value(held, jokers)
    return values


def more_values(smaller: Sequence[int], cards: int, jokers: int) -> list[int]:
    """The values of the best five of `cards`, from those of one card fewer: the best that is left when one goes."""
    base = index(cards - 1, jokers).base
    lows, highs = _low()[0], _high(jokers)
    values: list[int] = []
    for held in range(cards + 1):
        rest = cards - held
        columns = _less_one(rest)
        width, narrow = len(lows.codes[rest]), len(lows.codes[rest - 1]) if rest else 0
        for code, parts in zip(highs.codes[held], highs.parts[held], strict=True):
            segment = smaller[base[code] : base[code] + narrow]
            ways: list[Iterable[int]] = [map(segment.__getitem__, column) for column in columns]
            ways += [smaller[start : start + width] for start in (base[code - part] for part in parts)]
            values.extend(map(max, *ways) if len(ways) > 1 else ways[0])
    return values


@lru_cache
def _less_one(cards: int) -> list[list[int]]:
    """For every lower half of so many cards, where it is found with one card fewer; columns, padded by repetition."""
    if not cards:
        return []
    half, places = _low()
    less = [
        [places[code - part] for part in parts]
        for code, parts in zip(half.codes[cards], half.parts[cards], strict=True)
    ]
    return [[row[min(n, len(row) - 1)] for row in less] for n in range(max(map(len, less)))]
