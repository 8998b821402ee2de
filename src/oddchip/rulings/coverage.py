"""Which rules of the ledgers no ruling and no test speaks of (`oddchip check --coverage`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from oddchip.rulings.reading import read

#: A row of a ledger's table, "CU-4.1 (a, b, c)" being four rules, or a sentence like "CU-7 is decided by ...".
_ROW = re.compile(r"^(?:\| *)?([A-Z][A-Z0-9]*-[\w.-]+) *(?:(?:\(([a-z, ]+)\))? *\||is )", re.M)


def coverage(texts: Iterable[tuple[str, str]], ledgers: Iterable[str], tests: Iterable[str] = ()) -> tuple[str, ...]:
    """The ids of rules without a ruling or a test, in the order of the ledgers.

    `texts` are (name, text) of files of rulings, whose `rules` count; `ledgers` and `tests` are plain texts. A test
    cites a rule as it is written, or in a name: D-CL-3e as d_cl_3e. Raises `HistoryError` for an unreadable file.
    """
    cited = {rule for name, text in texts for ruling in read(text, name).rulings for rule in ruling.rules}
    said = "\n".join(_squashed(text) for text in tests)
    known = dict.fromkeys(rule for ledger in ledgers for rule in rules_in(ledger))
    return tuple(rule for rule in known if rule not in cited and not _names(rule, said))


def rules_in(ledger: str) -> Iterator[str]:
    """The ids of all rules of a ledger's text."""
    for rule, letters in _ROW.findall(ledger):
        yield rule
        yield from (rule + letter for letter in re.findall("[a-z]", letters))


def _squashed(text: str) -> str:
    return re.sub(r"[-.]", "_", text.lower())


def _names(rule: str, said: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(_squashed(rule))}(?![a-z0-9])", said) is not None
