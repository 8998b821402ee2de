"""The terminal: commands, their exit codes, and one sentence for whatever is asked wrong."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from oddchip import find_game, games
from oddchip.cli import COMMANDS
from oddchip.cli.frame import Parser
from oddchip.cli.games import modifiers_of
from oddchip.cli.screen import Screen, is_rich_terminal
from terminal import Terminal, oddchip

ROOT = Path(__file__).parents[1]
RULINGS = ROOT / "tests" / "rulings"
PERFT = ROOT / "tests" / "perft"

# --- asked wrong -----------------------------------------------------------------------------------------------------

ASKED_WRONG = [
    ("gmaes", "did you mean games?"),
    ("nothing", "there are games, rules, play"),
    ("games gardena", "did you mean gardena_jackpots?"),
    ("games --jsno", "did you mean --json?"),
    ("play", "required: GAME"),
    ("play jonson", "did you mean johnson?"),
    ("play triple_draw(johnson", "ends where a comma or a closing bracket should follow"),
    ("play triple_draw(stud_eight)", "draw"),
    ("play johnson --seats 9", "Johnson is for 2 to 8 players, not 9"),
    ("play california_poker --seats 3", "2 to 2 players"),
    ("play johnson --seats two", "a whole number, 2 or more"),
    ("play johnson --stakes 2.5/5", "not in whole chips"),
    ("play johnson --stakes 5/10", "not a whole chip"),
    ("play johnson --stakes 10", "say its bets"),
    ("play johnson --stakes 1-5 --limit pot", "no bets like|not|blinds|needs|pot"),
    ("play california_poker --stakes 2/4", "one stake each"),
    ("play foo", "no game is called 'foo'; oddchip games names them all$"),
    ("play johnson --limit fix", "invalid choice"),
    ("play johnson --rules cap=4", "no house rule is called 'cap'"),
    ("play johnson --rules cap_raises=x", "cap_raises must be"),
    ("play johnson --rules cap_raises", "NAME=VALUE"),
    ("play johnson --stack 5", "too few"),
    ("play johnson --deck tarot", "no pack is called 'tarot'"),
    ("play cucamonga --deck italian --seats 11", "players"),
    ("play johnson --record /nowhere/x.toml", "cannot write hands to /nowhere/x.toml"),
    ("eval As As", "twice"),
    ("eval 1s", "no card is called"),
    ("eval AsKs --order hgih", "no order is called 'hgih'"),
    ("eval AsKs --order high60", "no pack"),
    ("eval AsKs/Qs", "only with --game"),
    ("eval AsKsQsJsTs9s --game johnson", "has 5 cards, not 6"),
    ("eval AsKs/Qs --game johnson", "expected hand"),
    ("eval AsKs --game johnson --order high", "not both"),
    ("census high52 --cards 9", "one to eight cards"),
    ("census high", "no order is called"),
    ("perft nothing.perft", "cannot read nothing.perft: No such file"),
    ("perft johnson badugi", "or one game"),
    ("check nothing.yaml", "cannot read nothing.yaml"),
    ("replay nothing.toml", "cannot read nothing.toml"),
    ("rules johnson --format pdf", "invalid choice"),
    ("simulate-night nothing.toml", "cannot read nothing.toml"),
]


@pytest.mark.parametrize("line, sentence", ASKED_WRONG, ids=[line for line, _ in ASKED_WRONG])
def test_what_is_asked_wrong_gets_one_sentence_and_code_2(line, sentence):
    ran = oddchip(*line.split(" "))
    assert ran.code == 2
    assert re.search(sentence, ran.err)
    assert ran.err.startswith("oddchip: ")
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_without_a_command_the_commands_are_told_and_the_code_is_2():
    assert oddchip().code == 2
    assert oddchip("--help").code == 0
    assert all(name in oddchip().out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name):
    ran = oddchip(*name.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: oddchip {name}")


def test_the_version_is_the_package_s():
    assert re.fullmatch(r"oddchip \d+\.\d+\.\d+\n", oddchip("--version").out)


def test_the_readme_lists_the_commands():
    table = (ROOT / "README.md").read_text()
    assert set(re.findall(r"^\| `scripts/oddchip ([a-z-]+(?: [a-z]+)*)", table, re.M)) == set(COMMANDS)


def test_the_page_of_the_terminal_tells_every_command_and_option():
    from importlib import import_module

    page = (ROOT / "docs" / "terminal.md").read_text()
    for name, (module, _) in COMMANDS.items():
        parser = Parser(name, "", Screen(sys.stdin, Terminal(), Terminal()))
        import_module(f"oddchip.cli.{module}").add_arguments(parser)
        assert f"oddchip {name}" in page
        for action in parser._actions:
            assert all(option in page for option in action.option_strings if option not in ("-h", "--help"))


def test_the_examples_on_the_page_of_the_terminal_are_true():
    page = (ROOT / "docs" / "terminal.md").read_text()
    examples = re.findall(r"^\$ oddchip (.*)\n((?:.*\n)*?)```", page, re.M)
    assert examples
    for line, shown in examples:
        assert oddchip(*shlex.split(line)).out == shown


def test_a_command_imports_nothing_it_does_not_need():
    program = "import sys; from oddchip.cli import main; main(['--version']); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"rich", "yaml", "oddchip.bots", "oddchip.table", "oddchip.rulings", "oddchip.rulesheet"} & set(loaded)


# --- colours and symbols ---------------------------------------------------------------------------------------------

RICH = {"TERM": "xterm", "LANG": "en_US.UTF-8"}


@pytest.mark.parametrize(
    "change",
    [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}, {"LC_ALL": "C"}, {"LANG": "C"}, {"LANG": "de_DE.ISO-8859-1"}],
)
def test_plain_words_where_the_terminal_or_its_owner_wants_them(change):
    assert is_rich_terminal(Terminal(), RICH)
    assert not is_rich_terminal(Terminal(), RICH | change)


def test_every_command_takes_plain(monkeypatch):
    for name, value in RICH.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in oddchip("games", "razz", tty=True).out
    assert "\x1b[" not in oddchip("games", "razz", "--plain", tty=True).out
    assert all("--plain" in oddchip(*name.split(), "--help").out for name in COMMANDS)


@pytest.mark.parametrize("plain", [False, True])
def test_a_word_longer_than_a_line_stays_whole(monkeypatch, plain):
    for name, value in (RICH | {"COLUMNS": "30"}).items():
        monkeypatch.setenv(name, value)
    path = "/srv/somebody/of-whom/a-long-name-is-known/oddchip/unfinished.toml"
    out = Terminal()
    screen = Screen(sys.stdin, out, out, RICH)
    screen.plain = plain
    for indent in (0, 4):
        screen.say(
            "The hand that you have left is ", ("kept", "bold"), f" in {path} and can be shown again.", indent=indent
        )
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines()
    assert [line.strip() for line in lines].count(path) == 2
    assert all(len(line) <= 30 for line in lines if path not in line)
    words = " ".join(" ".join(lines).split())
    assert words == " ".join([f"The hand that you have left is kept in {path} and can be shown again."] * 2)


def test_plain_words_where_the_output_is_no_terminal():
    assert oddchip("games").out.isascii()


# --- the commands ----------------------------------------------------------------------------------------------------


def test_games_are_listed_with_what_can_be_done_to_them():
    told = json.loads(oddchip("games", "--json").out)
    assert [game["id"] for game in told["games"]] == [game.id for game in games()]
    assert set(told["modifiers"]) >= {"triple_draw", "declare", "on_deck"}
    text = oddchip("games").out
    assert all(game.summary in text for game in games())
    one = json.loads(oddchip("games", "triple_draw(johnson)", "--json").out)
    assert "four_before(triple_draw(johnson))" in one["made"]


def test_modifiers_are_told_where_they_apply():
    assert "triple_draw" in modifiers_of(find_game("johnson"))
    assert "triple_draw" not in modifiers_of(find_game("stud_eight"))
    assert "four_before" not in modifiers_of(find_game("q_ball"))
    assert "progressive" in modifiers_of(find_game("gardena_jackpots"))


def worth(*argv):
    return {way["way"]: way for way in json.loads(oddchip("eval", *argv, "--json").out)}


def test_eval_tells_high_and_low_together_s8_e1():
    ways = worth("As Ah 8c 6d 6s 4h 3c", "--game", "stud_eight")
    assert ways["high"]["words"] == "aces and sixes with an eight"
    assert ways["low"]["plays"] == ["8c", "6s", "4h", "3c", "As"]


def test_eval_says_what_does_not_qualify_s8_e3():
    assert not worth("Ks 9h 8c 7d 7s 6h 5c", "--game", "stud_eight")["low"]["qualifies"]
    assert "does not qualify for low" in oddchip("eval", "Ks9h8c7d7s6h5c", "--game", "stud_eight").out


def test_eval_says_what_the_bug_stands_for_d_bug_1_d_lo_j():
    ways = worth("Kd", "Qd", "Jd", "10d", "Joker")
    assert ways["high"]["jokers"] == {"X1": "Ad"}
    assert ways["a-5"]["words"] == "K-Q-J-T-A low"
    assert "the joker is the ace of diamonds" in oddchip("eval", "KdQdJdTdX1").out


def test_eval_takes_the_rows_of_cucamonga_cu_4_1():
    ways = worth("4c 4d 9s Jh Kc / 4h 8s 2s 3c / As 5d 7d 7h", "--game", "cucamonga")
    assert ways["high"]["words"] == "fours full of sevens"
    assert ways["low"]["words"] == "5-4-3-2-A low"


def test_eval_tells_johnson_both_ways_it_may_be_played_d_jo_3():
    assert [way["words"] for way in json.loads(oddchip("eval", "As2d3c4h5s", "--game", "johnson", "--json").out)] == [
        "five-high straight",
        "5-4-3-2-A low",
    ]


def test_eval_knows_labels_packs_and_house_rules():
    assert worth("As2d3cX1", "--order", "badugi")["badugi"]["words"] == "four-card 4-3-2-A badugi"
    assert worth("6s5d4c3hX1", "--order", "27low53 best")["27low53 best"]["words"] == "8-6-5-4-3 low"
    assert worth("As Fd Cd Rd 7d", "--deck", "italian", "--order", "high")["high"]["words"] == "ace-high straight"
    gap = worth("As Fd Cd Rd 7d", "--deck", "italian", "--order", "high", "--rules", "straights40=gap")
    assert gap["high"]["words"].startswith("ace high")


def test_census_is_the_published_one():
    told = json.loads(oddchip("census", "badugi52", "--json").out)
    assert (told["total"], told["digest"]) == (270725, "466459bb5e72b5b8")
    assert "four-card badugi: 17160" in oddchip("census", "badugi52").out


def test_perft_of_a_game_cp_3():
    told = json.loads(oddchip("perft", "california_poker", "--depth", "2", "--json").out)
    assert told["count"] == 4900
    parts = oddchip("perft", "johnson", "--depth", "1", "--divide").out
    assert "check: 1 " in parts


def test_perft_files_agree_or_the_code_is_1(tmp_path):
    file = PERFT / "california.perft"
    assert oddchip("perft", str(file), "--limit-positions", "100").code == 0
    wrong = tmp_path / "wrong.perft"
    wrong.write_text(re.sub(r"^perft 1 70 .*$", "perft 1 71 0000000000000000", file.read_text(), count=1, flags=re.M))
    ran = oddchip("perft", str(wrong), "--limit-positions", "100")
    assert ran.code == 1
    assert "WRONG" in ran.out


def test_check_passes_fails_and_complains(tmp_path):
    file = RULINGS / "draw_compare_badugi.yaml"
    assert oddchip("check", str(file)).code == 0
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(re.sub(r"first_wins|second_wins", "tie", file.read_text()))
    broken = tmp_path / "broken.yaml"
    broken.write_text("rulings: [")
    assert oddchip("check", str(broken)).code == 2
    told = json.loads(oddchip("check", str(file), "--coverage", "--json").out)
    assert told["failed"] == []
    assert told["rules_cited"]["D-BD-3"] > 10
    ledger = ["--ledger", str(ROOT / "docs" / "rules" / "draw.md")]
    missing = json.loads(oddchip("check", str(file), *ledger, "--json").out)["rules_without_a_ruling"]
    assert "D-BD-3" not in missing
    assert "D-JP-1" in missing


def test_house_rules_may_stand_before_the_game():
    ran = oddchip("perft", "--rules", "cap_raises=0", "checked_around=continue", "johnson", "--depth", "1", "--json")
    assert json.loads(ran.out)["game"] == "johnson"
    ran = oddchip("rules", "--rules", "cap_raises=4", 'declare(johnson, low="2-7")')
    assert "johnson has no" not in ran.out
    assert ran.code == 2
    assert "johnson" in ran.err.lower()


def test_rules_in_every_format():
    assert "JOHNSON" in oddchip("rules", "johnson").out
    assert oddchip("rules", "johnson", "--format", "md").out.startswith("# Johnson")
    assert oddchip("rules", "johnson", "--format", "html").out.startswith("<article")
    told = json.loads(oddchip("rules", "johnson", "--format", "json", "--rules", "cap_raises=4").out)
    assert told["options"]["cap_raises"] == 4


def test_a_night_sums_to_zero_and_comes_again_with_its_seed():
    night = oddchip("simulate-night", "--seed", "5", "--json")
    told = json.loads(night.out)
    assert sum(player["net"] for player in told["players"].values()) == 0
    assert len(told["deals"]) >= 60
    assert night.out == oddchip("simulate-night", "--seed", "5", "--json").out


@pytest.mark.parametrize(
    "text, meant, wrong",
    [
        ((ROOT / "docs/examples/one_hand.toml").read_text(), "simulate-night", ("replay", "verify")),
        ('[1]\noddchip = 1\nvariant = "badugi"\n', "replay", ("simulate-night", "verify")),
        ('{"kind":"terms"}\n{"kind":"mask"}\n', "verify", ("simulate-night", "replay")),
        ('[\n {"hand": 3}]', "verify", ("simulate-night", "replay")),
    ],
)
def test_a_file_for_another_command_is_sent_there(tmp_path, text, meant, wrong):
    path = tmp_path / "one.toml"
    path.write_text(text)
    for command in wrong:
        ran = oddchip(command, str(path))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"oddchip: {path} seems to be ")
        assert ran.err.endswith(f": oddchip {meant} takes it\n")
    assert "seems to be" not in oddchip(meant, str(path)).err


def test_a_reader_who_stops_reading_is_no_error():
    program = [sys.executable, "-m", "oddchip.cli", "games"]
    run = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    run.stdout.close()
    assert run.stderr.read() == ""
    run.stderr.close()
    assert run.wait() == 0
