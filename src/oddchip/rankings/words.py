"""Values in a player's words. No two values of an order share theirs."""

from oddchip.cards import Pack
from oddchip.rankings.scale import JOKER, Category, HandClass, Ranking

CATEGORY_WORDS = {
    Category.HIGH_CARD: "high card",
    Category.PAIR: "pair",
    Category.TWO_PAIR: "two pair",
    Category.TRIPS: "three of a kind",
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.QUADS: "four of a kind",
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.FIVE_OF_A_KIND: "five of a kind",
}
_NUMBERS = ("no", "one", "two", "three", "four")


def category_words(hand: HandClass, ranking: Ranking) -> str:
    """``two pair``; low hands without a pair are ``no pair``, badugis go by their number of cards."""
    if not hand.ranks:
        return "no hand"
    if ranking is Ranking.BADUGI:
        return f"{_NUMBERS[len(hand.ranks)]}-card badugi"
    if ranking is not Ranking.HIGH and hand.category is Category.HIGH_CARD:
        return "no pair"
    return CATEGORY_WORDS[hand.category]


def describe(hand: HandClass, ranking: Ranking, pack: Pack) -> str:
    if not hand.ranks:
        return "no hand"
    if ranking is Ranking.BADUGI:
        return f"{_NUMBERS[len(hand.ranks)]}-card {letters(hand.ranks, pack)} badugi"
    if ranking is Ranking.HIGH:
        return _high(hand, pack)
    return _low(hand, pack)


def letters(ranks: tuple[int, ...], pack: Pack) -> str:
    """``8-6-4-3-A``."""
    return "-".join("joker" if rank == JOKER else pack.rank_letters[rank] for rank in ranks)


def _low(hand: HandClass, pack: Pack) -> str:
    name = {
        Category.HIGH_CARD: "",
        Category.STRAIGHT: "straight",
        Category.FLUSH: "flush",
        Category.STRAIGHT_FLUSH: "straight flush",
    }.get(hand.category, _alike(hand, pack))
    ranks = letters(hand.ranks, pack)
    return f"{name} low: {ranks}" if name else f"{ranks} low"


def _high(hand: HandClass, pack: Pack) -> str:
    category, ranks = hand
    top = pack.rank_words[ranks[0]]
    if category is Category.HIGH_CARD:
        return f"{top} high" + (f": {letters(ranks, pack)}" if len(ranks) > 1 else "")
    if category is Category.STRAIGHT:
        return f"{top}-high straight"
    if category is Category.STRAIGHT_FLUSH:
        return f"{top}-high straight flush"
    if category is Category.FLUSH:
        return f"{top}-high flush: {letters(ranks, pack)}"
    return _alike(hand, pack) + _kickers(hand, pack)


def _alike(hand: HandClass, pack: Pack) -> str:
    """The pairs and better by name: ``aces full of nines``."""
    ranks = hand.ranks
    many = pack.plural(ranks[0])
    match hand.category:
        case Category.PAIR:
            return f"pair of {many}"
        case Category.TWO_PAIR:
            return f"{many} and {pack.plural(ranks[2])}"
        case Category.FULL_HOUSE:
            return f"{many} full of {pack.plural(ranks[3])}"
        case Category.TRIPS:
            return f"three {many}"
        case Category.QUADS:
            return f"four {many}"
        case _:
            return f"five {many}"


_GROUPED = {Category.PAIR: 2, Category.TWO_PAIR: 4, Category.TRIPS: 3, Category.QUADS: 4}


def _kickers(hand: HandClass, pack: Pack) -> str:
    kickers = hand.ranks[_GROUPED.get(hand.category, 5) :]
    if not kickers:
        return ""
    if len(kickers) > 1:
        return f" with {letters(kickers, pack)}"
    word = pack.rank_words[kickers[0]]
    return f" with {'an' if word[0] in 'ae' else 'a'} {word}"
