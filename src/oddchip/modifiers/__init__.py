"""Twists: functions from a game to a game. They compose in any order and refuse nonsense with a sentence.

However they are applied, the same twists on the same game make the same game, with the same id: the base and the
twists are kept, and the game is built anew from them in one order, innermost first: deck, bugs, antes or blinds,
number of draws, four-before, declare, progressive. To set what is already so changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from oddchip.cards import PACKS, Pack
from oddchip.errors import GameError, UnknownName
from oddchip.modifiers.build import twisted
from oddchip.modifiers.seats import seat_limit
from oddchip.modifiers.steps import LOWS, find_pack
from oddchip.spec import Game

__all__ = [
    "MODIFIERS",
    "applicable",
    "declare",
    "double_draw",
    "four_before",
    "on_deck",
    "progressive",
    "seat_limit",
    "single_draw",
    "triple_draw",
    "with_antes",
    "with_blinds",
    "with_bugs",
]


def single_draw(game: Game) -> Game:
    """One draw and a bet after it, however many the game has by itself (D-DD-1)."""
    return twisted(game, "single_draw")


def double_draw(game: Game) -> Game:
    """Two draws, with a bet after each; limits 1-1-2 (D-DD-1)."""
    return twisted(game, "double_draw")


def triple_draw(game: Game) -> Game:
    """Three draws, with a bet after each; limits 1-1-2-2 (D-DD-1)."""
    return twisted(game, "triple_draw")


def four_before(game: Game) -> Game:
    """A card fewer is dealt; at the first draw each receives one more than he throws (D-FB-1, D-FB-2)."""
    return twisted(game, "four_before")


def with_bugs(game: Game, n: int = 1) -> Game:
    """So many jokers in the pack: none, one or two (D-BUG-1, D-LO-J, S8-B1, S8-B7)."""
    if type(n) is not int or not 0 <= n <= 2:
        raise GameError(f"a pack has no bug, one or two, not {n!r}")
    return twisted(game, f"with_bugs {n}")


def declare(game: Game, low: str | None = None) -> Game:
    """High and low split by declaration, nothing to qualify (D-DC-1, D-DC-3).

    `low` is "A-5", "2-7" or "A-6": by default the game's own low, or ace-to-five where it has none (D-DC-9). The
    sevens rule and the ban on check and raise, which belong to lowball, go; openers stay.
    """
    if low is None:
        return twisted(game, "declare")
    if not isinstance(low, str) or (scale := _squash(low)) not in _LOW_NAMES:
        raise UnknownName("low", str(low), map(str.lower, LOWS))
    return twisted(game, f"declare {_LOW_NAMES[scale]}")


def progressive(game: Game) -> Game:
    """Each passed-out deal raises what it takes to open: jacks, queens, kings, aces (D-JP-6)."""
    return twisted(game, "progressive")


def on_deck(game: Game, pack: str | Pack) -> Game:
    """Played with another pack: "italian", "french", "short", "mexican", or "5 to ace" (IT-13, IT-19, IT-20, IT-21)."""
    name = pack.name if isinstance(pack, Pack) else pack
    found = find_pack(name)
    if isinstance(pack, Pack) and found != pack:
        raise GameError(f"{name} is already the name of another pack")
    return twisted(game, f"on_deck {found.name}")


def with_antes(game: Game) -> Game:
    """Antes instead of blinds, where the ledger leaves the choice (D-PA-2, D-PO-1)."""
    return twisted(game, "with_antes")


def with_blinds(game: Game, n: int = 2) -> Game:
    """Blinds instead of antes; `n=3` puts one on the button too (D-CL-5)."""
    if type(n) is not int or n not in (2, 3):
        raise GameError(f"a game has two blinds or three, not {n!r}")
    return twisted(game, f"with_blinds {n}")


def _squash(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


_LOW_NAMES = {
    _squash(said): short
    for short, ranking in LOWS.items()
    for said in (short, ranking.name, ranking.name.removesuffix("_LOW"))
}

#: The modifiers by name, as `find_game` reads them.
MODIFIERS: dict[str, Callable[..., Game]] = {
    function.__name__: function
    for function in (
        on_deck,
        with_bugs,
        with_antes,
        with_blinds,
        single_draw,
        double_draw,
        triple_draw,
        four_before,
        declare,
        progressive,
    )
}


def variants() -> Iterator[Callable[[Game], Game]]:
    """Every modifier with every value it may be given."""
    yield from (single_draw, double_draw, triple_draw, four_before, progressive, with_antes)
    yield from (lambda game, n=n: with_blinds(game, n) for n in (2, 3))
    yield from (lambda game, n=n: with_bugs(game, n) for n in (0, 1, 2))
    yield from (lambda game, low=low: declare(game, low) for low in (None, *LOWS))
    yield from (lambda game, pack=pack: on_deck(game, pack) for pack in PACKS)


def applicable(game: Game) -> tuple[str, ...]:
    """The names of all games that one modifier makes of this one; what changes nothing is left out."""
    made: dict[str, None] = {}
    for modify in variants():
        try:
            made[modify(game).id] = None
        except GameError:
            continue
    made.pop(game.id, None)
    return tuple(made)
