"""The WebSocket of a table: who it belongs to, what comes in, what goes out, and when it ends.

The `Guard` has checked its host and origin. Here the session decides: it must be one that may open this table. Then
comes `Hello`, then any requests; frames that cannot be read are answered, and after some of them the socket is closed.
What the room says waits in the connection's outbox, and is sent as fast as the reader takes it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from oddchip.room.limits import Bucket
from oddchip.room.people import Person
from oddchip.room.protocol import (
    MOST_BYTES,
    PROTOCOL,
    Bye,
    Hello,
    Nack,
    Ping,
    Request,
    Say,
    read_request,
    written,
)
from oddchip.room.reach import reach
from oddchip.room.store import StoreError
from oddchip.web.headers import address_key, is_loopback
from oddchip.web.sessions import person_of, token_of
from oddchip.web.wiring import Wiring, wiring_of

if TYPE_CHECKING:
    from oddchip.room.connection import Connection

# Why a socket is closed: RFC 6455 and, from 4000 on, our own.
GOING_AWAY, POLICY, BROKEN, TOO_BIG, RESTARTING, SLOW, UNREADABLE, NO_HELLO, OLD_PAGE = (
    1001, 1008, 1011, 1009, 1012, 4008, 4002, 4001, 4000
)  # fmt: skip
_OLD = "This page is not of the same release as the room. Load it again."


async def live(socket: WebSocket) -> None:
    """Serve one socket from its opening to its end."""
    wiring, table_id = wiring_of(socket), socket.path_params["table"]
    try:
        person = await person_of(socket)
        actor = await reach(wiring.room, table_id, person.id) if person else None
    except StoreError:  # the data is away for a while: the page tries again
        await _turn_away(socket, wiring, "no_data")
        return
    may = wiring.room.may_open(person.id, table_id) if person else None
    if person is None or may is None or actor is None:
        await _turn_away(socket, wiring, "not_invited")
        return
    keys = _Keys(wiring, socket)
    if wiring.leaving or not keys.enter():
        await _turn_away(socket, wiring, "leaving" if wiring.leaving else "too_many")
        return
    try:
        await socket.accept()
        wiring.metrics.opened.inc()
        one = Live(socket, wiring, person, table_id, may == "watch")
        socket.scope["headers"].clear()  # looked at by now: thousands of sockets need not keep them for hours
        await one.serve()
    except WebSocketDisconnect:
        pass
    finally:
        keys.leave()


async def _turn_away(socket: WebSocket, wiring: Wiring, why: str) -> None:
    """403, before anything was said."""
    wiring.metrics.turned_away.labels(why).inc()
    await socket.close(1008)


class _Keys:
    """A socket's place among those of its session, its address and the room."""

    __slots__ = ("_address", "_session", "_wiring")

    def __init__(self, wiring: Wiring, socket: WebSocket) -> None:
        self._wiring = wiring
        self._session = token_of(socket)
        self._address = address_key(socket.scope)

    def enter(self) -> bool:
        wiring = self._wiring
        if not wiring.in_all.enter(None):
            return False
        if wiring.by_session.enter(self._session):
            if is_loopback(self._address) or wiring.by_address.enter(self._address):
                return True
            wiring.by_session.leave(self._session)
        wiring.in_all.leave(None)
        return False

    def leave(self) -> None:
        self._wiring.in_all.leave(None)
        self._wiring.by_session.leave(self._session)
        if not is_loopback(self._address):
            self._wiring.by_address.leave(self._address)


