"""All keeps of a hand: counted one by one on small packs, and published draws on the whole one."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from oddchip.cards import FRENCH, Deck
from oddchip.errors import CardError
from oddchip.kernels import keeps
from oddchip.rankings import Category, Ranking, order

DECK, BUG = Deck(FRENCH), Deck(FRENCH, 1)


def one_by_one(payoff, pack, hand, kept):
    """The sum of the payoff over all draws to the kept cards, from what is left of the pack."""
    left = [card for card in range(pack) if card not in hand]
    return sum(payoff[keeps.place_of((*kept, *drawn), pack)] for drawn in combinations(left, len(hand) - len(kept)))


@pytest.mark.parametrize("pack, size", [(12, 5), (14, 5), (11, 4), (8, 4), (10, 5)])
def test_worths_are_those_of_counting_one_by_one(pack, size):
    rng = np.random.default_rng(pack)
    hands = list(combinations(range(pack), size))
    payoff = rng.integers(-1000, 1000, len(hands))
    found = keeps.Keeps(payoff, pack, size)
    masks, worths = found.best()
    for hand in random.Random(pack).sample(hands, 12):
        worth, averages = found.worth(hand[::-1]), {}
        for mask in range(1 << size):
            kept = [card for i, card in enumerate(hand) if mask >> i & 1]
            assert worth[mask] == one_by_one(payoff, pack, hand, kept)
            averages[Fraction(int(worth[mask]), found.deals[len(kept)]), len(kept), mask] = mask
        best = max(averages)
        place = keeps.place_of(hand, pack)
        assert (Fraction(int(worths[place]), found.unit), masks[place]) == (best[0], best[2])


def test_every_hand_has_its_place():
    hands = keeps.every_hand([3, 5, 8, 9, 20, 33], 4)
    assert hands.tolist() == [list(hand) for hand in combinations([3, 5, 8, 9, 20, 33], 4)]
    assert [keeps.place_of(hand, 9) for hand in combinations(range(9), 5)] == list(range(126))


def packed(pack, text):
    return [pack.index(card) for card in DECK.parse(text)]


def test_a_pair_that_draws_three():
    """Two pair 2,592, trips 1,854 and full houses 165 of 16,215."""
    judge, hand = order(Ranking.HIGH), DECK.parse("AhAs7c5d3d")
    values = keeps.values_of(judge, DECK.cards)
    # All keeps of one hand, for every hand of 52 cards, from the same sums.
    for category, count in ((Category.TWO_PAIR, 2592), (Category.TRIPS, 1854), (Category.FULL_HOUSE, 165)):
        known = np.array([hand.category is category for hand in judge.hands])
        found = keeps.Keeps(known[values], 52)
        kept = sum(1 << i for i, card in enumerate(sorted(hand)) if card >> 2 == 12)
        assert (found.worth(hand)[kept], found.deals[2]) == (count, 16215)


@pytest.mark.parametrize(
    "pat, hand, kept, wins, deals",
    [
        ("8s7h5d4c2s", "2c3d4hKsQs", "2c3d4h", 51, 861),
        ("8s7h5d4c2s", "2c3d7sKsQs", "2c3d7s", 51, 861),
        ("8s7h6d4c2s", "2c3d7sKsQs", "2c3d7s", 63, 861),
        ("8s7h5d4c2s", "2c3d4h7sKs", "2c3d4h7s", 10, 42),
    ],
)
def test_draws_against_a_pat_hand(pat, hand, kept, wins, deals):
    """Deuce-to-seven on the last draw, the pat hand known: 5.923 %, 7.317 % and 23.810 %."""
    judge, against = order(Ranking.DEUCE_TO_SEVEN_LOW), DECK.parse(pat)
    pack = [card for card in DECK.cards if card not in against]
    payoff = keeps.showdown_payoff(keeps.values_of(judge, pack), [judge.value(against)])
    cards = packed(pack, hand)
    mask = sum(1 << i for i, card in enumerate(sorted(cards)) if card in packed(pack, kept))
    found = keeps.Keeps(payoff, len(pack))
    assert (found.worth(cards)[mask], found.deals[mask.bit_count()]) == (2 * wins, deals)


def test_badugi_has_sixteen_keeps():
    """A tri to a badugi, ten outs: 20.833 %."""
    judge, hand = order(Ranking.BADUGI), DECK.parse("2c3d4hKh")
    values = keeps.values_of(judge, DECK.cards, 4)
    whole = np.array([len(hand.ranks) == 4 for hand in judge.hands])[values]
    found = keeps.Keeps(whole, 52, 4)
    worth = found.worth(hand)
    assert len(worth) == 16
    assert (worth[0b0111], found.deals[3]) == (10, 48)
    masks, worths = found.best()
    assert Fraction(int(worths[keeps.place_of(hand, 52)]), found.unit) == Fraction(10, 48)
    assert int((masks == 15).sum()) == 17160
    assert int((worths == found.unit).sum()) == 17160


def test_jokers_are_cards_of_the_pack():
    judge = order(Ranking.HIGH, BUG)
    payoff = keeps.showdown_payoff(keeps.values_of(judge, range(53)), [judge.floor("trips")])
    found = keeps.Keeps(payoff, 53)
    masks, worths = found.best()
    rng = random.Random(53)
    for _ in range(50):
        hand = sorted(rng.sample(range(53), 5))
        worth, place = found.worth(hand), keeps.place_of(hand, 53)
        averages = [Fraction(int(worth[mask]), found.deals[mask.bit_count()]) for mask in range(32)]
        assert Fraction(int(worths[place]), found.unit) == max(averages) == averages[masks[place]]


def test_of_equal_keeps_the_one_with_most_cards():
    found = keeps.Keeps(np.full(252, 7), 10)
    masks, worths = found.best()
    assert set(masks.tolist()) == {31}
    assert set(worths.tolist()) == {7 * found.unit}


def test_payoffs_by_what_is_beaten_and_tied():
    payoff = keeps.showdown_payoff(np.array([1, 5, 9], np.uint16), [5, 5, 7], [2, 1, 10])
    assert payoff.tolist() == [0, 3, 26]
    with pytest.raises(CardError, match="whole numbers"):
        keeps.showdown_payoff(np.array([1], np.uint16), [5], [0.5])


@pytest.mark.parametrize(
    "payoff, pack, size, words",
    [
        (np.zeros(252, int), 10, 3, "four or five"),
        (np.zeros(251, int), 10, 5, "252 integers"),
        (np.zeros(252), 10, 5, "not float64"),
        (np.full(252, 1 << 55), 10, 5, "too large"),
    ],
)
def test_bad_payoffs_are_refused_in_a_sentence(payoff, pack, size, words):
    with pytest.raises(CardError, match=words):
        keeps.Keeps(payoff, pack, size)


def test_bad_hands_are_refused_in_a_sentence():
    with pytest.raises(CardError, match="5 different cards numbered 0 to 9"):
        keeps.Keeps(np.zeros(252, int), 10).worth([1, 2, 3, 4, 4])
