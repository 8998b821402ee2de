"""All the parts of a sheet, in order."""

from __future__ import annotations

import re

from oddchip.cards import FRENCH, Pack
from oddchip.house import HouseRules, options
from oddchip.rulesheet.hands import tell_hands, tell_joker
from oddchip.rulesheet.limits import structure, tell_betting
from oddchip.rulesheet.opening import tell_opening
from oddchip.rulesheet.paper import Sheet
from oddchip.rulesheet.points import tell_customs, tell_differences, tell_open_points
from oddchip.rulesheet.steps import tell_play
from oddchip.rulesheet.telling import Telling
from oddchip.rulesheet.winning import tell_winning
from oddchip.rulesheet.words import listed, number, span
from oddchip.spec import Game
from oddchip.stakes import Stakes

HOUSE = HouseRules()


def sheet(game: Game, stakes: Stakes | None = None, house: HouseRules = HOUSE) -> Sheet:
    """The rules of a game at a table: with amounts where stakes are given, and with that table's house rules.

    Raises `StakesError` for stakes the game cannot use.
    """
    telling = Telling(game, stakes, house)
    sections = (
        tell_differences(telling),
        tell_play(telling),
        tell_opening(telling),
        tell_winning(telling),
        tell_hands(telling),
        tell_joker(telling),
        tell_betting(telling),
        tell_open_points(telling),
        tell_customs(telling),
    )
    return Sheet(
        game.id,
        game.name,
        _in_pack_words(game.summary, game.deck.pack),
        tuple(_facts(telling)),
        tuple(section for section in sections if section is not None),
        game.sources,
        {name: house.get(name) for name, _ in options()},
    )


def _in_pack_words(text: str, pack: Pack) -> str:
    """A sentence about jacks and queens, in the words of the pack: knaves and knights (IT-2)."""
    for french, own in zip(FRENCH.rank_words, pack.rank_words, strict=True):
        if french != own:
            text = re.sub(rf"\b{french}", own, re.sub(rf"\b{french.capitalize()}", own.capitalize(), text))
    return text


def _facts(telling: Telling) -> list[tuple[str, str]]:
    game = telling.game
    facts = [("Players", span(*game.seats)), ("Pack", _pack(telling))]
    if telling.stakes is not None:
        facts.append(("Stakes", structure(telling)))
    if game.rounds:
        facts.append(("Betting rounds", number(game.rounds)))
    if game.draws:
        facts.append(("Draws", number(game.draws)))
    if game.aliases:
        facts.append(("Also called", ", ".join(game.aliases)))
    return facts


def _pack(telling: Telling) -> str:
    pack, deck = telling.pack, telling.deck
    cards = f"{len(pack.cards)} cards"
    if pack.name == "italian":
        courts = listed(f"{pack.rank_words[rank]} ({pack.rank_letters[rank]})" for rank in (9, 10, 11))
        cards += f", Italian: ace to seven, {courts} of {listed(pack.suit_words)}"
    elif len(pack.cards) < 52:
        lowest, *_, highest = (pack.rank_words[rank] for rank in pack.ranks)
        missing = "" if _is_run(pack.ranks) else ", without what is between"
        cards += f", {lowest} to {highest}{missing}"
    if not deck.jokers:
        return f"{cards}, no joker"
    noun = "wild joker" if deck.wild else "joker"
    return f"{cards} and {number(deck.jokers)} {noun}{'s' if deck.jokers > 1 else ''}"


def _is_run(ranks: tuple[int, ...]) -> bool:
    return ranks[-1] - ranks[0] + 1 == len(ranks)
