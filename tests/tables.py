"""Tables for tests: made in a line, played in a line, and checked after every command."""

from collections.abc import Callable
from random import Random

from oddchip import FOLD, FixedLimit, Game, HouseRules, find_game, shuffled
from oddchip.actions import PAT, BetOffer, DrawOffer
from oddchip.stakes import Stakes
from oddchip.table import Act, Command, SetGame, Sit, StartHand, Table, folded

NAMES = ("Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")


def table(
    game: str | Game = "gardena_jackpots",
    stakes: Stakes | None = None,
    players: int = 3,
    chips: int | tuple[int, ...] = 100,
    size: int = 6,
    **house: object,
) -> Table:
    """Players on seats 0, 1, ... of a table that plays one game."""
    plays = find_game(game) if isinstance(game, str) else game
    made = Table.open(size, HouseRules.of(**house)).do(SetGame(plays, stakes or FixedLimit(2, 4)))
    for seat, name in enumerate(NAMES[:players]):
        made = do(made, Sit(seat, name, chips if isinstance(chips, int) else chips[seat]))
    return made


def do(made: Table, *commands: Command, now: float = 0) -> Table:
    """The table after some commands, checked after each."""
    for command in commands:
        made = check(made.do(command, now), made)
    return made


def start(made: Table, seed: int = 1) -> Table:
    return do(made, StartHand(shuffled(Random(seed))))


def play(made: Table, seed: int = 1, choose: Callable[[object], object] | None = None) -> Table:
    """One deal to its end; everybody folds, else stands pat or takes the first action, unless `choose(offer)` says."""
    made = start(made, seed)
    while made.playing:
        made = step(made, choose)
    return made


def step(made: Table, choose: Callable[[object], object] | None = None) -> Table:
    """One decision."""
    seat, offer = next(iter(made.offers.items()))
    return do(made, Act(seat, (choose or give_up)(offer), made.decisions[seat]))


def give_up(offer: object) -> object:
    if isinstance(offer, BetOffer) and offer.fold and not offer.check:
        return FOLD
    return PAT if isinstance(offer, DrawOffer) else offer.actions()[0]


def stay(offer: object) -> object:
    """Check, call, stand pat: to the showdown."""
    return PAT if isinstance(offer, DrawOffer) else offer.actions()[0]


def check(made: Table, before: Table | None = None) -> Table:
    """What always holds: chips are conserved, in the hand too, and the facts alone give the state.

    The facts since the table `before`, or all of them.
    """
    assert made.state.chips == made.state.brought
    assert all(place.stack >= 0 and place.pending >= 0 for place in made.places.values())
    begin, happened = (before.state, made.news) if before else (made.beginning, made.events)
    assert folded(begin, happened) == made.state
    if made.playing:
        dealt = sum(made.hand.dealt_stacks) + (made.carry.amount if made.carry else 0)
        assert sum(made.hand.stacks.values()) + made.hand.pot == dealt
        assert set(made.offers) == made.hand.to_act
    return made
