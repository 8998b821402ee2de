"""Whatever comes in from outside: one clear sentence, the right exit code, never a traceback, nothing half done.

What the tests of each module refuse is not repeated here: tests/test_cli.py has options and games, test_names.py the
grammar, test_history.py records, test_rulings.py rulings, test_table_night.py scripts, test_odds_bad.py odds.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from oddchip import (
    CardError,
    FixedLimit,
    GameError,
    Hand,
    IllegalAction,
    NoLimit,
    OddchipError,
    Seat,
    SetupError,
    StakesError,
    cards_text,
    find_game,
    shuffled,
)
from oddchip.actions import Discard, DrawOffer
from oddchip.cli.frame import MOST_TEXT
from oddchip.stakes_text import parse_stakes
from terminal import oddchip

ROOT = Path(__file__).parents[1]
HANDS = ROOT / "tests" / "hands"
NINES = "9" * 5000

# --- files that are something else -----------------------------------------------------------------------------------

BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{k}: &a{k} [*a{k - 1}, *a{k - 1}, *a{k - 1}]\n" for k in range(1, 30))
FILES = {
    "binary garbage": Random(1).randbytes(4000),
    "only zeros": bytes(1000),
    "nothing": b"",
    "Latin-1": "café".encode("latin-1"),
    "brackets without end": b"a = " + b"[" * 20_000,
    "brackets without end in YAML": b"a: " + b"[" * 1_000,
    "a number without end": b"hands = " + NINES.encode(),
    "a number without end in YAML": f"vectors: [{{id: H, kind: split, setup: {{pot: {NINES}}}}}]".encode(),
    "aliases of aliases of aliases": BOMB.encode(),
    "a list in itself": b"vectors: &a [*a]",
    "a ruling in itself": b"vectors: [&a {id: H, kind: split, setup: *a, expect: *a}]",
    "an order to Python": b'vectors: [!!python/object/apply:os.system ["echo done"]]',
    "dates and no numbers": b"vectors: [{id: 2020-01-01, kind: .nan}]",
}


def complaint(ran):
    """The one sentence a command gave up with."""
    said = ran.err or ran.out
    assert "Traceback" not in said
    first = said.splitlines()[0]
    assert len(first) < 450
    assert first.isprintable()
    if ran.err:
        assert ran.err == f"{first}\n"
        assert first.startswith("oddchip: ")
    return first


@pytest.mark.parametrize("what", FILES)
@pytest.mark.parametrize("command", ["replay", "replay --check", "check", "perft", "simulate-night"])
def test_a_file_that_holds_something_else(command, what, tmp_path):
    file = tmp_path / ("file.perft" if command == "perft" else "file")
    file.write_bytes(FILES[what])
    ran = oddchip(*command.split(), str(file))
    assert ran.code == 2
    assert len(complaint(ran)) > 20


@pytest.mark.parametrize("name", ["", "nowhere", ".", "x" * 5000, "two\nlines", "\x1b[2J", "\udcff"])
@pytest.mark.parametrize("command", ["replay", "check", "perft", "simulate-night"])
def test_a_file_that_cannot_be(command, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = oddchip(command, name)
    assert ran.code == 2
    assert complaint(ran)


def test_a_device_that_never_ends_is_not_read_to_the_end(monkeypatch):
    monkeypatch.setattr("oddchip.cli.frame.MOST_TEXT", 1000)
    assert "longer than 1000 characters" in complaint(oddchip("replay", "/dev/zero"))
    assert MOST_TEXT > 10**6


def test_a_mark_of_byte_order_and_other_ends_of_lines_do_no_harm(tmp_path):
    text = (HANDS / "badugi.toml").read_bytes()
    for name, changed in (("bom", b"\xef\xbb\xbf" + text), ("crlf", text.replace(b"\n", b"\r\n"))):
        (tmp_path / name).write_bytes(changed)
        assert oddchip("replay", "--check", str(tmp_path / name)).code == 0


PHH = (HANDS / "badugi.phh").read_text()


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("seats", "3", "seats must be a list of whole numbers"),
        ("seats", '[1, 2, "x", 4]', "seats must be a list of whole numbers"),
        ("starting_stacks", "[nan, 200, 200, 200]", "starting_stacks must be chips"),
        ("starting_stacks", "[1e400, 200, 200, 200]", "starting_stacks must be chips"),
        ("variant", "[1]", "the key oddchip is missing"),
        ("actions", "3", "actions must be a list of texts"),
        ("_oddchip_house", "3", "_oddchip_house must be house rules by name"),
    ],
)
def test_a_phh_hand_with_something_else_in_it(key, value, said, tmp_path):
    lines = re.sub(rf"^{key} = (\[\n(?:.*\n)*?\]|.*)\n", "", PHH, flags=re.M)
    file = tmp_path / "hand.phh"
    file.write_text(f"{key} = {value}\n{lines}")
    ran = oddchip("replay", str(file))
    assert ran.code == 2
    assert said in complaint(ran)


@pytest.mark.parametrize("name", sorted(path.name for path in HANDS.iterdir() if path.suffix in (".toml", ".phh")))
def test_every_recorded_hand_can_be_shown(name):
    """Also with all cards known before they lie open (Cucamonga)."""
    ran = oddchip("replay", str(HANDS / name))
    assert (ran.code, ran.err) == (0, "")


# --- words and numbers -----------------------------------------------------------------------------------------------

ASKED = [
    (["play", "badugi", "--seats", NINES], "a whole number, 2 or more"),
    (["play", "badugi", "--seats", "²"], "a whole number, 2 or more"),
    (["play", "badugi", "--seats", "-3"], "a whole number, 2 or more"),
    (["play", "badugi", "--stack", "9" * 18], "the most to buy in for is 400"),
    (["play", "badugi", "--stakes", NINES], "more than 18 digits"),
    (["play", "badugi", "--stakes", f"{NINES}/{NINES}"], "more than 18 digits"),
    (["play", "badugi", "--stakes", "-2/4"], "expected a value after it (--name=-5 for one with a dash)"),
    (["play", "badugi", "--stakes=-2/4"], "not in whole chips"),
    (["play", "badugi", "--stakes", "blinds 5/1"], "the big blind 1 is less than another blind, 5"),
    (["play", "badugi", "--limit", "no", "--stakes", "0/0"], "need blinds, an ante, a bring-in or a least bet"),
    (["play", "badugi", "--rules", f"cap_raises={NINES}"], "cap_raises must be 3 or any whole number"),
    (["play", "badugi", "--rules", "cap_raises=²"], "cap_raises must be 3 or any whole number"),
    (["play", "badugi", "--deck", ""], "no pack is called ''"),
    (["play", "badugi", "--record", ""], "no ordinary file"),
    (["play", "badugi", "--record", "/dev/full"], "cannot write hands to /dev/full: it is no ordinary file"),
    (["play", "\x1b[2J"], "no game is called '\\x1b[2J'"),
    (["play", "♠"], "no game is called '♠'"),
    (["eval", ""], "one to eight cards, not 0"),
    (["eval", "AsKsQsJs10s9s8s7s6s"], "one to eight cards, not 9"),
    (["eval", "joker joker"], "X1 is there twice"),
    (["eval", "As" * 5000], "As is there twice"),
    (["eval", "As", "--game", ""], "a game needs a name"),
    (["eval", "AsKd9c7h5sX1X2", "--game", "with_bugs(stud_eight, 1)"], "french with one bug has one joker, X1"),
    (["games", ""], "a game needs a name"),
    (["census", "badugi52", "--cards", "7"], "badugi is counted for one to 5 cards, not 7"),
    (["perft", "badugi", "--depth", NINES], "a whole number, 0 or more"),
    (["replay", str(HANDS / "badugi.toml"), "--seat", "-1"], "a whole number, 0 or more"),
    (["replay", str(HANDS / "badugi.toml"), "--hand", "2"], "holds 1 hand, and none is number 2"),
    (["x" * 5000], "no command is called"),
    ([""], "no command is called ''"),
]


@pytest.mark.parametrize(("argv", "said"), ASKED, ids=[said for _, said in ASKED])
def test_words_and_numbers_that_cannot_be(argv, said):
    ran = oddchip(*argv, answers=["q"])
    assert (ran.code, ran.out) == (2, "")
    assert said in complaint(ran) or len("".join(argv)) > 1000


@pytest.mark.parametrize("answer", [f"r {NINES}", f"d {NINES}", "r -2", "r ²", "d ²", "\x00", "♠♠♠", "r 1e9", "keep"])
def test_answers_that_cannot_be_are_asked_again(answer, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ran = oddchip("play", "badugi", "--limit", "no", "--seed", "1", answers=[answer, "c", answer, "q"])
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n> ") == 4


def test_cards_are_read_as_they_are_shown():
    assert oddchip("eval", "A♠ K♦ 10♥").out == oddchip("eval", "As Kd Th").out


PERFT = """id one
game badugi
seats 2  button 0  stacks 100 100  stakes fixed 2 4
deck {deck}
perft 1 {count} 821ba14c63d5c353
"""
DECK = cards_text(find_game("badugi").deck.cards).replace(" ", "")


@pytest.mark.parametrize(
    ("deck", "count", "said"),
    [
        (DECK[2:], 3, "must name all 52 cards"),
        (DECK[2:] + "X1", 3, "has no joker"),
        (DECK[2:] + "As", 3, "As is there twice"),
        ("", 3, "deck"),
        (DECK, "²", "expected perft DEPTH COUNT CHECKSUM"),
        (DECK, NINES, "expected perft DEPTH COUNT CHECKSUM"),
    ],
)
def test_counts_from_a_wrong_deck(deck, count, said, tmp_path):
    file = tmp_path / "counts.perft"
    file.write_text(PERFT.format(deck=deck, count=count))
    ran = oddchip("perft", str(file))
    assert ran.code == 2
    assert said in complaint(ran)


# --- streams and signals ---------------------------------------------------------------------------------------------


def shell(line, home, **env):
    """A line of the shell, in which $oddchip is the terminal."""
    program = f"{sys.executable} -P -m oddchip.cli"
    return subprocess.run(
        ["sh", "-c", line],
        env={**os.environ, "oddchip": program, "PYTHONPATH": str(ROOT / "src"), "XDG_STATE_HOME": str(home), **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("$oddchip games > /dev/full", 2, "oddchip: cannot write the output: No space left on device\n"),
        ("$oddchip eval As > /dev/full", 2, "oddchip: cannot write the output: No space left on device\n"),
        ("$oddchip games >&-", 0, ""),
        ("$oddchip nothing 2>&-", 2, ""),
        ("$oddchip replay - <&-", 2, "oddchip: - is empty"),
        ("$oddchip play badugi <&- >/dev/null", 2, "oddchip: play needs somebody to answer"),
    ],
)
def test_streams_that_are_closed_or_full(line, code, said, tmp_path):
    ran = shell(line, tmp_path)
    assert ran.returncode == code
    assert ran.stderr.startswith(said) if said else ran.stderr == ""
    assert ran.stderr.count("\n") <= 1


def test_a_home_that_cannot_be_written_loses_the_hand_and_says_so(tmp_path):
    (tmp_path / "file").touch()
    ran = shell("echo q | $oddchip play badugi", tmp_path / "file" / "home")
    assert ran.returncode == 0
    assert "The hand could not be kept: Not a directory." in ran.stdout


def test_who_has_no_home_is_told_that_the_hand_is_lost(monkeypatch):
    def homeless(cls=None):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    ran = oddchip("play", "badugi", answers=["q"])
    assert (ran.code, ran.err) == (0, "")
    assert "The hand could not be kept: there is no home folder." in ran.out


def heeding_signals():
    """Whatever this suite was started under: `nohup` has what it starts ignore a hang-up."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def at_the_table(home):
    """A game in a process of its own that waits for an answer."""
    run = subprocess.Popen(
        [sys.executable, "-P", "-m", "oddchip.cli", "play", "badugi", "--seed", "1"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_STATE_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeding_signals,
    )
    while not run.stdout.readline().startswith("You may"):
        assert run.poll() is None
    return run


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_who_is_told_to_go_keeps_the_hand(number, tmp_path):
    run = at_the_table(tmp_path)
    run.send_signal(number)
    _, said = run.communicate(timeout=60)
    assert (run.returncode, said) == (128 + number, "")
    assert oddchip("replay", "--check", str(tmp_path / "oddchip" / "unfinished.toml")).code == 0


def test_when_nobody_reads_the_table_any_more_the_hand_is_kept(tmp_path):
    run = at_the_table(tmp_path)
    run.stdout.close()
    run.stdin.write("c\n" * 50)
    run.stdin.close()
    assert run.stderr.read() == ""
    run.stderr.close()
    assert run.wait(60) == 0
    assert oddchip("replay", "--check", str(tmp_path / "oddchip" / "unfinished.toml")).code == 0


def test_a_record_on_a_full_disk_has_no_half_hand(tmp_path, monkeypatch):
    file = tmp_path / "hands.toml"
    oddchip("play", "badugi", "--hands", "1", "--seed", "1", "--record", str(file), answers=["c", "p"] * 60)
    before = file.read_text()
    write = Path.open

    def full(path, *args, **kwargs):
        opened = write(path, *args, **kwargs)
        if path == file and os.path.getsize(file) and "a" in args and (calls.append(1) or len(calls) > 1):
            opened.write("[2]\nhalf a hand")
            opened.flush()
            opened.close()
            raise OSError(28, "No space left on device")
        return opened

    calls = []
    monkeypatch.setattr(Path, "open", full)
    ran = oddchip("play", "badugi", "--hands", "1", "--seed", "1", "--record", str(file), answers=["c", "p"] * 60)
    assert ran.code == 2
    assert "No space left on device" in ran.err
    assert file.read_text() == before


# --- from Python -----------------------------------------------------------------------------------------------------

BADUGI, LIMIT, SEATS = find_game("badugi"), FixedLimit(2, 4), (Seat(1, 200), Seat(2, 200), Seat(3, 200))


def begun(**changed):
    said = {"game": BADUGI, "stakes": LIMIT, "seats": SEATS, "button": 3, "dealer": shuffled(Random(0)), **changed}
    return Hand.start(**said)


STARTS = [
    ({"game": "badugi"}, GameError, "a hand needs a game"),
    ({"game": None}, GameError, "a hand needs a game"),
    ({"stakes": "2/4"}, StakesError, "a hand needs stakes"),
    ({"house": {}}, GameError, "a hand needs house rules"),
    ({"seats": None}, SetupError, "a list of seats"),
    ({"seats": "ab"}, SetupError, "a list of seats"),
    ({"seats": [(1, 200), (2, 200)]}, SetupError, "a list of seats"),
    ({"seats": [Seat("a", 5), Seat(2, 5)]}, SetupError, "whole numbers, 0 or more"),
    ({"seats": [Seat(-1, 5), Seat(2, 5)]}, SetupError, "whole numbers, 0 or more"),
    ({"seats": [Seat(1, 5), Seat(1, 5)]}, SetupError, "the same seat"),
    ({"seats": [Seat(1, True), Seat(2, 5)]}, SetupError, "whole number of chips, not True"),
    ({"seats": [Seat(1, 5.0), Seat(2, 5)]}, SetupError, "whole number of chips, not 5.0"),
    ({"seats": [Seat(1, -5), Seat(2, 5)]}, SetupError, "whole number of chips, not -5"),
    ({"seats": []}, SetupError, "2 to 10 players, not 0"),
    ({"button": None}, SetupError, "the button is on a seat"),
    ({"button": 1.5}, SetupError, "the button is on a seat"),
    ({"dealer": None}, SetupError, "a hand needs a dealer"),
    ({"dealer": Random(1)}, SetupError, "a hand needs a dealer"),
    ({"posts": 3}, SetupError, "posts are a list of Post"),
    ({"posts": [1]}, SetupError, "posts are a list of Post"),
    ({"carry": 5}, SetupError, "a Carry"),
]


@pytest.mark.parametrize(("changed", "error", "said"), STARTS, ids=[str(changed)[:30] for changed, _, _ in STARTS])
def test_hands_that_cannot_be_started(changed, error, said):
    with pytest.raises(error, match=said):
        begun(**changed)


def drawing():
    hand = begun()
    while not isinstance(hand.offers[hand.turn], DrawOffer):
        hand = hand.act(hand.offer.actions()[0])
    return hand


CALLS = [
    (lambda: begun().view(99), SetupError, "seat 99 is not in this hand"),
    (lambda: begun().act("call"), IllegalAction, "folds, checks, calls"),
    (lambda: begun().act(None), IllegalAction, "folds, checks, calls"),
    (lambda: begun().act(begun().offer.actions()[0], 99), IllegalAction, "seat 99 is not in this hand"),
    (lambda: drawing().act(Discard(None)), IllegalAction, "a tuple of cards"),
    (lambda: drawing().act(Discard("As")), IllegalAction, "a tuple of cards"),
    (lambda: drawing().act(Discard((-1,))), IllegalAction, "one's own hand"),
    (lambda: shuffled(None), SetupError, "a source of random numbers"),
    (lambda: FixedLimit(2, 4, blinds=3), StakesError, "blinds are written"),
    (lambda: FixedLimit(2, 4, pattern=5), StakesError, "a pattern is written"),
    (lambda: FixedLimit(2, 4, pattern=(0, 1)), StakesError, "bet of a pattern"),
    (lambda: FixedLimit("2", 4), StakesError, "not '2'"),
    (lambda: NoLimit(blinds=(0, 0)), StakesError, "need blinds"),
    (lambda: parse_stakes(None), StakesError, "read from text"),
    (lambda: BADUGI.deck.parse(None), CardError, "read from text"),
    (lambda: BADUGI.deck.parse(b"As"), CardError, "read from text"),
    (lambda: cards_text([99]), CardError, "99 is no card"),
    (lambda: cards_text("x"), CardError, "'x' is no card"),
]


@pytest.mark.parametrize(("call", "error", "said"), CALLS, ids=[f"{k}: {said}" for k, (*_, said) in enumerate(CALLS)])
def test_calls_that_cannot_be(call, error, said):
    with pytest.raises(error, match=said) as refusal:
        call()
    assert isinstance(refusal.value, OddchipError)
    assert "\n" not in str(refusal.value)


def test_a_refused_action_changes_nothing():
    hand = drawing()
    before = (hand.log, hand.state)
    with pytest.raises(IllegalAction):
        hand.act(Discard((-1,)))
    assert (hand.log, hand.state) == before
