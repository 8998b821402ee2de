"""A whole copy of the card room's data folder, keys and all, even while the room runs.

The copy is a data folder of its own, complete under its name or not there. Whoever has it has every secret in it. A
room in PostgreSQL is copied by PostgreSQL's own tools: docs/operating.md has the commands.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from oddchip.cli.export import closed_folder
from oddchip.cli.frame import OK, Parser, WrongUse
from oddchip.cli.screen import Screen


def add_arguments(parser: Parser) -> None:
    parser.add_argument("to", metavar="TO", help="the folder that the copy becomes; it must not be there yet")
    parser.add_argument("--data", metavar="DIR", help="the data folder; usually in ~/.local/share")
    parser.add_argument("--json", action="store_true", help="where it is and how large, as one line of JSON")


def run(args: argparse.Namespace, screen: Screen) -> int:
    folder = closed_folder(args.data)
    if not args.to.strip():
        raise WrongUse("the name of the copy is missing: it is empty")
    try:
        from oddchip.room.backing_up import backed_up
    except ModuleNotFoundError as missing:
        raise WrongUse(f"the card room needs more packages ({missing.name}): pip install 'oddchip[room]'") from None
    target = Path(args.to).expanduser()
    size = backed_up(folder, target)
    if args.json:
        screen.write(json.dumps({"to": str(target), "bytes": size}) + "\n")
    else:
        screen.say(f"{folder} is copied to {target}, {size / 1e6:.1f} MB with its keys.")
        screen.say("oddchip doctor --data says whether a copy is whole; oddchip serve --data goes on from it.")
    return OK
