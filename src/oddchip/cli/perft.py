"""Lines of play counted from a fixed deck, to compare with other engines.

FILE... are .perft files of published counts, which are counted anew: exit code 1 when one differs. Otherwise GAME is
counted from a hand dealt from a deck in order, or shuffled with --seed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

from oddchip.cli.frame import FOUND_WRONG, OK, Parser, WrongUse, add_table_options, house_of, read_text, whole
from oddchip.cli.screen import Screen
from oddchip.dealers import shuffled
from oddchip.errors import HistoryError
from oddchip.games import find_game
from oddchip.hand import Hand, Seat
from oddchip.perft import BASE_HOUSE, divide, perft, run_file
from oddchip.table.usual import stakes_of, usual_stack


def add_arguments(parser: Parser) -> None:
    parser.add_argument("what", metavar="GAME|FILE", nargs="+", help="a game, or files of counts")
    parser.add_argument("--depth", type=whole(0), default=2, metavar="N", help="choices in a line (2)")
    parser.add_argument("--divide", action="store_true", help="count by the first choice")
    parser.add_argument("--limit-positions", type=whole(1), metavar="N", help="stop after so many positions")
    parser.add_argument("--seats", type=whole(2), default=2, metavar="N", help="players (2)")
    parser.add_argument("--stack", type=whole(1), metavar="CHIPS", help="chips of each")
    parser.add_argument("--seed", default="0", metavar="SEED", help="shuffle the deck with this (0)")
    add_table_options(parser)
    parser.add_argument("--json", action="store_true", help="as data")


def run(args: argparse.Namespace, screen: Screen) -> int:
    if all(is_file(what) for what in args.what):
        return _files(args, screen)
    if len(args.what) > 1:
        raise WrongUse("perft takes files of counts, or one game")
    return _game(args, screen)


def is_file(what: str) -> bool:
    try:
        return what.endswith(".perft") or what == "-" or (bool(what) and Path(what).exists())
    except OSError:
        return False


def _files(args: argparse.Namespace, screen: Screen) -> int:
    found = []
    for path in args.what:
        try:
            for row in run_file(read_text(path), args.limit_positions):
                found.append((path, row))
                if not args.json:
                    screen.say(("ok" if row.agrees else "WRONG", "green" if row.agrees else "bold red"), f" {row}")
        except HistoryError as wrong:
            raise WrongUse(f"{path}: {wrong}") from None
    if not found and args.limit_positions is None:
        raise WrongUse(f"no counts are published in {' or '.join(args.what)}")
    differ = sum(not row.agrees for _, row in found)
    if args.json:
        data = [
            {
                "file": path,
                "id": row.id,
                "depth": row.row.depth,
                "count": row.found.count,
                "checksum": f"{row.found.checksum:016x}",
                "agrees": row.agrees,
            }
            for path, row in found
        ]
        screen.write(json.dumps(data, indent=2) + "\n")
    else:
        screen.say(f"{len(found)} counts, {differ} differ." if differ else f"{len(found)} counts, all agree.")
    return FOUND_WRONG if differ else OK


def _game(args: argparse.Namespace, screen: Screen) -> int:
    game = find_game(args.what[0])
    stakes = stakes_of(game, args.stakes, args.limit)
    house = BASE_HOUSE.changed(**house_of(args.rules).differences())
    seats = [Seat(number, args.stack or usual_stack(stakes)) for number in range(args.seats)]
    hand = Hand.start(game, stakes, seats, 0, shuffled(Random(args.seed)), house=house)
    parts = divide(hand, args.depth, args.limit_positions) if args.divide else {}
    total = perft(hand, args.depth, args.limit_positions)
    if args.json:
        data = {"game": game.id, "depth": args.depth, "count": total.count, "checksum": f"{total.checksum:016x}"}
        by_first = {text: {"count": part.count, "checksum": f"{part.checksum:016x}"} for text, part in parts.items()}
        screen.write(json.dumps({**data, "complete": total.complete, "divide": by_first}, indent=2) + "\n")
        return OK
    for text, part in parts.items():
        screen.say(f"{text}: {part}", indent=2)
    screen.say((f"{game.id} depth {args.depth}: ", "bold"), str(total))
    return OK
