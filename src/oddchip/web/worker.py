"""One of several workers on this machine, as `oddchip.web.workers` starts it: a process with a line to its parent.

    python -m oddchip.web.worker LINE NUMBER LISTENER...

All but NUMBER are open files: the line, and the listening sockets of all workers, this one's own at place NUMBER. The
parent says in the first line how the room is to be opened; then, whenever it changes, which of the other sockets nobody
serves. The worker says once that it is ready, or why it cannot be. When the line ends, the worker ends in good order.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import Sequence
from typing import Any

from oddchip.errors import OddchipError
from oddchip.web.doors import Server
from oddchip.web.opening import Opened, Wanted
from oddchip.web.serving import loop_factory, serve_on


def main(arguments: Sequence[str]) -> int:
    """Serve until the parent, or a signal, says that it is over."""
    line, number, *listeners = map(int, arguments)
    worker = Worker(number, [socket.socket(fileno=each) for each in listeners])
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(worker.run(socket.socket(fileno=line)))


class Worker:
    """This process, and what its parent says."""

    def __init__(self, number: int, listeners: Sequence[socket.socket]) -> None:
        self._number, self._listeners = number, listeners
        self._asked = asyncio.Event()
        self._server: Server | None = None

    async def run(self, line: socket.socket) -> int:
        reader, self._line = await asyncio.open_unix_connection(sock=line)
        if not (said := await reader.readline()):
            return 0
        wanted = Wanted.read(json.loads(said))
        listening = asyncio.create_task(self._listen(reader))
        try:
            await serve_on(self._listeners[self._number], wanted, self._opened, self._asked, self._begun)
        except OddchipError as error:
            self._tell({"refused": str(error)})
            return 2
        finally:
            listening.cancel()
            self._line.close()
        return 0

    def _begun(self, server: Server) -> None:
        self._server = server
        server.lent = self._listeners

    def _opened(self, opened: Opened) -> None:
        self._tell({"host_key": opened.host_key})

    def _tell(self, said: dict[str, Any]) -> None:
        self._line.write(json.dumps(said).encode() + b"\n")

    async def _listen(self, parent: asyncio.StreamReader) -> None:
        while said := await parent.readline():
            if self._server is not None:
                numbers = json.loads(said)["cover"]
                await self._server.cover({each: self._listeners[each] for each in numbers if each != self._number})
        self._asked.set()  # nobody would start another worker, or end this one


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
