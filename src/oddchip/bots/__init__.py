"""Players that see only a view: `bot.choose(view, rng, budget)` is one of the actions on offer.

`Regular` plays every game sensibly; `RandomBot` and `Caller` are there to be beaten. The rest are a ladder of players
of California Poker, who play everything else as `Regular` does.
"""

from oddchip.bots.ladder import Equilibrium, Swapper
from oddchip.bots.regular import Regular
from oddchip.bots.simple import Bot, Caller, RandomBot
from oddchip.bots.style import Style
from oddchip.solve.california import players

__all__ = ["BOTS", "LADDER", "Bot", "Caller", "Equilibrium", "RandomBot", "Regular", "Style", "Swapper", "called"]

#: California Poker from a beginner to the exact solution.
LADDER: dict[str, Bot] = {
    "california-made-five": Swapper(players.made_five),
    "california-greedy": Swapper(players.greedy),
    "california-own-minus-other": Swapper(players.own_minus_other),
    "california-best-reply": Swapper(players.answer_to_anything),
    "california-equilibrium": Equilibrium(),
}
#: The bots by name.
BOTS: dict[str, Bot] = {"regular": Regular(), "caller": Caller(), "random": RandomBot(), **LADDER}
#: What they are called where people choose one.
_CALLED = {
    "regular": "regular",
    "caller": "caller, never folds or raises",
    "random": "random",
    "california-made-five": "California 1: keeps its best five",
    "california-greedy": "California 2: greedy",
    "california-own-minus-other": "California 3: minds the other's hand",
    "california-best-reply": "California 4: wins most often",
    "california-equilibrium": "California 5: cannot be read",
}


def called(style: str) -> str:
    """What a bot is called where people choose one.

    >>> called("california-greedy")
    'California 2: greedy'
    >>> all(called(style) for style in BOTS)
    True
    """
    return _CALLED[style]
