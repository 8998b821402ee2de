"""A room with people in it and a clock set by hand: what the tests of the scenarios share.

Everybody has a `Screen`, which keeps every frame it is sent and looks through it for cards that are none of its
reader's business. `ask` waits for the answer; when it comes, the view is the one after it.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from backend import copied, long_after
from contract_views import learned
from oddchip import Hand, by_hand
from oddchip.actions import DealOffer
from oddchip.cards import card_text
from oddchip.dealers import Dealer
from oddchip.fair.deck import HiddenDeck
from oddchip.room import dealing, restore
from oddchip.room.actor import Actor
from oddchip.room.decks import dealer_of
from oddchip.room.desk import Committed, SeedsGiven
from oddchip.room.doctor import check_up
from oddchip.room.entries import account
from oddchip.room.outbox import Outbox
from oddchip.room.people import Person
from oddchip.room.project import dealt_in
from oddchip.room.protocol import Act, Do, GameWanted, Hello, Host, Say
from oddchip.room.room import Room, RoomSettings
from oddchip.room.steps import Scene, balances
from oddchip.room.store import connecting, schema
from oddchip.table import Table
from oddchip.views import SPECTATOR
from scripted import scripted

START = 1_790_000_000.0
HOST = "Hanna"
TITLE = re.compile(r"Hand \d+: ")


class Clock:
    """The room's time, which only a test moves."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> float:
        return self.time


# --- what nobody may see ---------------------------------------------------------------------------------------------


def hidden(scene: Scene, person: str) -> list[str]:
    """The cards of the hand that lies there which a person was neither dealt nor shown, as text."""
    hand = scene.table.hand
    if hand is None:
        return []
    people = dealt_in(scene.table) or scene.desk.dealt
    seat = next((seat for seat, who in people.items() if who == person), None)
    i = SPECTATOR if seat is None else hand.seats.index(seat)
    seen = {card for event in hand.log for card in learned(event, i, hand.plan.members)}
    if not scene.table.playing:
        seen.update(card for cards in scene.desk.shown.values() for card in cards)
    return [card_text(card, hand.game.deck) for card in hand.game.deck.cards if card not in seen]


def of_this_hand(view: dict[str, Any]) -> str:
    """A view as text, without the lines of the log that are about hands before the one it shows."""
    lines = view.get("log", [])
    first = [at for at, each in enumerate(lines) if TITLE.match(words_of(each["line"]))]
    return json.dumps({**view, "log": lines[first[-1] :] if first else lines})


# --- one screen ------------------------------------------------------------------------------------------------------


class Tape(Outbox):
    """Takes what is sent to a screen at the very moment it is sent."""

    __slots__ = ("screen",)

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self.screen = screen

    def put(self, frame: bytes, *, view: bool = False) -> None:
        if not self.closed:
            self.screen.take(frame)


