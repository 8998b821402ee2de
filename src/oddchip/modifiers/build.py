"""A game built anew from its base and its twists, in one order, with the id, name and summary that belong to it.

A twist is kept as text: the modifier's name, and after a space what it was told, "with_bugs 2".
"""

from __future__ import annotations

from dataclasses import replace

from oddchip.errors import GameError
from oddchip.modifiers import steps, titles
from oddchip.modifiers.seats import seat_limit
from oddchip.spec import Game

#: Innermost first; twists in one group replace each other.
ORDER: tuple[tuple[str, ...], ...] = (
    ("on_deck",),
    ("with_bugs",),
    ("with_antes", "with_blinds"),
    ("single_draw", "double_draw", "triple_draw"),
    ("four_before",),
    ("declare",),
    ("progressive",),
)
GROUP = {name: group for group, names in enumerate(ORDER) for name in names}


def twisted(game: Game, twist: str) -> Game:
    """The game with one more twist, or one twist told otherwise."""
    base, twists = untwisted(game)
    return build(base, {**twists, GROUP[twist.partition(" ")[0]]: twist})


def untwisted(game: Game) -> tuple[Game, dict[int, str]]:
    """The base and the twists; a game changed by hand since it was built is a base of its own."""
    if game.base is None:
        return game, {}
    twists = {GROUP[twist.partition(" ")[0]]: twist for twist in game.modifiers}
    if build(game.base, twists) != game:
        return replace(game, base=None, modifiers=()), {}
    return game.base, twists


def build(base: Game, twists: dict[int, str]) -> Game:
    game, kept = base, []
    for group in sorted(twists):
        name, _, told = twists[group].partition(" ")
        step, told = steps.STEPS[name](game, told)
        if step != game:
            game = step
            kept.append(f"{name} {told}".strip())
    return titled(game, base, tuple(kept)) if kept else base


def titled(game: Game, base: Game, twists: tuple[str, ...]) -> Game:
    game = replace(
        game,
        id=titles.id_of(base.id, twists),
        name=titles.name_of(base.name, twists),
        summary=titles.summary_of(base, game, twists),
        aliases=(),
        sources=titles.sources_of(base.sources, twists),
        base=base,
        modifiers=twists,
    )
    fewest, most = base.seats[0], seat_limit(game)
    if most < fewest:
        raise GameError(f"a pack of {game.deck.size} cards is too small for {fewest} players of {game.name}")
    return replace(game, seats=(fewest, most))
