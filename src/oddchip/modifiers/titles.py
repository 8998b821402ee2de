"""What a twisted game is called: its id, a name players would say, a sentence, and its sources."""

from __future__ import annotations

import re
from collections.abc import Iterable

from oddchip.spec import EIGHT, AtLeast, Game

#: Twist: (how the id wraps, what the name adds, what the summary adds, sources). {} is what the twist was told.
WORDS: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "on_deck": ('on_deck(_, "{}")', "{} Pack", "{a} {} pack", ("IT-20",)),
    "with_bugs 0": ("with_bugs(_, 0)", "with No Joker", "no joker", ("D-GD-2",)),
    "with_bugs 1": ("with_bugs(_, 1)", "with a Bug", "a bug in the pack", ("D-BUG-1", "D-LO-J")),
    "with_bugs 2": ("with_bugs(_, 2)", "with Two Bugs", "two bugs in the pack", ("S8-B7",)),
    "with_antes": ("with_antes(_)", "with Antes", "antes", ("D-PA-2",)),
    "with_blinds 2": ("with_blinds(_)", "with Blinds", "blinds", ("D-PA-2",)),
    "with_blinds 3": ("with_blinds(_, n=3)", "with Three Blinds", "three blinds", ("D-CL-5",)),
    "single_draw": ("single_draw(_)", "Single Draw", "one draw", ("D-DD-1",)),
    "double_draw": ("double_draw(_)", "Double Draw", "two draws", ("D-DD-1", "D-DD-2")),
    "triple_draw": ("triple_draw(_)", "Triple Draw", "three draws", ("D-DD-1", "D-DD-2")),
    "four_before": (
        "four_before(_)",
        "Four-Before",
        "the last card dealt only with the draw",
        ("D-FB-1", "D-FB-2", "D-FB-3"),
    ),
    "declare": (
        "declare(_)",
        "with Declare",
        "a declaration (high, low or both, nothing to qualify)",
        ("D-DC-1", "D-DC-2"),
    ),
    "declare {}": (
        'declare(_, low="{}")',
        "with {} Low Declared",
        "a declaration (high, {} low or both, nothing to qualify)",
        ("D-DC-1", "D-DC-9"),
    ),
    "progressive": (
        "progressive(_)",
        "Progressive",
        "jacks, then queens, kings and aces to open after each passed-out deal",
        ("D-JP-6",),
    ),
}


def _words(twist: str) -> tuple[str, str, str, tuple[str, ...], str]:
    name, _, told = twist.partition(" ")
    key = next(key for key in (twist, f"{name} {{}}", name) if key in WORDS)
    return *WORDS[key], told


def id_of(base: str, twists: Iterable[str]) -> str:
    text = base
    for twist in twists:
        wrap, *_, told = _words(twist)
        text = wrap.replace("{}", told).replace("(_", f"({text}", 1)
    return text


def name_of(base: str, twists: Iterable[str]) -> str:
    """ "Triple Draw Gardena Jackpots, Progressive, Four-Before, with Two Bugs"; where "Draw" is in a name, there."""
    name, after, also = base, "", []
    for twist in twists:
        _, title, _, _, told = _words(twist)
        title = title.replace("{}", told[:1].upper() + told[1:])
        if title.endswith(" Draw"):
            name = _with_draws(base, title)
        elif title.startswith("with "):
            also.insert(0, title.removeprefix("with "))
        else:
            after = f", {title}{after}"
    return name + after + (", with " if after else " with ") * bool(also) + " and ".join(also)


def _with_draws(base: str, title: str) -> str:
    if " Draw" in base:
        return re.sub(r"( Single| Double| Triple)? Draw", f" {title}", base, count=1)
    return f"{title} {base}"


def summary_of(base: Game, game: Game, twists: Iterable[str]) -> str:
    said = [*(_phrase(twist) for twist in twists), *_unsaid(base, game)]
    *most, last = said
    return f"{base.summary.rstrip('.')}; here with {', '.join(most) + ' and ' if most else ''}{last}."


def _phrase(twist: str) -> str:
    _, _, phrase, _, told = _words(twist)
    told = told.title() if told.isalpha() and told != "short" else told
    return phrase.replace("{a}", "an" if told[:1] in "I8" else "a").replace("{}", told)


def _unsaid(base: Game, game: Game) -> Iterable[str]:
    """What else is no longer as the base says it."""
    if base.rules.betting.sevens and not game.rules.betting.sevens:
        yield "no sevens rule"
    before, now = ({award.qualify for award in each.rules.pot} for each in (base, game))
    if EIGHT in before and None not in now - before and EIGHT not in now:
        yield from (floor.words + " to win low" for floor in now - before if isinstance(floor, AtLeast))


def sources_of(base: tuple[str, ...], twists: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*base, *(source for twist in twists for source in _words(twist)[3])]))
