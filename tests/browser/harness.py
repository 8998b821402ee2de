"""The card room as people meet it: its server in a process of its own, and visitors with a real browser each.

A `Visitor` keeps what must be known afterwards: what the console complained of, every WebSocket frame and every page
that came. `Visitor.check()` fails when anything was complained of that was not expected.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, WebSocket

ROOT = Path(__file__).parents[2]
ARTEFACTS = Path(os.environ.get("ODDCHIP_ARTEFACTS") or ROOT / ".artefacts")
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: Width and height in CSS pixels, and whether it is a phone with a touch screen.
SIZES = {
    "desktop": (1280, 800, False),
    "phone": (390, 844, True),
    "small": (360, 740, True),
    "sideways": (740, 360, True),
}
SERVE = (sys.executable, "-P", "-m", "oddchip.cli", "serve", "--json")
PATIENCE = 30.0  # seconds, for a server to come up or to go down


# --- the server ------------------------------------------------------------------------------------------------------


@dataclass
class Room:
    """A running server. `lobby` is its link for guests, `data` its folder; what it printed is in `said`."""

    process: subprocess.Popen[bytes]
    lobby: str
    host_key: str
    port: int
    data: Path
    said: Path

    @classmethod
    def start(
        cls,
        data: Path,
        *options: str,
        port: int = 0,
        command: Sequence[str] = SERVE,
        env: dict[str, str] | None = None,
    ) -> Room:
        """Start on a free port (or `port`) and wait for the line of JSON that says where. RuntimeError if none."""
        data.mkdir(parents=True, exist_ok=True)
        said = data.with_name(f"{data.name}-{time.monotonic_ns()}.out")
        line = [*command, "--port", str(port), "--data", str(data), *options]
        with said.open("wb") as out:
            process = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})},
            )
        try:
            told = first_json(process, said)
        except BaseException:
            process.kill()
            process.wait()
            raise
        return cls(process, told["lobby"], told["host_key"], told["port"], data, said)

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def stop(self) -> int:
        """As a host ends it (SIGTERM), with time to drain; the exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """As a power cut ends it."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise RuntimeError(f"the server did not end within {PATIENCE:.0f} s of {how.name}") from None


def first_json(process: subprocess.Popen[bytes], said: Path) -> dict[str, Any]:
    """The first whole line that is a JSON object with a port, among what the server prints."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        ended = process.poll() is not None
        for line in said.read_text(errors="replace").splitlines(keepends=True):
            if line.startswith("{") and line.endswith("}\n") and "port" in (told := json.loads(line)):
                return told
        if ended:
            break
        time.sleep(0.02)
    why = f"ended with {process.returncode}" if process.poll() is not None else f"said nothing for {PATIENCE:.0f} s"
    raise RuntimeError(f"the server {why}: {said.read_text(errors='replace')[-2000:]}")


# --- the browser -----------------------------------------------------------------------------------------------------


def launch(playwright: Playwright) -> Browser:
    """The machine's Chromium, without a window."""
    path = next(filter(None, map(shutil.which, CHROMIUM)))
    return playwright.chromium.launch(executable_path=path, args=list(SWITCHES))


@dataclass(frozen=True)
class Frame:
    """One WebSocket frame. `came` is true for what the server sent; `at` is seconds on the test's own clock."""

    came: bool
    text: str
    at: float


@dataclass(frozen=True)
class Finding:
    """Something axe-core objects to: its rule, how grave, in words, and where (CSS selectors)."""

    rule: str
    impact: str
    help: str
    where: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.impact} {self.rule}: {self.help} at {', '.join(self.where)}"


