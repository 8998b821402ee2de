"""Players over WebSocket who write down all they ask, hear and are shown, each note before anybody goes on.

One who is cut off, or hears nothing for too long, comes back by any way in, at first soon and then later and later, and
asks again, under the same id, for what was not answered.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from oddchip.cli.join_fair import Part
from oddchip.room.protocol import PROTOCOL, Act, Answer, Do, Hello, Ping, TableView
from room_players import answer_to
from several.digests import chips_of, own_part, public_part
from several.history import UNKNOWN, Acked, Notes, Refused, Sent, Shown, Socket

#: Seconds without a word, after a ping too, after which the line is taken for dead; and between two pings.
DEAF, PINGS = 3.0, 1.0
#: Seconds without an answer on a line that lives, after which a command is sent once more.
REMINDS = 5.0
#: Seconds until somebody comes back: the first time, and at most.
SOON, LATE = 0.05, 1.0

Asked = Act | Do
_decoder = msgspec.json.Decoder(Answer)
Think = Callable[[Random], float]


@dataclass(frozen=True)
class Way:
    """A way into a room: a worker by name and port, reached at another port (`by`) if a proxy lies between."""

    worker: str
    port: int
    by: int = 0

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@dataclass
class Ways:
    """The ways in that there are just now."""

    now: list[Way] = field(default_factory=list)

    def pick(self, rng: Random, tried: Way | None = None) -> Way | None:
        """Any, but rather not the one that was just tried."""
        others = [way for way in self.now if way != tried] or self.now
        return rng.choice(others) if others else None


@dataclass(frozen=True)
class Guest:
    """Somebody with a session, and his place at a table."""

    table: str
    name: str
    token: str
    seat: int


class Player:
    """One guest at his table, until he is told to stop. `think`: the seconds between being asked and answering. One
    with `seeds` has a chain, takes part in each shuffle, and checks the proof of every card he is shown.
    """

    def __init__(self, guest: Guest, ways: Ways, notes: Notes, rng: Random, think: Think, seeds: bool = False) -> None:
        self.guest, self.ways, self.notes, self.rng, self.think = guest, ways, notes, rng, think
        self.person, self.seated, self.ending = "", False, False
        self.waiting: dict[str, Asked] = {}
        self.view: dict[str, Any] = {}
        self.acts = self.reminded = 0
        self.part = Part(rng.randbytes, lambda: f"fair-{self._name()}") if seeds else None
        self._run, self._asked, self._sockets = f"{rng.getrandbits(40):x}", 0, 0
        self._refused: Any = None
        self._socket: ClientConnection | None = None
        self._heard_at = self._put_at = 0.0
        self._last = 0
        self._due: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Until `ending`, and until what was asked by then is answered."""
        wait, way = SOON, None
        while not self._is_done:
            way = self.ways.pick(self.rng, way)
            came = way is not None and await self._visit(way)
            wait = SOON if came else min(LATE, 2 * wait)
            if not self._is_done:
                await asyncio.sleep(wait * self.rng.uniform(0.5, 1.5))

    @property
    def _is_done(self) -> bool:
        return self.ending and not self.waiting

    @property
    def is_there(self) -> bool:
        """Is he shown his table?"""
        return self._socket is not None and bool(self.view)

    # --- one connection --------------------------------------------------------------------------------------------

    async def _visit(self, way: Way) -> bool:
        """From its beginning to its end; gives whether there was a table to be seen."""
        socket = await self._opened(way)
        if socket is None:
            return False
        self._sockets += 1
        self._socket, self._heard_at, self.view, why = socket, monotonic(), {}, "ended"
        guard = asyncio.create_task(self._guard(socket, way))
        try:
            await socket.send(_text(Hello(PROTOCOL, self._last)))
            async for frame in socket:
                self._heard_at = monotonic()
                self._hear(json.loads(frame), way)
                if self.part is not None:
                    self._take_part(frame, way)
        except (WebSocketException, OSError) as error:
            why = type(error).__name__
        finally:
            self._socket = None
            guard.cancel()
            socket.transport.abort()
            await asyncio.gather(guard, *self._sending, return_exceptions=True)
            if self._due:
                self._due.cancel()
                self._due = None
            if self.person:
                self._note_socket(way, why)
        return bool(self.view)

    def leave(self) -> None:
        """Break the line, if there is one; he comes back by any way that there is then."""
        if self._socket is not None:
            self.view = {}
            self._socket.transport.abort()

    async def _opened(self, way: Way) -> ClientConnection | None:
        url = f"ws://127.0.0.1:{way.port}/table/{self.guest.table}/live"
        cookie = {"Cookie": f"oddchip={self.guest.token}"}
        try:
            async with asyncio.timeout(DEAF):
                return await connect(
                    url, host="127.0.0.1", port=way.by or way.port, origin=way.base, additional_headers=cookie,
                    compression=None, max_size=None, ping_interval=None, close_timeout=0.5,
                )  # fmt: skip
        except (OSError, EOFError, InvalidHandshake, InvalidMessage):  # TimeoutError is an OSError
            return None

    async def _guard(self, socket: ClientConnection, way: Way) -> None:
        """Leave when all is done; ask whether anybody is there; give up a line on which nothing comes; ask once more
        where nothing but the answer comes.
        """
        while True:
            await asyncio.sleep(PINGS / 4)
            silence = monotonic() - self._heard_at
            if self._is_done:
                await socket.close()
                return
            if silence > DEAF:
                socket.transport.abort()
                return
            if silence > PINGS:
                self._say(_text(Ping()))
            if self.waiting and self.view and monotonic() - self._put_at > REMINDS:
                self.reminded += 1
                self._ask_again(way)

    def _note_socket(self, way: Way, why: str = "") -> None:
        self.notes.note(Socket(monotonic(), self.guest.table, self.person, self._sockets, way.worker, why))

    def _say(self, text: str) -> None:
        """Send it beside what goes on; where that fails the reader hears of it, too."""
        if self._socket is not None:
            task = asyncio.create_task(self._sent(self._socket, text))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _sent(self, socket: ClientConnection, text: str) -> None:
        try:
            await socket.send(text)
        except (WebSocketException, OSError):
            socket.transport.abort()

    # --- what he hears ----------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any], way: Way) -> None:
        match message["t"]:
            case "welcome":
                self.person = message["person"]
                self._note_socket(way)
            case "view":
                is_back = not self.view
                self._see(message)
                if is_back:
                    self._ask_again(way)
            case "ack" | "nack":
                self._answer(message, way)
        if self.view and not self.waiting and not self.ending and self._due is None:
            self._due = asyncio.get_running_loop().call_later(self.think(self.rng), self._next, way)

    def _take_part(self, frame: str | bytes, way: Way) -> None:
        """His seeds for the shuffle; what he is shown must be what was committed to, whichever worker shows it."""
        assert self.part is not None
        message = _decoder.decode(frame)
        if isinstance(message, TableView):
            for seed in self.part.hear(message):
                about = self.guest.table, f"{self.person}:{seed.id}", way.worker, "seed"
                self.notes.note(Sent(monotonic(), *about))
                self._say(_text(seed))

    def _see(self, view: dict[str, Any]) -> None:
        self.view = view
        if view.get("delayed"):
            return
        self._last = max(self._last, view["seq"])
        about = self.guest.table, self.person, self._sockets, view["seq"]
        self.notes.note(Shown(monotonic(), *about, public_part(view), own_part(view), chips_of(view)))

    def _answer(self, message: dict[str, Any], way: Way) -> None:
        """An answer; after one that leaves it open the same is asked once more, a little later."""
        request = self.waiting.get(message["id"])
        if request is None and not message["id"].startswith(self._run):
            return
        command, kind = f"{self.person}:{message['id']}", message.get("kind", "")
        if message["t"] == "ack":
            self.notes.note(Acked(monotonic(), self.guest.table, command, message["seq"]))
            self.acts += isinstance(request, Act)
            self.seated = self.seated or (isinstance(request, Do) and request.what == "sit")
        else:
            self.notes.note(Refused(monotonic(), self.guest.table, command, kind, message["why"]))
        if request is not None and kind in UNKNOWN:
            asyncio.get_running_loop().call_later(0.2, self._once_more, request, way)
            return
        self.waiting.pop(message["id"], None)
        if kind and isinstance(request, Act):
            self._refused = request.decision

    # --- what he asks -----------------------------------------------------------------------------------------------

    def _once_more(self, request: Asked, way: Way) -> None:
        if request.id in self.waiting and self._socket is not None and self.view:
            self._put(request, way)

    def _ask_again(self, way: Way) -> None:
        for request in list(self.waiting.values()):
            self._put(request, way)

    def _next(self, way: Way) -> None:
        """What he asks for now, if anything."""
        self._due = None
        if self.waiting or self.ending or not self.view:
            return
        request = self._wanted()
        if request is not None:
            self.waiting[request.id] = request
            self._put(request, way)

    def _wanted(self) -> Asked | None:
        me = self.view.get("me", {})
        may = me.get("may", ())
        if offer := me.get("offer"):
            return answer_to(self.view, self.rng, self._name(), self._refused == tuple(offer["decision"]))
        if me.get("seat", -1) < 0 and "sit" in may:
            return Do(self._name(), "sit", seat=self.guest.seat)
        if "rebuy" in may:
            return Do(self._name(), "rebuy")
        if "return" in may:
            return Do(self._name(), "return", post=True)
        if "top_up" in may and self.rng.random() < 0.02:
            return Do(self._name(), "top_up", chips=self.rng.randint(1, 20))
        return None

    def _put(self, request: Asked, way: Way) -> None:
        """Ask. It is written down before anybody can have heard of it."""
        self._put_at = monotonic()
        kind = "act" if isinstance(request, Act) else request.what
        self.notes.note(Sent(monotonic(), self.guest.table, f"{self.person}:{request.id}", way.worker, kind))
        self._say(_text(request))

    def _name(self) -> str:
        self._asked += 1
        return f"{self._run}-{self._asked}"


def _text(request: Any) -> str:
    return msgspec.json.encode(request).decode()
