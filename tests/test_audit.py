"""The audit of what is pinned: nothing is called clean that nobody answered for."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
HURT = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2.0"]}


@pytest.fixture
def audit(monkeypatch, tmp_path):
    spec = spec_from_file_location("audit", ROOT / "scripts" / "_audit.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "room.txt").write_text(
        "jinja2==1.0 \\\n    --hash=sha256:00\n    # via x==1\nmako==2.0 ; python_version < '4' \\\n"
    )
    (tmp_path / "accepted.toml").write_text("")
    monkeypatch.setattr(module, "REQUIREMENTS", tmp_path)
    return module


def answering(monkeypatch, python, npm):
    """Both clients replaced: `python(pins)` and `npm` are what they print. Returns what pip-audit was asked."""
    asked = []

    def run(line, **_):
        if "pip_audit" not in line:
            return SimpleNamespace(stdout=json.dumps(npm))
        pins = [Path(after).read_text().strip() for word, after in pairwise(line) if word == "--requirement"]
        asked.append(pins)
        return SimpleNamespace(stdout=python(pins))

    monkeypatch.setattr(subprocess, "run", run)
    return asked


def told(pins, **more):
    names = [pin.split("==") for pin in pins]
    return json.dumps({"dependencies": [{"name": n, "version": v, **more.get(n, {"vulns": []})} for n, v in names]})


def test_what_no_service_answers_is_not_called_clean(audit, monkeypatch, capsys):
    unknown = {"jinja2": {"skip_reason": "not found"}}
    asked = answering(monkeypatch, lambda pins: told(pins, **unknown), {"error": {}})
    assert audit.main(Path(sys.prefix)) == 3
    assert asked == [["jinja2==1.0"], ["jinja2==1.0"]]  # one package, of either service
    assert capsys.readouterr().out.count("not audited") == 2


def test_nothing_found_is_clean(audit, monkeypatch, capsys):
    asked = answering(monkeypatch, told, {"vulnerabilities": {}})
    assert audit.main(Path(sys.prefix)) == 0
    assert asked == [["jinja2==1.0"], ["jinja2==1.0", "mako==2.0"]]
    assert capsys.readouterr().out == "Python: no known vulnerabilities\nnpm: no known vulnerabilities\n"


@pytest.mark.parametrize("package", ["jinja2", "mako"])
def test_what_is_found_fails_until_it_is_explained(audit, monkeypatch, capsys, package):
    answering(monkeypatch, lambda pins: told(pins, **{package: {"vulns": [HURT]}}), {"vulnerabilities": {}})
    assert audit.main(Path(sys.prefix)) == 1
    assert f"{package} PYSEC-1: in" in capsys.readouterr().out
    (audit.REQUIREMENTS / "accepted.toml").write_text(
        f'[[accepted]]\nid = "CVE-1"\npackage = "{package}"\nreason = "Unused."\n'
    )
    assert audit.main(Path(sys.prefix)) == 0
    assert "(accepted: Unused.)" in capsys.readouterr().out


def test_what_npm_finds_fails(audit, monkeypatch):
    via = [{"url": "advisories/GHSA-1", "title": "Bad"}, "another"]
    answering(monkeypatch, told, {"vulnerabilities": {"typescript": {"via": via}}})
    assert audit.main(Path(sys.prefix)) == 1


def test_one_package_the_service_does_not_know_is_told(audit, monkeypatch, capsys):
    answering(monkeypatch, lambda pins: told(pins, mako={"skip_reason": "not found"}), {"vulnerabilities": {}})
    assert audit.main(Path(sys.prefix)) == 1
    assert "mako unknown: not found" in capsys.readouterr().out
