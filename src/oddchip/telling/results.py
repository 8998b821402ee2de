"""How the pots were won: a line for each pot and way, with quarters and odd chips explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oddchip import events as ev
from oddchip.cards import UNKNOWN
from oddchip.plan import RulesPlan
from oddchip.telling.spans import Line
from oddchip.telling.worth import Cards, Worth, all_ways

if TYPE_CHECKING:
    from oddchip.telling.teller import Teller

_PARTS = {2: "halved", 3: "shared by three", 4: "shared by four"}


def award_lines(awards: Sequence[ev.Awarded], pots: int, t: Teller) -> list[Line]:
    """``Main pot, low: 10 to Ada and 10 to You with 8-6-4-3-A low, quartered.``  `pots` is how many are won in all."""
    lines: list[Line] = []
    for pot in sorted({award.pot for award in awards}, reverse=True):
        shares = [award for award in awards if award.pot == pot]
        for way in dict.fromkeys(award.way for award in shares):
            lines.append(_line(pot, way, [a for a in shares if a.way == way], shares, pots, t))
    return lines


def _line(pot: int, way: str, won: Sequence[ev.Awarded], shares: Sequence[ev.Awarded], pots: int, t: Teller) -> Line:
    title = _pot_name(pot, pots) + ("" if way == "whole" else f", {way}")
    if len(won) == 1:
        award = won[0]
        line: Line = [f"{title}: ", (f"{t.does(award.seat, 'win')} {award.amount}", "bold green")]
        return [*line, *_with(award, t), _scoop(award, shares), "."]
    took = [(f"{t.name(award.seat)} {award.amount}", "bold green") for award in won]
    line = [f"{title}, {_split(way, won)}: "]
    for k, span in enumerate(took):
        line += [", ", span] if k else [span]
    odd = max(award.amount for award in won) - min(award.amount for award in won)
    odd_seat = max(won, key=lambda a: a.amount).seat
    note = f"; the odd chip goes to {t.name(odd_seat).replace('You', 'you')}" if odd == 1 else ""
    return [*line, *_with(won[0], t), f"{note}."]


def _pot_name(pot: int, pots: int) -> str:
    if pots == 1:
        return "The pot"
    return "Main pot" if not pot else "Side pot" if pots == 2 else f"Side pot {pot}"


def _split(way: str, won: Sequence[ev.Awarded]) -> str:
    """Half of a half is a quarter (S8-15)."""
    if way != "whole" and len(won) == 2:
        return "quartered"
    return _PARTS.get(len(won), f"shared by {len(won)}")


def _with(award: ev.Awarded, t: Teller) -> Line:
    if not award.cards:
        return [f" ({award.words})"] if award.words else []
    ways = scooped(award.way, award.words, t.plan.rulesets[t.rules], t.tabled.get(award.seat, ()), tuple(t.rows))
    if len({frozenset(way.cards) for way in ways}) > 1:
        said = [[f"{way.words}: ", *t.faces.cards(way.cards)] for way in ways]
        return [" with ", *said[0], *(span for more in said[1:] for span in (", and with ", *more))]
    return [f" with {award.words}: ", *t.faces.cards(award.cards)]


def scooped(way: str, words: str, rules: RulesPlan, hand: Cards, rows: tuple[Cards, ...]) -> list[Worth]:
    """What a shown hand that took a pot undivided (`way`, `words` of its award) won it with, where it won more than one
    way (ODD-4); [] where it won but one, or is not known.
    """
    if way != "whole" or len(rules.awards) < 2 or not hand or UNKNOWN in hand:
        return []
    found = all_ways(rules, hand, rows)
    return found if " and ".join(dict.fromkeys(each.words for each in found)) == words else []


def _scoop(award: ev.Awarded, shares: Sequence[ev.Awarded]) -> str:
    """Does one seat take the whole of a pot that could have been split?"""
    ways = {share.way for share in shares}
    if len(ways) > 1 and {share.seat for share in shares} == {award.seat} and award is shares[-1]:
        return ", and scoops"
    return ""


def failed_scoops(awards: Sequence[ev.Awarded], t: Teller) -> list[Line]:
    """Who declared both ways and won nothing, and why (D-DC-4, D-DC-5)."""
    winners = {award.seat for award in awards}
    lost = [seat for seat, way in t.ways.items() if way == "both" and seat not in winners]
    return [[f"{t.does(seat, 'declare')} both ways without winning both outright, and so nothing."] for seat in lost]


def unqualified(t: Teller) -> list[Line]:
    """Which ways no shown hand is good enough for (S8-14, CU-8): a hand that is not shown was beaten or no better."""
    rules, rows = t.plan.rulesets[t.rules], tuple(t.rows)
    asked = [award.name for award in rules.awards if award.floor] if t.tabled else []
    if not asked:
        return []
    met = [{way.way: way.qualifies for way in all_ways(rules, cards, rows)} for cards in t.tabled.values()]
    return [[f"No hand qualifies for {way}."] for way in asked if not any(ways.get(way) for ways in met)]
