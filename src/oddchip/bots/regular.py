"""The general bot: plays every game from its view, by sampling what it cannot see."""

from __future__ import annotations

from random import Random

from oddchip.actions import Action, BetOffer, DeclareOffer, DeclareWay, Discard, DrawOffer, Give, SwapOffer
from oddchip.bots.betting import Bettor
from oddchip.bots.dealing import DealTable
from oddchip.bots.drawing import DrawTable
from oddchip.bots.simple import asked
from oddchip.bots.situation import Situation
from oddchip.bots.style import SOUND, Style
from oddchip.bots.swapping import best_gift
from oddchip.views import View

LEAST = 24


class Regular:
    """A player one would not mind meeting: sound in every game, strong in none.

    `budget` is the number of samples behind an estimate: 60 is quick, 400 plays noticeably better.
    """

    def __init__(self, style: Style = SOUND) -> None:
        self.style = style

    def choose(self, view: View, rng: Random, budget: int = 100) -> Action:
        """One of the actions on offer, the best by samples."""
        budget = max(LEAST, budget)
        match asked(view):
            case SwapOffer() as offer:
                return Give(best_gift(view, offer, rng, budget))
            case DrawOffer() as offer:
                return Discard(DrawTable(Situation(view), rng, self.style).discard(offer, budget))
            case DeclareOffer():
                return DeclareWay(self._table(Situation(view), rng).way(budget))
            case BetOffer() as offer:
                s = Situation(view)
                return Bettor(s, offer, self._table(s, rng).share(budget), rng, self.style).choose()

    def _table(self, s: Situation, rng: Random) -> DrawTable | DealTable:
        return (DrawTable if s.is_draw else DealTable)(s, rng, self.style)
