"""How likely a hand is made: the chance to reach a target within one, two or three draws, with the best keeps.

HAND is the whole hand before the first of the draws. The target is a range of whole hands, such as "badugi",
"8-7 or better", "trips or better". Only the own hand is looked at; what it throws is gone.
"""

from __future__ import annotations

import argparse

from oddchip.cli.faces import Faces
from oddchip.cli.frame import OK, Parser, WrongUse, house_of, whole
from oddchip.cli.odds_common import (
    add_showing_options,
    check_cards,
    drawn_screen,
    need_extra,
    picture_path,
    progress,
    read_hand,
    show,
    spoken,
    with_joker,
    write_json,
)
from oddchip.cli.screen import Screen
from oddchip.games import find_game


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game with a draw, or a recipe for one")
    parser.add_argument("hand", metavar="HAND", help="the whole hand before the draw")
    parser.add_argument(
        "--target", metavar="TEXT", required=True, help='"badugi", "8-7 or better", "a flush or better"'
    )
    parser.add_argument("--draws", type=whole(1), metavar="N", default=1, help="draws to come: 1, 2 or 3")
    parser.add_argument("--keep", metavar="CARDS", help="only the chance of this keep, in the first draw")
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards seen that cannot come")
    parser.add_argument("--low-rules", action="store_true", help="Johnson that nobody opened: played for low")
    add_showing_options(parser, "a heat map of the keeps")


def run(args: argparse.Namespace, screen: Screen) -> int:
    game = find_game(args.game)
    mine = read_hand(args.hand, game.deck)
    if not mine.cards or mine.up or mine.throws or mine.gives:
        raise WrongUse("the hand before the draw is cards, nothing else")
    dead = with_joker(args.dead)
    check_cards([mine.cards, dead], game.deck)
    check_cards([with_joker(args.keep or "")], game.deck)
    house = house_of(args.rules)
    need_extra()
    path = picture_path(args.plot)
    from oddchip.odds import tables
    from oddchip.odds.draws_target import towards

    keep = None if args.keep is None else with_joker(args.keep)
    rules = int(args.low_rules)
    with progress(screen, "counting"):
        found = towards(game, mine.cards, args.target, draws=args.draws, dead=dead, keep=keep, rules=rules, house=house)
    faces = Faces(screen, game.deck)
    draws = "one draw" if args.draws == 1 else f"{args.draws} draws"
    if path:
        from oddchip.odds.plots import keeps_map, save

        symbols = Faces(drawn_screen(screen), game.deck)
        fields = {
            spoken(symbols.cards(kept)): (len(found.hand) - len(kept), chance) for kept, chance in found.chances.items()
        }
        title = f"{spoken(symbols.cards(found.hand))} to {args.target} in {draws}"
        save(keeps_map(fields, title), path)
    if args.json:
        question = {"game": game.id, "hand": mine.cards, "target": args.target, "draws": args.draws, "dead": dead}
        write_json(tables.chances_data(found, question), screen)
        return OK
    title = f"{spoken(faces.cards(found.hand))}: {args.target} within {draws}"
    show([tables.chances_table(found, lambda cards: spoken(faces.cards(cards)), title)], screen)
    return OK