class Screen:
    """A tab of one person at one table."""

    def __init__(self, parlour: Parlour, name: str, person: str, table: str, **how: bool) -> None:
        self.parlour, self.name, self.person, self.table_id, self.how = parlour, name, person, table, how
        self.frames: list[bytes] = []
        self.views: list[dict[str, Any]] = []
        self.refusals: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.bye: dict[str, Any] | None = None
        self._asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.open()

    @property
    def actor(self) -> Actor:
        return self.parlour.room.tables[self.table_id]

    def open(self) -> None:
        """Another socket, in place of the one before."""
        self.connection = self.actor.connect(self.person, **self.how)
        self.connection.outbox = Tape(self)
        self.bye = None

    async def hello(self) -> Screen:
        await self.connection.receive(Hello(1))
        return self

    def close(self) -> None:
        self.connection.close()

    async def again(self) -> Screen:
        """The page is loaded again."""
        self.close()
        self.open()
        return await self.hello()

    # --- what comes in -----------------------------------------------------------------------------------------------

    def take(self, frame: bytes) -> None:
        message = json.loads(frame)
        self.frames.append(frame)
        match message["t"]:
            case "view":
                self._look_through(message)
                self.views.append(message)
                self.heard += message.get("log", [])
            case "ack" | "nack":
                if message["t"] == "nack":
                    self.refusals.append(message)
                waiting = self._asked.pop(message["id"], None)
                if waiting and not waiting.done():
                    waiting.set_result(message)
            case "chat":
                self.said.append(message)
            case "bye":
                self.bye = message

    def _look_through(self, view: dict[str, Any]) -> None:
        """No card stands in a view that its reader may not see (scenario 24)."""
        actor = self.actor
        scene = actor.audience.rested if view.get("delayed") else actor.scene
        if scene is not None and scene.table.hand is not None:
            text = of_this_hand(view)
            found = [card for card in hidden(scene, self.person) if f'"{card}"' in text]
            assert not found, f"{self.name} is sent {found} in view {view['seq']}"

    # --- what it shows -----------------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        return self.views[-1]

    @property
    def me(self) -> dict[str, Any]:
        return self.view.get("me", {})

    @property
    def offer(self) -> dict[str, Any] | None:
        return self.me.get("offer")

    @property
    def seat(self) -> int:
        return self.me.get("seat", -1)

    @property
    def cards(self) -> list[str]:
        return [card[1] for card in self.me.get("cards", [])]

    @property
    def ids(self) -> list[str]:
        return [card[0] for card in self.me.get("cards", [])]

    def at(self, seat: int) -> dict[str, Any]:
        """What is shown of a seat."""
        return self.view["seats"][seat]

    @property
    def log(self) -> list[str]:
        """The lines heard so far, as plain text."""
        return [words_of(each["line"]) for each in self.heard]

    # --- what it sends -----------------------------------------------------------------------------------------------

    async def ask(self, request: Any) -> dict[str, Any]:
        """Send a request; its answer."""
        waiting = self._asked.setdefault(request.id, asyncio.get_running_loop().create_future())
        await self.connection.receive(request)
        return await asyncio.wait_for(asyncio.shield(waiting), 10)

    def answer(self, do: str, **fields: Any) -> Act:
        """An action for the decision that is shown, at the price that is shown."""
        assert self.offer is not None, f"{self.name} is not asked"
        fields.setdefault("decision", tuple(self.offer["decision"]))
        fields.setdefault("price", self.offer.get("price", 0))
        fields.setdefault("id", self.parlour.id())
        return Act(do=do, **fields)

    async def act(self, do: str, **fields: Any) -> dict[str, Any]:
        return await self.ask(self.answer(do, **fields))

    async def do(self, what: Any, **fields: Any) -> dict[str, Any]:
        return await self.ask(Do(self.parlour.id(), what, **fields))

    async def host(self, what: Any, **fields: Any) -> dict[str, Any]:
        return await self.ask(Host(self.parlour.id(), what, **fields))

    async def say(self, text: str) -> dict[str, Any]:
        return await self.ask(Say(self.parlour.id(), text))


def words_of(line: Sequence[Any]) -> str:
    return "".join(span if isinstance(span, str) else span[1] for span in line)


