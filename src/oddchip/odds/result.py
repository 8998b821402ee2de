"""What an odds question is answered with. Everything is exact in integers and fractions; floats only measure error.

Players are numbered as the spot names them, 0 first. A set of players is a bit mask. Ways are named as the game's
awards are: "high" and "low", or "whole" where there is one way to win.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Share:
    """One player's part. `share` is the expected part of the pot; of sampled deals, the part won in those deals.

    `win` and `tie` say for each way how often he wins it alone, or with others. `scoop`: how often he gets the whole
    pot alone. `quarter`: how often exactly a quarter of it.
    """

    share: Fraction
    win: dict[str, Fraction]
    tie: dict[str, Fraction]
    scoop: Fraction
    quarter: Fraction


@dataclass(frozen=True)
class PotOdds:
    """One pot of several, main pot first: its chips, the players who may win it, and every player's part of it."""

    amount: int
    eligible: tuple[int, ...]
    players: tuple[Share, ...]
    carried: Fraction


@dataclass(frozen=True)
class Odds:
    """The answer to a spot.

    `deals` is how many ways were counted (weights of ranges, brought to whole numbers, included) or how many deals were
    sampled. `error` is the largest standard error of any share, `errors` each player's; 0.0 when exact. `counts` says
    how many deals had which winners, (high winners, low winners) as masks, 0 where nobody qualifies; a game with one
    way has 0 for low. `waived` splits the deals of `counts[0, 0]` by the winners before the qualifiers. `carried` is
    the part of the pot that stays for the next deal. `why` says in a sentence how the answer was found.

    With several pots (`Spot.put`), `players` hold the parts of all chips together, `counts` those of the main pot.
    """

    players: tuple[Share, ...]
    deals: int
    exact: bool
    error: float
    counts: dict[tuple[int, int], int]
    waived: dict[tuple[int, int], int] = field(default_factory=dict)
    errors: tuple[float, ...] = ()
    ways: tuple[str, ...] = ("whole",)
    carried: Fraction = Fraction(0)
    pots: tuple[PotOdds, ...] = ()
    why: str = ""

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Every player's expected part of the pot."""
        return tuple(player.share for player in self.players)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from oddchip.odds.tables import odds_html

        return odds_html(self)
