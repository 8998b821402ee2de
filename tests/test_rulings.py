"""Rulings: every one passes through the engine, none by itself, and the runner says clearly what is wrong."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from oddchip.errors import HistoryError
from oddchip.rulings import check, coverage, known_kinds, run
from oddchip.rulings.kinds import differences, kind_of
from oddchip.rulings.reading import Fields, read

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests" / "rulings").glob("*.yaml"))
TEXTS = {file.name: file.read_text() for file in FILES}


@pytest.mark.parametrize("name", TEXTS)
def test_every_ruling_passes(name):
    summary = run({name: TEXTS[name], "kept_out.yaml": TEXTS.get("kept_out.yaml", "{}")})
    assert summary.lines()[:-1] == ()
    assert summary.exit_code == 0
    assert summary.passed > 0


def test_there_are_all_478_rulings_and_ours():
    found = [ruling for name, text in TEXTS.items() for ruling in read(text, name).rulings]
    assert len([ruling for ruling in found if ruling.file.startswith(("common_", "draw_"))]) == 478
    assert len({ruling.id for ruling in found}) == len(found)


def test_every_kind_has_a_ruling_and_a_line_in_the_documentation():
    used = {ruling.kind for name, text in TEXTS.items() for ruling in read(text, name).rulings}
    assert used == set(known_kinds())
    page = (ROOT / "docs" / "rulings.md").read_text()
    assert [kind for kind in known_kinds() if kind != "hands" and f"`{kind}`" not in page] == []


# --- no ruling passes by itself ------------------------------------------------------------------------------------


def otherwise(value):
    """Something else of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return "b_wins" if value == "a_wins" else "a_wins" if value in ("b_wins", "tie") else f"{value} 9h"
        case None:
            return 7
        case list():
            return [*map(otherwise, value), "another"]
        case dict():
            return {name: otherwise(one) for name, one in value.items()} or {"another": 1}
    raise TypeError(value)


def turned(ruling):
    """The ruling with everything it expects turned into something else, and the names of that."""
    keys = [key for key in kind_of(ruling).keys if key in ruling.said]
    said = {**ruling.said, **{key: otherwise(ruling.said[key]) for key in keys}}
    if "expect" in ruling.said and "expect" not in keys:
        keys += map(str, ruling.said["expect"])
        said["expect"] = otherwise(ruling.said["expect"])
    return replace(ruling, said=Fields(said, ruling.where)), set(keys)


@pytest.mark.parametrize("name", TEXTS)
def test_no_ruling_agrees_with_something_else(name):
    for ruling in read(TEXTS[name], name).rulings:
        other, keys = turned(ruling)
        missed = {difference.name for difference in differences(other)}
        # Cards that are none are refused as a whole.
        assert missed in (keys, {""}), ruling.id


