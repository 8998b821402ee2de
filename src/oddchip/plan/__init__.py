"""A game at a table, resolved once into a flat program: phases with chips, caps, floors and orders filled in.

`plan_for(game, stakes, house, dealt_in)` compiles and remembers. The machine runs a `Plan` and knows no game by name.
Rules that are absent cost it nothing: an op without openers has none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from oddchip.errors import SetupError, StakesError
from oddchip.house import HouseRules
from oddchip.plan.money import Money
from oddchip.plan.ops import (
    EIGHT,
    FIXED,
    NO_LIMIT,
    POT,
    REDEAL,
    SPREAD,
    AwardPlan,
    BetOp,
    DealOp,
    DeclareOp,
    DrawOp,
    Op,
    Plan,
    RowOp,
    RulesPlan,
    ShowOp,
    SwapOp,
    TurnOp,
    at,
)
from oddchip.plan.rules import floor_at, floor_value, ordering, rulesets_of
from oddchip.plan.steps import faces_of, ops_of, rows_of
from oddchip.spec import Bet, BringIn, Game
from oddchip.stakes import Stake, Stakes

_RECENT: dict[Any, tuple[Plan, Game, Stakes, HouseRules]] = {}
_PLANS: dict[Any, Plan] = {}
_MOST_PLANS = 512


def plan_for(game: Game, stakes: Stakes, house: HouseRules, dealt_in: int, event_players: int | None = None) -> Plan:
    """The plan of a game at these stakes and house rules for so many seats.

    Raises `SetupError` for a number of seats the game cannot carry, `StakesError` for stakes it cannot use.
    """
    # The very same values need no hashing, which would walk some sixty options at every start of a hand. Their plan is
    # kept together with them, so that no other value can get their identity meanwhile.
    same = (id(game), id(stakes), id(house), dealt_in, event_players)
    if same in _RECENT:
        return _RECENT[same][0]
    if len(_RECENT) >= _MOST_PLANS:
        _RECENT.clear()
    plan = _equal_plan(game, stakes, house, dealt_in, event_players)
    _RECENT[same] = (plan, game, stakes, house)
    return plan


def _equal_plan(game: Game, stakes: Stakes, house: HouseRules, dealt_in: int, event_players: int | None) -> Plan:
    """The plan of equal values, compiled once."""
    key = (game, stakes, house, dealt_in, event_players)
    if key not in _PLANS:
        if len(_PLANS) >= _MOST_PLANS:
            _PLANS.clear()
        _PLANS[key] = _compile(game, stakes, house, dealt_in, event_players)
    return _PLANS[key]


def _compile(game: Game, stakes: Stakes, house: HouseRules, n: int, event_players: int | None) -> Plan:
    fewest, most = game.seats
    if not fewest <= n <= most:
        raise SetupError(f"{game.name} is for {fewest} to {most} players, not {n}")
    if isinstance(stakes, Stake) != (not game.has(Bet)):
        wanted = "a stake and no bets: Stake(10)" if not game.has(Bet) else "limits: FixedLimit, SpreadLimit, ..."
        raise StakesError(f"{game.name} is played for {wanted}")
    money = Money(game, stakes, house)
    rows = rows_of(game)
    rulesets = rulesets_of(game, house, stakes, n, rows)
    ops = tuple(ops_of(game, house, n, money, rows, rulesets))
    ups = faces_of(game, n)
    draws = [pc for pc, op in enumerate(ops) if isinstance(op, DrawOp)]
    return Plan(
        game,
        stakes,
        house,
        n,
        game.deck,
        frozenset(game.deck.cards),
        ops,
        rulesets,
        rows,
        tuple(i for i, up in enumerate(ups) if up),
        tuple(i for i, up in enumerate(ups) if not up),
        len(ups),
        money.ante,
        money.ante_by,
        money.blinds,
        money.roles,
        stakes.unit,
        any(isinstance(op, BetOp) and op.bring_in for op in ops) or game.has(BringIn),
        event_players,
        (1 << n) - 1,
        (0,) * n,
        _member_table(n),
        _after_table(n),
        _as_slice(ups),
        house.betting.fold_unforced == "keep_receiving_until_bet",
        int(house.betting.cap_counts_blind),
        house.betting.limit_allin_threshold == "half",
        draws[-1] if draws else -1,
    )


@lru_cache
def _member_table(n: int) -> tuple[tuple[int, ...], ...]:
    """The seats of every set of seats, in order."""
    return tuple(tuple(i for i in range(n) if mask >> i & 1) for mask in range(1 << n))


@lru_cache
def _after_table(n: int) -> tuple[tuple[int, ...], ...]:
    """For each seat and set of seats the next one of the set clockwise, itself last; -1 for the empty set."""

    def following(i: int, mask: int) -> int:
        seats = [j % n for j in range(i + 1, i + 1 + n) if mask >> j % n & 1]
        return seats[0] if seats else -1

    return tuple(tuple(following(i, mask) for mask in range(1 << n)) for i in range(n))


def _as_slice(ups: list[bool]) -> slice | None:
    """The cards of a holding that are dealt face up, where they come one after the other."""
    places = [i for i, up in enumerate(ups) if up]
    one_run = bool(places) and places[-1] - places[0] == len(places) - 1
    return slice(places[0], places[-1] + 1) if one_run else None


__all__ = [
    "EIGHT",
    "FIXED",
    "NO_LIMIT",
    "POT",
    "REDEAL",
    "SPREAD",
    "AwardPlan",
    "BetOp",
    "DealOp",
    "DeclareOp",
    "DrawOp",
    "Op",
    "Plan",
    "RowOp",
    "RulesPlan",
    "ShowOp",
    "SwapOp",
    "TurnOp",
    "at",
    "floor_at",
    "floor_value",
    "ordering",
    "plan_for",
]
