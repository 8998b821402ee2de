"""A hand that two deal to each other, as a viewer is told of it. All of it is public but which side is his own."""

from __future__ import annotations

from oddchip.fair.two_party import Ending
from oddchip.fair.two_party.endings import signed_sentence
from oddchip.fair.two_party.messages import Ruling, read
from oddchip.room.between import Between, ChainAsked, PairDropped, PairSaid
from oddchip.room.desk import Desk
from oddchip.room.project.around import Apart
from oddchip.room.protocol import PairView
from oddchip.table import Table
from oddchip.telling import Voice


def pair_view(desk: Desk, person: str, house: str, known: tuple[int, int]) -> PairView | None:
    """The hand for one viewer; `known` is of which hand (its serial number) he has how many lines."""
    between = desk.between
    if between is None:
        return None
    o, side = between.opened, between.side_of(person)
    serial, count = known
    return PairView(
        o.hand,
        o.match,
        o.number,
        o.seats,
        o.people,
        o.stake,
        o.balances,
        o.clock,
        house,
        side=-1 if side is None else side,
        step=between.step,
        awaited=list(between.awaited) if between.is_open else [],
        until=between.deadline,
        lines=[] if side is None else list(between.lines[count if serial == between.serial else 0 :]),
        end=between.end,
        dropped=between.dropped,
        chain=bool(desk.chain_asked),
    )


def apart(desk: Desk, table: Table) -> Apart | None:
    """What the table itself does not know of the hand that is being played."""
    between, dealing = desk.between, table.state.dealing
    if between is None or dealing is None or not dealing.apart:
        return None
    awaited = tuple(between.opened.seats[side] for side in between.awaited) if between.is_open else ()
    return Apart(frozenset(between.sealed), awaited, between.deadline)


def pair_words(fact: PairSaid | PairDropped | ChainAsked, between: Between | None, voice: Voice[str]) -> list[str]:
    """What is told of it beside the hand: how it ended, unless the cards said so."""
    if isinstance(fact, ChainAsked):
        return [f"{voice.does(fact.person, 'want')} to settle on the chain: the session ends after this hand."]
    if isinstance(fact, PairDropped):
        return [f"The hand between two is off: {fact.why}."]
    if not fact.end or between is None:
        return []
    names = between.opened.people
    ruling = next(line for each in fact.lines if isinstance(line := read(each), Ruling))
    if ruling.end != "settled":
        loser = None if ruling.loser == 2 else ruling.loser
        first, second = (voice.names.get(person, "") for person in names)
        return [Ending(ruling.end, ruling.shares, loser, ruling.cause).sentence((first, second))]
    return [signed_sentence([voice.names.get(names[side], "") for side in between.awaited])]
