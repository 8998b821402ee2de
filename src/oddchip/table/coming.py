"""Seats and chips: sitting down, leaving, sitting out and coming back, adding chips.

Sources: BTN-5, BTN-8, SIT-1, STK-1 to STK-4, D-PO-5, D-PO-7, MIX-5.
"""

from __future__ import annotations

from oddchip.errors import SetupError
from oddchip.table import commands as cmd
from oddchip.table import facts
from oddchip.table.carrying import price_of, shares_of
from oddchip.table.doing import Doing, at_rest, go_on
from oddchip.table.money import REJOIN_MINUTES, buy_in_limits_of, counted, most_to_add, must_bring
from oddchip.table.state import TableState
from oddchip.table.values import Away, Place, Standing


def limits(state: TableState) -> tuple[int, int | None]:
    """(least, most) chips to sit down with at this table."""
    line = state.next_line or state.line
    if line is None:
        return 1, None
    return buy_in_limits_of((entry.stakes for entry in line.entries), state.house)


def sit(t: Doing, c: cmd.Sit) -> None:
    state = t.state
    if state.closed is not None:
        raise SetupError("the table is closed")
    if not 0 <= c.seat < state.size:
        raise SetupError(f"this table has seats 0 to {state.size - 1}, and no seat {c.seat}")
    if state.places[c.seat] is not None:
        raise SetupError(f"seat {c.seat} is taken")
    if any(place.player == c.player for place in state.seated.values()):
        raise SetupError(f"{c.player} already sits at this table")
    line = state.next_line or state.line
    if line and len(state.seated) >= line.seat_limit:
        raise SetupError(f"the games of this table are for {line.seat_limit} players at most (MIX-5)")
    _check_buy_in(t, c.player, c.chips)
    t.say(facts.Seated(c.seat, c.player, c.chips, _standing(state, c.post), state.house.seats.time_bank_seconds))


def _standing(state: TableState, post: bool) -> Standing:
    """How a newcomer stands: the first players owe nothing, later ones post or wait (BTN-8)."""
    rule = state.house.seats.missed_blinds
    if rule == "free" or (state.button is None and state.dealing is None):
        return Standing.IN
    return Standing.POSTS if post and rule == "post_or_wait" else Standing.WAITS


def _check_buy_in(t: Doing, player: str, chips: int) -> None:
    _whole(chips)
    least, most = limits(t.state)
    gone = t.state.departed.get(player)
    minutes = (t.now - gone.at) / 60 if gone else REJOIN_MINUTES
    needed = must_bring(gone.chips, minutes, least) if gone else least
    if chips < needed:
        why = "the least buy-in" if needed == least else "what you left with, within the hour (STK-4)"
        raise SetupError(f"{needed} chips are needed, {why}; {chips} are too few")
    if most is not None and chips > max(most, needed):
        raise SetupError(f"the most to buy in for is {max(most, needed)}, not {chips}")


def _whole(chips: int) -> None:
    if type(chips) is not int or chips < 1:
        raise SetupError(f"expected a whole number of chips, 1 or more, not {chips!r}")


def top_up(t: Doing, c: cmd.TopUp) -> None:
    place = t.place(c.seat)
    _whole(c.chips)
    room = most_to_add(_stack(t, c.seat), limits(t.state)[1], place.pending)
    if room is not None and c.chips > room:
        raise SetupError(f"seat {c.seat} may add {room} chips at most, not {c.chips} (STK-3)")
    _add(t, c.seat, c.chips)


def rebuy(t: Doing, c: cmd.Rebuy) -> None:
    place = t.place(c.seat)
    if _stack(t, c.seat) or place.pending:
        raise SetupError(f"seat {c.seat} still has chips; top up instead")
    _whole(c.chips)
    least, most = limits(t.state)
    if c.chips < least or (most is not None and c.chips > most):
        raise SetupError(f"a rebuy is {least} to {'any number of' if most is None else most} chips, not {c.chips}")
    _add(t, c.seat, c.chips)


def _add(t: Doing, seat: int, chips: int) -> None:
    t.say(facts.ChipsAdded(seat, chips))
    if not t.is_dealt_in(seat):
        count(t, seat)


def _stack(t: Doing, seat: int) -> int:
    """Chips in front of a seat now, whether or not a hand is running."""
    return t.hand.stacks[seat] if t.hand and t.is_dealt_in(seat) else t.place(seat).stack


def count(t: Doing, seat: int) -> None:
    """Added chips count from here (STK-1)."""
    place = t.place(seat)
    if place.pending:
        t.say(facts.ChipsCounted(seat, *counted(place.stack, place.pending, limits(t.state)[1])))


def leave(t: Doing, c: cmd.Leave) -> None:
    if t.place(c.seat).leaving:
        raise SetupError(f"seat {c.seat} is leaving already")
    t.say(facts.LeaveAsked(c.seat))
    go_on(t)


def sit_out(t: Doing, c: cmd.SitOut) -> None:
    place = t.place(c.seat)
    if place.away is Away.NOW or (place.away is Away.NEXT and not c.now):
        raise SetupError(f"seat {c.seat} sits out already")
    chain = t.state.chain
    plays_on = t.is_dealt_in(c.seat) or (chain is not None and c.seat in chain.carry.eligible)
    t.say(facts.SatOut(c.seat, Away.NEXT if plays_on and not c.now else Away.NOW))
    go_on(t)


def come_back(t: Doing, c: cmd.Return) -> None:
    place = t.place(c.seat)
    if place.leaving:
        raise SetupError(f"seat {c.seat} is leaving")
    if place.away is Away.NO and place.standing is Standing.IN:
        raise SetupError(f"seat {c.seat} is not sitting out")
    t.say(facts.CameBack(c.seat, _standing_back(t.state, place, c.post)))


def _standing_back(state: TableState, place: Place, post: bool) -> Standing:
    rule = state.house.seats.missed_blinds
    if rule == "free" or (place.standing is Standing.IN and not place.missed):
        return Standing.IN
    return Standing.POSTS if post and rule == "post_or_wait" else Standing.WAITS


def close(t: Doing, c: cmd.Close) -> None:
    at_rest(t)
    chain = t.state.chain
    if chain:
        assert t.state.button is not None
        shares = shares_of(chain.carry.pots, t.state.button.button, chain.entry.stakes.unit)
        t.say(facts.CarrySettled(tuple(sorted(shares.items())), "the table breaks up"))
    for seat, place in t.state.seated.items():
        t.say(facts.Left(seat, place.player, place.chips, c.reason, t.now))
    t.say(facts.Closed(c.reason))


def buy_pot(t: Doing, c: cmd.BuyPot) -> None:
    at_rest(t)
    place, chain = t.place(c.seat), t.state.chain
    if chain is None:
        raise SetupError("there is no carried pot to buy into")
    if not chain.house.openers.open_to_newcomers:
        raise SetupError("newcomers wait until the carried pot is won (D-PO-5)")
    if c.seat in chain.carry.eligible:
        raise SetupError(f"seat {c.seat} is in the carried pot already")
    price = price_of(chain)
    if place.stack <= sum(price):
        raise SetupError(f"matching the carried pot takes {sum(price)} chips and some to play with")
    t.say(facts.PotBought(c.seat, price))
