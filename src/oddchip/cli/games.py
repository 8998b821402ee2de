"""The games, and what can be done to them.

Without a name: all games, and the modifiers. With a name or a recipe: that game, and every game that one modifier more
makes of it.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from oddchip.cli.frame import OK, Parser
from oddchip.cli.screen import Screen
from oddchip.games import find_game, games
from oddchip.modifiers import MODIFIERS, applicable
from oddchip.spec import Game


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="tell about this game only")
    parser.add_argument("--json", action="store_true", help="as data")


def run(args: argparse.Namespace, screen: Screen) -> int:
    found = (find_game(args.game),) if args.game is not None else games()
    if args.json:
        data = described(found[0]) if args.game is not None else _everything()
        screen.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    elif args.game is not None:
        _show_one(found[0], screen)
    else:
        _show_all(screen)
    return OK


def _everything() -> dict[str, Any]:
    return {"games": [described(game) for game in games()], "modifiers": {name: about(name) for name in MODIFIERS}}


def described(game: Game) -> dict[str, Any]:
    """A game as data; "modifiers" are those that may be put around it, "made" the games they make."""
    made = applicable(game)
    return {
        "id": game.id,
        "name": game.name,
        "summary": game.summary,
        "seats": list(game.seats),
        "deck": game.deck.name,
        "draws": game.draws,
        "rounds": game.rounds,
        "aliases": list(game.aliases),
        "sources": list(game.sources),
        "modifiers": modifiers_of(game),
        "made": list(made),
    }


def modifiers_of(game: Game) -> list[str]:
    """The names of the modifiers that make something else of a game."""
    before = game.modifiers
    found: dict[str, None] = {}
    for made in applicable(game):
        changed = [twist for twist in find_game(made).modifiers if twist not in before]
        found.update(dict.fromkeys(twist.partition(" ")[0] for twist in changed))
    return [name for name in MODIFIERS if name in found]


def about(modifier: str) -> str:
    """The first sentence about a modifier, without the rules it cites."""
    text = (MODIFIERS[modifier].__doc__ or "").partition("\n\n")[0].replace("\n", " ").strip()
    return text.partition(" (D-")[0].partition(" (IT-")[0].partition(" (S8-")[0].rstrip(".:") + "."


def _show_all(screen: Screen) -> None:
    screen.heading("Games")
    for game in games():
        screen.say((game.id, "bold cyan"), f" ({game.seats[0]} to {game.seats[1]} players)")
        screen.say(game.summary, indent=4)
    screen.say("")
    screen.heading("Modifiers, which make another game of a game")
    for name in MODIFIERS:
        fit = [game.id for game in games() if name in modifiers_of(game)]
        screen.say((name, "bold cyan"), f": {about(name)}")
        screen.say(f"For {', '.join(fit)}.", indent=4)
    screen.say("")
    screen.say('Put them around each other: "four_before(triple_draw(johnson))". oddchip games GAME tells about one.')


def _show_one(game: Game, screen: Screen) -> None:
    screen.heading(game.name)
    screen.say(game.summary)
    screen.say(("Name: ", "bold"), game.id)
    screen.say(("Players: ", "bold"), f"{game.seats[0]} to {game.seats[1]}")
    screen.say(("Pack: ", "bold"), game.deck.name)
    screen.say(("Rounds of betting: ", "bold"), str(game.rounds), *([f"; draws: {game.draws}"] if game.draws else []))
    if game.aliases:
        screen.say(("Also called: ", "bold"), ", ".join(game.aliases))
    screen.say(("One modifier more makes:", "bold"))
    for made in applicable(game):
        screen.say(made, indent=4)
