"""Hands that are over, for the tests of histories: single ones out of the engine, and whole evenings in a room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from contract_views import learned
from oddchip import Hand
from oddchip.cards import card_text
from oddchip.room import desk as desks
from oddchip.room.actor import Actor
from oddchip.room.desk import Desk
from oddchip.room.past import Kept, Past
from oddchip.room.people import Person
from oddchip.room.protocol import Act, Do, GameWanted, Hello, Host
from oddchip.room.records import EVERYBODY, header, seen_logs
from oddchip.room.room import Room, RoomSettings
from oddchip.views import SPECTATOR
from room_alike import NAMES, Played, played

START = 1_790_000_000.0


def pasts_of(found: Played, **options: Any) -> dict[int, Past]:
    """The hand of a `Played` as each seat, and everybody, may read it afterwards."""
    hand, shown = found.moments[-1].hand, found.moments[-1].shown
    facts = tuple(desks.Showed(seat, cards) for seat, cards in shown.items())
    step = SimpleNamespace(desk=found.desk, facts=[])
    about = json.loads(json.dumps(header(hand, step)))
    kept = {
        viewer: Kept("t", "A table", len(found.before.state.places), 1, START, START + 60, about, log, facts)
        for viewer, log in seen_logs(hand).items()
    }
    return {
        viewer: Past(each, NAMES, None if viewer == EVERYBODY else viewer, **options) for viewer, each in kept.items()
    }


def hidden_from(hand: Hand, viewer: int, shown: dict[int, tuple[int, ...]]) -> list[str]:
    """Cards (as text) that a seat was neither dealt nor shown, worked out of the whole log in memory."""
    i = SPECTATOR if viewer == EVERYBODY else hand.seats.index(viewer)
    seen = {card for event in hand.log for card in learned(event, i, hand.plan.members)}
    seen.update(card for cards in shown.values() for card in cards)
    return [card_text(card, hand.game.deck) for card in hand.game.deck.cards if card not in seen]


def hands_where(wanted: Callable[[Hand], bool], name: str, seeds: range, **options: Any) -> list[Played]:
    """Hands of random play in which something happens."""
    made = (played(Random(f"past {name} {seed}"), name, **options) for seed in seeds)
    return [each for each in made if wanted(each.moments[-1].hand)]


# --- whole evenings --------------------------------------------------------------------------------------------------


class Evening:
    """A room with a table, a host, guests and bots. All play at random, and never fold what costs nothing."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room, self.rng = room, Random(seed)
        self.people: dict[str, Person] = {}
        self.tokens: dict[str, str] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.connections: dict[str, Any] = {}
        self.shows: set[str] = set()
        self.folds: set[str] = set()
        self.table = ""
        self.go = asyncio.Event()  # nobody decides before it is sure that no further hand is dealt

    @property
    def actor(self) -> Actor:
        return self.room.tables[self.table]

    async def begin(self, *guests: str, games: tuple[str, ...] = ("badugi",), bots: int = 0, chips: int = 200) -> None:
        host, token = await self.room.new_guest("Hanna")
        self.people["Hanna"], self.tokens["Hanna"] = await self.room.make_host(host), token
        mode = "rotation" if len(games) > 1 else "game"
        wanted = [GameWanted(game) for game in games]
        settings = {"approve": False, "pace": "none"}
        self.table = await self.room.new_table(
            self.people["Hanna"], "Hanna's table", 6, wanted, mode, settings=settings, hands_each=1
        )
        for name in guests:
            self.people[name], self.tokens[name] = await self.room.new_guest(name)
            await self.room.accept(self.table, "play", self.people[name])
        for seat, name in enumerate(self.people):
            await self.sit(name, seat, chips)
        for seat in range(len(self.people), len(self.people) + bots):
            await self.host("bot", seat=seat)

    async def sit(self, name: str, seat: int, chips: int) -> None:
        self.connections[name] = self.actor.connect(self.people[name].id)
        self.tasks.append(asyncio.create_task(self._play(name)))
        await self.connections[name].receive(Hello(1))
        await self.do(name, "sit", seat=seat, chips=chips)

    async def _play(self, name: str) -> None:
        connection, asked, shown = self.connections[name], None, 0
        while (frame := await connection.outbox.get()) is not None:
            message = json.loads(frame)
            me = message.get("me") or {}
            offer = me.get("offer")
            if offer and offer["decision"] != asked:
                asked = offer["decision"]
                await self.go.wait()
                await connection.receive(self._answer(name, offer, [card[0] for card in me["cards"]]))
            if name in self.shows and "show" in me.get("may", ()) and message["hand"] != shown:
                shown = message["hand"]
                await self.do(name, "show")

    def _answer(self, name: str, offer: dict[str, Any], cards: list[str]) -> Act:
        do = next((each for each in ("check", "call", "bring_in", "declare_open") if offer.get(each)), "fold")
        if name in self.folds and offer["kind"] == "bet":
            do = "check" if offer.get("check") else "fold"
        do = {"draw": "draw", "declare": "declare", "swap": "give"}.get(offer["kind"], do)
        count = offer.get("count", 0) or self.rng.randint(0, min(2, offer.get("most", 0)))
        thrown = self.rng.sample(cards, count) if do in ("draw", "give") else []
        way = self.rng.choice(offer["ways"]) if do == "declare" else ""
        return Act(self.id(), tuple(offer["decision"]), do, offer.get("price", 0), 0, thrown, way, True)

    def id(self) -> str:
        return f"{self.rng.getrandbits(60):x}"

    async def do(self, name: str, what: Any, **fields: Any) -> None:
        await self.connections[name].receive(Do(self.id(), what, **fields))

    async def host(self, what: Any, **fields: Any) -> None:
        """It is done when this returns."""
        await self.connections["Hanna"].receive(Host(self.id(), what, **fields))
        await self.actor._jobs.join()

    async def until(self, true: Callable[[], Any]) -> None:
        while not true():
            await asyncio.sleep(0.005)

    async def play(self, hands: int) -> None:
        """So many hands more, and none is running afterwards."""
        for _ in range(hands):
            number = self.actor.scene.table.state.hands + 1
            await self.host("deal")
            await self.until(lambda number=number: self.actor.scene.table.state.hands >= number)
            await self.host("hold")
            self.go.set()
            await self.until(lambda: not self.actor.scene.table.playing)
            await self.until(lambda: self.shows <= self._shown() or not self.shows)
            self.go.clear()

    def _shown(self) -> set[str]:
        """Who has shown his cards, or may not."""
        desk, table = self.actor.scene.desk, self.actor.scene.table
        seats = {person: seat for seat, person in desk.dealt.items()}
        found = set()
        for name in self.shows:
            seat = seats.get(self.people[name].id)
            tabled = seat is None or table.hand is None or table.hand.state.tabled >> table.hand.seats.index(seat) & 1
            if tabled or seat in desk.shown:
                found.add(name)
        return found


def in_a_room(folder: Path, work: Callable[[Evening], Coroutine[Any, Any, None]], seed: int = 1) -> None:
    """Run an evening in a room of its own."""

    async def run() -> None:
        room = await Room.open(folder, settings=RoomSettings(pace="none"))
        evening = Evening(room, seed)
        try:
            async with asyncio.timeout(60):
                await work(evening)
        finally:
            await room.close()
            evening.go.set()
            await asyncio.gather(*evening.tasks)

    asyncio.run(run())


__all__ = ["Desk", "Evening", "hands_where", "hidden_from", "in_a_room", "pasts_of", "played"]
