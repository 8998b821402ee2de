"""What hands there are and which is better: the meaning of an order, before any table.

A `Scale` lists every hand of one order, worst first; a hand's value is its place, counted from 1. Everything that
depends on a rule is here: the categories and their order, the straights, and what a joker may be.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import combinations, combinations_with_replacement, pairwise
from typing import NamedTuple

from oddchip.cards import ACE, ITALIAN, SHORT, Deck

JOKER = -2
"""The rank of a joker that is nothing but itself (D-BUG-3, `lowest`): below everything."""


class Ranking(Enum):
    """The five ways to judge a hand."""

    HIGH = "high"
    ACE_TO_FIVE_LOW = "ace_to_five"
    DEUCE_TO_SEVEN_LOW = "deuce_to_seven"
    ACE_TO_SIX_LOW = "ace_to_six"
    BADUGI = "badugi"


class Category(IntEnum):
    """What a hand contains. The numbers are names, not strength: that depends on the deck."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9


class HandClass(NamedTuple):
    """A hand without its suits, as a player lays it down: pairs first, then from the top (a wheel ends in its ace)."""

    category: Category
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Rule:
    """An order as asked for: a ranking, a deck and the options that matter to them."""

    ranking: Ranking
    deck: Deck
    bug_in_flush: str = "highest"
    five_aces: str = "top"
    lowball_joker: str = "best"
    rank40: str = "italian"
    straights40: str = "closed_up"

    @property
    def is_low(self) -> bool:
        return self.ranking is not Ranking.HIGH

    @property
    def has_suits(self) -> bool:
        """Do straights and flushes count?"""
        return self.ranking in (Ranking.HIGH, Ranking.DEUCE_TO_SEVEN_LOW, Ranking.ACE_TO_SIX_LOW)

    @property
    def ace_is_low(self) -> bool:
        return self.ranking in (Ranking.ACE_TO_FIVE_LOW, Ranking.ACE_TO_SIX_LOW, Ranking.BADUGI)

    @property
    def is_forty(self) -> bool:
        """Ten ranks with a hole between seven and knave: Italian packs and Mexican stud (IT-14)."""
        return self.deck.pack.ranks == ITALIAN.ranks


_PATTERNS: dict[Category, tuple[tuple[int, int], ...]] = {
    Category.HIGH_CARD: ((1, 5),),
    Category.PAIR: ((2, 1), (1, 3)),
    Category.TWO_PAIR: ((2, 2), (1, 1)),
    Category.TRIPS: ((3, 1), (1, 2)),
    Category.FULL_HOUSE: ((3, 1), (2, 1)),
    Category.QUADS: ((4, 1), (1, 1)),
}
_SHORT_PATTERNS: dict[int, tuple[tuple[Category, tuple[tuple[int, int], ...]], ...]] = {
    1: ((Category.HIGH_CARD, ((1, 1),)),),
    2: ((Category.HIGH_CARD, ((1, 2),)), (Category.PAIR, ((2, 1),))),
    3: ((Category.HIGH_CARD, ((1, 3),)), (Category.PAIR, ((2, 1), (1, 1))), (Category.TRIPS, ((3, 1),))),
    4: (
        (Category.HIGH_CARD, ((1, 4),)),
        (Category.PAIR, ((2, 1), (1, 2))),
        (Category.TWO_PAIR, ((2, 2),)),
        (Category.TRIPS, ((3, 1), (1, 1))),
        (Category.QUADS, ((4, 1),)),
    ),
}


