"""Committed decks: the house fixes a hidden order before it knows the seeds, and cannot deal otherwise afterwards.

::

    place = Place.of("friday", 7, 0, "badugi", game.deck, seats=(0, 2, 5), before=last.id, tips={2: tip})
    hidden = hide(place, game.deck.cards, os.urandom)           # stays with the house
    commitment = committed(hidden, signer)                      # is published
    made = cut(commitment, {2: seed})                           # what the seeds then make of it
    order(hidden, made)                                         # the cards as they are dealt
    shown = opening(hidden, made, 3)                            # to whoever may see the fourth card
    check_opening(commitment, made, 3, shown)                   # what he does with it
    check_rejected(commitment, made, rejected(hidden, made))    # and anybody with the candidates not chosen
"""

from oddchip.fair.deck.commitment import POINTS, ROOTS, Commitment, Cut, check_proof, cut
from oddchip.fair.deck.hidden import (
    HiddenDeck,
    committed,
    hide,
    hide_strict,
    kept_opening,
    opening,
    order,
    rejected,
)
from oddchip.fair.deck.openings import Opening, RejectedDeck, check_kept, check_opening, check_rejected
from oddchip.fair.deck.place import FIRST, Place

__all__ = [
    "FIRST",
    "POINTS",
    "ROOTS",
    "Commitment",
    "Cut",
    "HiddenDeck",
    "Opening",
    "Place",
    "RejectedDeck",
    "check_kept",
    "check_opening",
    "check_proof",
    "check_rejected",
    "committed",
    "cut",
    "hide",
    "hide_strict",
    "kept_opening",
    "opening",
    "order",
    "rejected",
]
