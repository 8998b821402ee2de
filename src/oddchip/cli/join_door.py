"""Coming to a table of a card room from a terminal: its pages, as far as they are needed, and the session that is kept.

A session is a random token in a cookie, as in a browser. It is kept in the user's configuration folder, in a file that
only he may read, by the room's address and the name it was made for.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import Message
from html.parser import HTMLParser
from http.client import HTTPException
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from oddchip.cli.frame import WrongUse

PATIENCE = 15.0
MOST_BYTES = 1_000_000
SESSION = re.compile(r"(__Host-)?oddchip(-\d+)?")
LINKS = "an invitation such as http://HOST/join/..., or the address of a table"


@dataclass(frozen=True)
class Page:
    """What came back: status, where it leads, and of its content what a terminal needs."""

    status: int
    leads_to: str = ""
    token: str = ""
    trouble: str = ""
    words: str = ""
    tables: tuple[tuple[str, str], ...] = ()


class _Reader(HTMLParser):
    """Finds the form's token, what is said to be wrong, links to tables, and the words of a refusal."""

    def __init__(self) -> None:
        super().__init__()
        self.token, self.trouble, self.words = "", "", ""
        self.tables: dict[str, str] = {}
        self._into: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "input" and said.get("type") == "hidden" and said.get("name") == "form":
            self.token = said.get("value", "")
        elif tag == "p":
            self._into = ["trouble"] if said.get("id") == "trouble" else ["words"]
        elif tag == "a" and said.get("href", "").startswith("/table/") and said["href"].count("/") == 2:
            self._into = ["table", said["href"]]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "a"):
            self._into = []

    def handle_data(self, data: str) -> None:
        match self._into:
            case ["trouble"]:
                self.trouble += data
            case ["words"]:
                self.words = self.words or " ".join(data.split())
            case ["table", path]:
                self.tables[path] = f"{self.tables.get(path, '')}{data}"


