"""The frame holds: layers, purity of the engine, cited rules, pins, and what the repository must not say."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from verified import with_row

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
PACKAGE = SRC / "oddchip"


# The layers, as docs/design.md section 3 draws them.


def layers() -> list[str]:
    """Modules and folders, lowest first; the package itself stands just above the engine."""
    drawing = re.search(r"^src/oddchip/\n((?:  .*\n)+)", (ROOT / "docs" / "design.md").read_text(), re.M)[1]
    names = []
    for line in drawing.splitlines():
        names += re.match(r"(?:  +[a-z_]+(?:\.py|/)(?= ))*", line)[0].split()
    names = [name.removesuffix(".py").removesuffix("/") for name in names if name != "__init__.py"]
    names.insert(names.index("history") + 1, "oddchip")
    return names


LAYERS = layers()
ENGINE = LAYERS[: LAYERS.index("history") + 1]
EITHER_ORDER = [{"stakes", "house"}, {"events", "actions"}]
FILES = sorted(PACKAGE.rglob("*.py"))
IDS = [str(file.relative_to(PACKAGE)) for file in FILES]


def layer(module: str) -> str:
    """oddchip.odds.ranges -> odds; oddchip -> oddchip."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


def imports(file: Path, types_too: bool = True) -> set[str]:
    """Full names of the modules a file imports, anywhere in it; a name taken from the package counts as its module."""
    package = (module_of(file) if file.name == "__init__.py" else module_of(file).rpartition(".")[0]).split(".")
    found = set()

    def walk(node: ast.AST) -> None:
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING") and not types_too:
            return
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for name in node.names:
                found.add(f"{source}.{name.name}" if source == "oddchip" and is_module(name.name) else source)
        for child in ast.iter_child_nodes(node):
            walk(child)

    walk(ast.parse(file.read_text()))
    return found


def is_module(name: str) -> bool:
    return (PACKAGE / f"{name}.py").exists() or (PACKAGE / name).is_dir()


def test_the_drawing_is_read_whole():
    assert LAYERS[:4] == ["errors", "whole", "cards", "rankings"]
    assert LAYERS[-1] == "cli"
    assert len(LAYERS) == len(set(LAYERS))
    assert set().union(*EITHER_ORDER) < set(LAYERS)


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_a_file_imports_only_from_above_its_own_line(file):
    own = layer(module_of(file))
    assert own in LAYERS, f"{own} has no line in the drawing of docs/design.md section 3"
    below = {
        module
        for module in imports(file)
        if module.split(".")[0] == "oddchip"
        and (other := layer(module)) != own
        and {other, own} not in EITHER_ORDER
        and (other not in LAYERS or LAYERS.index(other) > LAYERS.index(own))
    }
    assert below == set()


FORBIDDEN = {"time", "datetime", "random", "secrets", "os", "socket", "asyncio", "threading", "pathlib", "io"}


@pytest.mark.parametrize("file", [file for file in FILES if layer(module_of(file)) in ENGINE], ids=str)
def test_the_engine_reads_no_clock_draws_no_number_and_opens_no_file(file):
    assert {module.split(".")[0] for module in imports(file, types_too=False)} & FORBIDDEN == set()
    calls = [node.func for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    assert {call.id for call in calls if isinstance(call, ast.Name)} & {"open", "input", "print"} == set()


def test_importing_the_package_pulls_in_no_third_party_module():
    program = f"""
import sys
from time import perf_counter
sys.path.insert(0, {str(SRC)!r})
started = perf_counter()
import oddchip
print(f"import oddchip: {{perf_counter() - started:.3f}} s", file=sys.stderr)
print(*{{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names - {{"oddchip", "__main__"}})
"""
    run = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    print(run.stderr)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []


# Rules cited anywhere are rules of the ledgers.

RULE_ID = re.compile(
    r"(?<![\w-])(?:D-[A-Z]+-(?:[A-Z]*\d+[a-z]?|JX?|B)|S8-[BE]?\d+|CU-\d+(?:\.\d+)?[a-z]?"
    r"|(?:CP|IT|BET|POT|ODD|SHD|BTN|STK|SIT|TIM|MIX|TRN)-\d+[a-z]?)(?![\w-])"
)


def rule_ids() -> set[str]:
    """What rows of docs/rules/ begin with, "CU-4.1 (a, b, c)" being four, and sentences like "CU-7 is decided by"."""
    row_or_sentence = re.compile(r"^(?:\| *)?([A-Z][A-Z0-9]*-[\w.-]+) *(?:(?:\(([a-z, ]+)\))? *\||is )", re.M)
    found = set()
    for ledger in (ROOT / "docs" / "rules").glob("*.md"):
        for name, family in row_or_sentence.findall(ledger.read_text()):
            found |= {name} | {name + letter for letter in re.findall("[a-z]", family)}
    return found


def tracked() -> list[Path]:
    listing = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=True)
    return [ROOT / name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()]


