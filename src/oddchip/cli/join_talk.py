"""The conversation between one person at a terminal and one table: lines that are entered, messages that come in.

The connection makes itself again when it is lost, and asks again what was not answered, under the same id, so that
nothing is done twice. The terminal keeps no state of the game: it tells of the newest view.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TextIO

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from oddchip.cli.join_fair import Part, badge, details
from oddchip.cli.join_looks import look
from oddchip.cli.join_offers import Question, question
from oddchip.cli.join_orders import order_of
from oddchip.cli.join_words import Words, clean
from oddchip.cli.lines import Lines
from oddchip.cli.screen import Screen
from oddchip.errors import OddchipError
from oddchip.room.protocol import (
    PROTOCOL,
    Ack,
    Act,
    Answer,
    Asking,
    Bye,
    Chat,
    Decision,
    Hello,
    Line,
    LogLine,
    Nack,
    Request,
    TableView,
    Welcome,
)
from oddchip.telling import listed, sentence

WAITS = (0.5, 1, 2, 4, 8)
#: Close codes after which it is of no use to come back: another release, frames the room could not read.
FOR_GOOD = (4000, 4002)
_decoder = msgspec.json.Decoder(Answer)
_encoder = msgspec.json.Encoder()


class Over(Exception):
    """The conversation is over; the sentence says why, and is empty where the person left."""


@dataclass
class Talk:
    """`address` is the socket's, `base` the room's, `cookie` the session; `may_come` asks whether the table is still
    open to it, `record` gets the record of a hand's fairness, `coach` what the coach says of one (nothing where there
    is none).
    """

    screen: Screen
    address: str
    base: str
    cookie: str
    may_come: Callable[[], bool]
    view: TableView | None = None
    heard: int = 0
    log: list[LogLine] = field(default_factory=list)
    waiting: dict[str, Asking] = field(default_factory=dict)
    told: dict[str, object] = field(default_factory=dict)
    lost: bool = False  # and it was said
    last_chat: int = 0
    doubted: tuple[Decision, str] | None = None
    socket: ClientConnection | None = None
    tries: int = 0
    greeted: bool = False
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    part: Part = field(default_factory=lambda: Part(secrets.token_bytes, lambda: secrets.token_urlsafe(9)))
    seeds: set[str] = field(default_factory=set)
    record: Callable[[int], str] = lambda hand: ""
    coach: Callable[[int], Line] = lambda hand: []
    coached: int = 0
    looking: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self, stdin: TextIO) -> None:
        """Until the person leaves or the room ends it. Raises Over with the reason."""
        lines = Lines(stdin)
        typing = asyncio.create_task(self._type(lines))
        staying = asyncio.create_task(self._stay())
        try:
            done, _ = await asyncio.wait((typing, staying), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            lines.close()
            for task in (typing, staying):
                task.cancel()
            await asyncio.gather(typing, staying, return_exceptions=True)

    # --- the connection ----------------------------------------------------------------------------------------------

    async def _stay(self) -> None:
        """Be connected, again and again."""
        while True:
            again = await self._once()
            self.socket = None
            if not again and not self.lost:
                self.screen.say(("The connection is lost; trying again.", "yellow"))
                self.screen.stdout.flush()
            self.lost = True
            await asyncio.sleep(again or WAITS[min(self.tries, len(WAITS) - 1)])
            self.tries += 1

    async def _once(self) -> float:
        """One connection, to its end: in how many seconds the room wants to be called again, 0 if it did not say."""
        try:
            async with connect(
                self.address,
                origin=Origin(self.base),
                additional_headers={"Cookie": self.cookie},
                open_timeout=15,
                max_size=1 << 20,
            ) as socket:
                self.socket = socket
                await self._send(Hello(PROTOCOL))
                for request in self.waiting.values():
                    await self._send(request)
                return await self._listen(socket)
        except InvalidStatus as refused:
            if refused.response.status_code in (401, 403, 404) and not await asyncio.to_thread(self.may_come):
                raise Over("The room does not let you in here any more.") from None
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd.code in FOR_GOOD:
                raise Over("The room is of another release than this program.") from None
        except (OSError, InvalidHandshake, TimeoutError):
            pass  # nobody there just now: told and tried again by `_stay`
        return 0

    async def _listen(self, socket: ClientConnection) -> float:
        async for frame in socket:
            try:
                message = _decoder.decode(frame)
            except (msgspec.DecodeError, msgspec.ValidationError):
                raise Over("The room says what this program cannot read; it is of another release.") from None
            if isinstance(message, Bye):
                self.screen.say((sentence(clean(message.why)), "yellow"))
                if not message.again:
                    raise Over("")
                return message.again
            self._hear(message)
            if isinstance(message, TableView):
                await self._take_part(message)
                self._listen_to_coach(message)
            self.screen.stdout.flush()
        return 0

    async def _take_part(self, view: TableView) -> None:
        """My seeds for the shuffle, asked for again with each connection, and a look at the proof of each card."""
        known = len(self.part.troubles)
        for seed in self.part.hear(view):
            self.seeds.add(seed.id)
            await self._send(seed)
        if self.part.is_due(view):
            looking = asyncio.create_task(self._verify(view.hand))
            self.looking.add(looking)
            looking.add_done_callback(self.looking.discard)
        self._complain(known)

    def _listen_to_coach(self, view: TableView) -> None:
        """After a hand of California Poker, a line from the coach, if the table has one."""
        swaps = view.game is not None and view.game.family == "swap"
        if view.result is None or not swaps or not view.settings.get("coach") or self.coached == view.hand:
            return
        self.coached = view.hand
        listening = asyncio.create_task(self._remark(view.hand))
        self.looking.add(listening)
        listening.add_done_callback(self.looking.discard)

    async def _remark(self, hand: int) -> None:
        said = await asyncio.to_thread(self.coach, hand)
        if said and self.view is not None:
            self.screen.say("Coach: ", *Words(self.screen, self.view).line(said))
            self.screen.stdout.flush()

    async def _verify(self, hand: int) -> None:
        """The record of a hand that is over, as a whole, beside the table."""
        known = len(self.part.troubles)
        record = await asyncio.to_thread(self.record, hand)
        if record:
            await asyncio.to_thread(self.part.verify, record)
            self._complain(known)

    def _complain(self, known: int) -> None:
        for trouble in self.part.troubles[known:]:
            self.screen.say((f"The deal is not what it should be: {clean(trouble)}.", "red"))

    async def _send(self, request: Request) -> None:
        if self.socket is not None:
            with suppress(ConnectionClosed):  # it is in `waiting`, and goes out again with the next connection
                await self.socket.send(_encoder.encode(request).decode())

    async def _ask(self, request: Asking) -> None:
        """Send a request, and keep it until it is answered."""
        self.waiting[request.id] = request
        if self.socket is None:
            self.screen.say("There is no connection; this goes out as soon as there is one.")
        await self._send(request)

    # --- what comes in -----------------------------------------------------------------------------------------------

    def _hear(self, message: Answer) -> None:
        match message:
            case Welcome():
                if self.greeted:
                    self.screen.say("Connected again.")
                else:
                    self.screen.say(f"You are {clean(message.name)}. Enter help at any time.")
                self.greeted, self.tries, self.lost = True, 0, False
            case TableView():
                self._see(message)
            case Ack():
                self._done(message)
            case Nack():
                self._not_done(message)
            case Chat():
                if message.n > self.last_chat:
                    self.last_chat = message.n
                    self.screen.say((f"{clean(message.name)} says: ", "bold"), clean(message.text))

    def _done(self, ack: Ack) -> None:
        request = self.waiting.pop(ack.id, None)
        if isinstance(request, Act) and request.do in ("declare", "give"):
            self.screen.say("Your choice is made; it is shown when all have chosen.")
        self.doubted = None if isinstance(request, Act) else self.doubted

    def _not_done(self, nack: Nack) -> None:
        if nack.id in self.seeds:
            return  # it came too late, and is asked for anew; what becomes of it the table says
        request = self.waiting.pop(nack.id, None)
        why = sentence(clean(nack.why))
        if nack.kind == "doubt" and isinstance(request, Act):
            self.doubted = request.decision, _meaning(request)
            why = f"{why} Enter it again if you mean it."
        self.screen.say((why, "yellow"))

    def _see(self, view: TableView) -> None:
        """A new view: what is new in it is told."""
        first, self.view = self.view is None, view
        words = Words(self.screen, view)
        if first:
            self.screen.heading(clean(view.title))
            words.table()
        if view.fresh:
            self.log = []
        fresh = [line for line in view.log if line.n > self.heard]
        self.log = [*self.log, *(line for line in view.log if not self.log or line.n > self.log[-1].n)][-400:]
        if fresh:
            self.heard = fresh[-1].n
        words.log(fresh)
        self._changes(words, first)
        self._question(words)
        self.seen.set()

    def _changes(self, words: Words, first: bool) -> None:
        """What stands beside the hand, whenever it is otherwise than it was told."""
        view, me = words.view, words.me
        self._tell("note", me.note, me.note)
        if view.state in ("paused", "stopped", "closed", "open"):
            self._tell("why", view.why, "" if first else view.why)
        else:
            self.told["why"] = ""
        for asked in view.waiting:
            name = clean(asked.name)
            self._tell(
                f"asks {asked.person}",
                asked.seat,
                f"{name} asks for seat {asked.seat + 1} with {asked.chips} chips: approve {name}, or deny {name}.",
            )
        for gone in [key for key in self.told if key.startswith("asks ")]:
            if gone.removeprefix("asks ") not in {asked.person for asked in view.waiting}:
                del self.told[gone]
        chips = f" ({me.buy_in[0]} to {me.buy_in[1]} chips)" if me.buy_in else ""
        may = {
            "sit": f"Enter sit to take a seat{chips}." if not me.asked_to_sit else "",
            "rebuy": f"Enter rebuy to buy in again{chips}.",
            "return": "Enter back to be dealt in again.",
        }
        for what, hint in may.items():
            self._tell(what, what in me.may and hint, hint if what in me.may else "")
        choosing = "choose" in me.may and view.choice is not None
        if choosing and not self.told.get("choice"):
            words.choice()
        self.told["choice"] = choosing

    def _tell(self, what: str, now: object, words: str) -> None:
        """Say something once, until it is otherwise."""
        if self.told.get(what) != now:
            self.told[what] = now
            if now is not None and words:
                self.screen.say(sentence(clean(words)))

    def _question(self, words: Words) -> None:
        """Ask for a decision once."""
        asked = self._asked()
        decision = asked.offer.decision if asked else None
        if asked and decision != self.told.get("decision"):
            mine = [clock.deadline for clock in words.view.clocks if clock.seat == words.me.seat]
            words.ask(asked, min(mine) - words.view.now if mine else 0)
        self.told["decision"] = decision

    def _asked(self) -> Question | None:
        return question(self.view, self.view.me) if self.view and self.view.me else None

    # --- what is entered ---------------------------------------------------------------------------------------------

    async def _type(self, lines: Lines) -> None:
        async for text in lines:
            await self._entered(text.strip())
            self.screen.stdout.flush()
        raise Over("The input has ended; your seat is kept.")

    async def _entered(self, text: str) -> None:
        """A line: a question, an order, or an answer."""
        word = text.lower()
        if word in ("q", "quit", "exit"):
            raise Over("You go, and your seat is kept; leave gives it up." if self._is_seated() else "You go.")
        if self.view is None:
            await self.seen.wait()  # what is entered early is for the table that is about to be seen
            assert self.view is not None
        if word == "fair":
            for line in (badge(self.part), *details(self.part, self.view)):
                self.screen.say(clean(line))
            return
        if look(word, self.screen, self.view, self.log):
            return
        try:
            request = order_of(text, self.view, secrets.token_urlsafe(9)) or self._answer(text)
        except OddchipError as wrong:
            self.screen.say((sentence(str(wrong)), "yellow"))
            return
        if request is not None:
            await self._ask(request)

    def _is_seated(self) -> bool:
        return bool(self.view and self.view.me and self.view.me.seat >= 0)

    def _answer(self, text: str) -> Asking | None:
        """A decision in the hand; what was doubted is meant when it is entered again."""
        asked = self._asked()
        if asked is None:
            who = [Words(self.screen, self.view).name(seat) for seat in self.view.acting] if self.view else []
            turn = f"it is {listed(who)} to act" if who else "nothing is asked of you now"
            self.screen.say(f"{sentence(turn)} Enter help for what you may do.")
            return None
        act = asked.act(secrets.token_urlsafe(9), text)
        if self.doubted == (act.decision, _meaning(act)):
            act.sure = True
        return act


def _meaning(act: Act) -> str:
    """What an act does, without its id."""
    return f"{act.do} {act.amount} {','.join(sorted(act.cards))} {act.way}"
