"""A ladder of players of California Poker, each a step better than the one before; all else they play as `Regular`.

The first ones always answer the same deal alike, so whoever knows them beats them by half a stake a hand or more. The
last samples the exact solution: it loses nothing to anybody, if its `rng` cannot be foreseen. `secure` says that it
should be given the operating system's source of chance (`random.SystemRandom`) where something is at stake.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from random import Random

from oddchip.actions import Action, Give, SwapOffer
from oddchip.bots.regular import Regular
from oddchip.bots.simple import asked
from oddchip.bots.style import SOUND, Style
from oddchip.bots.swapping import order_of, other_hand
from oddchip.solve.california.deal import GIVEN, HAND, Deal
from oddchip.solve.california.players import Player, Sight
from oddchip.solve.california.solution import solve
from oddchip.views import View


class Swapper(Regular):
    """Chooses its gift by one of `oddchip.solve.california.players`; the same deal gives the same gift."""

    secure = False

    def __init__(self, player: Player, style: Style = SOUND) -> None:
        super().__init__(style)
        self.player = player

    def choose(self, view: View, rng: Random, budget: int = 100) -> Action:
        """One of the actions on offer."""
        offer = asked(view)
        if isinstance(offer, SwapOffer) and (len(offer.hand), offer.count) == (HAND, GIVEN):
            deal = Deal.of(offer.hand, other_hand(view), order_of(view))
            return Give(deal.given(0, self.gift(deal, rng)))
        return super().choose(view, rng, budget)

    def gift(self, deal: Deal, rng: Random) -> int:
        """The number of the gift, for the first player of the deal."""
        return self.player(Sight(deal))


class Equilibrium(Swapper):
    """Draws its gift from the exact optimal mix, without rounding."""

    secure = True

    def __init__(self, style: Style = SOUND) -> None:
        Regular.__init__(self, style)

    def gift(self, deal: Deal, rng: Random) -> int:
        return drawn(solve(deal, compiled=False).mixes[0], rng)


def drawn(mix: Mapping[int, Fraction], rng: Random) -> int:
    """A gift drawn from a mix, each exactly as often as the mix says."""
    whole = lcm(*(part.denominator for part in mix.values()))
    left = rng.randrange(whole)
    for gift, part in sorted(mix.items()):
        left -= part.numerator * (whole // part.denominator)
        if left < 0:
            return gift
    raise ValueError(f"a mix has parts that add up to one, not to {sum(mix.values())}")
