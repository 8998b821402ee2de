"""A house rule in words: where it plays a part, and what each of its values says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from oddchip.house import NUMBER
from oddchip.rulesheet.paper import DIFFER
from oddchip.rulesheet.telling import Telling
from oddchip.rulesheet.words import number

CUSTOM = "custom of the house"


@dataclass(frozen=True)
class Choice:
    """An option: where it plays a part, what it says for each value, and why it is open."""

    matters: Callable[[Telling], bool]
    says: dict[Any, str | Callable[[Telling], str]]
    why: str = DIFFER

    def say(self, value: Any, telling: Telling) -> str:
        """The sentence of a value in force; where that is "as the game has it", what that comes to."""
        for known, text in self.says.items():
            if known is value or (type(known) is type(value) and known == value):
                return text if isinstance(text, str) else text(telling)
        text = self.says[NUMBER]
        assert isinstance(text, str)
        return text.format(number(value))
