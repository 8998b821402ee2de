"""What a player may do and hardly means: he is asked before it is done. Worked out from what he sees alone."""

from __future__ import annotations

from oddchip.actions import Action, BetOffer, Check, DeclareWay, Discard, Fold, Way
from oddchip.cards import ACE
from oddchip.errors import SetupError
from oddchip.hand import Hand
from oddchip.plan import EIGHT, BetOp
from oddchip.play import opening
from oddchip.rankings import Category, HandClass
from oddchip.telling.worth import all_ways
from oddchip.views import View

STRAIGHT = "straight"


def doubt(seen: View | Hand, seat: int, action: Action) -> str | None:
    """Why a seat may not mean an action that it is offered: a sentence, or None.

    `seen` is that seat's own view, or the hand, of which nothing else is looked at. SetupError for another's view.
    """
    view = seen.view(seat) if isinstance(seen, Hand) else seen
    if view.seat != seat:
        raise SetupError(f"what seat {seat} may not mean is seen in its own view, not in that of {view.seat}")
    if isinstance(action, Fold):
        free = isinstance(view.offer, BetOffer) and view.offer.check
        return "You may check for nothing." if free else None
    if isinstance(action, Check):
        return _of_a_check(view)
    if isinstance(action, Discard):
        return _of_a_discard(view, action.cards)
    if isinstance(action, DeclareWay) and action.way is Way.BOTH:
        return _of_both_ways(view)
    return None


def _of_a_check(view: View) -> str | None:
    """Would it be a checked seven (D-CL-3)?"""
    state = view.state
    op = state.plan.ops[state.pc]
    rules = state.plan.rulesets[state.rules]
    if not (isinstance(op, BetOp) and op.last and rules.sevens and rules.seven_order):
        return None
    if rules.seven_order.value(view.hand) < rules.seven_floor:
        return None
    return "You hold a seven or better: if you check it, you can win nothing that is put in afterwards."


def _of_a_discard(view: View, thrown: tuple[int, ...]) -> str | None:
    """Does the opener throw away what he opened with (D-JP-4)?"""
    assert view.seat is not None
    if thrown and opening.breaks(view.state, view.seats.index(view.seat), thrown):
        return "You opened, and this breaks your openers. They are kept aside as proof."
    return None


def _of_both_ways(view: View) -> str | None:
    """Both ways must win both ways outright (D-DC-4, D-DC-5): is either side such that this is hardly to be hoped?"""
    state = view.state
    rules = state.plan.rulesets[state.rules]
    found = {way.way: way for way in all_ways(rules, view.hand, tuple(view.rows.values()))}
    high, low = found.get("high"), found.get("low")
    if high is None or low is None:
        return None
    orders = {award.name: award.order for award in rules.awards}
    weak = []
    if high.value < orders["high"].floor(STRAIGHT):
        weak.append(f"{high.words} for high")
    if not _is_eight_or_better(orders["low"].hand(low.value)):
        weak.append(f"{low.words} for low")
    if not weak:
        return None
    return f"Both ways wins nothing unless it wins both ways outright, and you have only {' and '.join(weak)}."


def _is_eight_or_better(hand: HandClass) -> bool:
    return hand.category is Category.HIGH_CARD and hand.ranks[0] in (*range(EIGHT + 1), ACE)
