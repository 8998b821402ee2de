"""Players that see only a view: `bot.choose(view, rng, budget)` is one of the actions on offer.

`Regular` plays every game sensibly; `RandomBot` and `Caller` are there to be beaten.
"""

from oddchip.bots.regular import Regular
from oddchip.bots.simple import Bot, Caller, RandomBot
from oddchip.bots.style import Style

__all__ = ["BOTS", "Bot", "Caller", "RandomBot", "Regular", "Style"]

#: The bots by name.
BOTS: dict[str, Bot] = {"regular": Regular(), "caller": Caller(), "random": RandomBot()}
