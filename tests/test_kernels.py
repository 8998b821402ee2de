"""Bulk values are the scalar values: every order, every pack, every joker rule, every size."""

import numpy as np
import pytest

from oddchip.cards import FRENCH, ITALIAN, SHORT, Deck, stripped
from oddchip.errors import CardError
from oddchip.kernels import bulk
from oddchip.rankings import Ranking, order

DECKS = (Deck(FRENCH), Deck(FRENCH, 1), Deck(FRENCH, 2), Deck(FRENCH, 1, wild=True), Deck(ITALIAN), Deck(SHORT))


def hands(deck: Deck, size: int, count: int) -> np.ndarray:
    """Random hands, rows of different cards."""
    rng = np.random.default_rng(size)
    cards = np.array(deck.cards, dtype=np.uint8)
    return cards[np.argpartition(rng.random((count, len(cards))), size, axis=1)[:, :size]]


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
@pytest.mark.parametrize("ranking", Ranking)
def test_bulk_values_are_the_scalar_values(ranking: Ranking, deck: Deck) -> None:
    ranks = order(ranking, deck)
    for size in (4,) if ranking is Ranking.BADUGI else (4, 5, 6, 7, 8):
        dealt = hands(deck, size, 1500)
        expected = [ranks.value(tuple(hand)) for hand in dealt.tolist()]
        assert bulk(ranks).values(dealt).tolist() == expected, size


@pytest.mark.parametrize("option", ["best", "lowest_not_held"])
@pytest.mark.parametrize("jokers", [1, 2])
def test_d_lo_jx_a_joker_in_badugi_reads_both_ways(option: str, jokers: int) -> None:
    deck = Deck(FRENCH, jokers)
    ranks = order(Ranking.BADUGI, deck, lowball_joker=option)
    dealt = hands(deck, 4, 3000)
    assert bulk(ranks).values(dealt).tolist() == [ranks.value(tuple(hand)) for hand in dealt.tolist()]


@pytest.mark.parametrize("suits, jokers", [((0, 1, 2), 0), ((1, 3), 0), ((0, 1, 3), 1)])
def test_badugi_with_fewer_suits(suits: tuple[int, ...], jokers: int) -> None:
    deck = Deck(stripped("23456789TJQKA", suits), jokers)
    ranks = order(Ranking.BADUGI, deck)
    dealt = hands(deck, 4, 2000)
    assert bulk(ranks).values(dealt).tolist() == [ranks.value(tuple(hand)) for hand in dealt.tolist()]


def test_threads_and_out_change_nothing() -> None:
    dealt = hands(Deck(FRENCH), 7, 10_000)
    ranks = bulk(order(Ranking.HIGH))
    out = np.empty(len(dealt), dtype=np.uint16)
    assert ranks.values(dealt, out=out, threads=2) is out
    assert (out == ranks.values(dealt)).all()


@pytest.mark.parametrize(
    "cards, words",
    [
        ([[0, 1, 2, 3, 52]], "not in the"),
        ([0, 1, 2, 3, 4], "hands by cards"),
        ([[0, 1, 2]], "four to eight"),
    ],
)
def test_bad_hands_are_refused_in_a_sentence(cards: list, words: str) -> None:
    with pytest.raises(CardError, match=words):
        bulk(order(Ranking.HIGH)).values(cards)
