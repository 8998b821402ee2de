"""What a twisted game is called: its id, a name players would say, a sentence, and its sources."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from oddchip.spec import EIGHT, AtLeast, Game


@dataclass(frozen=True)
class Title:
    """How the id wraps another, what the name and the summary add, and the sources. {} is what the twist was told."""

    wrap: str
    name: str
    phrase: str
    sources: tuple[str, ...]


TITLES = {
    "on_deck": Title('on_deck(_, "{}")', "{} Pack", "{a} {} pack", ("IT-20",)),
    "with_bugs 0": Title("with_bugs(_, 0)", "with No Joker", "no joker", ("D-GD-2",)),
    "with_bugs 1": Title("with_bugs(_, 1)", "with a Bug", "a bug in the pack", ("D-BUG-1", "D-LO-J")),
    "with_bugs 2": Title("with_bugs(_, 2)", "with Two Bugs", "two bugs in the pack", ("S8-B7",)),
    "with_antes": Title("with_antes(_)", "with Antes", "antes", ("D-PA-2",)),
    "with_blinds 2": Title("with_blinds(_)", "with Blinds", "blinds", ("D-PA-2",)),
    "with_blinds 3": Title("with_blinds(_, n=3)", "with Three Blinds", "three blinds", ("D-CL-5",)),
    "single_draw": Title("single_draw(_)", "Single Draw", "one draw", ("D-DD-1",)),
    "double_draw": Title("double_draw(_)", "Double Draw", "two draws", ("D-DD-1", "D-DD-2")),
    "triple_draw": Title("triple_draw(_)", "Triple Draw", "three draws", ("D-DD-1", "D-DD-2")),
    "four_before": Title(
        "four_before(_)",
        "Four-Before",
        "the last card dealt only with the draw",
        ("D-FB-1", "D-FB-2", "D-FB-3"),
    ),
    "declare": Title(
        "declare(_)",
        "with Declare",
        "a declaration (high, low or both, nothing to qualify)",
        ("D-DC-1", "D-DC-2"),
    ),
    "declare {}": Title(
        'declare(_, low="{}")',
        "with {} Low",
        "a declaration (high, {} low or both, nothing to qualify)",
        ("D-DC-1", "D-DC-2", "D-DC-9"),
    ),
    "progressive": Title(
        "progressive(_)",
        "Progressive",
        "jacks, then queens, kings and aces to open after each passed-out deal",
        ("D-JP-6",),
    ),
}


def _title(twist: str) -> Title:
    """The title of a twist, with what it was told filled in."""
    name, _, told = twist.partition(" ")
    title = TITLES[next(key for key in (twist, f"{name} {{}}", name) if key in TITLES)]
    spoken = told.title() if told.isalpha() and told != "short" else told
    article = "an" if spoken[:1] in ("I", "8") else "a"
    return replace(
        title,
        wrap=title.wrap.replace("{}", told),
        name=title.name.replace("{}", told[:1].upper() + told[1:]),
        phrase=title.phrase.replace("{a}", article).replace("{}", spoken),
    )


def id_of(base: str, twists: Iterable[str]) -> str:
    text = base
    for twist in twists:
        text = _title(twist).wrap.replace("(_", f"({text}", 1)
    return text


def name_of(base: str, twists: Iterable[str]) -> str:
    """ "Triple Draw Gardena Jackpots, Progressive, Four-Before, with Two Bugs"."""
    name, after = base, ""
    also: list[str] = []
    for title in (_title(twist).name for twist in twists):
        if title.endswith(" Draw"):
            name = _with_draws(base, title)
        elif title.startswith("with "):
            also.insert(0, title.removeprefix("with "))
        else:
            after = f", {title}{after}"
    if not also:
        return name + after
    return f"{name}{after}{', with' if after else ' with'} {' and '.join(also)}"


def _with_draws(base: str, title: str) -> str:
    """Where a name says "Draw", it says there how many."""
    if " Draw" in base:
        return re.sub(r"( Single| Double| Triple)? Draw", f" {title}", base, count=1)
    return f"{title} {base}"


def summary_of(base: Game, game: Game, twists: Iterable[str]) -> str:
    *most, last = [*(_title(twist).phrase for twist in twists), *_unsaid(base, game)]
    return f"{base.summary.rstrip('.')}; here with {', '.join(most) + ' and ' if most else ''}{last}."


def _unsaid(base: Game, game: Game) -> Iterable[str]:
    """What else is no longer as the base says it."""
    if base.rules.betting.sevens and not game.rules.betting.sevens:
        yield "no sevens rule"
    before, now = ({award.qualify for award in each.rules.pot} for each in (base, game))
    if EIGHT in before:
        yield from (f"{floor.words} to win low" for floor in now - before if isinstance(floor, AtLeast))


def sources_of(base: tuple[str, ...], twists: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*base, *(source for twist in twists for source in _title(twist).sources)]))
