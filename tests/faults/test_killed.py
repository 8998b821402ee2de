"""Killed with SIGKILL at random moments: nothing that was acknowledged is lost, nothing is done twice."""

import pytest

from fault_nights import night_of_kills

ROUNDS, LONGEST = 5, 0.4


@pytest.mark.parametrize("seed", range(4))
def test_a_room_killed_at_any_moment_keeps_every_answer(seed, tmp_path):
    tally = night_of_kills(tmp_path, ROUNDS, seed, LONGEST)
    assert tally.rounds == ROUNDS
    assert tally.answered > 20
    assert tally.hands > 4
    print(tally.words())
