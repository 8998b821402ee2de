"""A deal of California Poker solved exactly: what it is worth, and how often each player should give which four cards.

FIRST and SECOND are the two open hands of eight. The value is in stakes: 1 means that the first hand wins whatever the
second does. --first-gives and --second-gives grade a choice over all optimal mixes. The map of --plot is SVG and needs
no extra.
"""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from pathlib import Path

from oddchip.cli.faces import Faces
from oddchip.cli.frame import OK, Parser, WrongUse, add_rules_option, house_of
from oddchip.cli.screen import Screen
from oddchip.games import find_game
from oddchip.modifiers import on_deck
from oddchip.plan import plan_for
from oddchip.rankings import Order
from oddchip.solve.california import Deal, Graded, Solution, grade, solve
from oddchip.solve.california.coaching import graded_data, part_text, solution_data, written
from oddchip.table.usual import stakes_of

NAMES = "first", "second"


def add_arguments(parser: Parser) -> None:
    for name in NAMES:
        parser.add_argument(name, metavar=name.upper(), help=f"the {name} hand: eight cards")
    for name in NAMES:
        parser.add_argument(f"--{name}-gives", metavar="CARDS", help=f"grade these four cards as the {name}'s gift")
    parser.add_argument("--deck", metavar="PACK", help="french (the usual one), italian, short, mexican")
    add_rules_option(parser)
    parser.add_argument("--plot", metavar="FILE", help="a map of all 70 by 70 pairs of gifts, as .svg")
    parser.add_argument("--json", action="store_true", help="as data, the map in it")


def run(args: argparse.Namespace, screen: Screen) -> int:
    judge = judge_of(args.deck, args.rules)
    deal = Deal.of(args.first, args.second, judge)
    gifts = [
        (side, deal.gift(side, cards))
        for side, cards in enumerate((args.first_gives, args.second_gives))
        if cards is not None
    ]
    path = None if args.plot is None else _path(args.plot)
    solution = solve(deal, compiled=False)
    graded = [grade(solution, side, gift) for side, gift in gifts]
    if path:
        _draw(solution, path)
    if args.json:
        data = {**solution_data(solution), "map": list(written(solution.table))}
        data["picks"] = [graded_data(deal, each) for each in graded]
        screen.write(json.dumps(data, indent=2) + "\n")
        return OK
    faces = Faces(screen, judge.deck)
    tell(solution, faces, screen)
    for each in graded:
        tell_grade(solution, each, faces, screen)
    return OK


def tell(solution: Solution, faces: Faces, screen: Screen) -> None:
    """The solution in sentences."""
    deal = solution.deal
    for side, name in enumerate(NAMES):
        screen.say((f"The {name} hand: ", "bold"), *faces.cards(deal.hand(side)))
    screen.say(("Value: ", "bold"), (said(solution.value), "bold cyan"), ".")
    for side, name in enumerate(NAMES):
        screen.say((f"The {name} gives", "bold"), " (and keeps):")
        for gift, part in sorted(solution.mixes[side].items(), key=lambda one: -one[1]):
            often = "always" if part == 1 else f"{part_text(part)} of the time"
            gives, keeps = faces.cards(deal.given(side, gift)), faces.cards(deal.kept(side, gift))
            screen.say(*gives, " (", *keeps, f"): {often}", indent=2)
    screen.say(
        f"Dominated gifts: {len(solution.dominators[0])} of 70 and {len(solution.dominators[1])} of 70; after striking "
        f"out again and again {len(solution.reduced.rows)} by {len(solution.reduced.columns)} are left."
    )
    screen.say("Proven in fractions: against these mixes no gift of either player gains anything.")


def tell_grade(solution: Solution, graded: Graded, faces: Faces, screen: Screen) -> None:
    """One graded gift in sentences."""
    deal, side = solution.deal, graded.side
    gives = faces.cards(deal.given(side, graded.gift))
    screen.say((f"The {NAMES[side]} giving ", "bold"), *gives, ": ", (graded.grade.value, "bold cyan"), ".")
    if graded.dominated_by is not None:
        screen.say("Never worse and sometimes better: ", *faces.cards(deal.given(side, graded.dominated_by)), indent=2)
    if graded.most == 1:
        screen.say("It is optimal on its own.", indent=2)
    elif graded.most:
        screen.say(f"An optimal mix may give it up to {part_text(graded.most)} of the time.", indent=2)
    else:
        screen.say("No optimal mix ever gives it.", indent=2)
    harder = f", up to {stakes(graded.loss)} against another optimal mix" if graded.loss != graded.cost else ""
    foreseen = f"{stakes(graded.risk)} against one who foresees it"
    screen.say(f"It costs {stakes(graded.cost)} against the mix{harder}, {foreseen}.", indent=2)


def said(value: Fraction) -> str:
    """A value in words."""
    if not value:
        return "0, nobody is ahead"
    name = NAMES[value < 0]
    if abs(value) == 1:
        return f"{value}, the {name} hand wins whatever the other does"
    return f"{value} ({float(value):+.3f}), the {name} hand is ahead by {stakes(abs(value))}"


def stakes(amount: Fraction) -> str:
    """``nothing``, ``a stake``, ``1/3 of a stake``, ``4/3 stakes``."""
    if amount < 1:
        return f"{amount} of a stake" if amount else "nothing"
    return "a stake" if amount == 1 else f"{amount} stakes"


def judge_of(pack: str | None, rules: list[str]) -> Order:
    """The order that California Poker is judged by, with this pack and these house rules."""
    game = find_game("california_poker")
    if pack is not None:
        game = on_deck(game, pack)
    return plan_for(game, stakes_of(game, None, None), house_of(rules), 2).rulesets[0].awards[0].order


def _path(name: str) -> Path:
    path = Path(name)
    if path.suffix.lower() != ".svg":
        raise WrongUse(f"the map is drawn as SVG: expected a file that ends in .svg, not {path.name!r}")
    if not path.parent.is_dir():
        raise WrongUse(f"cannot write {path}: there is no folder {path.parent}")
    return path


def _draw(solution: Solution, path: Path) -> None:
    from oddchip.solve.california.picture import heat_map

    try:
        path.write_text(heat_map(solution), encoding="utf-8")
    except OSError as wrong:
        raise WrongUse(f"cannot write {path}: {wrong.strerror}") from None
