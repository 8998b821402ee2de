"""The protocol of a bot, and two players for tests: one who acts at random, and one who never folds nor raises."""

from __future__ import annotations

from random import Random
from typing import Protocol

from oddchip.actions import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAY_BRING_IN,
    Action,
    BetOffer,
    DeclareOffer,
    DeclareWay,
    Discard,
    DrawOffer,
    Give,
    No,
    Offer,
    RaiseTo,
    SwapOffer,
    Way,
)
from oddchip.bots.charts import discard, reading
from oddchip.bots.swapping import greedy_gift
from oddchip.errors import SetupError
from oddchip.views import View


class Bot(Protocol):
    """A player that sees only a view.

    `budget` is the number of samples it may take, which is how hard it thinks; all its chances come from `rng`, so the
    same view, seed and budget give the same action. Raises `SetupError` when the view's seat is not asked anything.
    """

    def choose(self, view: View, rng: Random, budget: int) -> Action:
        """One of the actions on offer in this view."""


def asked(view: View) -> Offer:
    """What the view's own seat is asked; `SetupError` when it is asked nothing."""
    if view.offer is None:
        raise SetupError("a bot chooses only where its seat is asked something")
    return view.offer


class RandomBot:
    """Any action on offer is as likely as any other."""

    def choose(self, view: View, rng: Random, budget: int = 0) -> Action:
        return rng.choice(asked(view).actions())


class Caller:
    """Never folds and never raises; draws by the chart, declares the way it is stronger, and swaps greedily."""

    def choose(self, view: View, rng: Random, budget: int = 0) -> Action:
        match asked(view):
            case BetOffer() as offer:
                return passive(offer)
            case DrawOffer() as offer:
                return Discard(discard(view, offer))
            case DeclareOffer():
                return DeclareWay(self._way(view))
            case SwapOffer() as offer:
                return Give(greedy_gift(view, offer))

    @staticmethod
    def _way(view: View) -> Way:
        high, low = reading(view).ranks(view.hand)
        return Way.HIGH if high >= low else Way.LOW


def passive(offer: BetOffer) -> Action:
    """Stay in as cheaply as the offer allows; bet only where the rules leave nothing else but folding."""
    if offer.check:
        return CHECK
    if offer.call:
        return CALL
    if offer.bring_in:
        return PAY_BRING_IN
    if offer.declare_open:
        return DECLARE_OPEN
    if not isinstance(offer.raise_to, No):
        return RaiseTo(offer.raise_to.least)
    return FOLD
