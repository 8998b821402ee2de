"""Hands that are over in a real browser: stepped through by buttons, keys and the list, and read without a script."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from browser.harness import Room
from past_evening import Evening, in_a_room

pytestmark = pytest.mark.needs("chromium")
SIZES = ("desktop", "phone", "sideways")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A served room in which three hands are over, and the cookie of one who was there."""
    folder, kept = tmp_path_factory.mktemp("played") / "room", {}

    async def work(e: Evening) -> None:
        await e.begin("Ada", "Ben", games=("badugi", "stud_eight"))
        e.shows = {"Ben"}
        await e.play(3)
        kept.update(token=e.tokens["Ada"], table=e.table)

    with ThreadPoolExecutor(1) as apart:  # the browser's own loop runs in this thread
        apart.submit(in_a_room, folder, work).result()
    room = Room.start(folder)
    yield room, kept
    room.stop()


def enter(played, visit, size="desktop", **context):
    room, kept = played
    visitor = visit("Ada", size, **context)
    visitor.page.context.add_cookies([{"name": "oddchip", "value": kept["token"], "url": room.url("/")}])
    return visitor, room.url(f"/table/{kept['table']}")


def place(page) -> str:
    return page.locator("#where").text_content()


def test_a_hand_is_stepped_through_by_buttons_keys_and_the_list(played, visit):
    visitor, table = enter(played, visit)
    page = visitor.page
    page.goto(f"{table}/history/1")
    page.locator("html[data-replay=on]").wait_for()
    count = int(page.locator("#log li").last.get_attribute("data-step")) + 1
    assert place(page) == f"1 of {count}"
    page.get_by_role("button", name="Step forward").click()
    page.keyboard.press("ArrowRight")
    assert place(page) == f"3 of {count}"
    page.keyboard.press("ArrowLeft")
    assert place(page) == f"2 of {count}"
    assert page.url.endswith("#2")
    assert page.locator("#log li[aria-current=step]").first.get_attribute("data-step") == "1"
    page.get_by_role("button", name="Last step").click()
    assert place(page) == f"{count} of {count}"
    assert page.locator("#result").is_visible()
    page.get_by_role("link", name="Step 5", exact=True).click()
    assert place(page) == f"5 of {count}"
    page.locator("#place").focus()
    page.keyboard.press("Home")
    assert place(page) == f"1 of {count}"
    assert page.locator("#hand od-card").count() in (0, 4)
    page.get_by_role("button", name="Last step").click()
    shown = page.locator("#opponents od-card:not(.back)").count()
    page.get_by_role("link", name="only my cards").click()
    page.locator("html[data-replay=on]").wait_for()
    assert place(page).split(" of ")[0] == place(page).split(" of ")[1]
    assert page.locator("#opponents od-card:not(.back)").count() == 0
    page.get_by_role("link", name="everybody").click()
    page.locator("html[data-replay=on][data-seated=false]").wait_for()
    assert page.locator("#opponents od-card:not(.back)").count() >= shown


def test_a_hand_plays_by_itself_and_stops_at_its_end(played, visit):
    visitor, table = enter(played, visit)
    page = visitor.page
    page.goto(f"{table}/history/1")
    page.locator("html[data-replay=on]").wait_for()
    count = int(page.locator("#place").get_attribute("max")) + 1
    page.locator("#place").evaluate(
        "(slider, at) => { slider.value = at; slider.dispatchEvent(new Event('input')); }", count - 4
    )
    page.locator("#speed").select_option("4")
    page.locator("body").press(" ")
    assert page.get_by_role("button", name="Pause").is_visible()
    page.locator("#step[aria-disabled]").wait_for(timeout=10_000)
    assert place(page) == f"{count} of {count}"
    page.get_by_role("button", name="Play").wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_the_pages_of_histories_fit_and_are_in_order(played, visit, size):
    visitor, table = enter(played, visit, size)
    for path in ("history", "ledger", "history/1", "history/2"):
        visitor.page.goto(f"{table}/{path}")
        if "/" in path:
            visitor.page.locator("html[data-replay=on]").wait_for()
            visitor.page.keyboard.press("End")
            visitor.page.wait_for_timeout(700)  # what moves has come to rest
        visitor.shot(path, whole="/" not in path)
        assert visitor.fits()
        assert visitor.axe() == []


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_what_can_be_kept_of_a_hand_leaves_its_log_to_be_read(played, visit, size):
    visitor, table = enter(played, visit, size)
    page = visitor.page
    page.goto(f"{table}/history/1")
    page.locator("html[data-replay=on]").wait_for()
    if size == "phone":
        page.locator("#open-side").click()
    page.locator("#more summary").click()
    page.wait_for_timeout(300)
    visitor.shot("kept")
    assert page.locator("#more").evaluate("of => of.scrollHeight <= of.clientHeight")
    assert page.locator("#log").evaluate("of => of.clientHeight") >= 180


def test_without_scripts_a_hand_is_read_as_a_list(played, visit):
    visitor, table = enter(played, visit, "phone", java_script_enabled=False)
    page = visitor.page
    page.goto(f"{table}/history/2")
    assert page.locator("#log li").first.is_visible()
    assert page.locator("#felt").is_hidden()
    assert "Hand 2" in page.locator("#log li").first.text_content()
    visitor.shot("no scripts")
