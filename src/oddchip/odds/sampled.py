"""Sampled answers: random deals in chunks, until the standard error is what was asked for.

A deal in which a card would be in two hands is thrown away whole, never mended hand by hand: that would favour some
hands over others. Chunk i takes its random numbers from child i of the seed, so that a seed gives the same answer on
any number of workers, and spots dealt with one seed get the same cards as far as they can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddchip.errors import SetupError
from oddchip.kernels import choose, choose_deals, deals, joint
from oddchip.kernels.streams import words_of
from oddchip.odds.case import NO_CARD, Case
from oddchip.odds.counted import Counts, Tally, tally_block
from oddchip.odds.job import Job, job_of
from oddchip.odds.judge import CHOSEN, ONE_BY_ONE

Array = NDArray[Any]

#: How many deals a chunk has, by how they are judged; the job's, not the worker's.
FAST, BLOCK, CHOICE, SLOW = 1 << 17, 1 << 14, 1 << 12, 1 << 9


@dataclass(eq=False)
class Dealt:
    """Random deals: final hands by player (players, deals, cards), and the table's cards (deals, cards)."""

    hands: Array
    table: Array


def is_fast(job: Job) -> bool:
    """May the kernel that deals and judges in one loop be used? It knows one pot and known hands, no ranges."""
    case = job.case
    usual = len(case.pots) == 1 and job.terms.mode in (joint.ONE_WAY, joint.CARDS_SPEAK)
    kernel = job.judge.by_key or job.judge.choice is not None
    return usual and kernel and not any(h.is_range for h in case.holdings) and not any(case.spot.policies)


def chunk_size(job: Job, aligned: bool = False) -> int:
    if is_fast(job) and not aligned and job.judge.by_key:
        return FAST
    return {ONE_BY_ONE: SLOW, CHOSEN: CHOICE}.get(job.judge.kind, BLOCK)


def chunks_for(error: float, size: int) -> int:
    """Enough chunks for the error whatever the spot: no share varies more than that of a coin."""
    return max(1, ceil((0.25 / error**2 + 2 / error) / size))


