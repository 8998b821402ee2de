"""What can go wrong, and the one sentence each says.

::

    OddchipError (ValueError)
    ├── CardError            a card, or a set of cards, that cannot be
    ├── GameError            a game, modifier or option that does not exist or does not fit
    │   └── UnknownName      a name nobody knows; carries the nearest known ones
    ├── StakesError          stakes that give part-chips or make no sense
    ├── SetupError           seats, stacks, posts or packs a hand cannot start with
    ├── IllegalAction        a decision that is not on offer; the hand is as it was
    ├── RangeError           a range of hands that cannot be read, or that nobody can hold
    └── HistoryError         a history, ruling or recorded file that cannot be read or replayed

Every message says what was expected. Nothing is half done when one is raised.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class OddchipError(ValueError):
    """The parent of every error Oddchip raises on purpose."""


class CardError(OddchipError):
    """An unknown card, a duplicate, a card that is not in this pack, or a wrong number of cards."""


class GameError(OddchipError):
    """A game, a modifier, a house rule or their combination that is refused."""


class UnknownName(GameError):
    """A name nobody knows. `nearest` holds the known names that look most like it."""

    def __init__(self, kind: str, name: str, known: Iterable[str] = (), nearest: Iterable[str] = ()) -> None:
        self.kind = kind
        self.nearest = tuple(nearest) or tuple(get_close_matches(name.lower(), sorted(set(known)), n=3, cutoff=0.5))
        hint = f"; did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        super().__init__(f"no {kind} is called {name!r}{hint}")


class StakesError(OddchipError):
    """Stakes that give part-chips, or amounts that make no sense together."""


class SetupError(OddchipError):
    """Seats, stacks, posts or a pack with which no hand can start."""


class IllegalAction(OddchipError):
    """A decision that is not on offer now; the offer's own reason is the message."""


class HistoryError(OddchipError):
    """A history or ruling that cannot be read, or that stops agreeing with the rules; says where."""


class RangeError(OddchipError):
    """A range or hand pattern that cannot be read, or that nobody can hold; says what may be written instead."""
