"""Fixtures of the browser tests. Mark a test, or its module, with `pytest.mark.needs("chromium")`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from browser.harness import ARTEFACTS, Room, Visitor, launch, plain

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visitor]]:
    """`visit(name, size="desktop", **context)`: a Visitor, who leaves when the test ends.

    The test fails when a console complained. When it fails, each page is pictured as it stood.
    """
    visitors: list[Visitor] = []
    folder = ARTEFACTS / plain(request.node.name)

    def visit(name: str, size: str = "desktop", **context: Any) -> Visitor:
        visitors.append(Visitor.enter(chromium, name, size, folder=folder, **context))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        if request.node.stash.get(FAILED, False) and not visitor.page.is_closed():
            visitor.shot("failed")
        visitor.leave()
    for visitor in visitors:
        visitor.check()


@pytest.fixture
def room(tmp_path) -> Iterator[Room]:
    """A fresh card room for one test."""
    room = Room.start(tmp_path / "data")
    yield room
    room.stop()
