"""Tables for the contract tests: which games, at which stakes, with how many chips, under which house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from oddchip import FixedLimit, Game, HouseRules, NoLimit, PotLimit, Seat, SpreadLimit, Stake, find_game, games
from oddchip.actions import DealCards, DealOffer
from oddchip.house import NUMBER, options
from oddchip.modifiers import applicable
from oddchip.spec import Blinds, BringIn, Size, Swap
from oddchip.stakes import Stakes

LIMITS = ("fixed", "spread", "pot", "no limit")


def games_and_modifiers() -> tuple[str, ...]:
    """Every game as it comes and every game that one modifier makes of one."""
    found: dict[str, None] = {}
    for game in games():
        found[game.id] = None
        found.update(dict.fromkeys(applicable(game)))
    return tuple(found)


def games_and_pairs() -> tuple[str, ...]:
    """The same and every game that two modifiers make of one."""
    single = games_and_modifiers()
    found = dict.fromkeys(single)
    for name in single:
        found.update(dict.fromkeys(applicable(find_game(name))))
    return tuple(found)


def limits_of(game: Game) -> tuple[str, ...]:
    return ("stake",) if game.has(Swap) else LIMITS


def cells(names: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    """Every game of `names` at every limit for every number of seats."""
    for name in names:
        game = find_game(name)
        fewest, most = game.seats
        yield from ((name, limit, n) for limit in limits_of(game) for n in range(fewest, most + 1))


def stakes_for(game: Game, limit: str, unit: int = 1) -> Stakes:
    """Stakes at which every such game can be played; all amounts are multiples of `unit`."""
    if limit == "stake":
        return Stake(5 * unit, unit=unit)
    if limit == "fixed":
        return FixedLimit(4 * unit, 8 * unit, unit=unit)
    if limit == "spread":
        return SpreadLimit(2 * unit, 10 * unit, unit=unit)
    roles = next((phase.roles for phase in game.play if isinstance(phase, Blinds)), ())
    forced: dict[str, Any] = {"ante": unit}
    if roles:
        forced = {"blinds": tuple(2 * unit if role is Size.BIG else unit for role in roles)}
    if game.has(BringIn):
        forced["bring_in"] = unit
    return (PotLimit if limit == "pot" else NoLimit)(unit=unit, **forced)


def random_house(rng: Random, most: int = 4) -> HouseRules:
    """A few options of the engine, chosen at random."""
    chosen: dict[str, Any] = {}
    for name, entry in rng.sample(list(options()), rng.randint(1, most)):
        value = rng.choice(entry.metadata["values"])
        chosen[name] = rng.randint(0, 4) if value is NUMBER else value
    return HouseRules.of(**chosen)


@dataclass(frozen=True)
class Table:
    """All it takes to deal one hand again."""

    game: Game
    stakes: Stakes
    seats: tuple[Seat, ...]
    button: int
    house: HouseRules


def random_table(rng: Random, name: str, limit: str, n: int, house: HouseRules | None = None) -> Table:
    """A table with unequal stacks, some of them too short for the blinds; the button may stand on an empty seat."""
    game = find_game(name)
    unit = rng.choice((1, 1, 1, 5))
    depth = rng.choice((6, 30, 200))
    numbers = sorted(rng.sample(range(n + 3), n))
    seats = tuple(Seat(number, unit * rng.choice((rng.randint(1, depth), depth))) for number in numbers)
    needs_button = any(isinstance(phase, Blinds) and Size.BUTTON in phase.roles for phase in game.play)
    button = rng.choice(numbers if needs_button else range(n + 3))
    return Table(game, stakes_for(game, limit, unit), seats, button, house or HouseRules())


class Recorded:
    """A dealing that remembers what it answered, so that the same hand can be dealt with cards exchanged."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.order = inner.order
        self.answers: dict[Any, DealCards] = {}

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        return self.answers.setdefault(asked_for(offer, asked), self.inner.answer(offer, asked))


class Exchanged:
    """The dealing of another hand with its cards exchanged one for one."""

    def __init__(self, inner: Recorded, change: dict[int, int]) -> None:
        self.inner, self.change = inner, change
        self.back = {now: then for then, now in change.items()}
        self.order = changed(inner.order, change)

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        was = replace(offer, eligible=changed(offer.eligible, self.back))
        return DealCards(changed(self.inner.answer(was, asked).cards, self.change))


def asked_for(offer: DealOffer, asked: int) -> tuple[Any, ...]:
    """What tells one offer from another; the order of the eligible cards does not."""
    return asked, offer.to, frozenset(offer.eligible), offer.count, offer.whole, offer.up


def changed(cards: Sequence[int], change: dict[int, int]) -> tuple[int, ...]:
    return tuple([change.get(card, card) for card in cards])
