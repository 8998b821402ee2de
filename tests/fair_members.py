"""People in a room who take part in its shuffles: each has a chain of seeds and checks every card he is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from oddchip.cli.join_fair import Part
from oddchip.fair.deck import verify_hand
from oddchip.room.fair_records import fair_record
from oddchip.room.protocol import Seed, TableView
from rooms import Parlour, Screen, done


class Member:
    """One screen's part in the shuffle. While it is `silent` its script does not run; then the page is loaded again."""

    def __init__(self, parlour: Parlour, screen: Screen) -> None:
        self.parlour, self.screen = parlour, screen
        self.part = Part(parlour.rng.randbytes, parlour.id)
        self.to_send: list[Seed] = []
        self._silent = False
        self.answers: list[dict[str, Any]] = []
        take = screen.take
        screen.take = self._taking(take)  # type: ignore[method-assign]
        for frame in screen.frames:
            self._look(frame)

    @property
    def silent(self) -> bool:
        return self._silent

    @silent.setter
    def silent(self, silent: bool) -> None:
        self._silent = silent
        if not silent:
            self.screen.actor.audience.send_view(self.screen.connection, fresh=True)

    def _taking(self, take: Callable[[bytes], None]) -> Callable[[bytes], None]:
        def taken(frame: bytes) -> None:
            take(frame)
            self._look(frame)

        return taken

    def _look(self, frame: bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "view" and not self._silent:
            self.to_send += self.part.hear(msgspec.json.decode(frame, type=TableView))

    async def tell(self) -> None:
        """Send what is to be sent."""
        while self.to_send:
            said = self.to_send.pop(0)
            self.answers.append(await self.screen.ask(said))


class Club:
    """Some people at a table who all have chains."""

    def __init__(self, parlour: Parlour, *screens: Screen) -> None:
        self.parlour = parlour
        self.members = [Member(parlour, screen) for screen in screens]

    def __getitem__(self, at: int) -> Member:
        return self.members[at]

    async def tell(self) -> None:
        """Everybody sends what is asked of him, and what is due by then is done."""
        for _ in range(12):
            for member in self.members:
                await member.tell()
            await self.parlour.tick()
            if not any(member.to_send for member in self.members):
                return

    async def deal(self, *, hold: bool = True) -> None:
        """A hand is committed to, seeds are told, cards are dealt."""
        await self.tell()
        await self.parlour.deal(hold=False)
        await self.tell()
        if hold:
            await self.parlour.host("hold")

    async def play_on(self, *args: Any, **named: Any) -> None:
        """To the end of the hand, through its reshuffles."""
        p = self.parlour
        number = p.table.state.hands
        for _ in range(40):
            if not p.table.playing or p.table.state.hands != number:
                return
            await p.play_on(*args, until=lambda: not p.table.offers, **named)
            await p.tick()
            await self.tell()
            if p.scene.desk.pending is not None:  # somebody's seed is not to come
                await p.wait(5.1, 1.7)
        raise AssertionError("the hand does not end")

    def fine(self) -> None:
        """Nobody has anything to complain about, and everybody has checked something."""
        assert not [each for member in self.members for each in member.part.troubles]
        assert not [each for member in self.members for each in member.answers if each["t"] == "nack"]

    async def records(self, number: int) -> list[dict[str, Any]]:
        """The records of a hand, for each of them: all verified."""
        p = self.parlour
        found = []
        for member in self.members:
            record = await fair_record(p.room, p.table_id, number, member.screen.person)
            assert verify_hand(json.dumps(record), p.room.signer.key)
            found.append(record)
        return found


async def club(p: Parlour, *names: str, **more: Any) -> Club:
    """People sit down and commit to their chains."""
    found = Club(p, *await p.sit(*names, **more))
    await found.tell()
    for member in found.members:
        assert p.scene.desk.tips[member.screen.person] == member.part.chain.tip.hex()
        done(member.answers[-1])
    return found
