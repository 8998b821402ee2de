"""A table kept by two workers on one database: people and bots play on while workers are changed and killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.evening import Party
from browser.harness import Room, first_json
from oddchip.cli.serve import DATABASE
from postgres_server import Server, postgres

__all__ = ["postgres"]
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.needs("postgresql")]
AWAY = 2.0
"""Seconds for which a page may be without a worker."""
#: Notes down for how long the page had no line to the room, in milliseconds.
WATCH = """() => {
  window.away = [];
  let since = null;
  const line = document.getElementById("line");
  new MutationObserver(() => {
    const off = line.dataset.state !== "on";
    if (off && since === null) since = performance.now();
    if (!off && since !== null) { window.away.push(performance.now() - since); since = null; }
  }).observe(line, {attributes: true, attributeFilter: ["data-state"]});
}"""
STANDS = "() => ({away: window.away, line: document.getElementById('line').dataset.state})"


@pytest.fixture
def party(chromium: Any, postgres: Server, tmp_path: Path) -> Iterator[Party]:
    room = Room.start(tmp_path / "data", "--workers", "2", env={DATABASE: postgres.database()})
    found = Party(room, chromium, "badugi", tmp_path, wanted=1_000, dialogs=())
    try:
        yield found
    except Exception as fault:
        found.picture_failure(fault)
        raise
    finally:
        found.leave()
        room.stop()


def play_on(party: Party, steps: Iterator[None], hands: int) -> None:
    """So many hands more, through the screen."""
    wanted = party.hands + hands
    while party.hands < wanted:
        next(steps)


def test_people_play_on_while_workers_are_changed_and_killed(party: Party) -> None:
    steps = party.play()
    play_on(party, steps, 2)
    for player in party.players:
        player.page.evaluate(WATCH)
    # Every worker is changed for a new one.
    os.kill(party.room.process.pid, signal.SIGHUP)
    play_on(party, steps, 3)
    changed = [player.page.evaluate(STANDS) for player in party.players]
    assert all(each["line"] == "on" and each["away"] for each in changed), changed
    assert max(gap for each in changed for gap in each["away"]) < 1000 * AWAY, changed
    # One of them is killed: whoever was with it comes back through the other.
    os.kill(workers(party.room)[0], signal.SIGKILL)
    play_on(party, steps, 3)
    assert all(player.page.evaluate(STANDS)["line"] == "on" for player in party.players)
    assert not any("out of time" in line for player in party.players for line in player.look()["log"])
    for player in party.players:
        player.visitor.shot("at the end")


def workers(room: Room) -> list[int]:
    """The processes that are the room's workers now."""
    children = Path(f"/proc/{room.process.pid}/task/{room.process.pid}/children").read_text().split()
    assert len(children) >= 2, first_json(room.process, room.said)
    return [int(each) for each in children]
