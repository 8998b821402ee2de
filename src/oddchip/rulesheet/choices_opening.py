"""The house rules of declaring and of opening the pot, in words."""

from __future__ import annotations

from oddchip.house import NUMBER
from oddchip.rulesheet import parts
from oddchip.rulesheet.choice import Choice
from oddchip.rulesheet.paper import SILENT
from oddchip.rulesheet.telling import Telling


def _checked_around(telling: Telling) -> str:
    what = "the deal is passed out" if parts.redeals(telling) else "it is played on"
    turn = "once by each set of rules " if len(telling.rulesets) > 1 else ""
    return f"When all check in the first round {turn}{what}, as the game has it."


OPENING: dict[str, Choice] = {
    # declaring
    "declare_coding": Choice(
        parts.declares,
        {
            "low_high_both": "An empty fist is low, one chip high, two both.",
            "high_low_both": "An empty fist is high, one chip low, two both.",
        },
    ),
    "declare_order": Choice(
        parts.declares,
        {
            "together": "All declare at the same moment.",
            "from_last_aggressor": "Players declare aloud, in turn from the last who bet or raised.",
        },
    ),
    "scoop_against": Choice(
        parts.declares,
        {
            "declarers": "Who declares both ways must beat, each way, those who declared that way.",
            "all": "Who declares both ways must beat every hand still in, each way.",
        },
    ),
    "failed_scoops": Choice(
        parts.declares,
        {
            "retire": "After a failed scoop the pot is judged as if that player were not there.",
            "losers_share_never": "After a failed scoop the hand that beat it takes everything.",
            "three_quarters": "A scoop that wins one way and ties the other takes three quarters.",
        },
    ),
    "all_scoops_fail": Choice(
        parts.declares,
        {
            "cards_speak": "A pot that only failed scoopers claim is split by what their cards are.",
            "carry_over": "A pot that only failed scoopers claim stays for the next deal.",
            "refund": "A pot that only failed scoopers claim goes back to those who put it in.",
        },
        SILENT,
    ),
    "scoop_all_pots": Choice(
        parts.declares,
        {False: "A scoop may fail in one pot and win another.", True: "A scoop must succeed in every pot."},
        SILENT,
    ),
    "bet_after_declare": Choice(
        parts.declares,
        {False: "Nobody bets after the declaration.", True: "A betting round follows the declaration."},
    ),
    # opening
    "checked_around": Choice(
        parts.may_be_checked_around,
        {
            None: _checked_around,
            "pass_out": "When all check in the first round, the deal is passed out.",
            "continue": "When all check in the first round, it is played on, unless opening takes a certain hand.",
        },
    ),
    "enforce_openers": Choice(
        parts.floors,
        {
            "strict": "A bet without openers is refused.",
            "honor": "Openers are a matter of honour until they must be proved.",
        },
        SILENT,
    ),
    "announce_split": Choice(
        parts.floors,
        {False: "Breaking openers is not announced.", True: "Breaking openers is announced."},
    ),
    "show_openers_on_request": Choice(
        parts.floors,
        {
            False: "An opener who does not win shows nothing.",
            True: "An opener who does not win shows the openers all the same.",
        },
    ),
    "after_last": Choice(
        parts.progressive,
        {
            "stay": "From aces the requirement goes no further.",
            "descend": "From aces the requirement comes down again step by step.",
        },
    ),
    "redeal_button": Choice(
        parts.redeals,
        {
            "moves": "The button moves on after a deal that is passed out.",
            "same": "The same dealer deals again after a deal that is passed out.",
        },
    ),
    "max_antes": Choice(
        parts.redeals,
        {
            None: "Everyone antes again at every new deal of the pot.",
            NUMBER: "At most {} antes go into one pot from each player.",
        },
    ),
    "allin_may_declare_open": Choice(
        parts.floors,
        {
            True: "An all-in player with openers may declare the pot open.",
            False: "An all-in player cannot open the pot.",
        },
    ),
    "open_to_newcomers": Choice(
        parts.redeals,
        {
            False: "Nobody joins before a carried pot is won.",
            True: "Newcomers may join a carried pot by paying its antes.",
        },
    ),
    "trips_to_win": Choice(
        parts.floors,
        {
            False: "Any hand may win an opened pot.",
            True: "Less than three of a kind does not win; the pot stays for the next deal.",
        },
    ),
}
