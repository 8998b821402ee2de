"""Showing a card and checking it: openings of single slots, and whole candidates that the seeds did not choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from oddchip.fair.deck.commitment import ROOTS, Commitment, Cut
from oddchip.fair.deck.pedersen import opens
from oddchip.fair.deck.trees import DEPTH, climbed, grown, leaf, leaves
from oddchip.fair.errors import FairError
from oddchip.fair.hashing import DIGEST


@dataclass(frozen=True)
class Opening:
    """Which card lies in a slot, and the salt that proves it. `path`: the Merkle path with roots, empty with points."""

    slot: int
    card: str
    salt: bytes = field(repr=False)
    path: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True)
class RejectedDeck:
    """A candidate the seeds did not choose, told whole: the cards in slot order and all salts."""

    candidate: int
    cards: tuple[str, ...] = field(repr=False)
    salts: bytes = field(repr=False)


def check_opening(commitment: Commitment, cut: Cut, position: int, opening: Opening) -> None:
    """`FairError` unless `opening` shows the card that was committed for this position of the deal."""
    if not 0 <= position < len(cut.slots):
        raise FairError(
            f"position {position} of {commitment.place} does not exist: {len(cut.slots)} cards are dealt from"
        )
    if opening.slot != cut.slots[position]:
        raise FairError(f"position {position} of {commitment.place} is slot {cut.slots[position]}, not {opening.slot}")
    _check_slot(commitment, cut.chosen, opening)


def check_kept(commitment: Commitment, opening: Opening) -> None:
    """`FairError` unless `opening` shows a card that a reshuffle keeps out of its pool."""
    place = commitment.place
    if not place.pool <= opening.slot < len(place.pack):
        raise FairError(f"slot {opening.slot} of {place} is in the pool: {opening.card} was not kept")
    _check_slot(commitment, 0, opening)


def _check_slot(commitment: Commitment, candidate: int, opening: Opening) -> None:
    place = commitment.place
    if opening.card not in place.pack:
        raise FairError(f"{opening.card} is not in the pack of {place}")
    if commitment.kind == ROOTS:
        good = len(opening.path) == DEPTH and opening.slot < len(place.pack)
        good = good and len(opening.salt) == DIGEST
        found = leaf(place.digest, candidate, opening.slot, opening.card, opening.salt)
        good = good and climbed(found, opening.slot, opening.path) == commitment.roots[candidate]
    else:
        value = place.pack.index(opening.card) + 1
        good = not opening.path and opens(commitment.roots[opening.slot], value, opening.salt)
    if not good:
        raise FairError(f"{opening.card} is not what was committed for slot {opening.slot} of {place}")


def check_rejected(commitment: Commitment, cut: Cut, decks: Sequence[RejectedDeck]) -> None:
    """`FairError` unless all candidates but the chosen one are shown, and each is an order of the whole pack."""
    place = commitment.place
    others = [number for number in range(len(commitment.roots)) if number != cut.chosen]
    wanted = others if commitment.kind == ROOTS else []
    if [deck.candidate for deck in decks] != wanted:
        raise FairError(f"all candidates of {place} but number {cut.chosen} are to be shown, in order")
    for deck in decks:
        if sorted(deck.cards) != sorted(place.pack):
            raise FairError(f"candidate {deck.candidate} of {place} is not the pack: {_odd(deck.cards, place.pack)}")
        bottom = leaves(place.digest, deck.candidate, deck.cards, deck.salts)
        if len(deck.salts) != DIGEST * len(bottom) or grown(bottom)[-1][0] != commitment.roots[deck.candidate]:
            raise FairError(f"candidate {deck.candidate} of {place} is not what was committed")


def _odd(cards: Sequence[str], pack: Sequence[str]) -> str:
    """What is wrong with cards that are not the pack."""
    twice = sorted({card for card in cards if cards.count(card) > 1})
    missing = [card for card in pack if card not in cards]
    return f"{' '.join(twice) or 'no card'} more than once, {' '.join(missing) or 'no card'} missing"
