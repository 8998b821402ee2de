"""One socket of somebody who looks at a table: what he asks goes to where it is done, what he is sent to his outbox."""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from oddchip.errors import OddchipError
from oddchip.room.errors import sentence_of
from oddchip.room.opened import Proofs
from oddchip.room.outbox import Outbox
from oddchip.room.project import CardIds
from oddchip.room.project.hearing import Hearing
from oddchip.room.project.lines import HandLines
from oddchip.room.protocol import (
    PROTOCOL,
    Ack,
    Act,
    Answer,
    Bye,
    Do,
    Hello,
    Host,
    LogLine,
    Nack,
    Pair,
    Ping,
    Pong,
    Request,
    Say,
    Seed,
    written,
)
from oddchip.room.store import StoreError

if TYPE_CHECKING:
    from oddchip.room.actor import Actor

MOST_LINES = 400
NOTHING_OF_ANY = (-1, 0)


class Known(NamedTuple):
    """What a connection has been sent already, and is not sent again."""

    heard: int = 0  # the number of the last line
    fair: int = -1  # the version of the `FairView`
    proven: tuple[int, int] = NOTHING_OF_ANY  # the hand whose openings were sent, and how many of them
    paired: tuple[int, int] = NOTHING_OF_ANY  # the hand between two whose lines were sent, and how many of them


class Sight:
    """What one person sees of a table: his card ids, and the lines he has heard."""

    def __init__(self, person: str, secret: bytes, lines: HandLines) -> None:
        self.person = person
        self.ids = CardIds(secret)
        self.hearing = Hearing(person, lines=lines)
        self.lines: deque[LogLine] = deque(maxlen=MOST_LINES)
        self.connections: set[Connection] = set()
        self.may_sit = False
        self.proofs = Proofs()

    def hear(self, lines: list[LogLine]) -> None:
        self.lines.extend(lines)


def lines_after(lines: deque[LogLine], heard: int) -> list[LogLine]:
    """The lines with numbers beyond `heard`, which are the last ones."""
    found = list(takewhile(lambda line: line.n > heard, reversed(lines)))
    return found[::-1]


class Connection:
    """One socket. `outbox` gives the frames to send; `receive` takes what came in."""

    def __init__(self, actor: Actor, sight: Sight) -> None:
        self.actor, self.sight = actor, sight
        self.person = sight.person
        self.outbox = Outbox()
        self.greeted = False
        self.known = Known()

    async def receive(self, request: Request) -> None:
        """Take a request. Its answer comes through the outbox."""
        match request:
            case Hello():
                await self._hello(request)
            case Ping():
                self.send(Pong(request.at))
            case _ if not self.greeted:
                self.send(Nack(getattr(request, "id", ""), "refused", "Say hello first."))
            case Say():
                await self.actor.audience.say(self, request)
            case Host() if request.what == "bot":
                await self._bot(request)
            case Do() if request.what == "rename":
                await self._rename(request)
            case Act() | Do() | Host() | Seed() | Pair():
                self.actor.hear(self.person, request, self._answered)

    async def _hello(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            self.send(Bye("this page is of another version of the room; reload it"))
            self.close()
            return
        await self.actor.following.up_to_date()
        self.greeted = True
        self.actor.audience.greet(self)

    async def _bot(self, request: Host) -> None:
        """A bot is a person of its own, which the room makes first."""
        if not self.actor.scene.desk.may_host(self.person):
            self.send(Nack(request.id, "forbidden", "Only a host of this table may do that."))
            return
        try:
            person = await self.actor.new_bot(request.words)
        except OddchipError as error:
            self.send(refusal(request.id, error))
            return
        self.actor.hear(self.person, msgspec.structs.replace(request, person=person), self._answered)

    async def _rename(self, request: Do) -> None:
        """A name is the person's, not the table's: everybody sees the new one where he sits."""
        try:
            await self.actor.services.rename(self.person, request.words)
        except OddchipError as error:
            self.send(refusal(request.id, error))
            return
        self.send(Ack(request.id))

    def _answered(self, answer: Ack | Nack) -> None:
        self.send(answer)
        if isinstance(answer, Nack) and answer.kind in ("stale", "broken"):
            self.actor.audience.send_view(self, fresh=False)

    def forget(self) -> None:
        """All is sent again."""
        self.known = Known()

    def send(self, answer: Answer) -> None:
        self.outbox.put(written(answer))

    def close(self) -> None:
        """The socket is gone."""
        self.outbox.close()
        self.actor.audience.forget(self)


def refusal(command: str, error: OddchipError) -> Nack:
    """Why something was not done; that the disk is full is no fault of who asked."""
    return Nack(command, "broken" if isinstance(error, StoreError) else "refused", sentence_of(error))
