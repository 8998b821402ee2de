"""A game on another pack: hand sizes by how many are dealt in, and low qualifiers, worked out anew (IT-19, IT-21)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from oddchip.cards import Pack
from oddchip.errors import GameError
from oddchip.modifiers.seats import deals, dealt_in
from oddchip.spec import ACE_TO_FIVE_LOW, EIGHT, AtLeast, Award, ByDealtIn, Deal, Game, Phase, Rules

V = TypeVar("V")
ACE, EIGHT_RANK = 12, 6
LOW_WORDS = {4: "six", 5: "seven", 6: "eight"}

#: How far each step of a `ByDealtIn` goes on this pack, by the step's place.
Reach = tuple[tuple[int, int] | None, ...]


def on_pack(game: Game, pack: Pack) -> Game:
    game = replace(game, deck=replace(game.deck, pack=pack))
    reach = _reach(game)
    play = tuple(_deal(phase, reach) for phase in game.play)
    pot = tuple(_award(award, pack, reach) for award in game.rules.pot)
    return replace(game, play=play, rules=Rules(pot, game.rules.openers, game.rules.betting))


def check_low(game: Game, pack: Pack) -> None:
    """Refuse a pack that has no eight low in it for a game that asks for one."""
    if any(_asks_for_eight(award) for award in game.rules.pot) and len(_low_ranks(pack)) < 5:
        raise GameError(f"nobody could ever win low: no five cards of the {pack.name} pack make an eight low")


def low_cap(pack: Pack) -> AtLeast:
    """Eight or better, or where a pack has no eights the next lower card: a seven on 40 cards (IT-19)."""
    top = max(rank for rank in _low_ranks(pack) if rank != ACE)
    if top == EIGHT_RANK:
        return EIGHT
    return AtLeast(ACE_TO_FIVE_LOW, f"low {top + 2}", f"a {LOW_WORDS[top]} low or better")


def _low_ranks(pack: Pack) -> list[int]:
    return [rank for rank in pack.ranks if rank <= EIGHT_RANK or rank == ACE]


def _asks_for_eight(award: Award) -> bool:
    if isinstance(award.qualify, ByDealtIn):
        return any(floor == EIGHT for _, _, floor in award.qualify.steps)
    return award.qualify == EIGHT


def _reach(game: Game) -> Reach:
    """For whom each hand size is dealt: the larger hands first, as far as the pack goes (CU-2.2a, IT-20, IT-21)."""
    sized = dealt_in(game)
    if sized is None:
        return ()
    table = sum(phase.count for phase in deals(game) if phase.to != "hand" and isinstance(phase.count, int))
    reach: list[tuple[int, int] | None] = []
    fewest = sized.steps[0][0]
    for _, usual, count in sized.steps:
        most = min(usual, (game.deck.size - table) // count)
        reach.append((fewest, most) if most >= fewest else None)
        fewest = max(fewest, most + 1)
    return tuple(reach)


def _by_reach(value: ByDealtIn[V], reach: Reach) -> ByDealtIn[V]:
    steps = zip(reach, value.steps, strict=True)
    return ByDealtIn(*((span[0], span[1], what) for span, (_, _, what) in steps if span))


def _deal(phase: Phase, reach: Reach) -> Phase:
    if isinstance(phase, Deal) and isinstance(phase.count, ByDealtIn):
        return replace(phase, count=_by_reach(phase.count, reach))
    return phase


def _award(award: Award, pack: Pack, reach: Reach) -> Award:
    qualify = award.qualify
    if isinstance(qualify, ByDealtIn):
        capped = ByDealtIn(*((low, high, _capped(floor, pack)) for low, high, floor in qualify.steps))
        return replace(award, qualify=_by_reach(capped, reach) if reach else capped)
    return replace(award, qualify=_capped(qualify, pack))


def _capped(floor: AtLeast | None, pack: Pack) -> AtLeast | None:
    return low_cap(pack) if floor == EIGHT else floor
