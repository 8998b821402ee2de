"""The vocabulary: what a poker game is made of.

A `Game` is a value: a deck, the phases of its play in order, and the rules it is judged by. Phases name a thing
("deal one card face up", "bet, small"); stakes give the chips and the table gives the seats. Every value here is
frozen, hashable and compared by what it says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from oddchip.cards import Deck
from oddchip.rankings import Ranking

HIGH = Ranking.HIGH
ACE_TO_FIVE_LOW = Ranking.ACE_TO_FIVE_LOW
DEUCE_TO_SEVEN_LOW = Ranking.DEUCE_TO_SEVEN_LOW
ACE_TO_SIX_LOW = Ranking.ACE_TO_SIX_LOW
BADUGI = Ranking.BADUGI

V = TypeVar("V")


class Size(StrEnum):
    """The bets and blinds that stakes give amounts to."""

    BUTTON = "button"
    SMALL = "small"
    BIG = "big"
    QUAD = "quad"


BUTTON, SMALL, BIG, QUAD = Size.BUTTON, Size.SMALL, Size.BIG, Size.QUAD


class First(StrEnum):
    """Who acts first in a betting round."""

    LEFT_OF_BUTTON = "left_of_button"
    AFTER_BLINDS = "after_blinds"
    BRING_IN = "bring_in"
    BEST_BOARD = "best_board"
    LOWEST_BOARD = "lowest_board"
    AS_LAST_STREET = "as_last_street"
    OPENER = "opener"


LEFT_OF_BUTTON, AFTER_BLINDS, BRING_IN = First.LEFT_OF_BUTTON, First.AFTER_BLINDS, First.BRING_IN
BEST_BOARD, LOWEST_BOARD = First.BEST_BOARD, First.LOWEST_BOARD
AS_LAST_STREET, OPENER = First.AS_LAST_STREET, First.OPENER


class By(StrEnum):
    """Who owes an ante or the bring-in."""

    EVERYONE = "everyone"
    BIG_BLIND = "big_blind"
    LOWEST_UP_CARD = "lowest_up_card"
    HIGHEST_UP_CARD = "highest_up_card"


EVERYONE, BIG_BLIND = By.EVERYONE, By.BIG_BLIND
LOWEST_UP_CARD, HIGHEST_UP_CARD = By.LOWEST_UP_CARD, By.HIGHEST_UP_CARD


class Face(StrEnum):
    DOWN = "down"
    UP = "up"


DOWN, UP = Face.DOWN, Face.UP


class Share(StrEnum):
    """How a pot finds its winners: by the cards alone, or by what each player declared."""

    CARDS_SPEAK = "cards_speak"
    DECLARED = "declared"


CARDS_SPEAK, DECLARED = Share.CARDS_SPEAK, Share.DECLARED


class WhenShort(StrEnum):
    """What a deal does when the pack cannot serve everybody."""

    REFUSE = "refuse"
    COMMON = "common"


COMMON = WhenShort.COMMON


class AfterLast(StrEnum):
    """Where a progressive opening requirement goes after its last step (D-JP-6)."""

    STAY = "stay"
    DESCEND = "descend"


STAY, DESCEND = AfterLast.STAY, AfterLast.DESCEND


class CheckRaise(StrEnum):
    """May a player who checked raise later in the round? (BET-18, D-CL-4)"""

    ALLOWED = "allowed"
    BANNED_LAST_ROUND = "banned_last_round"


ALLOWED, BANNED_LAST_ROUND = CheckRaise.ALLOWED, CheckRaise.BANNED_LAST_ROUND

ON, OFF = True, False


@dataclass(frozen=True)
class ByDealtIn(Generic[V]):
    """A value that depends on how many are dealt in: `ByDealtIn((2, 8, 5), (9, 11, 4))` (CU-2.2a, CU-2.2b, CU-7).

    Each step is (fewest, most, value). `at(n)` raises `LookupError` outside all steps.
    """

    steps: tuple[tuple[int, int, V], ...]

    def __init__(self, *steps: tuple[int, int, V]) -> None:
        object.__setattr__(self, "steps", steps)

    def at(self, dealt_in: int) -> V:
        for fewest, most, value in self.steps:
            if fewest <= dealt_in <= most:
                return value
        raise LookupError(f"nothing is laid down for {dealt_in} players")


# --- phases: what happens, in order ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ante:
    """Everyone (or the big blind for the table, TRN-3) puts up the ante, which is dead money."""

    by: By = EVERYONE


@dataclass(frozen=True)
class Blinds:
    """Live bets posted before the deal: `Blinds(SMALL, BIG)`, or `Blinds(BUTTON, SMALL, BIG)` (D-QB-1, D-CL-5)."""

    roles: tuple[Size, ...]

    def __init__(self, *roles: Size) -> None:
        object.__setattr__(self, "roles", roles)


@dataclass(frozen=True)
class BringIn:
    """One seat, picked by its up card, must pay the bring-in or open for the full small bet (S8-3, S8-4)."""

    by: By = LOWEST_UP_CARD


@dataclass(frozen=True)
class Deal:
    """Deal `count` cards one at a time, to every live seat or to a row of the table.

    `to` is "hand" or the name of a row. `burn` asks for a burn card first, where the house burns (BET-16).
    `when_short=COMMON` turns one card up for all when the stub cannot serve everybody (S8-16).
    """

    count: int | ByDealtIn[int]
    face: Face = DOWN
    to: str = "hand"
    burn: bool = False
    when_short: WhenShort = WhenShort.REFUSE


@dataclass(frozen=True)
class TurnUp:
    """Turn up the next `count` face-down cards of a row, left to right (CU-9)."""

    row: str
    count: int = 1


@dataclass(frozen=True)
class Bet:
    """A betting round. `must_open`: with no bet standing, bet or fold (D-QB-2)."""

    size: Size
    first: First = LEFT_OF_BUTTON
    must_open: bool = False


@dataclass(frozen=True)
class Draw:
    """Throw any number and receive as many, plus `extra` (1 in four-before, D-FB-2)."""

    extra: int = 0


@dataclass(frozen=True)
class Swap:
    """Each chooses `count` cards to give to the other; sealed, then both open (CP-3, CP-4)."""

    count: int


@dataclass(frozen=True)
class Declare:
    """Each live seat declares low, high or both; sealed, then all open (D-DC-1)."""


@dataclass(frozen=True)
class Showdown:
    """Hands are shown and the pots awarded."""


Phase = Ante | Blinds | BringIn | Deal | TurnUp | Bet | Draw | Swap | Declare | Showdown

# --- how it is judged --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """How many cards may come from where: `Use(hand=(1, 2), top=(1, 2), bottom=(1, 2))` (CU-4.1).

    Without sources: any five of all the cards a player may use (or all he holds, when he holds no more than five).
    """

    sources: tuple[tuple[str, tuple[int, int]], ...]

    def __init__(self, **sources: tuple[int, int]) -> None:
        object.__setattr__(self, "sources", tuple(sources.items()))

    def __repr__(self) -> str:
        return f"Use({', '.join(f'{name}={span}' for name, span in self.sources)})"


BEST_FIVE = Use()
OMAHA = Use(hand=(2, 2), board=(3, 3))


@dataclass(frozen=True)
class AtLeast:
    """A floor in a ranking, in words a player says.

    `floor` is "high K", "pair J", "trips", "low 8", or "" for anything at all.
    """

    ranking: Ranking
    floor: str
    words: str


ANYTHING = AtLeast(HIGH, "", "anything")
JACKS = AtLeast(HIGH, "pair J", "a pair of jacks or better")
QUEENS = AtLeast(HIGH, "pair Q", "a pair of queens or better")
KINGS = AtLeast(HIGH, "pair K", "a pair of kings or better")
ACES = AtLeast(HIGH, "pair A", "a pair of aces or better")
TRIPS = AtLeast(HIGH, "trips", "three of a kind or better")
EIGHT = AtLeast(ACE_TO_FIVE_LOW, "low 8", "an eight low or better")


@dataclass(frozen=True)
class Award:
    """One way to win: a ranking, the cards it may use, the hand it takes to qualify, and how winners are found."""

    ranking: Ranking
    use: Use = BEST_FIVE
    qualify: AtLeast | ByDealtIn[AtLeast | None] | None = None
    share: Share = CARDS_SPEAK


@dataclass(frozen=True)
class Redeal:
    """Nobody opened: hands are thrown in, the pot stays, everyone antes again (D-PO-1)."""


@dataclass(frozen=True)
class PlayFor:
    """Nobody opened: the same cards and pot are played for by other rules (D-JO-3), and then?"""

    rules: Rules
    then: Redeal | PlayFor = Redeal()


@dataclass(frozen=True)
class Openers:
    """What it takes to open the pot, and what happens when nobody does.

    `floors` are the steps of a progressive game, the first alone where the game is not progressive (D-JP-1, D-JP-6).
    """

    floors: tuple[AtLeast, ...] = (ANYTHING,)
    after_last: AfterLast = STAY
    unopened: Redeal | PlayFor = Redeal()

    @property
    def is_hand_floor(self) -> bool:
        return self.floors[0] != ANYTHING


@dataclass(frozen=True)
class Betting:
    """Rules about betting that belong to the game: check and raise, and the sevens rule (D-CL-3, D-CL-4)."""

    check_raise: CheckRaise = ALLOWED
    sevens: bool = OFF


@dataclass(frozen=True)
class Rules:
    """All that Johnson changes in mid-hand, in one value. A bare ranking in `pot` stands for `Award(ranking)`."""

    pot: tuple[Award, ...]
    openers: Openers | None = None
    betting: Betting = Betting()

    def __init__(
        self, pot: tuple[Award | Ranking, ...], openers: Openers | None = None, betting: Betting | None = None
    ) -> None:
        awards = tuple(way if isinstance(way, Award) else Award(way) for way in pot)
        object.__setattr__(self, "pot", awards)
        object.__setattr__(self, "openers", openers)
        object.__setattr__(self, "betting", betting or Betting())


def slug(name: str) -> str:
    """The id of a plain name: "Q-Ball" -> "q_ball"."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


@dataclass(frozen=True)
class Game:
    """A poker game as a value. `id` is the composed name that parses back: "four_before(triple_draw(johnson))"."""

    name: str
    summary: str
    deck: Deck
    play: tuple[Phase, ...]
    rules: Rules
    seats: tuple[int, int] = (2, 8)
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    id: str = ""
    base: Game | None = field(default=None, repr=False, compare=False)
    modifiers: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", slug(self.name))

    def __hash__(self) -> int:
        # The generated hash walks the whole tree at every start of a hand; names are ids.
        return hash(self.id)

    @property
    def draws(self) -> int:
        return sum(isinstance(phase, Draw) for phase in self.play)

    @property
    def rounds(self) -> int:
        """Betting rounds."""
        return sum(isinstance(phase, Bet) for phase in self.play)

    def has(self, phase: type) -> bool:
        """Is there such a phase in the play?"""
        return any(isinstance(step, phase) for step in self.play)
