"""Two workers on one PostgreSQL, people at play, and everything that may go wrong, for two minutes."""

import pytest

from postgres_server import Server

SECONDS = 120


@pytest.mark.needs("postgresql")
def test_two_minutes_of_faults_leave_a_good_history(tmp_path, request):
    """`--seed` after -- gives another night; `scripts/test --full several` takes ten minutes."""
    from several.bad_night import bad_night
    from several.server import Served

    with Server.started() as server:
        night = bad_night(tmp_path, Served(server), SECONDS, request.config.getoption("seed"), seeded=1)
    print(night.words(), *night.lines(), sep="\n")
    assert night.complaints() == []
    assert len(night.done) > 6
