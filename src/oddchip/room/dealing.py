"""Dealing at a table, as steps: commit to a deck, take the seeds, deal; a reshuffle; giving a commitment up.

Where nobody at the table has a chain of seeds the commitment and the deal are one step. Otherwise the commitment is
shown first and the deal waits for the seeds. Each function does nothing (an empty step) when the table has moved on in
the meantime, and `keeping.due` looks again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from oddchip.fair.deck import HiddenDeck, committed
from oddchip.fair.signing import Signer
from oddchip.room import desk as desks
from oddchip.room.decks import Hide, cards_of, dealer_of, fact_of, fits, holds, next_place, shuffle_place
from oddchip.room.steps import Step
from oddchip.table import commands as cmd
from oddchip.table.mixing import unannounced
from oddchip.table.values import Away

Seeds = Mapping[int, str]  # in hex, by seat


@dataclass(frozen=True)
class House:
    """What the room deals with at one table: who signs, how decks are hidden, how long it waits for seeds."""

    table: str
    signer: Signer
    hide: Hide
    seconds: float
    revision: str = ""


def commit(step: Step, house: House) -> None:
    """Commit to the next deal; the seeds of those with chains are awaited."""
    place = next_place(step.table, step.desk, house.table)
    deck = house.hide(place) if place.tips else None
    if deck is not None and step.desk.pending is None:
        _announce(step)
        _commit(step, house, deck)


def deal(step: Step, house: House, given: Seeds) -> None:
    """Deal the next hand by these seeds. Where nobody has a chain it is committed to in the same step."""
    if step.desk.pending is None:
        place = next_place(step.table, step.desk, house.table)
        deck = None if place.tips else house.hide(place)
        if deck is None:
            return
        _commit(step, house, deck)
    told = step.desk.committed[-1]
    decks = step.decks
    if decks is None or not holds(decks, told) or not fits(told, step.table) or not set(told.tips) <= set(given):
        return
    said = _seeds(told, given)
    _announce(step)
    step.do(cmd.StartHand(dealer_of(decks.hidden[0], told, said)))
    assert step.table.hand is not None
    places, back = step.scene.table.places, step.desk.dealt_out
    dealt = {seat: places[seat].player for seat in step.table.hand.seats}
    step.say(said, desks.HandBegan(dealt, step.now, house.revision))
    for seat, place_ in step.table.places.items():
        if place_.player in back and place_.away is not Away.NO and not place_.leaving:
            step.do(cmd.Return(seat))  # he was dealt out of this hand, and is in the next


def shuffle(step: Step, house: House) -> None:
    """Commit to the reshuffle that the hand awaits. Where nobody has a chain it goes on in the same step."""
    hand = step.table.hand
    if hand is None or not hand.awaits or step.desk.pending is not None:
        return
    deck = house.hide(shuffle_place(step.table, step.desk, house.table))
    if deck is not None:
        _commit(step, house, deck)
        if not deck.place.tips:
            deal_on(step, {})


def deal_on(step: Step, given: Seeds) -> None:
    """Go on with the pack shuffled anew. Who told no seed in time is left out of the cut, and counted."""
    hand, told = step.table.hand, step.desk.committed[-1]
    decks = step.decks
    if hand is None or not hand.awaits or not told.shuffle or decks is None or not holds(decks, told):
        return
    said = _seeds(told, given)
    step.do(cmd.DealOn(cards_of(decks.hidden[told.shuffle], told, said)))
    step.say(said)


def give_up(step: Step, given: Seeds) -> None:
    """Give the last commitment up before anything is dealt from it.

    Who told no seed in time is dealt out; so far he only sits out this hand, but a second time in a row he stays out.
    Where a pot was carried he would lose his share: then he is dealt in, without a seed. Who has begun another chain
    since is there, and asked again. All are counted.
    """
    told = step.desk.pending
    if told is None:
        return
    why, late = _why(step, told, given)
    said, there = _seeds(told, given), desks.restarted(step.desk)
    step.say(desks.GivenUp(told.hand, told.shuffle, why, said.seeds, said.people, late))
    if not told.shuffle and holds(step.decks, told):
        step.decks = None
    chain = step.table.state.chain
    for seat, person in late.items():
        place = step.table.places.get(seat)
        here = place is not None and place.player == person and place.away is Away.NO and not place.leaving
        if here and person not in there and not (chain and seat in chain.carry.eligible):
            step.do(cmd.SitOut(seat))


def _why(step: Step, told: desks.Committed, given: Seeds) -> tuple[str, dict[int, str]]:
    """Why a commitment is given up, and who told no seed for it: in time, or before he went."""
    missing = {seat: person for seat, person in told.people.items() if seat not in given}
    if told.shuffle:
        return "the hand is void", {}
    if step.table.state.closed is not None:
        return "the table is closed", {}
    if not fits(told, step.table):
        gone = {seat: person for seat, person in missing.items() if not _plays(step, seat, person)}
        return "another hand is to be dealt now: seats or game have changed", gone
    if not holds(step.decks, told):
        return "the room has lost the deck", {}
    if missing and step.now >= step.desk.seeds_until:
        return "not all seeds came in time", missing
    return "no hand can be dealt now", {}


def _plays(step: Step, seat: int, person: str) -> bool:
    """Is he dealt in, if another hand is dealt now?"""
    place = step.table.places.get(seat)
    return place is not None and place.player == person and place.away is Away.NO and not place.leaving


def _commit(step: Step, house: House, deck: HiddenDeck) -> None:
    place, places = deck.place, step.table.places
    people = {seat: places[seat].player for seat in sorted(place.tips)}
    until = step.now + house.seconds if people else 0.0
    step.keep_secret(deck).say(fact_of(committed(deck, house.signer), people, until))


def _seeds(told: desks.Committed, given: Seeds) -> desks.SeedsGiven:
    """The seeds for a commitment; who told none is named."""
    seats = sorted(told.people)
    return desks.SeedsGiven(
        told.hand,
        told.shuffle,
        {seat: given[seat] for seat in seats if seat in given},
        {seat: told.people[seat] for seat in seats if seat in given},
        {seat: told.people[seat] for seat in seats if seat not in given},
    )


def _announce(step: Step) -> None:
    """What must be said before the deal the room says itself (CU-3)."""
    entry = step.table.entry
    if entry and unannounced(step.table.state, entry):
        step.do(cmd.Announce())
