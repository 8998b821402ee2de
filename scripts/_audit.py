"""What scripts/audit runs: pip-audit over all pins of requirements/, npm audit over package-lock.json.

Either asks its own service of advisories. One package is asked about first: where that has no answer, none of the
others is asked about, and the report says "not audited" instead of "clean".
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "requirements"
SERVICES = ("pypi", "osv")  # of pip-audit, in the order they are tried
CLEAN, FOUND, NO_ANSWER = 0, 1, 3


class Finding(NamedTuple):
    package: str
    id: str
    aliases: tuple[str, ...]
    text: str


def main(node: Path) -> int:
    accepted = tomllib.loads((REQUIREMENTS / "accepted.toml").read_text()).get("accepted", [])
    reasons = {(each["package"], each["id"]): each["reason"] for each in accepted}
    outcomes = {report("Python", audit_python(), reasons), report("npm", audit_npm(node), reasons)}
    return next(outcome for outcome in (FOUND, NO_ANSWER, CLEAN) if outcome in outcomes)


def report(part: str, findings: list[Finding] | None, reasons: dict[tuple[str, str], str]) -> int:
    if findings is None:
        print(f"{part}: not audited, no service of advisories answers here")
        return NO_ANSWER
    print(f"{part}: {len(findings) or 'no'} known vulnerabilities")
    outcome = CLEAN
    for finding in findings:
        ids = (finding.id, *finding.aliases)
        reason = next((reasons[finding.package, each] for each in ids if (finding.package, each) in reasons), None)
        print(f"  {finding.package} {finding.id}: {finding.text}" + (f" (accepted: {reason})" if reason else ""))
        if reason is None:
            outcome = FOUND
    return outcome


# --- Python ----------------------------------------------------------------------------------------------------------


def pins() -> list[str]:
    lines = (line for file in sorted(REQUIREMENTS.glob("*.txt")) for line in file.read_text().splitlines())
    return sorted({line.split(" ")[0] for line in lines if "==" in line and line[0] not in " #"})


def audit_python() -> list[Finding] | None:
    for service in SERVICES:
        first = ask_pip_audit(service, pins()[:1])
        if first and "skip_reason" not in first[0]:
            return [finding for each in ask_pip_audit(service, pins()) for finding in findings_of(each)]
    return None


def ask_pip_audit(service: str, some: list[str]) -> list[dict[str, Any]]:
    """What pip-audit says of each pin; nothing when its service cannot be reached."""
    options = [
        "--no-deps",
        "--disable-pip",
        "--progress-spinner=off",
        "--format=json",
        "--vulnerability-service",
        service,
    ]
    with TemporaryDirectory() as folder:
        for at, pin in enumerate(some):  # a file each: two sets may pin two versions
            file = Path(folder) / f"{at}.txt"
            file.write_text(pin + "\n")
            options += ["--requirement", str(file)]
        run = subprocess.run([sys.executable, "-m", "pip_audit", *options], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)["dependencies"] if run.stdout.startswith("{") else []


def findings_of(told: dict[str, Any]) -> list[Finding]:
    if "skip_reason" in told:
        return [Finding(told["name"], "unknown", (), told["skip_reason"])]
    return [
        Finding(
            told["name"],
            one["id"],
            tuple(one.get("aliases", ())),
            f"in {told['version']}, mended in {', '.join(one['fix_versions']) or 'no version yet'}",
        )
        for one in told["vulns"]
    ]


# --- npm -------------------------------------------------------------------------------------------------------------


def audit_npm(node: Path) -> list[Finding] | None:
    npm = [str(node / "bin" / "node"), str(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    run = subprocess.run([*npm, "audit", "--json"], cwd=ROOT, capture_output=True, text=True, check=False)
    told = json.loads(run.stdout or "{}")
    if "vulnerabilities" not in told:
        return None
    return [
        Finding(name, one["url"].rsplit("/", 1)[-1], (), one["title"])
        for name, each in told["vulnerabilities"].items()
        for one in each["via"]
        if isinstance(one, dict)
    ]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
