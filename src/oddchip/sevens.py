"""The sevens rule: who checks a seven or better after the last draw cannot win what goes in after that check.

Such a player is a violator. For each the caller keeps a snapshot: what every position had put in over the hand at the
moment of his check (or of his call of a short bet, which counts as one, D-CL-3g). Each pot is judged by itself, so
pots without the violator are untouched (D-CL-3f).

Sources: D-CL-3, D-CL-3a to D-CL-3g.
"""

from collections.abc import Mapping, Sequence

from oddchip.awards import Order, Settled, Why, best, cut
from oddchip.pots import Pot, mask_of

Snapshot = Sequence[int]


def award_with_violators(
    pot: Pot,
    values: Sequence[int],
    violators: Mapping[int, Snapshot],
    *,
    tie: str = "split_predraw",
    penalty: str = "postdraw",
    order: Order | None = None,
    unit: int = 1,
) -> Settled:
    """One pot, one way. `values` by position, higher is better; `order` as in `awards.Direction`.

    A violator who is beaten loses as anybody does (D-CL-3b). One who wins keeps what was in before his check, and all
    later chips return to those who put them in, folded players too (D-CL-3a). Of tied violators the latest moment
    counts. With penalty whole_pot violators are out of a pot that anybody else may win (D-CL-3e).
    """
    contenders, guilty = pot.eligible, pot.eligible & mask_of(violators)
    if penalty == "whole_pot" and contenders != guilty:
        contenders &= ~guilty
    winners = best(values, contenders)
    guilty &= winners
    if not guilty:
        shares = cut(pot.amount, winners, order, "whole", Why.BEST, unit) if winners else ()
        return Settled(shares, (), 0 if winners else pot.amount, (winners,))
    later = _after(pot, _latest([violators[p] for p in violators if guilty >> p & 1]))
    if winners == guilty:
        return _void(pot, winners, later, order, unit)
    return _tied(pot, winners, guilty, later, tie, order, unit)


def uncontested_with_violator(pot: Pot, position: int, snapshot: Snapshot) -> Settled:
    """Everybody else folded to a violator: he keeps what was in before his check, the rest returns (D-CL-3d).

    His uncalled bet is returned before this (POT-3). With `sevens_without_showdown` no the caller does not ask.
    """
    return _void(pot, 1 << position, _after(pot, snapshot), None, 1)


def _latest(snapshots: Sequence[Snapshot]) -> Snapshot:
    """Contributions only grow, so the latest moment is the one with the most chips in."""
    return max(snapshots, key=sum)


def _after(pot: Pot, snapshot: Snapshot) -> tuple[int, ...]:
    """How much of the pot each position put in after a moment; chips without an owner were all there before."""
    return tuple(
        [part - min(part, max(0, then - pot.level_low)) for part, then in zip(pot.parts, snapshot, strict=False)]
    )


def _refunds(later: Sequence[int], to: int = -1) -> tuple[tuple[int, int], ...]:
    return tuple([(position, chips) for position, chips in enumerate(later) if chips and to >> position & 1])


def _void(pot: Pot, winners: int, later: Sequence[int], order: Order | None, unit: int) -> Settled:
    shares = cut(pot.amount - sum(later), winners, order, "whole", Why.BEST, unit)
    return Settled(shares, _refunds(later), 0, (winners,))


def _tied(
    pot: Pot, winners: int, guilty: int, later: Sequence[int], tie: str, order: Order | None, unit: int
) -> Settled:
    """Violators tie others: their own later chips return, other later chips are the others' (D-CL-3c).

    Earlier chips are split among all who tie, or with nonviolator_takes_all among the others.
    """
    back = _refunds(later, guilty)
    own = sum(chips for _, chips in back)
    innocent = winners & ~guilty
    if tie == "nonviolator_takes_all":
        shares = cut(pot.amount - own, innocent, order, "whole", Why.BEST, unit)
    else:
        shares = cut(pot.amount - sum(later), winners, order, "whole", Why.BEST, unit)
        shares += cut(sum(later) - own, innocent, order, "whole", Why.VOID, unit)
    return Settled(shares, back, 0, (winners,))
