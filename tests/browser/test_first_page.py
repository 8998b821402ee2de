"""The room's first page, from the real server: in order at every size, for a guest and for the host."""

import pytest

from browser.harness import SIZES

pytestmark = pytest.mark.needs("chromium")


def test_the_first_page_is_in_order_at_every_size(room, visit):
    for size in SIZES:
        guest = visit(f"guest {size}", size)
        guest.page.goto(room.lobby)
        guest.page.get_by_role("heading", level=1).wait_for()
        guest.shot("first page")
        assert guest.fits()
        assert guest.axe() == []


def test_the_host_key_opens_the_host_page_without_complaint(room, visit):
    host = visit("host")
    host.page.goto(room.url(f"/host?key={room.host_key}"))
    host.page.get_by_role("heading", level=1).wait_for()
    host.shot("host page", whole=True)
    assert host.axe() == []
