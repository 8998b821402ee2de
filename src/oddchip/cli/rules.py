"""The rule sheet of a game, for people: how it goes, who wins, and where sources are silent.

With --stakes the amounts are in it; --rules shows the game by those house rules.
"""

from __future__ import annotations

import argparse
import json

from oddchip.cli.frame import OK, Parser, add_table_options, house_of
from oddchip.cli.screen import Screen
from oddchip.games import find_game
from oddchip.modifiers import on_deck
from oddchip.rulesheet import sheet
from oddchip.table.usual import stakes_of

MOST_COLUMNS = 100


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help='a name or a recipe: badugi, "triple_draw(gardena_jackpots)"')
    parser.add_argument("--format", choices=("text", "md", "html", "json"), default="text", help="text unless told")
    parser.add_argument("--deck", metavar="PACK", help="another pack: italian, short, mexican")
    add_table_options(parser)


def run(args: argparse.Namespace, screen: Screen) -> int:
    game = find_game(args.game)
    if args.deck is not None:
        game = on_deck(game, args.deck)
    stakes = stakes_of(game, args.stakes, args.limit) if args.stakes or args.limit else None
    page = sheet(game, stakes, house_of(args.rules))
    match args.format:
        case "md":
            screen.write(page.markdown())
        case "html":
            screen.write(page.html())
        case "json":
            screen.write(json.dumps(page.data(), indent=2, ensure_ascii=False) + "\n")
        case _:
            screen.write(page.text(min(screen.width or 80, MOST_COLUMNS)))
    return OK
