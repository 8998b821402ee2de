"""People at a room's tables, played by the tests: they answer every offer, at random, as fast as they are asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from oddchip.cli.join_fair import Part
from oddchip.room.protocol import PROTOCOL, Act, Do, Hello, Request, TableView
from oddchip.room.room import Room

Tell = Callable[..., None]
FREE = {"bet": ("check", "fold"), "draw": ("draw",), "declare": ("declare",), "swap": ("give",)}


def answer_to(view: dict[str, Any], rng: Random, name: str, calm: bool = False) -> Act:
    """One of the answers to the offer of a view; a calm one is among the least that can be done."""
    me, offer = view["me"], view["me"]["offer"]
    decision, price = tuple(offer["decision"]), offer.get("price", 0)
    cards = [card[0] for card in me["cards"]]
    match offer["kind"]:
        case "draw":
            thrown = rng.sample(cards, 0 if calm else rng.randint(0, min(offer.get("most", 0), len(cards))))
            return Act(name, decision, "draw", cards=thrown, sure=True)
        case "swap":
            return Act(name, decision, "give", cards=rng.sample(cards, offer["count"]), sure=True)
        case "declare":
            return Act(name, decision, "declare", way=rng.choice(offer["ways"]), sure=True)
    may = [each for each in ("check", "call", "fold", "declare_open") if offer.get(each)]
    if amount := offer.get("bring_in", 0):
        may.append("bring_in")
    raises = offer.get("raise_to")
    if raises and (not may or not calm):
        may += ["raise"] * 2
    do = rng.choice(may)
    amount = rng.choice(raises.get("amounts") or [raises["least"]]) if do == "raise" else 0
    return Act(name, decision, do, price=price, amount=amount, sure=True)


class Player:
    """One person at one table, over the room's own connection, or one that is given. `tell(what, **about)` hears of all
    he asks and hears.

    He asks for one thing at a time. A restless one buys chips and sits out now and then; one with `seeds` has a chain,
    another one each time, and checks the cards he is shown.
    """

    def __init__(
        self,
        room: Room | None,
        table: str,
        person: str,
        rng: Random,
        tell: Tell,
        *,
        restless: bool = True,
        connection: Any = None,
        seeds: bool = False,
    ) -> None:
        self.table, self.person, self.rng, self.tell = table, person, rng, tell
        self.restless = restless
        self.connection = room.tables[table].connect(person) if room is not None else connection
        self.view: dict[str, Any] = {}
        self.waiting: dict[str, Request] = {}
        self.asked = 0
        self.run = f"{rng.getrandbits(48):x}"
        self.refused: Any = None
        self.part = Part(rng.randbytes, lambda: f"fair-{self._name()}") if seeds else None

    async def play(self, again: tuple[Request, ...] = (), seat: int = -1) -> None:
        """Until the connection is closed. `again` are requests whose answers were lost: they come first."""
        await self.connection.receive(Hello(PROTOCOL))
        for request in again:
            await self._ask(request)
        if seat >= 0:
            await self._ask(Do(self._name(), "sit", seat=seat))
        while (frame := await self.connection.outbox.get()) is not None:
            message = json.loads(frame)
            match message["t"]:
                case "view":
                    self.view = message
                    await self._take_part(frame)
                case "ack" | "nack":
                    self._answered(message)
                    # What the room cannot do now it is not asked for again at once.
                    await asyncio.sleep(0.02 if message.get("kind") == "broken" else 0)
            if not self.waiting and self.view and not len(self.connection.outbox):
                await self._next()

    async def _take_part(self, frame: bytes) -> None:
        """His seeds for the shuffle, if he has a chain; what he is shown must be what was committed to."""
        if self.part is not None:
            for seed in self.part.hear(msgspec.json.decode(frame, type=TableView)):
                await self.connection.receive(seed)
            assert not self.part.troubles, self.part.troubles

    def _answered(self, message: dict[str, Any]) -> None:
        if message["id"].startswith("fair-"):
            return
        request = self.waiting.pop(message["id"], None)
        self.tell("answer", person=self.person, table=self.table, **message)
        if message["t"] == "nack" and isinstance(request, Act):
            self.refused = request.decision

    async def _next(self) -> None:
        """What he asks for now, if anything."""
        me = self.view.get("me", {})
        may = me.get("may", ())
        if offer := me.get("offer"):
            calm = self.refused == tuple(offer["decision"])
            await self._ask(answer_to(self.view, self.rng, self._name(), calm))
        elif "rebuy" in may:
            await self._ask(Do(self._name(), "rebuy"))
        elif "cover the stake" in me.get("note", "") and "top_up" in may:
            await self._ask(Do(self._name(), "top_up", chips=min(1000, me["buy_in"][1])))
        elif "return" in may:
            await self._ask(Do(self._name(), "return", post=True))
        elif "choose" in may:
            await self._ask(Do(self._name(), "choose", game=self.rng.choice(self.view["choice"]["games"])["id"]))
        elif self.restless and "top_up" in may and self.rng.random() < 0.02:
            await self._ask(Do(self._name(), "top_up", chips=self.rng.randint(1, 20)))
        elif self.restless and "sit_out" in may and self.rng.random() < 0.02:
            await self._ask(Do(self._name(), "sit_out"))

    def _name(self) -> str:
        self.asked += 1
        return f"{self.run}-{self.asked}"

    async def _ask(self, request: Request) -> None:
        self.waiting[request.id] = request
        self.tell("asked", person=self.person, table=self.table, request=request)
        await self.connection.receive(request)


async def until(true: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)
