"""The cases that show what each value of each house rule does, as they are registered by the modules house_*.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from oddchip import HouseRules


@dataclass(frozen=True)
class Case:
    """Under `option=value`, and the other `settings`, `observe` gives `expected`."""

    option: str
    value: Any
    observe: Callable[[HouseRules], Any]
    expected: Any
    settings: tuple[tuple[str, Any], ...]

    def seen(self, value: Any) -> Any:
        return self.observe(HouseRules.of(**{**dict(self.settings), self.option: value}))

    def __str__(self) -> str:
        return f"{self.option}={self.value}-{self.observe.__name__}"


CASES: list[Case] = []


def shows(option: str, expected: dict[Any, Any], **settings: Any) -> Callable[[Any], Any]:
    """Register a function of the house rules: what it gives for each value of the option, the default among them."""

    def register(observe: Callable[[HouseRules], Any]) -> Callable[[HouseRules], Any]:
        CASES.extend(Case(option, value, observe, seen, tuple(settings.items())) for value, seen in expected.items())
        return observe

    return register
