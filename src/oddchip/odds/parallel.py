"""Many chunks of one job, on one core, many cores or many machines, with the same result bit for bit.

The job fixes the chunks, never the number of workers; chunk i draws its random numbers from child i of the seed and
from nothing else; results are reduced in the order of the chunks. So `workers` and `on` decide how long a job takes,
and nothing more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from importlib import import_module
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from oddchip.errors import OddchipError, SetupError

T = TypeVar("T")
Seed = int | np.random.SeedSequence
Job = tuple[int, np.random.SeedSequence]
Work = Callable[[int, np.random.SeedSequence], T]

#: Where a job may run, as `--on` names it.
PLACES = ("joblib", "threads", "dask", "dask://HOST:PORT", "ray", "ray://HOST:PORT")


class Stopped(KeyboardInterrupt):
    """A job that was told to stop. `value` is what the first `done` of `chunks` chunks gave, None if none was done."""

    def __init__(self, value: Any, done: int, chunks: int) -> None:
        super().__init__(f"stopped after {done} of {chunks} chunks")
        self.value, self.done, self.chunks = value, done, chunks


def map_chunks(
    fn: Work[T],
    n_chunks: int,
    seed: Seed,
    reduce: Callable[[T, T], T],
    *,
    workers: int = 1,
    on: str = "joblib",
    rounds: Sequence[int] = (),
    enough: Callable[[T], bool] | None = None,
    progress: Callable[[int, int, T], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> T:
    """`reduce(...reduce(fn(0, s0), fn(1, s1))..., fn(n - 1, ...))`, where s0, s1... are the children of the seed.

    fn        a chunk: its number and its seed in, its result out. With `on` other than "threads" it is sent to other
              processes, so it and its results must be picklable
    workers   how many chunks are worked on at once; 1 on "joblib" or "threads" stays in this process
    on        "joblib" (processes of this machine), "threads", "dask://HOST:PORT" (a Dask scheduler), "dask" (a cluster
              of `workers` processes here), "ray" (the cluster that RAY_ADDRESS names, or one here), "ray://HOST:PORT"
    rounds    with `enough`: numbers of chunks after which, all being done, the result so far is asked whether it is
              `enough`. They are the job's too, so when a job stops does not depend on its workers
    progress  told (chunks done, of how many, the result so far) after each chunk
    stop      asked after each chunk whether to give up

    Raises `Stopped`, a `KeyboardInterrupt` with the partial result, on Ctrl-C or when `stop` says so; `SetupError` for
    numbers that make no sense or a place there is not; `GameError` where an extra is not installed.
    """
    if n_chunks < 1 or workers < 1:
        raise SetupError(f"a job has 1 chunk or more and 1 worker or more, not {n_chunks} and {workers}")
    ends = [*sorted({r for r in rounds if 0 < r < n_chunks} if enough else ()), n_chunks]
    jobs = list(enumerate(children(seed, n_chunks)))
    value: Any = None
    done = 0
    try:
        with place(on, workers) as run:
            for start, end in pairwise([0, *ends]):
                with closing(run(fn, jobs[start:end])) as results:
                    for result in results:
                        value = reduce(value, result) if done else result
                        done += 1
                        if progress:
                            progress(done, n_chunks, value)
                        if stop and done < n_chunks and stop():
                            raise Stopped(value, done, n_chunks)
                if enough and enough(value):
                    break
    except KeyboardInterrupt:
        raise Stopped(value, done, n_chunks) from None
    return value  # type: ignore[no-any-return]


def children(seed: Seed, n_chunks: int) -> list[np.random.SeedSequence]:
    """The seeds of the chunks: those that `SeedSequence(seed).spawn(n_chunks)` gives first, however often asked."""
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return np.random.SeedSequence(root.entropy, spawn_key=root.spawn_key, pool_size=root.pool_size).spawn(n_chunks)


# --- places ----------------------------------------------------------------------------------------------------------

Run = Callable[[Work[Any], Sequence[Job]], Any]
"""Gives the results of jobs, in their order, through a generator; what is unfinished when it is closed is given up."""


def place(on: str, workers: int) -> AbstractContextManager[Run]:
    """Where jobs run: a context that gives a `Run`. A cluster that is started here ends with it."""
    kind, _, address = on.partition("://")
    if kind in ("joblib", "threads") and not address:
        return _joblib("loky" if kind == "joblib" else "threading", workers)
    if kind == "dask":
        return _dask(f"tcp://{address}" if address else None, workers)
    if kind == "ray":
        return _ray(on if address else None, workers)
    raise SetupError(f"jobs do not run on {on!r}; expected {', '.join(PLACES)}")


def _extra(name: str, module: str) -> Any:
    """A module of an extra; where it is missing, the sentence that says which line installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise OddchipError(f"{module} is not installed here; python -m pip install 'oddchip[{name}]' does it") from None


@contextmanager
def _joblib(backend: str, workers: int) -> Iterator[Run]:
    def here(fn: Work[Any], jobs: Sequence[Job]) -> Any:
        return (fn(*job) for job in jobs)

    def run(fn: Work[Any], jobs: Sequence[Job]) -> Any:
        joblib = _extra("odds", "joblib")
        many = joblib.Parallel(n_jobs=workers, backend=backend, return_as="generator")
        return many(joblib.delayed(fn)(*job) for job in jobs)

    yield here if workers == 1 else run


@contextmanager
def _dask(address: str | None, workers: int) -> Iterator[Run]:
    distributed = _extra("dask", "distributed")
    local = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    try:
        client = distributed.Client(address, timeout="10s") if address else distributed.Client(**local)
    except OSError:
        raise SetupError(f"no Dask scheduler answers at {address}") from None

    def run(fn: Work[Any], jobs: Sequence[Job]) -> Any:
        futures = [client.submit(fn, *job, pure=False) for job in jobs]
        try:
            for future in futures:
                yield future.result()
        finally:
            client.cancel(futures)

    with client:
        yield run


@contextmanager
def _ray(address: str | None, workers: int) -> Iterator[Run]:
    # Nobody is told what is run here unless its owner says so.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = _extra("ray", "ray")
    running = ray.is_initialized()
    if not running:
        _start_ray(ray, address, workers)

    def run(fn: Work[Any], jobs: Sequence[Job]) -> Any:
        # Ray takes functions only, and a chunk may be any callable.
        task = ray.remote(lambda index, seed: fn(index, seed))
        refs = [task.remote(*job) for job in jobs]
        try:
            for ref in refs:
                yield ray.get(ref)
        finally:
            for ref in refs:
                ray.cancel(ref)

    try:
        yield run
    finally:
        if not running:
            ray.shutdown()


def _start_ray(ray: Any, address: str | None, workers: int) -> None:
    address = address or os.environ.get("RAY_ADDRESS")
    local = {} if address else {"num_cpus": workers, "include_dashboard": False}
    try:
        ray.init(address, log_to_driver=False, logging_level="warning", **local)
    except (ConnectionError, ImportError) as wrong:
        raise SetupError(f"no Ray cluster answers at {address}: {str(wrong).splitlines()[0]}") from None
