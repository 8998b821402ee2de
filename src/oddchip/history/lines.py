"""A hand as lines of text, one for each thing that happened; a superset of the action grammar of PHH.

`p1` is the first seat dealt in left of the button, `p2` the next, and so on; `d` is the dealer. Cards are written
without spaces. What the words mean is told in `docs/history.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from oddchip import events as ev
from oddchip.cards import card_text, is_joker
from oddchip.plan import BetOp, DeclareOp, DrawOp, Plan, SwapOp

#: The words with which a player decides; every other line follows from the rules.
DECISIONS = frozenset(("f", "cc", "cbr", "pb", "open", "sd", "declare", "give", "forfeit"))
NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Line(NamedTuple):
    """One line: who (`p1`, `d`, or "" for a remark), the word that says what, and the whole text."""

    actor: str
    word: str
    text: str

    @property
    def is_decision(self) -> bool:
        return self.word in DECISIONS and self.actor != "d"

    @property
    def position(self) -> int:
        """0 for p1; only for lines of players."""
        return int(self.actor[1:]) - 1

    @property
    def rest(self) -> list[str]:
        """The words after actor and word."""
        return self.text.split()[2:]


def line_of(text: str) -> Line:
    """A written line: what follows a # is a remark, and spaces are free."""
    words = re.sub(r"(?:^|\s)#.*", "", text, flags=re.DOTALL).split()
    if len(words) < 2:
        return Line("", "#", " ".join(words))
    return Line(words[0], words[1], " ".join(words))


def joined(cards: Iterable[int], plan: Plan) -> str:
    """``AsKdX1``: cards without spaces."""
    return "".join([card_text(card, plan.deck) for card in cards])


def lines_of(log: Iterable[ev.Compact], plan: Plan) -> list[Line]:
    """The lines of some events; cards that came to a seat piece by piece are one line."""
    found: list[Line] = []
    split: list[Line] = []
    for event in log:
        made = [line_of(text) for text in _WRITE[event[0]](event, plan)]
        if event[0] == ev.OPENERS_SPLIT:
            split = made
        elif event[0] in (ev.DREW, ev.DISCARDED):
            # What the discard says about the openers comes after the discard itself.
            made[1:1], split = split, []
        if event[0] == ev.FORFEITED and found and found[-1].word == "back":
            # So does what comes back of a stake that was too large for the other.
            made.append(found.pop())
        for line in made if made is not split else ():
            _append(found, line)
    return found


def story(log: Iterable[ev.Compact], plan: Plan) -> list[str]:
    """The lines as they are written down, with a remark where each round of betting, drawing or declaring begins."""
    texts: list[str] = []
    chapter: list[ev.Compact] = []
    for event in log:
        if event[0] == ev.BEGAN:
            texts += [line.text for line in lines_of(chapter, plan)] + [f"# {phase_title(plan, event[1])}"]
            chapter = []
        else:
            chapter.append(event)
    return texts + [line.text for line in lines_of(chapter, plan)]


def _append(found: list[Line], line: Line) -> None:
    """Add a line, or the cards of it to the line before when both deal to the same seat."""
    if line.word == "dh" and found and found[-1].text.split()[:3] == line.text.split()[:3]:
        found[-1] = line_of(found[-1].text + line.rest[1])
    else:
        found.append(line)


def phase_title(plan: Plan, pc: int) -> str:
    """ "second draw", "first bets": what began at a step of the plan."""
    op = plan.ops[pc]
    if isinstance(op, BetOp):
        return f"{NUMBERS[op.number]} bets"
    if isinstance(op, DrawOp):
        return f"{NUMBERS[op.number]} draw" if plan.game.draws > 1 else "draw"
    return {SwapOp: "swap", DeclareOp: "declaration"}[type(op)]


# --- one writer for each kind of event ---------------------------------------------------------------------------


def _who(i: int) -> str:
    return f"p{i + 1}"


def _posted(event: Any, plan: Plan) -> list[str]:
    _, i, kind, amount, owed, _ = event
    return [f"{_who(i)} post {amount}{f' of {owed}' if owed != amount else ''} {kind}"]


def _dealt(event: Any, plan: Plan) -> list[str]:
    _, mask, cards, _ = event
    seats = plan.members[mask]
    return [f"d dh {_who(i)} {joined(cards[j :: len(seats)], plan)}" for j, i in enumerate(seats)]


def _laid(event: Any, plan: Plan) -> list[str]:
    _, row, cards, up = event
    name = plan.rows[row]
    if name == "board" and up:
        return [f"d db {joined(cards, plan)}"]
    return [f"d {'up' if up else 'down'} {name} {joined(cards, plan)}"]


def _drew(event: Any, plan: Plan) -> list[str]:
    _, i, _, received = event
    return _discarded(event, plan) + _received((0, i, received), plan)


def _discarded(event: Any, plan: Plan) -> list[str]:
    return [f"{_who(event[1])} sd {joined(event[2], plan)}".strip()]


