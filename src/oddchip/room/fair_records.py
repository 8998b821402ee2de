"""The record of a hand's fairness for one reader, as `oddchip verify` and the page /verify take it.

It holds what was told to all, and the openings of the reader's own cards. Made out of the log and the hidden decks, so
it is to be had as long as those are kept (the dispute window); who wants it for longer saves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Row, select

from oddchip.fair.deck import HandRecord, Opening, Shuffled, record_data, rejected, signed_record
from oddchip.history.seen import compact_of
from oddchip.plan import Plan
from oddchip.room import desk as desks
from oddchip.room.decks import Decks, commitment_of, cut_of
from oddchip.room.errors import Refused
from oddchip.room.history import NO_HAND, facts_beside, hand_of, may_look, row_of, seat_of, shown_after
from oddchip.room.opened import Dealt, Opened, Place, Ways, last_shuffle, positions
from oddchip.room.pairing import is_apart
from oddchip.room.reach import reach
from oddchip.room.records import EVERYBODY
from oddchip.room.store import schema
from oddchip.room.transcripts import between_two
from oddchip.views import SPECTATOR

if TYPE_CHECKING:
    from oddchip.room.room import Room

GONE = "the decks of this hand are destroyed, and with them what would prove it"
UNCOMMITTED = "this hand was dealt before decks were committed here"
BETWEEN_TWO = "two dealt this hand to each other: no deck was committed to, and its transcript is what proves it"
KINDS = ("commit", "deal", "shuffle", "deal_on", "give_up", "close")
Seen = tuple[int | None, Opening]


async def fair_record(room: Room, table_id: str, number: int, person: str) -> dict[str, Any]:
    """The record of a hand for a person, as JSON data. Refused for who may not see the hand, and if it is too late."""
    actor = await reach(room, table_id, person)
    if actor is not None and actor.playing and actor.scene.table.state.hands == number:
        return _data(await _played(room, table_id, number, person), room)
    row = await row_of(room, table_id, number)
    if person not in msgspec.json.decode(row.summary)["people"] and not await may_look(room, table_id, person):
        raise Refused(NO_HAND)
    return _data(await _over(room, row, person), room)


def _data(found: tuple[list[Shuffled], int | None], room: Room) -> dict[str, Any]:
    shuffles, reader = found
    record: HandRecord = signed_record(shuffles, room.signer, reader)
    return record_data(record)


# --- the two kinds of hands -------------------------------------------------------------------------------------------


async def _played(room: Room, table_id: str, number: int, person: str) -> tuple[list[Shuffled], int | None]:
    """The hand that is being played, as far as it has come, for who sees the play as it happens."""
    actor = room.tables[table_id]
    scene, hand = actor.scene, actor.scene.table.hand
    if hand is None or not actor.audience.sees_live(person) or room.may_open(person, table_id) is None:
        raise Refused(NO_HAND)
    if is_apart(scene.table):
        raise Refused(BETWEEN_TWO)
    facts = await _facts(room, table_id, number)
    dealt = Dealt.of(scene.decks, scene.desk, number)
    if dealt is None:
        raise Refused(GONE)
    seat = next((at for at, who in scene.desk.dealt.items() if who == person), None)
    viewer = SPECTATOR if seat is None else hand.seats.index(seat)
    opened = [Opened(each).follow(hand.log, hand.plan, dealt.orders).found for each in (SPECTATOR, viewer)]
    ways = positions(hand.log, hand.plan, hand.seats, dealt.orders)
    return _told(facts, dealt, ways, opened[0], opened[1]), seat


async def _over(room: Room, row: Row[Any], person: str) -> tuple[list[Shuffled], int | None]:
    table_id, number = row.table_id, row.hand
    facts = await _facts(room, table_id, number)
    if not any(isinstance(fact, desks.Committed) for fact in facts):
        raise Refused(BETWEEN_TWO if await between_two(room, table_id, number) else UNCOMMITTED)
    s = schema.secret
    kept = await room.store.read(select(s.c.body).where(s.c.table_id == table_id, s.c.hand == number))
    if not kept:
        raise Refused(GONE)
    decks, seat = Decks.unpacked(number, kept[0].body), seat_of(row, person)
    dealt = _dealt(decks, facts)
    public, own, ways = await _seen(room, row, person, seat, decks, dealt)
    for shown in await shown_after(room, table_id, number):
        public += [place for card in shown.cards if (place := (last_shuffle(card, dealt.orders), card)) not in public]
    void = msgspec.json.decode(row.summary)["void"]
    return _told(facts, dealt, ways, public, own, void), seat


async def _seen(
    room: Room, row: Row[Any], person: str, seat: int | None, decks: Decks, dealt: Dealt
) -> tuple[list[Place], list[Place], Ways]:
    """What everybody and the reader may be shown, and where each card went."""
    if decks.laid:
        laid = msgspec.json.decode(decks.laid)
        public, own = (
            [(shuffle, card) for shuffle, card in laid["opened"].get(str(viewer), ())]
            for viewer in (EVERYBODY, EVERYBODY if seat is None else seat)
        )
        return public, own, [[(position, to) for position, to in way] for way in laid["dealt"]]
    past = await hand_of(room, row.table_id, row.hand, person)
    plan: Plan = past.deal.plan
    r = schema.record
    query = select(r.c.body).where(r.c.table_id == row.table_id, r.c.hand == row.hand, r.c.viewer == str(EVERYBODY))
    everybody = tuple(map(compact_of, msgspec.json.decode((await room.store.read(query))[0].body)))
    position = SPECTATOR if seat is None else past.deal.seats.index(seat)
    public = Opened(SPECTATOR).follow(everybody, plan, dealt.orders).found
    own = Opened(position).follow(past.log, plan, dealt.orders).found
    return public, own, positions(everybody, plan, past.deal.seats, dealt.orders)


# --- parts ------------------------------------------------------------------------------------------------------------


async def _facts(room: Room, table_id: str, number: int) -> list[desks.Fact]:
    """All that was said of a hand's commitments, in order; the first comes before the hand and lies under the last."""
    facts = await facts_beside(room, table_id, (number - 1, number), KINDS)
    of_hand = (desks.Committed, desks.SeedsGiven, desks.GivenUp)
    return [fact for fact in facts if isinstance(fact, of_hand) and fact.hand == number]


