"""Betting rounds: who acts, what is on offer and why not, and what each action does."""

from __future__ import annotations

from typing import Any

from oddchip import state as st
from oddchip.actions import (
    Action,
    Amounts,
    BetOffer,
    Between,
    Call,
    Check,
    DeclareOpen,
    Exactly,
    Fold,
    No,
    OneOf,
    PayBringIn,
    RaiseTo,
)
from oddchip.errors import IllegalAction
from oddchip.events import POSTED
from oddchip.plan import FIXED, POT, REDEAL, SPREAD, BetOp, DeclareOp, DrawOp, SwapOp
from oddchip.play import boards, opening, showdown
from oddchip.pots import Pot, layers, uncalled, with_carried
from oddchip.spec import (
    AFTER_BLINDS,
    BEST_BOARD,
    BRING_IN,
    LEFT_OF_BUTTON,
    LOWEST_BOARD,
    OPENER,
)
from oddchip.state import State

BLIND_KINDS = frozenset(("small blind", "big blind", "button blind"))
NO_FOLD = No("there is nothing to call")
NO_CHECK_OWES = No("there is a bet to call")
NO_CHECK_MUST_OPEN = No("there is no checking in this round: bet or fold")
NO_CHECK_SEVEN = No("a seven or better must be bet after the draw")
NO_CALL = No("there is nothing to call")
NO_LIMP = No("the pot must be entered with a raise")
NO_RAISE_ALONE = No("nobody is left who could call")
NO_RAISE_STACK = No("calling takes all your chips")
NO_RAISE_SHORT = No("you have acted, and only a full bet or raise lets you raise again")
NO_RAISE_CAP = No("the betting is capped")
NO_RAISE_CHECKED = No("a player who checked in this round may not raise in it")
NO_RAISE_ALL_IN = No("you are all-in")
NO_DECLARE_OPEN = No("only an all-in player declares a pot open")
NO_FOLD_DOOR = No("the bring-in must be paid")
NO_CHECK_DOOR = No("the bring-in is owed")
NO_CALL_DOOR = No("nobody has bet yet")
NO_RAISE_DOOR = No("the bring-in takes all your chips")
NO_BRING_IN = No("there is no bring-in to pay")


# --- entering and leaving a round --------------------------------------------------------------------------------


def enter(s: State, op: BetOp) -> bool:
    """Begin the round, or pass over it when nobody could bet (BET-17)."""
    pending = _who_acts(s, op)
    if not pending:
        if any(s.bets):
            _gather(s)
        s.pc += 1
        _turn_up_early(s)
        return False
    st.began(s, s.pc, _first(s, op, pending), pending)
    s.offer = _offer(s, op, s.to)
    return True


def _who_acts(s: State, op: BetOp) -> int:
    able = s.able
    if not st.several(able):
        owes = able and s.bets[st.lowest(able)] < max(s.bets)
        return able if owes else 0
    if op.opening and opening.may_declare_open(s):
        return s.live
    return able


def _first(s: State, op: BetOp, pending: int) -> int:
    first = op.first
    if first is LEFT_OF_BUTTON:
        return st.lowest(pending)
    if first is AFTER_BLINDS:
        return s.plan.after[s.blind][pending] if s.blind >= 0 else st.lowest(pending)
    seat = _marked(s, op)
    return seat if pending >> seat & 1 else s.plan.after[seat][pending]


def _marked(s: State, op: BetOp) -> int:
    """The seat that cards or history mark as first, whether or not it can act (S8-5, S8-8)."""
    match op.first:
        case f if f is BRING_IN:
            return boards.bring_in_seat(s, op)
        case f if f is BEST_BOARD:
            return boards.best_board(s, op.with_common)
        case f if f is LOWEST_BOARD:
            return boards.lowest_board(s, op.with_common)
        case f if f is OPENER and s.opener >= 0:
            return s.opener
    return s.plan.n - 1


def _close(s: State, op: BetOp) -> None:
    """The round is over: uncalled chips go back, bets to the pot; a pot nobody opened is another matter."""
    _gather(s)
    rules = s.plan.rulesets[s.rules]
    if op.opening and rules.opens and s.opener < 0 and s.blind < 0 and not s.plan.is_stud:
        if rules.unopened == REDEAL:
            opening.pass_out(s)
        else:
            st.rules_changed(s, rules.unopened)
        return
    s.pc += 1
    _turn_up_early(s)


