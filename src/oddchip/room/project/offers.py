"""What a seat is asked, with exact amounts, and how its answer is read."""

from __future__ import annotations

from typing import Literal

from oddchip.actions import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAY_BRING_IN,
    Action,
    Amounts,
    BetOffer,
    Between,
    DeclareOffer,
    DeclareWay,
    Discard,
    DrawOffer,
    Give,
    No,
    Offer,
    OneOf,
    RaiseTo,
    SwapOffer,
    Way,
)
from oddchip.errors import IllegalAction
from oddchip.hand import Hand
from oddchip.plan import FIXED, POT, BetOp
from oddchip.room.project.games import both_words
from oddchip.room.project.ids import CardIds
from oddchip.room.protocol import Act, AmountsView, Decision, OfferView
from oddchip.state import State
from oddchip.views import View


def price_of(offer: Offer) -> int:
    """The chips it takes to call; 0 where there is nothing to call."""
    return offer.call if isinstance(offer, BetOffer) and not isinstance(offer.call, No) else 0


# --- the offer as it is sent -----------------------------------------------------------------------------------------


def offer_view(view: View, decision: Decision) -> OfferView | None:
    """What the seat whose view this is may do now; None when it is not asked."""
    offer = view.offer
    if offer is None or view.seat is None:
        return None
    match offer:
        case BetOffer():
            return _bet(offer, view.state, view.seats.index(view.seat), decision)
        case DrawOffer():
            return _draw(offer, decision)
        case DeclareOffer():
            ways = [way.value for way in offer.ways]
            return OfferView(decision, "declare", ways=ways, both_rule=both_words(view.state.plan.house))
        case SwapOffer():
            return OfferView(decision, "swap", count=offer.count)


def _draw(offer: DrawOffer, decision: Decision) -> OfferView:
    held = len(offer.hand)
    most = min(held, offer.most + bool(offer.one_more_with))
    no = {}
    if offer.most < held and (refused := offer.refusal(offer.hand)) is not None:
        no["draw"] = refused.reason
    return OfferView(decision, "draw", most=most, extra=offer.extra, no=no)


def _bet(offer: BetOffer, s: State, i: int, decision: Decision) -> OfferView:
    price = price_of(offer)
    found = OfferView(
        decision,
        "bet",
        price=price,
        left=s.stacks[i] - price,
        fold=bool(offer.fold),
        check=bool(offer.check),
        call=bool(offer.call),
        bring_in=0 if isinstance(offer.bring_in, No) else offer.bring_in,
        declare_open=bool(offer.declare_open),
        no=_refusals(offer),
    )
    if not isinstance(offer.raise_to, No):
        found.raise_to = amounts_view(offer.raise_to, s, i, price)
    return found


def _refusals(offer: BetOffer) -> dict[str, str]:
    asked = (("fold", offer.fold), ("check", offer.check), ("call", offer.call), ("raise", offer.raise_to))
    return {name: what.reason for name, what in asked if isinstance(what, No)}


def amounts_view(amounts: Amounts, s: State, i: int, price: int) -> AmountsView:
    """The totals one may bet or raise to, with a pot-sized one and half of that where there is a choice (BET-10)."""
    found = AmountsView(_verb(amounts, s), amounts.least, amounts.most, amounts.step)
    if isinstance(amounts, OneOf):
        found.amounts = list(amounts.amounts)
    if isinstance(amounts, Between):
        op = s.plan.ops[s.pc]
        called = s.pot + price
        capped = isinstance(op, BetOp) and op.structure == POT
        found.pot = amounts.most if capped else _within(amounts, s.bets[i] + price + called)
        found.half = _within(amounts, s.bets[i] + price + called // 2)
    return found


def _verb(amounts: Amounts, s: State) -> Literal["bet", "raise", "complete"]:
    if not s.price:
        return "bet"
    op = s.plan.ops[s.pc]
    assert isinstance(op, BetOp)
    completes = op.structure == FIXED and s.price > s.full and amounts.most == s.full + op.size
    return "complete" if completes else "raise"


def _within(amounts: Between, total: int) -> int:
    """The nearest amount on offer that is not more than `total`, or the least."""
    if total >= amounts.most:
        return amounts.most
    return max(amounts.least, total - (total - amounts.least) % amounts.step)


# --- before one's turn -----------------------------------------------------------------------------------------------


def prepared(view: View) -> tuple[list[str], int]:
    """What may be made ready while one's turn is to come in this round, and the price it is made ready at.

    "fold" where checking is free means to check then, and to fold at any price.
    """
    s = view.state
    if view.seat is None or s.to < 0 or s.ended:
        return [], 0
    i = view.seats.index(view.seat)
    if i == s.to or not s.pending >> i & 1:
        return [], 0
    op = s.plan.ops[s.pc]
    if not isinstance(op, BetOp):
        return ["draw"], 0
    if not s.stacks[i]:
        return [], 0
    price = min(max(0, s.price - s.bets[i]), s.stacks[i])
    if price:
        limps = op.enter_with_raise and s.opener < 0
        return ["fold"] if limps else ["fold", "call"], price
    forced = (op.must_open or op.bring_in) and not s.price
    return ["fold"] if forced else ["fold", "check"], 0


# --- the answer ------------------------------------------------------------------------------------------------------

_PLAIN: dict[str, Action] = {
    "fold": FOLD,
    "check": CHECK,
    "call": CALL,
    "bring_in": PAY_BRING_IN,
    "declare_open": DECLARE_OPEN,
}


def action_of(act: Act, hand: Hand, seat: int, ids: CardIds) -> Action:
    """The action a message means; IllegalAction says in one sentence what was expected.

    The number of the deal is taken from `act.decision`, which must be the present one.
    """
    if act.do in _PLAIN:
        return _PLAIN[act.do]
    if act.do == "raise":
        return RaiseTo(act.amount)
    if act.do == "declare":
        if not act.way:
            raise IllegalAction("a declaration is low, high or both")
        return DeclareWay(Way(act.way))
    if len(set(act.cards)) != len(act.cards):
        raise IllegalAction("the same card is named twice")
    cards = tuple(ids.card_of(hand, act.decision[0], seat, card) for card in act.cards)
    return Discard(cards) if act.do == "draw" else Give(cards)
