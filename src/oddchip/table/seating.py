"""Who is dealt in, where the button stands, and what those owe who come or come back.

Sources: BTN-2 to BTN-9, MIX-2, MIX-4, SIT-1, D-PO-2, D-PO-5.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from oddchip.errors import SetupError
from oddchip.posts import ButtonState, Owed, button_at, clockwise, may_enter, missed_blinds_owed, next_button
from oddchip.spec import BUTTON, Blinds, Game
from oddchip.stakes import Stake
from oddchip.table.state import TableState
from oddchip.table.values import Away, Chain, Entry, Place, Standing


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of the next deal, the button, and who must post what, or has missed what."""

    seats: tuple[int, ...]
    button: ButtonState
    owed: tuple[tuple[int, Owed], ...] = ()
    settled: frozenset[int] = frozenset()
    passed: tuple[tuple[int, frozenset[str]], ...] = ()
    bought: int | None = None


def present(state: TableState) -> dict[int, Place]:
    """Players who are at the table and want to play."""
    return {seat: place for seat, place in state.seated.items() if place.away is not Away.NOW and not place.leaving}


def with_chips(state: TableState, entry: Entry) -> dict[int, Place]:
    """Those of them who have chips to play with; at equal stakes, the whole stake (CP-9)."""
    least = entry.stakes.amount if isinstance(entry.stakes, Stake) else 1
    return {seat: place for seat, place in present(state).items() if place.chips >= least}


def seat_next(state: TableState, entry: Entry, blinds: tuple[int, int] = (0, 0), button: int | None = None) -> Seating:
    """The seating of the next deal; `blinds` are the small and the big blind, for those who missed them.

    `button` is where a table's first hand puts it.

    SetupError if fewer than two can be dealt in.
    """
    seating = _redeal(state, state.chain) if state.chain else _fresh(state, entry, blinds, button)
    fewest, most = entry.game.seats
    if not fewest <= len(seating.seats) <= most:
        raise SetupError(f"{entry.game.name} is for {fewest} to {most} players; {len(seating.seats)} could be dealt in")
    return seating


def _redeal(state: TableState, chain: Chain) -> Seating:
    """Only who may win the carried pot, with chips or without; the button moves or stays (D-PO-2, D-PO-3, D-PO-5)."""
    seats = tuple(seat for seat in present(state) if seat in chain.carry.eligible)
    assert state.button is not None
    if len(seats) < 2 or chain.house.openers.redeal_button == "same":
        return Seating(seats, state.button)
    return Seating(seats, ButtonState(clockwise(seats, state.button.button)[0], None, None))


def _fresh(state: TableState, entry: Entry, blinds: tuple[int, int], first: int | None) -> Seating:
    ready = with_chips(state, entry)
    free = state.house.seats.missed_blinds == "free"
    settled = [seat for seat, place in ready.items() if free or place.standing is Standing.IN]
    has_blinds = entry.game.has(Blinds)
    if len(ready) < 2:
        return Seating(tuple(ready), ButtonState(-1))
    if state.button is None:
        return Seating(
            tuple(ready), button_at(first if first in ready else min(ready), ready), settled=frozenset(ready)
        )
    if len(settled) < 2 or not has_blinds:
        # Nobody to be fair to, or no blinds to miss: whoever is here plays (BTN-9); marks outlive stud (MIX-4).
        button = _advanced(state, entry, list(ready))
        owing = [seat for seat, place in ready.items() if place.missed and not has_blinds]
        return Seating(tuple(ready), button, settled=frozenset(ready).difference(owing))
    return _with_blinds(state, entry, ready, settled, blinds)


