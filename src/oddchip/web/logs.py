"""The room's own log: one JSON object a line, in the data folder. Never a card, a token or a name of somebody."""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections import Counter, deque
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from itertools import count
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

import structlog

from oddchip.room.errors import RoomError

NAME = "log.jsonl"
_BYTES, _OLD = 5_000_000, 3
#: What no line may hold, whoever writes it.
SECRET = frozenset({"card", "cards", "token", "key", "host_key", "cookie", "secret", "seed", "name", "text", "body"})
#: What a host should look at: something was lost to somebody, or soon will be. Anything else is told as it happens.
_ROOM = ("actor_failed", "deck_failed", "not_shown", "not_written", "rules_failed", "sweep_failed", "table_not_loaded")
ERRORS = frozenset((*_ROOM, "news_failed", "worker_failed"))
_PARENT = ("renewal_given_up", "worker_ended", "worker_not_ready")
_OTHERS = ("bot_failed", "closed_in_haste", "database_away", "fenced", "not_sent", "table_lost")
WARNINGS = frozenset((*_PARENT, *_OTHERS, "server", "snapshot_not_used"))
#: So many of the latest lines are kept in memory, for the dashboard.
LATEST = 50


@dataclass(frozen=True)
class Line:
    """One line of the log as a host is shown it: when (seconds since 1970), what, at which table, why."""

    at: float
    event: str
    table: str = ""
    why: str = ""


class Reports:
    """What was reported since the process began: how often what, and the latest lines."""

    def __init__(self) -> None:
        self.tally: Counter[str] = Counter()
        self.latest: deque[Line] = deque(maxlen=LATEST)

    def note(self, event: str, fields: Mapping[str, Any]) -> None:
        why = next((str(fields[name]) for name in ("error", "kind", "said") if fields.get(name)), "")
        self.tally[event] += 1
        self.latest.append(Line(time.time(), event, str(fields.get("table", "")), why[:200]))


class Log:
    """An open log. Made before the data folder is locked, so that it writes only once something is reported.

    `lock` is a file that shows whose the log is; it is closed with it.
    """

    def __init__(self, path: Path, lock: int = -1) -> None:
        self._lock = lock
        self.reports = Reports()
        self._handler = _Owned(path, maxBytes=_BYTES, backupCount=_OLD, encoding="utf-8", delay=True)
        self._handler.setFormatter(logging.Formatter("%(message)s"))
        self._logger = logging.Logger("oddchip", logging.INFO)
        self._logger.addHandler(self._handler)
        self._log = structlog.wrap_logger(
            self._logger,
            processors=[
                structlog.stdlib.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                without_secrets,
                structlog.processors.JSONRenderer(default=repr),
            ],
            wrapper_class=structlog.BoundLogger,
        )
        for each in ("uvicorn.error", "asyncio"):
            logging.getLogger(each).addHandler(_Foreign(self))
            logging.getLogger(each).propagate = False

    def report(self, event: str, **fields: Any) -> None:
        """Write a line."""
        write = self._log.error if event in ERRORS else self._log.warning if event in WARNINGS else self._log.info
        write(event, **fields)
        self.reports.note(event, fields)

    def call(self, worker: str) -> None:
        """From now on every line says whose it is."""
        self._log = self._log.bind(worker=worker)

    def close(self) -> None:
        for each in ("uvicorn.error", "asyncio"):
            logger = logging.getLogger(each)
            for handler in [handler for handler in logger.handlers if isinstance(handler, _Foreign)]:
                logger.removeHandler(handler)
        self._handler.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def open_log(folder: Path, *, several: bool = False) -> Log:
    """The log of a room in its data folder; where several processes write beside each other, the first that is free."""
    if not several:
        return Log(folder / NAME)
    folder = folder.expanduser().absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, lock = next((n, lock) for n in count(1) if (lock := _held(folder / f"log-{n}.lock")) is not None)
    except OSError as error:
        raise RoomError(f"no log can be written in {folder} ({error.strerror}): --data names another folder") from None
    return Log(folder / f"log-{number}.jsonl", lock)


def _held(path: Path) -> int | None:
    """A lock file that is ours for as long as it is open; None if it is another's."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Fields that could give something away are left out."""
    return {name: value for name, value in event.items() if name not in SECRET}


class _Owned(RotatingFileHandler):
    """Readable by the room's owner alone."""

    def _open(self) -> Any:
        return open(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="utf-8")


class _Foreign(logging.Handler):
    """What the server under us has to say: warnings and worse, with where they come from, without their arguments."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._to = log

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        where = ""
        if record.exc_info and (trace := record.exc_info[2]):
            while trace.tb_next:
                trace = trace.tb_next
            where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        self._to.report("server", said=record.msg[:200] if isinstance(record.msg, str) else "", kind=kind, where=where)