def _shapes(ranks: Sequence[int], pattern: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of ranks in a pattern of (how many alike, how many such): 2 of 2 and 1 of 1 is two pair."""
    if not pattern:
        yield ()
        return
    (alike, number), rest = pattern[0], pattern[1:]
    for chosen in combinations(ranks, number):
        head = tuple(rank for rank in chosen for _ in range(alike))
        for tail in _shapes([rank for rank in ranks if rank not in chosen], rest):
            yield head + tail


def category_order(rule: Rule) -> tuple[Category, ...]:
    """Categories from the lowest high hand to the best (IT-17; short deck as it is dealt everywhere)."""
    c = Category
    below, above = [c.HIGH_CARD, c.PAIR, c.TWO_PAIR, c.TRIPS, c.STRAIGHT], [c.FLUSH, c.FULL_HOUSE]
    if rule.deck.pack.ranks == SHORT.ranks or (rule.is_forty and rule.rank40 != "standard"):
        above.reverse()
    if rule.is_forty and rule.rank40 == "frequency7":
        below[3:] = [c.STRAIGHT, c.TRIPS]
    top = [c.STRAIGHT_FLUSH, c.FIVE_OF_A_KIND]
    if rule.five_aces == "below_straight_flush":
        top.reverse()
    return (*below, *above, c.QUADS, *top)


def straights(rule: Rule) -> tuple[tuple[int, ...], ...]:
    """The straights of the deck, best first, each from the top.

    Low orders have the ace at one end only: high in deuce-to-seven (D-LO-27), low in ace-to-six (D-LO-A6).
    """
    if not rule.has_suits:
        return ()
    ranks = rule.deck.pack.ranks
    ladder = ([ACE] if ACE in ranks else []) + list(ranks)
    runs = []
    for start in range(len(ladder) - 4):
        run = ladder[start : start + 5]
        low, high = run[0] == ACE, run[-1] == ACE
        if (low and rule.ranking is Ranking.DEUCE_TO_SEVEN_LOW) or (high and rule.ranking is Ranking.ACE_TO_SIX_LOW):
            continue
        if all(_adjacent(a, b, rule) for a, b in pairwise(run)):
            runs.append(tuple(reversed(run)))
    return tuple(reversed(runs))


def _adjacent(lower: int, upper: int, rule: Rule) -> bool:
    if lower == ACE:
        return upper == 0 or rule.deck.pack.ranks == SHORT.ranks
    return upper == lower + 1 or (rule.is_forty and rule.straights40 == "closed_up")


class Scale:
    """Every hand of one order with its value, and what jokers become."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        pack = rule.deck.pack
        # Ranks from the top; only the ace moves.
        self.descending = sorted(pack.ranks, key=self.height, reverse=True)
        self.order = category_order(rule)
        self.straights = straights(rule)
        self._straight_masks = [(sum(1 << rank for rank in run), run) for run in self.straights]
        plain, suited = self._plain_hands(), self._suited_hands()
        self.hands = self._sorted([*plain.values(), *suited])
        """Value to hand; nothing stands at 0."""
        values = {hand: value for value, hand in enumerate(self.hands)}
        self.plain = {held: values[hand] for held, hand in plain.items()}
        self.suited = {hand: values[hand] for hand in suited}
        self._bug_straights = self._straights_with_gaps()
        self._flushes: dict[tuple[int, int], int] = {}

    def height(self, rank: int) -> int:
        """Where a rank stands in this order: an ace may be below a deuce."""
        return -1 if rank == ACE and self.rule.ace_is_low else rank

    def _plain_hands(self) -> dict[tuple[int, ...], HandClass]:
        """The hands of one to five cards whose suits do not matter, by their sorted ranks."""
        hands = {}
        runs = {tuple(sorted(run)): run for run in self.straights}
        for category, pattern in _PATTERNS.items():
            for ranks in _shapes(self.descending, pattern):
                held = tuple(sorted(ranks))
                run = runs.get(held)
                hands[held] = HandClass(Category.STRAIGHT, run) if run else HandClass(category, ranks)
        for category, ranks in self._short_hands():
            hands[tuple(sorted(ranks))] = HandClass(category, ranks)
        for rank in self._five_alike():
            alike = Category.QUADS if self.rule.five_aces == "quads" else Category.FIVE_OF_A_KIND
            hands[(rank,) * 5] = HandClass(alike, (rank,) * 5)
        return hands

    def _short_hands(self) -> Iterator[tuple[Category, tuple[int, ...]]]:
        for patterns in _SHORT_PATTERNS.values():
            for category, pattern in patterns:
                for ranks in _shapes(self.descending, pattern):
                    yield category, ranks

    def _five_alike(self) -> Iterable[int]:
        """The bug makes five aces (D-BUG-4), a wild joker five of anything; as quads only the aces are any use."""
        rule = self.rule
        if rule.is_low or not rule.deck.jokers:
            return ()
        every = rule.deck.wild and rule.five_aces != "quads"
        return [rank for rank in self.descending if every or rank == ACE]

    def _suited_hands(self) -> list[HandClass]:
        if not self.rule.has_suits:
            return []
        jokers = 0 if self.rule.is_low else self.rule.deck.jokers
        held = (ranks for j in range(jokers + 1) for ranks in combinations(self.descending, 5 - j))
        return list(dict.fromkeys(self._suited(ranks) for ranks in held))

    def _sorted(self, hands: list[HandClass]) -> list[HandClass]:
        strength = {category: place for place, category in enumerate(self.order)}
        keyed = [(strength[hand.category], tuple(map(self.height, hand.ranks)), hand) for hand in dict.fromkeys(hands)]
        keyed.sort(reverse=self.rule.is_low)
        ordered = [hand for _, _, hand in keyed]
        if self.rule.is_low:
            # A hand of fewer than five cards is no low yet: it stays below every whole one.
            ordered.sort(key=lambda hand: len(hand.ranks))
        return [HandClass(Category.HIGH_CARD, ()), *ordered]

    # -- jokers beside cards whose suits do not matter ---------------------------------------------------------------

    def value(self, held: tuple[int, ...], jokers: int = 0) -> int:
        """The value of sorted ranks and jokers, one to five together, when there is no flush."""
        if not jokers:
            return self.plain[held]
        if not self.rule.is_low and not self.rule.deck.wild:
            # D-BUG-1, S8-B7: an ace (the top of a pack without aces), or whatever completes a straight.
            aces = tuple(sorted(held + (self.descending[0],) * jokers))
            return max(self.plain.get(aces, 0), self._bug_straights.get((held, jokers), 0))
        return max(self.plain.get(tuple(sorted(held + stand)), 0) for stand in self._stand_ins(held, jokers))

    def _stand_ins(self, held: tuple[int, ...], jokers: int) -> Iterable[tuple[int, ...]]:
        ranks = self.descending
        if not self.rule.is_low:
            return combinations_with_replacement(ranks, jokers)
        missing = [rank for rank in reversed(ranks) if rank not in held]
        if len(missing) < jokers:
            return combinations_with_replacement(ranks, jokers)
        if self.rule.ranking is Ranking.ACE_TO_FIVE_LOW or self.rule.lowball_joker == "lowest_not_held":
            return [tuple(missing[:jokers])]
        return combinations(missing, jokers)

    def _straights_with_gaps(self) -> dict[tuple[tuple[int, ...], int], int]:
        filled: dict[tuple[tuple[int, ...], int], int] = {}
        for run in self.straights:
            for jokers in range(1, self.rule.deck.jokers + 1):
                for held in combinations(sorted(run), 5 - jokers):
                    # The best straight comes first: the upper end (D-BUG-2).
                    filled.setdefault((held, jokers), self.plain[tuple(sorted(run))])
        return filled

    # -- suited cards ------------------------------------------------------------------------------------------------

    def flush(self, mask: int, jokers: int = 0) -> int:
        """The best flush or straight flush out of a suit's ranks (a bit each) and jokers; 0 when there is none."""
        key = mask, jokers
        if key not in self._flushes:
            self._flushes[key] = self._best_flush(mask, jokers)
        return self._flushes[key]

    def _best_flush(self, mask: int, jokers: int) -> int:
        held = [rank for rank in self.descending if mask >> rank & 1]
        return max(
            (self.suited[self._suited(ranks)] for used in range(jokers + 1) for ranks in combinations(held, 5 - used)),
            default=0,
        )

    def _suited(self, ranks: tuple[int, ...]) -> HandClass:
        """The hand of three to five suited ranks and as many jokers as make it five (D-BUG-2, D-BUG-3, S8-B8)."""
        mask = sum(1 << rank for rank in ranks)
        for run_mask, run in self._straight_masks:
            if mask & run_mask == mask:
                return HandClass(Category.STRAIGHT_FLUSH, run)
        jokers = 5 - len(ranks)
        reading = self.rule.bug_in_flush if not self.rule.deck.wild else "highest"
        if reading == "lowest":
            return HandClass(Category.FLUSH, ranks + (JOKER,) * jokers)
        if reading == "double_ace_flush" and jokers:
            return HandClass(Category.FLUSH, (ACE,) * jokers + ranks)
        missing = [rank for rank in self.descending if rank not in ranks][:jokers]
        missing += [JOKER] * (jokers - len(missing))
        return HandClass(Category.FLUSH, tuple(sorted((*ranks, *missing), key=self.height, reverse=True)))
