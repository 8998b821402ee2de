"""What somebody may do outside the decisions of a hand, for how many chips, and why he is not dealt in."""

from __future__ import annotations

from typing import NamedTuple

from oddchip.room.project.around import Around, Viewer
from oddchip.spec import Blinds
from oddchip.stakes import Stake
from oddchip.table import Away, Place, Standing, Table, most_to_add, must_bring
from oddchip.table.carrying import price_of
from oddchip.table.coming import limits
from oddchip.table.usual import usual_stack

#: So many chips a person may bring at once, and no more, whatever the stakes.
MOST_CHIPS = 10**9


Of = tuple[int, int, bool, int, int, bool]


class Beside(NamedTuple):
    """What somebody may do outside the decisions of a hand. `of` is what it depends on besides the table's state.

    `usual` are the chips that are proposed to him, 0 for none.
    """

    may: list[str]
    buy_in: tuple[int, int] | None
    usual: int
    note: str
    of: Of | None


def beside(
    table: Table,
    around: Around,
    viewer: Viewer,
    seat: int | None,
    shows: bool,
    of: Of | None = None,
) -> Beside:
    """`shows`: there are cards of his that he may still show."""
    found = may(table, around, viewer, seat, shows)
    asks = any(each in found for each in ("sit", "top_up", "rebuy"))
    chips = buy_in(table, viewer.person, seat, around.now) if asks else None
    usual = proposed(table, chips, seat, usual_stack_of(around)) if chips else 0
    return Beside(found, chips, usual, note(table, around, viewer.person, seat), of)


def usual_stack_of(around: Around) -> int:
    """What a host has set as the chips to sit down with; 0 for the usual ones."""
    return int(around.settings.get("stack") or 0)


def away_minutes_of(around: Around) -> int:
    """For how many minutes who sits out keeps his seat; 0 for ever."""
    return int(around.settings.get("away_minutes") or 0)


def usual_buy_in(table: Table, stack: int) -> int:
    """What one sits down with who names no number: what the host has set (`stack`, 0 for nothing), or what is usual at
    the stakes, within the table's limits.
    """
    state = table.state
    least, most = limits(state)
    line = state.next_line or state.line
    entry = table.entry or (line.entries[0] if line else None)
    wanted = stack or (usual_stack(entry.stakes) if entry else 200)
    return max(least, wanted if most is None else min(wanted, most))


def proposed(table: Table, chips: tuple[int, int], seat: int | None, stack: int) -> int:
    """Chips to sit down with, or what brings a stack to the usual; another usual stack where it is there already."""
    usual = usual_buy_in(table, stack)
    lacking = 0 if seat is None else usual - table.stacks[seat] - table.places[seat].pending
    return min(max(lacking if lacking > 0 else usual, chips[0]), chips[1])


def buy_in(table: Table, person: str, seat: int | None, now: float) -> tuple[int, int] | None:
    """(least, most) chips to sit down with, to buy in again with, or to add; None where none can be added."""
    found = _buy_in(table, person, seat, now)
    return found and (min(found[0], MOST_CHIPS), min(found[1], MOST_CHIPS))


def _buy_in(table: Table, person: str, seat: int | None, now: float) -> tuple[int, int] | None:
    least, most = limits(table.state)
    if seat is None:
        gone = table.state.departed.get(person)
        least = must_bring(gone.chips, (now - gone.at) / 60, least) if gone else least
        return least, MOST_CHIPS if most is None else max(most, least)
    place = table.places[seat]
    stack = table.stacks[seat]
    if not stack and not place.pending:
        return least, MOST_CHIPS if most is None else most
    room = most_to_add(stack, most, place.pending)
    if room is None:
        return 1, MOST_CHIPS
    return (1, room) if room else None


def may(table: Table, around: Around, viewer: Viewer, seat: int | None, shows: bool) -> list[str]:
    """What may be asked for now. `shows`: there are cards of his that he may still show."""
    state = table.state
    if state.closed is not None:
        return []
    if seat is None:
        return ["sit"] + ["post"] * may_post(table) if viewer.may_sit and _has_room(table) else []
    place = table.places[seat]
    found = _coming_and_going(table, seat, place, viewer.person in around.coming)
    if table.chooser == seat:
        found.append("choose")
    if shows:
        found.append("show")
    if not table.playing:
        found += _between_hands(table, seat, place)
    return found


def _has_room(table: Table) -> bool:
    state = table.state
    line = state.next_line or state.line
    taken = len(state.seated)
    return taken < state.size and (line is None or taken < line.seat_limit)


