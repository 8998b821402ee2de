"""The fold of a table's facts: one small writer for each kind. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from oddchip.posts import ButtonState
from oddchip.spec import Blinds, BringIn
from oddchip.table import facts
from oddchip.table.state import TableState, turn_after
from oddchip.table.values import Account, Away, Chain, Dealing, Departure, Place, Standing, Turn


def _at(s: TableState, seat: int, **changes: Any) -> TableState:
    place = s.places[seat]
    assert place is not None
    return _put(s, seat, replace(place, **changes))


def _put(s: TableState, seat: int, place: Place | None) -> TableState:
    return replace(s, places=(*s.places[:seat], place, *s.places[seat + 1 :]))


def _account(s: TableState, player: str, brought: int = 0, taken: int = 0) -> TableState:
    old = s.accounts.get(player, Account())
    return replace(s, accounts={**s.accounts, player: Account(old.brought + brought, old.taken + taken)})


def _seated(s: TableState, e: facts.Seated) -> TableState:
    s = _put(s, e.seat, Place(e.player, e.chips, standing=e.standing, bank=e.bank))
    return replace(_account(s, e.player, brought=e.chips), session=_reopened(s))


def _chips_added(s: TableState, e: facts.ChipsAdded) -> TableState:
    place = s.seated[e.seat]
    s = _account(_at(s, e.seat, pending=place.pending + e.chips), place.player, brought=e.chips)
    return replace(s, session=_reopened(s))


def _reopened(s: TableState) -> facts.SessionEnded | None:
    """New chips or a new player begin another session, unless this one is settled elsewhere."""
    return s.session if s.session and s.session.reason == "external_settlement" else None


def _chips_counted(s: TableState, e: facts.ChipsCounted) -> TableState:
    place = s.seated[e.seat]
    s = _at(s, e.seat, stack=place.stack + e.chips, pending=place.pending - e.chips - e.returned)
    return _account(s, place.player, taken=e.returned)


def _sat_out(s: TableState, e: facts.SatOut) -> TableState:
    return _at(s, e.seat, away=e.away)


def _came_back(s: TableState, e: facts.CameBack) -> TableState:
    s = _at(s, e.seat, away=Away.NO, standing=e.standing, hands_away=0, orbits_away=0)
    return replace(s, session=_reopened(s))


def _leave_asked(s: TableState, e: facts.LeaveAsked) -> TableState:
    return _at(s, e.seat, leaving=True)


def _left(s: TableState, e: facts.Left) -> TableState:
    s = _account(_put(s, e.seat, None), e.player, taken=e.chips)
    legs = None if s.legs and s.legs.seat == e.seat else s.legs
    return replace(s, legs=legs, departed={**s.departed, e.player: Departure(e.chips, e.at)})


def _games_set(s: TableState, e: facts.GamesSet) -> TableState:
    return _rested(replace(s, next_line=e.line))


def _rotation_moved(s: TableState, e: facts.RotationMoved) -> TableState:
    return _rested(replace(s, moving_on=True))


def _house_set(s: TableState, e: facts.HouseSet) -> TableState:
    return _rested(replace(s, next_house=e.house))


def _rested(s: TableState) -> TableState:
    """Changes that wait for the end of a hand take effect (MIX-1)."""
    if s.dealing or s.chain:
        return s
    if s.next_line:
        s = replace(s, line=s.next_line, next_line=None, turn=Turn(), chosen=None, choice_left=0, session=None)
        s = replace(s, moving_on=False)
    if s.moving_on and s.line:
        s = replace(s, moving_on=False, turn=Turn((s.turn.game + 1) % len(s.line.entries)))
    if s.next_house:
        s = replace(s, house=s.next_house, next_house=None, announced=None)
    return s


def _game_chosen(s: TableState, e: facts.GameChosen) -> TableState:
    return replace(s, chosen=e.entry, choice_left=e.hands, marker=e.seat)


def _announced(s: TableState, e: facts.Announced) -> TableState:
    return replace(s, announced=e.announcement)


def _hand_started(s: TableState, e: facts.HandStarted) -> TableState:
    return replace(s, dealing=e.dealing, hands=e.dealing.number)


def _hand_ended(s: TableState, e: facts.HandEnded) -> TableState:
    dealing = s.dealing
    assert dealing is not None
    stacks, passed = dict(e.stacks), dict(dealing.passed)
    for seat, place in s.seated.items():
        s = _put(s, seat, _after_deal(place, seat, stacks, passed.get(seat, frozenset()), dealing))
    first = s.chain.button if s.chain else dealing.button
    s = replace(s, dealing=None, clocks=(), button=dealing.button, legs=e.legs)
    s = replace(s, after_stud=dealing.entry.game.has(BringIn))
    if e.carry:
        chain = Chain(dealing.chain, e.carry, dealing.entry, dealing.house, first, e.put)
        return replace(s, chain=chain)
    return _chain_over(replace(s, chain=None), dealing.chain, first, len(dealing.seats))


def _after_deal(place: Place, seat: int, stacks: dict[int, int], passed: frozenset[str], dealing: Dealing) -> Place:
    if seat in stacks:
        place = replace(place, stack=stacks[seat], new=False, hands_away=0, orbits_away=0)
        return replace(place, missed=frozenset(), standing=Standing.IN) if seat in dealing.settled else place
    place = replace(place, missed=place.missed | passed)
    if place.away is not Away.NOW and place.chips:
        return place
    hands = place.hands_away + 1
    orbit = hands >= len(dealing.seats)
    return replace(place, hands_away=0 if orbit else hands, orbits_away=place.orbits_away + orbit)


def _chain_over(s: TableState, chain: int, first: ButtonState, dealt_in: int) -> TableState:
    """A hand is over: rotation, choice and blinds have moved by one (D-PO-10)."""
    line = s.line
    if line and any(entry.game.has(Blinds) for entry in line.entries):
        s = replace(s, button=first)
    for seat, place in s.seated.items():
        if place.away is Away.NEXT:
            s = _at(s, seat, away=Away.NOW)
    left = max(0, s.choice_left - 1)
    s = replace(s, played=chain, choice_left=left, chosen=s.chosen if left else None)
    if line and not line.choice:
        each = dealt_in if line.hands_each is None else line.hands_each
        s = s if s.moving_on else replace(s, turn=turn_after(s.turn, len(line.entries), each))
    return _rested(s)


def _hand_voided(s: TableState, e: facts.HandVoided) -> TableState:
    return _rested(replace(s, dealing=None, clocks=()))


def _claim_lost(s: TableState, e: facts.ClaimLost) -> TableState:
    assert s.chain is not None
    pots = tuple((chips, tuple(seat for seat in seats if seat != e.seat)) for chips, seats in s.chain.carry.pots)
    return replace(s, chain=replace(s.chain, carry=replace(s.chain.carry, pots=pots)))


def _pot_bought(s: TableState, e: facts.PotBought) -> TableState:
    assert s.chain is not None
    carry = s.chain.carry
    pots = tuple((held + more, (*seats, e.seat)) for (held, seats), more in zip(carry.pots, e.chips, strict=True))
    chain = replace(s.chain, carry=replace(carry, pots=pots), put=(*s.chain.put, (e.seat, sum(e.chips))))
    return replace(_at(s, e.seat, stack=s.seated[e.seat].stack - sum(e.chips)), chain=chain)


def _carry_settled(s: TableState, e: facts.CarrySettled) -> TableState:
    chain = s.chain
    assert chain is not None
    for seat, chips in e.shares:
        s = _at(s, seat, stack=s.seated[seat].stack + chips)
    return _chain_over(replace(s, chain=None), chain.number, chain.button, len(chain.put))


def _clocks_set(s: TableState, e: facts.ClocksSet) -> TableState:
    return replace(s, clocks=e.clocks)


def _bank_used(s: TableState, e: facts.BankUsed) -> TableState:
    return _at(s, e.seat, bank=e.left)


def _timed_out(s: TableState, e: facts.TimedOut) -> TableState:
    return s


def _paused(s: TableState, e: facts.Paused) -> TableState:
    return replace(s, paused_at=e.at)


def _resumed(s: TableState, e: facts.Resumed) -> TableState:
    assert s.paused_at is not None
    gap = e.at - s.paused_at
    moved = tuple(replace(clock, deadline=clock.deadline + gap, since=clock.since + gap) for clock in s.clocks)
    return replace(s, paused_at=None, clocks=moved)


def _session_ended(s: TableState, e: facts.SessionEnded) -> TableState:
    return replace(s, session=e)


def _closed(s: TableState, e: facts.Closed) -> TableState:
    return replace(s, closed=e.reason)


_WRITERS: dict[type, Callable[[TableState, Any], TableState]] = {
    facts.Seated: _seated,
    facts.ChipsAdded: _chips_added,
    facts.ChipsCounted: _chips_counted,
    facts.SatOut: _sat_out,
    facts.CameBack: _came_back,
    facts.LeaveAsked: _leave_asked,
    facts.Left: _left,
    facts.GamesSet: _games_set,
    facts.RotationMoved: _rotation_moved,
    facts.HouseSet: _house_set,
    facts.GameChosen: _game_chosen,
    facts.Announced: _announced,
    facts.HandStarted: _hand_started,
    facts.HandEnded: _hand_ended,
    facts.HandVoided: _hand_voided,
    facts.ClaimLost: _claim_lost,
    facts.PotBought: _pot_bought,
    facts.CarrySettled: _carry_settled,
    facts.ClocksSet: _clocks_set,
    facts.BankUsed: _bank_used,
    facts.TimedOut: _timed_out,
    facts.Paused: _paused,
    facts.Resumed: _resumed,
    facts.SessionEnded: _session_ended,
    facts.Closed: _closed,
}


def applied(state: TableState, fact: facts.Fact) -> TableState:
    """The state after a fact."""
    return _WRITERS[type(fact)](state, fact)


def folded(state: TableState, happened: Iterable[facts.Fact]) -> TableState:
    """The state after some facts, from the state they began at."""
    for fact in happened:
        state = applied(state, fact)
    return state
