"""Writes docs/how-fast.md anew: what `scripts/bench kernels` and `scripts/bench odds` print, and whole command lines.

Fails, and leaves the page as it is, when a figure falls below its floor.
"""

import json
import os
import platform
import resource
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-fast.md"
PARTS = {"kernels": "Hands in bulk", "odds": "Whole questions"}
LINES = (
    ["odds", "kansas_city", "2c3d4h throws KdQc", "8c7d5h4c2s"],
    ["odds", "texas_holdem", "AhKh", "QsQd"],
    ["odds", "keeps", "gardena_jackpots", "KcKd Joker 9h 4s"],
    ["odds", "make", "badugi", "Ac2d3h9h", "--target", "badugi", "--keep", "Ac2d3h", "--draws", "3"],
    ["odds", "cucamonga", "Ac3c4dTdQc", "?", "--rows", "8hKh7c7d / 5d6h5s8d"],
)
REPEATS = 3
HEAD = """# How fast

Written by `scripts/bench how_fast`, which runs `scripts/bench kernels` and `scripts/bench odds` and fails where a
figure is below its floor. One thread, processor time, medians of rounds taken in turn. The machine may be shared, so
ratios say more than absolute figures, and *random loads* say what its memory allows in the same rounds. A floor with <=
is a most.

{about}
"""


def main():
    tables = {title: measured(name) for name, title in PARTS.items()}
    below = [row["name"] for rows in tables.values() for row in rows if row["fails"]]
    if below:
        print("below the floor:", ", ".join(below), file=sys.stderr)
        return 1
    tables["Command lines, from start to end"] = [line_row(line) for line in LINES]
    PAGE.write_text(page(about(), tables))
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


def measured(name):
    ran = subprocess.run([sys.executable, "-P", ROOT / "bench" / f"{name}.py", "--json"], stdout=subprocess.PIPE)
    return json.loads(ran.stdout)


def line_row(line):
    """The processor seconds of a command, everything compiled before."""
    taken = []
    for _ in range(REPEATS + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-P", "-m", "oddchip.cli", *line], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    words = " ".join(f'"{word}"' if " " in word or word == "?" else word for word in line)
    return {"name": f"`oddchip {words}`", "figure": median(taken[1:]), "unit": "s", "floor": None, "at_most": False}


def about():
    tools = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    today = datetime.now(UTC).date().isoformat()
    return f"{today}, {processor()}, {os.cpu_count()} processors, Python {platform.python_version()}, {tools}."


def processor():
    """The name of the processor, as far as it is told."""
    try:
        told = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in told.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


def page(about, tables):
    """The page, from tables of rows by title."""
    parts = [HEAD.format(about=about)]
    for title, rows in tables.items():
        parts.append(f"## {title}\n\n| | | floor |\n| --- | ---: | ---: |\n" + "".join(map(row_line, rows)))
    return "\n".join(parts)


def row_line(row):
    floor = "" if row["floor"] is None else f"{'<= ' if row['at_most'] else ''}{number(row['floor'])}"
    return f"| {row['name'].strip()} | {number(row['figure'])} {row['unit']} | {floor} |\n"


def read_row(line):
    """The row of a line of the page, as far as its digits go."""
    _, name, figure, floor, _ = (cell.strip() for cell in line.split("|"))
    figure, _, unit = figure.partition(" ")
    least = floor.removeprefix("<= ").replace(",", "")
    return {
        "name": name,
        "figure": float(figure.replace(",", "")),
        "unit": unit,
        "floor": float(least) if least else None,
        "at_most": floor.startswith("<= "),
    }


def number(figure):
    return f"{figure:.3g}" if figure < 100 else f"{figure:,.0f}"


if __name__ == "__main__":
    sys.exit(main())
