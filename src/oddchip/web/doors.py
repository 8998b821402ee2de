"""uvicorn as a room needs it: signals left to us, a word when it is ready, and doors that are shut before it ends."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from oddchip.room.protocol import MOST_BYTES
from oddchip.web.opening import BACKLOG

#: Seconds for which whoever came in before the doors were shut may still ask something.
GRACE = 0.4
#: Seconds within which every answer has been given.
ANSWERED = 3.0


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that forgets, once it is open, the headers with which it was opened."""

    def start_keepalive(self) -> None:
        super().start_keepalive()
        self.request.headers.clear()
        self.response.headers.clear()


class Server(uvicorn.Server):
    """Serves an app. `ready` is called once it accepts connections."""

    def __init__(self, app: ASGIApp, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                self._saying_goodbye(app),
                ws=Socket,
                ws_max_size=MOST_BYTES,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                ws_per_message_deflate=False,
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                lifespan="off",
                timeout_graceful_shutdown=3,
                timeout_keep_alive=30,
                h11_max_incomplete_event_size=32 * 1024,
            )
        )
        self._ready = ready
        self._shut = False
        self._covered: dict[int, asyncio.Server] = {}
        self.lent: Sequence[socket.socket] = ()
        """Further listening sockets to let go of when the doors are shut; others have them as well."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def cover(self, listeners: Mapping[int, socket.socket]) -> None:
        """Accept connections from these too, and no longer from others that were covered before.

        They are those of workers that are gone for the moment. What they are closed with here closes nothing elsewhere.
        """
        for number in [number for number in self._covered if number not in listeners]:
            self._covered.pop(number).close()
        for number, listener in listeners.items():
            if number not in self._covered and not self._shut:
                loop = asyncio.get_running_loop()
                self._covered[number] = await loop.create_server(self._protocol, sock=listener.dup(), backlog=BACKLOG)

    async def let_out(self) -> None:
        """Let nobody in any more, and give everybody who is in an answer. Sockets stay open.

        What waits at a listener that other processes have as well is theirs to accept.
        """
        self._shut = True
        for door in (*self.servers, *self._covered.values()):
            door.close()
        for listener in self.lent:
            listener.close()
        await asyncio.sleep(GRACE)
        for connection in self._asking():
            connection.shutdown()  # at once where nothing is being answered
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWERED):
                while self._asking():
                    await asyncio.sleep(0.02)

    def _asking(self) -> list[uvicorn.server.Protocols]:
        """Connections that are no sockets."""
        http = self.config.http_protocol_class
        return [each for each in self.server_state.connections if isinstance(http, type) and isinstance(each, http)]

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    def _saying_goodbye(self, app: ASGIApp) -> ASGIApp:
        """With the doors shut every answer ends its connection: the next question goes to another worker."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                if self._shut and message["type"] == "http.response.start":
                    message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
                await send(message)

            await app(scope, receive, sent if scope["type"] == "http" else send)

        return answer
