"""The order of hands in words, with examples out of the real order, and what the joker does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from oddchip.cards import ACE, JOKERS, rank_of
from oddchip.plan import ordering
from oddchip.rankings import Order, Ranking
from oddchip.rulesheet.paper import Item, Section
from oddchip.rulesheet.telling import RANKING_WORDS, Telling
from oddchip.rulesheet.words import a, listed


def tell_hands(telling: Telling) -> Section:
    """A paragraph for every ranking the pot may be judged by."""
    items = [Item(f"{TITLES[ranking]}: {_paragraph(telling, ranking)}") for ranking in telling.rankings]
    items += _suits(telling)
    return Section("The hands", tuple(items))


TITLES = {
    Ranking.HIGH: "High",
    Ranking.ACE_TO_FIVE_LOW: "Ace-to-five low",
    Ranking.DEUCE_TO_SEVEN_LOW: "Deuce-to-seven low",
    Ranking.ACE_TO_SIX_LOW: "Ace-to-six low",
    Ranking.BADUGI: "Badugi",
}


def _paragraph(telling: Telling, ranking: Ranking) -> str:
    order = ordering(ranking, telling.game, telling.house)
    return f"{PARAGRAPHS[ranking](order)} {_examples(order)}"


# --- the rankings ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _high(order: Order) -> str:
    """The categories that occur in this pack, best first, each with one hand of it."""
    tops: dict[str, int] = {}
    for value in range(len(order.hands) - 1, 0, -1):
        if len(order.hand(value).ranks) == 5:
            tops.setdefault(order.category(value), value)
    lines = [f"{name} ({order.describe(value)})" for name, value in tops.items()]
    gap = _gap(order)
    return f"from the best, each with its best hand, {'; '.join(lines)}.{gap}"


def _gap(order: Order) -> str:
    if not order.rule.is_forty:
        return ""
    words = order.deck.pack.rank_words
    seven, jack = words[5], words[9]
    if order.rule.straights40 == "closed_up":
        return f" A straight closes up over the missing cards: {jack} follows {seven}."
    return f" No straight goes over the gap between {seven} and {jack}."


def _ace_to_five(order: Order) -> str:
    return (
        "aces are low, and straights and flushes do not count. Hands without a pair are best, then one pair, two "
        "pair, three of a kind and so on; between two alike the highest card decides, then the next."
    )


def _deuce_to_seven(order: Order) -> str:
    return (
        "the worst high hand wins: aces are high, and straights and flushes count against a hand. "
        "Ace-five-four-three-two is no straight, only a poor ace-high hand."
    )


def _ace_to_six(order: Order) -> str:
    return "aces are low, but straights and flushes count against a hand, ace-two-three-four-five too."


def _badugi(order: Order) -> str:
    return (
        "a hand is the cards of it that all differ in rank and in suit; of cards alike only one plays. Four beat "
        "three, three beat two; between equal numbers the highest card decides, then the next, aces low. Straights "
        "do not matter."
    )


PARAGRAPHS: dict[Ranking, Callable[[Order], str]] = {
    Ranking.HIGH: _high,
    Ranking.ACE_TO_FIVE_LOW: _ace_to_five,
    Ranking.DEUCE_TO_SEVEN_LOW: _deuce_to_seven,
    Ranking.ACE_TO_SIX_LOW: _ace_to_six,
    Ranking.BADUGI: _badugi,
}


@lru_cache(maxsize=64)
def _examples(order: Order) -> str:
    """The best few hands and, for low, what comes after the last of those without a pair."""
    if order.ranking is Ranking.HIGH:
        return "Between two alike the higher cards decide."
    top = len(order.hands) - 1
    best = [order.describe(value) for value in range(top, top - 3, -1)]
    first = order.category(top)
    rest = next(value for value in range(top, 0, -1) if order.category(value) != first)
    return (
        f"The best is {best[0]}, then {best[1]} and {best[2]}; the last of its kind is {order.describe(rest + 1)}, "
        f"and after it comes {order.describe(rest)}."
    )


def _suits(telling: Telling) -> Iterator[Item]:
    if telling.pack.name == "italian" and telling.house.italian.italian_suits_break_ties:
        names = telling.pack.suit_words
        yield Item(f"Suits break ties, from the highest: {listed([names[suit] for suit in (2, 1, 0, 3)])}.")
    else:
        yield Item("Suits never break a tie.")


# --- the joker ---------------------------------------------------------------------------------------------------


def tell_joker(telling: Telling) -> Section | None:
    """What a joker does each way it may be read, with examples."""
    if not telling.deck.jokers:
        return None
    noun = "The joker" if telling.deck.jokers == 1 else "Each of the two jokers"
    items = [Item(f"{noun} {said}") for ranking in telling.rankings for said in _joker(telling, ranking)]
    if len(telling.rankings) > 1:
        items.append(Item("It is read anew for each way, and may be one card for high and another for low."))
    if telling.bring_in and telling.house.stud.bug_down_wild and not telling.deck.wild:
        items.append(Item("A joker dealt face down is wild: it stands for any card."))
    return Section("The joker", tuple(items))


def _joker(telling: Telling, ranking: Ranking) -> Iterator[str]:
    order = ordering(ranking, telling.game, telling.house)
    if ranking is Ranking.HIGH:
        yield _bug(telling, order)
    elif ranking is Ranking.ACE_TO_FIVE_LOW:
        said = f"is in {a(RANKING_WORDS[ranking])} the lowest rank not held, so it never pairs."
        yield f"{said} {_joined(_low_examples(order))}"
    else:
        said = (
            "makes the best hand it can"
            if telling.house.ranks.lowball_joker == "best"
            else "is the lowest rank not held"
        )
        yield f"{said} in {a(RANKING_WORDS[ranking])}. {_joined(_low_examples(order))}"


def _bug(telling: Telling, order: Order) -> str:
    rules = telling.house.ranks
    if telling.deck.wild:
        said = "is wild: it stands for any card."
    else:
        said = "is a bug in a high hand: an ace, or whatever card completes a straight, a flush or a straight flush."
    return f"{said} {FLUSH[rules.bug_in_flush]} {FIVE_ACES[rules.five_aces]} {_joined(_high_examples(order))}"


FLUSH = {
    "highest": "In a flush it is the highest card of the suit not held.",
    "lowest": "In a flush it is the lowest card.",
    "double_ace_flush": "In a flush it is an ace, even beside the ace of the suit.",
}
FIVE_ACES = {
    "top": "Five aces beat everything.",
    "below_straight_flush": "Five aces lose to a straight flush.",
    "quads": "Five aces are no better than four.",
}


def _high_examples(order: Order) -> Iterator[str]:
    """Two pair stay two pair; aces gain one; a run of four closes at its upper end."""
    ranks = [rank for rank in order.deck.pack.ranks if rank != ACE]
    top, next_to = ranks[-1], ranks[-2]
    yield _said(order, [4 * top, 4 * top + 1, 4 * next_to, 4 * next_to + 2, JOKERS[0]])
    yield _said(order, [4 * ACE, 4 * ACE + 1, 4 * top, 4 * top + 2, JOKERS[0]])
    if order.deck.jokers == 2:
        yield _said(order, [4 * top, 4 * top + 1, 4 * next_to, *JOKERS])
    low = ranks[:4]
    yield _said(order, [4 * rank + place % 2 for place, rank in enumerate(low)] + [JOKERS[0]])


def _low_examples(order: Order) -> Iterator[str]:
    """Four low cards and the joker, in four suits."""
    if order.ranking is Ranking.BADUGI:
        low = [ACE, 1, 3]
        yield _said(order, [4 * rank + place for place, rank in enumerate(low)] + [JOKERS[0]])
        return
    ranks = [rank for rank in order.deck.pack.ranks if rank != ACE]
    low = [ranks[0], *ranks[2:5]]
    yield _said(order, [4 * rank + place for place, rank in enumerate(low)] + [JOKERS[0]])


def _said(order: Order, cards: Sequence[int]) -> str:
    """``K-K-Q-Q-joker: kings and queens with an ace``."""
    letters = order.deck.pack.rank_letters
    written = "-".join("joker" if card >= JOKERS[0] else letters[rank_of(card)] for card in cards)
    return f"{written}: {order.describe(order.value(tuple(cards)))}"


def _joined(examples: Iterator[str]) -> str:
    return f"Examples: {'; '.join(examples)}."
