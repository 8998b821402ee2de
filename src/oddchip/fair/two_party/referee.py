"""The referee: carries messages, keeps the clock, and says what follows from silence. It sees no card before the
players do, and can neither read a seal nor say anything in a player's name; it can only delay.

    referee = Referee(match, 1, signer=house, marks=marks)
    lines = referee.receive(text, now=now, by=seat)     # to send to both: the message and the receipt, perhaps a ruling
    lines = referee.claim(now)                          # when `referee.until` has passed

Times are whole milliseconds of any one clock; one that is set back is held. A `FairError` is the answer to the sender
alone, and changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.course import Course, TooLate
from oddchip.fair.two_party.endings import Ending
from oddchip.fair.two_party.exchange import Exchange, spoken
from oddchip.fair.two_party.hearing import Hearing
from oddchip.fair.two_party.messages import HouseLine, Open, Receipt, Ruling, Secret, Spoken
from oddchip.fair.two_party.standing import mark_in
from oddchip.fair.two_party.terms import NAMES
from oddchip.fair.two_party.vault import Marks

L = TypeVar("L", bound=HouseLine)
MOST_REFUSED = 64
"""So many messages of a seat are refused in one hand before no more of them is read."""


class Referee:
    """One hand, seen from the relay."""

    def __init__(
        self,
        match: bytes,
        hand: int,
        *,
        signer: Signer,
        marks: Marks,
        names: tuple[str, str] = NAMES,
        keys: tuple[bytes | None, bytes | None] = (None, None),
    ) -> None:
        self.match, self.hand, self.names = match, hand, names
        self.signer, self.marks = signer, marks
        self.course = Course(Exchange(match, hand, names=names, keys=keys))
        self.lines: list[str] = []
        self.ruling: Ruling | None = None
        self.ending: Ending | None = None
        self.refused = [0, 0]
        self._receipts: dict[bytes, Receipt] = {}
        self._wrong = ["", ""]
        self._said = 0

    @property
    def until(self) -> int:
        """The deadline of what is awaited; 0 when nothing is."""
        return 0 if self.ruling else self.course.until

    @property
    def awaited(self) -> tuple[int, ...]:
        return () if self.ruling or self.course.over else self.course.exchange.awaited

    @property
    def transcript(self) -> str:
        """Everything in the order of the receipts, a line each."""
        return "".join(f"{line}\n" for line in self.lines)

    # --- messages ---------------------------------------------------------------------------------------------------

    def receive(self, text: str | bytes, *, now: int, by: int) -> tuple[str, ...]:
        """Takes a message from the connection of seat `by`; the lines to send to both. A message that is known already
        gets its receipt again."""
        if by not in (0, 1) or self.refused[by] >= MOST_REFUSED:
            raise FairError("too many messages of this seat were refused in this hand: no more of them is read")
        now = max(now, self.course.at)
        try:
            return self._take(text, now, by)
        except FairError:
            self.refused[by] += 1
            raise

    def _take(self, text: str | bytes, now: int, by: int) -> tuple[str, ...]:
        message = spoken(text)
        if message.seat != by:
            raise FairError(f"this message is not signed as {self.names[by]}")
        try:
            new = self.course.check(message, now)
        except FairError as error:
            self._note_wrong(message, "late" if isinstance(error, TooLate) else "")
            raise
        if new is None:
            return (message.text, self._receipts[message.id].text)
        self._check_mark(new)
        return self._keep(new, now)

    def _check_mark(self, message: Spoken) -> None:
        """A secret that was seen in another hand is refused for ever."""
        opened = mark_in(message)
        if opened is None:
            return
        terms = self.course.exchange.terms
        if terms is None or self.marks.first_seen(opened, terms.offer.place) != terms.offer.place:
            self._note_wrong(message, "")
            raise FairError(f"{self.names[message.seat]} opens with a secret that was used before")

    def _note_wrong(self, message: Spoken, why: str) -> None:
        """What a seat itself has sent wrongly counts when its silence is judged; what others send in its name does
        not."""
        if self.ruling or not self.course.exchange.is_signed(message):
            return
        self._wrong[message.seat] = why or ("opening" if isinstance(message, Secret | Open) else "refused")

    def _keep(self, message: Spoken, now: int) -> tuple[str, ...]:
        phase = self.course.exchange.phase
        until = self.course.keep(message, now)
        if self.course.exchange.phase is not phase:
            self._wrong = ["", ""]
        receipt = self._signed(Receipt, now, of=message.id, until=until)
        self._receipts[message.id] = receipt
        lines = (message.text, receipt.text)
        self.lines += lines
        return lines + (self._rule(now) if self.course.over else ())

    def _signed(self, kind: type[L], now: int, **values: Any) -> L:
        """The referee's next line."""
        match, hand, key = self.match, self.hand, self.signer.key
        line = said.signed(kind, self.signer, match=match, hand=hand, house=key, n=self._said, at=now, **values)
        self._said += 1
        return line

    # --- silence ----------------------------------------------------------------------------------------------------

    def claim(self, now: int) -> tuple[str, ...]:
        """The ruling when the time is up; the same one however often it is asked for. `FairError` before that."""
        if self.ruling is not None:
            return (self.ruling.text,)
        return self._rule(max(now, self.course.at))

    def _rule(self, now: int) -> tuple[str, ...]:
        ending = self.course.ending(now)
        cause = ending.cause
        if cause == "silent" and ending.loser is not None:
            cause = self._wrong[ending.loser] or cause
        loser = 2 if ending.loser is None else ending.loser
        self.ending = replace(ending, cause=cause)
        self.ruling = self._signed(Ruling, now, end=ending.end, loser=loser, cause=cause, shares=ending.shares)
        self.lines.append(self.ruling.text)
        return (self.ruling.text,)

    # --- after a restart --------------------------------------------------------------------------------------------

    @classmethod
    def restored(
        cls,
        transcript: str,
        match: bytes,
        hand: int,
        *,
        signer: Signer,
        marks: Marks,
        names: tuple[str, str] = NAMES,
        keys: tuple[bytes | None, bytes | None] = (None, None),
    ) -> Referee:
        """The referee as it was when its transcript had these lines; `FairError` when they are not its own. What was
        refused is forgotten: it counts for nothing but the cause that a ruling names."""
        referee = cls(match, hand, signer=signer, marks=marks, names=names, keys=keys)
        hearing = Hearing(referee.course, signer.key)
        for line in transcript.splitlines():
            heard = hearing.take(line)
            if isinstance(heard, Receipt):
                referee._receipts[heard.of] = heard
            referee.lines.append(line)
        referee.ruling, referee.ending, referee._said = hearing.ruling, hearing.ending, hearing.said
        if referee.ruling is None and referee.course.over:
            referee._rule(referee.course.at)
        return referee
