"""Answers as people and programs read them: tables of words, HTML for notebooks, plain data for JSON.

A `Table` holds text only, so that a terminal, a page and a notebook show the same figures. Exact parts are shown to a
thousandth of a per cent, and sampled ones no finer than their error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import floor, log10
from typing import TYPE_CHECKING, Any

from oddchip.cards import cards_text
from oddchip.odds.result import Odds, PotOdds, Share

if TYPE_CHECKING:
    from oddchip.odds.draws import Keeps
    from oddchip.odds.draws_target import Chances

Data = dict[str, Any]
_LEAST = Fraction(1, 200_000)


@dataclass(frozen=True)
class Table:
    """A title, the heads of the columns, rows of as many cells (the first names the row), sentences below."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        """Columns side by side, words to the left and figures to the right."""
        lines = [self.head, *self.rows]
        widths = [max(len(line[k]) for line in lines) for k in range(len(self.head))]
        shown = [
            "  ".join(
                cell.ljust(w) if k == 0 else cell.rjust(w) for k, (cell, w) in enumerate(zip(line, widths, strict=True))
            )
            for line in lines
        ]
        return "\n".join([self.title, *map(str.rstrip, shown), *self.notes]) + "\n"

    def sentences(self) -> list[str]:
        """A sentence for each row, which needs no columns to be understood; empty cells go unsaid."""
        told = []
        for first, *cells in self.rows:
            said = [f"{head} {cell}" for head, cell in zip(self.head[1:], cells, strict=True) if cell]
            told.append(f"{first}: {', '.join(said)}.")
        return [*told, *self.notes]

    def html(self) -> str:
        """A table element, with the notes below it; every text is escaped."""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.head)
        body = "".join(
            f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
            for first, *cells in self.rows
        )
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{notes}"
        )


# --- figures ---------------------------------------------------------------------------------------------------------


def percent(part: Fraction | float, error: float = 0.0) -> str:
    """`23.810 %`, or of a sampled part `46.2 %`: no digit finer than the error's own first two.

    What is exact and not quite nothing, or not quite all, says so: `< 0.001 %`.
    """
    if error > 0:
        digits = min(max(1 - floor(log10(100 * error)), 0), 6)
        return f"{100 * float(part):.{digits}f} %"
    if 0 < part < _LEAST or 0 < 1 - part < _LEAST:
        return "< 0.001 %" if part < _LEAST else "> 99.999 %"
    return f"{100 * float(part):.3f} %"


def part_data(part: Fraction) -> Data:
    """A part as data: the exact fraction, and the nearest per cent."""
    return {"fraction": str(part), "percent": 100 * float(part)}


# --- keeps -----------------------------------------------------------------------------------------------------------

Show = Callable[[Sequence[int]], str]
"""How cards are written."""


def keeps_table(found: Keeps, show: Show, title: str = "Keeps") -> Table:
    """Every keep, the best first, with how far each is behind it."""
    rows = []
    for keep, error in zip(found, found.behind, strict=True):
        cells = [show(keep.cards) if keep.cards else "nothing", str(keep.draws), percent(keep.share, keep.error)]
        cells += [str(keep.share)] if found.exact else []
        rows.append((*cells, percent(found.best.share - keep.share, error)))
    head = ("keep", "draws", "share", *(["exactly"] if found.exact else []), "behind")
    return Table(title, head, tuple(rows), (_keeps_note(found),))


def _keeps_note(found: Keeps) -> str:
    if found.exact:
        return _sentence(found.why or "exact")
    lead = max(found.behind)
    return _sentence(
        f"{found.why}; {found.best.deals:,} random deals, standard error of a share {100 * found.error:.2g} %, "
        f"of how far one is behind {100 * lead:.2g} %"
    )


def keeps_data(found: Keeps, question: Mapping[str, Any]) -> Data:
    """Keeps as data, the best first."""
    keeps = [
        {
            "keep": cards_text(keep.cards, found.deck).split(),
            "draws": keep.draws,
            "share": part_data(keep.share),
            "error": keep.error,
            "behind": part_data(found.best.share - keep.share) | {"error": behind},
            "win": {way: part_data(part) for way, part in keep.win.items()},
            "tie": {way: part_data(part) for way, part in keep.tie.items()},
            "deals": keep.deals,
        }
        for keep, behind in zip(found, found.behind, strict=True)
    ]
    return {"question": dict(question), "exact": found.exact, "error": found.error, "why": found.why, "keeps": keeps}


def chances_table(found: Chances, show: Show, title: str = "Chances") -> Table:
    """The chance of every first keep, the best first."""
    rows = tuple(
        (show(kept) if kept else "nothing", str(len(found.hand) - len(kept)), percent(chance), str(chance))
        for kept, chance in found.chances.items()
    )
    return Table(title, ("keep", "throws", "chance", "exactly"), rows, ("Exact, with the best keep at every draw.",))


def chances_data(found: Chances, question: Mapping[str, Any]) -> Data:
    """Chances as data, the best keep first."""
    keeps = [
        {"keep": cards_text(kept, found.game.deck).split(), "throws": len(found.hand) - len(kept)} | part_data(chance)
        for kept, chance in found.chances.items()
    ]
    return {"question": dict(question), "exact": True, "chance": part_data(found.chance), "keeps": keeps}


# --- odds ------------------------------------------------------------------------------------------------------------


def names_of(players: int, hands: Sequence[str] = ()) -> list[str]:
    """`Player 1 (2c 3d 4h)`, as far as hands are given."""
    said = [f" ({hand})" if hand else "" for hand in hands] or [""] * players
    return [f"Player {p + 1}{words}" for p, words in zip(range(players), said, strict=True)]


def odds_tables(odds: Odds, hands: Sequence[str] = (), title: str = "Odds") -> list[Table]:
    """The table of an answer, and one more for each of several pots."""
    names = names_of(len(odds.players), hands)
    errors = odds.errors or (odds.error,) * len(names)
    head, rows = _share_table(odds.players, odds.ways, names, errors)
    if odds.exact:
        head, rows = _with_fractions(head, rows, odds.shares)
    tables = [Table(title, head, rows, tuple(_notes(odds)))]
    for number, pot in enumerate(odds.pots):
        tables.append(_pot_table(pot, number, odds, names, errors))
    return tables


def _share_table(
    players: Sequence[Share], ways: Sequence[str], names: Sequence[str], errors: Sequence[float]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The head and the rows; what happens to nobody has no column."""
    columns: dict[str, list[Fraction]] = {"share": [player.share for player in players]}
    for way in ways:
        of = "" if len(ways) == 1 else f" {way}"
        columns[f"wins{of}"] = [player.win[way] for player in players]
        columns[f"ties{of}"] = [player.tie[way] for player in players]
    if len(ways) > 1:
        columns["scoops"] = [player.scoop for player in players]
        columns["quartered"] = [player.quarter for player in players]
    shown = {name: column for name, column in columns.items() if name == "share" or any(column)}
    rows = tuple((name, *(percent(column[p], errors[p]) for column in shown.values())) for p, name in enumerate(names))
    return ("player", *shown), rows


