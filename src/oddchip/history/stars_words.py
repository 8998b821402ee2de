"""What the text of card rooms calls games and hands: "Triple Draw 2-7 Lowball", "two pair, Aces and Eights"."""

from __future__ import annotations

from oddchip.cards import Deck
from oddchip.hand import Hand
from oddchip.plan import AwardPlan
from oddchip.rankings import Ranking
from oddchip.rankings.scale import Category, HandClass
from oddchip.spec import Deal, Declare, Draw, Game
from oddchip.stakes import FixedLimit, NoLimit, PotLimit

BOARD_GAMES = {
    "texas_holdem": "Hold'em",
    "short_deck_holdem": "6+ Hold'em",
    "omaha": "Omaha",
    "omaha_eight": "Omaha Hi/Lo",
}
STUD_GAMES = {"seven_card_stud": "7 Card Stud", "stud_eight": "7 Card Stud Hi/Lo", "razz": "Razz"}
#: Draw games by ranking and number of draws.
DRAW_GAMES = {
    (Ranking.HIGH, 1): "5 Card Draw",
    (Ranking.DEUCE_TO_SEVEN_LOW, 1): "Single Draw 2-7 Lowball",
    (Ranking.DEUCE_TO_SEVEN_LOW, 3): "Triple Draw 2-7 Lowball",
    (Ranking.ACE_TO_FIVE_LOW, 1): "Single Draw A-5 Lowball",
    (Ranking.ACE_TO_FIVE_LOW, 3): "Triple Draw A-5 Lowball",
    (Ranking.BADUGI, 3): "Badugi",
}
_RANKS = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")


def game_name(game: Game) -> str:
    """The name that importers know, or the game's own where they know none."""
    known = {**BOARD_GAMES, **STUD_GAMES}.get(game.id)
    return known or _draw_name(game) or game.name


def _draw_name(game: Game) -> str | None:
    """The name of a draw game that is played just as importers expect: no jokers, one way, the whole hand at once."""
    deals = [phase for phase in game.play if isinstance(phase, Deal)]
    extra = any(isinstance(phase, Draw) and phase.extra for phase in game.play)
    plain = game.deck == Deck() and len(game.rules.pot) == len(deals) == 1 and not extra and not game.has(Declare)
    return DRAW_GAMES.get((game.rules.pot[0].ranking, game.draws)) if plain else None


def limit_name(hand: Hand) -> str:
    if isinstance(hand.stakes, NoLimit):
        return "No Limit"
    return "Pot Limit" if isinstance(hand.stakes, PotLimit) else "Limit"


def header_amounts(hand: Hand) -> tuple[int, int]:
    """The two amounts of the first line: small and big bet in fixed limit, else the blinds."""
    stakes = hand.stakes
    if isinstance(stakes, FixedLimit):
        return stakes.small, stakes.big
    blinds = hand.plan.blinds
    return (blinds[-2], blinds[-1]) if len(blinds) > 1 else (stakes.base, stakes.base)


def hand_words(award: AwardPlan, value: int, labelled: bool) -> str:
    """A hand in the text's words: "a pair of Tens", "Lo: 8,7,6,5,3"; `labelled` where pots split: "HI: ..."."""
    order = award.order
    hand = order.hands[value]
    if order.ranking is Ranking.HIGH:
        return f"HI: {_high(hand)}" if labelled else _high(hand)
    if order.ranking is Ranking.BADUGI:
        size = "" if len(hand.ranks) == 4 else f"{len(hand.ranks)}-card "
        return f"{size}Badugi: {_letters(hand, order.deck)}"
    return f"{'LO' if labelled else 'Lo'}: {_low(hand, order.deck)}"


def _letters(hand: HandClass, deck: Deck) -> str:
    return ",".join("Joker" if rank < 0 else deck.pack.rank_letters[rank] for rank in hand.ranks)


def _low(hand: HandClass, deck: Deck) -> str:
    return _letters(hand, deck) if hand.category is Category.HIGH_CARD else _high(hand)


def _one(rank: int) -> str:
    return "Joker" if rank < 0 else _RANKS[rank]


def _many(rank: int) -> str:
    return _one(rank) + ("es" if rank == 4 else "s")


def _high(hand: HandClass) -> str:
    ranks = hand.ranks
    match hand.category:
        case Category.HIGH_CARD:
            return f"high card {_one(ranks[0])}"
        case Category.PAIR:
            return f"a pair of {_many(ranks[0])}"
        case Category.TWO_PAIR:
            return f"two pair, {_many(ranks[0])} and {_many(ranks[2])}"
        case Category.TRIPS:
            return f"three of a kind, {_many(ranks[0])}"
        case Category.STRAIGHT:
            return f"a straight, {_one(ranks[-1])} to {_one(ranks[0])}"
        case Category.FLUSH:
            return f"a flush, {_one(ranks[0])} high"
        case Category.FULL_HOUSE:
            return f"a full house, {_many(ranks[0])} full of {_many(ranks[3])}"
        case Category.QUADS:
            return f"four of a kind, {_many(ranks[0])}"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush, {_one(ranks[-1])} to {_one(ranks[0])}"
        case Category.FIVE_OF_A_KIND:
            return f"five of a kind, {_many(ranks[0])}"
