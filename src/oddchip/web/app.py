"""The app: routes, and the guard around them all.

::

    app = make_app(room, WebSettings(port=8717))
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oddchip.web.headers import address_key, is_loopback
from oddchip.web.live import live
from oddchip.web.metrics import CONTENT_TYPE
from oddchip.web.pages import (
    cards,
    coach,
    door,
    fairness,
    forget,
    history,
    house,
    invites,
    ledger,
    puzzles,
    refusals,
    rules,
    tables,
    verify,
)
from oddchip.web.security import Guard
from oddchip.web.sessions import end_given_up, person_of
from oddchip.web.settings import WebSettings
from oddchip.web.static import static
from oddchip.web.wiring import Wiring, wiring_of

if TYPE_CHECKING:
    from oddchip.room.room import Room

GET, POST = ["GET"], ["POST"]

ROUTES = [
    Route("/", door.lobby, methods=GET),
    Route("/host", door.host, methods=["GET", "POST"]),
    Route("/me", door.me, methods=["GET", "POST"]),
    Route("/me/leave", door.leave, methods=POST),
    Route("/me/forget", forget.forget_me, methods=POST),
    Route("/join/{invite:str}", door.join, methods=["GET", "POST"]),
    Route("/watch/{invite:str}", door.join, methods=["GET", "POST"]),
    Route("/tables", tables.new, methods=["GET", "POST"]),
    Route("/table/{table:str}", tables.table, methods=GET),
    Route("/table/{table:str}/invites", invites.invites, methods=["GET", "POST"]),
    Route("/table/{table:str}/house", house.house, methods=["GET", "POST"]),
    Route("/table/{table:str}/history", history.history, methods=GET),
    Route("/table/{table:str}/history/{hand:str}", history.hand, methods=["GET", "POST"]),
    Route("/table/{table:str}/fair/{hand:str}", fairness.fair_hand, methods=GET),
    Route("/table/{table:str}/pair/{hand:str}", fairness.pair_hand, methods=GET),
    Route("/table/{table:str}/coach/{hand:str}", coach.coached_hand, methods=GET),
    Route("/table/{table:str}/ledger", ledger.ledger, methods=GET),
    Route("/table/{table:str}/ledger.csv", ledger.ledger_csv, methods=GET),
    Route("/table/{table:str}/ledger.json", ledger.ledger_json, methods=GET),
    Route("/shared/{token:str}", history.shared_hand, methods=GET),
    Route("/rules", rules.rules, methods=GET),
    Route("/rules/{game:str}", rules.one_game, methods=GET),
    Route("/cards", cards.cards, methods=GET),
    Route("/puzzles", puzzles.any_puzzle, methods=GET),
    Route("/puzzles/{seed:str}", puzzles.one_puzzle, methods=GET),
    Route("/verify", verify.verify, methods=GET),
    Route("/art/{deck:str}.svg", cards.art, methods=GET),
    Route("/static/{name:path}", static, methods=GET),
    WebSocketRoute("/table/{table:str}/live", live),
]


async def healthz(request: Request) -> Response:
    """503 while the room is leaving, so that a proxy sends nobody here."""
    leaving = wiring_of(request).leaving
    return PlainTextResponse("leaving\n" if leaving else "ok\n", 503 if leaving else 200)


async def metrics(request: Request) -> Response:
    """For this machine, and for the host of the room."""
    person = await person_of(request)
    if not is_loopback(address_key(request.scope)) and not (person and person.host):
        raise HTTPException(404)
    wiring = wiring_of(request)
    return Response(wiring.metrics.page(wiring.room), media_type=CONTENT_TYPE)


def make_app(room: Room, settings: WebSettings, *, now: Callable[[], float] = time.monotonic) -> Starlette:
    """The app of an open room. `now` is a clock for rates, in seconds; it need not be the time of day."""
    wiring = Wiring(room, settings, now)

    def guarded(app: ASGIApp) -> ASGIApp:
        return Guard(_Counting(app, wiring), settings, now, refusals.refusal_app)

    app = Starlette(
        routes=[*ROUTES, Route("/healthz", healthz, methods=GET), Route("/metrics", metrics, methods=GET)],
        middleware=[Middleware(guarded)],
        exception_handlers=refusals.HANDLERS,
    )
    app.state.wiring = wiring
    room.crowd.on_change = partial(end_given_up, wiring)
    return app


class _Counting:
    """Counts answers by method and status."""

    def __init__(self, app: ASGIApp, wiring: Wiring) -> None:
        self._app, self._metrics = app, wiring.metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(scope["method"], str(message["status"])).inc()
            await send(message)

        await self._app(scope, receive, counted if scope["type"] == "http" else send)
