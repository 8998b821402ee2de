"""A table of a card room from the terminal: the same table, the same protocol, in words line by line.

URL is an invitation or the address of a table. Your name is asked for, and the session is kept for the next time.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from oddchip.cli.frame import OK, Parser, WrongUse
from oddchip.cli.join_door import Door, split
from oddchip.cli.screen import Screen

if TYPE_CHECKING:
    from oddchip.room.protocol import Line


def add_arguments(parser: Parser) -> None:
    parser.add_argument("url", metavar="URL", help="the link you were sent, or the address of a table")
    parser.add_argument("--name", default="", help="be known by this name, with a session of its own")


def remark_in(told: str) -> Line:
    """The coach's line in what he tells; none if he tells nothing that can be read.

    >>> remark_in('{"hand": 3, "remark": ["You gave ", ["card", "7s"], "."]}'), remark_in(""), remark_in("<p>")
    (['You gave ', ('card', '7s'), '.'], [], [])
    """
    import msgspec

    from oddchip.room.protocol import Line

    try:
        found: Line = msgspec.convert(msgspec.json.decode(told)["remark"], Line)
    except (msgspec.DecodeError, msgspec.ValidationError, LookupError, TypeError):
        return []
    return found


def run(args: argparse.Namespace, screen: Screen) -> int:
    try:
        from oddchip.cli.join_talk import Over, Talk
    except ModuleNotFoundError as missing:
        raise WrongUse(f"the card room needs more packages ({missing.name}): pip install 'oddchip[room]'") from None

    base, path = split(args.url)
    door = Door(base, args.name.strip())
    try:
        table = door.enter(path, screen.ask, screen.say)
    except EOFError:
        raise WrongUse("the input ended before you had said your name") from None
    talk = Talk(
        screen,
        f"{base.replace('http', 'ws', 1)}{table}/live",
        base,
        door.cookie,
        lambda: door.get(table).status == 200,
        record=lambda hand: door.text(f"{table}/fair/{hand}.json"),
        coach=lambda hand: remark_in(door.text(f"{table}/coach/{hand}.json")),
    )
    try:
        asyncio.run(talk.run(screen.stdin))
    except Over as over:
        if str(over):
            screen.say(str(over))
    return OK
