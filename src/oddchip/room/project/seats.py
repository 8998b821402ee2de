"""The seats as everybody may see them: chips, marks, what each did last, what it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from oddchip import events as ev
from oddchip.actions import Way
from oddchip.hand import Hand
from oddchip.plan import DrawOp, Plan
from oddchip.posts import Kind
from oddchip.room.project.around import Around
from oddchip.room.project.worths import Worths
from oddchip.room.protocol import SeatView
from oddchip.table import Away, Place, Table
from oddchip.views import View

_BLINDS = {Kind.SMALL_BLIND: "small_blind", Kind.BIG_BLIND: "big_blind"}


def seat_views(
    table: Table,
    around: Around,
    hand: Hand | None,
    view: View | None,
    dealt: dict[int, str],
    worths: Worths,
    button: int,
) -> list[SeatView]:
    """All seats, without cards. `view` is the spectator's; `dealt` who was dealt in and is still there."""
    places = table.state.places
    found = [SeatView(seat) if place is None else _taken(seat, place, around) for seat, place in enumerate(places)]
    if hand is not None and view is not None:
        did, won = _did(view), chips_won(view)
        for i, seat in enumerate(hand.seats):
            if seat in dealt:
                _dealt_in(found[seat], i, hand, view, table.playing)
                found[seat].did = did.get(i, "")
                if not table.playing:
                    found[seat].won = won.get(i, 0)
                    found[seat].put = won.get(i, 0) - view.state.stacks[i] + hand.dealt_stacks[i]
                found[seat].shows = worths.shown(view, i)
    if 0 <= button < len(found):
        found[button].marks = ["button", *found[button].marks]
    dealing = table.state.dealing
    if dealing is not None and dealing.killer is not None:
        found[dealing.killer].marks.append("killer")
    return found


def _taken(seat: int, place: Place, around: Around) -> SeatView:
    person = place.player
    bot = person in around.bots
    return SeatView(
        seat,
        "away" if (place.away is Away.NOW and person not in around.coming) or place.leaving else "waiting",
        person=person,
        name=around.names.get(person, ""),
        bot=bot,
        online=bot or person in around.online,
        stack=place.stack,
        pending=place.pending,
        leaving=place.leaving,
        bank=place.bank,
    )


def _dealt_in(found: SeatView, i: int, hand: Hand, view: View, playing: bool) -> None:
    s = view.state
    live = s.live >> i & 1
    if playing or found.state == "waiting":
        found.state = "in" if live else "folded"
    if playing:
        found.stack = s.stacks[i]
        found.bet = s.bets[i]
        found.put = s.bets[i] + s.put[i]
    found.drawn = [len(cards) for cards in s.thrown[i]]
    found.sealed = bool(s.sealed) and s.sealed[i] is not None
    found.declared = str(s.ways[i] or "") if s.ways else ""
    found.marks = _marks(i, hand, view, bool(live), playing)


def chips_won(view: View) -> dict[int, int]:
    """By position, the chips of the pots that went to it, or back to it: not what nobody had called (POT-3)."""
    found: dict[int, int] = {}
    for event in view.state.log:
        if event[0] in (ev.AWARDED, ev.VOIDED):
            found[event[1]] = found.get(event[1], 0) + event[_AMOUNT[event[0]]]
    return found


_AMOUNT = {ev.AWARDED: 3, ev.VOIDED: 2}


def _marks(i: int, hand: Hand, view: View, live: bool, playing: bool) -> list[str]:
    s = view.state
    marks = [_BLINDS[post.kind] for post in hand.posts if post.position == i and post.kind in _BLINDS]
    if s.plan.is_stud and any(event[0] == ev.BROUGHT_IN and event[1] == i for event in s.log):
        marks.append("bring_in")
    if s.opener == i and s.plan.rulesets[s.rules].floors:
        marks.append("opener")
    if live and playing and not s.stacks[i]:
        marks.append("all_in")
    if live and s.thrown[i] and not s.thrown[i][-1] and not extra_cards(s.plan)[len(s.thrown[i]) - 1]:
        marks.append("pat")
    return marks


@lru_cache(512)
def extra_cards(plan: Plan) -> tuple[int, ...]:
    """How many cards each draw gives beyond those thrown: who throws none there does not stand pat (D-FB-2)."""
    return tuple(op.extra for op in plan.ops if isinstance(op, DrawOp))


# --- what each did last ----------------------------------------------------------------------------------------------


def _did(view: View) -> dict[int, str]:
    """By position, what it did last since the last round began, in words."""
    found: dict[int, str] = {}
    for event in reversed(view.state.log):
        code = event[0]
        if code == ev.BEGAN:
            break
        if code == ev.DECLARED:
            for i, way in enumerate(event[1]):
                if way:
                    found.setdefault(i, f"declared {Way(way).value}")
        elif code in _DID and event[1] not in found:
            found[event[1]] = _DID[code](event)
        elif code in (ev.DREW, ev.DISCARDED):
            found.setdefault(event[1], _threw(view, event))
    return found


def _threw(view: View, event: ev.Compact) -> str:
    s = view.state
    if event[2]:
        return f"drew {len(event[2])}"
    return "threw none" if extra_cards(s.plan)[len(s.thrown[event[1]]) - 1] else "stood pat"


_RAISED = {"bet": "bet", "complete": "completed to", "raise": "raised to"}
_DID: dict[int, Callable[[Any], str]] = {
    ev.FOLDED: lambda event: "folded",
    ev.CHECKED: lambda event: "checked",
    ev.CALLED: lambda event: f"called {event[2]}",
    ev.RAISED: lambda event: f"{_RAISED[event[5]]} {event[2]}",
    ev.BROUGHT_IN: lambda event: f"brought it in for {event[2]}",
    ev.OPEN_DECLARED: lambda event: "declared the pot open",
    ev.SEALED: lambda event: "has chosen",
    ev.ANNOUNCED: lambda event: f"declared {Way(event[2]).value}",
    ev.MUCKED: lambda event: "mucked",
    ev.FORFEITED: lambda event: "did not choose in time",
}
