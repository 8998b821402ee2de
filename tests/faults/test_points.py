"""Ends at the moments that matter most, a copy of a folder in use, and the end a host asks for."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from random import Random

import pytest

from fault_nights import (
    Plan,
    Tally,
    examined,
    log_of,
    look_at,
    names,
    noted,
    play,
    played_on,
    prepare,
    processes,
    unanswered,
)

PLANS = (Plan(("badugi", "jacks_back", "high_low_declare"), people=2, bots=0),)
PROGRAM = """
import json, sys
from pathlib import Path
from fault_nights import play
play(Path(sys.argv[1]), json.loads(sys.argv[2]), Path(sys.argv[3]), 1)
"""


@pytest.fixture
def table(tmp_path):
    """A folder with one table of two people and no bot; who they are; where notes go."""
    people = asyncio.run(prepare(tmp_path / "data", PLANS))
    return tmp_path / "data", people, tmp_path / "notes"


@pytest.mark.parametrize("point", ["before_append:30", "after_commit:30", "after_publish:30", "mid_snapshot:2"])
def test_a_room_that_ends_at_a_named_point_keeps_every_answer(point, table):
    folder, people, notes = table
    end = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), json.dumps(people), str(notes)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "ODDCHIP_CRASH_AT": point},
        timeout=60,
        check=False,
    )
    assert end.returncode == 137
    lost = [(place, request) for place, some in unanswered(notes).items() for request in some]
    done = [(each, f"{person}:{request.id}") in log_of(folder) for (each, person), request in lost]
    if point.startswith(("before_append", "mid_snapshot")):
        assert not any(done), "what was never written is nowhere"
    if point.startswith("after_commit"):
        told = {each["seq"] for each in noted(notes) if each["what"] == "answer" and each["t"] == "ack"}
        last = max(seq for seqs in log_of(folder).values() for seq in seqs)
        assert last not in told, "what was written is there, though nobody was told"
    look_at(folder, notes, Tally())
    played_on(folder, people, notes, 2, hands=2)
    look_at(folder, notes, Tally())
    answers = {each["id"]: each for each in noted(notes) if each["what"] == "answer"}
    for (place, request), was_done in zip(lost, done, strict=True):
        if was_done:
            assert answers[request.id]["t"] == "ack", f"{request} of {place} was done and must be recognised"
    assert not {request.id for _, request in lost} & names(unanswered(notes))


def test_copies_of_a_folder_in_use_open_clean(table):
    """Database and log of changes, copied at one moment: what a loss of power leaves."""
    folder, people, notes = table
    process = processes().Process(target=play, args=(folder, people, notes, 3))
    process.start()
    rng = Random(5)
    try:
        while not notes.exists():
            time.sleep(0.01)
        for number in range(4):
            time.sleep(rng.uniform(0.1, 0.3))
            os.kill(process.pid, signal.SIGSTOP)
            copy = folder.parent / f"copy{number}"
            shutil.copytree(folder, copy / "data", ignore=shutil.ignore_patterns("*-shm", "lock"))
            shutil.copy(notes, copy / "notes")
            os.kill(process.pid, signal.SIGCONT)
            look_at(copy / "data", copy / "notes", Tally())
        assert (copy / "data" / "room.db").stat().st_size
        played_on(copy / "data", people, copy / "notes", 4, hands=1)
    finally:
        process.kill()
        process.join()
    assert examined(copy / "data").complaints() == []
    assert len(log_of(copy / "data")) > len(log_of(folder.parent / "copy0" / "data"))
