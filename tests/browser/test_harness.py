"""The harness sees what it must see: frames, complaints, what axe-core objects to; and starts and stops a server."""

import sys
from pathlib import Path

import pytest

from browser.harness import SIZES, Room

pytestmark = pytest.mark.needs("chromium")
SMALL = (sys.executable, str(Path(__file__).with_name("small_server.py")))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    room = Room.start(tmp_path_factory.mktemp("small") / "data", command=SMALL)
    yield room
    room.stop()


@pytest.mark.parametrize("size", SIZES)
def test_a_visitor_keeps_frames_and_pages_and_finds_nothing_wrong(small, visit, size):
    ada = visit("Ada", size)
    ada.page.goto(small.lobby)
    ada.page.get_by_text("heard hello").wait_for()
    assert [(frame.came, frame.text) for frame in ada.frames] == [(False, "hello"), (True, "heard hello")]
    assert ada.came()[0] == "heard hello"
    assert "nothing yet" in ada.came()[1]
    assert ada.page.evaluate("[innerWidth, innerHeight]") == list(SIZES[size][:2])
    assert ada.fits()
    assert ada.axe(("minor", "moderate", "serious", "critical")) == []
    assert ada.page.evaluate("typeof axe") == "undefined"
    assert ada.shot("small page").stat().st_size > 1000


def test_what_is_wrong_with_a_page_is_found(small, visit):
    bob = visit("Bob")
    bob.page.goto(small.url("/bad"))
    bob.page.wait_for_function("document.readyState === 'complete'")
    assert {finding.rule for finding in bob.axe()} == {"button-name", "html-has-lang"}
    assert not bob.fits()
    bob.page.wait_for_timeout(50)
    assert any("all is lost" in said for said in bob.complaints)
    assert any("and broken" in said for said in bob.complaints)
    with pytest.raises(AssertionError, match="Bob's browser complained"):
        bob.check()
    for pattern in ("all is lost", "and broken", "Content Security Policy"):
        bob.expect(pattern)
    bob.check()


def test_two_visitors_are_two_people_and_a_tab_is_the_same_one(small, visit):
    ada, bob = visit("Ada"), visit("Bob", "phone")
    for visitor in (ada, bob):
        visitor.page.goto(small.lobby)
    ada.page.evaluate("localStorage.setItem('seat', '3')")
    tab = ada.another_tab()
    tab.goto(small.lobby)
    tab.get_by_text("heard hello").wait_for()
    assert tab.evaluate("localStorage.getItem('seat')") == "3"
    assert bob.page.evaluate("localStorage.getItem('seat')") is None
    assert sum(frame.came for frame in ada.frames) == 2


def test_a_server_is_stopped_killed_and_started_again_on_its_port(tmp_path):
    first = Room.start(tmp_path / "data", command=SMALL)
    assert first.kill() == -9
    again = Room.start(tmp_path / "data", command=SMALL, port=first.port)
    assert again.port == first.port
    assert again.stop() in (0, -15)


def test_a_server_that_does_not_come_up_says_why(tmp_path):
    with pytest.raises(RuntimeError, match="ended with 3: no room today"):
        Room.start(tmp_path / "data", command=(sys.executable, "-c", "print('no room today'); exit(3)"))
