"""Ten minutes in which everything goes wrong on several workers, again and again: what an hour may bring."""
# needs: postgres pgserver

from collections import Counter

import pytest

from postgres_server import Server
from several.faults import FAULTS

#: Workers, tables, seats, tables at which players take part in shuffles (a deal waits for who is cut off), seconds.
NIGHTS = [(2, 4, 4, 0, 240), (3, 6, 4, 3, 200), (4, 4, 6, 0, 160)]
TAKEN_OVER, RECONNECTED = 5.0, 2.0


@pytest.mark.needs("postgresql")
def test_ten_minutes_of_faults_leave_a_good_history(tmp_path, request, verified):
    """Nothing is lost, done twice, out of order, shown early or booked wrongly; tables of the killed go on within five
    seconds; in a rolling restart nobody is away for more than two, and no clock runs out.
    """
    from several.bad_night import bad_night
    from several.server import Served

    seed, nights = request.config.getoption("seed"), []
    for number, (workers, tables, seats, seeded, seconds) in enumerate(NIGHTS):
        folder, of_night = tmp_path / str(number), seed * len(NIGHTS) + number
        with Server.started(durable=True) as server:
            about = {"workers": workers, "tables": tables, "seats": seats, "seeded": seeded}
            nights.append(bad_night(folder, Served(server), seconds, of_night, **about))
        print(nights[-1].words(), *nights[-1].lines(), sep="\n")
    done = sum((night.done for night in nights), Counter())
    verified(
        "several: faults",
        f"{', '.join(f'{w} workers with {t * s} people at {t} tables for {x} s' for w, t, s, _, x in NIGHTS)}, seed "
        f"{seed}: {', '.join(f'{name} {count}' for name, count in sorted(done.items()))}; every command, answer, view, "
        f"event and ledger line checked, the doctor asked",
        " | ".join(night.words() for night in nights),
    )
    assert [complaint for night in nights for complaint in night.complaints()] == []
    assert max(night.slowest("kill") for night in nights if not night.proven) <= TAKEN_OVER
    assert max(night.away("rolling") for night in nights) <= RECONNECTED
    assert sum(night.outcome.count("timeout") for night in nights) == 0
    assert set(done) == set(FAULTS)
