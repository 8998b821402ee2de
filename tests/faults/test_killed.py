"""Killed with SIGKILL at random moments: nothing that was acknowledged is lost, nothing is done twice."""

import pytest

from fault_nights import night_of_kills, totals

NIGHTS, ROUNDS, LONGEST = 4, 5, 0.6
tallies = []


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_a_room_killed_at_any_moment_keeps_every_answer(seed, tmp_path):
    tally = night_of_kills(tmp_path, ROUNDS, seed, LONGEST)
    assert tally.rounds == ROUNDS + 1
    assert tally.events > 100
    assert tally.answered > 20
    tallies.append(tally)
    print(totals(tallies).words())
