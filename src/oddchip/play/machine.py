"""Starting a hand, taking a decision, running on to the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oddchip import state as st
from oddchip.actions import DealCards, DealOffer, Decision, Offer
from oddchip.errors import IllegalAction
from oddchip.plan import BetOp, DealOp, DeclareOp, DrawOp, Plan, RowOp, ShowOp, SwapOp, TurnOp
from oddchip.play import betting, dealing, drawing, sealing, showdown
from oddchip.posts import Post
from oddchip.state import State

#: What each phase does by itself; True when it waits for a seat or for chance.
ENTER: dict[type, Callable[[State, Any], bool]] = {
    BetOp: betting.enter,
    DealOp: dealing.enter_deal,
    RowOp: dealing.enter_row,
    TurnOp: dealing.enter_turn,
    DrawOp: drawing.enter,
    SwapOp: sealing.enter_swap,
    DeclareOp: sealing.enter_declare,
    ShowOp: showdown.enter,
}

#: What phases other than bets and draws do with a seat's decision.
DECIDE: dict[type, Callable[[State, int, Any], None]] = {
    SwapOp: sealing.decide_swap,
    DeclareOp: sealing.decide_declare,
}

#: What each phase offers a seat.
OFFER: dict[type, Callable[[State, int], Offer]] = {
    BetOp: betting.offer,
    DrawOp: drawing.offer,
    SwapOp: sealing.offer_swap,
    DeclareOp: sealing.offer_declare,
}


def start(
    plan: Plan,
    stacks: Sequence[int],
    posts: Sequence[Post],
    deck: Sequence[int] = (),
    carried: tuple[tuple[int, int], ...] = (),
    step_up: int = 0,
) -> State:
    """A hand from its posts to the first decision. `deck` is the order of the pack as far as it is known, top first.

    `carried` are pots of earlier deals as (amount, mask of positions); `step_up` counts the passed-out deals (D-JP-6).
    """
    s = st.initial(plan, tuple(stacks), carried, step_up)
    s.deck = tuple(deck)
    for post in posts:
        amount = min(post.amount, s.stacks[post.position])
        if amount or post.live:  # a blind without a chip still sets the price (BTN-7)
            st.posted(s, post.position, str(post.kind), amount, post.amount, post.live)
    return _run(s)


def decide(state: State, i: int, decision: Decision) -> State:
    """The state after position i's decision (or, with `DealCards`, chance's); `state` itself stays as it was."""
    if type(decision) is DealCards:
        s = state.copy()
        _deal(s, state.offer, decision)
        return _run(s)
    if i != state.to or type(state.offer) is DealOffer:
        _check_turn(state, i)
    s = state.copy()
    op = s.plan.ops[s.pc]
    kind = type(op)
    if kind is BetOp:
        betting.decide(s, op, state.offer, i, decision)  # type: ignore[arg-type]
    elif kind is DrawOp:
        if state.offer is not drawing.DRAW:
            raise IllegalAction("cards are to be dealt first")
        drawing.decide(s, op, i, decision)  # type: ignore[arg-type]
    else:
        s.offer = state.offer
        DECIDE[kind](s, i, decision)
    if s.offer is None:
        return _run(s)
    s.log += tuple(s.fresh)
    return s


def forfeit(state: State, late: int) -> State:
    """The state after the seats of mask `late` failed to choose in time in a swap, or in what led to it (CP-8).

    Where players deal to each other, who breaks that off before there are cards forfeits, too.
    """
    op = state.plan.ops[state.pc]
    undealt = type(state.offer) is DealOffer and type(op) is DealOp and SwapOp in map(type, state.plan.ops)
    if state.ended or not (undealt or type(op) is SwapOp):
        raise IllegalAction("a stake is forfeited only while cards are chosen to swap")
    if not late or late & ~(state.live if undealt else state.pending):
        raise IllegalAction("only a seat that has not chosen forfeits its stake")
    s = state.copy()
    s.offer = None
    sealing.forfeit(s, late)
    return _run(s)


def _run(s: State) -> State:
    ops = s.plan.ops
    if s.offer is None:
        while not s.ended:
            op = ops[s.pc]
            if ENTER[type(op)](s, op):
                break
    s.log += tuple(s.fresh)
    return s


def _check_turn(s: State, i: int) -> None:
    if s.ended:
        raise IllegalAction("the hand is over")
    if isinstance(s.offer, DealOffer):
        raise IllegalAction("cards are to be dealt first")
    if s.to >= 0 or not s.pending >> i & 1:
        raise IllegalAction("it is not this seat's turn")


def _deal(s: State, offer: Any, decision: DealCards) -> None:
    if not isinstance(offer, DealOffer):
        raise IllegalAction("no cards are to be dealt now")
    cards = decision.cards
    different = set(cards)
    if len(different) != len(cards) or not different.issubset(offer.eligible):
        raise IllegalAction("the dealer may only deal cards that are eligible, each once")
    if offer.whole and len(cards) != len(offer.eligible):
        raise IllegalAction(f"a shuffle orders all {len(offer.eligible)} cards, not {len(cards)}")
    if not offer.whole and not 1 <= len(cards) <= max(1, offer.count):
        raise IllegalAction(f"expected 1 to {offer.count} cards, not {len(cards)}")
    if offer.whole:
        s.deck, s.at = drawing.ordered(s, cards), 0
        st.reshuffled(s, len(cards))
    else:
        s.deck += cards
    op = s.plan.ops[s.pc]
    if type(op) is DrawOp:
        drawing.serve(s)


def may_act(s: State) -> int:
    """The seats that may decide now, as a mask: one in turn, several in a sealed phase, none while chance is asked."""
    if s.ended or isinstance(s.offer, DealOffer):
        return 0
    return 1 << s.to if s.to >= 0 else s.pending


def offer_for(s: State, i: int) -> Offer | None:
    """What position i may do now, or None when it is not asked."""
    if s.offer is drawing.DRAW and i == s.to:
        return drawing.offer(s, i)
    if not may_act(s) >> i & 1:
        return None
    return OFFER[type(s.plan.ops[s.pc])](s, i)


def chance(s: State) -> DealOffer | None:
    """The cards chance is asked for, if it is."""
    return s.offer if isinstance(s.offer, DealOffer) else None
