"""The dashboard in a real browser: it keeps itself up to date, can be stopped, and fits on a phone."""

import re

import pytest

pytestmark = pytest.mark.needs("chromium")


def host_of(room, visit, name, size, called="Hanna"):
    host = visit(name, size)
    host.page.goto(room.url(f"/host?key={room.host_key}"))
    host.page.get_by_label("Your name").fill(called)
    host.page.get_by_role("button", name="Come in").click()
    host.page.get_by_role("heading", name=f"Hello, {called}").wait_for()
    return host


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_it_follows_the_room_by_itself(room, visit, size):
    host = host_of(room, visit, f"host {size}", size)
    page = host.page
    page.get_by_role("link", name="Dashboard").click()
    page.get_by_role("heading", name="Dashboard", level=1).wait_for()
    assert page.get_by_text("No table is open.").is_visible()
    host.shot("empty", whole=True)
    other = host.another_tab()
    for title in ("Friday night", "A title as long as any may be, we believe so"):
        other.goto(room.url("/tables?game=badugi"))
        other.get_by_label("What is it called?").fill(title)
        other.get_by_label("Bots", exact=True).fill("3")
        other.get_by_role("button", name="Open the table").click()
        other.wait_for_url("**/table/*")
    page.bring_to_front()
    page.get_by_role("link", name="Friday night").wait_for()
    assert page.get_by_text("No table is open.").is_hidden()
    assert page.locator("#facts dd", has_text="2 open, 0 closed").is_visible()
    host.shot("tables", whole=True)
    assert host.fits()
    assert host.axe() == []


def test_a_second_host_takes_charge_of_a_table_that_came_while_he_looked_on(room, visit):
    ida = host_of(room, visit, "ida", "phone", "Ida").page
    ida.goto(room.url("/dashboard"))
    ida.get_by_text("No table is open.").wait_for()
    host = host_of(room, visit, "host", "desktop").page
    host.goto(room.url("/tables?game=badugi"))
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/table/*")
    ida.bring_to_front()
    ida.get_by_role("button", name="Become a host here").click()
    ida.wait_for_url(host.url)
    host.bring_to_front()
    host.get_by_text("Ida is a host here now, by the host key.").first.wait_for(state="attached")
    ida.goto(room.url("/dashboard"))
    ida.get_by_text("anew every").wait_for()
    assert ida.get_by_role("button", name="Become a host here").count() == 0


def test_it_can_be_stopped_by_keyboard_and_says_when_nobody_answers(room, visit):
    host = host_of(room, visit, "host", "desktop")
    page = host.page
    page.goto(room.url("/dashboard"))
    state = page.locator("#state")
    page.get_by_text("anew every").wait_for()
    assert re.match(r"As of [012]\d:\d\d:\d\d, ", state.text_content())
    page.get_by_role("button", name="Pause").focus()
    page.keyboard.press("Enter")
    page.locator("#state", has_text="Paused.").wait_for()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(6000)
    assert asked == []
    assert state.text_content() == "Paused."
    host.expect("Failed to load resource|request failed")
    room.kill()
    page.keyboard.press("Enter")
    page.locator("#state", has_text="does not answer just now").wait_for()
