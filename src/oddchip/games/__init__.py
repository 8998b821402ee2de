"""The games, as data, and how to find one by name: `find_game("Jacks Back")`."""

from oddchip.games.boards import (
    california_poker,
    cucamonga,
    omaha,
    omaha_eight,
    short_deck_holdem,
    texas_holdem,
)
from oddchip.games.draw import (
    ante_draw,
    california_high_low,
    five_card_draw,
    gardena_jackpots,
    high_low_declare,
    jacks_back,
    johnson,
)
from oddchip.games.lowball import (
    ace_to_five_triple_draw,
    ace_to_six_lowball,
    badugi,
    california_lowball,
    deuce_to_seven_triple_draw,
    kansas_city,
    q_ball,
)
from oddchip.games.names import find_game, games
from oddchip.games.stud import razz, seven_card_stud, stud_eight

__all__ = [
    "ace_to_five_triple_draw",
    "ace_to_six_lowball",
    "ante_draw",
    "badugi",
    "california_high_low",
    "california_lowball",
    "california_poker",
    "cucamonga",
    "deuce_to_seven_triple_draw",
    "find_game",
    "five_card_draw",
    "games",
    "gardena_jackpots",
    "high_low_declare",
    "jacks_back",
    "johnson",
    "kansas_city",
    "omaha",
    "omaha_eight",
    "q_ball",
    "razz",
    "seven_card_stud",
    "short_deck_holdem",
    "stud_eight",
    "texas_holdem",
]
