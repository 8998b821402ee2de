"""Hand after hand: seats, button, carried pots, rotation, dealer's choice, clocks. Pure: times are handed in.

`Table.open(6)` is an empty table, `table.do(command, now)` the table after a command, `table.events` what happened. The
questions that rules ask are small functions of their own: `game_of_hand`, `must_bring`, `default_action`, ...
"""

from oddchip.table.clocks import bet_default, default_action, gift_against_random
from oddchip.table.commands import (
    Act,
    Announce,
    BuyPot,
    Choose,
    Close,
    Command,
    DealersChoice,
    DealOn,
    Decline,
    ExternalSettlement,
    Forfeit,
    Leave,
    NextGame,
    Pause,
    Rebuy,
    Resume,
    Return,
    SetGame,
    SetHouse,
    SetRotation,
    Sit,
    SitOut,
    StartHand,
    TimeOut,
    TopUp,
    VoidHand,
)
from oddchip.table.core import Table
from oddchip.table.facts import Fact
from oddchip.table.folding import folded
from oddchip.table.mixing import cards_from_the_table, game_of_hand, limit_words, seat_limit
from oddchip.table.money import (
    bust_order,
    buy_in_limits,
    counted,
    most_to_add,
    must_bring,
    session_end,
    session_words,
)
from oddchip.table.state import TableState
from oddchip.table.values import Account, Announcement, Away, Entry, Line, Place, Standing

__all__ = [
    "Account",
    "Act",
    "Announce",
    "Announcement",
    "Away",
    "BuyPot",
    "Choose",
    "Close",
    "Command",
    "DealOn",
    "DealersChoice",
    "Decline",
    "Entry",
    "ExternalSettlement",
    "Fact",
    "Forfeit",
    "Leave",
    "Line",
    "NextGame",
    "Pause",
    "Place",
    "Rebuy",
    "Resume",
    "Return",
    "SetGame",
    "SetHouse",
    "SetRotation",
    "Sit",
    "SitOut",
    "Standing",
    "StartHand",
    "Table",
    "TableState",
    "TimeOut",
    "TopUp",
    "VoidHand",
    "bet_default",
    "bust_order",
    "buy_in_limits",
    "cards_from_the_table",
    "counted",
    "default_action",
    "folded",
    "game_of_hand",
    "gift_against_random",
    "limit_words",
    "most_to_add",
    "must_bring",
    "seat_limit",
    "session_end",
    "session_words",
]
