"""Every Python example in the README and in docs/ runs and prints what the page says."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md"] + [page for page in sorted((ROOT / "docs").rglob("*.md")) if ">>> " in page.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page):
    text = re.sub(r"^ *```.*$", "", page.read_text(), flags=re.M)  # a fence is not output
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert not failed, "".join(report)


def test_scripts_the_readme_names_exist():
    named = set(re.findall(r"\b(?:scripts|\.ci)/\w+", (ROOT / "README.md").read_text()))
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []
