"""Many deals at once, compiled (extra `odds`): values, saddles and mixes as whole numbers, without rounding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from oddchip.errors import CardError, OddchipError
from oddchip.rankings import Order
from oddchip.solve.california.deal import GIFTS, HAND, HIGH, Deal
from oddchip.solve.california.solution import solve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_MOST = 1 << 62


@dataclass(frozen=True, slots=True)
class Solved:
    """Deals solved in bulk; a place in every array for each deal.

    The value for the first player is `numerators / denominators`, in stakes. `saddles` says where each has one gift
    that is best even if the other knows it. `sizes` (N, 2) are the gifts left to each player after iterated weak
    dominance. `mixes` (N, 2, 70) are the weights of an optimal mix of each player over `denominators`, gifts in the
    canonical order of hands that are sorted.
    """

    numerators: NDArray[np.int64]
    denominators: NDArray[np.int64]
    saddles: NDArray[np.bool_]
    sizes: NDArray[np.int64]
    mixes: NDArray[np.int64]

    @property
    def values(self) -> NDArray[np.float64]:
        """The values as floats."""
        found: NDArray[np.float64] = self.numerators / self.denominators
        return found

    def value(self, deal: int) -> Fraction:
        """One value, exactly."""
        return Fraction(int(self.numerators[deal]), int(self.denominators[deal]))


def solve_all(deals: ArrayLike, order: Order = HIGH) -> Solved:
    """Solve every row of `deals`: (N, 16) card ints, the first player's eight and then the second's, in any order.

    CardError unless every row holds sixteen different cards of the deck; OddchipError without the extra `odds`.
    """
    np, swaps = _extra()
    hands = _checked(np, deals, order)
    found, mixes, well = swaps.solutions(order, hands, GIFTS)
    for row in np.flatnonzero(~well).tolist():
        _by_python(hands[row].tolist(), order, found[row], mixes[row])
    return Solved(found[:, 0], found[:, 1], found[:, 2].astype(bool), found[:, 3:], mixes)


def _extra() -> tuple[Any, Any]:
    try:
        import numpy

        from oddchip.kernels import swaps
    except ModuleNotFoundError:
        raise OddchipError(
            "many deals at once need the extra odds; python -m pip install 'oddchip[odds]' installs it"
        ) from None
    return numpy, swaps


def _checked(np: Any, deals: ArrayLike, order: Order) -> Any:
    hands = np.asarray(deals)
    if hands.ndim != 2 or hands.shape[1] != 2 * HAND or hands.dtype.kind not in "iu":
        raise CardError(f"expected an array of deals by sixteen card ints, not {hands.dtype} {hands.shape}")
    if not np.isin(hands, order.deck.cards).all():
        raise CardError(f"there are cards that are not in the {order.deck.name}")
    ranked = np.sort(hands, axis=1)
    if (ranked[:, 1:] == ranked[:, :-1]).any():
        raise CardError("a card is twice in a deal: expected sixteen different cards")
    both = hands.reshape(len(hands), 2, HAND).astype(np.uint8)
    return np.ascontiguousarray(np.sort(both, axis=2).reshape(len(hands), 2 * HAND))


def _by_python(cards: list[int], order: Order, found: Any, mixes: Any) -> None:
    """One deal whose numbers grow beyond 64 bits on the way, in whole numbers of any size."""
    solution = solve(Deal.of(cards[:HAND], cards[HAND:], order), compiled=False)
    parts = [part for mix in solution.mixes for part in mix.values()]
    common = lcm(solution.value.denominator, *(part.denominator for part in parts))
    if common > _MOST:
        raise OddchipError(f"the fractions of {solution.deal} need more than 64 bits: solve it alone")
    found[0], found[1] = int(solution.value * common), common
    found[2:] = solution.saddle, len(solution.reduced.rows), len(solution.reduced.columns)
    mixes[:] = 0
    for side, mix in enumerate(solution.mixes):
        for gift, part in mix.items():
            mixes[side, gift] = int(part * common)
