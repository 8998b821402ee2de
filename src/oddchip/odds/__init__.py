"""Odds: every game of the engine, exact where the ways can be counted, sampled to a stated error where they cannot."""

from oddchip.odds.ask import Comparison, compare, odds
from oddchip.odds.frequencies import Frequencies, frequencies
from oddchip.odds.ranges import Range, parse_range
from oddchip.odds.result import Odds, PotOdds, Share
from oddchip.odds.spot import Policy, Spot, Weighted

__all__ = [
    "Comparison",
    "Frequencies",
    "Odds",
    "Policy",
    "PotOdds",
    "Range",
    "Share",
    "Spot",
    "Weighted",
    "compare",
    "frequencies",
    "odds",
    "parse_range",
]
