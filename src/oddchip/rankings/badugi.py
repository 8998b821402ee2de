"""Badugi: the largest set of cards of different ranks and suits, and then the lowest (D-BD-3).

A card is one rank bit and one suit bit; a set of cards plays when the union of its bits has as many of each as there
are cards. All such unions are in one dictionary.
"""

from itertools import combinations

from oddchip.cards import ACE
from oddchip.rankings.fast import Cards, Value, check
from oddchip.rankings.scale import Category, HandClass, Rule

_RANKS = 13


class BadugiScale:
    """Every badugi hand with its value: more cards first, then compared from the top, ace low."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        pack = rule.deck.pack
        self.most = min(4, len(pack.suits))
        self.descending = sorted(pack.ranks, key=self.height, reverse=True)
        sets = [ranks for size in range(1, self.most + 1) for ranks in combinations(self.descending, size)]
        sets.sort(key=lambda ranks: (len(ranks), [-self.height(rank) for rank in ranks]))
        self.hands = [HandClass(Category.HIGH_CARD, ranks) for ranks in ((), *sets)]
        self.places = {frozenset(hand.ranks): value for value, hand in enumerate(self.hands)}

    def height(self, rank: int) -> int:
        return -1 if rank == ACE else rank

    def unions(self) -> list[dict[int, int]]:
        """By number of cards: the bits of every set of so many that plays whole, with its value."""
        found: list[dict[int, int]] = [{} for _ in range(5)]
        for value, hand in enumerate(self.hands):
            size = len(hand.ranks)
            for suits in combinations(self.rule.deck.pack.suits, size):
                bits = sum(1 << rank for rank in hand.ranks) | sum(1 << _RANKS + suit for suit in suits)
                found[size][bits] = value
        return found

    def filled(self, part: frozenset[int], jokers: int, held: frozenset[int]) -> frozenset[int]:
        """The ranks of a playing part with its jokers: the lowest it lacks, or the lowest not held (D-LO-JX)."""
        taken = held if self.rule.lowball_joker == "lowest_not_held" else part
        missing = [rank for rank in reversed(self.descending) if rank not in taken]
        return part | frozenset(missing[: min(jokers, self.most - len(part))])


class BadugiReaders:
    """The value function of badugi; one serves every number of cards."""

    def __init__(self, scale: BadugiScale) -> None:
        self.scale = scale
        self._bits = {card: 1 << (card >> 2) | 1 << _RANKS + (card & 3) for card in scale.rule.deck.pack.cards}
        self._unions = scale.unions()
        self.value = self._any()

    def of(self, size: int) -> Value:
        return self.value

    def makes(self, cards: Cards, value: int) -> bool:
        """Are these cards, as many as play, worth so much? Jokers are whatever the others leave over."""
        naturals = [card for card in cards if card < 52]
        ranks = self.scale.hands[value].ranks
        return (not naturals or bool(self._whole(naturals))) and all(card >> 2 in ranks for card in naturals)

    def _any(self) -> Value:
        bits, best, deck = self._bits, self._best, self.scale.rule.deck
        four, three = self._unions[4].get, self._unions[3].get

        def value(cards: Cards) -> int:
            try:
                i, j, k, m = cards
                a, b, c, d = bits[i], bits[j], bits[k], bits[m]
                return (
                    four(a | b | c | d)
                    or max(three(a | b | c, 0), three(a | b | d, 0), three(a | c | d, 0), three(b | c | d, 0))
                    or best(cards)
                )
            except (ValueError, LookupError):
                # Another number of cards, or a joker.
                check(cards, deck)
                return best(cards)

        return value

    def _best(self, cards: Cards) -> int:
        naturals = [card for card in cards if card < 52]
        if len(naturals) < len(cards):
            return self._with_jokers(cards, naturals)
        for size in range(min(4, len(cards)), 0, -1):
            found = max(self._whole(part) for part in combinations(naturals, size))
            if found:
                return found
        return 0

    def _whole(self, part: Cards) -> int:
        """The value of these cards if all of them play."""
        union = 0
        for card in part:
            union |= self._bits[card]
        return self._unions[len(part)].get(union, 0)

    def _with_jokers(self, cards: Cards, naturals: Cards) -> int:
        if len(cards) > 4 and self.scale.rule.lowball_joker == "lowest_not_held":
            return max(map(self.value, combinations(cards, 4)))
        held, jokers = frozenset(card >> 2 for card in naturals), len(cards) - len(naturals)
        best = 0
        for size in range(min(4, len(naturals)) + 1):
            for part in combinations(naturals, size):
                if not part or self._whole(part):
                    ranks = frozenset(card >> 2 for card in part)
                    best = max(best, self.scale.places[self.scale.filled(ranks, jokers, held)])
        return best
