"""What the room does at a table by itself because somebody asked for it elsewhere. No client can say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from oddchip.room import desk as desks
from oddchip.room.errors import Refused
from oddchip.room.steps import Step

Errand = Literal["retitle", "take_back", "take_charge"]


class Own(Struct, tag_field="t", tag="own", forbid_unknown_fields=True):
    """retitle (words: the new title) · take_back (words: the person who wants no seat any more) · take_charge (asked by
    a person who has the room's host key).
    """

    id: str
    what: Errand
    words: str

    @property
    def work(self) -> Callable[[Step], None]:
        """What makes a step of it."""
        works = {"retitle": self._retitle, "take_back": self._take_back, "take_charge": self._take_charge}
        return works[self.what]

    def _retitle(self, step: Step) -> None:
        step.say(desks.Retitled(self.words))

    def _take_back(self, step: Step) -> None:
        if any(asked.person == self.words for asked in step.desk.asked):
            step.say(desks.Answered(self.words, False))

    def _take_charge(self, step: Step) -> None:
        if step.table.state.closed is not None:
            raise Refused("the table is closed")
        if not step.desk.may_host(step.actor):
            step.say(desks.HostMade(step.actor))


read_own = msgspec.json.Decoder(Own).decode