def _gather(s: State) -> None:
    """Bets go to the pot. What nobody can call any more goes back first, antes that a rival was short of too (POT-3).

    With two seats left that have chips both have the same in, so nothing is uncalled.
    """
    if not st.several(s.able):
        top = uncalled(st.total_put(s), s.live)
        if top and not opening.keeps_false_bet(s, top[0]):
            st.returned(s, *top)
    st.gathered(s)


def _turn_up_early(s: State) -> None:
    """SHD-3: with no betting left, all hands are turned up, unless a draw or a declaration is still to come."""
    plan = s.plan
    if not plan.house.showdown.allin_faceup or st.several(s.able) or not st.several(s.live) or s.tabled:
        return
    if any(isinstance(op, DrawOp | SwapOp | DeclareOp) for op in plan.ops[s.pc :]):
        return
    st.turned_up(s, s.live, tuple([s.hands[i] for i in plan.members[s.live]]))


def chips_owed_to_pots(s: State) -> tuple[Pot, ...]:
    """The pots as they stand, bets of the round included, carried pots first where they are separate."""
    pots = layers(st.total_put(s), s.live, dead=s.dead)
    return with_carried(pots, s.carried, s.live) if s.carried else pots


# --- offers ------------------------------------------------------------------------------------------------------


def offer(s: State, i: int) -> BetOffer:
    op = s.plan.ops[s.pc]
    assert isinstance(op, BetOp)
    return _offer(s, op, i)


def _offer(s: State, op: BetOp, i: int) -> BetOffer:
    """What seat i may do. Offers are few and are kept in the op, by everything they say."""
    if op.bring_in and not s.price:
        return _bring_in_offer(s, op, i)
    stack = s.stacks[i]
    if not stack:
        return _all_in_offer(s, i)
    mine = s.bets[i]
    bit = 1 << i
    able = s.able
    others = able & ~bit
    owe = (s.price if others else _effective_price(s, i)) - mine
    refusal: No | None
    if not others:
        refusal = NO_RAISE_ALONE
    elif stack <= owe:
        refusal = NO_RAISE_STACK
    elif s.acted & bit and (op.structure == FIXED or owe < s.step):
        refusal = NO_RAISE_SHORT
    elif able != s.live and not _could_call(s, others):
        refusal = NO_RAISE_ALONE
    elif op.cap and s.raises >= op.cap and _is_capped(s):
        refusal = NO_RAISE_CAP
    elif s.checked & bit and op.last and s.plan.rulesets[s.rules].check_raise_ban:
        refusal = NO_RAISE_CHECKED
    elif op.asks_openers and s.opener < 0:
        refusal = opening.refusal(s, i)
    else:
        refusal = None
    if op.structure != FIXED or op.big_size:
        raise_to = _amounts(s, op, mine + stack, owe) if refusal is None else refusal
        return _made(s, op, i, owe, stack, raise_to)
    to = 0
    if refusal is None:
        to = s.full + op.size
        if to > mine + stack:
            to = mine + stack
    if op.special:
        return _made(s, op, i, owe, stack, Exactly(to) if refusal is None else refusal)
    # A No is falsy, so it is always told from None by identity.
    key = (owe if owe < stack else stack, None if refusal is None else refusal.reason, to)
    try:
        return op.offers[key]  # type: ignore[no-any-return]
    except KeyError:
        made = op.offers[key] = _made(s, op, i, owe, stack, Exactly(to) if refusal is None else refusal)
        return made


def _could_call(s: State, others: int) -> bool:
    """Has anybody else chips for more than the price? (BET-17: while nobody is all-in, whoever set the price has.)"""
    price, stacks, bets = s.price, s.stacks, s.bets
    return any(stacks[j] + bets[j] > price for j in s.plan.members[others])


def _effective_price(s: State, i: int) -> int:
    """What there is to match when everybody else is all-in: the most any of them has in (BTN-7 asks no more)."""
    return max([bet for j, bet in enumerate(s.bets) if j != i and s.live >> j & 1], default=0)


