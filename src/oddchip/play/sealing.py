"""Sealed phases: all choose in any order, nothing but "has chosen" is visible, then all open at once."""

from __future__ import annotations

from oddchip import state as st
from oddchip.actions import Action, DeclareOffer, DeclareWay, Give, SwapOffer, Way
from oddchip.errors import IllegalAction
from oddchip.plan import DeclareOp, SwapOp
from oddchip.pots import uncalled
from oddchip.state import State, total_put

#: A sealed phase offers the same to all; offers are built when somebody asks.
SEALED = object()


def enter_swap(s: State, op: SwapOp) -> bool:
    st.began(s, s.pc, None, s.live)
    s.offer = SEALED
    return True


def offer_swap(s: State, i: int) -> SwapOffer:
    op = s.plan.ops[s.pc]
    assert isinstance(op, SwapOp)
    return SwapOffer(s.hands[i], op.count)


def decide_swap(s: State, i: int, action: Action) -> None:
    """Seal the cards to give; with the last one both gifts change hands (CP-3, CP-4)."""
    if type(action) is not Give:
        raise IllegalAction("in the swap a seat gives cards")
    no = offer_swap(s, i).refusal(action.cards)
    if no is not None:
        raise IllegalAction(no.reason)
    st.sealed(s, i, action.cards)
    if not s.pending:
        st.swapped(s, s.sealed)
        s.pc += 1
        s.offer = None


def forfeit(s: State, late: int) -> None:
    """Who has not chosen in time loses his stake to the other; if neither has, stakes go back (CP-8).

    `late` is the mask of those who have not.
    """
    top = uncalled(total_put(s), s.live)
    if top:
        st.returned(s, *top)
    for i in s.plan.members[late]:
        st.forfeited(s, i)
    if s.live:
        st.awarded(s, st.lowest(s.live), 0, s.pot, "whole", (), "the other did not choose in time")
    else:
        for i, chips in enumerate(total_put(s)):
            st.voided(s, i, chips, "neither chose in time")
    st.ended(s)


def enter_declare(s: State, op: DeclareOp) -> bool:
    """Everyone still in declares, all-in ones too (D-DC-1)."""
    if not op.aloud:
        st.began(s, s.pc, None, s.live)
    else:
        first = s.aggressor if s.aggressor >= 0 and s.live >> s.aggressor & 1 else st.lowest(s.live)
        st.began(s, s.pc, first, s.live)
    s.offer = SEALED
    return True


#: What no chip, one chip and two chips in the fist declare (option `declare_coding`, D-DC-1).
CODES = {
    "low_high_both": (Way.LOW, Way.HIGH, Way.BOTH),
    "high_low_both": (Way.HIGH, Way.LOW, Way.BOTH),
}


def offer_declare(s: State, i: int) -> DeclareOffer:
    return DeclareOffer(CODES[s.plan.house.declare.declare_coding])


def decide_declare(s: State, i: int, action: Action) -> None:
    op = s.plan.ops[s.pc]
    assert isinstance(op, DeclareOp)
    if type(action) is not DeclareWay or action.way not in tuple(Way):
        raise IllegalAction("a declaration is low, high or both")
    if op.aloud:
        st.announced(s, i, action.way)
    else:
        st.sealed(s, i, action.way)
    if not s.pending:
        st.declared(s, s.ways if op.aloud else s.sealed)
        s.pc += 1
        s.offer = None
