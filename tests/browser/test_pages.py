"""The pages around the table in a real browser: in order at every size, by keyboard too, without a complaint."""

import pytest

from browser.harness import SIZES

pytestmark = pytest.mark.needs("chromium")
PAGES = ("/", "/tables", "/me", "/rules", "/rules/jacks_back?stakes=2/4 ante 1", "/cards", "/nothing")


@pytest.fixture
def host(room, visit):
    host = visit("host")
    host.page.goto(room.url(f"/host?key={room.host_key}"))
    host.page.get_by_label("Your name").fill("Hanna")
    host.page.get_by_role("button", name="Come in").click()
    host.page.get_by_role("heading", name="Hello, Hanna").wait_for()
    return host


def test_a_table_is_opened_and_a_guest_invited_by_the_pages_alone(room, visit, host):
    page = host.page
    page.get_by_role("link", name="New table").click()
    page.get_by_label("What is it called?").fill("Friday night")
    page.get_by_label("or a list that people know").select_option("HORSE")
    page.get_by_label("dealer's choice").check()
    page.get_by_label("Bots", exact=True).fill("3")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    table = page.url
    page.goto(f"{table}/invites")
    page.get_by_role("button", name="Make a link to play").click()
    link = page.locator("#link").text_content()
    assert page.get_by_role("img", name="QR code of the link").count() == 0, "no phone could open it"
    for size in SIZES:
        guest = visit(f"guest {size}", size)
        guest.page.goto(link)
        guest.shot("invitation")
        assert guest.fits()
        assert guest.axe() == []
        guest.page.get_by_label("Your name").fill(f"Ada {size}")
        guest.page.keyboard.press("Enter")
        guest.page.wait_for_url(table)
    for path in (f"{table}/invites", f"{table}/house"):
        page.goto(path)
        host.shot(path.rpartition("/")[2], whole=True)
        assert host.fits()
        assert host.axe() == []


def test_a_house_rule_is_changed_and_shown_by_keyboard(room, host):
    page = host.page
    page.goto(room.url("/tables?game=razz"))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    page.goto(f"{page.url}/house")
    page.locator("summary", has_text="Betting").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Cap raises").fill("5")
    page.get_by_role("button", name="Play by these rules").focus()
    page.keyboard.press("Enter")
    page.get_by_role("row", name="cap raises 5").wait_for()
    host.shot("house rules", whole=True)
    assert host.axe() == []


@pytest.mark.parametrize("size", ["desktop", "small"])
def test_every_page_fits_and_has_nothing_that_shuts_somebody_out(room, visit, size):
    guest = visit(f"host {size}", size)
    guest.page.goto(room.url(f"/host?key={room.host_key}"))
    guest.page.get_by_label("Your name").fill("Hanna")
    guest.page.get_by_role("button", name="Come in").click()
    guest.page.get_by_role("heading", name="Hello, Hanna").wait_for()
    guest.expect("404")
    for path in PAGES:
        guest.page.goto(room.url(path))
        guest.page.get_by_role("heading", level=1).wait_for()
        guest.shot(path.strip("/").partition("?")[0].replace("/", "-") or "lobby", whole=True)
        assert guest.fits(), path
        assert guest.axe() == [], path
