"""Two people with a browser each deal California Poker to each other at a table of the room (docs/two_party.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from browser.evening import Party, Player
from browser.harness import Room
from oddchip.fair.two_party import verify_transcript
from oddchip.fair.two_party.messages import Open, read

pytestmark = pytest.mark.needs("chromium")
OVER = "#result-lines li"
CHOOSING = "#bar [data-do=seal]:visible"


@pytest.fixture
def party(chromium: Any, room: Room, tmp_path: Path) -> Any:
    found = Party(room, chromium, "california_poker", tmp_path, seats=2, dialogs=(), pace="slow", fairness="pair")
    try:
        yield found
    except Exception as fault:
        found.picture_failure(fault)
        raise
    finally:
        found.leave()


def seal(player: Player, rng: Random) -> list[str]:
    """Chooses four cards and gives them; what they were."""
    page = player.page
    page.locator(CHOOSING).wait_for()
    cards = page.locator("#hand .own")
    assert cards.count() == 8
    for at in rng.sample(range(8), 4):
        player.press(cards.nth(at))
    chosen = given(player)
    page.locator("#bar [data-do=seal]:not([aria-disabled=true])").wait_for()
    assert player.hook("seal", "#bar")
    page.locator(CHOOSING).wait_for(state="hidden")
    return chosen


def given(player: Player) -> list[str]:
    return sorted(
        player.page.locator("#hand .own.chosen od-card").evaluate_all(
            "all => all.map(each => each.getAttribute('aria-label') ?? each.textContent)"
        )
    )


def lines_of(player: Player, kind: str, came: bool = True) -> list[str]:
    """The lines of a kind that came, or were sent."""
    found: list[str] = []
    for frame in player.visitor.frames:
        message = json.loads(frame.text)
        if frame.came == came:
            lines = message.get("pair", {}).get("lines", []) if came else [message.get("line", "")]
            found += [line for line in lines if f'{{"kind":"{kind}"' in line]
    return found


def test_two_hands_with_a_reload_between_seal_and_opening(party: Party, room: Room) -> None:
    rng = Random(1)
    party.arrive()
    hanna, guy = party.players
    # Hand 1: Guy seals, loads his page again, and is not asked again.
    chosen = seal(guy, rng)
    mine = lines_of(guy, "seal", came=False)
    guy.page.reload()
    guy.page.locator("details.pair").wait_for()
    guy.page.locator("#hand .own.chosen").nth(3).wait_for()
    assert given(guy) == chosen
    assert guy.page.locator(CHOOSING).count() == 0
    assert not lines_of(hanna, "open")
    guy.visitor.shot("sealed")
    hanna.visitor.shot("choosing")
    assert guy.visitor.fits()
    seal(hanna, rng)
    for player in (hanna, guy):
        player.page.locator(OVER).first.wait_for()
        player.page.locator("details.pair", has_text="The hand is over").wait_for(state="attached")
    seals = [line for line in lines_of(hanna, "seal") if read(line).seat == 1]
    assert set(seals) == set(mine)
    opened = [read(line) for line in lines_of(hanna, "open")]
    assert len({message.seat for message in opened if isinstance(message, Open)}) == 2
    # What both have signed holds, on the page, too.
    hanna.page.locator("details.pair summary").click()
    hanna.visitor.shot("badge")
    assert hanna.visitor.axe() == []
    path = hanna.page.get_by_role("link", name="the transcript").get_attribute("href")
    text = hanna.page.request.get(room.url(path)).text()
    checked = verify_transcript(text)
    assert checked.ending is not None
    assert (checked.ending.end, checked.ending.unsigned) == ("settled", ())
    other = hanna.visitor.another_tab()
    other.goto(room.url(re.sub(r"/table/([^/]+)/pair/(\d+).jsonl", r"/verify#\1/\2/pair", path)))
    other.locator("#found[data-holds=yes]").wait_for()
    other.close()
    # Hand 2 follows by itself.
    for player in (guy, hanna):
        player.page.locator("#hand .own").first.wait_for()
    hanna.page.locator("#log li", has_text="Hand 2:").wait_for(state="attached")
    coached_once_more(hanna)
    guy.page.reload()
    guy.page.locator("#hand .own").first.wait_for()
    coached_once_more(guy)
    for player in (hanna, guy):
        seal(player, rng)
    for player in (hanna, guy):
        player.page.locator("#log li", has_text="Both have signed the result.").nth(1).wait_for(state="attached")
    for player in (hanna, guy):
        asked_before_settling(player)
    terms = [read(line) for line in lines_of(hanna, "commit")]
    assert len({message.terms for message in terms}) == 2
    for player in (hanna, guy):
        player.visitor.check()


def coached_once_more(player: Player) -> None:
    """While the second hand is played, the coach still tells of the first."""
    page = player.page
    assert not page.locator("#open-coach").is_visible()
    button, menu = page.locator("#last-coach"), page.locator("#open-menu")
    if menu.is_visible():  # on a phone
        menu.click()
    assert button.inner_text() == "Coach: hand 1"
    player.visitor.shot("last coach")
    assert player.visitor.fits()
    player.press(button)
    panel = page.get_by_role("dialog", name="Coach: hand 1")
    panel.get_by_text("The deal was").first.wait_for()
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")


def asked_before_settling(player: Player) -> None:
    """The question says what happens; who does not want it goes on playing."""
    page = player.page
    button = page.locator("[data-do=pair-chain]")
    if not button.is_visible():
        page.locator("details.pair summary").click()
    words = button.get_attribute("title") or ""
    assert "play tokens only" in words
    assert "ends, with the reason “playing on-chain”" in words
    player.press(button)
    asked = page.get_by_role("dialog", name="Settle on chain?")
    assert asked.locator(".question").inner_text() == words
    player.visitor.shot("settle on chain")
    assert player.visitor.fits()
    assert player.visitor.axe() == []
    asked.get_by_role("button", name="Play on here").click()
    asked.wait_for(state="detached")
    assert button.is_visible()
