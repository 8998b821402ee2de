"""What all tests share: the long runs and their record, and tests that need a tool of the machine."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import settings

import verified as page

settings.register_profile("quick", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=2000)
settings.load_profile("quick")

FULL = Path(__file__).parent / "full"
TOOLS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "postgresql": ("postgres", "pg_ctl", "pg_ctlcluster"),
}
PASSED = pytest.StashKey[bool]()
RUNS = pytest.StashKey[dict[str, tuple[str, str]]]()
LEFT_OUT = pytest.StashKey[Counter[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nothing-left-out", action="store_true", help="fail when any test was skipped")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RUNS] = {}
    config.stash[LEFT_OUT] = Counter()


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if FULL in item.path.parents:
            item.add_marker("full")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("needs"):
        tool = marker.args[0]
        if not any(map(shutil.which, TOOLS[tool])):
            item.config.stash[LEFT_OUT][tool] += 1
            pytest.skip(f"no {tool} here")


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
        request.config.stash[RUNS][name] = text, summary


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.stash[RUNS]:
        page.record(session.config.stash[RUNS])
    if session.config.getoption("nothing_left_out") and skipped(session.config) and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if left_out := config.stash[LEFT_OUT]:
        what = ", ".join(f"what needs {tool} ({count})" for tool, count in sorted(left_out.items()))
        terminalreporter.write_line(f"left out: {what}", yellow=True)
    if config.getoption("nothing_left_out") and (count := skipped(config)):
        terminalreporter.write_line(f"{count} skipped, and nothing may be left out", red=True)


def skipped(config: pytest.Config) -> int:
    return len(config.pluginmanager.get_plugin("terminalreporter").stats.get("skipped", []))