class Live:
    """One open socket."""

    __slots__ = (
        "__weakref__", "_commands", "_connection", "_lines", "_listening", "_loop", "_person", "_sender", "_sending",
        "_socket", "_table", "_unreadable", "_watch", "_watching", "_wiring", "session",
    )  # fmt: skip

    def __init__(self, socket: WebSocket, wiring: Wiring, person: Person, table_id: str, watching: bool) -> None:
        self._socket, self._wiring, self._person = socket, wiring, person
        self._table, self._watching = table_id, watching
        allowed, now = wiring.settings.allowed, wiring.now()
        self._commands, self._lines = Bucket(allowed.commands, now), Bucket(allowed.chat, now)
        self._unreadable = 0
        self._listening = True
        self._connection: Connection | None = None
        self._loop = asyncio.get_running_loop()
        self._sender: asyncio.Task[None] | None = None
        self._sending = 0.0  # since when a frame waits for its reader
        self._watch: asyncio.TimerHandle | None = None
        self.session = token_of(socket)

    async def serve(self) -> None:
        """Until either side has had enough."""
        hello = await self._hello()
        if hello is None:
            return
        if not await self._may_still_come():
            await self._end(POLICY, "not_invited")
            return
        self._wiring.live.add(self)
        self._wiring.metrics.sockets.set(len(self._wiring.live))
        connection = self._wiring.room.tables[self._table].connect(self._person.id, watching=self._watching)
        self._connection = connection
        sender = self._sender = asyncio.create_task(self._send_all(connection))
        reader = asyncio.create_task(self._read_all(connection, hello))
        try:
            await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            connection.close()
            if self._watch is not None:
                self._watch.cancel()
            for task in (sender, reader):
                task.cancel()
            self._wiring.live.discard(self)
            self._wiring.metrics.sockets.set(len(self._wiring.live))
            await asyncio.wait((sender, reader))
        await self._close(GOING_AWAY)
        for task in (sender, reader):
            if not task.cancelled() and not isinstance(error := task.exception(), WebSocketDisconnect | None):
                raise error

    async def _may_still_come(self) -> bool:
        """The first word may come late: the session may be given up by then, or the table closed to onlookers."""
        person = await self._wiring.room.person_of(self.session)
        may = self._wiring.room.may_open(person.id, self._table) if person else None
        return may is not None and not self._wiring.leaving

    # --- in ----------------------------------------------------------------------------------------------------------

    async def _hello(self) -> Hello | None:
        """The first frame, which must come soon and be of our own protocol."""
        try:
            async with asyncio.timeout(self._wiring.settings.allowed.hello_seconds):
                request = self._read(await self._frame())
        except TimeoutError:
            await self._end(NO_HELLO, "no_hello")
            return None
        if not isinstance(request, Hello):
            await self._end(UNREADABLE, "unreadable")
            return None
        if request.protocol != PROTOCOL:
            await self._socket.send_text(written(Bye(_OLD)).decode())
            await self._end(OLD_PAGE, "old_page")
            return None
        return request

    async def _frame(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        return text if text is not None else message["bytes"]

    def _read(self, frame: str | bytes) -> Request | None:
        """The request in a frame; None if there is none. More bytes than there may be are not even looked at."""
        if len(frame) > MOST_BYTES or (isinstance(frame, str) and len(frame.encode()) > MOST_BYTES):
            return None
        try:
            request = read_request(frame)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError):
            return None
        self._wiring.metrics.frames_in.labels(type(request).__name__.lower()).inc()
        return request

    async def _read_all(self, connection: Connection, hello: Hello) -> None:
        await connection.receive(hello)
        while True:
            frame = await self._frame()
            if self._deaf():
                continue
            request = self._read(frame)
            if request is None:
                if not await self._could_not_read(connection):
                    return
            elif self._may(connection, request):
                began = perf_counter()
                await connection.receive(request)
                self._wiring.metrics.handling.observe(perf_counter() - began)

    def _deaf(self) -> bool:
        return not self._listening

    async def _could_not_read(self, connection: Connection) -> bool:
        """Say so; too often, and that was it."""
        self._wiring.metrics.frames_in.labels("unreadable").inc()
        self._unreadable += 1
        if self._unreadable >= self._wiring.settings.allowed.unreadable:
            await self._end(UNREADABLE, "unreadable")
            return False
        connection.outbox.put(written(Nack("", "unreadable", "The room could not read that.")))
        return True

    def _may(self, connection: Connection, request: Request) -> bool:
        """Within the rates? A ping is free: it answers itself. Another hello is not: all there is comes again."""
        if isinstance(request, Ping):
            return True
        now = self._wiring.now()
        if self._commands.take(now) and (not isinstance(request, Say) or self._lines.take(now)):
            return True
        command = "" if isinstance(request, Hello) else request.id
        connection.outbox.put(written(Nack(command, "limit", "That was too fast. Wait a moment.")))
        return False

    # --- out ---------------------------------------------------------------------------------------------------------

    async def _send_all(self, connection: Connection) -> None:
        metrics = self._wiring.metrics
        while (frame := await connection.outbox.get()) is not None:
            self._sending = self._loop.time()
            if self._watch is None:
                self._watch = self._loop.call_later(self._wiring.settings.allowed.slow_seconds, self._look)
            await self._socket.send_text(frame.decode())
            self._sending = 0
            metrics.frames_out.inc()
            metrics.bytes_out.inc(len(frame))
            if connection.outbox.overdue:
                await self._end(SLOW, "slow")
                return

    def _look(self) -> None:
        """Has a frame waited for too long? One timer serves many frames: one for each takes a thirtieth of a step."""
        slow, self._watch = self._wiring.settings.allowed.slow_seconds, None
        if not self._sending:
            return
        if (left := self._sending + slow - self._loop.time()) > 0:
            self._watch = self._loop.call_later(left, self._look)
        elif self._sender is not None:
            self._wiring.metrics.closed.labels("slow").inc()
            self._sender.cancel()

    def stop_listening(self) -> None:
        """What is asked from now on is not heard; it is asked again when the room is back."""
        self._listening = False

    def hang_up(self, why: str) -> None:
        """End this socket, once what waits is sent."""
        self.stop_listening()
        if self._connection is not None:
            self._connection.outbox.put(written(Bye(why)))
            self._connection.outbox.close()

    async def _end(self, code: int, why: str) -> None:
        self._wiring.metrics.closed.labels(why).inc()
        await self._close(code)

    async def _close(self, code: int) -> None:
        """Close it if it is open. A reader who takes nothing is not waited for: the system gives him up."""
        if self._socket.application_state is not WebSocketState.CONNECTED:
            return
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(1):
                await self._socket.close(RESTARTING if self._wiring.leaving else code)


async def drain(wiring: Wiring, why: str, seconds: float = 5) -> None:
    """The end of the room: nothing more is listened to, what was taken is written and answered, everybody is told when
    to come back, and the room is closed. Readers who do not take their frames are waited for `seconds` at most.
    """
    wiring.leaving = True
    for each in wiring.live:
        each.stop_listening()
    await wiring.room.close(why)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while wiring.live:
                await asyncio.sleep(0.02)
