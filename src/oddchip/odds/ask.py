"""`odds(spot)`, `compare(spots)`: exact where the ways can be counted, sampled where they cannot, and always said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import isfinite, sqrt
from typing import Any

import numpy as np

from oddchip.cards import UNKNOWN
from oddchip.errors import SetupError
from oddchip.kernels import joint
from oddchip.kernels.streams import words_of
from oddchip.odds import sampled
from oddchip.odds.case import Case
from oddchip.odds.counted import Tally, added, answer, tally_block
from oddchip.odds.exact import CHUNKS, count_chunk
from oddchip.odds.job import Job, check_size, job_of, limit_of
from oddchip.odds.parallel import Stopped, map_chunks
from oddchip.odds.reading import case_of
from oddchip.odds.result import Odds
from oddchip.odds.spot import Spot
from oddchip.odds.terms import PATTERNS

Progress = Callable[[int, int, float | None], object]
"""Told after each chunk: chunks done, of how many, and the standard error so far (None when counting)."""

_SMALL = 2_000_000


def odds(
    spot: Spot,
    *,
    exact: bool | None = None,
    error: float = 0.001,
    seed: int = 0,
    workers: int = 1,
    limit: int | None = None,
    on: str = "joblib",
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Odds:
    """Everybody's part of the pot.

    exact     None: exact when there are no more than `limit` deals to count, else sampled; True or False: as told
    error     the standard error at which sampling stops, of the share that is known worst
    seed      of the random deals: the same seed gives the same answer, whatever `workers`
    limit     how many deals are counted at most; None for the game's own (docs/odds.md): fewer where judging is slow
    on        where chunks are worked on (`parallel.map_chunks`)

    Raises `OddchipError` for a spot that cannot be; `parallel.Stopped` when it is stopped, with the answer so far as
    its value if deals were being sampled.
    """
    _check(error, seed)
    spot = _with_known_draws(spot)
    job = job_of(case_of(spot))
    count, why = _decide(job, exact, limit_of(job) if limit is None else limit)
    settings: dict[str, Any] = {"workers": workers, "on": on, "stop": stop}
    if count:
        return _count(job, why, progress, settings)
    return _sample(job, why, error, seed, progress, settings)


def _check(error: float, seed: int) -> None:
    if not (isfinite(error) and 0 < error < 1):
        raise SetupError(f"the standard error to stop at is between 0 and 1, not {error}")
    if seed < 0:
        raise SetupError(f"a seed is a whole number, 0 or more, not {seed}")


def _decide(job: Job, exact: bool | None, limit: int) -> tuple[bool, str]:
    """Exact or sampled, and why."""
    if any(job.case.spot.policies):
        if exact:
            raise SetupError("draws under policies can only be sampled")
        return False, "sampled: each player draws by his policy"
    ways = f"{job.deals:,} deals"
    if exact or (exact is None and job.deals <= limit):
        check_size(job)
        return (
            True,
            f"exact: all of {ways}" if exact is None or job.deals <= limit else f"exact, as asked: all of {ways}",
        )
    return False, f"sampled: there are {ways}, more than {limit:,}" if exact is None else "sampled, as asked"


def _count(job: Job, why: str, progress: Progress | None, settings: dict[str, Any]) -> Odds:
    chunks = CHUNKS if job.deals > _SMALL else 1
    if chunks == 1:
        settings["workers"] = 1
    tell = None if progress is None else lambda done, of, _: progress(done, of, None)
    try:
        tally = map_chunks(partial(_counted, job.case, chunks), chunks, 0, _sum, progress=tell, **settings)
    except Stopped as stopped:
        # Chunks are parts of an ordered list, not a fair sample: half a count says nothing.
        raise Stopped(None, stopped.done, stopped.chunks) from None
    return answer(job.terms, tally, True, why)


def _counted(case: Case, total: int, index: int, _: np.random.SeedSequence) -> Tally:
    return count_chunk(case, index, total)


def _sum(a: Tally, b: Tally) -> Tally:
    return added((a, b))


def _sample(job: Job, why: str, error: float, seed: int, progress: Progress | None, settings: dict[str, Any]) -> Odds:
    chunks = sampled.chunks_for(error, sampled.chunk_size(job))

    def error_of(tally: Tally) -> float:
        return answer(job.terms, tally, False, why).error

    tell = None if progress is None else lambda done, of, tally: progress(done, of, error_of(tally))
    try:
        tally = map_chunks(
            partial(sampled.sample_chunk, job.case), chunks, seed, _sum, rounds=sampled.rounds(chunks),
            enough=lambda so_far: error_of(so_far) <= error, progress=tell, **settings,
        )  # fmt: skip
    except Stopped as stopped:
        value = answer(job.terms, stopped.value, False, "sampled, and stopped") if stopped.done else None
        raise Stopped(value, stopped.done, stopped.chunks) from None
    return answer(job.terms, tally, False, why)


def _with_known_draws(spot: Spot) -> Spot:
    """One draw to come from known whole hands: policies say the discards, and the rest can be counted."""
    if spot.to_come != 1 or not spot.policies or not all(spot.policies):
        return spot
    case = case_of(spot)
    if not all(h.fixed and not h.wants[0] for h in case.holdings):
        return spot
    thrown, hands = [], []
    for holding, policy, given in zip(case.holdings, spot.policies, _discards(spot), strict=True):
        assert policy is not None
        keeps = int(policy.keeps(holding.entries, 1)[0])
        cards = holding.entries[0].tolist()
        hands.append(tuple(card for place, card in enumerate(cards) if keeps >> place & 1))
        thrown.append((*given, *(card for place, card in enumerate(cards) if not keeps >> place & 1)))
    return replace(spot, hands=tuple(hands), discards=tuple(thrown), draws=(), policies=())


def _discards(spot: Spot) -> list[tuple[int, ...]]:
    """What was thrown in earlier draws, as ints."""
    deck = case_of(replace(spot, policies=(), discards=())).deck if any(map(len, spot.discards)) else None
    found = []
    for said in spot.discards or ("",) * len(spot.hands):
        cards = deck.parse(said) if deck is not None and isinstance(said, str) else said
        found.append(tuple(int(card) for card in cards if card != UNKNOWN))
    return found


# --- choices compared --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Several spots side by side. `gains[i]` is how much more of the pot the player has in spot i than in the first;
    `errors[i]` the standard error of that, far below those of the shares, for all spots are dealt the same cards."""

    odds: tuple[Odds, ...]
    player: int
    gains: tuple[Fraction, ...]
    errors: tuple[float, ...]

    @property
    def best(self) -> int:
        """The spot in which the player has most."""
        return max(range(len(self.gains)), key=lambda i: self.gains[i])


