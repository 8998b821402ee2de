"""Workers of one room as processes: `oddchip serve`, each on its own port. They can be killed, stopped and ended."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

from several.players import Way

SERVE = [
    *(sys.executable, "-P", "-m", "oddchip.cli", "serve"),
    *("--json", "--no-limits", "--bots-play-on", "--pace", "none", "--port", "0"),
]
#: Seconds for a worker to open, and to end in good order.
OPENS, ENDS = 60, 20


#: What a worker reports in its log when something of its own is wrong, whatever was done to it.
FAULTS = (
    "rules_failed",
    "actor_failed",
    "worker_failed",
    "news_failed",
    "not_shown",
    "table_not_loaded",
    "deck_failed",
    "bot_failed",
    "sweep_failed",
)


class Worker:
    """One process. `options` say where its data is; what it complains of goes to a file of its own."""

    def __init__(self, name: str, folder: Path, options: Sequence[str] = (), env: dict[str, str] | None = None) -> None:
        self.name, self.folder = name, folder
        self.id = ""  # among several; what it has its tables by
        self._complaints = (folder.parent / f"{name}.err").open("ab")
        self._process = subprocess.Popen(
            [*SERVE, "--data", str(folder), *options],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env={**os.environ, **(env or {})},
            start_new_session=True,
        )
        self.said: dict[str, Any] = {}
        self.stopped = False

    async def open(self) -> Worker:
        """When it has said where it is."""
        await asyncio.to_thread(self._opened)
        return self

    def _opened(self) -> None:
        assert self._process.stdout is not None
        if not select([self._process.stdout], [], [], OPENS)[0] or not (line := self._process.stdout.readline()):
            self.kill()
            raise AssertionError(f"{self.name} did not open: {self.complaints()}")
        self.said = json.loads(line)
        self.id = next(each.get("worker", "") for each in reversed(reports(self.folder)) if each["event"] == "opened")

    @property
    def way(self) -> Way:
        return Way(self.name, self.said["port"])

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def lives(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """SIGKILL, and it is gone when this returns."""
        if self.lives:
            self._process.kill()
        self._process.wait()
        self._close()

    def stop(self) -> None:
        """SIGSTOP: it does nothing until `go_on`."""
        self.stopped = True
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.stopped = False
        self._process.send_signal(signal.SIGCONT)

    async def end(self) -> float:
        """SIGTERM; gives how many seconds it took to end in good order."""
        began = monotonic()
        self._process.send_signal(signal.SIGTERM)
        try:
            code = await asyncio.to_thread(self._process.wait, ENDS)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} did not end in {ENDS} s") from None
        finally:
            self.kill()
        assert code == 0, f"{self.name} ended with {code}: {self.complaints()}"
        return monotonic() - began

    def complaints(self) -> str:
        """What it wrote to its standard error, the last of it."""
        return Path(self._complaints.name).read_text(errors="replace")[-2000:]

    def _close(self) -> None:
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._complaints.close()


def reports(folder: Path) -> list[dict[str, Any]]:
    """What workers wrote to the logs in a folder, one after the other."""
    lines = [line for path in sorted(folder.glob("log*.jsonl")) for line in path.read_text().splitlines()]
    return [json.loads(line) for line in lines if line.endswith("}")]
