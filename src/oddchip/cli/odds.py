"""Who wins how much: odds of any game, exact or sampled, and always said which.

A HAND is cards (AsKd10h), what else is known of it, or ? for a hand at random:

  "2c3d4h throws Kd9c"    what is kept and what is thrown; as many cards are drawn as are missing
  "AsAd / 3h4h"           stud: down cards / up cards
  "As... gives 2c3d4h5s"  California Poker: four of the eight cards go to the other player
  ?? among the cards      a card that is there but was not seen

oddchip odds keeps, odds make and odds frequencies answer other questions; docs/odds.md has them all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from oddchip.actions import Way
from oddchip.cards import UNKNOWN, Deck
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
    whole_numbers,
    with_joker,
    write_json,
)
from oddchip.cli.screen import Screen
from oddchip.errors import CardError, GameError
from oddchip.games import find_game
from oddchip.plan import plan_for
from oddchip.spec import Declare
from oddchip.table.usual import stakes_of
from oddchip.telling import all_ways

if TYPE_CHECKING:
    from oddchip.odds import Odds, Policy, Spot

MOST_DECLARING = 3
POLICIES = ("chart", "pat")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game or a recipe, as oddchip games lists them")
    parser.add_argument("hands", metavar="HAND", nargs="*", help='cards, a range, or "?" for a hand at random')
    parser.add_argument("--range", metavar="TEXT", action="append", default=[], help="one more player, with a range")
    parser.add_argument("--board", metavar="CARDS", help="the cards on the table, where there is one row")
    parser.add_argument("--rows", metavar="CARDS", help='the rows on the table: "top / bottom"')
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards seen that nobody can receive")
    parser.add_argument("--discard", metavar="CARDS", action="append", help="what each threw, in order; as `throws`")
    parser.add_argument("--drawing", metavar="N,N", help="how many cards each draws now, to be checked")
    parser.add_argument("--draws", type=whole(0), metavar="N", default=1, help="draws to come; of several, by policy")
    parser.add_argument(
        "--policy", action="append", choices=POLICIES, metavar="NAME", help="chart or pat, for each player in order"
    )
    parser.add_argument("--declare", metavar="WAY,WAY", help="low, high or both for each; every choice if not said")
    parser.add_argument("--put", metavar="N,N", help="chips of each in the pot: makes side pots")
    parser.add_argument("--dead-money", type=whole(0), metavar="N", default=0, help="chips of players who folded")
    parser.add_argument("--dealt-in", type=whole(2), metavar="N", help="how many were dealt in, where rules ask")
    parser.add_argument("--low-rules", action="store_true", help="Johnson that nobody opened: played for low")
    add_seeking_options(parser)
    add_showing_options(parser, "bars of the shares")


def run(args: argparse.Namespace, screen: Screen) -> int:
    asked = Asked(args)
    need_extra()
    path = picture_path(args.plot)
    if asked.declares and not args.declare:
        if path:
            raise WrongUse("a picture shows one choice of declarations: say --declare")
        return _every_declaration(asked, args, screen)
    from oddchip.odds import odds
    from oddchip.odds.parallel import Stopped

    spot = asked.spot(listed_words(args.declare))
    try:
        with progress(screen, "dealing") as tell:
            found = odds(spot, progress=tell, **seeking(args))
    except Stopped as stopped:
        if stopped.value is not None:
            _answer(asked, stopped.value, args, screen)
        raise
    _answer(asked, found, args, screen)
    return OK


class Asked:
    """The question as it was entered, with every card checked."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.game = find_game(args.game)
        deck = self.game.deck
        self.hands = [read_hand(text, deck) for text in args.hands]
        self.hands += [_ranged(text, deck) for text in args.range]
        if len(self.hands) < 2:
            raise WrongUse("odds are between two players or more: give each a HAND, ? for one at random")
        self._throw(args.discard)
        self.house = house_of(args.rules)
        self.rows = self._rows()
        self.dead = with_joker(args.dead)
        check_cards([*(hand.named for hand in self.hands), self.dead, *self.rows.values()], deck)

    @property
    def declares(self) -> bool:
        return self.game.has(Declare)

    def spot(self, declared: Sequence[str] = ()) -> Spot:
        """The question for `oddchip.odds`."""
        from oddchip.odds import Spot

        args, hands = self.args, self.hands
        ups = tuple(hand.up for hand in hands)
        gifts = tuple(hand.gives for hand in hands)
        throws = tuple(hand.throws for hand in hands)
        return Spot(
            self.game,
            tuple(self._held(p) for p in range(len(hands))),
            rows=self.rows,
            dead=self.dead,
            discards=throws if any(throws) else (),
            draws=whole_numbers(args.drawing),
            to_come=args.draws,
            policies=self._policies(),
            up=ups if any(ups) else (),
            declared=tuple(declared),
            gifts=gifts if any(gifts) else (),
            put=whole_numbers(args.put) or None,
            dead_money=args.dead_money,
            dealt_in=args.dealt_in,
            rules=int(args.low_rules),
            house=self.house,
        )

    def _policies(self) -> tuple[Policy, ...]:
        """How everybody draws, the game's chart where nothing is said; not asked of one draw from what is kept."""
        said, args = self.args.policy or [], self.args
        if not said and args.draws < 2:
            return ()
        if len(said) > len(self.hands):
            raise WrongUse(f"--policy is said for {len(said)} players, and {len(self.hands)} are in the hand")
        from oddchip.odds.policies import StandPat, chart

        names = said + ["chart"] * (len(self.hands) - len(said))
        return tuple(StandPat() if name == "pat" else chart(self.game, int(args.low_rules)) for name in names)

    def _held(self, p: int) -> Any:
        hand = self.hands[p]
        if not hand.range:
            return hand.cards or None
        from oddchip.odds.ranges import parse_range

        seen = [other.named for other in self.hands if other is not hand] + [self.dead, *self.rows.values()]
        dead = [card for text in seen for card in self.game.deck.parse(text, allow_unknown=True) if card != UNKNOWN]
        return parse_range(hand.range, self.game, known=hand.up, dead=dead, house=self.house, players=len(self.hands))

    def _throw(self, discards: Sequence[str] | None) -> None:
        """Discards said apart from the hands, in their order."""
        if discards is None:
            return
        if len(discards) > len(self.hands):
            raise WrongUse(f"--discard is said for {len(discards)} players, and {len(self.hands)} are in the hand")
        for p, cards in enumerate(discards):
            if cards and self.hands[p].throws:
                raise WrongUse(f"what player {p + 1} throws is said twice")
            self.hands[p] = replace(self.hands[p], throws=self.hands[p].throws or with_joker(cards))

    def _rows(self) -> dict[str, str]:
        """What lies on the table, by row."""
        args = self.args
        if args.board is None and args.rows is None:
            return {}
        if args.board is not None and args.rows is not None:
            raise WrongUse("say --board or --rows, not both")
        stakes = stakes_of(self.game, None, None)
        names = plan_for(self.game, stakes, self.house, max(len(self.hands), self.game.seats[0])).rows
        parts = (
            [with_joker(row.strip()) for row in (args.rows or "").split("/")] if args.board is None else [args.board]
        )
        if not names:
            raise GameError(f"no card of {self.game.name} lies on the table")
        if len(parts) > len(names) or (args.board is not None and len(names) != 1):
            raise CardError(f'{self.game.name} has {len(names)} rows on the table: --rows "{" / ".join(names)}"')
        return dict(zip(names, parts, strict=False))

    # -- in words ----------------------------------------------------------------------------------------------------

    def names(self, screen: Screen) -> list[str]:
        faces = Faces(screen, self.game.deck)
        return [shown_hand(hand, faces) for hand in self.hands]

    def data(self, declared: Sequence[str]) -> dict[str, Any]:
        """The question as data."""
        hands = [{key: value for key, value in vars(hand).items() if value} for hand in self.hands]
        asked: dict[str, Any] = {"game": self.game.id, "hands": hands, "rows": self.rows, "dead": self.dead}
        return asked | ({"declared": list(declared)} if declared else {})


