"""Who does what, in sentences: by name, or "You" for the one who hears it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from oddchip.telling.spans import listed

K = TypeVar("K")


class Voice(Generic[K]):
    """Speaks of people, whose `names` are by whatever tells them apart, to one of them: `me`."""

    def __init__(self, names: Mapping[K, str], me: K | None = None) -> None:
        self.names, self.me = names, me

    def name(self, who: K) -> str:
        return "You" if who == self.me else self.names.get(who, "Somebody")

    def does(self, who: K, verb: str) -> str:
        """``Ada bets``, ``You bet``."""
        if who == self.me:
            return f"You {'are' if verb == 'be' else verb}"
        head, _, tail = verb.partition(" ")
        return f"{self.name(who)} {_third(head)}{' ' + tail if tail else ''}"

    def people(self, several: Iterable[K]) -> str:
        return listed(self.name(who) for who in several)


_IRREGULAR = {"be": "is", "have": "has", "do": "does", "pass": "passes", "push": "pushes"}


def _third(verb: str) -> str:
    return _IRREGULAR.get(verb, verb + "s")
