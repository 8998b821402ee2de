"""The referee's lines, checked: a receipt must be for a message that is there, with the deadline that follows from the
terms; a ruling must be the one that follows from the receipts. A referee that lies contradicts its own lines."""

from __future__ import annotations

from dataclasses import replace

from oddchip.fair.errors import FairError
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.course import Course
from oddchip.fair.two_party.endings import Ending
from oddchip.fair.two_party.messages import HouseLine, Message, Receipt, Ruling, Spoken

_SILENT = ("silent", "late", "opening", "refused")


class Hearing:
    """Folds lines in the order of a transcript through a course of its own. `house` is the referee's key, if it is
    known; else the first line of the referee says it. `open` are messages that have no receipt yet."""

    def __init__(self, course: Course, house: bytes | None = None) -> None:
        self.course, self.house = course, house
        self.open: dict[bytes, Spoken] = {}
        self.ruling: Ruling | None = None
        self.ending: Ending | None = None
        self._lines: list[bytes] = []

    def take(self, line: str | bytes) -> Message:
        """A message is put down until its receipt comes; a line of the referee is checked."""
        message = said.read(line)
        if isinstance(message, Spoken):
            self.open[message.id] = message
        elif isinstance(message, HouseLine):
            self.check(message)
        return message

    def check(self, line: HouseLine) -> bool:
        """Takes a line of the referee; False if it is known already."""
        house, course = line.house, self.course
        if self.house not in (None, house) or not line.is_by(house):
            raise FairError("this line is not signed by the referee of this hand")
        if (line.match, line.hand) != (course.exchange.match, course.exchange.hand):
            raise FairError("this line of the referee belongs to another hand")
        if line.n < self.said:
            if line.id != self._lines[line.n]:
                raise FairError(f"the referee has signed two different lines with the number {line.n}")
            return False
        if line.n > self.said:
            raise FairError(f"line {self.said} of the referee is missing before line {line.n}")
        if self.ruling is not None:
            raise FairError("the referee has ruled already, and says more")
        if isinstance(line, Receipt):
            self._check_receipt(line)
        elif isinstance(line, Ruling):
            self._check_ruling(line)
        self.house = house
        self._lines.append(line.id)
        return True

    @property
    def said(self) -> int:
        """How many lines of the referee there were."""
        return len(self._lines)

    def _check_receipt(self, receipt: Receipt) -> None:
        message = self.open.get(receipt.of)
        if message is None:
            raise FairError("this receipt is for a message that is not there")
        if self.course.check(message, receipt.at) is None:
            raise FairError("this receipt is for a message that has one already")
        until = self.course.keep(message, receipt.at)
        if receipt.until != until:
            raise FairError(f"the referee gives time until {receipt.until}, where the terms say {until}")
        del self.open[receipt.of]

    def _check_ruling(self, ruling: Ruling) -> None:
        ending = self.course.ending(ruling.at)
        loser = 2 if ending.loser is None else ending.loser
        causes = _SILENT if ending.cause == "silent" else (ending.cause,)
        right = (ruling.end, ruling.loser, ruling.shares) == (ending.end, loser, ending.shares)
        if not right or ruling.cause not in causes:
            raise FairError(f"the referee rules {ruling.end!r}, where its receipts say {ending.end!r}")
        self.ruling = ruling
        self.ending = replace(ending, cause=ruling.cause)
