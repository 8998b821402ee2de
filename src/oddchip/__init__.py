"""Oddchip: plays, analyses and hosts the poker games nobody else deals.

The names most people need. Every module has more; `docs/` has a page for each.
"""

from oddchip.actions import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAT,
    PAY_BRING_IN,
    Bet,
    BetOffer,
    DeclareWay,
    Discard,
    DrawOffer,
    Give,
    RaiseTo,
    Way,
    parse_action,
)
from oddchip.cards import FRENCH, ITALIAN, Deck, Pack, cards_text, parse_cards
from oddchip.dealers import awaited, by_hand, fixed, shuffled
from oddchip.errors import (
    CardError,
    GameError,
    HistoryError,
    IllegalAction,
    OddchipError,
    SetupError,
    StakesError,
    UnknownName,
)
from oddchip.games import find_game, games
from oddchip.hand import Carry, Hand, Result, Seat
from oddchip.house import HouseRules
from oddchip.rankings import Ranking, order
from oddchip.spec import Game
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stake
from oddchip.views import View

__version__ = "0.1.0"

__all__ = [
    "CALL",
    "CHECK",
    "DECLARE_OPEN",
    "FOLD",
    "FRENCH",
    "ITALIAN",
    "PAT",
    "PAY_BRING_IN",
    "Bet",
    "BetOffer",
    "CardError",
    "Carry",
    "Deck",
    "DeclareWay",
    "Discard",
    "DrawOffer",
    "FixedLimit",
    "Game",
    "GameError",
    "Give",
    "Hand",
    "HistoryError",
    "HouseRules",
    "IllegalAction",
    "NoLimit",
    "OddchipError",
    "Pack",
    "PotLimit",
    "RaiseTo",
    "Ranking",
    "Result",
    "Seat",
    "SetupError",
    "SpreadLimit",
    "Stake",
    "StakesError",
    "UnknownName",
    "View",
    "Way",
    "awaited",
    "by_hand",
    "cards_text",
    "find_game",
    "fixed",
    "games",
    "order",
    "parse_action",
    "parse_cards",
    "shuffled",
]
