"""Draw games for high, for both ways, and those that turn from high to low: five cards, a bet, a draw, a bet."""

from __future__ import annotations

from oddchip.cards import FRENCH, Deck
from oddchip.games.lowball import LOWBALL
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    AFTER_BLINDS,
    ANYTHING,
    BIG,
    DECLARED,
    EIGHT,
    HIGH,
    JACKS,
    SMALL,
    Ante,
    Award,
    Bet,
    Blinds,
    Deal,
    Declare,
    Draw,
    Game,
    Openers,
    PlayFor,
    Redeal,
    Rules,
    Showdown,
)

five_card_draw = Game(
    "Five-Card Draw",
    "Guts to open: five cards, and anyone may bet with anything; then the draw.",
    deck=Deck(FRENCH),
    play=(Blinds(SMALL, BIG), Deal(5), Bet(SMALL, first=AFTER_BLINDS), Draw(), Bet(BIG), Showdown()),
    rules=Rules((HIGH,)),
    aliases=(
        "guts to open",
        "guts",
        "guts draw",
        "draw poker",
        "traditional draw poker",
        "traditional five-card draw poker",
        "five-card draw poker",
        "5-card draw",
        "draw",
    ),
    sources=("003 Gardena jackpots", "D-GD-1", "D-GD-2", "D-PA-1"),
)

ante_draw = Game(
    "Ante Draw",
    "Guts to open with antes: anyone may open with anything, and when nobody does, all ante again.",
    deck=Deck(FRENCH),
    play=(Ante(), Deal(5), Bet(SMALL), Draw(), Bet(BIG), Showdown()),
    rules=Rules((HIGH,), Openers((ANYTHING,), unopened=Redeal())),
    aliases=("guts with antes", "guts to open with antes", "five-card draw with antes"),
    sources=("003 Gardena jackpots", "D-GD-1", "D-PO-1", "D-PA-2"),
)

gardena_jackpots = Game(
    "Gardena Jackpots",
    "Jacks to open: nobody may open without a pair of jacks or better, and when nobody does, all ante again.",
    deck=Deck(FRENCH, jokers=1),
    play=(Ante(), Deal(5), Bet(SMALL), Draw(), Bet(BIG), Showdown()),
    rules=Rules((HIGH,), Openers((JACKS,), unopened=Redeal())),
    aliases=("jacks to open", "jackpots", "jackpot poker", "jacks or better", "jacks or better to open"),
    sources=("003 Gardena jackpots", "D-JP-1", "D-JP-2", "D-JP-3", "D-PO-1"),
)

california_high_low = Game(
    "California High/Low",
    "High hand and low hand split the pot; it takes an eight to win low, and the cards speak.",
    deck=Deck(FRENCH, jokers=1),
    play=(Blinds(SMALL, BIG), Deal(5), Bet(SMALL, first=AFTER_BLINDS), Draw(), Bet(BIG), Showdown()),
    rules=Rules((HIGH, Award(ACE_TO_FIVE_LOW, qualify=EIGHT))),
    aliases=(
        "california high/low split",
        "california hi-lo",
        "california hi-lo split",
        "high/low split",
        "hi-lo split",
        "hi-lo",
        "high-low",
    ),
    sources=("003 California high/low split", "D-HL-1", "D-HL-2", "D-HL-3"),
)

high_low_declare = Game(
    "High/Low Declare",
    "After the last bet each player declares low, high or both with the chips in his fist; the best each way split.",
    deck=Deck(FRENCH),
    play=(Ante(), Deal(5), Bet(SMALL), Draw(), Bet(BIG), Declare(), Showdown()),
    rules=Rules((Award(HIGH, share=DECLARED), Award(ACE_TO_FIVE_LOW, share=DECLARED))),
    aliases=(
        "high/low with declare",
        "hi-lo with declare",
        "hi-lo declare",
        "declaration",
        "high/low with declaration",
    ),
    sources=("003 High/low with declare", "D-DC-1", "D-DC-2", "D-DC-3", "D-DC-4"),
)

johnson = Game(
    "Johnson",
    "Open with anything and it is draw poker; when nobody opens, the same cards are played as California lowball.",
    deck=Deck(FRENCH, jokers=1),
    play=(Ante(), Deal(5), Bet(SMALL), Draw(), Bet(BIG), Showdown()),
    rules=Rules((HIGH,), Openers((ANYTHING,), unopened=PlayFor(LOWBALL, then=Redeal()))),
    sources=("004 Johnson", "D-JO-1", "D-JO-3", "D-JO-4", "D-JO-6"),
)

jacks_back = Game(
    "Jacks Back",
    "Jacks or better to open and it is draw poker; when nobody opens, the same cards are played as California lowball.",
    deck=Deck(FRENCH, jokers=1),
    play=(Ante(), Deal(5), Bet(SMALL), Draw(), Bet(BIG), Showdown()),
    rules=Rules((HIGH,), Openers((JACKS,), unopened=PlayFor(LOWBALL, then=Redeal()))),
    aliases=("jack and back", "jacks and back", "jackson"),
    sources=("004 Johnson (and Jacks back)", "D-JB-1", "D-JO-3", "D-JP-1"),
)
