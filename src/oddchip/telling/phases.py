"""What the steps of a game are called at the table: "before the draw", "fifth street", "the river"."""

from __future__ import annotations

from oddchip.plan import BetOp, DealOp, DeclareOp, DrawOp, Plan, SwapOp

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_BOARD = ("before the flop", "on the flop", "on the turn", "on the river")


def phase_name(plan: Plan, pc: int, rules: int = 0) -> str:
    """The name of step `pc`; `rules` is the number of the rules in force (D-JO-3)."""
    op = plan.ops[pc]
    match op:
        case BetOp():
            return _round_name(plan, pc, op) + (", as lowball" if rules else "")
        case DrawOp():
            return draw_name(plan, op.number)
        case DeclareOp():
            return "the declaration"
        case SwapOp():
            return "the swap"
    return "the deal"


def draw_name(plan: Plan, number: int) -> str:
    """``the draw``, or ``the second draw`` where there are several."""
    return f"the {_ORDINALS[number]} draw" if plan.game.draws > 1 else "the draw"


def _round_name(plan: Plan, pc: int, op: BetOp) -> str:
    before = plan.ops[:pc]
    drawn = sum(isinstance(step, DrawOp) for step in before)
    if any(isinstance(step, DeclareOp) for step in before):
        return "after the declaration"
    if plan.is_stud:
        return f"{_ORDINALS[op.number + 2]} street"
    if plan.rows == ("board",):
        return _BOARD[op.number]
    if not plan.game.draws:
        return f"betting round {op.number + 1}"
    if drawn:
        return f"after {draw_name(plan, drawn - 1)}"
    cards = sum(step.count for step in before if isinstance(step, DealOp))
    bets = sum(isinstance(step, BetOp) for step in plan.ops[: _first_draw(plan)])
    return f"before the draw, on {cards} cards" if bets > 1 else "before the draw"


def _first_draw(plan: Plan) -> int:
    return next(pc for pc, op in enumerate(plan.ops) if isinstance(op, DrawOp))
