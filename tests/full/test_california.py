"""California Poker at length: 2,000 deals beside HiGHS and proven in fractions; what 20,000 deals are like."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np

from california_reference import array_of, deals, highs_value, matrix_of
from oddchip.solve.california import solve
from oddchip.solve.california.bulk import solve_all
from oddchip.solve.california.players import LADDER, Sight

PROVEN, MANY = 2_000, 20_000


def test_2000_deals_agree_with_highs_and_are_proven(verified):
    some = deals(PROVEN, 2_000)
    found = solve_all(array_of(some))
    largest, off, wide = 0, 0.0, 0
    for k, deal in enumerate(some):
        solution = solve(deal)  # proves all 140 inequalities in fractions, or raises
        assert solution.value == found.value(k)
        off = max(off, abs(float(solution.value) - highs_value(matrix_of(solution.table))))
        largest = max(largest, *(part.denominator for mix in solution.mixes for part in mix.values()))
        wide = max(wide, *map(len, solution.mixes))
    assert off < 1e-9
    verified(
        "California Poker, solved",
        f"{PROVEN:,} random deals: HiGHS on all 70 by 70 results, 140 inequalities each in fractions, bulk and single",
        f"largest difference {off:.0e}; largest denominator of a mix {largest:,}, widest mix {wide} gifts",
    )


def share(hits, many):
    """A share and its standard error, in per cent."""
    part = hits / many
    return f"{100 * part:.1f} ± {100 * sqrt(part * (1 - part) / many):.1f} %"


def mean(values, digits=3):
    return f"{np.mean(values):.{digits}f} ± {np.std(values, ddof=1) / sqrt(len(values)):.{digits}f}"


def test_what_20000_deals_are_like(verified):
    some = deals(MANY, 20_000)
    found = solve_all(array_of(some))
    value, sure = found.values, found.saddles
    saddles = int(sure.sum())
    kinds = Counter(abs(found.value(k)) for k in range(MANY))
    decided = int((abs(value[sure]) == 1).sum())
    support = (found.mixes[~sure] > 0).sum(axis=2)
    sizes = found.sizes
    wins = [share(int((value == sign).sum()), MANY) for sign in (1, -1)]
    parts = [f"1/{k} {share(kinds[Fraction(1, k)], MANY)}" for k in (3, 5, 2, 7)]
    widest = sizes[sizes.sum(axis=1).argmax()].tolist()
    verified(
        "California Poker, 20,000 deals",
        "values, saddles, reduced sizes and mixes of random deals, exactly",
        f"saddles {share(saddles, MANY)}, all but {saddles - decided} of {saddles} a sure win (first {wins[0]}, second "
        f"{wins[1]}); value 0 {share(kinds[0], MANY)}; {', '.join(parts)}; value {mean(value)}, its deviation "
        f"{np.std(value):.3f}, mean size {np.abs(value).mean():.3f}; mixed deals: support mean {support.mean():.2f}, "
        f"median {np.median(support):.0f}, most {support.max()}, equal in "
        f"{100 * (support[:, 0] == support[:, 1]).mean():.0f} %, over 15 in {int((support.max(axis=1) > 15).sum())} "
        f"deals; after dominance {sizes.mean():.2f} on average, at most {widest[0]} by {widest[1]}, one cell in "
        f"{share(int((sizes.sum(axis=1) == 2).sum()), MANY)}",
    )
    assert abs(saddles / MANY - 0.487) < 4 * sqrt(0.25 / MANY)
    assert saddles - decided < 10
    assert abs(kinds[0] / MANY - 0.27) < 0.015


def losses(deal, value, mix, losing):
    """Adds to `losing` what each player loses on the first side.

    Against the mix; to one who foresees the gift; and in a won deal, where the loser may play as he likes, against what
    of all suits the player best and worst.
    """
    sight = Sight(deal)
    matrix = matrix_of(sight.table)
    rows = {name: matrix[player(sight)] for name, player in LADDER.items()} | {"any four": matrix.mean(axis=0)}
    for name, row in rows.items():
        cost = value - row @ mix
        ends = (value - row.max(), value - row.min()) if value == 1 else (cost, cost)
        losing[name].append((cost, value - row.min(), *ends))


def test_what_the_ladder_loses_to_equilibrium(verified):
    some = deals(MANY, 30_000)
    found = solve_all(array_of(some))
    losing = {name: [] for name in (*LADDER, "any four")}
    for k, deal in enumerate(some):
        first, second = found.mixes[k] / found.denominators[k]
        losses(deal, found.values[k], second, losing)
        losses(deal.swapped(), -found.values[k], first, losing)
    mixed = np.abs(found.values) < 1
    # Both seats of a deal are one observation.
    pairs = {name: np.array(each).reshape(MANY, 2, 4).mean(axis=1) for name, each in losing.items()}
    said = [
        f"{name} {mean(each[:, 0], 4)} (foreseen {mean(each[:, 1])}; in mixed deals alone {mean(each[mixed, 0], 4)}; "
        f"from {each[:, 2].mean():.3f} to {each[:, 3].mean():.3f} by what the loser of a decided deal does)"
        for name, each in pairs.items()
    ]
    verified(
        "California Poker, the ladder",
        f"{MANY:,} random deals from both seats: stakes a hand lost to equilibrium",
        ", ".join(said),
    )
    least, most = pairs["greedy"][:, 2:].mean(axis=0)
    assert least < 0.151 < most
    assert abs(pairs["greedy"][:, 0].mean() - 0.151) < 0.03
    order = [pairs[name][:, 0].mean() for name in ("made five", "greedy", "own minus other", "answer to anything")]
    assert order == sorted(order, reverse=True)
