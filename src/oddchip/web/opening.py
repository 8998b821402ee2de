"""How a room is to be opened, where it is then, and its port."""

from __future__ import annotations

import io
import socket
import sys
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import segno

from oddchip.room.address import without_password
from oddchip.room.errors import RoomError
from oddchip.web.addresses import is_local, who_can_open

if TYPE_CHECKING:
    from oddchip.room.desk import Pace

BACKLOG = 1024
#: A reader who takes nothing for so long is gone, even if his machine still answers.
DEAF_SECONDS = 30


class PortInUse(RoomError):
    """Somebody else listens there."""


@dataclass(frozen=True)
class Wanted:
    """How the room is to be opened. With a `database` (its URL, password and all), `data` has the log alone."""

    data: Path
    port: int = 0
    lan: bool = False
    public_url: str = ""
    behind_proxy: bool = False
    pace: Pace = "normal"
    limited: bool = True
    bots_alone: bool = False
    database: str = field(default="", repr=False)

    @property
    def address(self) -> str:
        """Where to listen."""
        return "0.0.0.0" if self.lan else "127.0.0.1"

    def data_for_worker(self) -> dict[str, Any]:
        """As it is told to a worker; see `Wanted.read`."""
        return {**asdict(self), "data": str(self.data)}

    @classmethod
    def read(cls, data: dict[str, Any]) -> Wanted:
        """What `data_for_worker` gave."""
        return cls(**{**data, "data": Path(data["data"])})


@dataclass(frozen=True)
class Opened:
    """Where the room is, for people. `lan` is empty without --lan; `workers`: the processes that serve a database's."""

    lobby: str
    lan: str
    host: str
    host_key: str
    port: int
    data_folder: Path
    database: str = ""
    workers: tuple[int, ...] = ()

    @classmethod
    def at(
        cls, wanted: Wanted, port: int, addresses: list[str], host_key: str, workers: tuple[int, ...] = ()
    ) -> Opened:
        """A room whose port and key are known. `addresses` are those of this machine on the network."""
        lobby = wanted.public_url or f"http://127.0.0.1:{port}"
        return cls(
            f"{lobby}/",
            f"http://{addresses[0]}:{port}/" if addresses else "",
            f"{lobby}/host?key={host_key}",
            host_key,
            port,
            wanted.data,
            without_password(wanted.database) if wanted.database else "",
            workers if wanted.database else (),
        )

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
        said: dict[str, Any] = {
            "lobby": self.lobby,
            "lan": self.lan,
            "host": self.host,
            "host_key": self.host_key,
            "port": self.port,
            "data": str(self.data_folder),
        }
        return {**said, "database": self.database, "workers": list(self.workers)} if self.database else said


def listen(address: str, port: int) -> socket.socket:
    """A listening socket. PortInUse or RoomError if there cannot be one."""
    return _listening(address, port)


def listen_for(address: str, port: int, count: int) -> list[socket.socket]:
    """A listening socket for each of so many workers, all on one port, with connections spread over them by the system.

    They are kept by who asked for them, and lent to the workers: what waits to be accepted outlives a worker. Where a
    system does not spread connections, all get the same socket.
    """
    if count == 1 or sys.platform != "linux":
        return [listen(address, port)] * count
    with closing(_listening(address, port, BACKLOG)) as alone:  # nobody else's: sharing a port would not tell
        port = alone.getsockname()[1]
    with ExitStack() as made:
        found = [made.enter_context(closing(_listening(address, port, shared=True))) for _ in range(count)]
        made.pop_all()
    return found


def _listening(address: str, port: int, backlog: int = BACKLOG, *, shared: bool = False) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # taken over by the connections that come in
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000)
        listener.bind((address, port))
        listener.listen(backlog)
    except OSError as error:
        listener.close()
        if isinstance(error, PermissionError):
            raise RoomError(f"port {port} may not be used by you: take one from 1024 up, such as --port 8717") from None
        raise PortInUse(
            f"port {port} is in use: another room may be running there; --port takes another one, 0 any that is free"
        ) from None
    listener.setblocking(False)
    return listener
