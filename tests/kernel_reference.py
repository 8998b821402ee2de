"""Kernels, scalar values and the slow reference side by side, on hands of five to eight cards of a pack.

The reference judges every five cards of the pack once; what more cards are worth is the best of all their fives. The
scalar values and the kernels judge the whole hand.
"""

from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, islice
from os import cpu_count

import numpy as np

from oddchip.cards import FRENCH, Deck
from oddchip.kernels import bulk, keeps
from oddchip.rankings import Ranking, order
from reference_ranking import Reference

ORDERS = [(ranking, Deck(FRENCH, jokers)) for ranking in Ranking for jokers in (0, 1)]
IDS = [f"{ranking.value}, {deck.size}" for ranking, deck in ORDERS]
CHUNK = 20_000


def keys_of(ranking, deck, hands):
    """The different keys of these hands, and which of them each hand has."""
    reference = Reference(ranking, deck)
    known = {}
    which = [known.setdefault(reference.key(tuple(hand)), len(known)) for hand in hands]
    return list(known), which


def ranks_of(ranking, deck, hands, workers):
    """All different keys in rising order, and the place of each hand's among them."""
    parts = [hands[at : at + CHUNK] for at in range(0, len(hands), CHUNK)]
    if workers == 1:
        found = [keys_of(ranking, deck, part) for part in parts]
    else:
        with ProcessPoolExecutor(workers) as pool:
            found = list(pool.map(keys_of, [ranking] * len(parts), [deck] * len(parts), parts))
    keys = sorted({key for known, _ in found for key in known})
    place = {key: place for place, key in enumerate(keys)}
    return keys, np.concatenate([np.array([place[key] for key in known])[which] for known, which in found])


class Pack:
    """Some cards of a deck, and what the reference makes of every five of them (four in badugi)."""

    def __init__(self, ranking, deck, cards, workers=1):
        self.order, self.cards = order(ranking, deck), np.array(sorted(cards), dtype=np.uint8)
        self.size = 4 if ranking is Ranking.BADUGI else 5
        hands = list(combinations(self.cards.tolist(), self.size))
        self.keys, self.ranks = ranks_of(ranking, deck, hands, workers)
        values = np.array([self.order.value(hand) for hand in hands])
        self.values = np.zeros(len(self.keys), dtype=np.int64)
        self.values[self.ranks] = values
        assert (self.values[self.ranks] == values).all()
        assert (np.diff(self.values) > 0).all()
        assert (bulk(self.order).values(hands) == values).all()

    def compare(self, size, number, rng):
        """Random hands of so many cards: the kernel's values and the scalar ones are those of the best five."""
        places = np.argpartition(rng.random((number, len(self.cards))), size, axis=1)[:, :size]
        table = keeps.columns(len(self.cards), self.size)[self.size]
        ordered = np.sort(places, axis=1)
        best = np.zeros(number, dtype=np.int64)
        for part in combinations(range(size), self.size):
            where = sum(table[i, ordered[:, column]] for i, column in enumerate(part))
            best = np.maximum(best, self.ranks[where])
        hands = self.cards[places]
        expected = self.values[best]
        assert (bulk(self.order).values(hands) == expected).all()
        value = self.order.value
        assert [value(hand) for hand in hands.tolist()] == expected.tolist()


def workers():
    return cpu_count() or 1


def sub_packs(deck, number, size, rng):
    """Random cards of a deck, a joker always among them where there is one."""
    for _ in range(number):
        cards = rng.permutation(np.array(deck.cards[:52]))[: size - deck.jokers]
        yield [*cards.tolist(), *islice(deck.cards, 52, None)]
