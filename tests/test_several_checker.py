"""The checker of histories, tried on invented ones: it blames no good one, and every bad one by what is wrong."""

from random import Random

import pytest

from several.checker import KINDS, check
from several.history import Acked, Event, Notes, Seen, Sent, of_kind, read, write
from several.invented import BREAKERS, NoChance, good

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_good_history_is_not_blamed(seed):
    records = good(seed)
    assert check(records) == []
    # Nor if nobody looked at the database meanwhile.
    assert check([each for each in records if not isinstance(each, Seen)]) == []
    commands = of_kind(records, Sent)
    assert len(commands) > len({each.command for each in commands}) > 40, "some are sent again"


@pytest.mark.parametrize("name", BREAKERS)
def test_every_bad_history_is_caught_and_named(name):
    caught = set()
    for seed in SEEDS:
        records = good(seed)
        expected = BREAKERS[name](Random(seed), records)
        found = check(records)
        assert {each.kind for each in found} == expected, f"seed {seed}: {[str(each) for each in found]}"
        caught |= expected
    assert name.replace("_", " ") in caught


def test_there_is_a_bad_history_for_every_kind():
    assert {name.replace("_", " ") for name in BREAKERS} == set(KINDS)


def test_two_faults_are_both_found():
    for seed in range(20):
        records = good(seed)
        expected = BREAKERS["lost"](Random(seed), records) | BREAKERS["unbalanced"](Random(seed), records)
        assert {each.kind for each in check(records)} == expected


def test_a_finding_says_what_and_where():
    records = [Acked(1.0, "t", "ada:1", 1), Event("t", 1, 1, "bob:1", "act", 0.0)]
    assert [str(each) for each in check(records)] == [
        "lost: table t: ada:1 was acknowledged as event 1, and is not in the log"
    ]


def test_a_history_comes_back_out_of_its_file(tmp_path):
    records = good(1)
    write(tmp_path / "whole", records)
    assert list(read(tmp_path / "whole")) == records
    notes = Notes(tmp_path / "grown")
    for each in records:
        notes.note(each)
    notes.close()
    with (tmp_path / "grown").open("ab") as file:
        file.write(b'["sent",1')  # killed while it wrote
    assert list(read(tmp_path / "grown")) == records


def test_what_cannot_be_broken_says_so():
    with pytest.raises(NoChance):
        BREAKERS["zombie"](Random(0), [])
