"""A hand as it is kept when it is over: what everybody knows of it, and for each seat what that seat saw.

Kept are the events as they were seen (`oddchip.views.see`), with all that is needed to tell them again; a mucked hand
is in nobody's record but its owner's. People are named by their ids, so that names can be deleted.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import msgspec

from oddchip import events as ev
from oddchip.hand import Hand
from oddchip.room.steps import Step
from oddchip.stakes_text import stakes_text
from oddchip.table import facts as table_facts
from oddchip.table.plain import plain_value
from oddchip.views import SPECTATOR, see

#: The viewer of the record that everybody may read.
EVERYBODY = -1


def header(hand: Hand, step: Step) -> dict[str, Any]:
    """All about a hand that is no event: game, stakes, house rules, people, chips, button, posts, carried pot."""
    people = step.desk.dealt
    net = dict(hand.result.net) if hand.result else {}
    won, showdown = outcome(hand)
    return {
        "game": hand.game.id,
        "name": hand.game.name,
        "stakes": stakes_text(hand.stakes),
        "house": plain_value(hand.house),
        "stacks": list(hand.dealt_stacks),
        "posts": plain_value(hand.posts),
        "carry": plain_value(hand.carried),
        "seats": list(hand.seats),
        "people": [people.get(seat, "") for seat in hand.seats],
        "bots": [people.get(seat, "") in step.desk.bots for seat in hand.seats],
        "button": hand.button,
        "net": [net.get(seat, 0) for seat in hand.seats],
        "carried": bool(hand.carry),
        "won": won,
        "showdown": showdown,
        "pot": sum(chips for _, chips, *_ in won) + (hand.carry.amount if hand.carry else 0),
        "void": next((fact.reason for fact in step.facts if isinstance(fact, table_facts.HandVoided)), ""),
    }


def outcome(hand: Hand) -> tuple[list[list[Any]], list[int]]:
    """What was won: [seat, chips, way, what it was won with] each; and the seats that came to a showdown."""
    won: dict[tuple[int, str], list[Any]] = {}
    showdown: set[int] = set()
    for event in hand.log:
        match event:
            case (ev.AWARDED, i, _, amount, way, _, words):
                found = won.setdefault((i, way), [hand.seats[i], 0, str(way), words])
                found[1] += amount
            case (ev.SHOWN | ev.MUCKED, i, *_):
                showdown.add(i)
            case (ev.TURNED_UP, mask, _):
                showdown.update(ev.seats_of(mask))
    return list(won.values()), sorted(hand.seats[i] for i in showdown)


def seen_logs(hand: Hand, bots: Container[int] = ()) -> dict[int, str]:
    """The events of a hand as each seat, and everybody, saw them; what bots saw nobody may read, and is not kept."""
    members = hand.plan.members
    found = {EVERYBODY: [see(event, SPECTATOR, members) for event in hand.log]}
    for position, seat in enumerate(hand.seats):
        if seat not in bots:
            found[seat] = [see(event, position, members) for event in hand.log]
    return {viewer: msgspec.json.encode(log).decode() for viewer, log in found.items()}
