"""What can be asked of a table. Each command is refused with one sentence or done whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from oddchip.actions import Action
from oddchip.dealers import Dealer
from oddchip.house import HouseRules
from oddchip.spec import Game
from oddchip.stakes import Stakes


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat with chips. `post`: be dealt in by posting, without waiting for the big blind (BTN-8)."""

    seat: int
    player: str
    chips: int
    post: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up the seat, with all its chips; in a hand, once it ends (D-PO-5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """Be dealt out from the next hand on, or (`now`) fold the present one as well (SIT-1)."""

    seat: int
    now: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """Come back after sitting out: post the missed blinds, or wait for the big blind (BTN-5)."""

    seat: int
    post: bool = False


@dataclass(frozen=True, slots=True)
class TopUp:
    """Add chips, up to the maximum; they count from the next hand (STK-1, STK-3)."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Rebuy:
    """Buy in again with no chips left; the ordinary limits hold (STK-2)."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class SetGame:
    """Play one game from the next hand."""

    game: Game
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class SetRotation:
    """Play these games in turn (MIX-1), each at its own stakes.

    `hands_each` None: an orbit each; 0: until `NextGame`.
    """

    games: Sequence[tuple[Game, Stakes]]
    hands_each: int | None = 8


@dataclass(frozen=True, slots=True)
class NextGame:
    """The rotation moves on at the next hand: for rotation by time, with `hands_each` 0 (MIX-1)."""


@dataclass(frozen=True, slots=True)
class DealersChoice:
    """Each chooser picks from this list (MIX-3)."""

    games: Sequence[tuple[Game, Stakes]]


@dataclass(frozen=True, slots=True)
class Choose:
    """The chooser's pick; `stakes` where the list has the game at several. Announces it as well (CU-3)."""

    seat: int
    game: Game
    stakes: Stakes | None = None
    announce: bool = True


@dataclass(frozen=True, slots=True)
class SetHouse:
    """House rules from the next hand."""

    house: HouseRules


@dataclass(frozen=True, slots=True)
class Announce:
    """Say before the deal what CU-3 asks for: any of "money", "limits" and "no_qualifier"."""

    what: tuple[str, ...] = ("money", "limits", "no_qualifier")


@dataclass(frozen=True, slots=True)
class StartHand:
    """Deal. `button` places the button for a table's first hand; without it the first seat has it.

    `apart`: another than the table keeps the time of this hand and says what becomes of who does not act.
    """

    dealer: Dealer
    button: int | None = None
    apart: bool = False


@dataclass(frozen=True, slots=True)
class BuyPot:
    """A newcomer matches the carried antes and is dealt in (option `open_to_newcomers`, D-PO-5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Act:
    """A decision in the hand; with `decision`, the id it answers, it is refused once that decision is over."""

    seat: int
    action: Action
    decision: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class DealOn:
    """The cards that the hand awaits (`Hand.awaits`): the pack shuffled again, top first. They are nobody's to read."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Deadlines that have passed take effect (TIM-1, TIM-2)."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Seats lose their stakes in a hand whose time is kept elsewhere; both: stakes go back (CP-8)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VoidHand:
    reason: str


@dataclass(frozen=True, slots=True)
class Pause:
    reason: str = "paused"


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on; deadlines move by the length of the pause."""


@dataclass(frozen=True, slots=True)
class Decline:
    """A California Poker player does not want another hand (CP-9)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExternalSettlement:
    """A California Poker session is settled elsewhere from here on (CP-9)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Close:
    """Break up the table: a carried pot is split, everybody leaves with his chips (D-PO-7)."""

    reason: str = "closed"


Command = (
    Sit
    | Leave
    | SitOut
    | Return
    | TopUp
    | Rebuy
    | SetGame
    | SetRotation
    | NextGame
    | DealersChoice
    | Choose
    | SetHouse
    | Announce
    | StartHand
    | BuyPot
    | Act
    | DealOn
    | TimeOut
    | Forfeit
    | VoidHand
    | Pause
    | Resume
    | Decline
    | ExternalSettlement
    | Close
)
