"""What stands before every page and socket: whose name the room was called by, where the request came from, how much.

`Guard` is pure ASGI. It refuses, in this order: names this room does not have (DNS rebinding), addresses that ask too
fast, pages of others that post here or open our socket (scenario 33), bodies that are too long. What it lets through
comes back with the headers of `headers.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oddchip.room.limits import Buckets
from oddchip.web.headers import address_key, all_of, is_loopback, one_of, protected
from oddchip.web.settings import WebSettings

SAFE = {"GET", "HEAD", "OPTIONS"}


@dataclass(frozen=True)
class Refusal:
    """Why a request goes no further."""

    status: int
    why: str
    wait: int = 0


NOT_HERE = Refusal(421, "No card room is served under this name. Use the link that its host gave you.")
FOREIGN = Refusal(403, "This request came from another site's page, and was not carried out.")
TOO_LONG = Refusal(413, "That is more than this form can take.")
TOO_FAST = Refusal(429, "Too many requests from your address. Wait a moment, and try again.", wait=5)


class Guard:
    """The outermost layer. `now` gives the time in seconds, `refuse` an app that answers with a refusal."""

    def __init__(
        self,
        app: ASGIApp,
        settings: WebSettings,
        now: Callable[[], float],
        refuse: Callable[[Refusal], ASGIApp],
    ) -> None:
        self._app, self._settings, self._now, self._refuse = app, settings, now, refuse
        self._hosts, self._origins = settings.hosts, settings.origins
        self._requests = Buckets(settings.allowed.requests)
        self._posts = Buckets(settings.allowed.posts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if self._settings.behind_proxy:
            scope = forwarded(scope)
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, refusal)
        else:
            await self._page(scope, receive, send, refusal)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal | None) -> None:
        if refusal is None:
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": ""})

    async def _page(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal | None) -> None:
        host = (one_of(scope, b"host") or "").lower()
        named = host if self._is_ours(scope, host) else ""

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = protected(message.get("headers", []), named, scope["scheme"] == "https")
            await send(message)

        length = one_of(scope, b"content-length") or "0"
        if refusal is None and (not length.isdecimal() or int(length[:19]) > self._settings.allowed.body):
            refusal = TOO_LONG
        app = self._app if refusal is None else self._refuse(refusal)
        await app(scope, _bounded(receive, self._settings.allowed.body), answer)

    def _refusal(self, scope: Scope) -> Refusal | None:
        host = (one_of(scope, b"host") or "").lower()
        if not self._is_ours(scope, host):
            return NOT_HERE
        socket = scope["type"] == "websocket"
        changes = not socket and scope["method"] not in SAFE
        if (socket or changes) and not self._from_our_page(scope, host, socket):
            return FOREIGN
        if not socket and not changes and _is_foreign_fetch(scope):
            return FOREIGN
        return None if self._in_time(scope, changes) else TOO_FAST

    def _in_time(self, scope: Scope, changes: bool) -> bool:
        """This machine itself may ask as fast as it likes."""
        key, now = address_key(scope), self._now()
        if is_loopback(key):
            return True
        return self._requests.take(key, now) and (not changes or self._posts.take(key, now))

    def _is_ours(self, scope: Scope, host: str) -> bool:
        """A name on the list; with --lan also the very address this connection came in on, whichever it is today."""
        return host in self._hosts or (self._settings.lan and host in _own_address(scope))

    def _from_our_page(self, scope: Scope, host: str, socket: bool) -> bool:
        """Browsers name the page a post or a socket came from; what names none is let in only as its own site's."""
        site = one_of(scope, b"sec-fetch-site")
        if site not in (None, "same-origin") or len(all_of(scope, b"origin")) > 1:
            return False
        origin = one_of(scope, b"origin")
        if origin is None:
            return site == "same-origin" and not socket
        return origin in self._origins or (self._settings.lan and origin == f"http://{host}")


def _own_address(scope: Scope) -> set[str]:
    server = scope.get("server")
    if not server or server[1] is None:
        return set()
    address = f"[{server[0]}]" if ":" in server[0] else server[0]
    return {f"{address}:{server[1]}"} | ({address} if server[1] == 80 else set())


def _is_foreign_fetch(scope: Scope) -> bool:
    """Something of ours loaded into a page of others, where only links may lead here."""
    site, mode = one_of(scope, b"sec-fetch-site"), one_of(scope, b"sec-fetch-mode")
    return site == "cross-site" and mode not in (None, "navigate")


def forwarded(scope: Scope) -> Scope:
    """The request as the proxy saw it, if it came from a proxy on this machine; the last of several proxies counts."""
    client = scope.get("client")
    if not client or not is_loopback(client[0]):
        return scope
    scope = dict(scope)
    scheme = _last(scope, b"x-forwarded-proto").lower()
    if scheme in ("http", "https"):
        plain = {"http": "ws", "https": "wss"} if scope["type"] == "websocket" else {}
        scope["scheme"] = plain.get(scheme, scheme)
    if address := _last(scope, b"x-forwarded-for"):
        scope["client"] = (address[:64], 0)
    if host := _last(scope, b"x-forwarded-host"):
        others = [(name, value) for name, value in scope["headers"] if name.lower() != b"host"]
        scope["headers"] = [*others, (b"host", host.encode("latin-1"))]
    return scope


def _last(scope: Scope, name: bytes) -> str:
    values = all_of(scope, name)
    return values[-1].rpartition(",")[2].strip() if values else ""


def _bounded(receive: Receive, most: int) -> Receive:
    """Bodies that do not say how long they are, or lie about it, are cut off as well."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(TOO_LONG.status, TOO_LONG.why)
        return message

    return bounded
