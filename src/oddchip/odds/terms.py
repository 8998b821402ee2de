"""What winning is worth: from who has the best hand each way to everybody's exact part of each pot.

All of it is asked of the engine's own awards, with pots so large that no chip is odd. The usual rules need only the
winners each way; the rarer options of declaring are read from how the hands stand to one another (patterns).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oddchip.actions import Way
from oddchip.awards import Direction, Settled, award_declared_pots, award_pot
from oddchip.errors import GameError
from oddchip.kernels.joint import BY_DECLARATION, CARDS_SPEAK, ONE_WAY
from oddchip.odds.case import Case
from oddchip.pots import Pot, mask_of

PATTERNS = 3
MOST_IN_PATTERNS = 8
_USUAL = {
    "scoop_against": "declarers",
    "failed_scoops": "retire",
    "all_scoops_fail": "cards_speak",
    "scoop_all_pots": False,
}

Key = tuple[int, int, int, int]
"""Winners of high and of low, and the winners before the qualifiers where nobody qualifies; or a pattern and zeros."""


class Outcome(NamedTuple):
    """One way a pot may go: everybody's part, the winners each way, what stays for the next deal."""

    parts: tuple[Fraction, ...]
    winners: tuple[int, ...]
    carried: Fraction


@dataclass(frozen=True, eq=False)
class Terms:
    """The rules of winning for one case, as kernels and results need them.

    `mode` is how winners are found; `floors` the least values that qualify, 0 for none; `claims` who declared high and
    who low; `eligible` a mask for each pot.
    """

    case: Case
    mode: int
    floors: NDArray[np.int64]
    claims: tuple[int, int]
    eligible: NDArray[np.int64]
    ways: tuple[str, ...]
    _known: dict[tuple[Key, int], Outcome] = field(default_factory=dict, repr=False)

    def outcome(self, key: Key, pot: int) -> Outcome:
        """What a pot pays when the deal goes so."""
        known = self._known
        if (key, pot) not in known:
            if self.mode == PATTERNS:
                known.update({(key, k): one for k, one in enumerate(_pattern_outcomes(self, key[0]))})
            else:
                known[key, pot] = _outcome(self, key, pot)
        return known[key, pot]


def terms_of(case: Case) -> Terms:
    rules, house = case.rules, case.plan.house
    floors = [award.floor for award in rules.awards]
    if house.openers.trips_to_win and case.plan.rulesets[0].floors:
        floors[0] = max(floors[0], rules.awards[0].order.floor("trips"))
    mode = CARDS_SPEAK if len(rules.awards) > 1 else ONE_WAY
    if rules.declared:
        usual = all(getattr(house.declare, name) == value for name, value in _USUAL.items())
        mode = BY_DECLARATION if usual else PATTERNS
    if mode == PATTERNS and case.players > MOST_IN_PATTERNS:
        raise GameError(f"these rules of declaring are counted for up to {MOST_IN_PATTERNS} players")
    said = case.declared
    highs = mask_of(p for p, way in enumerate(said) if way in (Way.HIGH, Way.BOTH))
    lows = mask_of(p for p, way in enumerate(said) if way in (Way.LOW, Way.BOTH))
    eligible = np.array([pot.eligible for pot in case.pots], dtype=np.int64)
    names = tuple(award.name for award in rules.awards)
    return Terms(case, mode, np.array((floors * 2)[:2], dtype=np.int64), (highs, lows), eligible, names)


def _outcome(terms: Terms, key: Key, pot: int) -> Outcome:
    unit = _unit(terms.case)
    eligible = terms.case.pots[pot].eligible
    settled = _settle(terms, key, Pot(unit, eligible, 0, 1, ()), unit)
    winners = key[:2] if any(key[:2]) or settled.carried else _raw_winners(terms, key)
    return _as_outcome(terms, settled, winners, unit)


def _raw_winners(terms: Terms, key: Key) -> tuple[int, int]:
    """Whose hands win when the qualifiers are waived (CU-8b)."""
    neither = terms.case.plan.house.cucamonga.neither
    return {"waive": key[2:], "high_takes_all": (key[2], 0), "carry_over": key[2:]}.get(neither, (0, 0))


def _settle(terms: Terms, key: Key, pot: Pot, unit: int) -> Settled:
    """The engine's award of a pot whose winners are known."""
    house, rules, n = terms.case.plan.house, terms.case.rules, terms.case.players
    if terms.mode == BY_DECLARATION:
        return award_pot(pot, [_direction(name, mask, mask, n) for name, mask in zip(terms.ways, key, strict=False)])
    floors = terms.floors[: len(rules.awards)]
    ways = [_direction(name, key[k], key[k + 2] if floors[k] else key[k], n) for k, name in enumerate(terms.ways)]
    if house.openers.trips_to_win and terms.case.plan.rulesets[0].floors:
        return award_pot(pot, ways, neither="carry_over")
    two_sided = len(rules.awards) > 1 and all(award.floor for award in rules.awards)
    one_way = house.cucamonga.one_way if two_sided else "other_takes_all"
    may_carry = len(terms.case.pots) == 1
    return award_pot(pot, ways, one_way=one_way, neither=house.cucamonga.neither, may_carry=may_carry)


def _direction(name: str, mask: int, raw: int, n: int) -> Direction:
    values, before = [mask >> p & 1 for p in range(n)], [raw >> p & 1 for p in range(n)]
    return Direction(name, values, None, before)


def _pattern_outcomes(terms: Terms, code: int) -> tuple[Outcome, ...]:
    """All pots of a deal by declaration, whatever the options, from how many hands are worse than each."""
    case = terms.case
    unit = _unit(case)
    high, low = ([code >> 4 * p + shift & 15 for p in range(case.players)] for shift in (0, 32))
    pots = [pot._replace(amount=pot.amount * unit, parts=tuple(c * unit for c in pot.parts)) for pot in case.pots]
    settled = award_declared_pots(
        pots, Direction("high", high), Direction("low", low), case.declared, case.plan.house.declare
    )
    return tuple(_as_outcome(terms, one, one.winners, pot.amount) for one, pot in zip(settled, pots, strict=True))


def _as_outcome(terms: Terms, settled: Settled, winners: Sequence[int], amount: int) -> Outcome:
    """Chips as parts of the pot; what a failed scooper gets back is part of what he gets."""
    chips = [0] * terms.case.players
    for share in settled.shares:
        chips[share.position] += share.amount
    for position, refund in settled.refunds:
        chips[position] += refund
    parts = tuple(Fraction(c, amount) for c in chips)
    return Outcome(parts, tuple(winners[: len(terms.ways)]), Fraction(settled.carried, amount))


def _unit(case: Case) -> int:
    """Chips that split between any number of players and two ways without an odd one."""
    return 2 * lcm(*range(1, case.players + 1))
