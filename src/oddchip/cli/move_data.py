"""A whole card room from a data folder to PostgreSQL, or back, compared row by row.

FROM and TO are each a folder or postgresql://USER@HOST/DATABASE (the password may be in PGPASSWORD or ~/.pgpass).
Nobody may serve FROM meanwhile, and it stays as it is. TO must be empty, and at the end is whole or still empty. Keys
go along.

Code 0: moved; 1: something is not whole, and nothing was moved.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable

from oddchip.cli.frame import FOUND_WRONG, OK, Parser, WrongUse
from oddchip.cli.screen import Screen
from oddchip.telling import counted

#: A table of so many rows takes a while.
LARGE = 10_000


def add_arguments(parser: Parser) -> None:
    parser.add_argument("source", metavar="FROM", help="a data folder, or the URL of a database")
    parser.add_argument("target", metavar="TO", help="a folder that is not there yet, or the URL of an empty database")
    parser.add_argument("--json", action="store_true", help="the rows of each table as one line of JSON")


def run(args: argparse.Namespace, screen: Screen) -> int:
    for end in (args.source, args.target):
        if not end.strip():
            raise WrongUse("one end is missing: it is empty")
    try:
        from oddchip.room.moving import MoveRefused, move
    except ModuleNotFoundError as missing:
        raise WrongUse(f"the card room needs more packages ({missing.name}): pip install 'oddchip[room]'") from None
    try:
        moved = asyncio.run(move(args.source, args.target, _silent if args.json else _teller(screen)))
    except MoveRefused as wrong:
        screen.complain(str(wrong))
        return FOUND_WRONG
    except ModuleNotFoundError as missing:
        raise WrongUse(f"PostgreSQL needs more packages ({missing.name}): pip install 'oddchip[postgres]'") from None
    if args.json:
        screen.write(json.dumps({"rows": moved.rows, "doctor": moved.after.data()}) + "\n")
        return OK
    for line in moved.after.sentences():
        screen.say(line)
    screen.say((f"{counted(sum(moved.rows.values()), 'row')} moved, each compared, and the keys. ", "bold"))
    screen.say("The source is as it was: serve one of the two from now on, never both.")
    return OK


def _silent(what: str, table: str, done: int, total: int) -> None:
    """With --json nothing is said on the way."""


def _teller(screen: Screen) -> Callable[[str, str, int, int], None]:
    """Says which tables are done, and how far large ones are, each tenth of the way. Nothing is said of empty ones."""
    said: dict[tuple[str, str], int] = {}

    def tell(what: str, table: str, done: int, total: int) -> None:
        if table and (not total or done < (total if total < LARGE else 1)):
            return
        tenth = 10 * done // total if total else 0
        if said.get((what, table), -1) >= tenth:
            return
        said[what, table] = tenth
        begun = what[:1].upper() + what[1:]
        screen.say(f"{begun} {table}: {done:,} of {total:,}." if table else f"{begun}.")
        screen.stdout.flush()

    return tell