BROKEN = {
    "the bring-in": ("common_stud8", "play.boards.bring_in_seat", lambda s, op: 0, {"bring_in"}),
    "the best board": ("common_stud8", "play.boards.best_board", lambda s, with_common=False: 0, {"first_high"}),
    "the short stub": ("common_stud8", "play.dealing.short_stub", lambda *_: "deal", {"short_stub"}),
    "winners": ("common_stud8", "awards.best", lambda values, mask: mask, {"showdown"}),
    "halves": ("seeds", "awards.n_ways", lambda amount, ways, unit: (0, amount), {"play", "showdown"}),
    "openers": ("draw_openers", "play.opening.meets", lambda s, cards: True, {"openers"}),
    "the sevens rule": ("draw_plays", "play.showdown._violators", lambda s, rules: {}, {"play"}),
    "the cap": ("common_layer", "play.betting._is_capped", lambda s: False, {"fl_ladder", "fl_hu"}),
    "short all-ins": ("common_layer", "play.betting.NO_RAISE_SHORT", None, {"nl", "fl_allin"}),
    "the pot": ("common_layer", "play.betting._pot", lambda s, op: 10, {"pl", "pl_pre"}),
    "layers": ("common_layer", "rulings.chips.layers", lambda put, live, dead=0: (), {"side_pots", "award"}),
    "own discards": ("draw_misc", "play.drawing.plan_serving", lambda stub, *_: tuple(stub[:1]), {"reshuffle"}),
    "sources": ("common_cucamonga", "rankings.choose._splits", lambda use, total: iter([(2, 2, 1)]), {"hand", "combo"}),
    "the swap": ("common_california", "actions.SwapOffer.refusal", lambda self, cards: None, {"select"}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_engine_fails_its_rulings(what, monkeypatch):
    """The answers come from the engine: where that is broken, rulings fail."""
    file, target, wrong, kinds = BROKEN[what]
    monkeypatch.setattr(f"oddchip.{target}", wrong)
    assert kinds <= {failure.kind for failure in run({file: TEXTS[f"{file}.yaml"]}).failed}


# --- what the runner says ------------------------------------------------------------------------------------------


def ruling(**said):
    return yaml.safe_dump({"vectors": [said]})


BADUGIS = {"evaluator": "badugi", "game": "badugi", "a": "As 2c 3h 4d", "b": "4s 6h 8d Jc", "rules": ["D-BD-3"]}


def test_a_failure_says_what_was_expected_and_which_rules_it_is_about():
    report = check(ruling(id="H-1", title="Four high", expect="tie", **BADUGIS), "house.yaml")
    (failure,) = report.failed
    assert (report.passed, failure.id, failure.rules, failure.title) == (0, "H-1", ("D-BD-3",), "Four high")
    assert str(failure) == "house.yaml: H-1 (hands) Four high [D-BD-3]: expect expected 'tie', got a_wins"


def test_a_run_counts_and_ends_with_the_number_of_failures():
    texts = {
        "good.yaml": ruling(id="H-1", expect="a_wins", **BADUGIS),
        "bad.yaml": ruling(id="H-2", expect="b_wins", **BADUGIS),
    }
    summary = run(texts)
    assert summary.lines()[-1] == "1 passed, 1 failed"
    assert len(summary.lines()) == 2
    assert summary.exit_code == 1
    assert run({"good.yaml": texts["good.yaml"]}).exit_code == 0


def test_what_one_file_keeps_out_is_kept_out_of_all_and_said():
    texts = {
        "bad.yaml": ruling(id="H-2", expect="b_wins", **BADUGIS),
        "kept_out.yaml": "kept_out: {H-2: the source misprints it}",
    }
    summary = run(texts)
    assert summary.lines() == ("kept out: H-2: the source misprints it", "0 passed, 0 failed")
    assert summary.exit_code == 0
    assert check(texts["bad.yaml"], "bad.yaml", {"H-2": "why"}).kept_out == {"H-2": "why"}
    with pytest.raises(HistoryError, match="kept_out must give a reason for H-2"):
        check("kept_out: {H-2: }", "house.yaml")


REFUSED = {
    "not YAML": ("a: [", "house.yaml cannot be read as YAML"),
    "no list": ("vectors: 3", "house.yaml: vectors must be a list of rulings"),
    "a list": ("[1, 2]", "house.yaml must hold lists of rulings under names"),
    "no id": ("vectors: [{kind: split}]", "every ruling under vectors must have an id"),
    "no kind": ("vectors: [{id: H}]", "house.yaml: H must say its kind"),
    "an unknown kind": (
        ruling(id="H", kind="show_down", expect={"high": 1}),
        "H: no kind of ruling is called 'show_down'; did you mean showdown",
    ),
    "a kind of another game": (
        ruling(id="H", kind="select", game="badugi", expect={"legal": True}),
        "H: select is a kind for california_poker, not for 'badugi'",
    ),
    "nothing expected": (ruling(id="H", kind="split", setup={}), "H expects nothing"),
    "a missing field": (
        ruling(id="H", kind="split", setup={"pot": 3}, expect={"awards": {}}),
        "H: setup must say order",
    ),
    "a wrong value": (
        ruling(id="H", kind="pl", setup={"pot": "all", "current": 1}, expect={"max_to": 1}),
        "H cannot be understood as a ruling of kind pl: TypeError",
    ),
    "an unknown game": (
        ruling(id="H", kind="showdown", game="badugy", cards={"A": "As"}, setup={}, expect={"high": []}),
        "H: no game is called 'badugy'; did you mean badugi",
    ),
    "an unknown option": (
        ruling(id="H", expect="tie", options={"cap_raise": 4}, **BADUGIS),
        "H: no house rule is called 'cap_raise'; did you mean cap_raises",
    ),
    "twice the same id": (yaml.safe_dump({"a": [{"id": "H", "kind": "x"}] * 2}), "two rulings with the id H"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_understood_is_said_in_a_sentence_and_ends_with_2(what):
    text, said = REFUSED[what]
    with pytest.raises(HistoryError) as refusal:
        check(text, "house.yaml")
    assert said in str(refusal.value)
    good = ruling(id="H-1", expect="a_wins", **BADUGIS)
    summary = run({"house.yaml": text, "good.yaml": good})
    assert said in summary.lines()[0]
    assert summary.lines()[-1] == "1 passed, 0 failed"
    assert summary.exit_code == 2


def test_without_pyyaml_the_runner_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(HistoryError, match="PyYAML, which reads it, is not installed"):
        check("vectors: []", "house.yaml")


# --- whole deals -----------------------------------------------------------------------------------------------------


def deal(*phases, **changed):
    said = {
        "id": "H",
        "kind": "play",
        "game": "five_card_draw",
        "options": {"blinds": {"Bob": 1, "Carol": 2}, "limits": [2, 4]},
        "seats": ["Alice", "Bob", "Carol"],
        "dealer": "Alice",
        "deals": [{"hands": {"Bob": "As Ah 6d 5s 2h"}, "phases": list(phases)}],
        "expect": {"carry": 0},
    }
    return check(ruling(**{**said, **changed}), "house.yaml")


AROUND = {"bet": ["Alice fold", "Bob call 2", "Carol check"]}
WRONG_PLAYS = {
    "out of turn": ([{"bet": ["Bob call 2"]}], "Bob call 2: Bob is not asked, but seats [3]"),
    "a wrong call": ([{"bet": ["Alice call 3"]}], "Alice call 3: a call makes it 2"),
    "a wrong raise": ([{"bet": ["Alice raise 5"]}], "must be to 4, not to 5"),
    "a wrong word": ([{"bet": ["Alice bet 4"]}], "Alice bet 4 is a raise"),
    "an attempt that is legal": ([{"bet": ["! Alice call 2"]}], "Alice call 2 was not refused"),
    "a round not finished": ([{"bet": ["Alice fold", "Bob call 2"]}], "after Bob call 2 seat 2 is asked"),
    "a deal not finished": ([AROUND], "the deal is not over: seats [1] are asked"),
    "cards that do not come": (
        [AROUND, {"draw": ["Bob draw 2h -> 6d", "Carol pat"]}],
        "Bob draw 2h received",
    ),
    "cards he has not": ([AROUND, {"draw": ["Bob draw 2s -> 6c"]}], "only cards of one's own hand can be thrown"),
}


@pytest.mark.parametrize("what", WRONG_PLAYS)
def test_a_play_that_goes_otherwise_fails_and_says_where(what):
    phases, said = WRONG_PLAYS[what]
    (failure,) = deal(*phases).failed
    assert said in str(failure)


WRONG_DEALS = {
    "a name nobody has": ({"dealer": "Zoe"}, "the dealer Zoe has no seat"),
    "draws that are not the game's": (
        {"options": {"limits": [2, 4], "draws": 2}},
        "says draws: 2, but in five_card_draw it is 1",
    ),
    "limits that do not fit": ({"options": {"limits": [4, 2]}}, "every limit must be so many times the first"),
    "a card in two hands": (
        {"deals": [{"hands": {"Bob": "As", "Carol": "As"}, "phases": []}]},
        "As is dealt to two players",
    ),
    "a phase that is none": ({"deals": [{"hands": {}, "phases": [{"fold": []}]}]}, "a phase is bet, draw or declare"),
    "a game that refuses it": (
        {"options": {"limits": [2, 4], "progressive": True}},
        "progressive raises what it takes",
    ),
}


@pytest.mark.parametrize("what", WRONG_DEALS)
def test_a_deal_that_contradicts_its_game_cannot_be_understood(what):
    changed, said = WRONG_DEALS[what]
    with pytest.raises(HistoryError) as refusal:
        deal(**changed)
    assert said in str(refusal.value)


# --- coverage ------------------------------------------------------------------------------------------------------

LEDGER = """
| id | assertion |
|---|---|
| KW-1 | ruled on |
| KW-2 | tested by name |
| KW-12 | neither |
| KW-4.1 (a, b) | three rules |
KW-9 is decided by players dealt in.
"""


def test_coverage_lists_rules_without_a_ruling_or_a_test():
    ruled = ruling(id="H", kind="split", rules=["KW-1", "KW-4.1b"])
    tests = ["def test_it_kw_2(): ...", "# KW-9"]
    assert coverage([("house.yaml", ruled)], [LEDGER], tests) == ("KW-12", "KW-4.1", "KW-4.1a")
    assert coverage([], [LEDGER]) == ("KW-1", "KW-2", "KW-12", "KW-4.1", "KW-4.1a", "KW-4.1b", "KW-9")


def test_every_rule_that_rulings_cite_exists():
    ledgers = [file.read_text() for file in sorted((ROOT / "docs" / "rules").glob("*.md"))]
    known = set(coverage([], ledgers))
    cited = {rule for name, text in TEXTS.items() for one in read(text, name).rulings for rule in one.rules}
    assert cited <= known
