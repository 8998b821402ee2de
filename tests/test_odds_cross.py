"""Odds beside evaluators that others wrote: exact fractions are equal."""

import random

import pytest

pytest.importorskip("numba")
pytest.importorskip("poker_equity")

from phevaluator.evaluator import evaluate_cards
from pokerkit import BadugiHand, Card, ShortDeckHoldemHand, StandardHighHand, StandardLowHand

from oddchip.cards import FRENCH, SHORT, card_text
from oddchip.odds import Spot, odds
from odds_peers import PEERS, agree, by_evaluator, eval7, spot_and_peer, text

SPOTS = 12


@pytest.mark.parametrize("peer", PEERS, ids=[peer[0] for peer in PEERS])
def test_as_poker_equity_counts(peer):
    rng, checked = random.Random(peer[0]), 0
    while checked < SPOTS:
        spot, theirs = spot_and_peer(peer, rng)
        if theirs is not None and theirs["samples"] <= 600_000:
            agree(spot, theirs)
            checked += 1


def dealt(rng, cards, *sizes):
    deck = list(cards)
    rng.shuffle(deck)
    return [[deck.pop() for _ in range(size)] for size in sizes]


@pytest.mark.parametrize("players", [2, 3])
def test_holdem_as_phevaluator_and_eval7_judge_it(players):
    rng = random.Random(players)
    of = [eval7.Card(card_text(card)) for card in FRENCH.cards]
    for cards in (3, 4):
        *hands, board, dead = dealt(rng, FRENCH.cards, *(2,) * players, cards, 12)
        spot = Spot("texas_holdem", tuple(map(text, hands)), rows={"board": text(board)}, dead=text(dead))
        ours = list(odds(spot).shares)
        assert by_evaluator(hands, board, dead, lambda seven: evaluate_cards(*seven), low_is_best=True) == ours
        assert by_evaluator(hands, board, dead, lambda seven: eval7.evaluate([of[card] for card in seven])) == ours


def pokerkit(kind):
    def value(cards):
        return kind.from_game([*Card.parse(text(cards))])

    return value


#: Our game, PokerKit's hand, the cards of a hand.
LOWS = (("kansas_city", StandardLowHand, 5), ("badugi", BadugiHand, 4), ("five_card_draw", StandardHighHand, 5))


@pytest.mark.parametrize(("game", "kind", "size"), LOWS, ids=[low[0] for low in LOWS])
def test_draws_as_pokerkit_judges_them(game, kind, size):
    rng = random.Random(game)
    for _ in range(3):
        one, two, dead = dealt(rng, FRENCH.cards, size - 1, size, 36 - size)
        spot = Spot(game, (text(one), text(two)), dead=text(dead))
        theirs = by_evaluator([one, two], [], dead, pokerkit(kind), size=size, board_size=0)
        assert theirs == list(odds(spot).shares)


def test_short_deck_as_pokerkit_judges_it():
    rng = random.Random(6)
    low = [card for card in FRENCH.cards if card not in SHORT.cards]
    one, two, board, dead = dealt(rng, SHORT.cards, 2, 2, 4, 14)
    spot = Spot("short_deck_holdem", (text(one), text(two)), rows={"board": text(board)}, dead=text(dead))
    value = lambda seven: ShortDeckHoldemHand.from_game(Card.parse(text(seven)))  # noqa: E731
    assert by_evaluator([one, two], board, dead + low, value) == list(odds(spot).shares)
