"""The card room: tables for friends, in the browser, from this computer.

Prints the link to the lobby, the link that makes you its host, and who can open them. Everything is kept in one data
folder, or in a PostgreSQL that several processes and machines may share; stop the room at any time, and it goes on
where it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from oddchip.cli.frame import OK, Parser, WrongUse
from oddchip.cli.screen import Screen
from oddchip.whole import is_whole

if TYPE_CHECKING:
    from oddchip.web.opening import Opened, Wanted

PORT = 8717
DATABASE = "ODDCHIP_DATABASE"
MOST_WORKERS = 64


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--lan", action="store_true", help="let others on the same network in as well")
    parser.add_argument("--port", type=port, default=PORT, help=f"instead of {PORT}; 0 takes a free one")
    parser.add_argument("--data", metavar="DIR", help="the data folder; usually in ~/.local/share")
    parser.add_argument(
        "--database",
        metavar="URL",
        default=os.environ.get(DATABASE) or None,
        help=f"a PostgreSQL instead of the folder; better said in {DATABASE}, for everybody sees command lines",
    )
    parser.add_argument("--workers", metavar="N", type=workers, help="so many processes; needs a database")
    parser.add_argument(
        "--public-url", metavar="URL", default="", help="what friends type, such as https://cards.example.org"
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="a proxy on this computer stands in front (docs/hosting.md)"
    )
    parser.add_argument("--json", action="store_true", help="print the links as one line of JSON")
    parser.add_argument("--pace", choices=("none", "fast", "normal", "slow"), default="normal", help="of new tables")
    parser.add_argument(
        "--bots-play-on", action="store_true", help="where nobody looks on, too; else they wait, and the disk is spared"
    )
    parser.add_argument("--no-limits", action="store_true", help="no limits on rates and sockets, for load tests")


def port(text: str) -> int:
    if not is_whole(text) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port, 0 to 65535, not {text!r}")
    return int(text)


def workers(text: str) -> int:
    if not is_whole(text) or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"expected a number of processes, 1 to {MOST_WORKERS}, not {text!r}")
    return int(text)


def data_folder(said: str | None) -> Path:
    """The data folder: the one that is named, or the usual one."""
    if said is not None:
        if not said.strip():
            raise WrongUse("the name of the data folder is missing: it is empty")
        return Path(said).expanduser()
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".local" / "share") / "oddchip"


def run(args: argparse.Namespace, screen: Screen) -> int:
    if (args.workers or 1) > 1 and args.database is None:
        raise WrongUse("--workers needs --database: a data folder is kept by one process alone")
    try:
        from oddchip.room.address import address_of
        from oddchip.web.opening import Wanted
    except ModuleNotFoundError as missing:
        raise WrongUse(f"the card room needs more packages ({missing.name}): pip install 'oddchip[room]'") from None
    wanted = Wanted(
        data_folder(args.data),
        port=args.port,
        lan=args.lan,
        public_url=args.public_url,
        behind_proxy=args.behind_proxy,
        pace=args.pace,
        limited=not args.no_limits,
        bots_alone=args.bots_play_on,
        database="" if args.database is None else address_of(args.database),
    )
    _serve(wanted, args.workers if wanted.database else None, args.json, screen)
    if not args.json:
        screen.say("The room is closed. All tables are kept.")
    return OK


def _serve(wanted: Wanted, count: int | None, as_json: bool, screen: Screen) -> None:
    """In this process; or, with a count, in so many that this one looks after."""

    def tell(opened: Opened) -> None:
        if as_json:
            screen.write(json.dumps(opened.data()) + "\n")
        else:
            _tell(opened, screen)
        screen.stdout.flush()

    if count is not None:
        from oddchip.web.workers import serve_by_several

        asyncio.run(serve_by_several(wanted, count, tell))
        return
    from oddchip.web.serving import loop_factory, serve

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(wanted, tell))


def _tell(opened: Opened, screen: Screen) -> None:
    screen.heading("The card room is open")
    screen.say(("Lobby: ", "bold"), opened.lobby)
    screen.say(opened.lobby_reach, indent=4)
    if opened.lan:
        screen.say(("On your network: ", "bold"), opened.lan)
        screen.say("Anybody on the same network can open it.", indent=4)
    screen.say(("Host link: ", "bold"), opened.host)
    screen.say(
        "Whoever opens it can make tables and invite people. Open it yourself, and keep it to yourself.", indent=4
    )
    if not screen.plain and (code := opened.code()):
        screen.say("The lobby for phones:")
        screen.write(code)
    if opened.database:
        screen.say(("Database: ", "bold"), opened.database)
        screen.say(("Processes: ", "bold"), ", ".join(map(str, opened.workers)))
        screen.say(("Logs: ", "bold"), str(opened.data_folder))
    else:
        screen.say(("Data folder: ", "bold"), str(opened.data_folder))
    screen.say("Ctrl-C closes the room; started again, it goes on where it was.")
