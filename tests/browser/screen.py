"""The table screen alone in a browser: its files from the folder, and a test in the place of the room."""

from __future__ import annotations

import json
import mimetypes
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import jinja2

from oddchip import art
from oddchip.room import protocol as wire
from oddchip.room.protocol import written
from oddchip.web.static import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route, WebSocketRoute

HOST = "http://table.test"
CSP = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
GAME = {
    "id": "ante_draw",
    "name": "Ante Draw",
    "family": "draw",
    "deck": "french",
    "stakes": "2/4",
    "limit": "limit",
    "summary": "Guts to open.",
    "where": "before the draw",
    "draws": 1,
    "big_bet": 4,
}


def view(seq: int, offer: dict[str, Any] | None = None, me: dict[str, Any] | None = None, **more: Any) -> Any:
    """A hand of three: I am Ada on seat 0, Ben and Cyd hold backs. `offer`, `me` and `more` change it."""
    seats = [
        wire.SeatView(0, "in", "p0", "Ada", stack=100, put=1),
        wire.SeatView(1, "in", "p1", "Ben", stack=80, put=1, cards=[wire.WireCard(f"b{n}") for n in range(5)]),
        wire.SeatView(2, "in", "p2", "Cyd", stack=90, put=1, cards=[wire.WireCard(f"c{n}") for n in range(5)]),
    ]
    cards = [wire.WireCard(f"a{n}", text) for n, text in enumerate(("As", "Kd", "7h", "7c", "2s"))]
    asked = wire.OfferView(**{"decision": (1, seq), "kind": "bet", **offer}) if offer is not None else None
    own = {"seat": 0, "cards": cards, "offer": asked, "worth": [wire.WorthView("high", "pair of sevens with A-K-2")]}
    mine = wire.MeView("p0", "Ada", **{**own, **(me or {})})
    found = {"state": "playing", "title": "Friday", "seats": seats, "hand": 1, "game": wire.GameView(**GAME), "pot": 3}
    return wire.TableView(seq, time.time(), **{**found, "acting": [0] if asked else [1], "me": mine, **more})


CHECK = {"fold": True, "check": True, "raise_to": wire.AmountsView("bet", 2, 2)}


def call(price: int) -> dict[str, Any]:
    return {
        "fold": True,
        "call": True,
        "price": price,
        "left": 100 - price,
        "raise_to": wire.AmountsView("raise", price * 2, price * 2),
    }


@dataclass
class Screen:
    """`show(view)` is what the room says, `sent` what the screen has said (without pings), newest last."""

    page: Page
    sent: list[dict[str, Any]] = field(default_factory=list)
    lines: list[WebSocketRoute] = field(default_factory=list)
    views: list[Any] = field(default_factory=list)

    @classmethod
    def open(cls, page: Page, first: Any, **settings: str) -> Screen:
        screen = cls(page, views=[first])
        chosen = json.dumps({"speed": "off", **settings})
        page.add_init_script(f"localStorage.setItem('oddchip.settings', JSON.stringify({chosen}))")
        page.route(f"{HOST}/**", screen._serve)
        page.route_web_socket("ws://table.test/**", screen._answer)
        page.goto(f"{HOST}/table/t1")
        page.locator("#line[data-state=on]").wait_for(state="attached")
        screen.settle()
        return screen

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        if path.startswith("/art/"):
            return route.fulfill(body=art.sprite("french"), content_type="image/svg+xml")
        if not path.startswith("/static/"):
            return route.fulfill(body=_page(), content_type="text/html", headers={"content-security-policy": CSP})
        name = path.removeprefix("/static/")
        kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
        return route.fulfill(body=(FOLDER / name).read_bytes(), content_type=kind)

    def _answer(self, line: WebSocketRoute) -> None:
        self.lines.append(line)

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "hello":
                line.send(written(wire.Welcome(wire.PROTOCOL, "t1", time.time(), "p0", "Ada")).decode())
                line.send(written(self.views[-1]).decode())
            if message["t"] != "ping":
                self.sent.append(message)

        line.on_message(heard)

    def say(self, message: Any) -> None:
        self.lines[-1].send(written(message).decode())

    def show(self, view: Any) -> None:
        """The room shows another view; returns when it stands."""
        self.views.append(view)
        self.say(view)
        self.page.wait_for_function("() => true")
        self._rest(40)

    def settle(self) -> None:
        """Longer than a button whose meaning has changed is inert."""
        self.page.wait_for_timeout(460)

    def press(self, do: str) -> None:
        """As a finger does, also where a button is inert."""
        self.page.locator(f"[data-do={do}]:visible").dispatch_event("click")
        self._rest(30)

    def _rest(self, milliseconds: int) -> None:
        """By the page's own clock, which on a busy machine is behind ours; what it has sent is heard then."""
        self.page.evaluate("rest => new Promise(done => setTimeout(() => setTimeout(done, rest)))", milliseconds)

    def until(self, so: Callable[[], bool]) -> None:
        """Wait for something that comes of what the screen sends."""
        end = time.monotonic() + 10
        while not so():
            assert time.monotonic() < end, self.sent[-5:]
            self.page.wait_for_timeout(20)

    def acts(self) -> list[dict[str, Any]]:
        return [each for each in self.sent if each["t"] == "act"]

    def text(self, path: str) -> str:
        return self.page.locator(path).inner_text()


def _page() -> str:
    folder = jinja2.FileSystemLoader(FOLDER.parent / "templates")
    made = jinja2.Environment(loader=folder, autoescape=True).get_template("table.html")
    return made.render(
        title="Friday",
        table_id="t1",
        skins="laguna",
        bots='[["regular", "regular"]]',
        games="[]",
        static="/static/{}".format,
    )
