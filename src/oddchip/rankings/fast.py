"""The functions the tables are read with: one per order and number of cards.

They are closures over lists because that is what plain Python runs fastest, and the two commonest sizes are written
out. A function gets cards of the deck, all different; it does not check them.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from oddchip.cards import UNKNOWN, Deck, cards_text
from oddchip.errors import CardError
from oddchip.rankings import tables
from oddchip.rankings.scale import Scale
from oddchip.rankings.tables import FLUSH, HIGH_HALF, LOW_MASK, RANK_MASK, START, Index, suit_key

Cards = Sequence[int]
Value = Callable[[Cards], int]
Flush = Callable[[Cards, int, int], int]
"""What a hand with five of a suit is worth, from its cards, its key and its worth without."""


class Readers:
    """Makes the value function of each size when it is first wanted, and keeps it and its table."""

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self.jokers = scale.rule.deck.jokers
        self.keys = tables.card_keys(scale)
        # Filled in place, so that a function made before its table sees it afterwards.
        self._tables: dict[int, list[int]] = {size: [] for size in range(5, 9)}
        self._made: dict[int, Value] = {}
        self.value = self._any()

    def table(self, size: int) -> list[int]:
        """Values of hands of five to eight cards without regard to suits, by `tables.index`."""
        table = self._tables[size]
        if not table:
            if size == 5:
                table += tables.five_values(self.scale)
            else:
                table += tables.more_values(self.table(size - 1), size, self.jokers)
        return table

    def of(self, size: int) -> Value:
        """The value function for exactly `size` cards."""
        if size not in self._made:
            self._made[size] = self._make(size)
        return self._made[size]

    def plain_of(self, size: int) -> Callable[[Sequence[int], int], int]:
        """The value of ranks and jokers, together `size`, when there is no flush."""
        if size < 5:
            return lambda ranks, jokers: self.scale.value(tuple(sorted(ranks)), jokers) if size else 0
        table, (base, low, _) = self.table(size), tables.index(size, self.jokers)

        def value(ranks: Sequence[int], jokers: int) -> int:
            key = tables.rank_key(ranks, jokers)
            return table[base[key >> HIGH_HALF] + low[key & LOW_MASK]]

        return value

    def makes(self, cards: Cards, value: int) -> bool:
        """Are these cards, as many as play, worth so much?"""
        return self.of(len(cards))(cards) == value

    def _make(self, size: int) -> Value:
        if size == 0:
            return _nothing
        if size < 5:
            return _short(tables.short_values(self.scale), self.keys)
        make = {5: _five, 7: _seven}.get(size, _any_size)
        return make(self.table(size), tables.index(size, self.jokers), self.keys, self.flush(size))

    def flush(self, size: int) -> Flush:
        flush, low = self.scale.flush, self.scale.rule.is_low
        if low and size > 5:
            return self._dodged()

        def best(cards: Cards, key: int, plain: int) -> int:
            value = 0 if low else plain
            for suit in range(4):
                if key & _FIVE_OF[suit]:
                    value = max(value, flush(*suited(cards, suit)))
            return value

        return best

    def _dodged(self) -> Flush:
        """A flush hurts a low hand of six cards or more, and is seldom forced."""
        hands = self.scale.hands

        def best(cards: Cards, key: int, plain: int) -> int:
            suit = next(suit for suit in range(4) if key & _FIVE_OF[suit])
            ranks = hands[plain].ranks
            for card in cards:
                if card & 3 != suit and card >> 2 in ranks:
                    return plain
            return max(map(self.of(5), combinations(cards, 5)))

        return best

    def _any(self) -> Value:
        """The value function for any number of cards; five and seven are written out because they are commonest."""
        keys, of, checked = self.keys, self.of, self._checked
        first = _first(keys)
        five, (base5, low, _), flush5 = self._tables[5], tables.index(5, self.jokers), self.flush(5)
        seven, (base7, low, _), flush7 = self._tables[7], tables.index(7, self.jokers), self.flush(7)

        def value(cards: Cards) -> int:
            try:
                size = len(cards)
                if size == 5:
                    a, b, c, d, e = cards
                    key = first[a] + keys[b] + keys[c] + keys[d] + keys[e]
                    plain = five[base5[key >> HIGH_HALF] + low[key & LOW_MASK]]
                    return flush5(cards, key, plain) if key & FLUSH else plain
                if size == 7:
                    a, b, c, d, e, f, g = cards
                    key = first[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
                    plain = seven[base7[key >> HIGH_HALF] + low[key & LOW_MASK]]
                    return flush7(cards, key, plain) if key & FLUSH else plain
                return of(size)(cards)
            except (TypeError, LookupError):
                return checked(cards)

        return value

    def _checked(self, cards: Cards) -> int:
        """The slow way in: a table is not made yet, or a card is not of this deck."""
        check(cards, self.scale.rule.deck)
        return self.of(len(cards))(cards)


def check(cards: Cards, deck: Deck) -> None:
    """One to eight different cards of the deck, or a CardError."""
    if len(cards) > 8:
        raise CardError(f"a hand is judged by up to eight cards, not {len(cards)}")
    if UNKNOWN in cards:
        raise CardError("a face-down card has no value")
    for card in cards:
        if card not in deck.cards:
            raise CardError(f"{card} is no card of this deck ({deck.name})")
    if len(set(cards)) != len(cards):
        raise CardError(f"a card is there twice: {cards_text(cards, deck)}")


def suited(cards: Cards, suit: int) -> tuple[int, int]:
    """The ranks of a suit, a bit each, and the number of jokers."""
    mask = jokers = 0
    for card in cards:
        if card >= 52:
            jokers += 1
        elif card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask, jokers


_FIVE_OF = tuple(FLUSH & 15 * suit_key(suit) for suit in range(4))


def _first(keys: list[int]) -> list[int]:
    """Keys for the first card of a hand: with the start of the suit counters."""
    return [START + key if isinstance(key, int) else key for key in keys]


def _nothing(cards: Cards) -> int:
    return 0


def _short(values: dict[int, int], keys: list[int]) -> Value:
    key_of = keys.__getitem__

    def value(cards: Cards) -> int:
        return values[sum(map(key_of, cards)) & RANK_MASK]

    return value


def _five(values: list[int], index: Index, keys: list[int], flush: Flush) -> Value:
    first, (base, low, _) = _first(keys), index

    def value(cards: Cards) -> int:
        a, b, c, d, e = cards
        key = first[a] + keys[b] + keys[c] + keys[d] + keys[e]
        plain = values[base[key >> HIGH_HALF] + low[key & LOW_MASK]]
        return flush(cards, key, plain) if key & FLUSH else plain

    return value


def _seven(values: list[int], index: Index, keys: list[int], flush: Flush) -> Value:
    first, (base, low, _) = _first(keys), index

    def value(cards: Cards) -> int:
        a, b, c, d, e, f, g = cards
        key = first[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        plain = values[base[key >> HIGH_HALF] + low[key & LOW_MASK]]
        return flush(cards, key, plain) if key & FLUSH else plain

    return value


def _any_size(values: list[int], index: Index, keys: list[int], flush: Flush) -> Value:
    key_of, (base, low, _) = keys.__getitem__, index

    def value(cards: Cards) -> int:
        key = sum(map(key_of, cards), START)
        plain = values[base[key >> HIGH_HALF] + low[key & LOW_MASK]]
        return flush(cards, key, plain) if key & FLUSH else plain

    return value
