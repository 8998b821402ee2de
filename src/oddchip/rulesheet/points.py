"""What the sources leave open, and what is in force: labelled defaults, silent points, options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from oddchip.house import HouseRules, options
from oddchip.rulesheet import parts
from oddchip.rulesheet.choices import CHOICES, CUSTOM
from oddchip.rulesheet.paper import DIFFER, LEANS, SILENT, Item, Section
from oddchip.rulesheet.telling import Telling
from oddchip.spec import BANNED_LAST_ROUND, CheckRaise

PLAIN = HouseRules()


@dataclass(frozen=True)
class Point:
    """A point no option is about: where it comes up, what is said of it, and how it is marked."""

    rules: tuple[str, ...]
    comes_up: Callable[[Telling], bool]
    text: str
    mark: str = SILENT


def _cites(*rules: str) -> Callable[[Telling], bool]:
    """For games whose sources name one of these rules."""
    return lambda telling: bool(set(rules) & set(telling.game.sources))


def _double_draw_ban(telling: Telling) -> bool:
    banned = telling.house.betting.check_raise or telling.game.rules.betting.check_raise
    return telling.game.draws > 1 and telling.is_fixed and CheckRaise(banned) is BANNED_LAST_ROUND


#: The three labelled defaults at the end of docs/rules/draw.md come first.
POINTS = (
    Point(
        ("D-DC-4",),
        lambda telling: parts.declares(telling) and telling.house.declare.scoop_against == "declarers",
        "Who declares both ways must beat those who declared; the words of the source could mean every hand still in.",
        LEANS,
    ),
    Point(
        ("D-CL-4", "D-DD-2"),
        _double_draw_ban,
        "The ban on checking and raising holds in the last round; the source speaks of the second betting round.",
        LEANS,
    ),
    Point(
        ("D-FB-4",),
        lambda telling: parts.is_four_before(telling) and parts.plays_for_other_rules(telling),
        "The source offers the card held back for the games it describes before; a game that turns from high to low "
        "when nobody opens comes after them.",
        LEANS,
    ),
    Point(
        ("CU-9a", "CU-9"),
        _cites("CU-9"),
        "In which order the rows are turned up, and so the number of betting rounds, is chosen here.",
    ),
    Point(("CU-9b",), _cites("CU-9"), "In which round the big bet starts is chosen here."),
    Point(
        ("D-GD-2",),
        _cites("D-GD-2"),
        "Blinds, and a pack without a joker, are chosen here; others play with antes or a bug.",
    ),
    Point(
        ("D-HL-1",),
        _cites("D-HL-1"),
        "Blinds rather than antes, and limits in the proportion one to two, are chosen here.",
    ),
    Point(("D-DC-1",), _cites("D-DC-1"), "Antes or blinds, and limits in the proportion one to two, are chosen here."),
    Point(("D-DC-11",), _cites("D-DC-11", "D-DC-1"), "Whether there is a joker is chosen here."),
    Point(("D-KC-1",), _cites("D-KC-1"), "Blinds, and limits in the proportion one to two, are chosen here."),
    Point(("D-AS-1",), _cites("D-AS-1"), "Blinds, and limits in the proportion one to two, are chosen here."),
    Point(("D-CL-5",), _cites("D-CL-1"), "The number of blinds is chosen here."),
    Point(("D-QB-5",), _cites("D-QB-5"), "How two players play is chosen here, and so is that no seven must bet."),
    Point(
        ("D-HL-3",),
        _cites("D-HL-3"),
        "That the joker is read for low as in lowball is chosen here; the source says bug only.",
    ),
    Point(
        ("D-JO-4",),
        _cites("D-JO-4"),
        "That the pot stays when a deal is passed out twice is our reading; the source says re-ante.",
    ),
    Point(("D-DD-1",), _cites("D-DD-1"), "How the limits grow over more than two rounds is chosen here."),
    Point(
        ("D-RS-4",),
        parts.draws,
        "How many may play is worked out from the pack, so that nobody is dealt his own discard.",
    ),
    Point(
        ("S8-B6",),
        lambda telling: parts.stud_with_bug(telling) and len(telling.rankings) > 1,
        "A bug may be one card for high and another for low.",
    ),
    Point(
        ("IT-17", "IT-14"),
        parts.forty_for_high,
        "How hands rank on 40 cards differs from table to table.",
        DIFFER,
    ),
)


def tell_open_points(telling: Telling) -> Section:
    """What the sources leave open in this game, and what this table does about it."""
    items = [Item(point.text, point.mark, point.rules) for point in POINTS if point.comes_up(telling)]
    for name, entry in options():
        choice = CHOICES[name]
        if choice.why != CUSTOM and choice.matters(telling) and not _is_changed(telling, name):
            items.append(
                Item(choice.say(telling.house.get(name), telling), choice.why, _rules(entry.metadata["source"]))
            )
    return Section("Left open by the sources, and in force here", tuple(items))


def tell_customs(telling: Telling) -> Section:
    """The same for what is custom of a house rather than rule of a game."""
    items = [
        Item(CHOICES[name].say(telling.house.get(name), telling))
        for name, _ in options()
        if CHOICES[name].why == CUSTOM and CHOICES[name].matters(telling) and not _is_changed(telling, name)
    ]
    return Section("At the table", tuple(items))


def tell_differences(telling: Telling) -> Section | None:
    """What this table plays otherwise than usual: to be announced."""
    items = list(_differences(telling))
    return Section("This table plays otherwise than usual", tuple(items)) if items else None


def _differences(telling: Telling) -> Iterator[Item]:
    for name, entry in options():
        if _is_changed(telling, name):
            choice = CHOICES[name]
            mark = f"option {name}" if choice.matters(telling) else f"option {name}; no part of this game"
            yield Item(choice.say(telling.house.get(name), telling), mark, _rules(entry.metadata["source"]))


def _is_changed(telling: Telling, name: str) -> bool:
    return bool(telling.house.get(name) != PLAIN.get(name))


def _rules(source: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in source.split(","))
