"""Odds: every game of the engine, exact where the ways can be counted, sampled to a stated error where they cannot."""

from oddchip.odds.ask import Comparison, compare, odds
from oddchip.odds.result import Odds, PotOdds, Share
from oddchip.odds.spot import Policy, Spot, Weighted

__all__ = ["Comparison", "Odds", "Policy", "PotOdds", "Share", "Spot", "Weighted", "compare", "odds"]
