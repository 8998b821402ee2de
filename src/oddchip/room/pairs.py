"""The room's part in hands that two deal to each other at one table: the referee, and whose lines he hears."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from oddchip.fair.two_party import Referee
from oddchip.room import pairing
from oddchip.room.between import Between
from oddchip.room.pairing import DeskMarks
from oddchip.room.protocol import Ack, Nack, Pair
from oddchip.room.steps import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddchip.room.actor import Actor

#: What falls due and is done here.
PAIRS = frozenset(("pair_open", "pair_claim"))


class Pairs:
    """Hands between two at one table."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self._serial = 0
        self._referee: Referee | None = None

    def ring(self, what: str) -> None:
        """Something is due: the next hand, or a ruling for silence."""
        actor = self.actor
        work: Callable[[Step], None] = self._claim
        if what == "pair_open":
            work = partial(pairing.open_next, match=actor.services.bits(pairing.MATCH_BYTES))
        actor.ask_own(what, work, f"{what}:{actor.scene.seq}")

    def hear(self, person: str, request: Pair, answer: Callable[[Ack | Nack], None]) -> None:
        """A line of somebody's; refused for who plays no such hand."""
        between = self.actor.scene.desk.between
        side = None if between is None else between.side_of(person)
        if side is None:
            answer(Nack(request.id, "forbidden", "You play no hand that is dealt between two here."))
            return
        self.actor.ask_for(person, "pair", request, partial(self._hear, side=side, line=request.line), answer)

    def _hear(self, step: Step, side: int, line: str) -> None:
        between = step.desk.between
        if between is not None and between.side_of(step.actor) == side:
            pairing.hear(step, side, line, self._referee_of(step, between), self.actor.services.revision)

    def _claim(self, step: Step) -> None:
        if step.desk.between is not None:
            pairing.claim(step, self._referee_of(step, step.desk.between))

    def _referee_of(self, step: Step, between: Between) -> Referee:
        """The referee as he was after the lines that are written down. What he has ruled since and could not be
        written has not happened: then he is made anew out of those lines."""
        referee = self._referee
        if referee is None or self._serial != between.serial or referee.lines != list(between.lines):
            referee = self._restored(step, between)
        referee.marks = DeskMarks(step.desk)
        self._serial, self._referee = between.serial, referee
        return referee

    def _restored(self, step: Step, between: Between) -> Referee:
        opened, services = between.opened, self.actor.services
        first, second = (services.name_of(person) for person in opened.people)
        transcript = "".join(f"{line}\n" for line in between.lines)
        match, marks = bytes.fromhex(opened.match), DeskMarks(step.desk)
        names = (first, second)
        return Referee.restored(transcript, match, opened.number, signer=services.signer, marks=marks, names=names)
