"""Every house rule in a sentence for each of its values, and in which games it plays a part.

`CHOICES` has one entry for each option of `oddchip.house`.
"""

from __future__ import annotations

from oddchip.rulesheet.choice import CUSTOM, Choice
from oddchip.rulesheet.choices_betting import BETTING
from oddchip.rulesheet.choices_cards import CARDS
from oddchip.rulesheet.choices_opening import OPENING

__all__ = ["CHOICES", "CUSTOM"]

CHOICES: dict[str, Choice] = {**BETTING, **OPENING, **CARDS}