def _made(s: State, op: BetOp, i: int, owe: int, stack: int, raise_to: Amounts | No) -> BetOffer:
    others = s.able & ~(1 << i)
    refusal = raise_to if isinstance(raise_to, No) else None
    if owe <= 0:
        may_fold = s.plan.house.betting.fold_unforced != "forbidden" or (op.must_open and not s.price)
        fold: bool | No = True if may_fold else NO_FOLD
        no = _no_check(s, op, i, others, refusal)
        check: bool | No = True if no is None else no
        return BetOffer(fold, check, NO_CALL, raise_to, NO_BRING_IN, NO_DECLARE_OPEN)
    limps = op.enter_with_raise and s.opener < 0 and refusal is None
    call: int | No = NO_LIMP if limps else min(owe, stack)
    return BetOffer(True, NO_CHECK_OWES, call, raise_to, NO_BRING_IN, NO_DECLARE_OPEN)


def _no_check(s: State, op: BetOp, i: int, others: int, refusal: No | None) -> No | None:
    """Why seat i may not check although nothing is owed."""
    if op.must_open and not s.price and others:
        return NO_CHECK_MUST_OPEN
    if op.last and refusal is None and s.plan.house.sevens.sevens_penalty == "must_bet":
        rules = s.plan.rulesets[s.rules]
        if rules.sevens and rules.seven_order and rules.seven_order.value(s.hands[i]) >= rules.seven_floor:
            return NO_CHECK_SEVEN
    return None


def _amounts(s: State, op: BetOp, most: int, owe: int) -> Amounts:
    """The totals a seat with `most` chips for this round may raise to, where there is a choice."""
    price = s.price
    if op.structure == FIXED:
        return _open_pair_amounts(s, op, most)
    least = max(price + s.step, op.least_entry if s.opener < 0 else 0)
    if op.structure == SPREAD:
        most = min(most, price + op.high)
    elif op.structure == POT:
        most = min(most, price + _pot(s, op) + owe)
    if least >= most:
        return Exactly(most)
    unit = s.plan.unit
    return Between(least, most, unit)


def _pot(s: State, op: BetOp) -> int:
    """The whole pot on the table; before the draw missing and short blinds count as full (BET-10, BET-11)."""
    pot = s.pot
    if not (op.opening and s.plan.blinds):
        return pot
    full = sum(s.plan.blinds)
    if s.plan.house.betting.pl_blind_rounding and len(s.plan.blinds) == 2:
        full = 2 * max(s.plan.blinds)
    so_far = s.log or s.fresh  # the log is empty until the first decision is offered
    posted: int = sum([event[3] for event in so_far if event[0] == POSTED and event[2] in BLIND_KINDS])
    return pot + max(0, full - posted)


def _open_pair_amounts(s: State, op: BetOp, most: int) -> Amounts:
    """S8-10: with an open pair the small or the big bet; after a big bet only the big one."""
    sizes = (op.size, op.big_size) if boards.open_pair(s) else (op.size,)
    if s.price and s.step >= op.big_size > op.size:
        sizes = (op.big_size,)
    totals = tuple(dict.fromkeys(min(s.full + size, most) for size in sizes))
    return OneOf(totals) if len(totals) > 1 else Exactly(totals[0])


def _is_capped(s: State) -> bool:
    """Does the cap hold, or are two players free of it? (BET-6)"""
    rule = s.plan.house.betting.cap_heads_up
    if rule == "roberts":
        return s.capped or s.live.bit_count() > 2
    if rule == "wsop":
        return s.multiway
    if rule == "tda":
        return (s.plan.event_players or s.plan.n) > 2
    return True


def _bring_in_offer(s: State, op: BetOp, i: int) -> BetOffer:
    """Pay the bring-in or open for the full bet; only the seat whose card demands it may not fold (S8-4, S8-5)."""
    stack = s.stacks[i]
    mine = s.bets[i]
    others = s.able & ~(1 << i)
    demanded = i == boards.bring_in_seat(s, op)
    pay = min(op.bring_in, stack)
    if not others:
        raise_to: Amounts | No = NO_RAISE_ALONE
    elif stack <= op.bring_in:
        raise_to = NO_RAISE_DOOR
    elif op.structure == FIXED:
        raise_to = Exactly(min(op.size, mine + stack))
    else:
        raise_to = _amounts(s, op, mine + stack, 0)
    return BetOffer(NO_FOLD_DOOR if demanded else True, NO_CHECK_DOOR, NO_CALL_DOOR, raise_to, pay, NO_DECLARE_OPEN)


