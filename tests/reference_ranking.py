"""Hand ranking the slow and obvious way, to check the fast one by.

A hand is judged by trying every five of its cards, and every card of the pack in the place of every joker. The result
is a key to compare by, better is greater; it shares no code with `oddchip.rankings` beyond the cards themselves.
"""

from collections import Counter
from itertools import combinations, product

ACE = 12
NONE, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, FIVE = range(10)
ORDINARY = (NONE, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, FIVE)
FORTY = {
    "standard": ORDINARY,
    "italian": (NONE, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FULL, FLUSH, QUADS, STRAIGHT_FLUSH, FIVE),
    "frequency7": (NONE, PAIR, TWO_PAIR, STRAIGHT, TRIPS, FULL, FLUSH, QUADS, STRAIGHT_FLUSH, FIVE),
}
IS_FORTY = [0, 1, 2, 3, 4, 5, 9, 10, 11, 12]
IS_SHORT = list(range(4, 13))
SHAPES = {
    (5,): FIVE,
    (4, 1): QUADS,
    (4,): QUADS,
    (3, 2): FULL,
    (3, 1, 1): TRIPS,
    (3, 1): TRIPS,
    (3,): TRIPS,
    (2, 2, 1): TWO_PAIR,
    (2, 2): TWO_PAIR,
    (2, 1, 1, 1): PAIR,
    (2, 1, 1): PAIR,
    (2, 1): PAIR,
    (2,): PAIR,
}


