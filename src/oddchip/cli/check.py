"""Rulings written as data, put to the engine.

Exit code 1 when the engine does not agree with one, 2 when a file cannot be understood. docs/rulings.md says how
rulings are written.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict
from pathlib import Path

from oddchip.cli.frame import Parser, WrongUse, is_folder, read_text
from oddchip.cli.screen import Screen
from oddchip.rulings import Summary, known_kinds
from oddchip.rulings import coverage as unruled
from oddchip.rulings import run as check_all
from oddchip.rulings.reading import read
from oddchip.whole import is_whole

#: Counts by name, or a list of names, under a title.
Covered = dict[str, dict[str, int] | tuple[str, ...]]


def add_arguments(parser: Parser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="files of rulings, or folders of them")
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="say which kinds and rules the rulings are about, and which rules of the ledgers have no ruling or test",
    )
    parser.add_argument(
        "--ledger",
        action="append",
        default=[],
        metavar="PATH",
        help="a ledger of rules (.md) or a folder of them, for --coverage (docs/rules, where there is one)",
    )
    parser.add_argument(
        "--tests",
        action="append",
        default=[],
        metavar="PATH",
        help="tests (.py) that may cite rules too, for --coverage (tests, where there is such a folder)",
    )
    parser.add_argument("--json", action="store_true", help="as data")


def run(args: argparse.Namespace, screen: Screen) -> int:
    texts = read_all(args.files, "*.yaml")
    summary = check_all(texts)
    covered: Covered = coverage(texts) if args.coverage else {}
    ledgers = args.ledger or (_here("docs/rules") if args.coverage else [])
    if ledgers:
        tests = read_all(args.tests or (_here("tests") if args.coverage else []), "*.py").values()
        covered["rules_without_a_ruling"] = unruled(texts.items(), read_all(ledgers, "*.md").values(), tests)
    if args.json:
        screen.write(json.dumps({**as_data(summary), **covered}, indent=2, ensure_ascii=False, default=str) + "\n")
        return summary.exit_code
    for line in summary.lines():
        screen.say(line)
    for title, counts in covered.items():
        said = (
            ", ".join(f"{name} {number}" for name, number in counts.items())
            if isinstance(counts, dict)
            else ", ".join(counts)
        )
        screen.say((f"{title.replace('_', ' ').capitalize()}: ", "bold"), said or "none", ".")
    return summary.exit_code


def _here(folder: str) -> list[str]:
    """A folder of a checkout, if that is where the command is run."""
    return [folder] if Path(folder).is_dir() else []


def read_all(paths: list[str], pattern: str) -> dict[str, str]:
    """The texts of files by name; a folder stands for the files in it that match."""
    found: list[str] = []
    for path in paths:
        inside = sorted(map(str, Path(path).rglob(pattern))) if is_folder(path) else [path]
        if not inside:
            raise WrongUse(f"there is no {pattern[1:]} file in {path}")
        found += inside
    return {path: read_text(path) for path in found}


def as_data(summary: Summary) -> dict[str, object]:
    return {
        "passed": summary.passed,
        "failed": [asdict(failure) for failure in summary.failed],
        "kept_out": summary.kept_out,
        "unread": list(summary.unread),
    }


def coverage(texts: dict[str, str]) -> Covered:
    """How many rulings there are of each kind, and of each rule they cite; kinds nobody rules on count 0."""
    kinds = dict.fromkeys(sorted(known_kinds()), 0)
    rules: dict[str, int] = {}
    for name, text in texts.items():
        for ruling in read(text, name).rulings:
            kinds[ruling.kind] = kinds.get(ruling.kind, 0) + 1
            for rule in ruling.rules:
                rules[rule] = rules.get(rule, 0) + 1
    return {"kinds": kinds, "rules_cited": dict(sorted(rules.items(), key=lambda pair: _natural(pair[0])))}


def _natural(text: str) -> list[tuple[int, str]]:
    """BET-2 before BET-10."""
    return [(int(part), "") if is_whole(part) else (-1, part) for part in re.split(r"(\d+)", text)]
