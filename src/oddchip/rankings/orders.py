"""`order(ranking, deck)`: everything one may ask about hands in one order."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import combinations

from oddchip.cards import FRENCH, JOKERS, Deck, Pack
from oddchip.errors import CardError, GameError
from oddchip.rankings import words
from oddchip.rankings.badugi import BadugiReaders, BadugiScale
from oddchip.rankings.fast import Cards, Readers, Value
from oddchip.rankings.layout import arrange, best_suits, likely, playing, stand_ins
from oddchip.rankings.scale import Category, HandClass, Ranking, Rule, Scale

_CHOICES = {
    "bug_in_flush": ("highest", "lowest", "double_ace_flush"),
    "five_aces": ("top", "below_straight_flush", "quads"),
    "lowball_joker": ("best", "lowest_not_held"),
    "rank40": ("italian", "standard", "frequency7"),
    "straights40": ("closed_up", "gap"),
}


class Order:
    """One way to judge hands of one deck. Values are ints: higher is better in every order, low included, 0 is no hand.

    High also ranks one to four cards, by what they pair (S8-6, D-FB-3); compare such values among hands of one size.
    Between sizes the longer hand is the better of two that agree as far as the shorter goes, so floors hold for all.
    In the low orders a hand of fewer than five cards is below every whole one.
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.ranking, self.deck = rule.ranking, rule.deck
        self.scale: Scale | BadugiScale
        self.readers: Readers | BadugiReaders
        if rule.ranking is Ranking.BADUGI:
            self.scale = BadugiScale(rule)
            self.readers = BadugiReaders(self.scale)
        else:
            self.scale = Scale(rule)
            self.readers = Readers(self.scale)
        self.hands: Sequence[HandClass] = self.scale.hands
        """Every hand of the order by its value, worst first; `hands[0]` is no hand."""
        self._words: dict[int, str] = {}
        self.value: Value = self.readers.value
        """The value of one to eight cards: of the best five of them, or the best badugi."""

    def __repr__(self) -> str:
        return f"order({self.ranking.value}, {self.deck.name})"

    # -- values ------------------------------------------------------------------------------------------------------

    def value_of(self, size: int) -> Value:
        """The plain function that values hands of exactly `size` cards: for loops; it does not check its cards."""
        if not 0 <= size <= 8:
            raise CardError(f"a hand is judged by up to eight cards, not {size}")
        return self.readers.of(size)

    @cached_property
    def five(self) -> Value:
        return self.value_of(5)

    @cached_property
    def seven(self) -> Value:
        return self.value_of(7)

    def hand(self, value: int) -> HandClass:
        """The hand a value stands for: its category and ranks."""
        if not 0 <= value < len(self.hands):
            raise CardError(f"{value} is no value of {self!r}: they are 0 to {len(self.hands) - 1}")
        return self.hands[value]

    # -- words -------------------------------------------------------------------------------------------------------

    def category(self, value: int) -> str:
        """``two pair``, ``straight flush``, ``no pair``, ``three-card badugi``."""
        return words.category_words(self.hand(value), self.ranking)

    def describe(self, value: int) -> str:
        """``kings and queens with an ace``, ``8-6-4-3-A low``, ``three-card 5-4-A badugi``."""
        try:
            return self._words[value]
        except KeyError:
            said = self._words[value] = words.describe(self.hand(value), self.ranking, self.deck.pack)
            return said

    # -- cards -------------------------------------------------------------------------------------------------------

    def played(self, cards: Cards) -> tuple[int, ...]:
        """The cards that play, as a player lays them down; of equal choices the one with the best suits (ODD-2)."""
        return self.laid(cards, self.value(cards))

    def laid(self, cards: Cards, value: int) -> tuple[int, ...]:
        """The same for cards whose value is known."""
        hand = self.hands[value]
        size = len(hand.ranks)
        if len(cards) == size:
            return arrange(cards, hand)
        found = likely(cards, hand)
        if len(found) == size:
            return arrange(found, hand)
        if found and max(found) < JOKERS[0] and self.readers.makes(best := best_suits(found, hand), value):
            return best
        choices = (five for five in combinations(found, size) if self.readers.makes(five, value))
        return playing(choices, hand, self.scale.height)

    def stands_for(self, cards: Cards) -> dict[int, int]:
        """What each joker that plays stands for: a card, which another player may hold (D-BUG-2)."""
        laid = self.played(cards)
        if not self.deck.jokers or max(laid, default=0) < JOKERS[0]:
            return {}
        hand = self.hands[self.value(cards)]
        return stand_ins(laid, hand, cards, self.deck.pack.suits, distinct=self.ranking is Ranking.BADUGI)

    # -- floors ------------------------------------------------------------------------------------------------------

    def floor(self, text: str) -> int:
        """The least value of ``high K``, ``pair J``, ``two pair``, ``trips``, ``low 8`` or better; of ``""``, any."""
        kind, _, rank = text.rpartition(" ")
        if not text:
            return 1
        if kind == "high" and len(rank) == 1:
            return self.floor_high(self._rank(rank))
        if kind == "pair":
            return self.floor_pair(self._rank(rank))
        if kind == "low":
            return self.floor_low(self._rank(rank))
        return self.floor_category(text)

    def floor_high(self, rank: int) -> int:
        """The least value of a hand of any size that has no pair and this highest card, or better."""
        return self._least(lambda hand: hand.category is Category.HIGH_CARD and hand.ranks[0] == rank, HIGH_ONLY)

    def floor_pair(self, rank: int) -> int:
        """The least value of a pair of this rank or better, for hands of any size (D-JP-1, D-FB-3)."""
        return self._least(lambda hand: hand.category is Category.PAIR and hand.ranks[0] == rank, HIGH_ONLY)

    def floor_category(self, category: Category | str) -> int:
        """The least value of a category: ``floor_category("trips")`` is trips or better."""
        name = category.name if isinstance(category, Category) else category
        wanted = _CATEGORIES.get(name.lower().replace("_", " "))
        return self._least(lambda hand: hand.category is wanted, HIGH_ONLY)

    def floor_low(self, top: int) -> int:
        """The least value without a pair, straight or flush whose highest card is `top` or lower (D-LO-B, S8-11)."""
        height = self.scale.height

        def is_low_enough(hand: HandClass) -> bool:
            whole = len(hand.ranks) == 5 and hand.category is Category.HIGH_CARD
            return whole and height(hand.ranks[0]) <= height(top)

        return self._least(is_low_enough, LOW_ONLY)

    def _rank(self, letter: str) -> int:
        """A rank by the pack's letter, or by the French one."""
        for letters in (self.deck.pack.rank_letters, FRENCH.rank_letters):
            if letter.upper() in letters and len(letter) == 1:
                return letters.index(letter.upper())
        raise GameError(f"no rank is called {letter!r}: expected one of {self.deck.pack.notation[0]}")

    def _least(self, wanted: Callable[[HandClass], bool], rankings: tuple[Ranking, ...]) -> int:
        if self.ranking in rankings:
            for value, hand in enumerate(self.hands):
                if value and wanted(hand):
                    return value
        raise GameError(f"{self!r} has no such floor")