def compare(
    spots: Sequence[Spot],
    player: int = 0,
    *,
    exact: bool | None = None,
    error: float = 0.001,
    seed: int = 0,
    workers: int = 1,
    limit: int | None = None,
    on: str = "joblib",
    progress: Progress | None = None,
) -> Comparison:
    """The same question for several choices of one player (what to throw, what to give, what to declare).

    All spots are counted, or all are dealt the same random cards until the standard error of every gain is below
    `error`. Raises `OddchipError` as `odds` does, and `parallel.Stopped` with the comparison so far if it was sampled.
    """
    _check(error, seed)
    if not spots or len({len(spot.hands) for spot in spots}) > 1:
        raise SetupError("compare spots with the same number of players, one spot or more")
    if not 0 <= player < len(spots[0].hands):
        raise SetupError(f"there is no player {player}: players are 0 to {len(spots[0].hands) - 1}")
    jobs = [job_of(case_of(spot)) for spot in map(_with_known_draws, spots)]
    decided = [_decide(job, exact, limit_of(job) if limit is None else limit) for job in jobs]
    if all(count for count, _ in decided):
        settings: dict[str, Any] = {"workers": workers, "on": on}
        found = tuple(_count(job, why, None, dict(settings)) for job, (_, why) in zip(jobs, decided, strict=True))
        gains = tuple(one.shares[player] - found[0].shares[player] for one in found)
        return Comparison(found, player, gains, (0.0,) * len(found))
    return _compare_sampled(jobs, player, error, seed, progress, {"workers": workers, "on": on})


