"""Pictures of answers: bars of shares, how often hands are made, a heat map of keeps; SVG or PNG.

Matplotlib (extra `plots`) is imported when a picture is asked for. Colours are told apart by colour-blind eyes, and
every bar and field also carries its figure. The same answer gives the same file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from oddchip.errors import OddchipError
from oddchip.odds.tables import percent

FORMATS = (".svg", ".png")
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
_REPRODUCIBLE = {"svg.hashsalt": "oddchip", "svg.fonttype": "none", "font.size": 10.0}
Picture = Any
"""A matplotlib figure."""


def check_path(path: str | Path) -> Path:
    """The path of a picture that can be written; `OddchipError` for another format or a folder there is not."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise OddchipError(f"a picture is a file that ends in {' or '.join(FORMATS)}, not {path.name!r}")
    if not path.parent.is_dir():
        raise OddchipError(f"cannot write {path}: there is no folder {path.parent}")
    return path


def save(picture: Picture, path: str | Path) -> None:
    """Write a picture; the ending says whether it is SVG or PNG."""
    path = check_path(path)
    kind = path.suffix.lower()[1:]
    with _matplotlib().rc_context(_REPRODUCIBLE):
        try:
            picture.savefig(path, format=kind, dpi=144, metadata={"Date": None} if kind == "svg" else None)
        except OSError as wrong:
            raise OddchipError(f"cannot write {path}: {wrong.strerror}") from None


def share_bars(
    shares: Mapping[str, Fraction], errors: Sequence[float] = (), title: str = "Share of the pot"
) -> Picture:
    """A bar for each player, with its share; whiskers are two standard errors."""
    names, parts = list(shares), [100 * float(part) for part in shares.values()]
    sampled = any(errors)
    figure, axes = _axes(len(names), title)
    axes.barh(
        range(len(names)),
        parts,
        color=[_COLOURS[k % len(_COLOURS)] for k in range(len(names))],
        xerr=[200 * error for error in errors] if sampled else None,
        capsize=3,
    )
    for k, part in enumerate(shares.values()):
        axes.text(parts[k] + 1, k, percent(part, errors[k] if sampled else 0.0), va="center")
    _name_rows(axes, names)
    _per_cents(axes, 112, "of the pot")
    return figure


def distribution(parts: Mapping[str, Fraction], title: str = "Final hands") -> Picture:
    """A bar for each class of hands, best first, with how often it comes."""
    names, values = list(parts), [100 * float(part) for part in parts.values()]
    figure, axes = _axes(len(names), title)
    axes.barh(range(len(names)), values, color=_COLOURS[0])
    most = max(values, default=1.0) or 1.0
    for k, part in enumerate(parts.values()):
        axes.text(values[k] + most / 100, k, percent(part), va="center")
    _name_rows(axes, names)
    _per_cents(axes, 1.2 * most, "of all hands")
    return figure


def keeps_map(keeps: Mapping[str, tuple[int, Fraction]], title: str = "What to keep") -> Picture:
    """A field for each keep: (how many cards are drawn, its worth as a part of the pot); a column for each draw.

    In each column the best stands on top; the darker a field, the more it is worth.
    """
    columns: dict[int, list[tuple[str, Fraction]]] = {}
    for name, (drawn, worth) in keeps.items():
        columns.setdefault(drawn, []).append((name, worth))
    draws = sorted(columns)
    rows = max(map(len, columns.values()))
    figure, axes = _axes(rows * 1.3, title, width=2.0 + 1.75 * len(draws))
    worths = [float(worth) for _, worth in keeps.values()]
    shade = _shades(min(worths), max(worths))
    for x, drawn in enumerate(draws):
        for y, (name, worth) in enumerate(sorted(columns[drawn], key=lambda one: -one[1])):
            colour, ink = shade(float(worth))
            axes.add_patch(_patches().Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
            axes.text(x, y, f"{name or 'nothing'}\n{percent(worth)}", ha="center", va="center", color=ink, fontsize=8)
    axes.set_xlim(-0.5, len(draws) - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_xticks(range(len(draws)), [f"draw {drawn}" if drawn else "stand pat" for drawn in draws])
    axes.set_yticks([])
    return figure


# --- drawing ---------------------------------------------------------------------------------------------------------


def _matplotlib() -> Any:
    try:
        return import_module("matplotlib")
    except ModuleNotFoundError:
        raise OddchipError("pictures need matplotlib; python -m pip install 'oddchip[plots]' installs it") from None


def _patches() -> Any:
    return import_module("matplotlib.patches")


def _axes(rows: float, title: str, width: float = 8.0) -> tuple[Picture, Any]:
    """A figure of its own, without a window."""
    _matplotlib()
    figure = import_module("matplotlib.figure").Figure(figsize=(width, 1.3 + 0.36 * rows), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _name_rows(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()


def _per_cents(axes: Any, room: float, of: str) -> None:
    """An axis that ends at 100, though there may be room for a figure behind it."""
    axes.set_xlim(0, room)
    if room > 100:
        axes.set_xticks(range(0, 101, 20))
        axes.spines["bottom"].set_bounds(0, 100)
    axes.set_xlabel(f"per cent {of}")


def _shades(least: float, most: float) -> Any:
    """From a worth to a colour and the ink that is read on it."""
    colours = import_module("matplotlib").colormaps["cividis_r"]

    def shade(worth: float) -> tuple[Any, str]:
        part = (worth - least) / (most - least) if most > least else 1.0
        return colours(part), "white" if part > 0.5 else "black"

    return shade
