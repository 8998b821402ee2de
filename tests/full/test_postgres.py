"""All tests that open a room, on data folders and on PostgreSQL."""
# needs: postgres pgserver

import subprocess
import sys
from os import cpu_count
from pathlib import Path
from xml.etree import ElementTree

import pytest

TESTS = Path(__file__).parents[1]


def counts(backend: str, report: Path) -> tuple[int, int]:
    """How many tests passed on a backend, and how many were left out; none fails."""
    said = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not full", "--tb=short"),
            *("--backend", backend, "--rooms", "-n", str(cpu_count()), "--dist=loadfile"),
            *(f"--junit-xml={report}", str(TESTS)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout[-20000:] + said.stderr
    (suite,) = ElementTree.parse(report).getroot()
    run, skipped = (int(suite.get(name, "0")) for name in ("tests", "skipped"))
    return run - skipped, skipped


@pytest.mark.needs("postgresql")
def test_rooms_are_alike_in_a_folder_and_in_a_database(verified, tmp_path):
    here, _ = counts("sqlite", tmp_path / "sqlite.xml")
    there, own = counts("postgresql", tmp_path / "postgresql.xml")
    assert here == there + own
    assert there > 900
    verified(
        "room on PostgreSQL",
        "all tests that open a room, on SQLite and on PostgreSQL",
        f"{here:,} passed on SQLite, {there:,} on PostgreSQL; {own} are about SQLite's own files",
    )
