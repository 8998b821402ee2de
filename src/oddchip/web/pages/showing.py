"""What pages say of a table, in a line or two."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from oddchip.room.actor import Actor
from oddchip.room.overview import seats_of
from oddchip.room.people import Person
from oddchip.stakes_text import stakes_text


@dataclass(frozen=True)
class TableCard:
    """A table as the lobby shows it."""

    id: str
    title: str
    games: tuple[str, ...]
    how: str
    stakes: str
    taken: int
    size: int
    hosting: bool
    seated: bool
    state: str
    names: tuple[str, ...]


def at_time(at: float) -> datetime:
    """A moment by the clock of the room's machine."""
    return datetime.fromtimestamp(at).astimezone()


def card_of(actor: Actor, person: Person | None) -> TableCard:
    """Only what anybody with a link may know: games, stakes, who sits."""
    state, desk = actor.scene.table.state, actor.scene.desk
    line = state.line
    entries = line.entries if line else ()
    stakes = {stakes_text(entry.stakes) for entry in entries}
    return TableCard(
        id=actor.id,
        title=desk.title,
        games=tuple(entry.game.name for entry in entries),
        how="" if len(entries) < 2 else "dealer's choice" if line and line.choice else "in rotation",
        stakes=stakes.pop() if len(stakes) == 1 else "",
        taken=len(state.seated),
        size=seats_of(actor),
        hosting=bool(person and desk.may_host(person.id)),
        seated=bool(person and actor.seat_of(person.id) is not None),
        state=_state(actor),
        names=tuple(actor.services.name_of(place.player) for place in state.seated.values()),
    )


def _state(actor: Actor) -> str:
    state, desk = actor.scene.table.state, actor.scene.desk
    if state.closed is not None:
        return "closed"
    if desk.stopped:
        return "stopped"
    if state.paused_at is not None:
        return "paused"
    return f"hand {state.hands}" if actor.scene.table.playing else "between hands" if state.hands else "not begun"
