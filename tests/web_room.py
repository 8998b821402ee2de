"""A room behind its web app, without a network: what the tests of the web share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anyio import fail_after
from starlette.testclient import TestClient

from oddchip.room.protocol import PROTOCOL
from oddchip.room.room import Room, RoomSettings
from oddchip.web.app import make_app
from oddchip.web.live import drain
from oddchip.web.settings import WebSettings

HERE = "http://127.0.0.1:8717"
#: As browsers send with a form or a socket of our own page.
OURS = {"origin": HERE}


class Served:
    """The app with a room that is opened and closed in the client's own event loop."""

    def __init__(self, folder: Path, settings: WebSettings) -> None:
        self.folder, self.settings = folder, settings
        self.time = 1000.0  # the clock of the rates

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        await receive()
        self.room = await Room.open(self.folder, settings=RoomSettings(pace="none", tables_each=200))
        self.app = make_app(self.room, self.settings, now=lambda: self.time)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if not self.app.state.wiring.leaving:
            await drain(self.app.state.wiring, "over")
        await send({"type": "lifespan.shutdown.complete"})


class Browser:
    """One browser: its cookies, its address, and what it is shown."""

    def __init__(self, served: Served, client: TestClient, address: str, base: str = HERE) -> None:
        self.served, self.loop = served, client
        self.http = TestClient(served, base_url=base, client=(address, 40000), follow_redirects=False)
        self.http.portal = client.portal  # one loop for all
        self.base = base

    def get(self, path: str, **headers: str) -> Any:
        return self.http.get(path, headers=headers)

    def form(self, path: str, fields: dict[str, Any], page: str | None = None, **headers: str) -> Any:
        """Post a form as a person would: load its page, take its token, send it."""
        token = form_token(self.get(page or path).text)
        return self.http.post(path, data={"form": token, **fields}, headers={"origin": self.base, **headers})

    def join(self, invite: str, name: str) -> str:
        """Come in by a link; the table's path."""
        answer = self.form(invite, {"name": name})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def socket(self, table: str, **headers: str) -> Any:
        return self.http.websocket_connect(
            f"{self.base.replace('http', 'ws', 1)}{table}/live", headers={"origin": self.base, **headers}
        )


def form_token(html: str) -> str:
    return re.search(r'name="form" value="([^"]+)"', html)[1]


@contextmanager
def served(folder: Path, port: int = 8717, **settings: Any) -> Iterator[House]:
    app = Served(folder, WebSettings(port, **settings))
    with TestClient(app, base_url=HERE) as client:
        yield House(app, client)


class House:
    """A served room, and browsers that come to it."""

    def __init__(self, served: Served, client: TestClient) -> None:
        self.served, self.client, self.homes = served, client, 0

    @property
    def room(self) -> Room:
        return self.served.room

    def call(self, work: Any, *args: Any) -> Any:
        """Run something in the room's loop."""
        return self.client.portal.call(work, *args)

    def browser(self, address: str = "", base: str = HERE) -> Browser:
        """A browser at this address, or at one of its own."""
        self.homes += 1
        address = address or f"203.0.{self.homes >> 8}.{self.homes & 255}"
        return Browser(self.served, self.client, address, base)

    def host(self, name: str = "Hanna") -> Browser:
        """A browser that came by the host link."""
        browser = self.browser("127.0.0.1")
        key = self.room.host_key
        answer = browser.form("/host", {"key": key, "name": name}, f"/host?key={key}")
        assert answer.status_code == 303, answer.text
        return browser

    def table(self, host: Browser, **fields: Any) -> str:
        """A new table; its path."""
        said = {"title": "Friday", "games": "five card draw", "size": "6", "approve": "", "chat": "on", **fields}
        answer = host.form("/tables", {name: value for name, value in said.items() if value})
        assert answer.status_code == 303, re.search(r'id="trouble">([^<]+)', answer.text)
        return answer.headers["location"]

    def invite(self, host: Browser, table: str, kind: str = "play") -> str:
        """A link's path."""
        answer = host.form(f"{table}/invites", {"kind": kind, "do": "make"})
        return re.search(r'id="link">https?://[^/]+(/[^<]+)<', answer.text)[1]


def heard_from(socket: Any, seconds: float = 30) -> str:
    """The next text; a socket that stays silent fails the test instead of stopping it."""

    async def received() -> Any:
        with fail_after(seconds):
            return await socket._send_rx.receive()

    message = socket.portal.call(received)
    socket._raise_on_close(message)
    return message["text"]


def hello(socket: Any) -> list[dict[str, Any]]:
    """Say hello; what the room says at once, up to the first view."""
    socket.send_text(json.dumps({"t": "hello", "protocol": PROTOCOL}))
    return until(socket, "view")


def until(socket: Any, kind: str, **fields: Any) -> list[dict[str, Any]]:
    """What comes in, up to the first message of a kind with these fields."""
    heard = []
    for _ in range(60):
        message = json.loads(heard_from(socket))
        heard.append(message)
        if message["t"] == kind and all(message.get(name) == value for name, value in fields.items()):
            return heard
    raise AssertionError(f"no {kind} among {[each['t'] for each in heard]}")
