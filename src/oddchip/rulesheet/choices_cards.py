"""The house rules of jokers, stud, Cucamonga, forty cards, the showdown and the seats, in words."""

from __future__ import annotations

from oddchip.house import NUMBER
from oddchip.rulesheet import parts
from oddchip.rulesheet.choice import CUSTOM, Choice
from oddchip.rulesheet.paper import SILENT

CARDS: dict[str, Choice] = {
    # the joker
    "bug_in_flush": Choice(
        parts.bug_for_high,
        {
            "highest": "A bug in a flush is the highest card of the suit not held.",
            "lowest": "A bug in a flush is the lowest card.",
            "double_ace_flush": "A bug in a flush is an ace, even beside the ace of the suit.",
        },
    ),
    "five_aces": Choice(
        parts.joker_for_high,
        {
            "top": "Five aces beat a straight flush.",
            "below_straight_flush": "A straight flush beats five aces.",
            "quads": "Five aces count as four aces.",
        },
    ),
    "lowball_joker": Choice(
        parts.joker_for_other_lows,
        {
            "best": "A joker makes the best low hand it can, in any rank and suit.",
            "lowest_not_held": "A joker is the lowest rank not held.",
        },
    ),
    # stud
    "stud_tie": Choice(
        parts.stud,
        {
            "position": "Of equal hands showing, the first from the left of the dealer acts first.",
            "suit": "Of equal hands showing, the one with the highest card by suit acts first.",
        },
    ),
    "bug_bring_in": Choice(
        parts.stud_with_bug,
        {
            "above_aces": "A bug as door card is above all aces for the bring-in.",
            "equal_ace": "A bug as door card equals an ace for the bring-in.",
        },
        SILENT,
    ),
    "odd_chip_stud": Choice(
        parts.stud,
        {
            "tda": "The odd chip between equal hands goes to the highest card by suit among the five that win.",
            "roberts": "The odd chip between equal hands goes by suit among all seven cards, to the lowest for low.",
        },
    ),
    "open_pair_double_bet": Choice(
        lambda t: parts.stud(t) and parts.fixed(t),
        {
            False: "A pair showing on fourth street changes no bet.",
            True: "A pair showing on fourth street allows the big bet.",
        },
    ),
    "bug_down_wild": Choice(
        parts.stud_with_bug,
        {False: "A bug dealt face down is a bug.", True: "A bug dealt face down is wild."},
    ),
    "burn_cards": Choice(
        parts.burns,
        {True: "A card is burned before each later deal.", False: "No card is burned."},
        CUSTOM,
    ),
    "short_stub": Choice(
        parts.runs_out,
        {
            "tda2024": "When the last cards run short, burned cards are shuffled in, and one card is turned up for "
            "all unless two are left over.",
            "roberts": "When the last cards run short, every fresh card is dealt before one is turned up for all.",
        },
    ),
    # Cucamonga
    "qualifiers": Choice(
        parts.by_dealt_in,
        {
            "trips_and_eight": "What it takes to win a half is as the source recommends.",
            "none": "Nothing is needed to win a half.",
        },
        "house rule: recommended by the source",
    ),
    "low": Choice(parts.by_dealt_in, {"ace_to_five": "Low is ace-to-five."}, SILENT),
    "one_way": Choice(
        parts.both_qualify,
        {
            "other_takes_all": "When nobody qualifies one way, the other takes all.",
            "split_survivors": "When nobody qualifies one way, that half is shared by all still in.",
        },
        "house rule: usual practice by the source",
    ),
    "neither": Choice(
        parts.both_qualify,
        {
            "waive": "When nobody qualifies either way, nothing is asked for that pot.",
            "high_takes_all": "When nobody qualifies either way, the best high hand takes the pot.",
            "split_survivors": "When nobody qualifies either way, all still in share the pot.",
            "carry_over": "When nobody qualifies either way, the pot stays for the next deal, unless somebody is "
            "all-in.",
        },
        SILENT,
    ),
    # 40 cards
    "rank40": Choice(
        parts.forty_for_high,
        {
            "italian": "On 40 cards a flush beats a full house.",
            "standard": "On 40 cards hands rank as on 52.",
            "frequency7": "On 40 cards a flush beats a full house and three of a kind beats a straight.",
        },
    ),
    "low_cap": Choice(
        parts.low_without_eights,
        {
            "seven": "Without eights in the pack it takes a seven to win low.",
            "knave_as_eight": "Without eights in the pack the card after the seven counts as the eight of a low hand.",
        },
        SILENT,
    ),
    "italian_suits_break_ties": Choice(
        parts.italian,
        {
            False: "Suits break no ties.",
            True: "Equal hands are decided by suit: hearts, diamonds, clubs, spades, or cups, coins, batons, swords.",
        },
    ),
    "straights40": Choice(
        parts.forty_for_high,
        {
            "closed_up": "A straight goes on from the seven to the next card there is.",
            "gap": "A straight cannot go over the missing cards.",
        },
    ),
    "italian_bring_in": Choice(
        lambda t: parts.italian(t) and parts.stud(t),
        {
            "mapped": "For the bring-in batons are lowest, then coins, cups and swords.",
            "come_quando": "For the bring-in swords are lowest, then batons, coins and cups.",
        },
        SILENT,
    ),
    # showdown
    "allin_faceup": Choice(
        parts.bets,
        {
            False: "Hands of all-in players stay down until the showdown.",
            True: "Hands are turned up as soon as nobody can bet any more.",
        },
    ),
    "auto_muck": Choice(
        parts.bets,
        {True: "A beaten hand is thrown away unseen.", False: "Every hand that reaches the showdown is shown."},
        CUSTOM,
    ),
    "rabbit": Choice(
        parts.always,
        {
            False: "Nobody looks at the cards that would have come.",
            True: "The cards that would have come may be looked at after the hand.",
        },
        CUSTOM,
    ),
    "odd_unit": Choice(
        parts.swaps,
        {"first_clockwise": "An odd chip of equal hands goes to the first seat from the left of the button."},
    ),
    "california_timeout": Choice(
        parts.swaps,
        {
            "forfeit": "Who does not choose in time loses the stake.",
            "auto": "For who does not choose in time, the four cards are kept that make the best hand.",
        },
    ),
    # seats
    "button": Choice(
        parts.blinds,
        {
            "moving": "The button goes to the next player dealt in.",
            "dead": "The button may stand at an empty seat, so that nobody misses a blind.",
        },
        CUSTOM,
    ),
    "missed_blinds": Choice(
        parts.blinds,
        {
            "post_or_wait": "Who has missed blinds posts them or waits for the big blind.",
            "wait": "Who has missed blinds waits for the big blind.",
            "free": "Missed blinds are not made up.",
        },
        CUSTOM,
    ),
    "buy_button": Choice(
        parts.blinds,
        {False: "Newcomers cannot buy the button.", True: "Newcomers may buy the button."},
        CUSTOM,
    ),
    "buy_in_min": Choice(parts.bets, {NUMBER: "Players sit down with at least {} big bets or big blinds."}, CUSTOM),
    "buy_in_max": Choice(
        parts.bets,
        {
            NUMBER: "Players sit down with at most {} big bets or big blinds.",
            None: "Players sit down with as much as they like.",
        },
        CUSTOM,
    ),
    "away_orbits": Choice(parts.always, {NUMBER: "A seat is given up after {} missed orbits."}, CUSTOM),
    "clock_seconds": Choice(
        parts.always, {NUMBER: "A player has {} seconds to act.", None: "A player may think without limit."}, CUSTOM
    ),
    "time_bank_seconds": Choice(parts.always, {NUMBER: "There are {} spare seconds for the session."}, CUSTOM),
    "choice_length": Choice(
        parts.always,
        {
            "orbit": "A dealer's choice lasts one orbit.",
            "hand": "A dealer's choice lasts one hand.",
        },
        CUSTOM,
    ),
}
