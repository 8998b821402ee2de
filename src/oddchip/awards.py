"""Who wins a pot: one way, high and low, and high and low by declaration.

A pot is judged by itself, qualifiers included (POT-4, D-SP-1), from plain numbers: a value per position for each way
of winning. Nothing here knows a card. Whatever happens, shares, refunds and carried chips add up to the pot.

Sources: POT-4, ODD-1 to ODD-4, S8-14, S8-15, CU-8, CU-8a, CU-8b, CU-8c, D-DC-1 to D-DC-8.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from oddchip.actions import Way
from oddchip.house import DeclareRules
from oddchip.pots import Pot, mask_of, members, n_ways, split

Order = Callable[[Sequence[int]], Sequence[int]]
"""Puts tied winners, given ascending, into the order in which they take odd chips; asked only for several."""


class Why(StrEnum):
    """Why somebody gets chips."""

    BEST = "the best hand"
    BOTH_WAYS = "the best hand both ways"
    OTHER_WAY = "nobody wins the other way"
    WAIVED = "nobody qualifies, so the qualifiers are waived"
    SURVIVOR = "nobody qualifies, so all who stayed share"
    ALONE = "nobody else may win this pot"
    SCOOP = "declared both ways and won both"
    BEAT_SCOOP = "beat the hand that declared both ways"
    ALL_FAILED = "all who claim the pot declared both ways and failed"
    VOID = "put in after a hand that had to bet was checked"


class Direction(NamedTuple):
    """One direction of winning, named "high" or "low", or "whole" in a game with one.

    `values` by position: higher is better, 0 is no hand or none that qualifies. `order` is None for clockwise from the
    button. `unqualified` holds the values before the qualifier, for the rules that waive it; None if there is none.
    """

    name: str
    values: Sequence[int]
    order: Order | None = None
    unqualified: Sequence[int] | None = None


class Share(NamedTuple):
    """Chips won. `way` is "whole" if the pot was not divided between ways, else the name of the way."""

    position: int
    amount: int
    way: str
    reason: Why


class Settled(NamedTuple):
    """A pot that has been judged.

    `refunds` are (position, chips) that were void and go back to who put them in. `carried` chips stay for the next
    deal, claimed by the pot's eligible players. `winners` is a mask for each way: whose hand was best, 0 for nobody.
    """

    shares: tuple[Share, ...]
    refunds: tuple[tuple[int, int], ...]
    carried: int
    winners: tuple[int, ...]


AS_PRINTED = DeclareRules()


def award_pot(
    pot: Pot,
    ways: Sequence[Direction],
    *,
    one_way: str = "other_takes_all",
    neither: str = "waive",
    may_carry: bool = True,
    unit: int = 1,
) -> Settled:
    """Cards speak. With several ways high comes first.

    `one_way`: nobody qualifies one way (S8-14, CU-8a). `neither`: nobody qualifies at all (CU-8b); carry_over is
    waive if not `may_carry`, which the caller denies when somebody is all-in. Survivors are the pot's eligible players.
    """
    if _lone(pot.eligible):
        return _alone(pot, len(ways))
    masks = tuple([_qualifying(way.values, pot.eligible) for way in ways])
    if len(ways) == 1 and masks[0]:  # by far the commonest; the lines below give the same
        return Settled(cut(pot.amount, masks[0], ways[0].order, "whole", Why.BEST, unit), (), 0, masks)
    if any(masks):
        return Settled(_pay(pot, ways, masks, one_way, Why.BEST, unit), (), 0, masks)
    if neither == "carry_over" and may_carry:
        return Settled((), (), pot.amount, masks)
    if neither != "split_survivors":
        raw = [_qualifying(way.unqualified, pot.eligible) for way in ways]
        masks = (raw[0],) + (0,) * (len(raw) - 1) if neither == "high_takes_all" else tuple(raw)
    return Settled(_pay(pot, ways, masks, "other_takes_all", Why.WAIVED, unit), (), 0, masks)


def award_declared(
    pot: Pot,
    high: Direction,
    low: Direction,
    declared: Sequence[Way | None],
    rules: DeclareRules = AS_PRINTED,
    *,
    failed: int = 0,
    unit: int = 1,
) -> Settled:
    """One pot by declaration (D-DC-1 to D-DC-7); `declared` by position, None for who has folded.

    A scooper's rivals are those who declared the way in question, other scoopers included; with `scoop_against` all
    they are all who may win the pot (D-DC-4). Such a rival may spoil the scoop, but only a hand declared for a way wins
    it. Values are compared even when they are 0: a lone declarer takes his half with anything (D-DC-2). `failed` are
    scoopers whose scoop failed in another pot. What `rules.failed_scoops` says of a failed scoop (D-DC-6):

    - retire: he who is beaten or tied either way is out, and the pot is judged without him (D-DC-5).
    - losers_share_never: where the best claimant of a way, scoopers included, is no scooper, that hand takes the pot;
      if so both ways, a half each; if neither way, the pot rides, whatever `all_scoops_fail` says. Ties do not beat.
    - three_quarters: he who wins one way and ties the other stands. He takes the half he won and shares the other with
      the declarers who tie it, so that one rival leaves him three quarters.
    """
    if _lone(pot.eligible):
        return _alone(pot, 2)
    highs, lows = _claims(pot, declared)
    scoopers = highs & lows
    standing = _standing(pot, high, low, declared, rules) & ~failed
    masks = best(high.values, highs), best(low.values, lows)
    if standing:
        why = Why.SCOOP if masks[0] == masks[1] else Why.BEST
    elif scoopers and rules.failed_scoops == "losers_share_never":
        masks = masks[0] if not masks[0] & scoopers else 0, masks[1] if not masks[1] & scoopers else 0
        why = Why.BEAT_SCOOP
        if not any(masks):
            return Settled((), (), pot.amount, masks)
    else:
        masks = best(high.values, highs & ~scoopers), best(low.values, lows & ~scoopers)
        why = Why.BEST
        if not any(masks):
            return _only_scoopers(pot, high, low, scoopers, rules, unit)
    return Settled(_pay(pot, (high, low), masks, "other_takes_all", why, unit), (), 0, masks)


def award_declared_pots(
    pots: Sequence[Pot],
    high: Direction,
    low: Direction,
    declared: Sequence[Way | None],
    rules: DeclareRules = AS_PRINTED,
    *,
    unit: int = 1,
) -> tuple[Settled, ...]:
    """All pots by declaration. With `scoop_all_pots` a scooper must stand in every pot he may win, or fails in all.

    Whether he stands is judged in all pots at once, before anybody retires, so one failure never makes another scoop.
    """
    failed = 0
    if rules.scoop_all_pots:
        for pot in pots:
            highs, lows = _claims(pot, declared)
            failed |= highs & lows & ~_standing(pot, high, low, declared, rules)
    return tuple([award_declared(pot, high, low, declared, rules, failed=failed, unit=unit) for pot in pots])


def best(values: Sequence[int], mask: int) -> int:
    """The positions of a mask whose value is highest, as a mask."""
    top, found, bit = -1, 0, 1
    for value in values:
        if value >= top and mask & bit:
            found = found | bit if value == top else bit
            top = value
        bit <<= 1
    return found


def cut(amount: int, winners: int, order: Order | None, way: str, reason: Why, unit: int) -> tuple[Share, ...]:
    """Shares of one award; nobody gets a share of no chips."""
    if _lone(winners):
        return (Share(winners.bit_length() - 1, amount, way, reason),) if amount else ()
    positions: Sequence[int] = members(winners)
    if order is not None:
        positions = order(positions)
    return tuple([Share(p, chips, way, reason) for p, chips in split(amount, positions, unit).items() if chips])


def _lone(mask: int) -> bool:
    return not mask & (mask - 1)


def _alone(pot: Pot, ways: int) -> Settled:
    """A pot one player may win is his, whatever he holds or said; one that nobody may win is carried."""
    winners = (pot.eligible,) * ways
    if not pot.eligible:
        return Settled((), (), pot.amount, winners)
    return Settled(cut(pot.amount, pot.eligible, None, "whole", Why.ALONE, 1), (), 0, winners)


def _qualifying(values: Sequence[int] | None, mask: int) -> int:
    """The best hands of a mask; 0 if none of them is a hand, or no values are given."""
    found = best(values, mask) if values else 0
    return found if values and values[found.bit_length() - 1] else 0


def _pay(
    pot: Pot, ways: Sequence[Direction], masks: Sequence[int], one_way: str, reason: Why, unit: int
) -> tuple[Share, ...]:
    """Shares for the winners of each way, where a way nobody wins has mask 0."""
    awards = [(way.name, way.order, mask, reason) for way, mask in zip(ways, masks, strict=True) if mask]
    if not awards:
        return cut(pot.amount, pot.eligible, None, "whole", Why.SURVIVOR, unit)
    if len(awards) < len(ways):
        if one_way == "split_survivors":
            awards = [
                (way.name, way.order, mask, reason) if mask else (way.name, None, pot.eligible, Why.SURVIVOR)
                for way, mask in zip(ways, masks, strict=True)
            ]
        elif reason is Why.BEST:
            awards = [(name, order, mask, Why.OTHER_WAY) for name, order, mask, _ in awards]
    elif len(awards) > 1 and reason is Why.BEST and len(set(masks)) == 1:
        awards = [(name, order, mask, Why.BOTH_WAYS) for name, order, mask, _ in awards]
    return _divide(pot.amount, awards, unit)


def _divide(amount: int, awards: Sequence[tuple[str, Order | None, int, Why]], unit: int) -> tuple[Share, ...]:
    """The awards of a pot; if the same hands win all of them, the pot is divided once (ODD-4)."""
    _, order, mask, reason = awards[0]
    if all(award[2] == mask for award in awards):
        return cut(amount, mask, order, "whole", reason, unit)
    shares: tuple[Share, ...] = ()
    for chips, (name, order, mask, reason) in zip(n_ways(amount, len(awards), unit), awards, strict=True):
        shares += cut(chips, mask, order, name, reason, unit)
    return shares


def _claims(pot: Pot, declared: Sequence[Way | None]) -> tuple[int, int]:
    """Who claims the pot for high, and who for low."""
    claims = [(p, declared[p]) for p in members(pot.eligible)]
    return (
        mask_of(p for p, said in claims if said in (Way.HIGH, Way.BOTH)),
        mask_of(p for p, said in claims if said in (Way.LOW, Way.BOTH)),
    )


def _standing(pot: Pot, high: Direction, low: Direction, declared: Sequence[Way | None], rules: DeclareRules) -> int:
    """The scooper whose scoop stands in this pot, as a mask, or 0. There is never more than one (D-DC-4, D-DC-6)."""
    highs, lows = _claims(pot, declared)
    others = pot.eligible if rules.scoop_against == "all" else 0
    top_high, top_low = best(high.values, highs | others), best(low.values, lows | others)
    unbeaten = top_high & top_low & highs & lows
    outright = _lone(top_high) + _lone(top_low)
    return unbeaten if outright >= (1 if rules.failed_scoops == "three_quarters" else 2) else 0


def _only_scoopers(pot: Pot, high: Direction, low: Direction, scoopers: int, rules: DeclareRules, unit: int) -> Settled:
    """Nobody is left to claim the pot but scoopers who failed (D-DC-7)."""
    if rules.all_scoops_fail == "carry_over":
        return Settled((), (), pot.amount, (0, 0))
    if rules.all_scoops_fail == "refund":
        back = tuple([(position, chips) for position, chips in enumerate(pot.parts) if chips])
        ownerless = pot.amount - sum(pot.parts)
        return Settled(cut(ownerless, pot.eligible, None, "whole", Why.ALL_FAILED, unit), back, 0, (0, 0))
    masks = best(high.values, scoopers), best(low.values, scoopers)
    return Settled(_pay(pot, (high, low), masks, "other_takes_all", Why.ALL_FAILED, unit), (), 0, masks)
