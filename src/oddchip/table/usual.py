"""The stakes and stacks people mean when they say nothing."""

from __future__ import annotations

from oddchip.errors import StakesError
from oddchip.spec import Bet, Game
from oddchip.stakes import FixedLimit, Stake, Stakes
from oddchip.stakes_text import parse_stakes


def stakes_of(game: Game, text: str | None, limit: str | None = None) -> Stakes:
    """The stakes of a game: as they are said, or the usual ones of its kind (2/4, or a stake of 10).

    `limit` is "fixed", "spread", "pot" or "no", for texts that do not say. Raises `StakesError`.
    """
    bets = game.has(Bet)
    if text is None:
        return _usual(limit) if bets else Stake(10)
    stakes = parse_stakes(text, limit)
    if isinstance(stakes, Stake) == bets:
        if bets:
            raise StakesError(f"{game.name} has betting: say its bets, such as 2/4, not the single amount {text!r}")
        raise StakesError(f"{game.name} is played for one stake each, such as 10, and has no bets like {text!r}")
    return stakes


def _usual(limit: str | None) -> Stakes:
    if limit in (None, "fixed"):
        return FixedLimit(2, 4)
    return parse_stakes("2-10" if limit == "spread" else "min 2", limit)


def usual_stack(stakes: Stakes) -> int:
    """The chips a player sits down with where nothing is said: fifty big bets, or a hundred blinds."""
    if isinstance(stakes, FixedLimit):
        return 50 * stakes.big
    return (20 if isinstance(stakes, Stake) else 100) * max(stakes.base, 1)
