"""The working copy of one `Table.do`, and what follows a command by itself."""

from __future__ import annotations

from oddchip.errors import SetupError
from oddchip.events import BEGAN
from oddchip.hand import Hand
from oddchip.stakes import Stake
from oddchip.table import facts
from oddchip.table.clocks import leaving_action
from oddchip.table.clocks import started as clocks_started
from oddchip.table.deal import ended
from oddchip.table.folding import applied
from oddchip.table.money import session_end
from oddchip.table.seating import present
from oddchip.table.state import TableState
from oddchip.table.values import Place


class Doing:
    """State and hand as one command changes them; `said` are the facts so far."""

    def __init__(self, state: TableState, hand: Hand | None, now: float) -> None:
        self.state, self.hand, self.now = state, hand, now
        self.said: list[facts.Fact] = []

    def say(self, fact: facts.Fact) -> None:
        self.state = applied(self.state, fact)
        self.said.append(fact)

    def place(self, seat: int) -> Place:
        place = self.state.seated.get(seat)
        if place is None:
            raise SetupError(f"nobody sits on seat {seat}")
        return place

    def is_dealt_in(self, seat: int) -> bool:
        return self.state.dealing is not None and seat in self.state.dealing.seats


def at_rest(t: Doing) -> None:
    if t.state.closed is not None:
        raise SetupError("the table is closed")
    if t.state.dealing:
        raise SetupError("a hand is being played; finish or void it first")


def go_on(t: Doing) -> None:
    """Players who are gone act by default; clocks are set; a hand that is over is booked."""
    if t.state.dealing is None or t.hand is None or t.state.paused_at is not None:
        tidy(t)
        return
    apart = t.state.dealing.apart
    while not apart and not t.hand.over and (gone := [seat for seat in sorted(t.hand.to_act) if t.place(seat).gone]):
        action = leaving_action(t.hand, gone[0])
        t.hand = t.hand.forfeit(gone[0]) if action is None else t.hand.act(action, gone[0])
    if t.hand.over:
        t.say(ended(t.state, t.hand))
        tidy(t)
        return
    asked = {} if apart else decisions(t.state, t.hand)
    clocks = clocks_started(t.state.clocks, asked, t.now, t.state.dealing.house)
    if clocks != t.state.clocks:
        t.say(facts.ClocksSet(clocks))
    tidy(t)


def decisions(state: TableState, hand: Hand | None) -> dict[int, tuple[int, int]]:
    """The id of each asked seat's decision: the number of the deal, and of the event at which its offer last changed.

    In a sealed phase that is the event that began it: what another has sealed changes nobody's offer.
    """
    if state.dealing is None or hand is None:
        return {}
    number = len(hand.log)
    if hand.turn is None:
        while number and hand.log[number - 1][0] != BEGAN:
            number -= 1
    return dict.fromkeys(sorted(hand.to_act), (state.hands, number))


def tidy(t: Doing) -> None:
    """Between hands: claims are given up, a pot with one claimant is paid, players who are gone go."""
    if t.state.dealing is None:
        _give_up_claims(t)
    for seat, place in list(t.state.seated.items()):
        if place.leaving and not t.is_dealt_in(seat):
            t.say(facts.Left(seat, place.player, place.chips, "left", t.now))
    if t.state.dealing is None:
        _free_seats(t)
        _end_session(t)


def _give_up_claims(t: Doing) -> None:
    """D-PO-5, D-PO-7: who goes forfeits his share; the last one left takes the pot."""
    while t.state.chain:
        eligible = t.state.chain.carry.eligible
        if len(eligible) == 1:
            t.say(facts.CarrySettled(((min(eligible), t.state.chain.carry.amount),), "nobody else is left to win it"))
            return
        gone = sorted(eligible.difference(present(t.state)))
        if not gone:
            return
        t.say(facts.ClaimLost(gone[0]))


def _free_seats(t: Doing) -> None:
    """SIT-3: a seat is freed after so many missed orbits; 0 never."""
    limit = t.state.house.seats.away_orbits
    for seat, place in list(t.state.seated.items()):
        if limit and place.orbits_away >= limit:
            t.say(facts.Left(seat, place.player, place.chips, "away too long", t.now))


def _end_session(t: Doing) -> None:
    """CP-9: after a hand of California Poker that leaves a player short of the stake."""
    state, line = t.state, t.state.line
    if state.session or not state.hands or line is None or line.mixed or state.entry is None:
        return
    stakes = state.entry.stakes
    if isinstance(stakes, Stake) and len(state.seated) == 2:
        end = session_end({seat: place.chips for seat, place in state.seated.items()}, stakes.amount)
        if end:
            t.say(facts.SessionEnded(*end))
