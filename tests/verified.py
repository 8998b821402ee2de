"""The table in docs/verified.md: one row per long run, kept in order of name."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "verified.md"
RULE = "| --- |"


def with_row(page: str, cells: tuple[str, ...]) -> str:
    """The page with this row in place of the one of the same name."""
    head, rows = [], {}
    for line in page.splitlines():
        if head and (rows or head[-1].startswith(RULE)) and line.startswith("|"):
            rows[line.split("|")[1].strip()] = line
        else:
            head.append(line)
    cells = tuple(" ".join(cell.split()).replace("|", "/") for cell in cells)
    rows[cells[0]] = f"| {' | '.join(cells)} |"
    return "\n".join(head + [rows[name] for name in sorted(rows)]) + "\n"


def commit() -> str:
    """The commit at hand, with a plus when the tree differs from it in more than the page itself."""

    def git(*args: str) -> str:
        return subprocess.run(
            ["git", "-C", str(ROOT), *args], capture_output=True, text=True, check=False
        ).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/verified.md")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if changed else "")


def record(runs: dict[str, tuple[str, str]]) -> None:
    """Write (what was run, result) by name into the page."""
    today, at = datetime.now(UTC).date().isoformat(), commit()
    page = PAGE.read_text()
    for name, (text, result) in runs.items():
        page = with_row(page, (name, text, result, today, at))
    PAGE.write_text(page)
