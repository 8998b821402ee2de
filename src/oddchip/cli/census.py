"""Exact counts: how often every hand of an order comes, or every card and choice of a game on a small pack.

ORDER is a label: high52, "high53 bug", A5low53, 27low52, badugi52, ital40. With a GAME, --pack strips the pack:
oddchip census five_card_draw is out of anybody's reach on 52 cards.
"""

from __future__ import annotations

import argparse
import json

from oddchip.cli.frame import OK, Parser, WrongUse, whole
from oddchip.cli.screen import Screen
from oddchip.perft.labels import find_order
from oddchip.rankings import Ranking
from oddchip.rankings import census as count


def add_arguments(parser: Parser) -> None:
    parser.add_argument("order", metavar="ORDER", help='high52, "high53 bug", A5low53, 27low52, badugi52, ital40')
    parser.add_argument("--cards", type=whole(1), metavar="K", help="cards of a hand: 1 to 8 (5, badugi 4)")
    parser.add_argument("--json", action="store_true", help="as data")


def run(args: argparse.Namespace, screen: Screen) -> int:
    judge = find_order(args.order)
    cards = args.cards or (4 if judge.ranking is Ranking.BADUGI else 5)
    if cards > 8:
        raise WrongUse(f"a hand is judged by one to eight cards, not {cards}")
    counted = count(judge, cards)
    if args.json:
        data = {
            "order": args.order,
            "cards": cards,
            "total": counted.total,
            "values": counted.classes_seen,
            "categories": counted.categories,
            "digest": counted.digest,
        }
        screen.write(json.dumps(data, indent=2) + "\n")
        return OK
    screen.say((f"{args.order}, {cards} cards", "bold"))
    widest = max(map(len, counted.categories))
    for name, number in counted.categories.items():
        share = f"{100 * number / counted.total:8.4f} %"
        screen.say(f"{name}: {number}" if screen.plain else f"{name:<{widest}}  {number:>13,}  {share}")
    screen.say(f"{counted.total} hands, {counted.classes_seen} different values, digest {counted.digest}.")
    return OK
