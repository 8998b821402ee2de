"""What each twist does to a game, and where it is refused. A step that finds all as it should be changes nothing.

A step takes the game and what the twist was told, and gives both back, the latter "" where it goes without saying.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from oddchip.cards import PACKS, Pack, eleven_minus
from oddchip.errors import GameError, UnknownName
from oddchip.modifiers.packs import check_low, on_pack
from oddchip.modifiers.seats import rounds_before_draw
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    ACE_TO_SIX_LOW,
    ACES,
    AFTER_BLINDS,
    ANYTHING,
    BADUGI,
    BIG,
    BUTTON,
    DECLARED,
    DEUCE_TO_SEVEN_LOW,
    HIGH,
    JACKS,
    KINGS,
    LEFT_OF_BUTTON,
    QUEENS,
    SMALL,
    Ante,
    Award,
    Bet,
    Blinds,
    BringIn,
    Deal,
    Declare,
    Draw,
    Game,
    Openers,
    Phase,
    PlayFor,
    Redeal,
    Rules,
    Showdown,
    Size,
    Swap,
    TurnUp,
)

Step = Callable[[Game, str], tuple[Game, str]]

LOWS = {"A-5": ACE_TO_FIVE_LOW, "2-7": DEUCE_TO_SEVEN_LOW, "A-6": ACE_TO_SIX_LOW}
STEPS_UP = (JACKS, QUEENS, KINGS, ACES)
PASSED_OUT = Openers((ANYTHING,), unopened=Redeal())


# --- the pack ------------------------------------------------------------------------------------------------------


def find_pack(name: str) -> Pack:
    """A pack by its name: one of `PACKS`, or "6 to ace", which is stripped for five players (IT-13)."""
    if not isinstance(name, str):
        raise GameError(f"a pack is found by its name, not by {name!r}")
    key = name.strip().lower()
    if stripped := re.fullmatch(r"([2-9]) to ace", key):
        lowest = int(stripped[1])
        return eleven_minus(11 - lowest)
    if key not in PACKS:
        raise UnknownName("pack", name, [*PACKS, "5 to ace"])
    return PACKS[key]


def on_deck(game: Game, told: str) -> tuple[Game, str]:
    pack = find_pack(told)
    if pack == game.deck.pack:
        return game, told
    check_low(game, pack)
    return on_pack(game, pack), told


def with_bugs(game: Game, told: str) -> tuple[Game, str]:
    if int(told) != game.deck.jokers:
        if game.has(TurnUp):
            raise GameError(f"{game.name} is played without a joker, and nothing is wild (CU-1)")
        if game.has(Swap):
            raise GameError(f"{game.name} is played with a plain pack, without a joker (CP-1)")
    return replace(game, deck=replace(game.deck, jokers=int(told))), told


# --- antes or blinds -----------------------------------------------------------------------------------------------


def with_antes(game: Game, told: str) -> tuple[Game, str]:
    if not game.has(Blinds):
        if not game.has(Ante):
            raise GameError(f"{game.name} has no blinds that antes could stand for")
        return game, told
    if game.rules.betting.sevens or any(isinstance(phase, Bet) and phase.must_open for phase in game.play):
        raise GameError(f"{game.name} needs its blinds: nobody may check in the first round (D-CL-1, D-QB-1)")
    if on_a_board(game):
        raise GameError(f"{game.name} is played with blinds")
    rules = game.rules
    if [award.ranking for award in rules.pot] == [HIGH] and rules.openers is None:
        rules = replace_openers(rules, PASSED_OUT)  # D-PO-1: guts with antes is passed out
    return replace(game, play=_forced(game, Ante()), rules=rules), told


def with_blinds(game: Game, told: str) -> tuple[Game, str]:
    roles = (SMALL, BIG) if told == "2" else (BUTTON, SMALL, BIG)
    if Blinds(*roles) in game.play:
        return game, told
    if game.has(BringIn) or game.has(Swap):
        raise GameError(f"{game.name} has no blinds: all put up the same, and the cards say who begins")
    if on_a_board(game):
        raise GameError(f"{game.name} is played with two blinds")
    if any(isinstance(phase, Bet) and phase.must_open for phase in game.play):
        raise GameError(f"{game.name} is played with its own three blinds (D-QB-1)")
    rules = game.rules
    if rules.openers == PASSED_OUT:
        rules = replace_openers(rules, None)
    elif rules.openers:
        raise GameError(f"{game.name} needs antes: with blinds the pot would be open before anybody opens it")
    return replace(game, play=_forced(game, Blinds(*roles)), rules=rules), told


def _forced(game: Game, phase: Ante | Blinds) -> tuple[Phase, ...]:
    """The play with this forced money, and the first round where it then begins (D-PA-2)."""
    play = [phase if isinstance(old, Ante | Blinds) else old for old in game.play]
    at = next(at for at, old in enumerate(play) if isinstance(old, Bet))
    first = AFTER_BLINDS if isinstance(phase, Blinds) else LEFT_OF_BUTTON
    play[at] = replace(_bet(play[at]), first=first)
    return tuple(play)


# --- draws ---------------------------------------------------------------------------------------------------------


def number_of_draws(number: int) -> Step:
    def step(game: Game, told: str) -> tuple[Game, str]:
        _needs_draw(game)
        if game.draws == number:
            return game, told
        return replace(game, play=_drawing(game, number)), told

    return step


def _drawing(game: Game, number: int) -> tuple[Phase, ...]:
    """Everything up to the first draw, then so many draws with a bet after each, then what follows the last bet."""
    play = game.play
    first = next(at for at, phase in enumerate(play) if isinstance(phase, Draw))
    last = max(at for at, phase in enumerate(play) if isinstance(phase, Bet))
    bet = _bet(play[last])
    rounds: list[Phase] = []
    for size in _sizes(game, number, bet.size):
        rounds += [Draw(), replace(bet, size=size)]
    rounds[0] = play[first]
    return (*play[:first], *rounds, *play[last + 1 :])


def _sizes(game: Game, number: int, last: Size) -> tuple[Size, ...]:
    """Limits 1-2, 1-1-2, 1-1-2-2; after several rounds before the draw, as in Q-Ball, all the last size (D-DD-1)."""
    if rounds_before_draw(game) > 1:
        return (last,) * number
    return ((BIG,), (SMALL, BIG), (SMALL, BIG, BIG))[number - 1]


def four_before(game: Game, told: str) -> tuple[Game, str]:
    _needs_draw(game)
    at = next(at for at, phase in enumerate(game.play) if isinstance(phase, Draw))
    draw = game.play[at]
    if isinstance(draw, Draw) and draw.extra:
        return game, told
    before = [phase for phase in game.play[:at] if isinstance(phase, Deal) and phase.to == "hand"]
    if len(before) != 1 or not isinstance(before[0].count, int) or before[0].count < 2:
        raise GameError(f"{game.name} has a deal of its own, card by card; there is no last card to hold back (D-FB-4)")
    fewer = replace(before[0], count=before[0].count - 1)
    play = [fewer if phase is before[0] else phase for phase in game.play]
    play[at] = Draw(extra=1)
    return replace(game, play=tuple(play)), told


# --- declare, progressive ------------------------------------------------------------------------------------------


def declare(game: Game, told: str) -> tuple[Game, str]:
    own = next((award.ranking for award in game.rules.pot if award.ranking != HIGH), ACE_TO_FIVE_LOW)
    if not game.has(Declare):
        _may_be_declared(game)
    low = LOWS[told] if told else own
    openers = None if game.rules.openers == PASSED_OUT else game.rules.openers  # D-PO-1: it is played on
    pot = Award(HIGH, share=DECLARED), Award(low, share=DECLARED)
    play = game.play
    if not game.has(Declare):
        at = play.index(Showdown())
        play = (*play[:at], Declare(), *play[at:])
    return replace(game, play=play, rules=Rules(pot, openers)), "" if low == own else told


def _may_be_declared(game: Game) -> None:
    rankings = [award.ranking for award in game.rules.pot]
    if game.rules.openers and isinstance(game.rules.openers.unopened, PlayFor):
        raise GameError(f"{game.name} is high or low by the way it is opened; there is nothing to declare")
    if BADUGI in rankings:
        raise GameError(f"{game.name} has no high hand to declare for")
    if on_a_board(game) or game.has(TurnUp) or game.has(Swap):
        raise GameError(f"declaring belongs to draw and stud games, not to {game.name}")
    if not game.has(Draw) and HIGH not in rankings:
        raise GameError(f"{game.name} is played for low alone; declare seven_card_stud or stud_eight")


def progressive(game: Game, told: str) -> tuple[Game, str]:
    openers = game.rules.openers
    if openers is None or not openers.is_hand_floor:
        raise GameError(f"progressive raises what it takes to open, and {game.name} may be opened with anything")
    if openers.floors[0] not in STEPS_UP:
        raise GameError(
            f"progressive goes up from a pair of jacks, and {game.name} opens with {openers.floors[0].words}"
        )
    floors = STEPS_UP[STEPS_UP.index(openers.floors[0]) :]
    return replace(game, rules=replace_openers(game.rules, replace(openers, floors=floors))), told


# --- small things --------------------------------------------------------------------------------------------------


def on_a_board(game: Game) -> bool:
    """Hold'em and its kin; Cucamonga's rows are turned up, its dealer may announce antes or blinds (CU-3)."""
    return any(isinstance(phase, Deal) and phase.to != "hand" for phase in game.play) and not game.has(TurnUp)


def replace_openers(rules: Rules, openers: Openers | None) -> Rules:
    return Rules(rules.pot, openers, rules.betting)


def _needs_draw(game: Game) -> None:
    if not game.has(Draw):
        raise GameError(f"{game.name} has no draw")


def _bet(phase: Phase) -> Bet:
    assert isinstance(phase, Bet)
    return phase


STEPS: dict[str, Step] = {
    "on_deck": on_deck,
    "with_bugs": with_bugs,
    "with_antes": with_antes,
    "with_blinds": with_blinds,
    "single_draw": number_of_draws(1),
    "double_draw": number_of_draws(2),
    "triple_draw": number_of_draws(3),
    "four_before": four_before,
    "declare": declare,
    "progressive": progressive,
}