HIGH_ONLY = (Ranking.HIGH,)
LOW_ONLY = (Ranking.ACE_TO_FIVE_LOW, Ranking.DEUCE_TO_SEVEN_LOW, Ranking.ACE_TO_SIX_LOW)
_CATEGORIES = {
    **{category.name.lower().replace("_", " "): category for category in Category},
    **{name: category for category, name in words.CATEGORY_WORDS.items()},
}


def order(
    ranking: Ranking,
    deck: Deck | Pack = FRENCH,
    *,
    bug_in_flush: str = "highest",
    five_aces: str = "top",
    lowball_joker: str = "best",
    rank40: str = "italian",
    straights40: str = "closed_up",
) -> Order:
    """The order of a ranking on a deck. Options that mean nothing to them do not matter; equal orders are the same
    object."""
    deck = Deck(deck) if isinstance(deck, Pack) else deck
    return _order(_plain(Rule(ranking, deck, bug_in_flush, five_aces, lowball_joker, rank40, straights40)))


@lru_cache(maxsize=128)
def _order(rule: Rule) -> Order:
    return Order(rule)


@lru_cache(maxsize=512)
def _plain(rule: Rule) -> Rule:
    """The rule with its defaults wherever an option cannot matter."""
    for name, known in _CHOICES.items():
        if getattr(rule, name) not in known:
            raise GameError(f"{name} is one of {', '.join(known)}, not {getattr(rule, name)!r}")
    high, jokers, forty = rule.ranking is Ranking.HIGH, rule.deck.jokers, rule.is_forty and rule.has_suits
    matters = {
        "bug_in_flush": high and jokers and not rule.deck.wild,
        "five_aces": high and jokers,
        "lowball_joker": not high and rule.ranking is not Ranking.ACE_TO_FIVE_LOW and jokers and not rule.deck.wild,
        "rank40": forty,
        "straights40": forty,
    }
    kept = {name: getattr(rule, name) for name, matter in matters.items() if matter}
    deck = rule.deck if jokers and high else replace(rule.deck, wild=False)
    return Rule(rule.ranking, deck, **kept)
