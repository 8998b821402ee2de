"""How often: every class of hands as dealt, as made from what is kept, and how often a pot can be opened.

WHAT is dealt (the usual one), made (what --kept cards become in one draw, or by the last card) or opens (how often a
hand can open, at every step of a progressive game, and how often nobody can).
"""

from __future__ import annotations

import argparse

from oddchip.cli.frame import OK, Parser, WrongUse, house_of, whole
from oddchip.cli.odds_common import (
    add_showing_options,
    check_cards,
    need_extra,
    picture_path,
    progress,
    show,
    with_joker,
    write_json,
)
from oddchip.cli.screen import Screen
from oddchip.games import find_game

DETAILS = ("classes", "ranks", "hands")
MOST_BARS = 60


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game or a recipe")
    parser.add_argument(
        "what", metavar="WHAT", nargs="?", choices=("dealt", "made", "opens"), help="dealt, made, opens"
    )
    parser.add_argument("--kept", metavar="CARDS", default="", help="cards that are kept: what becomes of them?")
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards that cannot come")
    parser.add_argument("--cards", type=whole(1), metavar="K", help="hands of so many cards")
    parser.add_argument("--detail", choices=DETAILS, default="classes", help="pair; pair of jacks; every single hand")
    parser.add_argument("--players", type=whole(1), metavar="N", default=2, help="how often none of N can open")
    parser.add_argument("--seed", type=whole(0), metavar="N", default=0, help="for what is sampled (three and more)")
    add_showing_options(parser, "bars of how often each class comes")


def run(args: argparse.Namespace, screen: Screen) -> int:
    game = find_game(args.game)
    kept, dead = with_joker(args.kept), with_joker(args.dead)
    check_cards([kept, dead], game.deck)
    house = house_of(args.rules)
    need_extra()
    path = picture_path(args.plot)
    from oddchip.odds.frequencies import frequencies

    what = args.what or ("made" if kept else "dealt")
    asked = {"kept": kept, "dead": dead, "cards": args.cards, "detail": args.detail, "players": args.players}
    with progress(screen, "counting"):
        found = frequencies(game, what, **asked, house=house, seed=args.seed)
    if path:
        from oddchip.odds.plots import distribution, save

        rows = [row for section in found.sections for row in section.rows]
        if len(rows) > MOST_BARS:
            raise WrongUse(f"a picture has room for {MOST_BARS} classes, not {len(rows)}: ask for less detail")
        several = len(found.sections) > 1
        parts = {
            f"{section.name}: {row.name}" if several else row.name: row.chance
            for section in found.sections
            for row in section.rows
        }
        save(distribution(parts, found.title), path)
    if args.json:
        write_json(found.data(), screen)
    else:
        show(found.tables(), screen)
    return OK
