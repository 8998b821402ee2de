"""Six games out of the six families, played to the end through the screen: a laptop, a phone, and bots.

Every game and twist is played so in the long run (tests/full/test_browser.py).
"""

import pytest

from browser.evening import parties, together
from browser.harness import ARTEFACTS, Room

pytestmark = pytest.mark.needs("chromium")

#: Draw with openers, declared in closed fists, stud with a bug, two rows, an exchange, Italian cards.
GAMES = (
    "gardena_jackpots",
    "high_low_declare",
    "with_bugs(stud_eight)",
    "cucamonga",
    "california_poker",
    "on_deck(johnson, italian)",
)
HANDS = 10


@pytest.fixture(scope="module")
def tables(tmp_path_factory, chromium):
    """All six are played at the same time: each waits most of the time, for a guard or for the others."""
    room = Room.start(tmp_path_factory.mktemp("evening") / "data", "--no-limits")
    made = parties(room, chromium, GAMES, ARTEFACTS / "evening", wanted=HANDS, dialogs=())
    made[0].dialogs = ("open-game", "open-me", "open-settings", "open-help", "open-host")
    ended = together(made)
    yield {party.game: (party, ended[party.game]) for party in made}
    room.stop()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_the_end_through_the_screen_alone(tables, game):
    party, fault = tables[game]
    if fault:
        raise fault
    assert party.hands >= HANDS
    assert {"Hanna", "Guy"} == {player.visitor.name for player in party.players if player.presses}
