"""An evening out of the card room's data: the ledger, who pays whom, and what every hand did to everybody.

A data folder is read while its room is closed, a database (--database) at any time. --csv writes one table for a
spreadsheet, --json everything; - stands for the output.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from oddchip.cli.frame import OK, Parser, WrongUse
from oddchip.cli.screen import Screen
from oddchip.cli.serve import DATABASE, data_folder
from oddchip.telling import counted

if TYPE_CHECKING:
    from oddchip.room.ledger import Evening
    from oddchip.room.store import AnyStore, Store


def add_arguments(parser: Parser) -> None:
    add_place(parser)
    parser.add_argument("--table", metavar="ID", help="only this table: its id, as in its link, or its title")
    to = parser.add_mutually_exclusive_group(required=True)
    to.add_argument("--csv", metavar="FILE", help="one table: ledger, payments, hands")
    to.add_argument("--json", metavar="FILE", help="the same with everything that is known of it")


def run(args: argparse.Namespace, screen: Screen) -> int:
    evenings = asyncio.run(read(place_of(args), args.table))
    from oddchip.room.ledger import as_csv, as_json

    text = as_csv(evenings) if args.csv else as_json(evenings).decode() + "\n"
    path = args.csv or args.json
    if path == "-":
        screen.write(text)
        return OK
    try:
        Path(path).expanduser().write_text(text, encoding="utf-8", newline="")
    except OSError as wrong:
        raise WrongUse(f"cannot write {path}: {wrong.strerror or wrong}") from None
    hands = sum(len(each.hands) for each in evenings)
    screen.say(f"{counted(len(evenings), 'table')} and {counted(hands, 'hand')} are in {path}.")
    return OK


def add_place(parser: Parser) -> None:
    """Options that say where the data is."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--data", metavar="DIR", help="the data folder; usually in ~/.local/share")
    where.add_argument("--database", metavar="URL", help=f"a PostgreSQL, postgresql://...; usually {DATABASE}, if set")


def place_of(args: argparse.Namespace) -> Path | str:
    """The data folder or the address of the database that was said; `WrongUse` where no room can be."""
    database: str | None = args.database
    if database is None and args.data is None:
        database = os.environ.get(DATABASE) or None
    return closed_folder(args.data) if database is None else database


def closed_folder(said: str | None) -> Path:
    """A data folder that there is; `WrongUse` where no room has ever been."""
    folder = data_folder(said)
    if not (folder / "room.db").is_file():
        raise WrongUse(f"there is no card room in {folder}: --data DIR says where it is")
    return folder


async def opened(folder: Path) -> Store:
    """The store of a closed room; `WrongUse` while the room runs."""
    try:
        from oddchip.room.store import Store, StoreInUse
    except ModuleNotFoundError as missing:
        raise WrongUse(f"the card room needs more packages ({missing.name}): pip install 'oddchip[room]'") from None
    try:
        return await Store.open(folder)
    except StoreInUse as held:
        raise WrongUse(f"{held}: stop the room first, or use its own pages") from None


async def opened_database(url: str) -> AnyStore:
    """The store of a database in which a room is already, served by others or not."""
    try:
        from oddchip.room.address import address_of
        from oddchip.room.store import open_store
    except ModuleNotFoundError as missing:
        raise WrongUse(f"the card room needs more packages ({missing.name}): pip install 'oddchip[room]'") from None
    address = address_of(url)
    try:
        from oddchip.room.moving.looking import must_hold_a_room
    except ModuleNotFoundError as missing:
        raise WrongUse(f"PostgreSQL needs more packages ({missing.name}): pip install 'oddchip[postgres]'") from None
    await must_hold_a_room(address)
    return await open_store(address)


async def read(where: Path | str, wanted: str | None) -> list[Evening]:
    """The tables of a folder or a database, or the one that is wanted, oldest first."""
    store = await opened_database(where) if isinstance(where, str) else await opened(where)
    try:
        return await _evenings(store, wanted)
    finally:
        await store.close()


async def _evenings(store: AnyStore, wanted: str | None) -> list[Evening]:
    from sqlalchemy import select

    from oddchip.room.coaching import Coach
    from oddchip.room.ledger import evening_of
    from oddchip.room.loading import load
    from oddchip.room.luck import Values
    from oddchip.room.store import schema

    t, n = schema.game_table, schema.name
    rows = await store.read(select(t).order_by(t.c.created))
    if wanted is not None:
        rows = [row for row in rows if wanted == row.id or wanted.casefold() == row.title.casefold()]
    if not rows:
        raise WrongUse(f"there is no table {wanted} there" if wanted else "no table was ever made there")
    names = {row.person: row.name for row in await store.read(select(n))}
    found, values = [], Values(Coach())
    for row in rows:
        scene, _ = await load(store, row)
        found.append(await evening_of(store, row.id, scene.table, scene.desk, names, values))
    return found