def text_of(file: Path) -> str:
    return file.read_text(errors="replace")


def test_every_cited_rule_exists():
    known = rule_ids()
    assert {"D-CL-3a", "S8-E1", "CU-4.1a", "CU-2.2a", "D-LO-A5", "D-LO-JX", "TRN-9"} <= known
    places = [
        file
        for top in ("src", "tests", "docs")
        for file in (ROOT / top).rglob("*")
        if file.suffix in {".py", ".yaml", ".md"}
    ]
    unknown = {
        (str(file.relative_to(ROOT)), cited)
        for file in [*places, ROOT / "README.md"]
        for cited in RULE_ID.findall(text_of(file))
        if cited not in known
    }
    assert unknown == set()


# What the repository must not say.

HOSTS = re.compile(r"py[p]i\.org|python[h]osted|npm[j]s\.|index-url[ =]+\S+:|find-links[ =]+\S+/|:/[/]registry\.")
MACHINE = re.compile(r"(?<![\w.~$}-])/(?:work|home|root|Users)/\w")


def test_no_tracked_file_names_a_registry_or_a_path_of_some_machine():
    said = [
        f"{file.relative_to(ROOT)}: {found[0]}"
        for file in tracked()
        for pattern in (HOSTS, MACHINE)
        if (found := pattern.search(text_of(file)))
    ]
    assert said == []


def test_nothing_is_left_to_do_in_the_sources():
    marks = re.compile(r"\b(?:TODO|FIXME|XXX|NotImplementedError)\b")
    assert [str(file.relative_to(ROOT)) for file in FILES if marks.search(text_of(file))] == []


# Pins and scripts.

SETS = sorted((ROOT / "requirements").glob("*.txt"))


def pins(file: Path) -> dict[str, str]:
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+) \\$", file.read_text(), re.M))


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_every_requirement_is_pinned_with_hashes(file):
    text = re.sub(r"^(?: *#.*)?\n", "", file.read_text(), flags=re.M)
    one = r"[A-Za-z0-9._-]+==\S+(?: ;[^\\\n]*)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    assert re.fullmatch(f"(?:{one})+", text)
    assert file.with_suffix(".in").is_file()


def test_sets_agree_with_each_other_and_with_the_package():
    light = pins(ROOT / "requirements" / "base.txt") | pins(ROOT / "requirements" / "room.txt")
    for file in SETS:
        assert {name: version for name, version in pins(file).items() if light.get(name, version) != version} == {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {re.match(r"[\w-]+", need)[0].lower() for need in project["dependencies"]} <= set(light)


NAMES = ("oddchip", "test", "bench", "pin", "audit", "contract")
SCRIPTS = [*(f"scripts/{name}" for name in NAMES), ".ci/run"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_plain_sh(name):
    assert os.access(ROOT / name, os.X_OK)
    assert text_of(ROOT / name).startswith("#!/bin/sh\n")
    subprocess.run(["sh", "-n", str(ROOT / name)], check=True)


# The record of long runs.


def test_a_run_replaces_its_own_row_and_keeps_the_rest():
    page = "# Verified\n\n| name | result |\n| --- | --- |\n"
    page = with_row(page, ("perft", "old"))
    page = with_row(page, ("contract", "a | b"))
    page = with_row(page, ("perft", "new"))
    assert page.endswith("| --- | --- |\n| contract | a / b |\n| perft | new |\n")
    assert page.startswith("# Verified\n\n| name | result |\n")
