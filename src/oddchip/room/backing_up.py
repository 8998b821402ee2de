"""A whole copy of a data folder, database and keys, while its room runs or not. There under its name, or not at all.

The database is copied at one moment by SQLite's own means, so nothing is torn. The copy is a data folder like any
other: put it in the place of the lost one, or serve it where it is.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from oddchip.room.store.connecting import WAIT
from oddchip.room.store.crash import crash_at
from oddchip.room.store.errors import StoreBroken, StoreRefused, trouble
from oddchip.room.store.folder import DATABASE, back_up, sync_folder, write_durably

#: What lies beside the database and cannot be made again.
KEYS = ("key", "signing_key", "host_key")


def backed_up(folder: Path, target: Path) -> int:
    """Copy a data folder into a new one; gives the bytes of its database. Blocks.

    Raises StoreRefused where the target is there already or the folder is none, and StoreFull, StoreReadOnly or
    StoreBroken where it cannot be copied. What an earlier try left unfinished is replaced.
    """
    if not (folder / DATABASE).is_file():
        raise StoreRefused(f"there is no card room in {folder}")
    if not is_free(target):
        raise StoreRefused(f"{target} is there already: give the copy a name of its own")
    try:
        with Unfinished(target) as part:
            for name in KEYS:
                if (folder / name).is_file():
                    write_durably(part / name, (folder / name).read_bytes())
            with closing(_source(folder / DATABASE)) as source:
                back_up(source, part / DATABASE)
            crash_at("mid_backup")
            size = (part / DATABASE).stat().st_size
        return size
    except (OSError, sqlite3.Error) as error:
        raise trouble(error, target.parent) or StoreBroken(f"{folder} cannot be copied: {error}") from error


def _source(database: Path) -> sqlite3.Connection:
    source = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=WAIT)
    source.execute("PRAGMA query_only = ON")
    return source


def is_free(target: Path) -> bool:
    """Can something be put there: is it not there, or an empty folder?"""
    return not target.exists() or (target.is_dir() and not any(target.iterdir()))


class Unfinished:
    """A folder beside the target, which takes its name when it is `keep`-ed and is gone when it is `drop`-ped.

    A process that is killed leaves it under its own name, `.NAME.part`, and the next one that wants it begins anew.
    Used as `with Unfinished(target) as part`, it is kept when all went well.
    """

    def __init__(self, target: Path) -> None:
        self.target = target.expanduser().absolute()
        self.part = self.target.with_name(f".{self.target.name}.part")
        self._beside = -1

    def begin(self) -> Path:
        """The new folder. StoreRefused while another process makes one at the same place."""
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self._beside = os.open(self.target.parent, os.O_RDONLY)
        try:
            fcntl.flock(self._beside, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._let_go()
            raise StoreRefused(f"something else is being written in {self.target.parent} just now") from None
        shutil.rmtree(self.part, ignore_errors=True)
        self.part.mkdir(mode=0o700)
        return self.part

    def keep(self) -> None:
        """Give it its name, which nothing has or an empty folder: at one stroke either way."""
        sync_folder(self.part)
        self.part.rename(self.target)
        sync_folder(self.target.parent)
        self._let_go()

    def drop(self) -> None:
        shutil.rmtree(self.part, ignore_errors=True)
        self._let_go()

    def _let_go(self) -> None:
        if self._beside >= 0:
            os.close(self._beside)
            self._beside = -1

    def __enter__(self) -> Path:
        return self.begin()

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if kind is None:
            self.keep()
        else:
            self.drop()
