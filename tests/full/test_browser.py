"""Every game, and every kind of twist, played for ten hands to the end through the screen, on a laptop and a phone."""

# needs: browser js npm

import pytest

from browser.evening import parties, together
from browser.harness import ARTEFACTS, Room, launch
from oddchip.games import games

pytestmark = pytest.mark.needs("chromium")

TWISTED = (
    "triple_draw(california_lowball)",
    "triple_draw(gardena_jackpots)",
    "four_before(gardena_jackpots)",
    "four_before(johnson)",
    "declare(five_card_draw)",
    "declare(gardena_jackpots)",
    "with_bugs(stud_eight)",
    "with_bugs(high_low_declare, 2)",
    "on_deck(johnson, italian)",
    "on_deck(gardena_jackpots, italian)",
    "on_deck(seven_card_stud, italian)",
)
HANDS, AT_ONCE = 10, 4
ALL = (*[game.id for game in games()], *TWISTED)
GROUPS = [ALL[at : at + AT_ONCE] for at in range(0, len(ALL), AT_ONCE)]


@pytest.mark.parametrize("names", GROUPS, ids=", ".join)
def test_ten_hands_of_every_game_through_the_screen_alone(names, tmp_path, verified):
    from playwright.sync_api import sync_playwright

    room = Room.start(tmp_path / "data", "--no-limits")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        made = parties(room, browser, names, ARTEFACTS / "evening", wanted=HANDS)
        ended = together(made)
        browser.close()
    room.stop()
    faults = {game: fault for game, fault in ended.items() if fault}
    for party in made:
        verified(
            f"browser: {party.game}",
            f"ten hands through the screen alone: a laptop (1280 x 800), a phone (390 x 844) and "
            f"{party.seats - 2} bots; axe-core at each kind of decision, at dialogs and at the showdown",
            str(faults.get(party.game, "")) or f"{party.hands} hands, {party.presses} presses, no complaint",
        )
    assert not faults, "\n\n".join(f"{game}: {fault}" for game, fault in faults.items())
    assert all(party.hands >= HANDS for party in made)
