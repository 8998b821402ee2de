"""What a hand is worth, in words: the hand, the cards that play, what the joker stands for.

Cards are written As Kd 10h or AsKdTh; the joker is X1 or Joker. Without --order or --game a hand is judged high and as
an ace-to-five low. With --game it is judged by that game's own orders; where cards on the table count, give the rows
apart: "As Kd / Qh Jh 10h" for hold'em, "hand / top / bottom" for Cucamonga. Cards may be several arguments.
"""

from __future__ import annotations

import argparse
import json
import re
from itertools import pairwise

from oddchip.cards import FRENCH, JOKERS, Deck, cards_text
from oddchip.cli.faces import Faces
from oddchip.cli.frame import OK, Parser, WrongUse, add_rules_option, house_of
from oddchip.cli.screen import Screen
from oddchip.errors import CardError, GameError
from oddchip.games import find_game
from oddchip.modifiers import on_deck
from oddchip.modifiers.steps import find_pack
from oddchip.perft.labels import find_order
from oddchip.plan import Plan, plan_for
from oddchip.rankings import Order, Ranking, order
from oddchip.table.usual import stakes_of
from oddchip.telling import Worth, all_ways, worth

NAMES = {
    "high": Ranking.HIGH,
    "a-5": Ranking.ACE_TO_FIVE_LOW,
    "2-7": Ranking.DEUCE_TO_SEVEN_LOW,
    "a-6": Ranking.ACE_TO_SIX_LOW,
    "badugi": Ranking.BADUGI,
}
_ALSO = {"low": "a-5", "ace_to_five": "a-5", "a5": "a-5", "27": "2-7", "deuce_to_seven": "2-7", "a6": "a-6"}


def add_arguments(parser: Parser) -> None:
    parser.add_argument("cards", metavar="CARDS", nargs="+", help='the hand: "As Kd Qh Jh 10h"')
    parser.add_argument(
        "--order", action="append", metavar="ORDER", help=f'{", ".join(NAMES)}, or a label such as "high53 bug"'
    )
    parser.add_argument("--game", metavar="GAME", help="by the orders of this game")
    parser.add_argument("--deck", metavar="PACK", help="french (the usual one), italian, short, mexican")
    parser.add_argument("--seats", type=int, metavar="N", help="players dealt in, where the qualifier depends on them")
    add_rules_option(parser)
    parser.add_argument("--json", action="store_true", help="as data")


def run(args: argparse.Namespace, screen: Screen) -> int:
    text = " ".join(args.cards)
    if args.game is not None and args.order:
        raise WrongUse("--game has its own orders: say --game or --order, not both")
    deck, found = _by_game(args, text) if args.game is not None else _by_orders(args, text)
    if args.json:
        screen.write(json.dumps([each.plain(deck) for each in found], indent=2, ensure_ascii=False) + "\n")
        return OK
    faces = Faces(screen, deck)
    for each in found:
        screen.say((f"{each.way}: ", "bold"), (each.sentence(deck), "bold cyan"), ".")
        screen.say("It plays ", *faces.cards(each.cards), f" and is worth {each.value}.", indent=2)
    return OK


# --- by orders -------------------------------------------------------------------------------------------------------


def _by_orders(args: argparse.Namespace, text: str) -> tuple[Deck, list[Worth]]:
    if "/" in text:
        raise WrongUse("rows on the table mean something only with --game")
    pack = FRENCH if args.deck is None else find_pack(args.deck)
    said = args.order or ["high", "a-5"]
    orders = {name: _order(name, Deck(pack, 2), args.rules) for name in said}
    deck = max((each.deck for each in orders.values()), key=lambda deck: deck.size)
    cards = _held(text, deck)
    jokers = sum(card in JOKERS for card in cards)
    found = []
    for name, judge in orders.items():
        if name.lower() in NAMES or name.lower() in _ALSO:
            judge = _order(name, Deck(pack, jokers), args.rules)
        _check(cards, judge.deck)
        found.append(worth(judge, cards, name))
    return Deck(deck.pack, jokers), found


def _order(name: str, deck: Deck, rules: list[str]) -> Order:
    key = name.lower().replace(" ", "_")
    key = _ALSO.get(key, key)
    if key not in NAMES:
        if re.search(r"\d\d", name):
            return find_order(name)
        raise GameError(f"no order is called {name!r}: expected {', '.join(NAMES)}, or a label such as 'high53 bug'")
    ranks, italian = house_of(rules).ranks, house_of(rules).italian
    return order(
        NAMES[key],
        deck,
        bug_in_flush=ranks.bug_in_flush,
        five_aces=ranks.five_aces,
        lowball_joker=ranks.lowball_joker,
        rank40=italian.rank40,
        straights40=italian.straights40,
    )


def _held(text: str, deck: Deck) -> tuple[int, ...]:
    """The cards of a hand, where a joker without a number is the first."""
    cards = deck.parse(re.sub(r"(?i)\b(joker|jk)\b", "X1", text))
    if not 1 <= len(cards) <= 8:
        raise CardError(f"a hand is judged by one to eight cards, not {len(cards)}")
    return cards


def _check(cards: tuple[int, ...], deck: Deck) -> None:
    if strange := [card for card in cards if card not in deck.cards]:
        raise CardError(f"{cards_text(strange)} is not in this deck: {deck.name}")


# --- by a game -------------------------------------------------------------------------------------------------------


def _by_game(args: argparse.Namespace, text: str) -> tuple[Deck, list[Worth]]:
    game = find_game(args.game)
    if args.deck is not None:
        game = on_deck(game, args.deck)
    plan = plan_for(game, stakes_of(game, None, None), house_of(args.rules), args.seats or game.seats[0])
    hand, rows = _parted(text, plan)
    found: list[Worth] = []
    for rules in plan.rulesets:
        for each in all_ways(rules, hand, rows):
            found.append(each)
    if not found:
        raise CardError(f"these cards make no hand yet in {game.name}")
    return plan.deck, found


def _parted(text: str, plan: Plan) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The hand and the rows of "hand / top / bottom"."""
    names = [row for row in plan.rows if row != "common"]
    parts = text.split("/")
    if len(parts) > 1 + len(names):
        wanted = " / ".join(["hand", *names])
        raise CardError(f"{plan.game.name} has no {len(parts)} rows: expected {wanted}")
    every = plan.deck.parse(re.sub(r"(?i)\b(joker|jk)\b", "X1", " ".join(parts)))
    counts = [len(plan.deck.parse(re.sub(r"(?i)\b(joker|jk)\b", "X1", part))) for part in parts]
    if counts[0] > plan.hand_size:
        raise CardError(f"a hand of {plan.game.name} has {plan.hand_size} cards, not {counts[0]}")
    edges = [sum(counts[:k]) for k in range(len(counts) + 1)]
    cut = [every[a:b] for a, b in pairwise(edges)]
    rows = cut[1:] + [()] * (len(plan.rows) - len(cut) + 1)
    return cut[0], tuple(rows)
