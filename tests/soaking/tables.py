"""Tables that are opened, played at for some hands, and closed: by bots, and by guests who come, play, talk and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from time import monotonic
from typing import Any

import msgspec

from oddchip.room.connection import Connection
from oddchip.room.outbox import Outbox
from oddchip.room.people import Person
from oddchip.room.protocol import Act, Do, GameWanted, Hello, Host, Request, Say
from oddchip.room.reach import reach
from oddchip.room.room import Room
from oddchip.table.values import Away

#: Game and bots of one table after the other.
GAMES = (("california_poker", "california-greedy"), ("five_card_draw", "caller"), ("badugi", "caller"))
HANDS = 10
#: At every so many tables a guest has the seat of one of the bots.
PLAYED = 5
#: Seconds for one table's hands, and for anything else to be done.
LONGEST, SOON = 120.0, 30.0


class Frame(msgspec.Struct):
    """What a guest reads of what he is sent."""

    t: str
    id: str = ""
    seq: int = 0
    kind: str = ""
    why: str = ""
    me: dict[str, Any] = {}


_frame = msgspec.json.Decoder(Frame)


class Tape(Outbox):
    """Takes what is sent at once, as a reader does who is never slow."""

    __slots__ = ("_take",)

    def __init__(self, take: Callable[[bytes], None]) -> None:
        super().__init__()
        self._take = take

    def put(self, frame: bytes, *, view: bool = False) -> None:
        if not self.closed:
            self._take(frame)


class Guest:
    """One tab of a person's at one table, through one worker. Who is asked to decide answers without delay."""

    def __init__(self, room: Room, person: Person) -> None:
        self.room, self.person = room, person
        self.frames = 0
        self.seq = 0
        self._numbers = count(1)
        self._asked: dict[str, asyncio.Future[Frame]] = {}
        self._decided: tuple[int, ...] = ()
        self._acting: set[asyncio.Task[Any]] = set()

    async def come(self, table_id: str) -> Guest:
        actor = await reach(self.room, table_id, self.person.id)
        assert actor is not None
        may = self.room.may_open(self.person.id, table_id)
        assert may is not None
        self.connection: Connection = actor.connect(self.person.id, watching=may == "watch", may_sit=may == "play")
        self.connection.outbox = Tape(self._take)
        await self.connection.receive(Hello(1))
        return self

    async def ask(self, kind: Callable[..., Request], **fields: Any) -> Frame:
        """Ask for something, under an id that nobody has used, and wait for the answer."""
        name = f"{id(self):x}-{next(self._numbers)}"
        waiting = self._asked[name] = asyncio.get_running_loop().create_future()
        await self.connection.receive(kind(id=name, **fields))
        return await asyncio.wait_for(waiting, SOON)

    async def must(self, kind: Callable[..., Request], **fields: Any) -> None:
        """It may be refused while a table moves from worker to worker; then once more."""
        until = monotonic() + SOON
        while (answer := await self.ask(kind, **fields)).t != "ack":
            assert answer.kind == "broken", answer
            assert monotonic() < until, answer
            await asyncio.sleep(0.1)

    def _take(self, text: bytes) -> None:
        frame = _frame.decode(text)
        self.frames += 1
        if frame.id in self._asked:
            self._asked.pop(frame.id).set_result(frame)
        offer = frame.me.get("offer") if frame.t == "view" else None
        if frame.t == "view":
            self.seq = frame.seq
        if offer and tuple(offer["decision"]) != self._decided:
            self._decided = tuple(offer["decision"])
            task = asyncio.create_task(self._act(offer, frame.me.get("cards", [])))
            self._acting.add(task)
            task.add_done_callback(self._acting.discard)

    async def _act(self, offer: dict[str, Any], cards: Sequence[Sequence[str]]) -> None:
        do = {"draw": "draw", "swap": "give"}.get(offer["kind"], "")
        do = do or next((each for each in ("check", "call") if offer.get(each)), "fold")
        chosen = [card[0] for card in cards[: offer.get("count", 0)]]
        with suppress(TimeoutError):  # he is asked again
            fields = {"decision": tuple(offer["decision"]), "price": offer.get("price", 0), "cards": chosen}
            answer = await self.ask(Act, do=do, sure=True, **fields)
            if answer.t == "nack":
                self._decided = ()

    def go(self) -> None:
        self.connection.close()