class Reference:
    """One order; the arguments are those of `oddchip.rankings.order`."""

    def __init__(self, ranking, deck, **options):
        self.ranking, self.deck = ranking.value, deck
        self.bug_in_flush = options.get("bug_in_flush", "highest")
        self.five_aces = options.get("five_aces", "top")
        self.lowball_joker = "best" if deck.wild else options.get("lowball_joker", "best")
        self.straights = self.list_straights(options.get("straights40", "closed_up"))
        ranks = list(deck.pack.ranks)
        if ranks == IS_FORTY:
            self.order = FORTY[options.get("rank40", "italian")]
        else:
            self.order = FORTY["italian"] if ranks == IS_SHORT else ORDINARY

    def list_straights(self, straights40):
        """Sets of five ranks to the height of their top card, written out as people list them."""
        ranks = list(self.deck.pack.ranks)
        if ranks == IS_FORTY and straights40 == "closed_up":
            runs = [[12, 0, 1, 2, 3], *([*ranks[i : i + 5]] for i in range(6))]
        else:
            runs = [[12, 0, 1, 2, 3], *([low, low + 1, low + 2, low + 3, low + 4] for low in range(9))]
            runs = [run for run in runs if set(run) <= set(ranks)]
            if ranks == IS_SHORT:
                runs.insert(0, [12, 4, 5, 6, 7])
        if self.ranking == "deuce_to_seven":
            runs = [run for run in runs if run[0] != ACE]
        if self.ranking == "ace_to_six":
            runs = [run for run in runs if run[-1] != ACE]
        return {frozenset(run): run[-1] for run in runs}

    def height(self, rank):
        return -1 if rank == ACE and self.ranking in ("ace_to_five", "ace_to_six", "badugi") else rank

    def key(self, cards):
        """What to compare by; only hands judged by as many cards compare."""
        if self.ranking == "badugi":
            return self.badugi_in(cards)
        if len(cards) <= 5:
            return self.whole(cards)
        return max(self.whole(five) for five in combinations(cards, 5))

    # -- five cards or fewer -----------------------------------------------------------------------------------------

    def whole(self, cards):
        naturals = [(card // 4, card % 4) for card in cards if card < 52]
        jokers = len(cards) - len(naturals)
        if self.ranking == "high":
            return max(self.high_keys(naturals, jokers))
        return max(self.low_keys(naturals, jokers))

    def high_keys(self, naturals, jokers):
        for stand in self.every_card(jokers):
            cards = naturals + stand
            category, ranks = self.contents(cards)
            suited = category in (FLUSH, STRAIGHT_FLUSH)
            if jokers and not self.deck.wild:
                aces = all(rank == ACE for rank, _ in stand)
                if category == FLUSH and self.bug_in_flush != "highest":
                    continue
                if not aces and category not in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
                    continue
            if suited and len({rank for rank, _ in cards}) < 5:
                continue
            if category == FIVE and self.five_aces == "quads":
                category, ranks = QUADS, ranks * 2
            yield self.strength(category), ranks
        if jokers and not self.deck.wild and self.bug_in_flush != "highest":
            yield from self.odd_flush(naturals, jokers)

    def odd_flush(self, naturals, jokers):
        if len(naturals) + jokers == 5 and len({suit for _, suit in naturals}) == 1:
            ranks = sorted((rank for rank, _ in naturals), reverse=True)
            filled = ranks + [-2] * jokers if self.bug_in_flush == "lowest" else [ACE] * jokers + ranks
            yield self.strength(FLUSH), tuple(filled)

    def low_keys(self, naturals, jokers):
        held = {rank for rank, _ in naturals}
        if jokers and (self.ranking == "ace_to_five" or self.lowball_joker == "lowest_not_held"):
            missing = sorted((rank for rank in self.deck.pack.ranks if rank not in held), key=self.height)
            stands = [list(zip(missing, suits, strict=False)) for suits in product(self.deck.pack.suits, repeat=jokers)]
        else:
            stands = self.every_card(jokers)
        for stand in stands:
            category, ranks = self.contents(naturals + stand)
            yield -self.strength(category), tuple(-height for height in ranks)

    def every_card(self, jokers):
        pack = [(rank, suit) for rank in self.deck.pack.ranks for suit in self.deck.pack.suits]
        return map(list, product(pack, repeat=jokers))

    def strength(self, category):
        order = list(self.order)
        if self.five_aces == "below_straight_flush":
            order[-2:] = reversed(order[-2:])
        return order.index(category)

    def contents(self, cards):
        """A category, and what to compare inside it."""
        counted = Counter(rank for rank, _ in cards)
        grouped = sorted(counted, key=lambda rank: (counted[rank], self.height(rank)), reverse=True)
        ranks = tuple(self.height(rank) for rank in grouped)
        category = SHAPES.get(tuple(counted[rank] for rank in grouped), NONE)
        if len(cards) == 5 and self.ranking != "ace_to_five":
            top = self.straights.get(frozenset(counted)) if len(counted) == 5 else None
            suited = len({suit for _, suit in cards}) == 1
            if top is not None:
                return (STRAIGHT_FLUSH if suited else STRAIGHT), (self.height(top),)
            if suited and len(counted) == 5:
                return FLUSH, ranks
        return category, ranks

    # -- badugi ------------------------------------------------------------------------------------------------------

    def badugi_in(self, cards):
        if len(cards) > 4:
            return max(self.badugi_in(four) for four in combinations(cards, 4))
        naturals = [(card // 4, card % 4) for card in cards if card < 52]
        jokers = len(cards) - len(naturals)
        if jokers and self.lowball_joker == "lowest_not_held":
            held = {rank for rank, _ in naturals}
            missing = sorted((rank for rank in self.deck.pack.ranks if rank not in held), key=self.height)
            stands = [list(zip(missing, suits, strict=False)) for suits in product(self.deck.pack.suits, repeat=jokers)]
        else:
            stands = self.every_card(jokers)
        return max(self.badugi(naturals + stand) for stand in stands)

    def badugi(self, cards):
        keys = [(0,)]
        for size in range(1, len(cards) + 1):
            for part in combinations(cards, size):
                if len({rank for rank, _ in part}) == len({suit for _, suit in part}) == size:
                    keys.append((size, *sorted((-self.height(rank) for rank, _ in part))))
        return max(keys)
