"""Running a room: its port, its data folder or database, its log, and an end in good order.

Nothing is made before the port is ours, and whatever was taken is given back when something is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from starlette.applications import Starlette

from oddchip.room.limits import Rate
from oddchip.room.room import Room, RoomSettings
from oddchip.web.addresses import addresses, names
from oddchip.web.app import make_app
from oddchip.web.collecting import collect, spare_collector
from oddchip.web.doors import Server
from oddchip.web.live import drain
from oddchip.web.logs import Log, open_log
from oddchip.web.opening import Opened, Wanted, listen
from oddchip.web.settings import Allowed, WebSettings

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

_NO_RATE = Rate(1e9, 1_000_000_000)
_NO_LIMITS = Allowed(
    requests=_NO_RATE, posts=_NO_RATE, doors=_NO_RATE, recipes=_NO_RATE, commands=_NO_RATE, chat=_NO_RATE,
    sockets_per_session=100_000, sockets_per_address=100_000, sockets=100_000,
)  # fmt: skip
#: Seconds after which a worker whose database does not answer ends anyhow: what was acknowledged is durable, the rest
#: was shown to nobody, and its leases run out by themselves.
CLOSED = 10.0
END = (signal.SIGTERM, signal.SIGINT)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it is there."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


async def serve(wanted: Wanted, tell: Callable[[Opened], None]) -> None:
    """Open the room, say where it is, and serve it until SIGTERM or SIGINT.

    Raises an `OddchipError` of one sentence where the settings, the port, the data folder or the database do not allow
    it.
    """
    check(wanted)
    with contextlib.closing(listen(wanted.address, wanted.port)) as listener:
        await serve_on(listener, wanted, tell, asyncio.Event())


def check(wanted: Wanted) -> None:
    """Refuse, with a SettingsError, what could not be served."""
    WebSettings(wanted.port, wanted.public_url, behind_proxy=wanted.behind_proxy)


async def serve_on(
    listener: socket.socket,
    wanted: Wanted,
    tell: Callable[[Opened], None],
    asked: asyncio.Event,
    begun: Callable[[Server], None] = lambda server: None,
) -> None:
    """The same on a listening socket, until a signal or until it is `asked` to end. `begun` gets the server."""
    port = listener.getsockname()[1]
    with contextlib.closing(open_log(wanted.data, several=bool(wanted.database))) as log:
        kept = RoomSettings(pace=wanted.pace, bots_alone=wanted.bots_alone)
        room = await Room.open(wanted.database or wanted.data, settings=kept, report=log.report)
        if room.store.several:
            log.call(cast("PostgresStore", room.store).worker)
        spare_collector()
        settings = _settings(wanted, port)
        app = make_app(room, settings, reports=log.reports)
        near = addresses() if wanted.lan else []
        server = Server(app, lambda: tell(Opened.at(wanted, port, near, room.host_key, (os.getpid(),))))
        begun(server)
        log.report("opened", tables=len(room.tables), lan=wanted.lan, proxy=wanted.behind_proxy)
        collecting = asyncio.create_task(collect(room))
        try:
            await _run(server, app, listener, log, asked)
        finally:
            collecting.cancel()


def _settings(wanted: Wanted, port: int) -> WebSettings:
    return WebSettings(
        port,
        wanted.public_url,
        names=names() if wanted.lan else (),
        lan=wanted.lan,
        behind_proxy=wanted.behind_proxy,
        allowed=Allowed() if wanted.limited else _NO_LIMITS,
    )


async def _run(server: Server, app: Starlette, listener: socket.socket, log: Log, asked: asyncio.Event) -> None:
    wiring = app.state.wiring
    with _signals(asked):
        serving = asyncio.create_task(server.serve([listener]))
        stopping = asyncio.create_task(asked.wait())
        try:
            await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
            log.report("closing")
            several = wiring.room.store.several
            if several and server.started:
                await server.let_out()  # other workers take who comes now
            async with asyncio.timeout(CLOSED if several else None):
                await drain(wiring, "The room is restarting. Stay here: your seat is kept.")
        except TimeoutError:
            log.report("closed_in_haste")
        finally:
            server.should_exit = True
            stopping.cancel()
            await serving


@contextlib.contextmanager
def _signals(asked: asyncio.Event) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for each in END:
        loop.add_signal_handler(each, asked.set)
    try:
        yield
    finally:
        for each in END:
            loop.remove_signal_handler(each)