class _Stay(HTTPRedirectHandler):
    """Where a page leads to is for us to follow."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> None:
        return None


@dataclass
class Door:
    """The way into one room: `base` is scheme, host and port. `name` is who wants to be known by it, "" for whoever
    was here last.
    """

    base: str
    name: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cookies = dict(kept().get(self._key, {}))

    @property
    def _key(self) -> str:
        return f"{self.base} {self.name}".strip()

    @property
    def cookie(self) -> str:
        """The session, as it goes with every request."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    # --- the way to a table ------------------------------------------------------------------------------------------

    def enter(self, path: str, ask: Callable[[str], str], tell: Callable[[str], None]) -> str:
        """The path of the table that a link leads to, after asking for what it takes. WrongUse if it leads nowhere."""
        kind = path.split("?")[0].strip("/").partition("/")[0]
        if kind in ("join", "watch", "host"):
            path = self._introduced(path, ask, tell)
        if path.startswith("/table/") and path.count("/") == 2:
            page = self.get(path)
            if page.status == 200:
                return path
            raise WrongUse(page.words or f"the room does not open that table ({page.status})")
        if path == "/":
            return self._chosen(ask, tell)
        raise WrongUse(f"that link leads to no table; expected {LINKS}")

    def _introduced(self, path: str, ask: Callable[[str], str], tell: Callable[[str], None]) -> str:
        """Where a link leads once the room knows one's name."""
        page = self.get(path)
        suggested = self.name
        while page.status in (200, 400) and page.token:
            if page.trouble:
                tell(page.trouble)
                suggested = ""
            name, suggested = suggested or ask("Your name: ").strip(), ""
            fields = {"form": page.token, "name": name}
            if "key=" in path:
                fields["key"] = path.partition("key=")[2]
            page = self.get(path.partition("?")[0], fields)
        self._keep()
        if page.status == 303 and page.leads_to:
            return page.leads_to
        raise WrongUse(page.words or f"the room does not take that link ({page.status})")

    def _chosen(self, ask: Callable[[str], str], tell: Callable[[str], None]) -> str:
        """One of the tables that the lobby shows."""
        found = self.get("/").tables
        if not found:
            raise WrongUse(f"no table there is open to you; expected {LINKS}")
        if len(found) == 1:
            return found[0][0]
        for number, (_, title) in enumerate(found, 1):
            tell(f"{number}: {title}")
        while True:
            said = ask("Which table? ").strip()
            if said.isdecimal() and 1 <= int(said) <= len(found):
                return found[int(said) - 1][0]
            tell(f"Enter a number from 1 to {len(found)}.")

    # --- pages -------------------------------------------------------------------------------------------------------

    def get(self, path: str, fields: dict[str, str] | None = None) -> Page:
        """A page; with fields, what a form leads to. WrongUse if nobody answers."""
        headers = {"Accept": "text/html", "User-Agent": "oddchip-join"}
        if self.cookies:
            headers["Cookie"] = self.cookie
        body = None
        if fields is not None:
            headers["Origin"] = self.base
            body = urlencode(fields).encode()
        try:
            request = Request(self.base + path, body, headers)
            with build_opener(_Stay).open(request, timeout=PATIENCE) as answer:
                return self._read(answer.status, answer.headers, answer)
        except HTTPError as answer:
            with answer:
                return self._read(answer.code, answer.headers, answer)
        except (URLError, OSError, HTTPException, ValueError) as wrong:
            why = wrong.reason if isinstance(wrong, URLError) else wrong
            raise WrongUse(f"no card room answers at {self.base}: {why}") from None

    def text(self, path: str) -> str:
        """What lies at a path, as text; "" if nothing does, or nobody answers."""
        request = Request(self.base + path, None, {"User-Agent": "oddchip-join", "Cookie": self.cookie})
        try:
            with build_opener(_Stay).open(request, timeout=PATIENCE) as answer:
                body: bytes = answer.read(MOST_BYTES)
                return body.decode()
        except (OSError, HTTPException, ValueError):  # of addresses and of bytes
            return ""

    def _read(self, status: int, headers: Message, body: IO[bytes]) -> Page:
        for line in headers.get_all("Set-Cookie", []):
            try:
                jar = SimpleCookie(line)
            except CookieError:
                continue
            self.cookies.update({name: each.value for name, each in jar.items()})
        reader = _Reader()
        if "html" in headers.get("Content-Type", ""):
            reader.feed(body.read(MOST_BYTES).decode("utf-8", "replace"))
        leads_to = headers.get("Location", "").removeprefix(self.base)
        tables = tuple((path, " ".join(title.split())) for path, title in reader.tables.items())
        return Page(status, leads_to, reader.token, reader.trouble.strip(), reader.words, tables)

    def _keep(self) -> None:
        """Keep the session for the next time."""
        mine = {name: value for name, value in self.cookies.items() if SESSION.fullmatch(name)}
        if mine and kept().get(self._key) != mine:
            keep({**kept(), self._key: mine})


def split(url: str) -> tuple[str, str]:
    """(base, path) of a link. WrongUse for what is none."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and url.isprintable()
    except ValueError:  # a port that is none, a bracket without its other half
        whole = False
    if not whole:
        raise WrongUse(f"cannot use {url!r}; expected {LINKS}")
    path = parts.path or "/"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", f"{path}?{parts.query}" if parts.query else path


# --- what is kept -----------------------------------------------------------------------------------------------------


def sessions_file() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".config") / "oddchip" / "sessions.json"


def kept() -> dict[str, dict[str, str]]:
    """All sessions that are kept: cookies by room and name. What cannot be read is none."""
    try:
        found = json.loads(sessions_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def keep(sessions: dict[str, dict[str, str]]) -> None:
    """Write the sessions to a file that only its owner may read. WrongUse if that cannot be."""
    path = sessions_file()
    fresh = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(sessions, indent=1) + "\n")
        fresh.replace(path)
    except OSError as wrong:
        raise WrongUse(f"cannot write {path}: {wrong.strerror or wrong}") from None
