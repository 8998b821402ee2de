"""What is played next: rotation, dealer's choice, what must be announced, how many may sit.

Sources: MIX-1, MIX-3, MIX-5, CU-3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from oddchip.house import HouseRules
from oddchip.plan import plan_for
from oddchip.posts import clockwise
from oddchip.spec import Game
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stakes
from oddchip.table.seating import with_chips
from oddchip.table.state import TableState, turn_after
from oddchip.table.values import Announcement, Entry, Turn

T = TypeVar("T")


def game_of_hand(games: Sequence[T], hands_each: int, hand_number: int) -> T:
    """The game of a rotation's hand number so and so, from 1 (MIX-1).

    >>> game_of_hand("HORSE", hands_each=8, hand_number=33)
    'E'
    """
    turn = Turn()
    for _ in range(hand_number - 1):
        turn = turn_after(turn, len(games), hands_each)
    return games[turn.game]


def seat_limit(games: Iterable[Game]) -> int:
    """The most players at a table that plays all of these: the smallest of the games' own limits (MIX-5)."""
    return min(game.seats[1] for game in games)


def chooser(state: TableState) -> int | None:
    """The seat that chooses the game of the next deal (MIX-3); None when nobody is asked."""
    line = state.line
    if line is None or not line.choice or state.chosen or state.dealing or state.chain:
        return None
    able = sorted({seat for entry in line.entries for seat in with_chips(state, entry)})
    return clockwise(able, state.marker)[0] if able else None


def choice_hands(state: TableState, entry: Entry) -> int:
    """How many hands a choice lasts: an orbit of those who are dealt in, or one (option `choice_length`)."""
    return 1 if state.house.seats.choice_length == "hand" else max(1, len(with_chips(state, entry)))


def cards_from_the_table(game: Game) -> tuple[int, int, int]:
    """(least, most, least of each row): how many of the five cards of a hand the rows of the table supply (CU-11).

    (0, 0, 0) where hands are not put together from given places.
    """
    spans = dict(game.rules.pot[0].use.sources)
    if "hand" not in spans:
        return 0, 0, 0
    few, many = spans.pop("hand")
    return 5 - many, 5 - few, min((least for least, _ in spans.values()), default=0)


def needs_announcement(game: Game) -> bool:
    """Does this game's source ask the dealer to announce before the deal (CU-3)?"""
    return "CU-3" in (game.sources or ()) or bool(game.base and "CU-3" in game.base.sources)


def announcement(entry: Entry, house: HouseRules, what: Iterable[str], so_far: Announcement | None) -> Announcement:
    """The record with `what` said as well: "money", "limits", "no_qualifier", in the words of the real rules."""
    fresh = so_far if so_far and so_far.of == entry else Announcement(of=entry)
    said = {
        "money": money_words(entry, house),
        "limits": limit_words(entry.stakes),
        "no_qualifier": one_way_words(house),
    }
    parts = {name: said[name] if name in what else getattr(fresh, name) for name in said}
    return Announcement(of=entry, **parts)


def unannounced(state: TableState, entry: Entry) -> tuple[str, ...]:
    """What must still be announced before this game is dealt; empty when it may be (CU-3)."""
    if not needs_announcement(entry.game):
        return ()
    record = state.announced if state.announced and state.announced.of == entry else Announcement()
    return record.missing


def money_words(entry: Entry, house: HouseRules) -> str:
    plan = plan_for(entry.game, entry.stakes, house, entry.game.seats[0])
    said = []
    if plan.ante:
        said.append(f"ante {plan.ante}")
    if plan.blinds:
        said.append("blinds " + " and ".join(map(str, plan.blinds)))
    return ", ".join(said) or "no ante and no blinds"


def limit_words(stakes: Stakes) -> str:
    """The limits as they are said.

    >>> limit_words(FixedLimit(2, 4))
    'limit, bets of 2 and 4'
    """
    if isinstance(stakes, FixedLimit):
        return f"limit, bets of {stakes.small} and {stakes.big}"
    if isinstance(stakes, SpreadLimit):
        return f"spread limit, bets of {stakes.low} to {stakes.high}"
    if isinstance(stakes, PotLimit):
        return f"pot limit, bets of {stakes.base} or more"
    if isinstance(stakes, NoLimit):
        return f"no limit, bets of {stakes.base} or more"
    return f"a stake of {stakes.amount} each, no bets"


def one_way_words(house: HouseRules) -> str:
    """What happens when nobody qualifies one way, or either (CU-8a, CU-8b)."""
    one_way = {
        "other_takes_all": "when nobody qualifies one way, the other way takes the whole pot",
        "split_survivors": "when nobody qualifies one way, its half is split among those still in",
    }[house.cucamonga.one_way]
    neither = {
        "waive": "when nobody qualifies either way, the best high and the best low share it",
        "high_takes_all": "when nobody qualifies either way, the best high takes it",
        "split_survivors": "when nobody qualifies either way, it is split among those still in",
        "carry_over": "when nobody qualifies either way, it stays for the next deal",
    }[house.cucamonga.neither]
    if house.cucamonga.qualifiers == "none":
        return "no hand needs to qualify"
    return f"{one_way}; {neither}"