def rounds(chunks: int) -> list[int]:
    """After how many chunks the error is looked at."""
    found, at = [], 4
    while at < chunks:
        found.append(at)
        at = max(at + 1, at * 5 // 4)
    return found


def sample_chunk(case: Case, index: int, seed: np.random.SeedSequence) -> Tally:
    """One chunk of random deals. Pure: it depends on its arguments only."""
    job = job_of(case)
    if is_fast(job):
        return (_fast if job.judge.by_key else _by_choice)(job, chunk_size(job), words_of(seed))
    worth = worth_of(job, chunk_size(job), words_of(seed))
    return tally_block(job.terms, worth, np.ones(len(worth), np.int64), job.floors)


def worth_of(job: Job, trials: int, seed: Array, order: Sequence[int] | None = None) -> Array:
    """The values of so many random deals, (deals, players, ways); players are served in `order`."""
    dealt = deal(job.case, trials, seed, order)
    judge = job.judge.worth
    return np.stack([judge(dealt.hands[p], dealt.table) for p in range(job.case.players)], axis=1)


def _fast(job: Job, trials: int, seed: Array) -> Tally:
    case = job.case
    t, values, flush, replaces = job.judge.tables
    known = case.table[case.table != NO_CARD]
    cards = [np.concatenate([h.entries[0][h.entries[0] != NO_CARD], known]) for h in case.holdings]
    keys, masks = ([np.sum(array[one], dtype=np.uint64) for one in cards] for array in (t.keys, t.masks))
    wants = np.array([int(h.wants[0]) for h in case.holdings], dtype=np.int64)
    rest = np.array(case.rest, dtype=np.int64)
    found = Counts(job.terms)
    deals.sample(
        np.array(keys, np.uint64), np.array(masks, np.uint64), wants, case.common, t.keys[rest], t.masks[rest],
        t.base, t.low, values, flush, replaces, job.floors.astype(np.uint16), trials, seed,
        found.counts[0], found.waived[0],
    )  # fmt: skip
    return found.tally()


def _by_choice(job: Job, trials: int, seed: Array) -> Tally:
    """The same where hands take so many cards from here and so many from there."""
    case, choice = job.case, job.judge.choice
    assert choice is not None
    plan, ways, keys, masks = choice
    known = np.where(case.table == NO_CARD, 0, case.table)
    # Known cards first: the kernel fills what follows them.
    hands = np.array([np.sort(h.entries[0]) for h in case.holdings])
    held = np.array([case.size - int(h.wants[0]) for h in case.holdings], dtype=np.int64)
    hands[hands == NO_CARD] = 0
    rest = np.array(case.rest, dtype=np.int64)
    found = Counts(job.terms)
    choose_deals.sample(
        keys[hands], masks[hands], held, case.size - held, keys[known], masks[known],
        np.flatnonzero(case.table == NO_CARD), keys[rest], masks[rest], plan.ones, plan.twos,
        choose.empty_sums(plan), ways, job.floors.astype(np.uint16), trials, seed, found.counts[0], found.waived[0],
    )  # fmt: skip
    return found.tally()


def deal(case: Case, trials: int, seed: Array, order: Sequence[int] | None = None) -> Dealt:
    """Random deals of a case, draws under policies played out."""
    players = case.players
    entries = np.concatenate([h.entries for h in case.holdings])
    masks = np.concatenate([h.masks for h in case.holdings])
    # What the spot names is nobody's to clash with; what a range adds may clash with another range's cards.
    masks = masks & ~np.uint64(case.gone)
    cumulative = np.concatenate([np.cumsum(h.weights) for h in case.holdings]).astype(np.uint64)
    starts = np.cumsum([0, *(len(h.entries) for h in case.holdings)]).astype(np.int64)
    policies = any(case.spot.policies)
    hands = np.zeros((players, trials, entries.shape[1]), dtype=np.uint8)
    table = np.zeros((trials, len(case.table)), dtype=np.uint8)
    stub = np.zeros((trials, len(case.rest) if policies else 0), dtype=np.uint8)
    made = joint.deal_block(
        np.array(case.deck.cards, dtype=np.uint8), np.uint64(case.gone), entries, masks, cumulative, starts,
        np.array(order if order is not None else range(players), dtype=np.int64), case.table, seed, 0,
        hands, table, stub,
    )  # fmt: skip
    if made < trials:
        raise SetupError("the hands of these ranges can hardly be held together: a million deals in a row clashed")
    return Dealt(_drawn(case, hands, stub, seed) if policies else hands, table)


def _drawn(case: Case, before: Array, stub: Array, seed: Array) -> Array:
    """Final hands after all draws under the players' policies, who draw in turn."""
    players, trials, width = before.shape
    hands = np.full((players, trials, case.size), NO_CARD, dtype=np.uint8)
    hands[:, :, :width] = before
    served, count = np.zeros(trials, np.int64), np.zeros(trials, np.int64)
    most = sum(case.size for _ in case.draws) * players
    thrown, by = np.full((trials, most), NO_CARD, dtype=np.uint8), np.full((trials, most), -1, dtype=np.int8)
    for left, op in zip(range(len(case.draws), 0, -1), case.draws, strict=True):
        for p, policy in enumerate(case.spot.policies):
            assert policy is not None
            keeps = np.asarray(policy.keeps(np.ascontiguousarray(hands[p, :, :width]), left), dtype=np.int64)
            one = np.ascontiguousarray(hands[p])
            if joint.redraw(one, width, keeps, op.extra, p, stub, served, thrown, by, count, seed, 0) < trials:
                raise SetupError("no card is left to draw")
            hands[p] = one
        width += op.extra
    return hands
