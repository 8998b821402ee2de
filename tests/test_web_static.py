"""Scripts and style sheets go to browsers without comments and indents, and are the same program."""

import gzip
import re

import pytest

pytest.importorskip("starlette")

from oddchip.web.static import FOLDER, bare, files

FILES = [FOLDER / name for name in files() if name.endswith((".js", ".css"))]
NOT_AT_FIRST = {
    *("host.js", "sheets.js", "choice.js", "dialogs.js", "replay.js", "coach.js", "puzzles.js", "speaking.js"),
    "dashboard.js",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_nothing_but_comments_and_indents_is_left_out(path):
    text = path.read_text()
    short = bare(text)
    assert len(short.splitlines()) == len(text.splitlines())
    assert "/*" not in short
    assert not re.search(r"^[ \t]|^//", short, re.M)
    strings = re.findall(
        r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`', re.sub(r"/\*.*?\*/|^\s*//.*$", "", text, flags=re.S | re.M)
    )
    assert [each for each in strings if "/*" in each or (each[0] == "`" and "\n" in each)] == []


def test_the_table_is_small():
    """JavaScript of the first load at most 30 KB packed, with its style sheet at most 40."""
    at_first = [path for path in FILES if path.parent == FOLDER]  # what lies in a folder is loaded when it is needed
    packed = {path.name: len(gzip.compress(bare(path.read_text()).encode(), 9)) for path in at_first}
    scripts = sum(size for name, size in packed.items() if name.endswith(".js") and name not in NOT_AT_FIRST)
    assert scripts <= 30 * 1024, scripts
    assert scripts + packed["table.css"] <= 40 * 1024
