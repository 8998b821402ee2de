"""Odds in the terminal: the questions people ask, the pages, what is asked wrong, and the want of the extra."""

import json
import re
import resource
import runpy
import shlex
import subprocess
import sys
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

import odds_questions
from oddchip.cli import COMMANDS, odds_common
from oddchip.cli import odds as command
from oddchip.cli import odds_keeps as keeps_command
from terminal import oddchip

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "docs" / "odds.md", *sorted((ROOT / "docs" / "odds").glob("*.md"))]


def answer(line):
    ran = oddchip(*shlex.split(line), "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def shares(line):
    return [Fraction(player["share"]["fraction"]) for player in answer(line)["players"]]


# --- the questions people ask ----------------------------------------------------------------------------------------


def test_two_to_a_wheel_against_a_pat_eight():
    assert shares('odds kansas_city "2c3d4h throws KdQc" 8c7d5h4c2s')[0] == Fraction(51, 861)


def test_one_to_a_seven_against_a_pat_eight():
    assert shares('odds kansas_city "2c3d4h7s throws Kd" 8c7d5h4c2s')[0] == Fraction(10, 42)
    assert shares("odds kansas_city 2c3d4h7s 8c7d5h4c2s --discard Kd --drawing 1,0")[0] == Fraction(10, 42)


@pytest.mark.parametrize("draws, per_cent", [(1, 20.833), (2, 37.68), (3, 51.23)])
def test_three_to_a_badugi(draws, per_cent):
    found = answer(f"odds make badugi Ac2d3h9h --target badugi --keep Ac2d3h --draws {draws}")
    assert found["chance"]["percent"] == pytest.approx(per_cent, abs=0.005)


def test_jackpots_openers_with_the_bug():
    row = answer("odds frequencies gardena_jackpots opens")["sections"][0]["rows"][0]
    assert (row["count"], row["of"], row["exact"]) == (642_881, 2_869_685, True)


def test_kings_keep_the_bug():
    found = answer('odds keeps gardena_jackpots "KcKd Joker 9h 4s"')
    best, second = found["keeps"][:2]
    assert (best["keep"], best["share"]["fraction"]) == (["Kc", "Kd", "X1"], "15955369/17570574")
    assert (second["keep"], found["exact"]) == (["Kc", "Kd"], True)
    assert len(found["keeps"]) == 32
    few = answer('odds keeps gardena_jackpots "KcKd Joker 9h 4s" --top 2')
    assert few == {**found, "keeps": [best, second]}


def test_stud_eight_three_ways_on_fifth_street():
    parts = shares('odds stud_eight "AsAd/3h4h5c" "KsKd/8c9c2d" "7s6s/7d6d5d" --dead QhJsTh9h4c')
    assert sum(parts) == 1
    assert parts[0] == Fraction(22763549, 40778640)


def test_cucamonga_against_every_hand():
    found = answer('odds cucamonga Ac3c4dTdQc "?" --rows "8hKh7c7d/5d6h5s8d"')
    me = found["players"][0]
    assert found["deals"] == 575_757
    assert Fraction(me["share"]["fraction"]) == Fraction(1165459, 2303028)
    assert Fraction(me["win"]["high"]["fraction"]) == Fraction(102799, 575757)
    assert Fraction(me["tie"]["low"]["fraction"]) == Fraction(40635, 575757)


def test_california_poker_after_the_swap():
    line = ["california_poker", "As2s3s4sKdQdJdTd gives As2s3s4s", "5h6h7h8hKcQcJcTc gives 5h6h7h8h"]
    ran = oddchip("odds", *line)
    assert ran.out.endswith("Player 1 ends with king high: K-Q-J-T-8.\nPlayer 2 ends with ace-high straight.\n")


def test_declaring():
    found = answer('odds high_low_declare "2c3d4h6c throws Kd" "9s9d9c throws 4dJs"')["declarations"]
    by_choice = {tuple(one["question"]["declared"]): one["players"][0]["share"]["fraction"] for one in found}
    assert len(by_choice) == 9
    assert by_choice["low", "high"] == by_choice["high", "low"] == "1/2"
    assert by_choice["both", "both"] == str((1 + Fraction(by_choice["high", "high"])) / 2)
    assert shares('odds high_low_declare "2c3d4h6c throws Kd" "9s9d9c throws 4dJs" --declare low,both') == [1, 0]


# --- the pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_on_the_pages_are_true(page):
    for line, shown in re.findall(r"^\$ oddchip (.*)\n((?:.*\n)*?)```", page.read_text(), re.M):
        assert oddchip(*shlex.split(line)).out == shown, line


def test_the_questions_have_their_page():
    page = (ROOT / "docs" / "odds" / "questions.md").read_text()
    assert len(re.findall(r"^\$ oddchip odds", page, re.M)) >= 10
    assert all(f"$ oddchip {name}" in "".join(p.read_text() for p in PAGES) for name in COMMANDS if "odds" in name)


def test_every_game_says_which_questions_are_answered_exactly():
    page = odds_questions.PAGE.read_text()
    assert page == odds_questions.written(page), "python tests/odds_questions.py writes the table anew"


def test_how_fast_is_written_by_its_bench_and_nothing_is_below_its_floor():
    how_fast = runpy.run_path(str(ROOT / "bench" / "how_fast.py"))
    page = (ROOT / "docs" / "how-fast.md").read_text()
    about = re.search(r"^\d{4}-\d\d-\d\d, .*$", page, re.M)[0]
    tables = {}
    for title, rows in re.findall(r"^## (.*)\n\n.*\n.*\n((?:\|.*\n)+)", page, re.M):
        tables[title] = [how_fast["read_row"](row) for row in rows.splitlines()]
    assert page == how_fast["page"](about, tables)
    assert list(tables)[:2] == list(how_fast["PARTS"].values())
    floored = [row for rows in tables.values() for row in rows if row["floor"] is not None]
    assert len(floored) >= 12
    for row in floored:
        assert row["figure"] <= row["floor"] if row["at_most"] else row["figure"] >= row["floor"], row["name"]


# --- asked wrong (one sentence, code 2) ------------------------------------------------------------------------------

ASKED_WRONG = [
    ('odds kansas_city 2c3d4h "1s"', "no card is called"),
    ("odds kansas_city 2c3d4h 2c5d", "the deuce of clubs is there twice"),
    ("odds kansas_city 2c3d4h X1", "joker|not in this deck|no joker"),
    ("odds kansas_city 2c3d4h 5d6d --dead 3d", "the three of diamonds is there twice"),
    ("odds kansas_city 2c3d4h", "two players or more"),
    ("odds kansas_city 2c3d4h5c6c7c 8c8d", "no more than 5"),
    ("odds kansas_city 2c3d4h 8c8d --draws 4", "has 1 draws?, not 4"),
    ("odds kansas_city 2c3d4h 8c8d --drawing 3,3", "receives 2, not 3"),
    ("odds kansas_city 2c3d4h 8c8d --drawing two", "whole numbers between commas"),
    ('odds kansas_city 2c3d4h "pat nonsense"', "nonsense"),
    ('odds kansas_city 2c3d4h --range ""', "an empty range"),
    ('odds kansas_city 2c3d4h "pat 2-2-2-2-3 and not any"', "nobody can hold"),
    ("odds kansas_city 2c3d2h2s 'pat 2-2-3-4-5'", "can hold no hand|nothing is left|nobody can hold"),
    ("odds gardena_jackpots AsAd 9c --rules max_draw=3", "would throw 4"),
    ("odds texas_holdem AhKh QsQd --board 2c2d2h3c3d3h", "has 5 cards, not 6"),
    ("odds badugi Ac2d3h 4c5d --board 2c", "no card of Badugi lies on the table"),
    ('odds texas_holdem AhKh QsQd --rows "2c/3c"', "1 row"),
    ("odds cucamonga Ac3c4dTdQc ? --board 8h", "has 2 rows on the table"),
    ("odds texas_holdem AhKh QsQd --board 2c --rows 3c", "not both"),
    ("odds texas_holdem AhKh QsQd --declare high,low", "the cards speak"),
    ("odds high_low_declare AhKhQhJh9s 2c2d2h3c3d --declare high,up", "up"),
    ("odds texas_holdem AhKh QsQd --on moon", "do not run on 'moon'"),
    ("odds texas_holdem AhKh QsQd --error 2", "a part such as 0.001"),
    ("odds texas_holdem AhKh QsQd --workers 0", "1 or more"),
    ("odds texas_holdem AhKh QsQd --exact --sampled", "not allowed with"),
    ("odds texas_holdem AhKh QsQd --plot shares.pdf", "ends in .svg or .png"),
    ("odds texas_holdem AhKh QsQd --plot nowhere/shares.svg", "no folder nowhere"),
    ("odds texas_holdm AhKh QsQd", "texas_holdem"),
    ("odds keeps texas_holdem AhKh", "has no draw"),
    ("odds keeps kansas_city 2c3d4h", "a whole hand of 5"),
    ("odds keeps kansas_city 2c3d4h7sKd --against 2c", "the deuce of clubs is there twice"),
    ("odds make kansas_city 2c3d4h7sKd", "required: --target"),
    ("odds make kansas_city 2c3d4h7sKd --target nonsense", "nonsense"),
    ("odds make kansas_city 2c3d4h7sKd --target '8-7 low' --draws 3", "has 1 draws?"),
    ("odds make kansas_city 2c3d4h7sKd --target '8-7 low' --keep As", "cards of the hand"),
    ("odds frequencies badugi opens", "may open with anything"),
    ("odds frequencies badugi --kept 2c2c", "twice"),
    ("odds frequencies badugi --cards 9", "1 to 4 cards"),
    ("odds frequencies five_card_draw --detail hands --plot x.svg", "room for 60 classes"),
]


@pytest.mark.parametrize("line, sentence", ASKED_WRONG, ids=[line for line, _ in ASKED_WRONG])
def test_what_is_asked_wrong_gets_one_sentence_and_code_2(line, sentence):
    ran = oddchip(*shlex.split(line))
    assert (ran.code, ran.out) == (2, "")
    assert re.search(sentence, ran.err), ran.err
    assert ran.err.startswith("oddchip: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("line", ["odds kansas_city 2c3d4h 2c5d", 'odds texas_holdem AhKh "pat Q-Q"'])
def test_what_is_asked_wrong_is_told_in_under_a_second_of_work(line):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    program = [sys.executable, "-P", "-m", "oddchip.cli", *shlex.split(line)]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert ran.returncode == 2
    assert (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime) < 1


# --- without the extra -----------------------------------------------------------------------------------------------

HEAVY = {"numpy", "numba", "scipy", "joblib", "matplotlib", "dask", "ray"}
BARE = """
import sys
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {heavy}:
            raise ModuleNotFoundError(f"no {{name}}")
sys.meta_path.insert(0, Nowhere())
sys.path.insert(0, {src!r})
from oddchip.cli import main
import importlib.util, oddchip.cli.odds_common as common
common.find_spec = lambda name: None
sys.exit(main({argv!r}))
"""


@pytest.mark.parametrize(
    "line",
    [
        "odds kansas_city 2c3d4h 8c7d5h4c2s",
        "odds keeps kansas_city 2c3d4h7sKd",
        "odds make badugi Ac2d3h9h --target badugi",
        "odds frequencies badugi",
    ],
)
def test_without_the_extra_one_sentence_says_which_line_installs_it(line):
    program = BARE.format(heavy=sorted(HEAVY), src=str(ROOT / "src"), argv=shlex.split(line))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert "python -m pip install 'oddchip[odds]'" in ran.stderr


def test_other_commands_import_nothing_of_the_extra():
    program = """
import sys, io
from oddchip.cli import main
for line in (["games"], ["rules", "badugi"], ["eval", "AsKsQsJsTs"], ["perft", "johnson"], ["census", "high52"]):
    assert main(line, stdout=io.StringIO()) == 0, line
main(["odds", "badugi", "1c", "2c"], stderr=io.StringIO())
print(*{name.partition(".")[0] for name in sys.modules})
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not HEAVY & set(ran.stdout.split())


# --- stopped, long, drawn --------------------------------------------------------------------------------------------

LONG = ["odds", "stud_eight", "AsAd / 3h4h5c", "KsKd / 8c9c2d", "?", "--error", "0.00001"]


@contextmanager
def interrupting(screen, what):
    """A progress that is interrupted after the third chunk."""

    def tell(done, of, error=None):
        if done == 3:
            raise KeyboardInterrupt

    yield tell


def test_an_interruption_shows_the_answer_so_far_with_its_error(monkeypatch):
    monkeypatch.setattr(command, "progress", interrupting)
    ran = oddchip(*LONG)
    assert (ran.code, ran.err) == (130, "oddchip: interrupted\n")
    assert re.search(r"Sampled, and stopped; [\d,]+ random deals, standard error 0.\d+ %", ran.out)
    data = json.loads(oddchip(*LONG, "--json").out)
    assert not data["exact"]
    assert data["error"] > 0


def test_an_interruption_shows_the_keeps_so_far(monkeypatch):
    monkeypatch.setattr(keeps_command, "progress", interrupting)
    line = 'odds keeps "triple_draw(kansas_city)" 2c3d4h7sKd --against 8c7d5h4c2s --draws 3 --error 0.00001 --top 2'
    ran = oddchip(*shlex.split(line))
    assert (ran.code, ran.err) == (130, "oddchip: interrupted\n")
    assert re.search(r"Sampled, and stopped; [\d,]+ random deals, standard error of a share 0.\d+ %", ran.out)


def test_half_a_count_is_not_shown(monkeypatch):
    monkeypatch.setattr(command, "progress", interrupting)
    ran = oddchip("odds", "stud_eight", "AsAd3h4h5c", "KsKd8c9c2d", "7s6s7d6d5d", "--dead", "QhJsTh9h4c")
    assert (ran.code, ran.out) == (130, "")


def test_a_bar_only_for_what_takes_over_a_second(monkeypatch):
    from oddchip.cli.screen import Screen
    from terminal import Terminal

    said = []
    for patience in (30.0, 0.0):
        monkeypatch.setattr(odds_common, "_PATIENCE", patience)
        screen = Screen(sys.stdin, Terminal(), Terminal())
        with odds_common.progress(screen, "dealing") as tell:
            started = threading_timers_done()
            tell(1, 2, 0.01)
            assert patience or started
        said.append(screen.stderr.getvalue())
    assert said[0] == ""
    assert "dealing" in said[1]
    assert "1 %" in said[1]


def threading_timers_done():
    import threading
    import time

    time.sleep(0.2)
    return not any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


@pytest.mark.parametrize(
    "line, words",
    [
        ("odds kansas_city 2c3d4h 8c7d5h4c2s", ["Player 1 (2♣ 3♦ 4♥)", "Share of the pot in Kansas City"]),
        ("odds keeps badugi Ac2d3h3s --against 4c5d7hJs", ["stand pat", "draw 1", "A♣ 2♦ 3♥"]),
        ("odds make badugi Ac2d3h3s --target badugi", ["A♣ 2♦ 3♥", "16"]),
        ("odds frequencies badugi", ["per cent of all hands", "6.339 %"]),
    ],
)
def test_pictures(tmp_path, line, words):
    for name in ("one.svg", "two.svg", "three.png"):
        assert oddchip(*shlex.split(line), "--plot", str(tmp_path / name)).code == 0
    drawn = (tmp_path / "one.svg").read_text()
    assert all(word in drawn for word in words)
    assert (tmp_path / "two.svg").read_text() == drawn
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")


def test_drawn_on_a_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    ran = oddchip("odds", "kansas_city", "2c3d4h throws KdQc", "8c7d5h4c2s", tty=True)
    assert "\x1b[" in ran.out
    assert "2♣ 3♦ 4♥" in ran.out
    assert "5.923%" in ran.out
