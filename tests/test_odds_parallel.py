"""Chunks: the job fixes them and their seeds, and neither workers nor places change a bit of the result."""

import hashlib
import sys

import numpy as np
import pytest

from oddchip.errors import OddchipError, SetupError
from oddchip.odds.parallel import Stopped, children, map_chunks

CHUNKS, SEED = 12, 77


def digest(value):
    return hashlib.sha256(repr(value).encode()).hexdigest()


def drawn(**how):
    """A float sum, which shows every change of order, and the numbers of the chunks as they were reduced."""

    def fn(i, seed):
        return [i], float(np.random.Generator(np.random.Philox(seed)).standard_normal(1000).sum()) * 10.0**i

    return map_chunks(fn, CHUNKS, SEED, lambda a, b: (a[0] + b[0], a[1] + b[1]), **how)


def plain():
    return drawn()


def test_chunks_are_reduced_in_their_order():
    order, total = drawn()
    by_hand = 0.0
    for i, child in enumerate(np.random.SeedSequence(SEED).spawn(CHUNKS)):
        part = float(np.random.Generator(np.random.Philox(child)).standard_normal(1000).sum()) * 10.0**i
        by_hand = by_hand + part if i else part
    assert (order, total) == (list(range(CHUNKS)), by_hand)


@pytest.mark.parametrize("on, workers", [("joblib", 1), ("joblib", 2), ("joblib", 3), ("threads", 2), ("threads", 3)])
def test_workers_and_places_change_no_bit(on, workers):
    assert digest(drawn(on=on, workers=workers)) == digest(plain())


def test_another_seed_gives_another_result():
    assert map_chunks(_first_word, 3, 1, max) != map_chunks(_first_word, 3, 2, max)


def _first_word(i, seed):
    return int(seed.generate_state(1)[0])


def test_the_seeds_of_chunks_do_not_wear_out():
    root = np.random.SeedSequence(5, spawn_key=(2,))
    first, again = ([child.generate_state(4).tolist() for child in children(root, 3)] for _ in range(2))
    assert first == again == [child.generate_state(4).tolist() for child in root.spawn(3)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_stops_at_the_end_of_a_round_and_only_there(workers):
    told = []
    value = map_chunks(
        lambda i, seed: 1,
        20,
        0,
        int.__add__,
        rounds=(4, 8, 16),
        enough=lambda total: total >= 5,
        workers=workers,
        on="threads",
        progress=lambda *said: told.append(said),
    )
    assert value == 8
    assert told == [(k, 20, k) for k in range(1, 9)]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_stopped_keeps_what_was_done(workers):
    with pytest.raises(Stopped) as stopped:
        map_chunks(
            lambda i, seed: [i], 9, 0, list.__add__, workers=workers, on="threads", stop=iter([0, 0, 1]).__next__
        )
    assert (stopped.value.value, stopped.value.done, stopped.value.chunks) == ([0, 1, 2], 3, 9)
    assert isinstance(stopped.value, KeyboardInterrupt)


def test_an_interruption_keeps_what_was_done():
    def fn(i, seed):
        if i == 2:
            raise KeyboardInterrupt
        return i

    with pytest.raises(Stopped, match="stopped after 2 of 5 chunks") as stopped:
        map_chunks(fn, 5, 0, int.__add__)
    assert stopped.value.value == 1


def test_an_interruption_before_the_first_chunk_has_no_result():
    def fn(i, seed):
        raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        map_chunks(fn, 5, 0, int.__add__)
    assert stopped.value.value is None


def test_what_goes_wrong_in_a_chunk_is_told():
    def fn(i, seed):
        raise SetupError("no such spot")

    for workers in (1, 2):
        with pytest.raises(SetupError, match="no such spot"):
            map_chunks(fn, 3, 0, int.__add__, workers=workers)


@pytest.mark.parametrize(
    "how, sentence",
    [
        ({"on": "moon"}, "do not run on 'moon'; expected joblib, threads"),
        ({"on": "threads://x"}, "do not run on 'threads://x'"),
        ({"workers": 0}, "1 worker or more"),
    ],
)
def test_places_there_are_not(how, sentence):
    with pytest.raises(SetupError, match=sentence):
        drawn(**how)


@pytest.mark.parametrize("on, module", [("dask", "distributed"), ("dask://nowhere:1", "distributed"), ("ray", "ray")])
def test_a_missing_extra_is_named_with_the_line_that_installs_it(monkeypatch, on, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(OddchipError, match=rf"python -m pip install 'oddchip\[{on.partition(':')[0]}\]'"):
        drawn(on=on)
