"""Take somebody out of the card room's data for good: his name, what he said, his sessions, invitations and links.

Log and ledger know people by their ids alone; those stay, and the ids mean nobody any more. What others wrote (their
chat, a host's public reasons) stays as they wrote it, and is told and counted where the name is in it. Works while the
room is closed; while it runs, everybody finds the same on the page about himself.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from oddchip.cli.export import add_place, opened, opened_database, place_of
from oddchip.cli.frame import FOUND_WRONG, OK, Parser, WrongUse
from oddchip.cli.screen import Screen
from oddchip.telling import counted, listed

if TYPE_CHECKING:
    from oddchip.room.store import AnyStore
    from oddchip.room.store.postgres import PostgresStore

#: The database and what lies beside it while it is open.
DATABASE = "room.db"
#: What is read of a file at a time.
PIECE = 1 << 20


def add_arguments(parser: Parser) -> None:
    parser.add_argument("who", metavar="NAME-OR-ID", help="what somebody is called, or his id where names are shared")
    add_place(parser)


def run(args: argparse.Namespace, screen: Screen) -> int:
    where = place_of(args)
    name, said, left = asyncio.run(_forget(where, args.who))
    for line in said:
        screen.say(line)
    copies = [] if isinstance(where, str) else copies_with(where, name)
    for path in copies:
        left.append(f"{path} still has the name in it; delete that file if you can do without it")
    for line in left:
        screen.say(("Left: ", "bold"), f"{line}.")
    return FOUND_WRONG if copies else OK


async def _forget(where: Path | str, who: str) -> tuple[str, list[str], list[str]]:
    """The name that was forgotten, what was taken out, and what could not be."""
    store = await _at_rest(where) if isinstance(where, str) else await opened(where)
    try:
        from oddchip.room.forgetting import erase, found, remains

        people = await found(store, who)
        if not people:
            raise WrongUse(f"nobody there is called {who}, and it is nobody's id")
        if len(people) > 1:
            ids = ", ".join(id for id, _ in people)  # some begin with a -
            raise WrongUse(f"{len(people)} people are called {who}; say which id, after a --: {ids}")
        done = await erase(store, people[0][0])
        await store.scrub()
        kept = await remains(store, done.name)
    finally:
        await store.close()
    parts = [counted(done.lines, "line"), counted(done.sessions, "session"), counted(done.invitations, "invitation")]
    said = [f"{done.name or done.person} is forgotten: the name, {listed(parts)}."]
    said += [f"The table that had the name in its title is called {title} now." for title in done.titles.values()]
    return done.name, said, kept


async def _at_rest(url: str) -> AnyStore:
    """The store of a database; `WrongUse` while workers serve it, who would go on with what they know by heart."""
    store = await opened_database(url)
    if await cast("PostgresStore", store).workers():
        await store.close()
        raise WrongUse("the room in that database is being served: stop it first, or use its own pages")
    return store


def copies_with(folder: Path, name: str) -> list[Path]:
    """The files beside the database in which a name stands, by their place in the folder."""
    found = (path for path in files_with(folder, name) if not path.name.startswith(DATABASE))
    return [path.relative_to(folder) for path in found]


def files_with(folder: Path, name: str) -> Iterator[Path]:
    """The files of a folder in which a name stands, whatever they are."""
    wanted = name.encode()
    for path in sorted(folder.rglob("*")) if name else ():
        if path.is_file() and _has(path, wanted):
            yield path


def _has(path: Path, wanted: bytes) -> bool:
    before = b""
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            if wanted in before + piece:
                return True
            before = piece[-len(wanted) :]
    return False
