"""What is played: one game, a rotation, dealer's choice, announcements.

Sources: MIX-1, MIX-3, MIX-5, CU-3.
"""

from __future__ import annotations

from collections.abc import Sequence

from oddchip.errors import SetupError
from oddchip.house import HouseRules
from oddchip.plan import plan_for
from oddchip.spec import Game
from oddchip.stakes import Stakes
from oddchip.table import commands as cmd
from oddchip.table import facts
from oddchip.table.doing import Doing
from oddchip.table.kills import kill_post, killed, may_be_killed
from oddchip.table.mixing import announcement, choice_hands, chooser
from oddchip.table.state import TableState
from oddchip.table.values import Entry, Line


def set_game(t: Doing, c: cmd.SetGame) -> None:
    _set_line(t, Line((Entry(c.game, c.stakes),)))


def set_rotation(t: Doing, c: cmd.SetRotation) -> None:
    _set_line(t, Line(_entries(c.games), c.hands_each))


def next_game(t: Doing, c: cmd.NextGame) -> None:
    line = t.state.next_line or t.state.line
    if line is None or line.choice or len(line.entries) < 2:
        raise SetupError("only a rotation of two games or more moves on")
    t.say(facts.RotationMoved())


def dealers_choice(t: Doing, c: cmd.DealersChoice) -> None:
    _set_line(t, Line(_entries(c.games), choice=True))


def _entries(games: Sequence[tuple[Game, Stakes]]) -> tuple[Entry, ...]:
    return tuple(Entry(game, stakes) for game, stakes in games)


def _set_line(t: Doing, line: Line) -> None:
    if t.state.closed is not None:
        raise SetupError("the table is closed")
    for entry in line.entries:
        check_entry(entry, t.state.next_house or t.state.house)
    if len(t.state.seated) > line.seat_limit:
        raise SetupError(f"{len(t.state.seated)} players sit here, and these games take {line.seat_limit} (MIX-5)")
    t.say(facts.GamesSet(line))


def choose(t: Doing, c: cmd.Choose) -> None:
    asked = chooser(t.state)
    if c.seat != asked:
        raise SetupError(
            "nobody is asked to choose a game" if asked is None else f"seat {asked} chooses, not seat {c.seat}"
        )
    entry = _allowed(t.state, c.game, c.stakes)
    t.say(facts.GameChosen(c.seat, entry, choice_hands(t.state, entry)))
    if c.announce:
        announce(t, cmd.Announce())


def _allowed(state: TableState, game: Game, stakes: Stakes | None) -> Entry:
    assert state.line is not None
    for entry in state.line.entries:
        if entry.game == game and stakes in (None, entry.stakes):
            return entry
    raise SetupError(f"{game.id} is not on this table's list: {', '.join(map(str, state.line.entries))}")


def set_house(t: Doing, c: cmd.SetHouse) -> None:
    line = t.state.next_line or t.state.line
    for entry in line.entries if line else ():
        check_entry(entry, c.house)
    t.say(facts.HouseSet(c.house))


def check_entry(entry: Entry, house: HouseRules) -> None:
    """Refuse stakes that the game cannot use, or that a kill would cut into part-chips (D-KP-1)."""
    plan_for(entry.game, entry.stakes, house, entry.game.seats[0])
    if may_be_killed(entry, house):
        killed(entry, house)
        kill_post(entry, house)


def announce(t: Doing, c: cmd.Announce) -> None:
    entry = t.state.entry
    if entry is None:
        raise SetupError("there is no game to announce yet")
    if unknown := set(c.what) - {"money", "limits", "no_qualifier"}:
        raise SetupError(f"what is announced is money, limits or no_qualifier, not {unknown.pop()!r}")
    t.say(facts.Announced(announcement(entry, t.state.house, c.what, t.state.announced)))
