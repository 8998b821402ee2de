"""The game and the stakes a scripted deal is played at: what its options say about them, checked against the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddchip.errors import GameError, HistoryError, StakesError
from oddchip.house import HouseRules
from oddchip.modifiers import declare, progressive, with_antes, with_blinds, with_bugs
from oddchip.plan import BetOp, plan_for
from oddchip.rankings import Ranking
from oddchip.rulings.reading import Ruling
from oddchip.spec import DECLARED, Ante, Bet, Blinds, Deal, Draw, Game, PlayFor
from oddchip.stakes import FixedLimit

#: Options of a scripted deal that are no house rules: the game and its stakes say them.
SAID_BY_THE_GAME = (
    "mode",
    "ante",
    "blinds",
    "limits",
    "joker",
    "draws",
    "hand_size",
    "deal_schedule",
    "no_check_rounds",
    "four_before",
    "openers",
    "progressive",
)
ONE_WAY = {
    Ranking.HIGH: "high",
    Ranking.ACE_TO_FIVE_LOW: "low_a5",
    Ranking.DEUCE_TO_SEVEN_LOW: "low_27",
    Ranking.ACE_TO_SIX_LOW: "low_a6",
    Ranking.BADUGI: "badugi",
}
DECLARED_LOWS = {"declare_low_a5": "A-5", "declare_low_27": "2-7", "declare_low_a6": "A-6"}


def played_game(ruling: Ruling) -> Game:
    """The game, with the forced money, joker, declared low and progressive openers the options ask for.

    What the options repeat of the game (draws, hand_size, openers...) must agree with it, or `HistoryError` is raised.
    """
    said = ruling.options
    try:
        game = _twisted(ruling.find_game(), said)
    except GameError as wrong:
        raise HistoryError(f"{ruling.where}: {wrong}") from None
    known = _described(game)
    for name, value in said.items():
        if name in known and known[name] != value:
            raise HistoryError(f"{ruling.where} says {name}: {value!r}, but in {game.id} it is {known[name]!r}")
    return game


def _twisted(game: Game, said: Mapping[str, Any]) -> Game:
    if "ante" in said and not game.has(Ante):
        game = with_antes(game)
    if "blinds" in said and len(_roles(game)) < len(said["blinds"]):
        game = with_blinds(game, len(said["blinds"]))
    if said.get("joker") and not game.deck.jokers:
        game = with_bugs(game)
    if said.get("mode") in DECLARED_LOWS:
        game = declare(game, DECLARED_LOWS[said["mode"]])
    return progressive(game) if said.get("progressive") else game


def _roles(game: Game) -> tuple[str, ...]:
    return next((phase.roles for phase in game.play if isinstance(phase, Blinds)), ())


def _described(game: Game) -> dict[str, Any]:
    """What the options may repeat, as the game has it."""
    deals = [phase.count for phase in game.play if isinstance(phase, Deal)]
    bets = [phase for phase in game.play if isinstance(phase, Bet)]
    extra = sum(phase.extra for phase in game.play if isinstance(phase, Draw))
    openers = game.rules.openers
    floors = openers.floors if openers and openers.is_hand_floor else ()
    sizes = [count for count in deals if isinstance(count, int)]
    return {
        "mode": _mode(game),
        "joker": bool(game.deck.jokers),
        "draws": game.draws,
        "hand_size": sum(sizes) + extra,
        "deal_schedule": sizes,
        # Where blinds stand there is no checking in the first round, but for the big blind's option (D-BT-5).
        "no_check_rounds": [at for at, bet in enumerate(bets) if bet.must_open or (at == 0 and game.has(Blinds))],
        "four_before": bool(extra),
        "openers": floors[0].floor.removeprefix("pair ") if floors else None,
        "progressive": len(floors) > 1,
    }


def _mode(game: Game) -> str:
    """What the option `mode` calls the way a game is judged."""
    pot = game.rules.pot
    if game.rules.openers and isinstance(game.rules.openers.unopened, PlayFor):
        return "johnson"
    if len(pot) == 1:
        return ONE_WAY[pot[0].ranking]
    if pot[1].share is DECLARED:
        return "declare_" + ONE_WAY[pot[1].ranking]
    return "hilo8"


def stakes_of(ruling: Ruling, game: Game, house: HouseRules, players: int) -> FixedLimit:
    """Fixed limit with the bet of each round as `limits` says, by the game's own pattern wherever that gives it."""
    said = ruling.options
    limits = list(said["limits"])
    blinds = _blinds(game, said, players)
    try:
        for big in dict.fromkeys((limits[-1], *limits)):
            own = FixedLimit(limits[0], max(big, limits[0]), ante=said.get("ante"), blinds=blinds)
            if _bets(game, own, house, players) == limits:
                return own
        if any(limit % limits[0] for limit in limits):
            raise HistoryError(f"{ruling.where}: every limit must be so many times the first, not {limits}")
        pattern = tuple(limit // limits[0] for limit in limits)
        return FixedLimit(limits[0], max(limits), ante=said.get("ante"), blinds=blinds, pattern=pattern)
    except StakesError as wrong:
        raise HistoryError(f"{ruling.where}: {wrong}") from None


def _blinds(game: Game, said: Mapping[str, Any], players: int) -> tuple[int, ...] | None:
    """The blinds in the order of the game's roles. Two players share three of them: nobody posts the small (D-QB-5)."""
    if "blinds" not in said:
        return None
    amounts = tuple(said["blinds"].values())
    shared = players == 2 and len(_roles(game)) == 3 and len(amounts) == 2
    return (amounts[0], amounts[0], amounts[1]) if shared else amounts


def _bets(game: Game, stakes: FixedLimit, house: HouseRules, players: int) -> list[int]:
    return [op.size for op in plan_for(game, stakes, house, players).ops if isinstance(op, BetOp)]