@dataclass
class Visitor:
    """One person: a browser profile of his own with one page (`page`), at one of `SIZES`."""

    name: str
    page: Page
    folder: Path
    frames: list[Frame] = field(default_factory=list)
    pages: list[tuple[str, str]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    _expected: list[str] = field(default_factory=list)
    _shots: int = 0

    @classmethod
    def enter(cls, browser: Browser, name: str, size: str = "desktop", *, folder: Path, **context: Any) -> Visitor:
        """A new profile. `context` goes to Playwright's new_context, e.g. reduced_motion="reduce"."""
        width, height, phone = SIZES[size]
        settings = {"viewport": {"width": width, "height": height}, "is_mobile": phone, "has_touch": phone, **context}
        profile = browser.new_context(**settings)
        profile.set_default_timeout(15_000)
        visitor = cls(name, profile.new_page(), folder)
        visitor.watch(visitor.page)
        return visitor

    @property
    def profile(self) -> BrowserContext:
        return self.page.context

    def another_tab(self) -> Page:
        """A second page of the same person; watched like the first."""
        page = self.profile.new_page()
        self.watch(page)
        return page

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("websocket", self._websocket)
        page.on("requestfinished", self._finished)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location
            self.complaints.append(f"console {message.type}: {message.text} ({where.get('url')})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the visitor went elsewhere before it had come
            self.complaints.append(f"request failed: {request.failure} ({request.url})")

    def _websocket(self, socket: WebSocket) -> None:
        def keep(came: bool, payload: str | bytes) -> None:
            text = payload if isinstance(payload, str) else payload.decode(errors="backslashreplace")
            self.frames.append(Frame(came, text, time.monotonic()))

        socket.on("framereceived", lambda payload: keep(True, payload))
        socket.on("framesent", lambda payload: keep(False, payload))

    def _finished(self, request: Request) -> None:
        answer = request.response() if request.resource_type in {"document", "fetch", "xhr"} else None
        if answer and answer.status < 300:
            self.pages.append((request.url, answer.text()))

    def came(self) -> list[str]:
        """All that the server sent this person: the frames, and the pages as they came."""
        return [frame.text for frame in self.frames if frame.came] + [text for _, text in self.pages]

    def expect(self, pattern: str) -> None:
        """From now on complaints in which the pattern is found are in order, e.g. "403"."""
        self._expected.append(pattern)

    def check(self) -> None:
        """AssertionError when the console complained of something not expected."""
        unexpected = [said for said in self.complaints if not any(re.search(each, said) for each in self._expected)]
        assert not unexpected, f"{self.name}'s browser complained:\n" + "\n".join(unexpected)

    def shot(self, title: str, *, whole: bool = False) -> Path:
        """A picture of the page as it stands (`whole`: also what is to be scrolled to), among the artefacts."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._shots += 1
        file = self.folder / f"{plain(self.name)}-{self._shots:02d}-{plain(title)}.png"
        self.page.screenshot(path=file, full_page=whole, timeout=60_000)  # on a busy machine
        return file

    def fits(self) -> bool:
        """Nothing has to be scrolled to sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))

    def axe(self, grave: Sequence[str] = ("serious", "critical")) -> list[Finding]:
        """What axe-core finds in the page as it stands.

        It runs in a world of its own: it sees the document, and the page's scripts and policies see nothing of it.
        """
        session = self.profile.new_cdp_session(self.page)
        frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "axe"})["executionContextId"]

        def run(expression: str) -> Any:
            asked = {"expression": expression, "contextId": world, "awaitPromise": True, "returnByValue": True}
            answer = session.send("Runtime.evaluate", asked)
            if "exceptionDetails" in answer:
                raise RuntimeError(f"axe-core failed: {answer['exceptionDetails']}")
            return answer["result"].get("value")

        try:
            if run("typeof axe") == "undefined":  # the world stays as long as the document
                run(AXE.read_text() + "\n;0")
            found = run(
                "axe.run(document, {resultTypes: ['violations']}).then(found => JSON.stringify(found.violations))"
            )
        finally:
            session.detach()
        return [
            Finding(each["id"], each["impact"], each["help"], tuple(str(node["target"]) for node in each["nodes"]))
            for each in json.loads(found)
            if each["impact"] in grave
        ]

    def leave(self) -> None:
        self.profile.close()


def plain(text: str) -> str:
    return re.sub(r"[^\w.-]+", "-", text).strip("-")[:80]
