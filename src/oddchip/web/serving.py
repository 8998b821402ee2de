"""Running a room: its port, its data folder, its log, and an end in good order.

Nothing is made before the port is ours, and whatever was taken is given back when something is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import segno
import uvicorn

from oddchip.room.desk import Pace
from oddchip.room.errors import RoomError
from oddchip.room.limits import Rate
from oddchip.room.protocol import MOST_BYTES
from oddchip.room.room import Room, RoomSettings
from oddchip.web.addresses import addresses, names
from oddchip.web.app import make_app
from oddchip.web.live import drain
from oddchip.web.logs import open_log
from oddchip.web.pages.invites import is_local, who_can_open
from oddchip.web.settings import Allowed, WebSettings

_NO_RATE = Rate(1e9, 1_000_000_000)
_NO_LIMITS = Allowed(
    requests=_NO_RATE, posts=_NO_RATE, doors=_NO_RATE, recipes=_NO_RATE, commands=_NO_RATE, chat=_NO_RATE,
    sockets_per_session=100_000, sockets_per_address=100_000, sockets=100_000,
)  # fmt: skip
BACKLOG = 1024
#: The garbage collector looks through all objects when nothing was played for a second and there are so many more than
#: before; or, whatever is played, when there are so many more, which takes it half a second. What a table holds is
#: replaced by every decision and goes by itself; left to itself the collector takes a twentieth of the time for it, and
#: 0.2 s now and then.
MORE_AT_REST, MORE_AT_PLAY = 20_000, 1_000_000
#: A reader who takes nothing for so long is gone, even if his machine still answers.
DEAF_SECONDS = 30


class PortInUse(RoomError):
    """Somebody else listens there."""


@dataclass(frozen=True)
class Wanted:
    """How the room is to be opened."""

    data: Path
    port: int = 0
    lan: bool = False
    public_url: str = ""
    behind_proxy: bool = False
    pace: Pace = "normal"
    limited: bool = True


@dataclass(frozen=True)
class Opened:
    """Where the room is, for people. `lan` is empty without --lan."""

    lobby: str
    lan: str
    host: str
    host_key: str
    port: int
    data_folder: Path

    @property
    def lobby_reach(self) -> str:
        """Who can open the lobby's link, in a sentence."""
        return "Only this computer can open this link." if self.lan else who_can_open(self.lobby)

    def code(self) -> str:
        """The lobby as a QR code in characters, for phones; nothing where no phone could open it."""
        if not self.lan and is_local(self.lobby):
            return ""
        text = io.StringIO()
        segno.make(self.lan or self.lobby, micro=False).terminal(text, border=2, compact=True)
        return text.getvalue()

    def data(self) -> dict[str, Any]:
        return {
            "lobby": self.lobby,
            "lan": self.lan,
            "host": self.host,
            "host_key": self.host_key,
            "port": self.port,
            "data": str(self.data_folder),
        }


async def serve(wanted: Wanted, tell: Callable[[Opened], None]) -> None:
    """Open the room, say where it is, and serve it until SIGTERM or SIGINT.

    Raises an `OddchipError` of one sentence where the settings, the port or the data folder do not allow it.
    """
    WebSettings(wanted.port, wanted.public_url, behind_proxy=wanted.behind_proxy)
    listener = listen("0.0.0.0" if wanted.lan else "127.0.0.1", wanted.port)
    with contextlib.closing(listener):
        port = listener.getsockname()[1]
        log = open_log(wanted.data)
        room = await Room.open(wanted.data, settings=RoomSettings(pace=wanted.pace), report=log.report)
        _spare_collector()
        with contextlib.closing(log):
            settings = WebSettings(
                port,
                wanted.public_url,
                names=names() if wanted.lan else (),
                lan=wanted.lan,
                behind_proxy=wanted.behind_proxy,
                allowed=Allowed() if wanted.limited else _NO_LIMITS,
            )
            collecting = asyncio.create_task(_collect(room))
            try:
                await _serve(room, settings, listener, log, lambda: tell(opened(room, settings, wanted.data)))
            finally:
                collecting.cancel()


def _spare_collector() -> None:
    """What is loaded by now stays; it is looked through no more. The rest is looked through when `_collect` says so."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def _collect(room: Room) -> None:
    """Look for garbage that does not go by itself, such as what the ends of sockets leave behind."""
    before = room.counts["events"]
    while True:
        await asyncio.sleep(1)
        now, more = room.counts["events"], gc.get_count()[0]
        if more > (MORE_AT_REST if now == before else MORE_AT_PLAY):
            gc.collect()
        before = now


def opened(room: Room, settings: WebSettings, data: Path) -> Opened:
    here = f"http://127.0.0.1:{settings.port}"
    lobby = settings.public_url or here
    near = addresses() if settings.lan else []
    return Opened(
        f"{lobby}/",
        f"http://{near[0]}:{settings.port}/" if near else "",
        f"{lobby}/host?key={room.host_key}",
        room.host_key,
        settings.port,
        data,
    )


def listen(address: str, port: int) -> socket.socket:
    """A listening socket. PortInUse or RoomError if there cannot be one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # taken over by the connections that come in
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000)
        listener.bind((address, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if isinstance(error, PermissionError):
            raise RoomError(f"port {port} may not be used by you: take one from 1024 up, such as --port 8717") from None
        raise PortInUse(
            f"port {port} is in use: another room may be running there; --port takes another one, 0 any that is free"
        ) from None
    listener.setblocking(False)
    return listener


class _Server(uvicorn.Server):
    """uvicorn, with signals left to us and a word when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


async def _serve(
    room: Room, settings: WebSettings, listener: socket.socket, log: Any, ready: Callable[[], None]
) -> None:
    app = make_app(room, settings)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
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
    server = _Server(config, ready)
    log.report("opened", tables=len(room.tables), lan=settings.lan, proxy=settings.behind_proxy)
    asked = asyncio.Event()
    with _signals(asked):
        serving = asyncio.create_task(server.serve([listener]))
        stopping = asyncio.create_task(asked.wait())
        try:
            await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
            log.report("closing")
            await drain(app.state.wiring, "The room is restarting. Stay here: your seat is kept.")
        finally:
            server.should_exit = True
            stopping.cancel()
            await serving


@contextlib.contextmanager
def _signals(asked: asyncio.Event) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, asked.set)
    try:
        yield
    finally:
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)
