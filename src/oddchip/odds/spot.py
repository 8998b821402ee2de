"""`Spot`: a question about a hand that is being played. Who holds what, what lies on the table, what is still to come.

    Spot("five_card_draw", ("AhAsKd", "9c8c7c6c"), dead="2d3h9h")          # the rest of each hand is drawn
    Spot("kansas_city", ("2c3d4h7s Kd", "8c7d5h4c2s"), discards=("Kd", ""))  # the same from whole hands
    Spot("stud_eight", ("AsAd 3h 4h", "?? ?? 8c 9c"))                       # in the order dealt: two down, then up
    Spot("texas_holdem", ("AhKh", None), rows={"board": "2h 7h Tc"})        # None: a hand at random
    Spot("omaha_eight", (some_range, "AsKsQsJs"))                           # a range: see `Weighted`
    Spot("high_low_declare", (..., ...), declared=("low", "both"))

Everything a spot does not name is unseen, and all ways of dealing it are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from oddchip.actions import Way
from oddchip.house import HouseRules
from oddchip.spec import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Cards = tuple[int, ...]
CardsLike = str | Sequence[int]


@runtime_checkable
class Weighted(Protocol):
    """A range: sets of cards with weights, as `ranges.Range` is one. Every set comes once; weights are above 0.

    The cards of a set are those the player keeps: all his cards, or fewer when he draws to them. Sets may differ in
    size (pat, or drawing one). How likely a set is goes by its weight alone, among the sets no other known card denies.
    A range may also have `arrays()`, the same as pairs (uint8 array of sets by cards, int64 array of weights), one
    pair for each size of set, all weights on one scale; that is faster for large ranges.
    """

    def __iter__(self) -> Iterator[tuple[Cards, Fraction]]: ...


class Policy(Protocol):
    """How a player draws when several draws are to come. `policies.py` has some."""

    def keeps(self, hands: NDArray[np.uint8], draws_left: int) -> NDArray[np.uint8]:
        """Which cards each hand of (N, cards) keeps: a bit for each place kept. `draws_left` counts this draw."""
        ...


HandLike = CardsLike | Weighted | None


@dataclass(frozen=True)
class Spot:
    """A question. Cards are text (of the game's pack) or ints; `??` holds the place of an unseen card.

    game      a game, or any name `find_game` knows, modifiers and all
    hands     for each player what is known of his hand: cards, None (at random), or a range. He receives as many more
              as a final hand of the game has. In stud they stand in the order dealt
    rows      what lies on the table by row ("board"; "top" and "bottom"; "common" for stud's shared last card, where
              `??` makes it shared though unseen); the rest of a row is to come
    dead      cards seen that nobody can receive: folded, exposed
    discards  for each player the cards he threw; they are dead. Cards that also stand in his hand leave it
    draws     for each player how many he draws now, to be checked against his hand; None for whatever is missing
    up        stud: for each player his up cards, when `hands` holds the rest
    to_come   draws still to come, this one included; more than one needs `policies`
    policies  for each player how he draws, in the first draw too: then `hands` are whole hands
    declared  "high", "low" or "both" for each player, in games with a declaration
    gifts     California Poker: the four cards each gives to the other; without them hands are final (eight cards)
    put       chips each player has in the pot: makes side pots, main pot first. None: one pot
    dead_money  chips of players who folded, in the main pot
    dealt_in  how many were dealt in, where the rules ask (Cucamonga); at least the players named
    rules     which rules of the game: 1 is Johnson played for low
    house     house rules
    """

    game: Game | str
    hands: tuple[HandLike, ...]
    rows: Mapping[str, CardsLike] = field(default_factory=dict)
    dead: CardsLike = ()
    discards: tuple[CardsLike, ...] = ()
    draws: tuple[int | None, ...] = ()
    up: tuple[CardsLike, ...] = ()
    to_come: int = 1
    policies: tuple[Policy | None, ...] = ()
    declared: tuple[Way | str, ...] = ()
    gifts: tuple[CardsLike, ...] = ()
    put: tuple[int, ...] | None = None
    dead_money: int = 0
    dealt_in: int | None = None
    rules: int = 0
    house: HouseRules = field(default_factory=HouseRules)
