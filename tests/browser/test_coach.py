"""The coach of California Poker in a real browser: the panel over the table and the replay, and the page of puzzles."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from browser.harness import Room
from past_evening import Evening, in_a_room

pytestmark = pytest.mark.needs("chromium")
SIZES = ("desktop", "phone")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A served room in which three hands are over, with one on the table, and the cookie of who was there."""
    folder, kept = tmp_path_factory.mktemp("played") / "room", {}

    async def work(e: Evening) -> None:
        await e.begin("Ada", games=("california_poker",))
        await e.play(3)
        kept.update(tokens=e.tokens, table=e.table)

    with ThreadPoolExecutor(1) as apart:  # the browser's own loop runs in this thread
        apart.submit(in_a_room, folder, work).result()
    room = Room.start(folder)
    yield room, kept
    room.stop()


def enter(played, visit, size, name="Ada"):
    room, kept = played
    visitor = visit(name, size)
    visitor.page.context.add_cookies([{"name": "oddchip", "value": kept["tokens"][name], "url": room.url("/")}])
    return visitor, room.url(f"/table/{kept['table']}")


def opened(page):
    """The panel, once the scores are in it too."""
    panel = page.locator("dialog[data-dialog=coach]")
    panel.locator(".scores").wait_for()
    return panel


@pytest.mark.parametrize("size", SIZES)
def test_the_panel_over_the_table_says_what_the_hand_was_worth(played, visit, size):
    visitor, table = enter(played, visit, size)
    page = visitor.page
    page.goto(table)
    page.locator("#open-coach").wait_for()
    visitor.shot(f"result {size}")
    page.locator("#open-coach").click()
    panel = opened(page)
    words = panel.inner_text()
    assert "The deal was" in words
    assert "You gave" in words
    assert "Hanna gave" in words
    assert "against best play" in words or "against one who foresees it" in words
    assert re.search(r"Hanna\s+3\s", panel.locator(".scores").inner_text())
    visitor.shot(f"panel {size}")
    if size in ("phone", "small"):  # one thing to scroll
        assert panel.locator(".mixes ul").evaluate_all("all => all.every(of => of.scrollHeight <= of.clientHeight)")
    assert visitor.fits()
    assert visitor.axe() == []
    page.evaluate("document.documentElement.dataset.felt = 'light'")
    assert visitor.axe() == []
    panel.locator(".scores").scroll_into_view_if_needed()
    visitor.shot(f"map {size}")


def test_a_cell_of_the_map_is_chosen_by_list_key_and_pointer(played, visit):
    visitor, table = enter(played, visit, "desktop")
    page = visitor.page
    page.goto(f"{table}/history/1")
    page.locator("html[data-replay=on]").wait_for()
    step = page.locator("#where").text_content()
    page.locator("#open-coach").click()
    panel = opened(page)
    rows, columns = panel.locator("[data-do=what-if-0]"), panel.locator("[data-do=what-if-1]")
    rows.select_option("3")
    columns.select_option("60")
    panel.locator("[data-do=map]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert (rows.input_value(), columns.input_value()) == ("4", "61")
    told = page.evaluate(
        "fetch(location.pathname.replace('history', 'coach') + '.json').then((answer) => answer.json())"
    )
    mark, names = told["map"][4][61], told["names"]
    won = {"+": names[0], "-": names[1], "=": "Nobody"}[mark]
    verdict = panel.locator(".verdict").text_content()
    assert verdict == ("You win." if won == "Ada" else f"{won} wins.")
    final = told["finals"]["words"][told["finals"]["table"][4][61]]
    assert final in panel.locator(".found").inner_text()
    other = told["finals"]["words"][told["finals"]["table"][65][8]]
    assert other in panel.locator(".found").inner_text()
    box = panel.locator("[data-do=map]").bounding_box()
    cell = box["width"] / 73
    panel.locator("[data-do=map]").click(position={"x": (2.5 + 10.5) * cell, "y": (2.5 + 20.5) * cell})
    assert (rows.input_value(), columns.input_value()) == ("20", "10")
    assert page.locator("#where").text_content() == step
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_host_turns_the_coach_off(played, visit):
    visitor, table = enter(played, visit, "desktop", "Hanna")
    page = visitor.page
    page.goto(table)
    page.locator("#open-coach").wait_for()
    page.locator("#open-host").click()
    page.locator("[name=coach]").uncheck()
    page.locator("html[data-coach=false]").wait_for()
    page.keyboard.press("Escape")
    assert not page.locator("#open-coach").is_visible()
    assert page.request.get(f"{table}/coach/1.json").status == 404
    page.goto(f"{table}/history/1")
    assert page.locator("#open-coach").count() == 0
    page.goto(table)
    page.locator("#open-host").click()
    page.locator("[name=coach]").check()
    page.locator("html[data-coach=true]").wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_is_answered_by_keys_or_by_pressing(played, visit, size):
    room, _ = played
    visitor = visit("Eve", size)
    page = visitor.page
    page.goto(room.url("/"))
    page.get_by_role("link", name="a puzzle of California Poker").click()
    page.wait_for_url(re.compile(r"/puzzles/[a-f0-9]{8}$"))
    page.goto(room.url("/puzzles/abc"))
    cards = page.locator("#choice [data-do=card]")
    page.locator("#choice od-card").nth(7).wait_for()
    visitor.shot(f"puzzle {size}")
    assert visitor.fits()
    assert visitor.axe() == []
    if size == "desktop":
        for key in "1378":
            page.keyboard.press(key)
        page.keyboard.press("2")
        assert "take one back" in page.locator("#count").text_content()
        page.locator("#give").focus()
        page.keyboard.press("Enter")
    else:
        for place in (0, 2, 6, 7):
            cards.nth(place).click()
        page.locator("#give").click()
    page.locator("#answer").wait_for()
    assert page.locator("#told .pick").inner_text().startswith("You give")
    solved = page.locator("#answer").get_attribute("data-solved") == "true"
    assert f"You have solved {int(solved)} puzzle" in page.locator("#solved").text_content()
    visitor.shot(f"answer {size}", whole=True)
    assert visitor.fits()
    assert visitor.axe() == []
    page.locator("#again").click()
    assert cards.nth(0).get_attribute("aria-pressed") == "false"


def test_solved_puzzles_are_counted_once_and_kept_in_this_browser(played, visit):
    room, _ = played
    page = visit("Eve").page
    page.goto(room.url("/puzzles/count1"))
    told = page.evaluate("fetch(location.pathname + '?give=0123').then((answer) => answer.json())")
    gift = [span[1] for span in told["mixes"][0][0]["line"] if span[0] == "card"]
    for _ in range(2):
        page.reload()
        for card in gift:
            page.locator(f"#choice [data-do=card][data-card='{card}']").click()
        page.locator("#give").click()
        page.locator("#answer[data-solved=true]").wait_for()
        assert "You have solved 1 puzzle at the first try" in page.locator("#solved").text_content()
    page.goto(room.url("/puzzles/count2"))
    assert "You have solved 1 puzzle" in page.locator("#solved").text_content()
