"""A table for looking at the screen without a room: any game, any seed, so many decisions in, bots in the other seats.

`python tests/screen_table.py 8123`, then open /table/badugi~7~5: game~seed~decisions~seats~mine~stakes, with + for a
space and : for a slash.
What is not said is usual: seed 1, no decision, 4 seats, seat 0, the usual stakes. Needs the room's requirements.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from oddchip import art, find_game, shuffled
from oddchip.bots import BOTS
from oddchip.errors import OddchipError
from oddchip.room.project import Around, CardIds, Picture, Viewer, action_of
from oddchip.room.project.words import RoomTeller, wire_line
from oddchip.room.protocol import PROTOCOL, Ack, Act, Hello, LogLine, Nack, Ping, Pong, Welcome, read_request, written
from oddchip.table import Act as TableAct
from oddchip.table import Announce, SetGame, Sit, StartHand, Table
from oddchip.table.usual import stakes_of, usual_stack

WEB = Path(__file__).parents[1] / "src" / "oddchip" / "web"
NAMES = ("You", "Ada", "Blaise", "Chen", "Dora", "Emil", "Fay", "Gustavo", "Hal", "Ines", "Jo")
CSP = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"


@dataclass
class Play:
    """One table, looked at from one seat."""

    spec: str
    think: float = 0.7
    rng: Random = field(init=False)
    table: Table = field(init=False)
    ids: CardIds = field(init=False)
    seq: int = 1
    lines: int = 0
    told: int = 0

    def __post_init__(self) -> None:
        name, seed, steps, seats, mine, stakes, *_ = [*self.spec.split("~"), *[""] * 6]
        self.rng, self.mine = Random(int(seed or 1)), int(mine or 0)
        self.ids = CardIds(b"a key of this table alone")
        game = find_game(name.replace("+", " "))
        count = min(int(seats or 4), game.seats[1])
        wanted = stakes_of(game, stakes.replace("+", " ").replace(":", "/") or None)
        command: Any = SetGame(game, wanted)
        self.table = Table.open(max(count, 2)).do(command)
        for seat in range(count):
            self.table = self.table.do(Sit(seat, f"p{seat}", usual_stack(wanted) * (3 - seat % 3) // 3 - seat))
        self.deal()
        self.forward(steps or "0")

    def deal(self) -> None:
        if self.table.state.entry is None or self.table.why_not:
            self.table = self.table.do(Announce())
        self.table = self.table.do(StartHand(shuffled(self.rng)), time.time())
        self.told = 0

    def forward(self, steps: str) -> None:
        """So many decisions, or to the nth offer of a kind to me ("draw", "bet3"), or to the end ("over")."""
        kind, times = steps.rstrip("0123456789"), int(steps.lstrip("abcdefghijklmnopqrstuvwxyz") or 1)
        for taken in range(400):
            offers = self.table.offers if self.table.playing else {}
            mine = type(offers.get(self.mine)).__name__.removesuffix("Offer").lower()
            times -= bool(kind) and mine == kind
            if not offers or (not kind and taken >= times) or (mine == kind and times <= 0):
                return
            self.move(self.mine if self.mine in offers and kind != "over" else min(offers))

    def move(self, seat: int) -> None:
        """Others play as bots do, I stay in."""
        view = self.table.hand.view(seat)
        self.act(seat, BOTS["caller" if seat == self.mine else "regular"].choose(view, self.rng, 20))

    def act(self, seat: int, action: Any) -> None:
        self.table = self.table.do(TableAct(seat, action, self.table.decisions[seat]), time.time())
        self.seq += 1

    def news(self) -> list[LogLine]:
        hand = self.table.hand
        names = dict(enumerate(NAMES))
        stacks = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
        me = self.mine if self.mine in hand.seats else None
        view = hand.view(me)
        teller = RoomTeller(view.state.plan, view.seats, names, stacks, me)
        lines = [wire_line(line) for line in teller.tell(view.events)]
        fresh, self.told = lines[self.told :], len(lines)
        self.lines += len(fresh)
        return [LogLine(self.lines - len(fresh) + 1 + at, line) for at, line in enumerate(fresh)]

    def frame(self, fresh: bool = False) -> bytes:
        people = {f"p{seat}": name for seat, name in enumerate(NAMES)}
        around = Around(
            seq=self.seq,
            now=time.time(),
            title="Friday night",
            names=people,
            hosts=("p0",),
            bots=("p2",),
            online=tuple(people),
            settings={"chat": True, "pace": "normal", "approve": True, "watching": "delayed"},
            next_deal=0 if self.table.playing else time.time() + 6,
        )
        around = replace(around, dealt={seat: f"p{seat}" for seat in self.table.hand.seats})
        me = Viewer(self.ids, f"p{self.mine}" if self.mine >= 0 else "", log=self.news(), fresh=fresh)
        return written(Picture(self.table, around).seen_by(me))


async def live(socket: WebSocket) -> None:
    await socket.accept()
    play = Play(socket.path_params["spec"])
    await socket.receive_text()
    await socket.send_bytes(written(Welcome(PROTOCOL, play.spec, time.time(), "p0", "You", host=True)))
    await socket.send_bytes(play.frame(fresh=True))
    try:
        await asyncio.gather(_listen(socket, play), _bots(socket, play))
    except (WebSocketDisconnect, RuntimeError):
        return


async def _listen(socket: WebSocket, play: Play) -> None:
    while True:
        request = read_request(await socket.receive_text())
        if isinstance(request, Ping):
            await socket.send_bytes(written(Pong(request.at)))
        elif isinstance(request, Act):
            try:
                play.act(play.mine, action_of(request, play.table.hand, play.mine, play.ids))
            except (OddchipError, KeyError) as error:
                await socket.send_bytes(written(Nack(request.id, "refused", str(error))))
                continue
            await socket.send_bytes(written(Ack(request.id, play.seq)))
            await socket.send_bytes(play.frame())
        elif not isinstance(request, Hello):
            await socket.send_bytes(written(Ack(request.id, play.seq)))


async def _bots(socket: WebSocket, play: Play) -> None:
    while True:
        await asyncio.sleep(play.think)
        others = sorted(set(play.table.offers) - {play.mine}) if play.table.playing else []
        if others:
            play.move(others[0])
        elif not play.table.playing:
            await asyncio.sleep(6)
            play.deal()
            play.seq += 1
        else:
            continue
        await socket.send_bytes(play.frame())


def page(request: Any) -> HTMLResponse:
    text = (WEB / "templates" / "table.html").read_text()
    import jinja2

    games = json.dumps([[g, find_game(g).name] for g in ("badugi", "razz", "cucamonga")])
    body = (
        jinja2.Environment(autoescape=True)
        .from_string(text)
        .render(
            title="Friday night",
            table_id=request.path_params["spec"],
            skins=" ".join(art.SKINS),
            bots=json.dumps([[name, name] for name in BOTS]),
            games=games,
            static=lambda name: f"/static/{name}",
        )
    )
    return HTMLResponse(body, headers={"content-security-policy": CSP})


def sheet(request: Any) -> Response:
    asked = {name: value for name, value in request.query_params.items() if value}
    return Response(art.sprite(request.path_params["deck"], **asked), media_type="image/svg+xml")


app = Starlette(
    routes=[
        Route("/table/{spec}", page),
        WebSocketRoute("/table/{spec}/live", live),
        Route("/art/{deck}.svg", sheet),
        Mount("/static", StaticFiles(directory=WEB / "static")),
    ]
)

if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]) if len(sys.argv) > 1 else 8123, log_level="warning")
