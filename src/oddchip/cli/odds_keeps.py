"""Which cards to keep before a draw: the worth of every keep, the best first.

HAND is the whole hand before the draw. Each --against is an opponent: his cards (he draws what is missing, and stands
pat on a whole hand), a range, or ? for a hand at random, which is also what is meant when nothing is said.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddchip.cli.faces import Faces
from oddchip.cli.frame import OK, Parser, WrongUse, house_of, whole
from oddchip.cli.odds_common import (
    Hand,
    add_seeking_options,
    add_showing_options,
    check_cards,
    drawn_screen,
    listed_words,
    need_extra,
    picture_path,
    progress,
    read_hand,
    seeking,
    show,
    shown_hand,
    spoken,
    with_joker,
    write_json,
)
from oddchip.cli.screen import Screen
from oddchip.games import find_game

if TYPE_CHECKING:
    from oddchip.odds.draws import Keeps


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game with a draw, or a recipe for one")
    parser.add_argument("hand", metavar="HAND", help="your whole hand before the draw")
    parser.add_argument("--against", metavar="HAND", action="append", help="an opponent: cards, a range, ?")
    parser.add_argument("--draws", type=whole(1), metavar="N", default=1, help="draws to come, this one included")
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards seen that nobody can receive")
    parser.add_argument("--declare", metavar="WAY,WAY", help="low, high or both for each player")
    parser.add_argument("--top", type=whole(1), metavar="N", help="show only the N best")
    parser.add_argument("--low-rules", action="store_true", help="Johnson that nobody opened: played for low")
    add_seeking_options(parser)
    add_showing_options(parser, "a heat map of the keeps")


def run(args: argparse.Namespace, screen: Screen) -> int:
    game = find_game(args.game)
    mine = read_hand(args.hand, game.deck)
    if not mine.cards or mine.up or mine.throws or mine.gives:
        raise WrongUse("the hand before the draw is cards, nothing else")
    others = [read_hand(text, game.deck) for text in args.against or ["?"]]
    dead = with_joker(args.dead)
    check_cards([mine.cards, *(other.named for other in others), dead], game.deck)
    house = house_of(args.rules)
    need_extra()
    path = picture_path(args.plot)
    from oddchip.odds.draws import keeps
    from oddchip.odds.parallel import Stopped

    held = [other.cards or other.range or None for other in others]
    try:
        with progress(screen, "comparing") as tell:
            found = keeps(
                game,
                mine.cards,
                held[0],
                others=held[1:],
                draws_left=args.draws,
                dead=" ".join((dead, *(other.throws for other in others))),
                declared=tuple(listed_words(args.declare)),
                rules=int(args.low_rules),
                house=house,
                progress=tell,
                **seeking(args),
            )
    except Stopped as stopped:
        if stopped.value is not None:
            _answer(stopped.value, others, path, args, screen)
        raise
    _answer(found, others, path, args, screen)
    return OK


def _answer(found: Keeps, others: list[Hand], path: Path | None, args: argparse.Namespace, screen: Screen) -> None:
    from oddchip.odds.tables import keeps_data, keeps_table

    game = found.game
    faces = Faces(screen, game.deck)
    if path:
        from oddchip.odds.plots import keeps_map, save

        symbols = Faces(drawn_screen(screen), game.deck)
        fields = {spoken(symbols.cards(keep.cards)): (keep.draws, keep.share) for keep in found}
        save(keeps_map(fields, f"What to keep of {spoken(symbols.cards(found.hand))} in {game.name}"), path)
    if args.json:
        data = keeps_data(found, _question(game.id, others, args))
        write_json({**data, "keeps": data["keeps"][: args.top]}, screen)
        return
    against = " and ".join(shown_hand(other, faces) for other in others)
    hand = spoken(faces.cards(found.hand))
    table = keeps_table(found, lambda cards: spoken(faces.cards(cards)), f"{hand} against {against}")
    show([replace(table, rows=table.rows[: args.top])], screen)


def _question(game: str, others: list[Hand], args: argparse.Namespace) -> dict[str, Any]:
    against = [other.cards or other.range or "?" for other in others]
    return {"game": game, "hand": args.hand, "against": against, "draws": args.draws, "dead": args.dead}
