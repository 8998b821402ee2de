"""What the room does at a table by itself because somebody asked for it elsewhere. No client can say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from oddchip.room import desk as desks
from oddchip.room.steps import Step


class Own(Struct, tag_field="t", tag="own", forbid_unknown_fields=True):
    """retitle (words: the new title) · take_back (words: the person who wants no seat any more)."""

    id: str
    what: Literal["retitle", "take_back"]
    words: str

    @property
    def work(self) -> Callable[[Step], None]:
        """What makes a step of it."""
        return self._retitle if self.what == "retitle" else self._take_back

    def _retitle(self, step: Step) -> None:
        step.say(desks.Retitled(self.words))

    def _take_back(self, step: Step) -> None:
        if any(asked.person == self.words for asked in step.desk.asked):
            step.say(desks.Answered(self.words, False))


read_own = msgspec.json.Decoder(Own).decode
