"""One job on joblib, Dask and Ray with one, two and three workers each: the same SHA-256 everywhere."""

# needs: dask ray

import hashlib
import sys
from functools import partial

import cloudpickle
import numpy as np
import pytest

from oddchip.odds import Spot, odds
from oddchip.odds.parallel import Stopped, map_chunks

# Clusters that come and go leave sockets and threads of their own behind.
pytestmark = pytest.mark.filterwarnings("default")

CHUNKS, SEED = 24, 2026
PLACES = ("joblib", "threads", "dask", "ray")
SPOT = Spot("stud_eight", ("AsAd3h4h", "KcKd8c9c", "2s5s6d7d"))


def chunk(size, index, seed):
    """Floats, whose sum shows every change of order, and whole numbers, with the place they come from."""
    rng = np.random.Generator(np.random.PCG64DXSM(seed))
    return [index], rng.standard_normal(size) * 10.0 ** (index % 7), rng.integers(0, 52, size)


def joined(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def digest(result):
    order, floats, whole = result
    return hashlib.sha256(repr(order).encode() + floats.tobytes() + whole.tobytes()).hexdigest()


def shipped(function):
    """The function by value: workers on a cluster know the package, not the tests."""
    cloudpickle.register_pickle_by_value(sys.modules[function.__module__])
    return function


@pytest.fixture(scope="module")
def clusters():
    """A Dask scheduler and a Ray head that jobs are sent to, as they would be to those of others."""
    import distributed

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as dask:
        yield {"dask": dask.scheduler_address.replace("tcp://", "dask://")}


def test_chunks_everywhere(verified):
    work = partial(shipped(chunk), 4096)
    digests = {
        (on, workers): digest(map_chunks(work, CHUNKS, SEED, joined, on=on, workers=workers))
        for on in PLACES
        for workers in (1, 2, 3)
    }
    verified(
        "parallel",
        f"{CHUNKS} chunks on {', '.join(PLACES)} with 1, 2 and 3 workers",
        f"{len(digests)} runs, one SHA-256 ({next(iter(digests.values()))[:12]})",
    )
    assert len(digests) == 12
    assert len(set(digests.values())) == 1


def test_odds_everywhere(verified):
    found = {
        (on, workers): odds(SPOT, exact=False, error=0.002, seed=7, on=on, workers=workers)
        for on in PLACES
        for workers in (1, 2, 3)
    }
    digests = {hashlib.sha256(repr(sorted(one.counts.items())).encode()).hexdigest() for one in found.values()}
    deals = found["joblib", 1].deals
    verified("parallel odds", f"{deals:,} sampled deals of stud/8, three players, in the same 12 ways", "one SHA-256")
    assert len(digests) == 1


def test_a_cluster_of_somebody_else(clusters):
    work = partial(shipped(chunk), 64)
    there = map_chunks(work, CHUNKS, SEED, joined, on=clusters["dask"])
    assert digest(there) == digest(map_chunks(work, CHUNKS, SEED, joined))


@pytest.mark.parametrize("on", ["dask", "ray"])
def test_what_is_stopped_keeps_what_was_done(on):
    work = partial(shipped(chunk), 64)
    with pytest.raises(Stopped) as stopped:
        map_chunks(work, CHUNKS, SEED, joined, on=on, workers=2, stop=iter([False, True]).__next__)
    assert stopped.value.value[0] == [0, 1]
    assert stopped.value.done == 2


@pytest.mark.parametrize("on", ["dask", "ray"])
def test_what_goes_wrong_in_a_chunk_is_told(on):
    with pytest.raises(ZeroDivisionError):
        map_chunks(shipped(_divides), 3, SEED, joined, on=on)


def _divides(index, seed):
    return 1 // (index - index)


@pytest.mark.parametrize("on, sentence", [("dask://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9")])
def test_where_nobody_answers(on, sentence):
    with pytest.raises(ValueError, match=sentence):
        map_chunks(shipped(chunk), 2, SEED, joined, on=on)
