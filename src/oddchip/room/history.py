"""The hands of a table that are over: which there were, and each as one may see it.

::

    lines = await hands_of(room, table_id, person)
    past = await hand_of(room, table_id, 17, person)     # with his own cards, if he was dealt in
    past.frames, past.toml(), past.phh(), past.stars()

Somebody who was dealt in sees his own record, everybody else the one that everybody saw. People's names are looked up
when it is read. A hand that is being played is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Row, func, select

from oddchip.games import find_game
from oddchip.room import desk as desks
from oddchip.room.errors import Refused
from oddchip.room.past import Kept, Past
from oddchip.room.reach import reach
from oddchip.room.records import EVERYBODY
from oddchip.room.store import schema

if TYPE_CHECKING:
    from oddchip.room.room import Room

NO_HAND = "there is no such hand, or it is not over yet"


@dataclass(frozen=True)
class HandLine:
    """A hand in the list. `net` is None for who was not dealt in; `winners` are words; `void` says why, if it is."""

    number: int
    game: str
    stakes: str
    started: float
    ended: float
    pot: int
    net: int | None
    winners: str
    players: tuple[str, ...]
    void: str = ""
    carried: bool = False


async def hands_of(
    room: Room, table_id: str, person: str, *, before: int | None = None, most: int = 100
) -> list[HandLine]:
    """The hands of a table, newest first, those before number `before`; Refused for who may not look."""
    await _may_look(room, table_id, person)
    h = schema.hand
    query = select(h).where(h.c.table_id == table_id, h.c.ended.is_not(None)).order_by(h.c.hand.desc()).limit(most)
    rows = await room.store.read(query if before is None else query.where(h.c.hand < before))
    await room.crowd.know(people_in(rows))
    return [hand_line(row, person, room.name_of) for row in rows]


async def count_of(room: Room, table_id: str) -> int:
    """How many hands of a table are over."""
    h = schema.hand
    rows = await room.store.read(select(func.count()).where(h.c.table_id == table_id, h.c.ended.is_not(None)))
    return int(rows[0][0])


async def hand_of(room: Room, table_id: str, hand: int, person: str, *, own: bool = True, hide: bool = False) -> Past:
    """A hand as a person may see it: with his own cards, or (`own` false) as everybody saw it.

    Refused for a hand there is not, and for who may not look.
    """
    row = await _row_of(room, table_id, hand)
    people = msgspec.json.decode(row.summary)["people"] if row is not None else []
    if person not in people:
        await _may_look(room, table_id, person)
    if row is None:
        raise Refused(NO_HAND)
    seat = seat_of(row, person) if own else None
    return await past_of(room, row, seat, hide=hide and seat is not None)


async def past_of(room: Room, row: Row[Any], seat: int | None, *, hide: bool = False) -> Past:
    """The hand of a row as a seat saw it, or everybody. Who may see it is for the caller to know."""
    table_id, number = row.table_id, row.hand
    r, t = schema.record, schema.game_table
    viewer = str(EVERYBODY if seat is None else seat)
    found = await room.store.read(
        select(r.c.body).where(r.c.table_id == table_id, r.c.hand == number, r.c.viewer == viewer)
    )
    if not found:
        raise Refused("nothing is kept of this hand for that seat")
    (table,) = await room.store.read(select(t.c.title, t.c.size).where(t.c.id == table_id))
    header = msgspec.json.decode(row.summary)
    await room.crowd.know(header["people"])
    kept = Kept(
        table_id,
        table.title,
        table.size,
        number,
        row.started,
        row.ended,
        header,
        found[0].body,
        await shown_after(room, table_id, number),
        _secret(room.store.key, table_id, number, viewer),
    )
    return Past(kept, {each: room.name_of(each) for each in header["people"]}, seat, hide)


def seat_of(row: Row[Any], person: str) -> int | None:
    """Where a person sat in a hand."""
    header = msgspec.json.decode(row.summary)
    people: list[str] = header["people"]
    return header["seats"][people.index(person)] if person in people else None


async def row_of(room: Room, table_id: str, hand: int) -> Row[Any]:
    """The row of a hand that is over; Refused if there is none."""
    row = await _row_of(room, table_id, hand)
    if row is None:
        raise Refused(NO_HAND)
    return row


async def _row_of(room: Room, table_id: str, hand: int) -> Row[Any] | None:
    h = schema.hand
    query = select(h).where(h.c.table_id == table_id, h.c.hand == hand, h.c.ended.is_not(None))
    return next(iter(await room.store.read(query)), None)


async def may_look(room: Room, table_id: str, person: str) -> bool:
    """May a person see the hands of a table? Who may open it, or could at its end where it is open no more."""
    if await reach(room, table_id, person) is not None:
        return room.may_open(person, table_id) is not None
    t = schema.game_table
    rows = await room.store.read(select(t.c.host).where(t.c.id == table_id))
    return bool(rows) and (rows[0].host == person or await room.crowd.was_admitted(table_id, person))


async def _may_look(room: Room, table_id: str, person: str) -> None:
    if not await may_look(room, table_id, person):
        raise Refused("there is no such table, or you are not invited to it")


async def shown_after(room: Room, table_id: str, number: int) -> tuple[desks.Showed, ...]:
    """The cards that were shown after a hand, while it lay on the table."""
    facts = await facts_beside(room, table_id, (number,), ("show",))
    return tuple(fact for fact in facts if isinstance(fact, desks.Showed))


async def facts_beside(room: Room, table_id: str, hands: Sequence[int], kinds: Sequence[str]) -> list[desks.Fact]:
    """What steps of these kinds said beside the play of hands, in order.

    What comes before a hand, as what it is dealt from, lies under the hand before it.
    """
    e = schema.event
    steps = e.c.table_id == table_id, e.c.hand.in_(hands), e.c.kind.in_(kinds)
    rows = await room.store.read(select(e.c.body).where(*steps).order_by(e.c.seq))
    return [fact for row in rows for fact in desks.facts_of(msgspec.json.decode(row.body)["desk"])]


def _secret(key: bytes, table_id: str, number: int, viewer: str) -> bytes:
    """What makes the ids of cards: the same at every look, and of no use for anything else."""
    return blake2b(f"past/{table_id}/{number}/{viewer}".encode(), key=key, digest_size=32).digest()


# --- words -----------------------------------------------------------------------------------------------------------


def hand_line(row: Row[Any], person: str, name_of: Any) -> HandLine:
    """A row of the list."""
    header = msgspec.json.decode(row.summary)
    players = {seat: name_of(each) for seat, each in zip(header["seats"], header["people"], strict=True)}
    nets = dict(zip(header["people"], header["net"], strict=True))
    return HandLine(
        row.hand,
        find_game(row.game).name,
        row.stakes,
        row.started,
        row.ended,
        header["pot"],
        nets.get(person),
        winners_in_words(header, players),
        tuple(players.values()),
        header["void"],
        header["carried"],
    )


def winners_in_words(header: Mapping[str, Any], players: Mapping[int, str]) -> str:
    """ "Ada wins 24 with 8-6-4-3-A low; Ben wins 24 with a pair of kings"."""
    if header["void"]:
        return f"void: {header['void']}"
    parts = [_won(each, players) for each in header["won"]]
    if header["carried"]:
        parts.append("the pot stays for the next deal")
    return "; ".join(parts)


def _won(won: Sequence[Any], players: Mapping[int, str]) -> str:
    seat, chips, _, words = won
    return f"{players[seat]} wins {chips}{f' with {words}' if words else ''}"


def people_in(rows: Iterable[Row[Any]]) -> set[str]:
    """Everybody who was dealt in."""
    return {each for row in rows for each in msgspec.json.decode(row.summary)["people"]}
