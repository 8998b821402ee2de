"""The coach of California Poker: what a hand that is over was worth, how it is played best, what each gift cost.

Everything is worked out of what is public once both gifts have changed hands (CP-3): the sixteen cards and the gifts.
The work is done in a thread, one piece at a time, and a bounded part of it is kept.

::

    past = await hand_of(room, table_id, 17, person)     # Refused for who may not see it, and before it is over
    await coached_for(room, past, person)                # as data for JSON
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from sqlalchemy import select

from oddchip import events as ev
from oddchip.cards import cards_text
from oddchip.errors import HistoryError
from oddchip.room import coach_words as words
from oddchip.room.coach_words import Two
from oddchip.room.errors import Refused
from oddchip.room.loading import load
from oddchip.room.past import Past
from oddchip.room.protocol import Line
from oddchip.room.reach import reach
from oddchip.room.store import schema
from oddchip.solve.california import Coaching, Deal, Graded, Solution, coach
from oddchip.solve.california.coaching import part_text, written
from oddchip.solve.california.deal import COUNT, GIVEN, HAND
from oddchip.solve.california.payoff import strengths
from oddchip.spec import Swap

if TYPE_CHECKING:
    from oddchip.room.room import Room

P = ParamSpec("P")
T = TypeVar("T")
#: Hands that are kept with all that is said of them, some 30 kB each.
MOST_KEPT = 64
#: Closed tables of which it is known whether they were coached.
MOST_CLOSED = 1000
OFF = "the coach is off at this table"
NOTHING = "there is nothing to coach in this hand: it is not of California Poker, or was not played to its end"


@dataclass(frozen=True)
class Swapped:
    """A hand of California Poker in which the gifts changed hands: who was first and second, and what they gave."""

    seats: tuple[int, int]
    people: tuple[str, str]
    deal: Deal
    gifts: tuple[tuple[int, ...], tuple[int, ...]]


def swapped(past: Past) -> Swapped | None:
    """What there is to coach in a hand; None for other games, and where the gifts were never opened.

    HistoryError for a hand by rules that are no more.
    """
    if not has_coach(past):
        return None
    at = next(place for place, event in enumerate(past.log) if event[0] == ev.SWAPPED)
    hand, gifts = past.moments[at], past.log[at][1]
    held = tuple(hand.holdings[seat] for seat in hand.seats)
    awards = hand.plan.rulesets[hand.state.rules].awards
    if [len(cards) for cards in (*held, *gifts)] != [HAND, HAND, GIVEN, GIVEN] or len(awards) != 1:
        return None
    people = past.people
    seats = hand.seats[0], hand.seats[1]
    deal = Deal.of(held[0], held[1], awards[0].order)
    return Swapped(seats, (people[seats[0]], people[seats[1]]), deal, (gifts[0], gifts[1]))


def has_coach(past: Past) -> bool:
    """Is it a hand of California Poker that was not void, and whose gifts were opened?"""
    return not past.void and past.deal.plan.game.has(Swap) and any(event[0] == ev.SWAPPED for event in past.log)


@dataclass(frozen=True)
class Coached:
    """A hand with what the coach knows of it; names are put in when somebody reads it."""

    hand: Swapped
    coaching: Coaching
    finals: dict[str, Any]


class Coach:
    """Coaches one hand after the other, beside the event loop; what was asked for last is kept."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, int], Coached | None] = OrderedDict()
        self._at_work = asyncio.Semaphore(1)
        self.closed: dict[str, bool] = {}

    async def of(self, past: Past) -> Coached | None:
        """A hand coached, for whoever may see it, which is for the caller to know. None where nothing is to be said."""
        key = past.kept.table_id, past.number
        async with self._at_work:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(coached, past)
                if len(self._kept) > self._most:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]

    async def worked_out(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Some other work of the coach, in its turn."""
        async with self._at_work:
            return await asyncio.to_thread(work, *args, **named)


def coached(past: Past) -> Coached | None:
    """The same at once, in some 20 milliseconds."""
    try:
        hand = swapped(past)
    except HistoryError:  # played by rules that are no more
        return None
    if hand is None:
        return None
    return Coached(hand, coach(hand.deal.first, hand.deal.second, hand.gifts, order=hand.deal.order), finals(hand.deal))


# --- as data for a screen --------------------------------------------------------------------------------------------


def coach_data(found: Coached, two: Two) -> dict[str, Any]:
    """All that is told of a hand; lines are those of the protocol, fractions texts."""
    coaching = found.coaching
    solution, result = coaching.solution, coaching.result
    told = solution_data(solution, two, found.finals)
    told["seats"] = list(found.hand.seats)
    told["result"] = result
    told["luck_free"] = str(coaching.luck_free)
    told["outcome"] = words.outcome(result, solution.value, two)
    told["picks"] = [pick_data(solution, graded, two) for graded in coaching.picks]
    told["remark"] = remark(found, two)
    return told


def remark(found: Coached, two: Two) -> Line:
    """All of it in one line, about who reads it, or about both."""
    coaching = found.coaching
    sides = (two.me,) if two.me is not None else (0, 1)
    told = [words.worth(coaching.solution, two)]
    for side in sides:
        told += [words.pick(coaching.solution.deal, coaching.picks[side], two), words.cost(coaching.picks[side])]
    return [span for place, line in enumerate(told) for span in ([" ", *line] if place else line)]


def solution_data(solution: Solution, two: Two, hands: dict[str, Any], was: str = "was") -> dict[str, Any]:
    """What a deal is worth and how both play it best; the map has a text for each of the first player's gifts."""
    deal = solution.deal
    return {
        "names": list(two.names),
        "me": two.me,
        "deck": "italian" if deal.order.deck.pack.name == "italian" else "french",
        "hands": [cards_text(deal.hand(side), deal.order.deck).split() for side in (0, 1)],
        "value": str(solution.value),
        "worth": words.worth(solution, two, was),
        "saddle": solution.saddle,
        "mixes": [
            [
                {"gift": gift, "line": words.gift_line(deal, side, gift), "part": part_text(part)}
                for gift, part in sorted(solution.mixes[side].items(), key=lambda each: (-each[1], each[0]))
            ]
            for side in (0, 1)
        ],
        "map": list(written(solution.table)),
        "finals": hands,
    }


def pick_data(solution: Solution, graded: Graded, two: Two, verb: str = "gave") -> dict[str, Any]:
    """A gift with its grade."""
    return {
        "side": graded.side,
        "gift": graded.gift,
        "grade": graded.grade.value,
        "line": words.pick(solution.deal, graded, two, verb),
        "cost_line": words.cost(graded),
        "cost": str(graded.cost),
        "loss": str(graded.loss),
        "risk": str(graded.risk),
    }


def finals(deal: Deal) -> dict[str, Any]:
    """The first player's final hand for each pair of gifts: `words`, and a `table` of places in it, row after row.

    The second's after gifts r and c is the first's after 69 - r and 69 - c.
    """
    table = strengths(deal)
    values = sorted({value for row in table for value in row}, reverse=True)
    places = {value: place for place, value in enumerate(values)}
    assert len(table) == COUNT
    return {
        "words": [deal.order.describe(value) for value in values],
        "table": [[places[value] for value in row] for row in table],
    }


# --- where it is on --------------------------------------------------------------------------------------------------


async def is_coached(room: Room, table_id: str) -> bool:
    """Has the host of a table, be it open or closed, left the coach on?"""
    actor = await reach(room, table_id)
    if actor is not None:
        return actor.scene.desk.settings.coach
    known = room.coach.closed
    if table_id not in known:
        t = schema.game_table
        rows = await room.store.read(select(t).where(t.c.id == table_id))
        scene, _ = await load(room.store, rows[0])
        if len(known) >= MOST_CLOSED:
            known.pop(next(iter(known)))
        known[table_id] = scene.desk.settings.coach
    return known[table_id]


async def coached_for(room: Room, past: Past, person: str | None) -> dict[str, Any]:
    """What is told of a hand to somebody who may see it. Refused where the coach is off, and for what is no hand of
    California Poker that was played to its end.
    """
    if not await is_coached(room, past.kept.table_id):
        raise Refused(OFF)
    found = await room.coach.of(past)
    if found is None:
        raise Refused(NOTHING)
    people = found.hand.people
    names = past.players
    two = Two(
        (names[found.hand.seats[0]], names[found.hand.seats[1]]), people.index(person) if person in people else None
    )
    return {"hand": past.number, **coach_data(found, two)}
