"""What a run of rulings found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from oddchip.errors import HistoryError
from oddchip.rulings.kinds import Difference, differences
from oddchip.rulings.reading import Document, Ruling, read


@dataclass(frozen=True)
class Failure:
    """A ruling the engine does not agree with, and where."""

    id: str
    file: str
    kind: str
    title: str
    rules: tuple[str, ...]
    differences: tuple[Difference, ...]

    def __str__(self) -> str:
        said = "; ".join(
            f"{difference.name + ' ' if difference.name else ''}expected {difference.expected!r}, got {difference.got}"
            for difference in self.differences
        )
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        title = f" {self.title}" if self.title else ""
        return f"{self.file}: {self.id} ({self.kind}){title}{cited}: {said}"


@dataclass(frozen=True)
class Report:
    """One file: how many rulings passed, which failed, and which were kept out, with the reason for each."""

    file: str
    passed: int
    failed: tuple[Failure, ...]
    kept_out: Mapping[str, str]


@dataclass(frozen=True)
class Summary:
    """A whole run. `unread` are messages about files or rulings that could not be understood."""

    reports: tuple[Report, ...]
    unread: tuple[str, ...] = ()

    @property
    def passed(self) -> int:
        return sum(report.passed for report in self.reports)

    @property
    def failed(self) -> tuple[Failure, ...]:
        return tuple(failure for report in self.reports for failure in report.failed)

    @property
    def kept_out(self) -> dict[str, str]:
        return {ruling: reason for report in self.reports for ruling, reason in report.kept_out.items()}

    @property
    def exit_code(self) -> int:
        """0 when everything passed, 1 when a ruling failed, 2 when something could not be read."""
        return 2 if self.unread else 1 if self.failed else 0

    def lines(self) -> tuple[str, ...]:
        """One line per failure, and the count."""
        kept = tuple(f"kept out: {ruling}: {reason}" for ruling, reason in self.kept_out.items())
        count = f"{self.passed} passed, {len(self.failed)} failed"
        return (*self.unread, *map(str, self.failed), *kept, count)


def check(text: str, name: str, kept_out: Mapping[str, str] | None = None) -> Report:
    """Put every ruling of a file to the engine. `name` is what the file is called in messages.

    `kept_out` adds to the ids the file itself keeps out. Raises `HistoryError` for text that is no file of rulings, an
    unknown kind, or a ruling that does not say what its kind must know.
    """
    return _report(read(text, name), name, kept_out or {})


def _report(document: Document, name: str, more: Mapping[str, str]) -> Report:
    kept_out = {**document.kept_out, **more}
    asked = [ruling for ruling in document.rulings if ruling.id not in kept_out]
    failed = tuple(failure for ruling in asked if (failure := _failure(ruling)))
    left = {ruling.id: kept_out[ruling.id] for ruling in document.rulings if ruling.id in kept_out}
    return Report(name, len(asked) - len(failed), failed, left)


def _failure(ruling: Ruling) -> Failure | None:
    found = differences(ruling)
    if not found:
        return None
    return Failure(ruling.id, ruling.file, ruling.kind, ruling.title, ruling.rules, found)


def run(texts: Mapping[str, str]) -> Summary:
    """Check files of rulings by name. What one file keeps out (`kept_out`) is kept out of all.

    Never raises for what the files say: what cannot be understood is told in `unread`, and the rest is run.
    """
    documents: dict[str, Document] = {}
    unread: list[str] = []
    for name, text in texts.items():
        try:
            documents[name] = read(text, name)
        except HistoryError as wrong:
            unread.append(str(wrong))
    kept_out = {ruling: reason for document in documents.values() for ruling, reason in document.kept_out.items()}
    reports = [_careful(document, name, kept_out, unread) for name, document in documents.items()]
    return Summary(tuple(reports), tuple(unread))


def _careful(document: Document, name: str, kept_out: Mapping[str, str], unread: list[str]) -> Report:
    """A report that goes on after a ruling that cannot be understood."""
    reports = []
    for ruling in document.rulings:
        try:
            reports.append(_report(Document((ruling,), {}), name, kept_out))
        except HistoryError as wrong:
            unread.append(str(wrong))
    return _joined(name, reports)


def _joined(name: str, reports: Iterable[Report]) -> Report:
    found = list(reports)
    return Report(
        name,
        sum(report.passed for report in found),
        tuple(failure for report in found for failure in report.failed),
        {ruling: reason for report in found for ruling, reason in report.kept_out.items()},
    )
