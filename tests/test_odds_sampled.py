"""Sampling: as near to the exact answer as chance allows, and the same for any number of workers."""

import math
import pickle
import random
from fractions import Fraction

import pytest

pytest.importorskip("numba")

import numpy as np

from oddchip.cards import FRENCH, Deck
from oddchip.odds import Spot, odds
from oddchip.odds.parallel import Stopped
from oddchip.odds.reading import case_of
from oddchip.odds.sampled import sample_chunk
from odds_spots import GAMES, random_spot

DECK = Deck(FRENCH)


def scores(spots, error):
    """How many standard errors each sampled share of the first player is away; none where all deals go alike."""
    found = []
    for seed, spot in enumerate(spots):
        exact, sampled = odds(spot), odds(spot, exact=False, error=error, seed=seed)
        assert not sampled.exact
        assert sampled.error <= error
        assert sampled.why == "sampled, as asked"
        assert sum(sampled.shares) + sampled.carried == 1
        if max(exact.shares) < 1:
            found.append(float(sampled.shares[0] - exact.shares[0]) / sampled.errors[0])
        else:
            assert sampled.shares == exact.shares
    return found


def test_two_hundred_spots_are_as_far_off_as_chance_has_it():
    rng = random.Random(2)
    spots = [
        random_spot(game, rng, players=rng.choice((2, 3)) if game != "california_poker" else 2, unseen=4, rest=12)
        for game in (*GAMES,) * 5
        if game != "california_poker"
    ][:200]
    found = scores(spots, 0.01)
    assert len(found) > 120
    assert max(map(abs, found)) < 4.5
    square = sum(z * z for z in found)
    assert abs(square - len(found)) < 4 * math.sqrt(2 * len(found))
    assert abs(sum(found)) < 4 * math.sqrt(len(found))


@pytest.mark.parametrize("workers", [2, 3])
def test_the_seed_gives_the_same_bits_on_any_number_of_workers(workers):
    for game in ("texas_holdem", "badugi", "cucamonga"):
        spot = Spot(game, (None, None, None))
        alone = odds(spot, error=0.004, seed=7)
        assert odds(spot, error=0.004, seed=7, workers=workers, on="threads") == alone
        assert odds(spot, error=0.004, seed=8) != alone


def test_counting_gives_the_same_on_any_number_of_workers():
    spot = Spot("five_card_draw", ("AhAsKd", "9c8c7c"))
    assert odds(spot, limit=10**9, workers=3, on="threads") == odds(spot, limit=10**9)


def test_what_other_processes_are_sent_is_the_spot():
    mine = [(DECK.parse(text), Fraction(weight)) for text, weight in (("AsAh", 1), ("KsKh", 3), ("7c2d", 2))]
    case = case_of(Spot("texas_holdem", (mine, None, "QsQd")))
    sent = pickle.loads(pickle.dumps(case))
    assert sent is not case
    assert sent is pickle.loads(pickle.dumps(case))
    seed = np.random.SeedSequence(1)
    assert sample_chunk(sent, 0, seed) == sample_chunk(case, 0, seed)


def test_whoever_stops_sampling_has_what_was_dealt_so_far():
    with pytest.raises(Stopped) as stopped:
        odds(Spot("badugi", (None, None)), error=0.0005, stop=lambda: True)
    part = stopped.value.value
    assert part.why == "sampled, and stopped"
    assert part.deals == 1 << 14
    assert part.error > 0.0005


def test_whoever_stops_a_count_has_nothing():
    with pytest.raises(Stopped) as stopped:
        odds(Spot("five_card_draw", ("AhAs", "9c8c7c")), stop=lambda: True, exact=True)
    assert stopped.value.value is None


def test_progress_tells_the_error_so_far():
    told = []
    odds(Spot("badugi", (None, None)), error=0.004, progress=lambda *said: told.append(said))
    assert [done for done, _, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][2] <= 0.004


def test_a_clash_throws_the_whole_deal_away():
    """Aces are in one of three pairs that fit, and win it; were one hand mended they would be in one of two."""
    mine = [(DECK.parse(text), Fraction(1)) for text in ("AsAh", "2c2h")]
    yours = [(DECK.parse(text), Fraction(1)) for text in ("AsKs", "5c5d")]
    spot = Spot("texas_holdem", (mine, yours), rows={"board": "3c3d3h9c9d"})
    exact = odds(spot)
    assert exact.counts == {(1, 0): 1, (3, 0): 2}
    assert exact.shares[0] == Fraction(2, 3)
    sampled = odds(spot, exact=False, error=0.003)
    assert abs(float(sampled.shares[0] - exact.shares[0])) < 4 * sampled.error


def test_ranges_with_weights_are_sampled_as_they_are_counted():
    mine = [
        (DECK.parse(text), Fraction(weight)) for text, weight in (("2c3d4h7s", 1), ("2d3h4s7c8h", 5), ("2h3s4c", 2))
    ]
    spot = Spot("kansas_city", (mine, "8c7d5h4d2s"))
    exact, sampled = odds(spot), odds(spot, exact=False, error=0.002)
    assert abs(float(sampled.shares[0] - exact.shares[0])) < 4 * sampled.error


def test_exact_or_sampled_is_decided_by_size_and_said():
    spot = Spot("texas_holdem", ("AhKh", "QsQd"), rows={"board": "2h7hTc"})
    assert odds(spot).why == "exact: all of 990 deals"
    assert odds(spot, limit=900, error=0.01).why == "sampled: there are 990 deals, more than 900"
    assert odds(spot, limit=900, exact=True).why == "exact, as asked: all of 990 deals"
