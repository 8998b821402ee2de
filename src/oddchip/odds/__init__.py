"""Odds: every game of the engine, exact where the ways can be counted, sampled to a stated error where they cannot."""

from oddchip.odds.result import Odds, PotOdds, Share
from oddchip.odds.spot import Policy, Spot, Weighted

__all__ = ["Odds", "Policy", "PotOdds", "Share", "Spot", "Weighted"]
