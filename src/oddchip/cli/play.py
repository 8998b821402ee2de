"""A table with you and some bots, hand after hand."""

from __future__ import annotations

import argparse

from oddchip.cli.frame import INTERRUPTED, OK, Parser, WrongUse, add_table_options, whole
from oddchip.cli.screen import Screen

BOTS = ("regular", "caller", "random")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help='a name or a recipe: badugi, "triple_draw(gardena_jackpots)"')
    parser.add_argument(
        "--seats", type=whole(2), metavar="N", help="players, you among them (4, or what the game takes)"
    )
    add_table_options(parser)
    parser.add_argument("--deck", metavar="PACK", help="another pack: italian, short, mexican")
    parser.add_argument("--stack", type=whole(1), metavar="CHIPS", help="chips each sits down with")
    parser.add_argument("--hands", type=whole(1), metavar="N", help="play so many hands and stop")
    parser.add_argument("--bot", choices=BOTS, default="regular", help="who plays against you")
    parser.add_argument("--seed", metavar="SEED", help="the same cards and bots every time")
    parser.add_argument("--record", metavar="FILE", help="append every hand to this file")
    parser.add_argument("--plain", action="store_true", help="one fact a line, in words: for screen readers")
    parser.add_argument("--fast", action="store_true", help="bots act without a pause")


def run(args: argparse.Namespace, screen: Screen) -> int:
    from oddchip.cli.sitting import EndOfInput, open_sitting

    screen.plain = screen.plain or args.plain
    screen.pause = 0 if args.fast else screen.pause
    sitting = open_sitting(args, screen)
    try:
        sitting.play()
    except EndOfInput:
        if not sitting.person.answers:
            raise WrongUse("play needs somebody to answer, and its input is at an end; run it in a terminal") from None
        sitting.leave("The input has ended")
        return OK
    except KeyboardInterrupt:
        screen.write("\n")
        sitting.leave("You left the table")
        return INTERRUPTED
    return OK