@dataclass(frozen=True)
class _Pairs:
    """Tallies of the same deals for several spots, with the sums of the gains and of their squares."""

    tallies: tuple[Tally, ...]
    gains: tuple[Fraction, ...]
    squares: tuple[Fraction, ...]
    deals: int

    def plus(self, other: _Pairs) -> _Pairs:
        return _Pairs(
            tuple(added(pair) for pair in zip(self.tallies, other.tallies, strict=True)),
            tuple(a + b for a, b in zip(self.gains, other.gains, strict=True)),
            tuple(a + b for a, b in zip(self.squares, other.squares, strict=True)),
            self.deals + other.deals,
        )

    def errors(self) -> tuple[float, ...]:
        n = self.deals
        varies = [float(square / n - (gain / n) ** 2) for gain, square in zip(self.gains, self.squares, strict=True)]
        return tuple(0.0 if not i else sqrt((v + 1 / n) / n) for i, v in enumerate(varies))


def _compare_sampled(
    jobs: list[Job], player: int, error: float, seed: int, progress: Progress | None, settings: dict[str, Any]
) -> Comparison:
    size = min(sampled.chunk_size(job, aligned=True) for job in jobs)
    chunks = 4 * sampled.chunks_for(error, size)
    tell = None if progress is None else lambda done, of, so_far: progress(done, of, max(so_far.errors()))
    try:
        pairs = map_chunks(
            partial(_pairs_chunk, [job.case for job in jobs], player, size), chunks, seed, _Pairs.plus,
            rounds=sampled.rounds(chunks), enough=lambda so_far: max(so_far.errors()) <= error, progress=tell,
            **settings,
        )  # fmt: skip
    except Stopped as stopped:
        value = _comparison(jobs, stopped.value, player, "sampled, and stopped") if stopped.done else None
        raise Stopped(value, stopped.done, stopped.chunks) from None
    return _comparison(jobs, pairs, player, "sampled: all spots dealt the same cards")


def _comparison(jobs: list[Job], pairs: _Pairs, player: int, why: str) -> Comparison:
    found = tuple(answer(job.terms, tally, False, why) for job, tally in zip(jobs, pairs.tallies, strict=True))
    return Comparison(found, player, tuple(gain / pairs.deals for gain in pairs.gains), pairs.errors())


def _pairs_chunk(cases: list[Case], player: int, size: int, _: int, seed: np.random.SeedSequence) -> _Pairs:
    order = [*(p for p in range(cases[0].players) if p != player), player]
    words = words_of(seed)
    tallies, parts = [], []
    for case in cases:
        job = job_of(case)
        worth = sampled.worth_of(job, size, words, order)
        tallies.append(tally_block(job.terms, worth, np.ones(size, np.int64), job.floors))
        parts.append(_parts(job, worth, player))
    unit = [Fraction(0)] * len(cases), [Fraction(0)] * len(cases)
    for i, (kinds, place) in enumerate(parts):
        first, first_place = parts[0]
        pairs = place.astype(np.int64) * len(first) + first_place
        for pair, n in zip(*np.unique(pairs, return_counts=True), strict=True):
            gain = kinds[int(pair) // len(first)] - first[int(pair) % len(first)]
            unit[0][i] += gain * int(n)
            unit[1][i] += gain * gain * int(n)
    return _Pairs(tuple(tallies), tuple(unit[0]), tuple(unit[1]), size)


def _parts(job: Job, worth: Any, player: int) -> tuple[list[Fraction], Any]:
    """The player's part in each deal: the different parts there are, and which of them each deal gives him."""
    terms = job.terms
    high, low = np.ascontiguousarray(worth[:, :, 0]), np.ascontiguousarray(worth[:, :, -1])
    amounts = [pot.amount for pot in job.case.pots]
    keys = np.zeros((len(worth), len(amounts), 4), dtype=np.int64)
    if terms.mode == PATTERNS:
        codes = np.zeros(len(worth), dtype=np.uint64)
        joint.patterns_block(high, low, codes)
        keys[:, :, 0] = codes[:, None].astype(np.int64)
    else:
        for k, eligible in enumerate(terms.eligible):
            out = np.zeros((len(worth), 4), dtype=np.int64)
            joint.winners_block(high, low, int(eligible), job.floors, terms.mode, *terms.claims, out)
            keys[:, k] = out
    kinds, place = np.unique(keys.reshape(len(worth), -1), axis=0, return_inverse=True)
    parts = []
    for kind in kinds.reshape(len(kinds), len(amounts), 4).tolist():
        chips = [terms.outcome((a, b, c, d), k).parts[player] * amounts[k] for k, (a, b, c, d) in enumerate(kind)]
        parts.append(sum(chips, Fraction(0)) / sum(amounts))
    return parts, place.reshape(-1)
