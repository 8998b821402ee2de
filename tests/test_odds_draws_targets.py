"""The chance of a target with the best draws, and policies that say how players draw."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from oddchip.cards import FRENCH, Deck, stripped
from oddchip.errors import OddchipError
from oddchip.games import find_game
from oddchip.odds.draws import keeps
from oddchip.odds.draws_goal import goal_of
from oddchip.odds.draws_target import towards
from oddchip.odds.policies import ByDraws, ByHand, First, StandPat, Towards, chart
from oddchip.rankings import Ranking, order

DECK, BUG = Deck(FRENCH), Deck(FRENCH, 1)


def _small(name, ranks):
    return replace(find_game(name), deck=Deck(stripped(ranks)))


# --- targets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draws, chance", [(1, Fraction(10, 48)), (2, 1 - Fraction(38 * 37, 48 * 47))])
def test_three_cards_to_a_badugi(draws, chance):
    """20.833 and 37.677 %, and no keep is better."""
    found = towards("badugi", "2c3d4hKc", "badugi", draws=draws)
    assert (found.chance, set(found.best)) == (chance, set(DECK.parse("2c3d4h")))


def test_three_cards_to_a_badugi_with_three_draws():
    """51.226 %."""
    found = towards("badugi", "2c3d4hKc", "badugi", draws=3, keep="2c3d4h")
    assert found.chance == 1 - Fraction(38 * 37 * 36, 48 * 47 * 46)


@pytest.mark.parametrize("draws, percent", [(1, 18.75), (2, 34.31), (3, 47.16)])
def test_breaking_a_king_badugi(draws, percent):
    """Nine outs to a better one: 18.75, 34.31, 47.16 %."""
    found = towards("badugi", "2c3d4hKs", "badugi Q or better", draws=draws, keep="2c3d4h")
    assert round(100 * float(found.chance), 2) == percent


def plainly(target, hand, unseen, draws, size):
    """The chance with the best keeps, by trying every keep and every draw."""
    if draws == 0:
        return Fraction(frozenset(hand) in target)
    best = Fraction(0)
    for count in range(len(hand) + 1):
        for kept in combinations(hand, count):
            drawn = list(combinations(unseen, size - count))
            total = sum(
                plainly(target, (*kept, *new), [card for card in unseen if card not in new], draws - 1, size)
                for new in drawn
            )
            best = max(best, total / len(drawn))
    return best


@pytest.mark.parametrize(
    "name, ranks, floor, hand, dead, draws",
    [
        ("badugi", "A23", 7, "Ac2dAh2h", "", 2),
        ("badugi", "A234", 13, "Ac3cAh3d", "4s", 1),
        ("triple_draw(kansas_city)", "2345", 113, "2c2d2h3c5s", "", 1),
        ("triple_draw(california_lowball)", "A234", 121, "Ac2d2h3c3s", "4c", 1),
        ("triple_draw(gardena_jackpots)", "JQKA", 81, "JcJdQhKcAs", "Kd", 1),
    ],
)
def test_targets_are_what_trying_everything_finds(name, ranks, floor, hand, dead, draws):
    """On small packs, every keep and every draw."""
    game = _small(name, ranks)
    held, gone = game.deck.parse(hand), game.deck.parse(dead)
    target = {frozenset(cards) for cards in goal_of(game, floor).hands.tolist()}
    unseen = [card for card in game.deck.cards if card not in (*held, *gone)]
    found = towards(game, hand, floor, draws=draws, dead=dead)
    assert 0 < found.chance < 1
    assert found.chance == plainly(target, held, unseen, draws, len(held))


@pytest.mark.parametrize("kept, target", [("2c3d4h", "badugi 5 or better"), ("2c2d4h", "badugi 6 or better")])
def test_three_draws_are_every_hand_after_the_first(kept, target):
    """Alike hands counted together and keeps left out by a bound change nothing."""
    found = towards("badugi", [*DECK.parse(kept), DECK.parse("Ks")[0]], target, draws=3, keep=kept)
    held = DECK.parse(kept)
    unseen = [card for card in DECK.cards if card not in held and card != DECK.parse("Ks")[0]]
    each = [towards("badugi", (*held, card), target, draws=2, dead="Ks").chance for card in unseen[::1]]
    assert found.chance == sum(each) / len(each)


def test_a_target_may_be_said_in_words_or_by_a_value():
    order_27 = order(Ranking.DEUCE_TO_SEVEN_LOW, DECK)
    worst = min(order_27.value(DECK.parse(text)) for text in ("8c7d6h5s3s", "8c7d6h4s3s"))
    by_value = towards("kansas_city", "2c3d4hKdQs", worst)
    assert by_value.chances == towards("kansas_city", "2c3d4hKdQs", "8-7 or better").chances
    assert by_value["2c3d4h"] == Fraction(80, 1081)


def test_two_draws_with_the_joker():
    """A-5 with the bug: two draws to an eight, the joker any rank."""
    one = towards("triple_draw(california_lowball)", "2c3d4h7sKd", "8-7 or better", keep="2c3d4h7s")
    # Aces, fives, sixes, eights and the joker.
    assert one.chance == Fraction(17, 48)
    two = towards("triple_draw(california_lowball)", "2c3d4h7sKd", "8-7 or better", draws=2, keep="2c3d4h7s")
    assert two.chance > 1 - Fraction(31 * 30, 48 * 47) - Fraction(1, 1000)


# --- policies ---------------------------------------------------------------------------------------------------------


def kept_by(policy, text, left, deck=DECK):
    hand = np.array([deck.parse(text)], dtype=np.uint8)
    mask = int(policy.keeps(hand, left)[0])
    return {card for place, card in enumerate(hand[0].tolist()) if mask >> place & 1}


@pytest.mark.parametrize(
    "game, hand, left, kept",
    [
        ("five_card_draw", "AcAdKh9s2c", 1, "AcAd"),
        ("five_card_draw", "AcAdKhKs2c", 1, "AcAdKhKs"),
        ("five_card_draw", "AcAdAhKs2c", 1, "AcAdAh"),
        ("five_card_draw", "AcKcQcJcTc", 1, "AcKcQcJcTc"),
        ("five_card_draw", "9c9dKcQc2c", 1, "9cKcQc2c"),
        ("five_card_draw", "9c8dTcJc2h", 1, "9c8dTcJc"),
        ("five_card_draw", "QcQd9c8c2c", 1, "QcQd"),
        ("five_card_draw", "AcQd9h7s2c", 1, "AcQd"),
        ("five_card_draw", "Ac9d8h6s2c", 1, "Ac"),
        ("gardena_jackpots", "X1 Ad9h7s2c", 1, "X1 Ad"),
        ("gardena_jackpots", "X1 9d8h7s2c", 1, "X1 9d8h7s"),
        ("kansas_city", "2c3d4h7sKd", 1, "2c3d4h7s"),
        ("kansas_city", "2c3d4h7sJd", 1, "2c3d4h7sJd"),
        ("kansas_city", "2c3d4h7sJd", 2, "2c3d4h7s"),
        ("kansas_city", "2c3d4h5s6d", 1, "2c3d4h5s"),
        ("kansas_city", "2c2d4h4s6d", 1, "2c4h6d"),
        ("california_lowball", "X1 2c2d9hKs", 1, "X1 2c"),
        ("badugi", "2c3d4hKs", 3, "2c3d4hKs"),
        ("badugi", "2c3d4h5h", 3, "2c3d4h"),
        ("badugi", "2c3dTh5d", 1, "2c3dTh"),
        ("badugi", "2c3dTh5d", 3, "2c3d"),
        ("california_high_low", "Ac2d3h4sKd", 1, "Ac2d3h4s"),
        ("california_high_low", "KcKd3h4s5d", 1, "KcKd"),
        ("california_high_low", "KcKdKh4s5d", 1, "KcKdKh"),
    ],
)
def test_charts(game, hand, left, kept):
    deck = find_game(game).deck
    assert kept_by(chart(game), hand, left, deck) == set(deck.parse(kept))


def test_policies_made_of_others():
    game = "triple_draw(kansas_city)"
    assert kept_by(StandPat(), "2c3d4h7sKd", 2) == set(DECK.parse("2c3d4h7sKd"))
    assert kept_by(First(0b11, 3, chart(game)), "2c3d4h7sKd", 3) == set(DECK.parse("2c3d"))
    assert kept_by(First(0b11, 3, chart(game)), "2c3d4h7sKd", 2) == set(DECK.parse("2c3d4h7s"))
    assert kept_by(ByHand(lambda cards, left: cards[:left]), "2c3d4h7sKd", 2) == set(DECK.parse("2c3d"))
    assert kept_by(ByDraws({1: StandPat()}), "2c3d4h7sKd", 1) == set(DECK.parse("2c3d4h7sKd"))
    with pytest.raises(OddchipError, match="with 2 draws left"):
        kept_by(ByDraws({1: StandPat()}), "2c3d4h7sKd", 2)


@pytest.mark.parametrize("hand", ["2c3d4h7sKd", "Kd7s4h3d2c", "2c2d9h8sTd"])
def test_towards_a_target_keeps_what_one_draw_makes_likeliest(hand):
    policy, best = Towards("kansas_city", "8-7 or better"), towards("kansas_city", hand, "8-7 or better")
    assert best[sorted(kept_by(policy, hand, 1))] == best.chance


def test_several_draws_on_both_sides_by_policies():
    """A hand that stands pat three times against one that never draws either is a showdown."""
    pat = StandPat()
    found = keeps(
        "badugi", "2c3d4h5s", "Ac3h4dKs", draws_left=3, policy=pat, theirs=pat, error=0.02, seed=1, exact=False
    )
    assert (found.pat.share, found.best, found.exact) == (1, found.pat, False)


def test_the_last_of_two_draws_alone_is_the_counted_one():
    """Throwing nothing now and drawing by the chart later, against a pat hand: within its error of the count."""
    game = "double_draw(kansas_city)"
    found = keeps(game, "2c3d4h7sKd", "8c7d5h4c2s", draws_left=2, theirs=StandPat(), error=0.02)
    assert abs(float(found.pat.share) - 10 / 42) < 4 * found.pat.error
    assert 0 < found.pat.error < 0.02
    assert found.best.cards == DECK.parse("2c3d4h7s")
