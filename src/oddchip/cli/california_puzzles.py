"""Deals of California Poker to think about: a small game is left after dominance, and greed provably loses something.

In each the first hand is yours. The greedy gift, with which your own hand is best on average, stands in no optimal mix.
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from random import Random, SystemRandom

from oddchip.cli.faces import Faces
from oddchip.cli.frame import OK, Parser, add_rules_option, whole
from oddchip.cli.screen import Screen
from oddchip.cli.solve_california import judge_of, stakes, tell
from oddchip.solve.california import puzzles
from oddchip.solve.california.coaching import graded_data, solution_data


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--count", type=whole(1), metavar="N", default=3, help="how many (3)")
    parser.add_argument("--seed", metavar="SEED", help="the same puzzles every time")
    parser.add_argument("--deck", metavar="PACK", help="french (the usual one), italian, short, mexican")
    add_rules_option(parser)
    parser.add_argument("--json", action="store_true", help="as data")


def run(args: argparse.Namespace, screen: Screen) -> int:
    judge = judge_of(args.deck, args.rules)
    rng = Random(args.seed if args.seed is not None else SystemRandom().getrandbits(64))
    found = islice(puzzles(rng, judge), args.count)
    if args.json:
        data = [
            {**solution_data(each.solution), "greedy": graded_data(each.solution.deal, each.greedy)} for each in found
        ]
        screen.write(json.dumps(data, indent=2) + "\n")
        return OK
    faces = Faces(screen, judge.deck)
    for number, each in enumerate(found, 1):
        if number > 1:
            screen.say("")
        screen.say((f"Puzzle {number}", "bold"))
        tell(each.solution, faces, screen)
        gives = faces.cards(each.solution.deal.given(0, each.greedy.gift))
        screen.say("Greed gives ", *gives, f", and loses {stakes(each.greedy.cost)}.")
    return OK
