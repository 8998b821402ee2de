"""A table with you and some bots, hand after hand."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from oddchip.cli.frame import INTERRUPTED, OK, Parser, WrongUse, add_table_options, whole
from oddchip.cli.screen import Screen

BOTS = (
    "regular",
    "caller",
    "random",
    "california-made-five",
    "california-greedy",
    "california-own-minus-other",
    "california-best-reply",
    "california-equilibrium",
)


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
    parser.add_argument("--fast", action="store_true", help="bots act without a pause")


def run(args: argparse.Namespace, screen: Screen) -> int:
    from oddchip.cli.sitting import EndOfInput, open_sitting

    screen.pause = 0 if args.fast else screen.pause
    sitting = open_sitting(args, screen)
    try:
        with told_by_signals():
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
    except ToldToGo as told:
        sitting.keep()
        return 128 + told.number
    except OSError:
        # Nobody sees the table any more.
        sitting.keep()
        raise
    return OK


class ToldToGo(BaseException):
    """The terminal is gone, or the system ends."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _told_to_go(number: int, frame: object) -> None:
    raise ToldToGo(number)


@contextmanager
def told_by_signals() -> Iterator[None]:
    """Meanwhile the signals that would end the process at once raise `ToldToGo`; ignored ones stay so (nohup)."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    kept = {number: handler for number, handler in before.items() if handler is not signal.SIG_IGN}
    for number in kept:
        signal.signal(number, _told_to_go)
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