def _ranged(text: str, deck: Deck) -> Hand:
    """A range, with up cards behind the last slash."""
    held, slash, up = text.rpartition(" / ")
    if not slash:
        held, up = up, ""
    deck.parse(with_joker(up))
    if not held.strip():
        raise CardError('an empty range: say what may be held, such as "jacks or better", or "any"')
    return Hand("", with_joker(up.strip()), range=held.strip())


# --- the answer ------------------------------------------------------------------------------------------------------


def _answer(asked: Asked, found: Odds, args: argparse.Namespace, screen: Screen) -> None:
    from oddchip.odds import tables

    names = asked.names(screen)
    if path := picture_path(args.plot):
        from oddchip.odds import plots

        bars = dict(zip(tables.names_of(len(names), asked.names(drawn_screen(screen))), found.shares, strict=True))
        plots.save(plots.share_bars(bars, found.errors, f"Share of the pot in {asked.game.name}"), path)
    if args.json:
        write_json(tables.odds_data(found, asked.data(listed_words(args.declare))), screen)
    else:
        show(tables.odds_tables(found, names, f"Odds in {asked.game.name}"), screen)
        if found.exact and found.deals == 1:
            _final_hands(asked.spot(listed_words(args.declare)), screen)


def _final_hands(spot: Spot, screen: Screen) -> None:
    """What everybody ends with, in words, where all cards are known."""
    from oddchip.odds.reading import case_of

    case = case_of(spot)
    table = iter(case.table.tolist())
    rows = tuple(tuple(next(table) for _ in row) for row in case.rows.values())
    for p, holding in enumerate(case.holdings):
        ways = all_ways(case.rules, tuple(holding.entries[0].tolist()), rows)
        words = (way.sentence(case.deck) if len(ways) == 1 else f"{way.way}: {way.sentence(case.deck)}" for way in ways)
        screen.say(f"Player {p + 1} ends with {'; '.join(words)}.")


def _every_declaration(asked: Asked, args: argparse.Namespace, screen: Screen) -> int:
    """Everybody's share for every choice of declarations (D-DC-1)."""
    from oddchip.odds import odds, tables

    if len(asked.hands) > MOST_DECLARING:
        raise WrongUse(f"say what each declares: --declare {','.join(['low'] * len(asked.hands))}, for instance")
    found: dict[tuple[str, ...], Odds] = {}
    with progress(screen, "dealing") as tell:
        for ways in product(map(str, Way), repeat=len(asked.hands)):
            found[ways] = odds(asked.spot(ways), **seeking(args))
            tell(len(found), len(Way) ** len(asked.hands))
    if args.json:
        write_json({"declarations": [tables.odds_data(one, asked.data(ways)) for ways, one in found.items()]}, screen)
        return OK
    show([tables.declared_table(found, asked.names(screen), f"Declaring in {asked.game.name}")], screen)
    return OK
