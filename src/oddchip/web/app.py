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
from starlette.middleware import Middleware
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from oddchip.web.live import live
from oddchip.web.logs import Reports
from oddchip.web.pages import (
    cards,
    coach,
    dashboard,
    door,
    fairness,
    forget,
    health,
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
from oddchip.web.sessions import end_given_up
from oddchip.web.settings import WebSettings
from oddchip.web.static import static
from oddchip.web.wiring import Wiring

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
    Route("/dashboard", dashboard.dashboard, methods=["GET", "POST"]),
    Route("/dashboard.json", dashboard.dashboard_json, methods=GET),
    Route("/healthz", health.healthz, methods=GET),
    Route("/readyz", health.readyz, methods=GET),
    Route("/metrics", health.metrics, methods=GET),
    Route("/art/{deck:str}.svg", cards.art, methods=GET),
    Route("/static/{name:path}", static, methods=GET),
]
LIVE = WebSocketRoute("/table/{table:str}/live", live)


def make_app(
    room: Room, settings: WebSettings, *, now: Callable[[], float] = time.monotonic, reports: Reports | None = None
) -> Starlette:
    """The app of an open room. `now` is a clock for rates, in seconds; it need not be the time of day. `reports` are
    those of the log that the room reports to.
    """
    wiring = Wiring(room, settings, now, reports=reports or Reports())

    def guarded(app: ASGIApp) -> ASGIApp:
        return Guard(_ShortWay(_Counting(app, wiring)), settings, now, refusals.refusal_app)

    app = Starlette(routes=ROUTES, middleware=[Middleware(guarded)], exception_handlers=refusals.HANDLERS)
    app.state.wiring = wiring
    room.crowd.on_change = partial(end_given_up, wiring)
    return app


class _ShortWay:
    """Leads a socket to where it is served. The layers on the way of pages have nothing to do for it, and would be in
    memory for as long as it is open.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match, more = LIVE.matches(scope)
        if match is Match.FULL:
            scope.update(more)
            await live(WebSocket(scope, receive, send))
        else:
            await self._app(scope, receive, send)


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
