"""Draw games for low: California lowball and Q-Ball, the other scales, badugi."""

from __future__ import annotations

from oddchip.cards import FRENCH, Deck
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    ACE_TO_SIX_LOW,
    AFTER_BLINDS,
    BADUGI,
    BANNED_LAST_ROUND,
    BIG,
    BUTTON,
    DEUCE_TO_SEVEN_LOW,
    ON,
    QUAD,
    SMALL,
    Bet,
    Betting,
    Blinds,
    Deal,
    Draw,
    Game,
    Rules,
    Showdown,
)

#: What Johnson and Jacks Back turn into when nobody opens: a seven must bet, check and raise is allowed (D-JO-3).
LOWBALL = Rules((ACE_TO_FIVE_LOW,), betting=Betting(sevens=ON))

california_lowball = Game(
    "California Lowball",
    "Ace-to-five low: no checking before the draw, and after it a seven must bet.",
    deck=Deck(FRENCH, jokers=1),
    play=(Blinds(SMALL, BIG), Deal(5), Bet(SMALL, first=AFTER_BLINDS), Draw(), Bet(BIG), Showdown()),
    rules=Rules((ACE_TO_FIVE_LOW,), betting=Betting(check_raise=BANNED_LAST_ROUND, sevens=ON)),
    aliases=("lowball", "lo-ball", "ace-to-five lowball", "a-5 lowball", "ace-to-five draw"),
    sources=("003 California lowball", "D-CL-1", "D-CL-2", "D-CL-3", "D-CL-4"),
)

kansas_city = Game(
    "Kansas City",
    "Deuce-to-seven low: aces are high, and straights and flushes count against you.",
    deck=Deck(FRENCH),
    play=(Blinds(SMALL, BIG), Deal(5), Bet(SMALL, first=AFTER_BLINDS), Draw(), Bet(BIG), Showdown()),
    rules=Rules((DEUCE_TO_SEVEN_LOW,)),
    aliases=(
        "low poker",
        "billy baxter",
        "billy baxter draw",
        "kansas city lowball",
        "kansas city draw",
        "2-7 lowball",
        "2-7 draw",
        "2-7 single draw",
        "deuce-to-seven lowball",
        "deuce-to-seven draw",
        "deuce-to-seven single draw",
    ),
    sources=("003 Other forms of lowball", "D-KC-1", "D-KC-2"),
)

ace_to_six_lowball = Game(
    "Ace-to-Six Lowball",
    "Ace-to-six low: aces are low, but straights and flushes count against you.",
    deck=Deck(FRENCH),
    play=(Blinds(SMALL, BIG), Deal(5), Bet(SMALL, first=AFTER_BLINDS), Draw(), Bet(BIG), Showdown()),
    rules=Rules((ACE_TO_SIX_LOW,)),
    aliases=("ace-to-six", "ace-to-six draw", "a-6 lowball", "a-6 draw"),
    sources=("003 Other forms of lowball", "D-AS-1", "D-LO-A6"),
)

badugi = Game(
    "Badugi",
    "Four cards, all of different ranks and suits, and the lower the better; three draws to get there.",
    deck=Deck(FRENCH),
    play=(
        Blinds(SMALL, BIG),
        Deal(4),
        Bet(SMALL, first=AFTER_BLINDS),
        Draw(),
        Bet(SMALL),
        Draw(),
        Bet(BIG),
        Draw(),
        Bet(BIG),
        Showdown(),
    ),
    rules=Rules((BADUGI,)),
    seats=(2, 10),
    aliases=("padooki", "badougi", "paduki", "badoogi"),
    sources=("003 Badugi", "D-BD-1", "D-BD-2", "D-BD-3", "D-RS-4"),
)

q_ball = Game(
    "Q-Ball",
    "Lowball dealt three cards, then four, then five, with a bet at each; then the draw.",
    deck=Deck(FRENCH, jokers=1),
    play=(
        Blinds(BUTTON, SMALL, BIG),
        Deal(3),
        Bet(SMALL, first=AFTER_BLINDS),
        Deal(1),
        Bet(BIG, must_open=True),
        Deal(1),
        Bet(BIG),
        Draw(),
        Bet(QUAD),
        Showdown(),
    ),
    rules=Rules((ACE_TO_FIVE_LOW,)),
    aliases=("cue ball",),
    sources=("003 Q-Ball", "D-QB-1", "D-QB-2", "D-QB-3", "D-QB-5"),
)

TRIPLE_DRAW = (
    Blinds(SMALL, BIG),
    Deal(5),
    Bet(SMALL, first=AFTER_BLINDS),
    Draw(),
    Bet(SMALL),
    Draw(),
    Bet(BIG),
    Draw(),
    Bet(BIG),
    Showdown(),
)

deuce_to_seven_triple_draw = Game(
    "Deuce-to-Seven Triple Draw",
    "Deuce-to-seven low with three draws.",
    deck=Deck(FRENCH),
    play=TRIPLE_DRAW,
    rules=Rules((DEUCE_TO_SEVEN_LOW,)),
    seats=(2, 7),
    aliases=("2-7 triple draw", "deuce-to-seven triple-draw lowball", "2-7 triple draw lowball"),
    sources=("003 Double-draw and Triple-draw", "D-DD-1", "D-LO-27", "D-RS-4"),
)

ace_to_five_triple_draw = Game(
    "Ace-to-Five Triple Draw",
    "Ace-to-five low with three draws.",
    deck=Deck(FRENCH),
    play=TRIPLE_DRAW,
    rules=Rules((ACE_TO_FIVE_LOW,)),
    seats=(2, 7),
    aliases=("a-5 triple draw", "ace-to-five triple-draw lowball", "a-5 triple draw lowball"),
    sources=("003 Double-draw and Triple-draw", "D-DD-1", "D-DD-2", "D-LO-A5", "D-RS-4"),
)
