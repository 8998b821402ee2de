"""The hand at the table: dealing it, deciding in it, time that runs out, voiding it; the end of a session.

Sources: TIM-1, TIM-2, CP-8, CP-9.
"""

from __future__ import annotations

from dataclasses import replace

from oddchip.errors import IllegalAction, SetupError
from oddchip.hand import Hand
from oddchip.stakes import Stake
from oddchip.table import commands as cmd
from oddchip.table import facts
from oddchip.table.clocks import bank_left, banked, default_action
from oddchip.table.coming import count
from oddchip.table.deal import dealing_of, refusal, started
from oddchip.table.doing import Doing, at_rest, decisions, go_on, tidy
from oddchip.table.values import Away, Clock


def start(t: Doing, c: cmd.StartHand) -> None:
    for seat, place in t.state.seated.items():
        if place.pending and not t.state.dealing:
            count(t, seat)
    if why := refusal(t.state):
        raise SetupError(why)
    dealing = replace(dealing_of(t.state, c.button), apart=c.apart)
    t.hand = started(t.state, dealing, c.dealer)
    t.say(facts.HandStarted(dealing))
    go_on(t)


def act(t: Doing, c: cmd.Act) -> None:
    hand = _running(t)
    place = t.place(c.seat)
    if c.decision is not None and c.decision != decisions(t.state, hand).get(c.seat):
        raise IllegalAction("that decision is over; look at the table again")
    clock = _clock(t, c.seat)
    if clock and t.now > clock.deadline + (0 if clock.banked else place.bank):
        raise IllegalAction("your time is up")
    t.hand = hand.act(c.action, c.seat)
    if clock and (left := bank_left(clock, place, t.now)) != place.bank:
        t.say(facts.BankUsed(c.seat, left))
    go_on(t)


def deal_on(t: Doing, c: cmd.DealOn) -> None:
    """The hand stood still for these cards (D-RS-5); now it goes on, and clocks begin."""
    t.hand = _running(t).dealt(c.cards)
    go_on(t)


def _running(t: Doing) -> Hand:
    if t.state.dealing is None or t.hand is None:
        raise IllegalAction("no hand is being played")
    if t.state.paused_at is not None:
        raise IllegalAction("the table is paused")
    return t.hand


def _clock(t: Doing, seat: int) -> Clock | None:
    return next((clock for clock in t.state.clocks if clock.seat == seat), None)


def time_out(t: Doing, c: cmd.TimeOut) -> None:
    _running(t)
    _into_the_bank(t)
    late = [clock.seat for clock in t.state.clocks if clock.deadline <= t.now]
    for seat in late:
        if t.place(seat).bank:
            t.say(facts.BankUsed(seat, 0))
    _do_defaults(t, late)


def _into_the_bank(t: Doing) -> None:
    """Clocks that ran out go on in the time bank, where there is any left (TIM-2)."""
    clocks = tuple(
        banked(clock, t.place(clock.seat))
        if clock.deadline <= t.now and not clock.banked and t.place(clock.seat).bank
        else clock
        for clock in t.state.clocks
    )
    if clocks != t.state.clocks:
        t.say(facts.ClocksSet(clocks))


def _do_defaults(t: Doing, late: list[int]) -> None:
    assert t.hand is not None
    forfeits = []
    for seat in late:
        if seat not in t.hand.to_act:
            continue
        action = default_action(t.hand, seat)
        if action is None:
            forfeits.append(seat)
            continue
        t.hand = t.hand.act(action, seat)
        t.say(facts.TimedOut(seat))
        go_on(t)
    # A stake is forfeited once everybody has chosen or is late: both may be (CP-8).
    if forfeits and set(forfeits) == t.hand.to_act:
        t.hand = t.hand.forfeit(*forfeits)
        for seat in forfeits:
            t.say(facts.TimedOut(seat))
        go_on(t)


def forfeit(t: Doing, c: cmd.Forfeit) -> None:
    hand = _running(t)
    if t.state.dealing is None or not t.state.dealing.apart:
        raise IllegalAction("the table keeps the time of this hand itself")
    t.hand = hand.forfeit(*c.seats)
    go_on(t)


def void(t: Doing, c: cmd.VoidHand) -> None:
    if t.state.dealing is None:
        raise SetupError("no hand is being played")
    t.say(facts.HandVoided(t.state.dealing.number, c.reason))
    t.hand = None
    tidy(t)


def pause(t: Doing, c: cmd.Pause) -> None:
    if t.state.paused_at is not None:
        raise SetupError("the table is paused already")
    t.say(facts.Paused(c.reason, t.now))


def resume(t: Doing, c: cmd.Resume) -> None:
    if t.state.paused_at is None:
        raise SetupError("the table is not paused")
    t.say(facts.Resumed(t.now))
    go_on(t)


def decline(t: Doing, c: cmd.Decline) -> None:
    at_rest(t)
    t.place(c.seat)
    _check_california(t)
    t.say(facts.SessionEnded("declined", c.seat))
    if t.place(c.seat).away is not Away.NOW:
        t.say(facts.SatOut(c.seat, Away.NOW))


def external(t: Doing, c: cmd.ExternalSettlement) -> None:
    _check_california(t)
    if t.state.dealing:
        void(t, cmd.VoidHand(c.reason))
    t.say(facts.SessionEnded("external_settlement", None, c.reason))


def _check_california(t: Doing) -> None:
    if t.state.entry is None or not isinstance(t.state.entry.stakes, Stake):
        raise SetupError("sessions are a matter of California Poker (CP-9)")