def _coming_and_going(table: Table, seat: int, place: Place, coming: bool) -> list[str]:
    if place.leaving:
        return []
    found = ["leave"]
    if coming or place.away is not Away.NOW:
        found.append("sit_out")
    dealt = table.state.dealing is not None and seat in table.state.dealing.seats
    waits = not dealt and place.standing is Standing.WAITS and waits_for_blind(table)
    if not coming and (place.away is not Away.NO or waits):
        found.append("return")
        if may_post(table) and (place.standing is not Standing.IN or place.missed):
            found.append("post")
    stack = table.stacks[seat]
    if not stack and not place.pending:
        found.append("rebuy")
    elif most_to_add(stack, limits(table.state)[1], place.pending) != 0:
        found.append("top_up")
    return found


def _between_hands(table: Table, seat: int, place: Place) -> list[str]:
    state, found = table.state, []
    entry, chain = state.entry, state.chain
    if entry is not None and isinstance(entry.stakes, Stake) and not state.session and state.hands:
        found.append("decline")
    if chain is not None and chain.house.openers.open_to_newcomers and seat not in chain.carry.eligible:
        found += ["buy_pot"] * (place.stack > sum(price_of(chain)))
    return found


def note(table: Table, around: Around, person: str, seat: int | None) -> str:
    """Why somebody is not dealt in, or will not be, in a sentence; "" where there is nothing to say."""
    if seat is None:
        asks = any(each.person == person for each in around.waiting)
        return "A host has been asked to let you sit down." if asks else _full(table)
    place, state = table.places[seat], table.state
    dealing = state.dealing
    dealt = dealing is not None and seat in dealing.seats
    if place.leaving:
        return "You leave when this hand is over."
    if person in around.coming:
        return "You are dealt in from the hand after the next one on: the deck of that one is committed to."
    if place.away is not Away.NO:
        return _sits_out(table, around, place)
    if dealt:
        return ""
    entry = state.entry
    if not place.chips:
        return "You have no chips: buy in again to be dealt in."
    if entry is not None and isinstance(entry.stakes, Stake) and place.chips < entry.stakes.amount:
        return "Your chips do not cover the stake."
    if state.chain is not None and seat not in state.chain.carry.eligible:
        return "The pot that is played for was there before you: you are dealt in when it is won."
    return _standing(table, place)


def _sits_out(table: Table, around: Around, place: Place) -> str:
    """Where hands follow fast the rounds are over long before the minutes are (SIT-3)."""
    if place.away is not Away.NOW:
        return "You sit out when this hand is over."
    rounds, minutes = table.house.seats.away_orbits - place.orbits_away, away_minutes_of(around)
    kept = [f"{_counted(rounds, 'round')} of the button"] if rounds > 0 else []
    if minutes:
        kept.append(_counted(minutes, "minute") + (" at most" if kept else ""))
    return "You sit out." + (f" Your seat is kept for {', '.join(kept)}." if kept else "")


def _counted(number: int, of: str) -> str:
    return f"{number} {of}" if number == 1 else f"{number} {of}s"


def _full(table: Table) -> str:
    """Why there are free chairs and none to sit on (MIX-5)."""
    line, taken = table.state.next_line or table.state.line, len(table.state.seated)
    if line is None or taken < line.seat_limit or taken >= table.state.size:
        return ""
    return f"All seats are taken: what is played here is for {line.seat_limit} players at most."


def waits_for_blind(table: Table) -> bool:
    """Is there a blind to wait for in what is played now? Without blinds whoever is here is dealt in (BTN-9)."""
    dealing = table.state.dealing
    entry = dealing.entry if dealing else table.state.entry
    return entry is None or entry.game.has(Blinds)


def may_post(table: Table) -> bool:
    """May whoever comes post, and need not wait for the big blind (BTN-5)?"""
    return waits_for_blind(table) and table.house.seats.missed_blinds == "post_or_wait"


def _standing(table: Table, place: Place) -> str:
    if place.standing is not Standing.IN and not waits_for_blind(table):
        return "You are dealt in with the next hand." if table.playing else ""
    if place.standing is Standing.WAITS:
        post = table.house.seats.missed_blinds == "post_or_wait"
        return "You are dealt in when the big blind comes to you" + (", or when you post." if post else ".")
    if place.standing is Standing.POSTS:
        return "You post and are dealt in with the next hand you may enter."
    return "You are dealt in with the next hand." if table.playing else ""
