"""Lists of games that people know by one name, and what is usually played for."""

from __future__ import annotations

from oddchip.room.errors import Refused
from oddchip.room.protocol import GameWanted

#: Name, what it is, the games.
MIXES: dict[str, tuple[str, tuple[str, ...]]] = {
    "HORSE": (
        "hold'em, Omaha eight, razz, stud, stud eight",
        ("texas_holdem", "omaha_eight", "razz", "seven_card_stud", "stud_eight"),
    ),
    "California": (
        "jackpots, lowball, badugi, high/low with declare, stud eight with the bug, Cucamonga, Q-Ball",
        (
            "gardena_jackpots",
            "california_lowball",
            "badugi",
            "high_low_declare",
            "with_bugs(stud_eight, 1)",
            "cucamonga",
            "q_ball",
        ),
    ),
    "Draw": (
        "all the draw games for high and high/low",
        (
            "five_card_draw",
            "ante_draw",
            "gardena_jackpots",
            "jacks_back",
            "johnson",
            "high_low_declare",
            "california_high_low",
        ),
    ),
    "Lowball": (
        "California, Kansas City, ace-to-six, badugi, Q-Ball",
        ("california_lowball", "kansas_city", "ace_to_six_lowball", "badugi", "q_ball"),
    ),
    "Triple draw": (
        "deuce-to-seven, ace-to-five, badugi",
        ("deuce_to_seven_triple_draw", "ace_to_five_triple_draw", "badugi"),
    ),
    "Stud": ("stud, stud eight, razz", ("seven_card_stud", "stud_eight", "razz")),
    "Jackpots": (
        "jackpots as they are, with two draws, with three, with a bet before the fifth card, progressive",
        (
            "gardena_jackpots",
            "double_draw(gardena_jackpots)",
            "triple_draw(gardena_jackpots)",
            "four_before(gardena_jackpots)",
            "progressive(gardena_jackpots)",
        ),
    ),
    "Italian cards": (
        "draw, jackpots and stud on forty cards",
        (
            'on_deck(five_card_draw, "italian")',
            'on_deck(gardena_jackpots, "italian")',
            'on_deck(seven_card_stud, "italian")',
        ),
    ),
}

#: Such as fit every game with betting; the last is for California Poker.
STAKES = (
    "2/4",
    "4/8",
    "10/20",
    "20/40",
    "2-10 spread",
    "pot limit min 2",
    "no limit min 2",
    "no limit min 4",
    "stake 10",
)


def wanted_games(lines: str, mix: str, stakes: str) -> list[GameWanted]:
    """The games of a form: a list of lines "name" or "name @ stakes", a mix by its name, or both.

    `stakes` are for those that name none of their own. Refused for a mix there is not.
    """
    named = [line.strip() for line in lines.splitlines() if line.strip()]
    found = [
        GameWanted(name.strip(), said.strip() or stakes) for name, _, said in (line.partition("@") for line in named)
    ]
    if mix:
        if mix not in MIXES:
            raise Refused(f"there is no mix called {mix[:40]!r}; there are {', '.join(MIXES)}")
        found += [GameWanted(name, stakes) for name in MIXES[mix][1]]
    return found