def done(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer of a request that must not be refused."""
    assert answer["t"] == "ack", answer
    return answer


def no(answer: dict[str, Any], kind: str, words: str = "") -> str:
    """The sentence of a refusal of this kind, which says these words."""
    assert (answer["t"], answer.get("kind")) == ("nack", kind), answer
    assert re.search(words, answer["why"]), answer
    assert answer["why"][:1].isupper() or not answer["why"][:1].isalpha(), answer
    return answer["why"]


# --- decisions -------------------------------------------------------------------------------------------------------


def passive(screen: Screen) -> Act:
    """Check, call, stand pat, declare the first way, give the first cards."""
    offer = screen.offer
    assert offer is not None
    if offer["kind"] == "bet":
        do = next((each for each in ("check", "call", "bring_in", "declare_open") if offer.get(each)), "fold")
        return screen.answer(do, sure=True)
    if offer["kind"] == "declare":
        return screen.answer("declare", way=offer["ways"][0], sure=True)
    return screen.answer("draw" if offer["kind"] == "draw" else "give", cards=screen.ids[: offer.get("count", 0)])


def at_random(screen: Screen, rng: Random) -> Act:
    """Any answer to what is asked, with few folds."""
    offer = screen.offer
    assert offer is not None
    if offer["kind"] == "declare":
        return screen.answer("declare", way=rng.choice(offer["ways"]), sure=True)
    if offer["kind"] == "swap":
        return screen.answer("give", cards=rng.sample(screen.ids, offer["count"]))
    if offer["kind"] == "draw":
        most = offer.get("most", 0) - ("draw" in offer.get("no", {}))
        return screen.answer("draw", cards=rng.sample(screen.ids, rng.randint(0, max(0, most))), sure=True)
    ways = [each for each in ("check", "call", "bring_in", "declare_open") if offer.get(each)]
    if offer.get("fold") and (not ways or rng.random() < 0.2):
        ways.append("fold")
    amounts = offer.get("raise_to")
    if amounts and rng.random() < 0.4:
        many = range(amounts["least"], amounts["most"] + 1, amounts.get("step", 1))
        some = amounts.get("amounts") or [*many[:6], many[-1]]
        return screen.answer("raise", amount=rng.choice(some), sure=True)
    return screen.answer(rng.choice(ways), sure=True)


# --- the room --------------------------------------------------------------------------------------------------------


class Parlour:
    """A room, who is in it, and one table that is looked at."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, seed: int = 1) -> None:
        self.folder, self.patch = folder, patch
        self.clock, self.rng = Clock(), Random(seed)
        self.people: dict[str, Person] = {}
        self.screens: list[Screen] = []
        self.reports: list[tuple[str, dict[str, Any]]] = []
        self.table_id = ""
        self.settings = RoomSettings(pace="none")
        self._decks: deque[Dealer] = deque()
        self._dealt: dict[str, Dealer | None] = {}

    async def open(self) -> Parlour:
        with self.patch.context() as patch:
            # These tests are not about the disk, which is slow: what is written need not outlive the machine.
            patch.setattr(connecting, "SYNCHRONOUS", "OFF")
            self.room = await Room.open(
                self.folder,
                settings=self.settings,
                now=self.clock,
                bits=self.rng.randbytes,
                report=lambda event, **fields: self.reports.append((event, fields)),
            )
        return self

    @property
    def actor(self) -> Actor:
        return self.room.tables[self.table_id]

    @property
    def scene(self) -> Scene:
        return self.actor.scene

    @property
    def table(self) -> Table:
        return self.scene.table

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    def id(self) -> str:
        return f"{self.rng.getrandbits(60):x}"

    # --- people and tables -------------------------------------------------------------------------------------------

    async def person(self, name: str) -> Person:
        if name not in self.people:
            made, _ = await self.room.new_guest(name)
            self.people[name] = await self.room.make_host(made) if name == HOST else made
        return self.people[name]

    async def new_table(
        self,
        *games: str,
        size: int = 6,
        mode: str = "game",
        house: Mapping[str, Any] | None = None,
        hands_each: int | None = 8,
        **settings: Any,
    ) -> str:
        """A table of Hanna's; games are "badugi" or "badugi at 4/8". Guests just sit down, unless `approve`."""
        wanted = [GameWanted(*each.partition(" at ")[::2]) for each in games]
        settings.setdefault("approve", False)
        host = await self.person(HOST)
        self.table_id = await self.room.new_table(host, "Friday", size, wanted, mode, house, settings, hands_each)
        return self.table_id

    async def come(self, name: str, **how: bool) -> Screen:
        """Somebody opens the table's page."""
        person = await self.person(name)
        screen = Screen(self, name, person.id, self.table_id, **how)
        self.screens.append(screen)
        return await screen.hello()

    async def sit(self, *names: str, chips: int | Sequence[int] = 200, first: int = 0, post: bool = False) -> list[Any]:
        """People come and sit down side by side."""
        found = []
        for at, name in enumerate(names):
            screen = await self.come(name)
            stack = chips if isinstance(chips, int) else chips[at]
            done(await screen.do("sit", seat=first + at, chips=stack, post=post))
            found.append(screen)
        return found

    def screen_at(self, seat: int) -> Screen:
        """A screen of who sits there."""
        player = self.table.places[seat].player
        return next(each for each in self.here if each.person == player)

    @property
    def here(self) -> list[Screen]:
        """The screens that show the table looked at."""
        return [each for each in self.screens if each.table_id == self.table_id and not each.connection.outbox.closed]

    # --- hands -------------------------------------------------------------------------------------------------------

    def next_deck(self, cards: Mapping[int, str], rows: Mapping[str, str] | None = None, button: int = 0) -> None:
        """What each seat receives in order in the next hand, draws included; the rest comes from what is left.

        `button` is the seat that has the button then, the lowest one in a table's first hand.
        """
        seats = sorted(seat for seat, place in self.table.places.items() if place.chips)
        order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
        entry = self.table.entry
        assert entry is not None
        texts = [cards.get(seat, "") for seat in order]

        def choose(offer: DealOffer) -> Sequence[int]:
            return scripted(entry.game, texts, rows or {})(offer)

        self._decks.append(by_hand(choose))
        for module in (dealing, restore):
            self.patch.setattr(module, "dealer_of", self._dealer_of)

    def _dealer_of(self, deck: HiddenDeck, told: Committed, given: SeedsGiven) -> Dealer:
        """The same commitment deals the same cards, now and when the hand is decided again."""
        if told.id not in self._dealt:
            self._dealt[told.id] = self._decks.popleft() if self._decks else None
        return self._dealt[told.id] or dealer_of(deck, told, given)

    async def deal(self, *, hold: bool = True) -> None:
        """Deal one hand, and with `hold` none after it."""
        await self.host("deal")
        self.clock.time = max(self.clock.time, self.actor.next_deal)
        await self.tick()
        if hold:
            await self.host("hold")

    async def host(self, what: Any, **fields: Any) -> dict[str, Any]:
        """The host does something, from whichever screen she has."""
        screen = next(each for each in self.here if each.name == HOST)
        return done(await screen.host(what, **fields))

    async def script(self, *said: str) -> None:
        """``"Ben raise 4", "Cyd fold"``: nobody is refused."""
        for line in said:
            name, do, *rest = line.split()
            screen = next(each for each in self.here if each.name == name)
            fields: dict[str, Any] = {"sure": True}
            if do == "raise":
                fields["amount"] = int(rest[0])
            elif do == "draw":
                fields["cards"] = [card[0] for card in screen.me["cards"] if card[1] in rest]
                assert len(fields["cards"]) == len(rest), (rest, screen.cards)
            elif do == "declare":
                fields["way"] = rest[0]
            done(await screen.act(do, **fields))

    async def play_on(
        self, choose: Callable[[Screen], Act] = passive, until: Callable[[], bool] = lambda: False
    ) -> None:
        """Everybody answers what he is asked, until the hand is over or something is so."""
        number = self.table.state.hands
        while self.table.playing and self.table.state.hands == number and not until():
            screen = self.screen_at(min(self.table.offers))
            done(await screen.ask(choose(screen)))

    # --- time --------------------------------------------------------------------------------------------------------

    async def tick(self) -> None:
        """Everything that is due by now is done."""
        for actor in list(self.room.tables.values()):
            await actor.tick()
            for _ in range(20):
                if actor.due_at > self.clock.time:
                    break
                await actor.tick()

    async def wait(self, seconds: float, step: float = 1) -> None:
        """So many seconds go by, a second (or `step`) at a time."""
        end = self.clock.time + seconds
        while self.clock.time < end:
            self.clock.time = min(end, self.clock.time + step)
            await self.tick()

    async def restart(self, *, kill: bool = False, away: float = 0) -> None:
        """The room ends, in order or (`kill`) in the middle of it all, and is opened again so many seconds later."""
        if kill:  # the folder as it lies on the disk now, and nobody who could have said good-bye
            copy = copied(self.folder, self.folder.with_name(self.folder.name + "x"))
            long_after(copy)
            await self.room.close()
            self.folder = copy
        else:
            await self.room.close("restarting")
        self.clock.time += away
        await self.open()
        for screen in self.screens:
            if screen.table_id in self.room.tables:
                screen.open()
                await screen.hello()

    # --- what must always be so --------------------------------------------------------------------------------------

    async def check(self) -> None:
        """The log is sound and comes out alike when it is decided again, the ledger sums to zero, and every account is
        what the tables say.
        """
        found = await check_up(self.room.store)
        wrong = found.complaints()
        assert not wrong, wrong
        e = schema.entry
        rows = await self.room.store.read(
            select(e.c.table_id, e.c.account, func.sum(e.c.amount)).group_by(e.c.table_id, e.c.account)
        )
        booked = {(row[0], row[1]): row[2] for row in rows if row[2] and row[0] in self.room.tables}
        wanted = {}
        for table_id, actor in self.room.tables.items():
            for name, amount in balances(actor.scene.table).items():
                if amount:
                    wanted[table_id, account(table_id, name)] = amount
            state = actor.scene.table.state
            assert state.chips == state.brought
        assert booked == wanted

    async def events(self) -> list[Any]:
        """The table's log, oldest first."""
        e = schema.event
        return list(await self.room.store.read(select(e).where(e.c.table_id == self.table_id).order_by(e.c.seq)))


Work = Callable[[Parlour], Coroutine[Any, Any, None]]


def in_a_room(work: Work) -> Callable[..., None]:
    """A test in a room of its own, with what must always be so checked at its end."""

    @wraps(work)
    def test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async def run() -> None:
            parlour = await Parlour(tmp_path / "data", monkeypatch).open()
            try:
                async with asyncio.timeout(60):
                    await work(parlour)
                    await parlour.check()
            finally:
                await parlour.room.close()

        asyncio.run(run())

    del test.__wrapped__  # type: ignore[attr-defined]  # or pytest looks for the parlour
    return test


async def until(so: Callable[[], bool], seconds: float = 10) -> None:
    """Wait, in real time, for what goes on in other threads."""
    async with asyncio.timeout(seconds):
        while not so():
            await asyncio.sleep(0.005)
