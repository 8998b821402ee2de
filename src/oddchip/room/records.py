"""A hand as it is kept when it is over: what everybody knows of it, and for each seat what that seat saw.

Kept are the events as they were seen (`oddchip.views.see`), with all that is needed to tell them again; a mucked hand
is in nobody's record but its owner's. People are named by their ids, so that names can be deleted.
"""

from __future__ import annotations

from typing import Any

import msgspec

from oddchip.hand import Hand
from oddchip.room.steps import Step
from oddchip.stakes_text import stakes_text
from oddchip.table import facts as table_facts
from oddchip.table.plain import plain_value
from oddchip.views import SPECTATOR, see

#: The viewer of the record that everybody may read.
EVERYBODY = -1


def header(hand: Hand, step: Step) -> dict[str, Any]:
    """All about a hand that is no event:

    game, stakes, house rules, seats, people, chips, button, posts, carried pot.
    """
    people = step.desk.dealt
    net = dict(hand.result.net) if hand.result else {}
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
        "void": next((fact.reason for fact in step.facts if isinstance(fact, table_facts.HandVoided)), ""),
    }


def seen_logs(hand: Hand) -> dict[int, str]:
    """The events of a hand as each seat, and everybody, saw them."""
    members = hand.plan.members
    found = {EVERYBODY: [see(event, SPECTATOR, members) for event in hand.log]}
    for position, seat in enumerate(hand.seats):
        found[seat] = [see(event, position, members) for event in hand.log]
    return {viewer: msgspec.json.encode(log).decode() for viewer, log in found.items()}