def _with_blinds(
    state: TableState, entry: Entry, ready: dict[int, Place], settled: list[int], blinds: tuple[int, int]
) -> Seating:
    """The settled, whoever the big blind reaches, and who posts and may come in here (BTN-5, BTN-8)."""
    waiting = [seat for seat in ready if seat not in settled]
    posting = [seat for seat in waiting if ready[seat].standing is Standing.POSTS]
    posting = posting if state.house.seats.missed_blinds == "post_or_wait" else []
    reached = _reached(state, entry, settled, waiting)
    bought = None
    while True:
        seats = sorted({*settled, *posting, *([] if reached is None else [reached])})
        button = _advanced(state, entry, seats, reached)
        barred = [seat for seat in posting if seat != reached and not may_enter(seat, button)]
        if state.house.seats.buy_button and len(barred) == 1 and ready[barred[0]].new:
            bought, barred = barred[0], []
        if not barred:
            break
        posting = [seat for seat in posting if seat not in barred]
    owed = tuple((seat, _owed(ready[seat], blinds, seat == bought)) for seat in posting if seat != button.big)
    return Seating(tuple(seats), button, owed, frozenset(seats), _passed(state, button, seats), bought)


def _reached(state: TableState, entry: Entry, settled: list[int], waiting: list[int]) -> int | None:
    """The waiting seat that the big blind comes to now, if it does."""
    old = state.button
    if old is None or old.big is None:
        return None
    frozen = is_frozen(state)
    seat = clockwise([*settled, *waiting], old.big - frozen)[0]
    return seat if seat in waiting else None


def _owed(place: Place, blinds: tuple[int, int], buys: bool) -> Owed:
    small, big = blinds
    if buys:
        return Owed(big, small)
    return Owed(big, 0) if place.new else missed_blinds_owed(place.missed, small, big)


def button_rule(state: TableState, game: Game) -> str:
    """ "dead" or "moving"; three blinds need a button who is dealt in (BTN-3a)."""
    roles = next((phase.roles for phase in game.play if isinstance(phase, Blinds)), ())
    return "moving" if BUTTON in roles else state.house.seats.button


def is_frozen(state: TableState) -> bool:
    """After a stud hand of a mixed game the button stays where the next board game needs it (MIX-2)."""
    return state.after_stud and state.line is not None and state.line.mixed


def _advanced(state: TableState, entry: Entry, seats: list[int], reached: int | None = None) -> ButtonState:
    """The button of a new hand; where the big blind must reach a waiting seat, both are placed by that."""
    rule = button_rule(state, entry.game)
    old = state.button
    assert old is not None
    old = _with_blind_seats(old, seats)
    if reached is not None and rule == "moving" and not is_frozen(state):
        order = clockwise(seats, reached)
        return button_at(order[-3] if len(order) > 2 else order[-2], seats)
    return next_button(old, seats, rule, is_frozen(state))


def _with_blind_seats(state: ButtonState, seats: list[int]) -> ButtonState:
    """A button that moved through redeals has no blinds beside it; the seats next to it stand in for them."""
    if state.big is not None:
        return state
    order = clockwise(seats, state.button)
    return (
        ButtonState(state.button, order[0], order[1]) if len(order) > 2 else ButtonState(order[1], order[1], order[0])
    )


def _passed(state: TableState, button: ButtonState, seats: Iterable[int]) -> tuple[tuple[int, frozenset[str]], ...]:
    """The blinds that went by a seat whose player was not dealt in (BTN-5)."""
    old = state.button
    if old is None or state.house.seats.missed_blinds == "free":
        return ()
    found = []
    for seat, place in state.seated.items():
        if seat in seats or place.new or (place.standing is not Standing.IN and place.away is Away.NO):
            continue
        names = {"big": (old.big, button.big), "small": (old.small, button.small)}
        missed = frozenset(name for name, (was, now) in names.items() if _lies_between(seat, was, now))
        if missed:
            found.append((seat, missed))
    return tuple(found)


def _lies_between(seat: int, was: int | None, now: int | None) -> bool:
    """Did a mark that moved clockwise from `was` to `now` go by this seat?"""
    if was is None or now is None or was == now:
        return False
    return clockwise({seat, was, now}, was)[0] == seat and seat != now