def _dealt(decks: Decks, facts: Sequence[desks.Fact]) -> Dealt:
    """The decks that were dealt from, with their cuts."""
    cuts = []
    for told, after in pairwise(facts):
        if isinstance(told, desks.Committed) and isinstance(after, desks.SeedsGiven):
            cuts.append(cut_of(told, after.seeds))
    return Dealt.made(decks.hidden[: len(cuts)], cuts)


def _told(
    facts: Sequence[desks.Fact],
    dealt: Dealt,
    ways: Ways,
    public: Iterable[Place],
    own: Iterable[Place],
    void: str = "",
) -> list[Shuffled]:
    """Every commitment of the hand and what came of it."""
    found: list[Shuffled] = []
    all_see = list(public)
    mine = [place for place in own if place not in all_see]
    for told, after in zip(facts, [*facts[1:], None], strict=True):
        if not isinstance(told, desks.Committed):
            continue
        commitment = commitment_of(told)
        if isinstance(after, desks.GivenUp):
            found.append(Shuffled(commitment, _seeds(after), after.why))
        elif isinstance(after, desks.SeedsGiven):
            at = told.shuffle
            own_shown = _openings(dealt, at, mine)
            if at >= len(ways):  # where cards went is not told, so nobody's own are either, but old ones set aside
                own_shown = tuple((position, shown) for position, shown in own_shown if _is_old(position, shown, found))
            found.append(
                Shuffled(
                    commitment,
                    _seeds(after),
                    "",
                    rejected(dealt.decks[at], dealt.cuts[at]),
                    tuple(ways[at]) if at < len(ways) else (),
                    _openings(dealt, at, all_see),
                    own_shown,
                )
            )
    if void and found:
        found[-1] = _broken_off(found[-1], void)
    return found


def _is_old(position: int | None, shown: Opening, before: Sequence[Shuffled]) -> bool:
    """Is it a card set aside that the reader was proven when it was dealt?"""
    return position is None and any(
        at is not None and each.card == shown.card for one in before for at, each in one.own
    )


def _broken_off(last: Shuffled, why: str) -> Shuffled:
    return Shuffled(last.commitment, last.seeds, why, last.rejected, last.dealt, last.shown, last.own)


def _seeds(fact: desks.SeedsGiven | desks.GivenUp) -> dict[int, bytes]:
    return {seat: bytes.fromhex(seed) for seat, seed in fact.seeds.items()}


def _openings(dealt: Dealt, at: int, places: Iterable[Place]) -> tuple[Seen, ...]:
    found: list[Seen] = []
    for shuffle, card in places:
        if shuffle == at:
            position, shown = dealt.opening(shuffle, card)
            found.append((None if position < 0 else position, shown))
    return tuple(found)
