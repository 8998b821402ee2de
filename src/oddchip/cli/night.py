"""A whole evening of bots, hand after hand, with who owes whom at the end.

FILE is the script of the evening (docs/table.md says how it is written); without one, six bots play dealer's choice.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from random import Random, SystemRandom

from oddchip.actions import Action
from oddchip.cli.frame import OK, Parser, WrongUse, read_text, whole
from oddchip.cli.kinds import elsewhere
from oddchip.cli.screen import Screen
from oddchip.errors import HistoryError
from oddchip.table.night import play
from oddchip.views import View

BOTS = ("easy", "regular", "caller", "random")
BUDGET = 24

#: An evening for those who have no script.
USUAL = """
name = "Dealer's choice"
hands = 60
play = "choice"
player = [{name = "Ada"}, {name = "Bo"}, {name = "Cleo"}, {name = "Dan"}, {name = "Eve"}, {name = "Fay"}]
game = [
    {name = "gardena_jackpots", stakes = "2/4"},
    {name = "california_lowball", stakes = "2/4"},
    {name = "triple_draw(johnson)", stakes = "2/4"},
    {name = "q_ball", stakes = "2/4"},
    {name = "high_low_declare", stakes = "2/4"},
    {name = "badugi", stakes = "2/4"},
    {name = "stud_eight", stakes = "2/4"},
    {name = "cucamonga", stakes = "2/4"},
]
"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="the script of the evening; - for the input")
    parser.add_argument("--seed", metavar="SEED", help="the same evening every time, where the script has no seed")
    parser.add_argument("--bot", choices=BOTS, default="easy", help="who plays: easy is quickest, regular plays best")
    parser.add_argument("--budget", type=whole(1), default=BUDGET, metavar="N", help="how hard regular bots think")
    parser.add_argument("--json", action="store_true", help="as data, every deal in it")


def run(args: argparse.Namespace, screen: Screen) -> int:
    text = USUAL if args.file is None else read_text(args.file)
    rng = Random(args.seed if args.seed is not None else SystemRandom().getrandbits(64))
    try:
        evening = play(text, rng) if args.bot == "easy" else play(text, rng, _chooser(args.bot, args.budget))
    except HistoryError:
        if args.file is not None and (other := elsewhere(args.file, text, "simulate-night")):
            raise WrongUse(other) from None
        raise
    if args.json:
        screen.write(json.dumps(evening.data(), indent=2, ensure_ascii=False) + "\n")
    else:
        screen.write(evening.text())
    return OK


def _chooser(name: str, budget: int) -> Callable[[View, Random], Action]:
    from oddchip.bots import BOTS as KNOWN

    bot = KNOWN[name]

    def choose(view: View, rng: Random) -> Action:
        return bot.choose(view, rng, budget)

    return choose
