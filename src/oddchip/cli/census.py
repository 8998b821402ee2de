"""Exact counts: how often every hand of an order comes.

ORDER is a label: high52, "high53 bug", A5low53, 27low52, badugi52, ital40. Hands of six to eight cards are counted one
by one, by compiled code of the extra `odds`; without it, those that can be counted in groups.
"""

from __future__ import annotations

import argparse
import json
import os

from oddchip.cli.frame import OK, Parser, WrongUse, whole
from oddchip.cli.odds_common import need_extra, progress
from oddchip.cli.screen import Screen
from oddchip.errors import GameError
from oddchip.perft.labels import find_order
from oddchip.rankings import Order, Ranking
from oddchip.rankings import census as count
from oddchip.rankings.census import Census

#: Badugi is counted without compiled code, and every card more takes ten times as long.
MOST_BADUGI = 5


def add_arguments(parser: Parser) -> None:
    parser.add_argument("order", metavar="ORDER", help='high52, "high53 bug", A5low53, 27low52, badugi52, ital40')
    parser.add_argument(
        "--cards", type=whole(1), metavar="K", help="cards of a hand: 1 to 8, badugi 1 to 5 (5, badugi 4)"
    )
    parser.add_argument("--json", action="store_true", help="as data")


def run(args: argparse.Namespace, screen: Screen) -> int:
    judge = find_order(args.order)
    cards = args.cards or (4 if judge.ranking is Ranking.BADUGI else 5)
    if cards > 8:
        raise WrongUse(f"a hand is judged by one to eight cards, not {cards}")
    if judge.ranking is Ranking.BADUGI and cards > MOST_BADUGI:
        raise WrongUse(f"badugi is counted for one to {MOST_BADUGI} cards, not {cards}: its hands have four")
    counted = _counted(judge, cards, screen)
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


def _counted(judge: Order, cards: int, screen: Screen) -> Census:
    if cards < 6 or judge.ranking is Ranking.BADUGI:
        return count(judge, cards)
    try:
        need_extra()
    except WrongUse as missing:
        return _in_groups(judge, cards, str(missing), screen)
    from oddchip.kernels.census import census

    with progress(screen, "counting") as tell:
        return census(judge, cards, tell, threads=os.cpu_count() or 1)


def _in_groups(judge: Order, cards: int, missing: str, screen: Screen) -> Census:
    try:
        counted = count(judge, cards)
    except GameError as wrong:
        raise WrongUse(f"{wrong}, which {missing}") from None
    screen.complain(f"counted in groups, not one by one; {missing}")
    return counted