def _all_in_offer(s: State, i: int) -> BetOffer:
    """An all-in player is asked only whether he declares the pot open (D-PO-4)."""
    refusal = opening.refusal(s, i)
    opens: bool | No = True if refusal is None else refusal
    return BetOffer(NO_RAISE_ALL_IN, True, NO_CALL, NO_RAISE_ALL_IN, NO_BRING_IN, opens)


# --- actions -----------------------------------------------------------------------------------------------------


def decide(s: State, op: BetOp, offered: Any, i: int, action: Action) -> None:
    """Take an action that is on offer, and close the round when it is the last one."""
    kind = type(action)
    if kind is Call:
        if not offered.call:
            raise IllegalAction(offered.call.reason)
        st.called(s, i, offered.call, op.last and _is_short_call(s, op, i, offered.call))
    elif kind is Check:
        if not offered.check:
            raise IllegalAction(offered.check.reason)
        st.checked(s, i)
    elif kind is Fold:
        if not offered.fold:
            raise IllegalAction(offered.fold.reason)
        st.folded(s, i)
    elif kind is RaiseTo:
        _raise(s, op, i, action.amount, offered.raise_to)  # type: ignore[union-attr]
    elif kind is PayBringIn:
        if not offered.bring_in:
            raise IllegalAction(offered.bring_in.reason)
        st.brought_in(s, i, offered.bring_in)
    elif kind is DeclareOpen:
        if not offered.declare_open:
            raise IllegalAction(offered.declare_open.reason)
        st.open_declared(s, i)
    else:
        raise IllegalAction("in a betting round a seat folds, checks, calls, bets or raises")
    able = s.able
    if s.pending and able & (able - 1):  # the commonest way on: several have chips, and one of them is still to act
        s.offer = _offer(s, op, s.to)
    else:
        _go_on(s, op)


def _raise(s: State, op: BetOp, i: int, to: int, amounts: Amounts | No) -> None:
    if isinstance(amounts, No):
        raise IllegalAction(amounts.reason)
    if type(to) is not int or not (to == amounts.amount if type(amounts) is Exactly else to in amounts):
        raise IllegalAction(f"a bet or raise here must be to {_say(amounts)}, not to {to}")
    if op.structure == FIXED:
        rise = to - s.full
        full = rise >= op.size or (s.plan.half_counts and 2 * rise >= op.size)
    else:
        full = to - s.price >= s.step
    verb = "bet" if not s.price else "complete" if s.price > s.full and to == s.full + op.size else "raise"
    st.raised(s, i, to, to - s.bets[i], full, verb)


def _say(amounts: Amounts) -> str:
    if isinstance(amounts, OneOf):
        return " or ".join(map(str, amounts.amounts))
    return str(amounts.least) if amounts.least == amounts.most else f"{amounts.least} to {amounts.most}"


def _is_short_call(s: State, op: BetOp, i: int, added: int) -> bool:
    """Calling a bet the table treats as less than a full one, with chips to complete it, is a check (D-CL-3g)."""
    rules = s.plan.rulesets[s.rules]
    if not (rules.sevens or rules.check_raise_ban) or added == s.stacks[i]:
        return False
    wanted = s.plan.house.sevens.sevens_short_call
    full = wanted == "full_bet" if wanted else not s.plan.half_counts
    return s.price < op.size if full else 2 * s.price < op.size


def _go_on(s: State, op: BetOp) -> None:
    """The next seat's turn, or the end of the round, or of the hand."""
    if not st.several(s.live):
        _gather(s)
        showdown.uncontested(s)
        return
    pending = s.pending
    if pending and not st.several(s.able):
        # One player with chips is left; he is asked only if he owes something (BET-17).
        j = st.lowest(pending)
        if not s.able >> j & 1 or s.bets[j] >= _effective_price(s, j):
            pending = 0
    if pending:
        s.offer = _offer(s, op, s.to)
    else:
        _close(s, op)
