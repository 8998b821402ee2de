"""Seven-card stud: high, low, and both ways with an eight or better."""

from __future__ import annotations

from oddchip.cards import FRENCH, Deck
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    AS_LAST_STREET,
    BEST_BOARD,
    BIG,
    BRING_IN,
    COMMON,
    EIGHT,
    HIGH,
    HIGHEST_UP_CARD,
    LOWEST_BOARD,
    LOWEST_UP_CARD,
    SMALL,
    UP,
    Ante,
    Award,
    Bet,
    BringIn,
    By,
    Deal,
    First,
    Game,
    Phase,
    Rules,
    Showdown,
)


def streets(bring_in: By, first: First) -> tuple[Phase, ...]:
    """Third to seventh street (S8-2, S8-3, S8-6, S8-9); on seventh nothing new is showing (S8-17)."""
    return (
        Ante(),
        Deal(2),
        Deal(1, face=UP),
        BringIn(by=bring_in),
        Bet(SMALL, first=BRING_IN),
        Deal(1, face=UP, burn=True),
        Bet(SMALL, first=first),
        Deal(1, face=UP, burn=True),
        Bet(BIG, first=first),
        Deal(1, face=UP, burn=True),
        Bet(BIG, first=first),
        Deal(1, burn=True, when_short=COMMON),
        Bet(BIG, first=AS_LAST_STREET),
        Showdown(),
    )


stud_eight = Game(
    "Stud Eight",
    "Seven-card stud, high and low split; it takes an eight to win low, and the cards speak.",
    deck=Deck(FRENCH),
    play=streets(LOWEST_UP_CARD, BEST_BOARD),
    rules=Rules((HIGH, Award(ACE_TO_FIVE_LOW, qualify=EIGHT))),
    aliases=(
        "seven eight",
        "eight or better",
        "stud/8",
        "stud hi-lo",
        "stud eight or better",
        "seven-card stud eight",
        "seven-card stud/8",
        "seven-card stud eight or better",
        "seven-card stud hi-lo",
        "7-card stud eight or better",
    ),
    sources=("004 Eight or better", "S8-1", "S8-2", "S8-3", "S8-6", "S8-9", "S8-11", "S8-13", "S8-14", "S8-16"),
)

seven_card_stud = Game(
    "Seven-Card Stud",
    "Two down, four up, one down; the best five of your seven cards win.",
    deck=Deck(FRENCH),
    play=streets(LOWEST_UP_CARD, BEST_BOARD),
    rules=Rules((HIGH,)),
    aliases=("stud", "stud high", "7-card stud", "seven-card stud high"),
    sources=("004 Eight or better", "S8-2", "S8-3", "S8-6", "S8-9", "S8-10"),
)

razz = Game(
    "Razz",
    "Seven-card stud for low: the highest card brings it in, and the lowest five of your seven cards win.",
    deck=Deck(FRENCH),
    play=streets(HIGHEST_UP_CARD, LOWEST_BOARD),
    rules=Rules((ACE_TO_FIVE_LOW,)),
    aliases=("seven-card stud low", "stud low", "7-card razz"),
    sources=("MIX-1", "S8-2", "S8-9", "D-LO-A5"),
)