class Evening:
    """Many tables, of one host, in batches. `rooms` are the workers: what one opens is looked at through the others."""

    def __init__(self, rooms: Sequence[Room], seed: int = 1) -> None:
        self.rooms, self.rng = rooms, Random(seed)
        self.number = self.hands = self.bots = self.played = 0
        self.host: Person
        self.guests: list[Person] = []

    async def begin(self, guests: int = 20) -> Evening:
        first = self.rooms[0]
        host, _ = await first.new_guest("Hanna")
        self.host = await first.make_host(host)
        self.guests = [(await first.new_guest(f"Guest {number}"))[0] for number in range(guests)]
        return self

    async def batch(self, tables: int) -> list[str]:
        """So many tables at a time, from the first to the last of their hands; their ids, when all are closed."""
        return await asyncio.gather(*(self._table() for _ in range(tables)))

    async def _table(self) -> str:
        self.number += 1
        number = self.number
        room = self.rooms[number % len(self.rooms)]
        other = self.rooms[(number + 1) % len(self.rooms)]
        game, style = GAMES[number % len(GAMES)]
        table_id = await self._opened(room, number, game)
        host = await Guest(room, self.host).come(table_id)
        guest = await self._guest(other, table_id, number, host)
        plays = number % PLAYED == 0
        if plays:
            await guest.must(Do, what="sit", seat=0, chips=100)
        for seat in range(1 if plays else 0, 2):
            await host.must(Host, what="bot", seat=seat, words=style)
            self.bots += 1
        await host.must(Host, what="deal")
        await guest.must(Say, text=f"Good evening, table {number}")
        await self._played(room, table_id)
        hands = await self._closed(host, table_id)
        self.hands += hands
        self.played += hands if plays else 0
        await until(lambda: guest.seq >= host.seq, "the guest sees that it is over")
        guest.go()
        host.go()
        return table_id

    async def _opened(self, room: Room, number: int, game: str) -> str:
        settings = {"approve": False, "watching": self.rng.choice(("live", "delayed"))}
        return await room.new_table(self.host, f"Table {number}", 2, [GameWanted(game)], settings=settings)

    async def _guest(self, other: Room, table_id: str, number: int, host: Guest) -> Guest:
        """Somebody comes by a link, through another worker if there is one."""
        person, kind = self.guests[number % len(self.guests)], "play" if number % PLAYED == 0 else "watch"
        token = await host.room.new_invite(table_id, kind, self.host)
        invited = await other.invited(token)
        assert invited == (table_id, kind)
        await other.accept(table_id, kind, person)
        return await Guest(other, person).come(table_id)

    async def _played(self, room: Room, table_id: str) -> None:
        actor = room.tables[table_id]

        def far_enough() -> bool:
            state = actor.scene.table.state
            for place in state.seated.values():  # whoever was slow, as on a busy machine, stays in the game
                assert place.away is Away.NO, "somebody at the table sleeps"
            return state.hands >= HANDS

        await until(far_enough, f"{HANDS} hands at table {table_id}", LONGEST)

    async def _closed(self, host: Guest, table_id: str) -> int:
        """No further hand, and when the last is over the table is closed; gives how many hands it had."""
        actor = host.room.tables[table_id]
        await host.must(Host, what="hold")
        end = monotonic() + LONGEST
        while (answer := await host.ask(Host, what="close", words="good night")).t != "ack":
            assert monotonic() < end, answer  # what was committed to is dealt, and what was dealt is played
            await asyncio.sleep(0.05)
        return actor.scene.table.state.hands


async def until(true: Callable[[], bool], what: str, seconds: float = SOON) -> None:
    """Wait until something is so."""
    end = monotonic() + seconds
    while not true():
        assert monotonic() < end, f"not in {seconds:.0f} s: {what}"
        await asyncio.sleep(0.02)
