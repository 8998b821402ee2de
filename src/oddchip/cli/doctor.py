"""Is everything in the card room's data as it was written? Checks the database, replays every table, proves the ledger.

A data folder is examined while its room is closed, a database (--database) at any time, as it is at one moment. Nothing
is changed. Code 0: all is well; 1: something is wrong, and what it is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

from oddchip.cli.export import add_place, opened, place_of
from oddchip.cli.frame import FOUND_WRONG, OK, Parser, WrongUse
from oddchip.cli.screen import Screen
from oddchip.telling import sentence

if TYPE_CHECKING:
    from oddchip.room.doctor import Checkup
    from oddchip.room.store import Store


def add_arguments(parser: Parser) -> None:
    add_place(parser)
    parser.add_argument("--json", action="store_true", help="the findings as one line of JSON")


def run(args: argparse.Namespace, screen: Screen) -> int:
    place = place_of(args)
    if isinstance(place, str):
        where, found = "The database", asyncio.run(_check_database(place))
    else:
        where, found = str(place), asyncio.run(_check(place))
    if args.json:
        screen.write(json.dumps(found.data()) + "\n")
    else:
        _tell(found, where, screen)
    return OK if found.well else FOUND_WRONG


async def _check(folder: Path) -> Checkup:
    store = await _whole(folder)
    from oddchip.room.doctor import Checkup, check_up
    from oddchip.room.store import StoreError

    if isinstance(store, str):
        return Checkup([store])
    try:
        return await check_up(store)
    except StoreError as error:
        return Checkup([sentence(str(error))])
    finally:
        await store.close()


async def _whole(folder: Path) -> Store | str:
    """The folder's store, or why it cannot even be opened, which is what the doctor was asked for."""
    from oddchip.room.store import StoreBroken

    try:
        return await opened(folder)
    except StoreBroken as error:
        return sentence(str(error))


async def _check_database(url: str) -> Checkup:
    try:
        from oddchip.room.store import is_url
    except ModuleNotFoundError as missing:
        raise WrongUse(f"the card room needs more packages ({missing.name}): pip install 'oddchip[room]'") from None
    if not is_url(url):
        raise WrongUse("a database is named like postgresql://USER@HOST/NAME, and --data is for folders")
    try:
        from oddchip.room.moving.looking import check_up_at
    except ModuleNotFoundError as missing:
        raise WrongUse(f"PostgreSQL needs more packages ({missing.name}): pip install 'oddchip[postgres]'") from None
    return await check_up_at(url)


def _tell(found: Checkup, where: str, screen: Screen) -> None:
    for line in found.complaints():
        screen.say(("Wrong: ", "bold red"), line)
    for table in found.tables:
        for note in table.notes:
            screen.say(("Note: ", "bold"), f"Table {table.table} ({table.title}): {note}")
    for line in found.sentences():
        screen.say(line)
    screen.say((f"{where} is {'whole' if found.well else 'NOT whole'}.", "bold"))