def _received(event: Any, plan: Plan) -> list[str]:
    return [f"d dh {_who(event[1])} {joined(event[2], plan)}"] if event[2] else []


def _sealed(event: Any, plan: Plan) -> list[str]:
    _, i, choice = event
    if isinstance(choice, tuple):
        return [f"{_who(i)} give {joined(choice, plan)}"]
    return [f"{_who(i)} declare {choice}" if isinstance(choice, str) else f"{_who(i)} chooses"]


def _openers(event: Any, plan: Plan) -> list[str]:
    _, i, cards, proved, words = event
    return [f"{_who(i)} openers {joined(cards, plan)} {'proves' if proved else 'fails'} {words}"]


def _turned_up(event: Any, plan: Plan) -> list[str]:
    _, mask, hands = event
    return [f"{_who(i)} up {joined(hand, plan)}" for i, hand in zip(ev.seats_of(mask), hands, strict=True)]


def _awarded(event: Any, plan: Plan) -> list[str]:
    _, i, pot, amount, way, cards, words = event
    text = f"{_who(i)} win {amount} pot {pot} {way} {joined(cards, plan) or '-'} {words}"
    return [(text + "".join(f" [{said}]" for said in joker_words(cards, way, words, plan))).strip()]


def joker_words(cards: tuple[int, ...], way: str, words: str, plan: Plan) -> list[str]:
    """``X1 is Ad``: what the jokers among the winning cards stand for (D-BUG-2)."""
    if not any(map(is_joker, cards)):
        return []
    for rules in plan.rulesets:
        for award in rules.awards:
            for order in filter(None, (award.order, award.wild)):
                if words.startswith(order.describe(order.value(cards))):
                    stands = order.stands_for(cards)
                    return [f"{card_text(j, plan.deck)} is {card_text(c, plan.deck)}" for j, c in stands.items()]
    return []


def _carried(event: Any, plan: Plan) -> list[str]:
    _, pots, step, why = event
    told = " ".join(f"{amount}:{''.join(map(_who, ev.seats_of(mask)))}" for amount, mask in pots)
    return [" ".join(f"d carry {told} step {step} {why}".split())]


def _nothing(event: Any, plan: Plan) -> list[str]:
    return []


_WRITE: dict[int, Callable[[Any, Plan], list[str]]] = {
    ev.POSTED: _posted,
    ev.DEALT: _dealt,
    ev.LAID: _laid,
    ev.TURNED: lambda e, plan: [f"d turn {plan.rows[e[1]]} {joined(e[2], plan)}"],
    ev.BURNED: lambda e, plan: [f"d burn {e[1]}"],
    ev.BEGAN: _nothing,
    ev.FOLDED: lambda e, plan: [f"{_who(e[1])} f"],
    ev.CHECKED: lambda e, plan: [f"{_who(e[1])} cc"],
    ev.CALLED: lambda e, plan: [f"{_who(e[1])} cc {e[2]}{' as check' if e[3] else ''}"],
    ev.RAISED: lambda e, plan: [f"{_who(e[1])} cbr {e[2]}"],
    ev.BROUGHT_IN: lambda e, plan: [f"{_who(e[1])} pb {e[2]}"],
    ev.OPEN_DECLARED: lambda e, plan: [f"{_who(e[1])} open"],
    ev.RETURNED: lambda e, plan: [f"{_who(e[1])} back {e[2]}"],
    ev.DREW: _drew,
    ev.DISCARDED: _discarded,
    ev.RECEIVED: _received,
    ev.RESHUFFLED: lambda e, plan: [f"d shuffle {e[1]}"],
    ev.SEALED: _sealed,
    ev.ANNOUNCED: lambda e, plan: [f"{_who(e[1])} declare {e[2]}"],
    ev.DECLARED: lambda e, plan: ["d declare " + " ".join(str(way or "-") for way in e[1])],
    ev.SWAPPED: lambda e, plan: ["d swap " + " ".join(joined(gift, plan) for gift in e[1])],
    ev.OPENERS_SHOWN: _openers,
    ev.RULES_CHANGED: lambda e, plan: [f"d rules {e[1]}"],
    ev.TURNED_UP: _turned_up,
    ev.SHOWN: lambda e, plan: [f"{_who(e[1])} sm {joined(e[2], plan)}"],
    ev.MUCKED: lambda e, plan: [f"{_who(e[1])} sm"],
    ev.VOIDED: lambda e, plan: [f"{_who(e[1])} refund {e[2]} {e[3]}"],
    ev.AWARDED: _awarded,
    ev.CARRIED: _carried,
    ev.ENDED: _nothing,
    ev.FORFEITED: lambda e, plan: [f"{_who(e[1])} forfeit"],
    ev.GATHERED: _nothing,
    ev.OPENERS_SPLIT: lambda e, plan: [f"{_who(e[1])} split"],
}
