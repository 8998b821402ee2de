"""Under which names a room is reached, and how much of it anybody may have at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from oddchip.room.errors import RoomError
from oddchip.room.limits import Rate

_PORTS = {"http": 80, "https": 443}
_REQUESTS, _POSTS, _DOORS, _COMMANDS, _CHAT = Rate(40, 400), Rate(1, 40), Rate(0.5, 20), Rate(10, 20), Rate(1, 5)
_RECIPES, _COACHED = Rate(1, 60), Rate(2, 60)


class SettingsError(RoomError):
    """Settings with which no room can be served."""


@dataclass(frozen=True)
class Allowed:
    """What one address or session may do: rates, and how many sockets it may hold open.

    `requests`, `posts`, `doors` (new guests, tries at the host key), `recipes` (sheets of games made up by the
    visitor, which take some work) and `coached` (hands for the coach, and puzzles) count by address, `commands` and
    `chat` by connection. This machine itself asks and opens sockets without such limits, up to `sockets` in all.
    """

    requests: Rate = _REQUESTS
    posts: Rate = _POSTS
    doors: Rate = _DOORS
    recipes: Rate = _RECIPES
    coached: Rate = _COACHED
    commands: Rate = _COMMANDS
    chat: Rate = _CHAT
    sockets_per_session: int = 12
    sockets_per_address: int = 100
    sockets: int = 10_000
    body: int = 64 * 1024
    unreadable: int = 5
    hello_seconds: float = 10
    slow_seconds: float = 10


@dataclass(frozen=True)
class WebSettings:
    """Where the room is.

    `port` is that of this process, `names` the further names and addresses of this machine it may be called by (with
    --lan), `public_url` what friends type when something else stands in front, such as "https://cards.example.org".
    `behind_proxy` believes X-Forwarded-For, -Proto and -Host, from this machine alone.
    """

    port: int
    public_url: str = ""
    names: tuple[str, ...] = ()
    lan: bool = False
    behind_proxy: bool = False
    allowed: Allowed = field(default_factory=Allowed)

    def __post_init__(self) -> None:
        if self.public_url:
            object.__setattr__(self, "public_url", public(self.public_url))
        if self.behind_proxy and not self.public_url:
            raise SettingsError("--behind-proxy needs --public-url too: the address that the proxy answers to")

    @property
    def hosts(self) -> frozenset[str]:
        """What may stand in a Host header."""
        own = {part for name in self._own() for part in _with_port(name, self.port, "http")}
        if not self.public_url:
            return frozenset(own)
        scheme, host, port = _parts(self.public_url)
        return frozenset(own | _with_port(host, port, scheme))

    @property
    def origins(self) -> frozenset[str]:
        """What may stand in an Origin header."""
        own = {_origin("http", name, self.port) for name in self._own()}
        return frozenset(own | ({_origin(*_parts(self.public_url))} if self.public_url else set()))

    @property
    def cookie_port(self) -> str:
        """What goes into the names of cookies, which browsers send to every port of a host: "-8717", or "" for the
        usual ports. Workers behind one public URL say the same.
        """
        port = _parts(self.public_url)[2] if self.public_url else self.port
        return "" if port in _PORTS.values() else f"-{port}"

    def _own(self) -> tuple[str, ...]:
        return ("localhost", "127.0.0.1", "[::1]", *(name.lower() for name in self.names))


def public(url: str) -> str:
    """A public URL as it is kept: scheme, host and port alone. SettingsError for anything else."""
    expected = "a public URL is http or https and a host, such as https://cards.example.org"
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise SettingsError(f"{expected}, not {url[:80]!r}") from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None or port == 0:
        raise SettingsError(f"{expected}, not {url[:80]!r}")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise SettingsError(f"{expected}: without a path, for the room has the whole host, not {url[:80]!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    if not all(c.isascii() and (c.isalnum() or c in ".-_[]:") for c in host):
        raise SettingsError(f"{expected}, not {url[:80]!r}")
    return _origin(parts.scheme, host, port or _PORTS[parts.scheme])


def _parts(origin: str) -> tuple[str, str, int]:
    parts = urlsplit(origin)
    host = parts.hostname or ""
    return parts.scheme, f"[{host}]" if ":" in host else host, parts.port or _PORTS[parts.scheme]


def _with_port(host: str, port: int, scheme: str) -> set[str]:
    return {f"{host}:{port}"} | ({host} if port == _PORTS[scheme] else set())


def _origin(scheme: str, host: str, port: int) -> str:
    """As browsers write it: the port only where it is not the usual one."""
    return f"{scheme}://{host}" if port == _PORTS[scheme] else f"{scheme}://{host}:{port}"
