"""Rulings about hands: which of two is better, what one contains, what may open."""

from __future__ import annotations

from collections.abc import Sequence

from oddchip.cards import JOKERS, is_joker, rank_of
from oddchip.errors import HistoryError
from oddchip.games import find_game
from oddchip.hand import Carry, Hand
from oddchip.house import HouseRules
from oddchip.modifiers import progressive, with_bugs
from oddchip.plan import plan_for
from oddchip.play.showdown import Hands
from oddchip.rankings import Order, Ranking
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import Script, all_in, bet_offer, label, modest, ranks_text, start, winners
from oddchip.spec import Game
from oddchip.stakes import FixedLimit

#: The game whose showdown decides what an evaluator is asked.
EVALUATORS = {
    "high": "five_card_draw",
    "high_bug": "five_card_draw",
    "low_a5": "california_lowball",
    "low_27": "kansas_city",
    "low_a6": "ace_to_six_lowball",
    "badugi": "badugi",
    "high_bug + low_a5_eight_or_better": "california_high_low",
}
COMPARED = ("expect", "expect_high", "expect_low", "a_class", "b_class", "joker_as")


@kind("hands", keys=COMPARED)
def hands_of_two(ruling: Ruling) -> Answer:
    """Two hands of a draw game are laid down against each other."""
    evaluator = str(ruling.said["evaluator"])
    if evaluator not in EVALUATORS:
        raise HistoryError(f"{ruling.where}: no evaluator is called {evaluator!r}: {', '.join(EVALUATORS)}")
    game = _with_jokers(find_game(EVALUATORS[evaluator]), str(ruling.said["a"]) + str(ruling.said["b"]))
    house = ruling.house()
    a, b = game.deck.parse(str(ruling.said["a"])), game.deck.parse(str(ruling.said["b"]))
    hand = all_in(game, (60, 60), Script(down={0: a, 1: b}), house=house)
    order = Hands(hand.state, hand.state.live).awards[0].order
    found: dict[str, object] = {"a_class": _class(order, a), "b_class": _class(order, b)}
    jokers = [stands for joker, stands in order.stands_for(a).items() if joker == JOKERS[0]]
    if jokers and not is_joker(jokers[0]):
        found["joker_as"] = game.deck.pack.rank_letters[rank_of(jokers[0])]
    if len(game.rules.pot) == 1:
        return {**found, "expect": _better(winners(hand, "whole"))}
    return {**found, "expect_high": _better(winners(hand, "high")), "expect_low": _better(winners(hand, "low"))}


def _with_jokers(game: Game, cards: str) -> Game:
    """The game with as many jokers as these cards name, and no fewer than its own."""
    wanted = 2 if "X2" in cards else 1 if "X1" in cards else 0
    return with_bugs(game, wanted) if wanted > game.deck.jokers else game


def _better(won: Sequence[int]) -> str:
    return {(0,): "a_wins", (1,): "b_wins", (0, 1): "tie"}.get(tuple(won), "no_qualifier")


def _class(order: Order, cards: tuple[int, ...]) -> str:
    """``two_pair``, ``five_kind``, ``badugi3``."""
    value = order.value(cards)
    if order.ranking is Ranking.BADUGI:
        return f"badugi{len(order.hand(value).ranks)}"
    return label(order, value).replace(" ", "_")


# --- opening ---------------------------------------------------------------------------------------------------------


@kind("openers", keys=("qualifies",))
def openers(ruling: Ruling) -> Answer:
    """The hand is dealt to the first to act, after so many passed-out deals, and he asks to open (D-JP-1, D-JP-6)."""
    step = "JQKA".index(str(ruling.said["level"]))
    game = ruling.find_game()
    game = progressive(game) if step else game
    cards = game.deck.parse(str(ruling.said["hand"]))
    carry = Carry(((2, (1, 2)),), step, step, "passed out") if step else None
    hand = start(game, FixedLimit(2, 4), (100, 100), Script(down={0: cards}), house=ruling.house(), carry=carry)
    return {"qualifies": bool(bet_offer(hand).raise_to)}


# --- one hand, in words and ranks ------------------------------------------------------------------------------------


def best_hands(hand: Hand, i: int) -> dict[str, object]:
    """The best hand each way of position i: category and ranks high, ranks low or None when it does not qualify."""
    hands = Hands(hand.state, hand.state.live)
    found: dict[str, object] = {}
    for award, values in zip(hands.awards, hands.raw, strict=True):
        if award.order.ranking is Ranking.HIGH:
            found["high"] = high_hand(award.order, values[i])
        else:
            qualifies = values[i] and values[i] >= award.floor
            found["low"] = ranks_text(award.order, award.order.hand(values[i])) if qualifies else None
    return found


def high_hand(order: Order, value: int) -> list[str]:
    """``[two pair, A A 6 6 8]``; of a straight only its top."""
    name, ranks = label(order, value), ranks_text(order, order.hand(value))
    return [name, ranks.split()[0] if name in ("straight", "straight flush") else ranks]


@kind("hand", "low")
def hand_of_all_cards(ruling: Ruling) -> Answer:
    """A player holds these cards to the end; what he may play each way."""
    game = ruling.find_game()
    script = held(game, ruling.house(), {0: game.deck.parse(str(ruling.said["cards"]))})
    return best_hands(all_in(game, (1, 1), script, house=ruling.house()), 0)


def held(game: Game, house: HouseRules, cards: dict[int, tuple[int, ...]]) -> Script:
    """A script that gives these positions all their cards, those of stud face down and up as they are dealt."""
    plan = plan_for(game, modest(game), house, game.seats[0])
    up = {i: tuple(hand[j] for j in plan.up if j < len(hand)) for i, hand in cards.items()}
    down = {i: tuple(card for card in hand if card not in up[i]) for i, hand in cards.items()}
    return Script(down=down, up=up)


@kind("low_compare", "low_order")
def compare_lows(ruling: Ruling) -> Answer:
    """Two low hands of five cards in the game's own order."""
    game = ruling.find_game()
    plan = plan_for(game, modest(game), ruling.house(), game.seats[1])
    low = next(award for award in plan.rulesets[0].awards if award.order.ranking is not Ranking.HIGH)
    return {"better": side(low.order, {name: game.deck.parse(hand) for name, hand in ruling.mapping("cards").items()})}


def side(order: Order, hands: dict[str, tuple[int, ...]]) -> str:
    """Whose hand is better, by name, or "tie"."""
    values = {name: order.value(cards) for name, cards in hands.items()}
    best = [name for name, value in values.items() if value == max(values.values())]
    return best[0] if len(best) == 1 else "tie"
