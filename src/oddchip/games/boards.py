"""Games with cards on the table, hold'em to Cucamonga, and California Poker, where both hands lie open."""

from __future__ import annotations

from oddchip.cards import FRENCH, SHORT, Deck
from oddchip.errors import GameError, UnknownName
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    AFTER_BLINDS,
    BIG,
    EIGHT,
    HIGH,
    OMAHA,
    SMALL,
    TRIPS,
    UP,
    Ante,
    Award,
    Bet,
    Blinds,
    ByDealtIn,
    Deal,
    Game,
    Phase,
    Rules,
    Showdown,
    Swap,
    TurnUp,
    Use,
)


def board_play(cards: int) -> tuple[Phase, ...]:
    """So many cards each, then three, one and one on the board, with a bet at every stop."""
    return (
        Blinds(SMALL, BIG),
        Deal(cards),
        Bet(SMALL, first=AFTER_BLINDS),
        Deal(3, to="board", face=UP, burn=True),
        Bet(SMALL),
        Deal(1, to="board", face=UP, burn=True),
        Bet(BIG),
        Deal(1, to="board", face=UP, burn=True),
        Bet(BIG),
        Showdown(),
    )


texas_holdem = Game(
    "Texas Hold'em",
    "Two cards each and five on the board; the best five of the seven win.",
    deck=Deck(FRENCH),
    play=board_play(2),
    rules=Rules((HIGH,)),
    seats=(2, 10),
    aliases=("hold'em", "texas hold 'em", "hold 'em"),
    sources=("MIX-1", "BTN-1", "BET-16"),
    id="texas_holdem",
)

short_deck_holdem = Game(
    "Short-Deck Hold'em",
    "Hold'em with nothing below a six: a flush beats a full house, and ace-six-seven-eight-nine is a straight.",
    deck=Deck(SHORT),
    play=board_play(2),
    rules=Rules((HIGH,)),
    seats=(2, 10),
    aliases=("short deck", "six plus", "six-plus hold'em", "6+ hold'em"),
    sources=("IT-13", "BTN-1"),
    id="short_deck_holdem",
)

omaha = Game(
    "Omaha",
    "Four cards each and five on the board; a hand is two of your own and three of the board.",
    deck=Deck(FRENCH),
    play=board_play(4),
    rules=Rules((Award(HIGH, use=OMAHA),)),
    seats=(2, 10),
    aliases=("omaha high",),
    sources=("MIX-1", "BTN-1"),
)

omaha_eight = Game(
    "Omaha Eight",
    "Omaha, high and low split; it takes an eight to win low, each way with two of your own and three of the board.",
    deck=Deck(FRENCH),
    play=board_play(4),
    rules=Rules((Award(HIGH, use=OMAHA), Award(ACE_TO_FIVE_LOW, use=OMAHA, qualify=EIGHT))),
    seats=(2, 10),
    aliases=("omaha/8", "omaha hi-lo", "omaha eight or better", "omaha high-low"),
    sources=("MIX-1", "BTN-1", "S8-14"),
)

# --- Cucamonga -----------------------------------------------------------------------------------------------------

#: How the eight cards are turned up between the bets: (row, cards) by stop (CU-9).
REVEALS: dict[str, tuple[tuple[tuple[str, int], ...], ...]] = {
    "columns": ((("top", 1), ("bottom", 1)),) * 4,
    "rows": ((("top", 4),), (("bottom", 4),)),
    "cards": ((("top", 1),), (("bottom", 1),)) * 4,
    "omaha": ((("top", 2), ("bottom", 2)), (("top", 1), ("bottom", 1)), (("top", 1), ("bottom", 1))),
    "open": ((("top", 4), ("bottom", 4)),),
}
FROM_EACH = Use(hand=(1, 2), top=(1, 2), bottom=(1, 2))
BIG_FROM_ROUND = 3


def cucamonga(reveal: str = "columns", limit_switch: int = BIG_FROM_ROUND) -> Game:
    """Cucamonga, its rows turned up by columns, rows, cards, omaha or all at once: open (CU-9).

    The big bet starts in round `limit_switch`, or in the last where there are fewer (CU-9b).
    """
    if reveal not in REVEALS:
        raise UnknownName("way to turn up the rows", str(reveal), REVEALS)
    if not isinstance(limit_switch, int) or isinstance(limit_switch, bool) or limit_switch < 1:
        raise GameError(f"limit_switch is the round in which the big bet starts, 1 or later, not {limit_switch!r}")
    rounds = len(REVEALS[reveal]) + 1
    switch = min(limit_switch, rounds)
    name, said = "Cucamonga", []
    if reveal != "columns":
        name += f" by {reveal.title()}" if reveal != "open" else " Open"
        said.append(f'reveal="{reveal}"')
    if switch != min(BIG_FROM_ROUND, rounds):
        name += f", Big Bet from Round {switch}"
        said.append(f"limit_switch={switch}")
    return Game(
        name,
        "High and low split between the best hands of one or two cards from your own, the top row and the bottom row.",
        deck=Deck(FRENCH),
        play=(
            Ante(),
            Deal(ByDealtIn((2, 8, 5), (9, 11, 4))),
            Deal(4, to="top"),
            Deal(4, to="bottom"),
            *_turning_up(reveal, switch),
            Showdown(),
        ),
        rules=Rules(
            (
                Award(HIGH, use=FROM_EACH, qualify=ByDealtIn((2, 8, TRIPS), (9, 11, None))),
                Award(ACE_TO_FIVE_LOW, use=FROM_EACH, qualify=ByDealtIn((2, 8, EIGHT), (9, 11, None))),
            )
        ),
        seats=(2, 11),
        sources=(
            "000 Cucamonga",
            *("CU-1", "CU-2.2a", "CU-2.2b", "CU-2.3", "CU-3", "CU-4.1", "CU-7a", "CU-7b", "CU-8", "CU-9"),
        ),
        id=f"cucamonga({', '.join(said)})" if said else "cucamonga",
    )


def _turning_up(reveal: str, switch: int) -> tuple[Phase, ...]:
    steps: list[Phase] = [Bet(SMALL if switch > 1 else BIG)]
    for number, stop in enumerate(REVEALS[reveal], start=2):
        steps += [TurnUp(row, count) for row, count in stop]
        steps.append(Bet(BIG if number >= switch else SMALL))
    return tuple(steps)


# --- California Poker ----------------------------------------------------------------------------------------------

california_poker = Game(
    "California Poker",
    "Eight cards each, all of them open; both pass four to the other at once, and the best five of eight win.",
    deck=Deck(FRENCH),
    play=(Ante(), Deal(8, face=UP), Swap(4), Showdown()),
    rules=Rules((HIGH,)),
    seats=(2, 2),
    aliases=("calpoker",),
    sources=("001 California Poker Rules", "CP-1", "CP-3", "CP-4", "CP-5", "CP-6", "CP-7"),
)
