"""What is played, where in it one is, and the one rule that matters now."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Literal

from oddchip.house import HouseRules
from oddchip.plan import BetOp, DeclareOp, DrawOp, Plan, SwapOp, at, floor_at, plan_for
from oddchip.room.protocol import GameView, PlaysView
from oddchip.spec import By, Swap
from oddchip.stakes import FixedLimit, SpreadLimit, Stake, Stakes
from oddchip.stakes_text import stakes_text
from oddchip.state import State
from oddchip.table import Entry, limit_words
from oddchip.table.state import TableState
from oddchip.telling import is_ace_low, phase_name, sentence


def entry_view(entry: Entry, house: HouseRules, players: int = 0) -> GameView:
    """A game at its stakes, with nothing about a hand."""
    fewest, most = entry.game.seats
    return _static(plan_for(entry.game, entry.stakes, house, min(max(players, fewest), most)))


def plays_view(state: TableState) -> PlaysView | None:
    """The table's list as a host would ask for it; None where nothing is set."""
    line = state.next_line or state.line
    if line is None:
        return None
    mode: Literal["game", "rotation", "choice"] = "choice" if line.choice else "rotation" if line.mixed else "game"
    games = [(entry.game.id, stakes_text(entry.stakes)) for entry in line.entries]
    return PlaysView(mode, games, [entry.game.name for entry in line.entries], line.hands_each)


def hand_view(state: State) -> GameView:
    """The game of a hand, with where it stands and the rule of the moment."""
    rules = state.plan.rulesets[state.rules]
    step = state.step_up if rules.floors else 0
    return _moment(state.plan, state.pc, state.rules, step, bool(state.price), state.opener >= 0, state.ended)


@lru_cache(512)
def _static(plan: Plan) -> GameView:
    game, stakes = plan.game, plan.stakes
    return GameView(
        id=game.id,
        name=game.name,
        family=family(plan),
        deck="italian" if game.deck.pack.name == "italian" else "french",
        stakes=stakes_text(stakes),
        limit=limit_words(stakes),
        summary=game.summary,
        cards=plan.hand_size,
        draws=game.draws,
        big_bet=big_bet(stakes),
        ace="low" if is_ace_low(plan) else "high",
    )


def family(plan: Plan) -> Literal["draw", "stud", "rows", "swap"]:
    """How a table of this game is laid out."""
    if plan.game.has(Swap):
        return "swap"
    if plan.is_stud:
        return "stud"
    return "rows" if plan.rows and not plan.game.draws else "draw"


def big_bet(stakes: Stakes) -> int:
    if isinstance(stakes, Stake):
        return stakes.amount
    if isinstance(stakes, FixedLimit):
        return stakes.big
    return stakes.high if isinstance(stakes, SpreadLimit) else stakes.base


@lru_cache(4096)
def _moment(plan: Plan, pc: int, rules: int, step: int, priced: bool, opened: bool, over: bool) -> GameView:
    view = copy(_static(plan))
    view.ace = "low" if is_ace_low(plan, rules) else "high"
    if not over:
        view.where = phase_name(plan, pc, rules)
        view.rule = rule_now(plan, pc, rules, step, priced, opened)
    return view


def rule_now(plan: Plan, pc: int, number: int, step: int, priced: bool, opened: bool) -> str:
    """The one rule that matters at step `pc` of a plan, in a sentence; "" where none does.

    `number` is that of the rules in force, `step` counts the deals passed out before this one (D-JP-6); `priced`:
    somebody has bet in this round, `opened`: somebody has opened the pot.
    """
    op = plan.ops[pc]
    match op:
        case BetOp():
            return _of_a_bet(plan, op, number, step, priced, opened) or _of_the_pot(plan, number)
        case DrawOp():
            return _of_a_draw(plan, op)
        case SwapOp():
            return f"Each gives {op.count} cards in secret; then both gifts change hands at once."
        case DeclareOp():
            return both_words(plan.house)
    return _of_the_pot(plan, number)


def _of_a_bet(plan: Plan, op: BetOp, number: int, step: int, priced: bool, opened: bool) -> str:
    rules = plan.rulesets[number]
    if op.bring_in and not priced:
        card = "highest" if op.bring_in_by is By.HIGHEST_UP_CARD else "lowest"
        return f"The {card} open card must bring it in for {op.bring_in}, or bet."
    if op.opening and rules.floors and not opened:
        words = floor_at(rules, step)[0].words
        honest = "" if plan.house.openers.enforce_openers != "honor" else ", on your honour"
        return f"It takes {words} to open{honest}."
    if op.must_open and not priced:
        return "No checking in this round: bet or fold."
    if op.enter_with_raise and not opened:
        return "The pot must be entered with a raise."
    if op.last and rules.sevens:
        if plan.house.sevens.sevens_penalty == "must_bet":
            return "A seven or better must be bet after the draw."
        return "A seven or better that is checked wins nothing that is put in afterwards."
    if op.last and rules.check_raise_ban:
        return "A player who checks may not raise in this round."
    if op.big_size > op.size:
        return f"With an open pair a bet may be {op.big_size}."
    if number:
        return "Nobody opened: the same cards are played as lowball."
    return ""


def _of_a_draw(plan: Plan, op: DrawOp) -> str:
    most = ""
    if op.most < plan.hand_size:
        helps = ", one more when an ace or the joker is kept" if op.ace_helps else ""
        most = f" At most {op.most} cards may be thrown{helps}."
    if op.extra:
        return f"You get {'one card' if op.extra == 1 else f'{op.extra} cards'} more than you throw.{most}"
    return most.strip() or "Throw any number of cards; to throw none is to stand pat."


def _of_the_pot(plan: Plan, number: int) -> str:
    """What it takes to win, where not every hand will do (S8-14, CU-8, D-JP-7)."""
    rules = plan.rulesets[number]
    if plan.house.openers.trips_to_win and rules.floors:
        return "It takes three of a kind to win."
    said = []
    for award, source in zip(rules.awards, rules.rules.pot, strict=True):
        floor = at(source.qualify, plan.n)
        if award.floor and floor:
            said.append(f"{award.name} takes {floor.words}")
    return sentence("; ".join(said)) if said else ""


def both_words(house: HouseRules) -> str:
    """What declaring both takes, under the options of a declaration (D-DC-4 to D-DC-7)."""
    rivals = "everybody still in" if house.declare.scoop_against == "all" else "those who declared the same way"
    if house.declare.failed_scoops == "three_quarters":
        return f"Both: win one way outright and at least tie the other against {rivals}, or win nothing."
    return f"Both: win both ways outright against {rivals}, or win nothing."