def _with_fractions(
    head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], shares: Sequence[Fraction]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    exactly = tuple((name, share, str(part), *more) for (name, share, *more), part in zip(rows, shares, strict=True))
    return (*head[:2], "exactly", *head[2:]), exactly


def _pot_table(pot: PotOdds, number: int, odds: Odds, names: Sequence[str], errors: Sequence[float]) -> Table:
    title = f"{'Main pot' if number == 0 else f'Side pot {number}'} of {pot.amount}"
    players = [pot.players[p] for p in pot.eligible]
    head, rows = _share_table(players, odds.ways, [names[p] for p in pot.eligible], [errors[p] for p in pot.eligible])
    notes = (f"{percent(pot.carried)} of it stays for the next deal.",) if pot.carried else ()
    return Table(title, head, rows, notes)


def _notes(odds: Odds) -> Iterable[str]:
    yield certainty(odds)
    if odds.carried:
        yield f"{percent(odds.carried, odds.error)} of the pot stays for the next deal."


def declared_table(found: Mapping[tuple[str, ...], Odds], hands: Sequence[str], title: str) -> Table:
    """Everybody's share for each choice of declarations; the rows are the choices."""
    head = ("declared", *names_of(len(hands)))
    rows = tuple(
        (
            ", ".join(ways),
            *(percent(share, error) for share, error in zip(odds.shares, odds.errors, strict=True)),
        )
        for ways, odds in found.items()
    )
    who = tuple(f"{name}." for name in names_of(len(hands), hands))
    return Table(title, head, rows, (*who, *dict.fromkeys(map(certainty, found.values()))))


def certainty(odds: Odds) -> str:
    """How sure an answer is and why, in a sentence."""
    if odds.exact and odds.deals == 1:
        return "Exact: all cards are known."
    if odds.exact:
        return _sentence(odds.why or f"exact: all of {odds.deals:,} deals")
    why = odds.why or "sampled"
    return _sentence(f"{why}; {odds.deals:,} random deals, standard error {100 * odds.error:.2g} %")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def share_data(share: Share) -> Data:
    return {
        "share": part_data(share.share),
        "win": {way: part_data(part) for way, part in share.win.items()},
        "tie": {way: part_data(part) for way, part in share.tie.items()},
        "scoop": part_data(share.scoop),
        "quarter": part_data(share.quarter),
    }


def odds_data(odds: Odds, question: Mapping[str, Any] | None = None) -> Data:
    """An answer as data. Players are numbered from 1 and fractions are text, since JSON has no exact numbers."""
    errors = odds.errors or (odds.error,) * len(odds.players)
    players = [share_data(share) | {"error": error} for share, error in zip(odds.players, errors, strict=True)]
    data: Data = {} if question is None else {"question": dict(question)}
    data |= {
        "exact": odds.exact,
        "deals": odds.deals,
        "error": odds.error,
        "why": odds.why,
        "ways": list(odds.ways),
        "players": players,
        "carried": part_data(odds.carried),
        "winners": _winners(odds.counts, odds.ways),
    }
    if odds.waived:
        data["nobody_qualifies"] = _winners(odds.waived, odds.ways)
    if odds.pots:
        data["pots"] = [_pot_data(pot) for pot in odds.pots]
    return data


def _winners(counts: Mapping[tuple[int, int], int], ways: Sequence[str]) -> list[Data]:
    return [
        {way: _players(mask) for way, mask in zip(ways, masks, strict=False)} | {"deals": number}
        for masks, number in sorted(counts.items())
    ]


def _players(mask: int) -> list[int]:
    return [p + 1 for p in range(mask.bit_length()) if mask >> p & 1]


def _pot_data(pot: PotOdds) -> Data:
    return {
        "amount": pot.amount,
        "eligible": [p + 1 for p in pot.eligible],
        "players": [share_data(share) for share in pot.players],
        "carried": part_data(pot.carried),
    }


def odds_html(odds: Odds) -> str:
    """What a notebook shows."""
    return "".join(table.html() for table in odds_tables(odds))
